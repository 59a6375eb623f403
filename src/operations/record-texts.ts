// Keeps recently answered records as JSON text: lists repeat them, and a record's content follows from its key
// (`store/changeable`).
import { type RecordKey, recordKeyOf } from '../store/changeable.ts'
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { PageLinks } from './page-link.ts'
import { presentOperation } from './present.ts'

/** The least number of kept texts; the most is twice this number. Each is about a kilobyte. */
const KEPT = 2_048

interface Kept {
  state: string
  text: string
}

/**
 * Answers the records of an account's operations as JSON texts, in the order of the keys. Reads rows only for records without a kept
 * text.
 */
export function recordTexts(
  store: Store,
  links: PageLinks,
): (accountId: string, keys: RecordKey[]) => Promise<string[]> {
  // Two generations: a text that is not requested while the young generation fills up is dropped with the old generation.
  let young = new Map<string, Kept>()
  let old = new Map<string, Kept>()
  const byId = prepared((hole) =>
    store.db
      .selectFrom('operations')
      .select(columns.operations)
      .where('account_id', '=', hole('accountId'))
      .where('id', '=', hole('id'))
      .compile(),
  )
  /** Concurrent lists lack the same new records, so they share the read. */
  const reading = new Map<string, Promise<string>>()
  const read = async (accountId: string, id: string): Promise<string> => {
    const [row] = await store.rows(byId({ accountId, id }))
    return row ? keep(id, { state: recordKeyOf(row).state, text: JSON.stringify(presentOperation(links, row)) }) : ''
  }
  const keep = (id: string, kept: Kept): string => {
    if (young.size >= KEPT) {
      old = young
      young = new Map()
    }
    young.set(id, kept)
    return kept.text
  }
  const textOf = (accountId: string, { id, state }: RecordKey): string | Promise<string> => {
    const kept = young.get(id)
    if (kept?.state === state) return kept.text
    const older = old.get(id)
    if (older?.state === state) return keep(id, older)
    const name = `${id} ${state}`
    const asked = reading.get(name) ?? read(accountId, id).finally(() => reading.delete(name))
    reading.set(name, asked)
    return asked
  }
  return async (accountId, keys) => {
    const texts = keys.map((key) => textOf(accountId, key))
    return texts.every((text) => typeof text === 'string') ? texts : Promise.all(texts)
  }
}
