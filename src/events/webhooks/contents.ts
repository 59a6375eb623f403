// The bodies of events, read once for all endpoints that get them at about the same time.
import { columns } from '../../store/columns.ts'
import { prepared } from '../../store/prepared.ts'
import { bodiesOf } from '../bodies.ts'
import type { EventRow } from '../tables.ts'
import type { DeliveryNeeds } from './needs.ts'

/** The number of kept events, the most recently read. */
const KEPT = 2_048
/** Events read at once. Only powers of two are used, so that few statements are prepared. */
const MAX_AT_ONCE = 128

interface Content {
  event: EventRow
  /** JSON. */
  body: string
}

export interface Contents {
  /** Of events of an account, by event id; deleted events are left out. */
  of(accountId: string, eventIds: readonly string[]): Promise<Map<string, Content>>
  /** Drops the kept events. */
  forget(): void
}

export function contentsOf({ store, recordsAtEvents }: Pick<DeliveryNeeds, 'store' | 'recordsAtEvents'>): Contents {
  const kept = new Map<string, Promise<Content | undefined>>()
  const queries = new Map<number, ReturnType<typeof byIds>>()

  const byIds = (size: number) =>
    prepared((hole) =>
      store.db
        .selectFrom('events')
        .select(columns.events)
        .where('account_id', '=', hole('account'))
        .where(
          'id',
          'in',
          Array.from({ length: size }, (_, index) => hole(`id${index}`)),
        )
        .compile(),
    )

  const read = async (accountId: string, ids: readonly string[]): Promise<Map<string, Content>> => {
    const size = 2 ** Math.ceil(Math.log2(ids.length))
    const query = queries.get(size) ?? byIds(size)
    queries.set(size, query)
    const values = Array.from({ length: size }, (_, index) => [`id${index}`, ids[index] ?? ids[0] ?? ''])
    const events = await store.rows(query({ account: accountId, ...Object.fromEntries(values) }))
    const bodies = await bodiesOf(events, recordsAtEvents)
    return new Map(events.map((event) => [event.id, { event, body: bodies.get(event.id) ?? '{}' }]))
  }

  const begin = (accountId: string, ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
      const part = ids.slice(from, from + MAX_AT_ONCE)
      const contents = read(accountId, part)
      for (const id of part) {
        const content = contents.then((found) => found.get(id))
        content.catch(() => kept.delete(id))
        kept.set(id, content)
      }
    }
  }

  return {
    of: async (accountId, eventIds) => {
      begin(
        accountId,
        eventIds.filter((id) => !kept.has(id)),
      )
      const wanted = eventIds.map((id) => kept.get(id))
      for (const id of kept.keys()) {
        if (kept.size <= KEPT) break
        kept.delete(id)
      }
      const contents = await Promise.all(wanted)
      return new Map(contents.flatMap((content) => (content ? [[content.event.id, content] as const] : [])))
    },
    forget: () => kept.clear(),
  }
}
