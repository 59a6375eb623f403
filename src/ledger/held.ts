// Lists and counts the items that may need an operator, of whatever rooms have such items.
import type { AliasableExpression, Kysely } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import type { Collector } from '../core/task.ts'
import { acrossDb } from '../store/across.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import type { Tables } from '../tables.ts'
import { booksOf } from './owner.ts'

const BATCH_SIZE = 500

/** One such item. */
export interface Held {
  id: string
  accountId: string
  amountCentavos: number
  at: string
  /** Why it waits. */
  because: Bilingual
  /** A code of it, where it has one: programs read that. */
  code?: string
}

interface HeldRow extends Pick<Held, 'id' | 'at' | 'because' | 'code'> {
  /** Null or `NO_ACCOUNT`: the item belongs to no account. */
  account_id: string | null
  amount_centavos: number
}

interface Portion {
  /** The last id that was read; at first it is empty. */
  after: string
  limit: number
  /** Only items for an operator: not those that an account decides or that the service tries again. */
  ofOperator: boolean
}

interface HeldGauge {
  /** Of the metric. */
  name: string
  help: string
  /** One value over all accounts, read from an index. */
  value(db: Kysely<Tables>): AliasableExpression<object>
  /** What the metric shows; by default the value itself, as a number. */
  shown?(value: number | string | null, clock: Clock): number
}

/** The items and gauges of one room. */
export interface HeldPart {
  /** Kind by kind, the next items of all accounts in the order of their ids. */
  readers: readonly ((db: Kysely<Tables>, portion: Portion) => Promise<HeldRow[]>)[]
  gauges: readonly HeldGauge[]
}

/** The values are those of the worker's last count, so that the metrics do not query the database. */
export function heldGauges({ store, clock }: StoreAndClock, parts: readonly HeldPart[]) {
  const all = parts.flatMap(({ gauges }) => gauges)
  let seen: Record<string, number | string | null> = {}
  const collector: Collector = {
    name: 'count held money',
    // Each gauge has few rows and its own index, so one statement reads them all.
    collect: async () => {
      const counted: object = await acrossDb(store.db, 'operator')
        .selectNoFrom(all.map(({ name, value }) => value(store.db).as(name)))
        .executeTakeFirstOrThrow()
      seen = { ...counted }
    },
  }
  const gauges = all.map(({ name, help, shown = Number }) => ({
    name,
    help,
    read: () => shown(seen[name] ?? null, clock),
  }))
  return { collectors: [collector], gauges }
}

/** All items of all accounts, part by part and kind by kind, each by id. */
export async function* eachHeldOf(
  parts: readonly HeldPart[],
  store: Store,
  whose: 'all' | 'operator',
): AsyncGenerator<Held> {
  const db = acrossDb(store.db, 'operator')
  const ofOperator = whose === 'operator'
  for (const read of parts.flatMap(({ readers }) => readers)) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: HeldRow[] = await read(db, { after, limit: BATCH_SIZE, ofOperator })
      for (const { account_id, amount_centavos, ...row } of rows) {
        yield { ...row, accountId: booksOf(account_id), amountCentavos: amount_centavos }
      }
      after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
    }
  }
}
