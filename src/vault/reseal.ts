// Seals data of earlier at-rest keys again under the current key, in portions, while the service runs.
import { type RawBuilder, sql } from 'kysely'
import type { Value } from '../core/table.ts'
import { across } from '../store/across.ts'
import { conditionHeld } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import { type Tables, tables } from '../tables.ts'
import type { AtRest, SealContext } from './at-rest.ts'
import { FINGERPRINTED, sealedAs } from './cards.ts'
import { networkContext } from './network-cards.ts'
import { sealedHpkeAs, sealedPrivateAs } from './transport-key-rows.ts'

/** Rows of one batch where the texts are short: some milliseconds, so that payments hardly wait. */
const BATCH_SIZE = 100

/** A column of texts that `AtRest.seal` made; null and empty values are skipped. */
export interface SealedColumn {
  table: keyof Tables & string
  column: string
  /** Rows of one batch, for long texts. */
  portion?: number
  /** The columns with the owner of a row, and others by which its text is bound. */
  owners: readonly string[]
  /** The context of a row's text, from its id and these columns. */
  // biome-ignore lint/suspicious/noExplicitAny: the columns are those of the table.
  contextOf(row: any): SealContext
  /** The column with the keyed hash of the opened text, with this prefix. */
  fingerprint?: { column: string; prefix: string }
}

/** The vault's own. */
export const vaultColumns: readonly SealedColumn[] = [
  {
    table: 'transport_keys',
    column: 'sealed_private',
    owners: [],
    contextOf: ({ id }) => [sealedPrivateAs(id), sealedPrivateAs(id)],
  },
  {
    table: 'transport_keys',
    column: 'sealed_hpke_private',
    owners: [],
    contextOf: ({ id }) => [sealedHpkeAs(id), sealedHpkeAs(id)],
  },
  ...(['card_tokens', 'cards'] as const).map((table) => ({
    table,
    column: 'sealed_number',
    owners: table === 'cards' ? ['account_id', 'customer_id'] : ['account_id'],
    contextOf: sealedAs[table],
    fingerprint: { column: 'fingerprint', prefix: FINGERPRINTED },
  })),
  ...(['card_tokens', 'cards'] as const).map((table) => ({
    table,
    column: 'sealed_network',
    owners: table === 'cards' ? ['account_id', 'customer_id'] : ['account_id'],
    contextOf: (row: Parameters<(typeof sealedAs)[typeof table]>[0]) => networkContext(sealedAs[table](row as never)),
  })),
]

/**
 * Seals every text of a column that needs it again; returns their number. When all columns are done, the earlier keys are
 * not needed any more. Safe to stop, to repeat, and to run beside a service. Throws when a text was sealed under an unknown
 * key.
 */
export async function reseal({ store, atRest }: { store: Store; atRest: AtRest }, from: SealedColumn): Promise<number> {
  const column = sql.ref(from.column)
  const { names, order, isAfter } = pagesOf(from)
  let count = 0
  for (let after: Due | undefined; ; ) {
    const due = sql<Due>`
      select ${names}, ${column} as sealed from ${sql.table(from.table)}
      where ${isAfter(after)} and ${column} <> '' and ${column} not like ${`${atRest.currentPrefix}%`}
      order by ${order} limit ${from.portion ?? BATCH_SIZE} ${across('operator')}`
    const rows = await store.rows(due.compile(store.db))
    const last = rows.at(-1)
    if (last === undefined) return count
    for (const own of Map.groupBy(rows, accountOf).values()) {
      count += await written(
        store,
        own.map((row) => resealed(atRest, from, row)),
      )
    }
    after = last
  }
}

interface Due {
  id: string
  sealed: string
}

/** How the rows of a column are read in portions, in the order of their key. */
export function pagesOf({ table, owners }: SealedColumn): {
  names: RawBuilder<unknown>
  order: RawBuilder<unknown>
  isAfter(row: object | undefined): RawBuilder<boolean>
} {
  const key = tables.find(({ name }) => name === table)?.keys.key.split(', ') ?? ['id']
  const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const valuesOf = (row: Record<string, Value>) => sql.join(key.map((name) => sql.val(row[name])))
  return {
    names: listed([...new Set(['id', ...owners, ...key])]),
    order: listed(key),
    isAfter: (row) =>
      row === undefined
        ? sql<boolean>`1 = 1`
        : sql<boolean>`(${listed(key)}) > (${valuesOf(row as Record<string, Value>)})`,
  }
}

/** Conditional on the old text: a row that changes at the same time is left to the other writer. */
function resealed(atRest: AtRest, from: SealedColumn, row: Due): Write {
  const { id, sealed } = row
  const [context, formerContext] = from.contextOf(row)
  const opened = atRest.open(sealed, context, formerContext)
  const set: Record<string, Value> = { [from.column]: atRest.seal(opened, context) }
  if (from.fingerprint) {
    set[from.fingerprint.column] = atRest.fingerprint(`${from.fingerprint.prefix}${opened.toString('utf8')}`)
  }
  const accountId = accountOf(row)
  const account = accountId === undefined ? {} : { account_id: accountId }
  return { kind: 'update', table: from.table, set, where: { ...account, id, [from.column]: sealed } }
}

/** Undefined where rows are of no account. */
function accountOf(row: object): string | undefined {
  return 'account_id' in row ? String(row.account_id) : undefined
}

/** The number of written rows. When a row changed in between, the others are written one by one. */
async function written(store: Store, writes: Write[]): Promise<number> {
  if (await conditionHeld(store.commit(writes))) return writes.length
  if (writes.length === 1) return 0
  let count = 0
  for (const one of writes) count += await written(store, [one])
  return count
}
