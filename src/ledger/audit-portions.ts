// What the parts of an audit read: a table in portions, and the lines of entries by name.
import { sql } from 'kysely'
import { columns } from '../store/columns.ts'
import { type Tables, tables } from '../tables.ts'
import { filterOf, ofAccount, type Scan } from './audit-scope.ts'
import { postingsOf } from './entry-lines.ts'
import { type EntryKey, isOneOf } from './entry-name.ts'
import type { PostingRow } from './tables.ts'

type Paged =
  | 'advices'
  | 'claim_write_offs'
  | 'checkouts'
  | 'captures'
  | 'disputes'
  | 'events'
  | 'fee_statements'
  | 'month_closings'
  | 'payments_received'
  | 'payouts'
  | 'refunds'
  | 'reserve_moves'
  | 'statement_lines'
  | 'transfers'

/** Those whose key is the account and the id. */
const keyed: ReadonlySet<string> = new Set(
  tables.filter(({ keys }) => keys.key === 'account_id, id').map(({ name }) => name),
)

/** Those that have no index by account and id. */
const scattered: readonly Paged[] = keyed.has('statement_lines') ? [] : ['statement_lines']

/**
 * Reads a table, or `only` some of its columns (its key among them), in the order of its key, in portions, with a pause after each.
 */
export async function eachPortion<T extends Paged, C extends keyof Tables[T] & string = keyof Tables[T] & string>(
  given: Scan,
  { table, limit, only }: { table: T; limit: number; only?: readonly C[] },
  work: (rows: Pick<Tables[T], C>[]) => void | Promise<void>,
): Promise<void> {
  const filter = scattered.includes(table) ? filterOf(given) : given.accountId
  const isKeyed = keyed.has(table)
  let after: { id: string; account_id: string | null } | undefined
  for (let done = false; !done; ) {
    const from = given.snapshot.db.selectFrom(table as Paged)
    const selected = from.select((only ?? columns[table]) as never[])
    let query = (isKeyed ? selected.orderBy('account_id') : selected).orderBy('id').limit(limit)
    if (after !== undefined)
      query = isKeyed
        ? query.where(sql<boolean>`(account_id, id) > (${after.account_id}, ${after.id})`)
        : query.where('id', '>', after.id)
    if (filter !== undefined) query = query.where('account_id', '=', filter)
    const rows = (await query.execute()) as unknown as (Pick<Tables[T], C> & {
      id: string
      account_id: string | null
    })[]
    done = rows.length < limit
    const own = filter === given.accountId ? rows : ofAccount(given, rows)
    if (own.length > 0) await work(own)
    after = rows.at(-1) ?? after
    await given.snapshot.pause()
  }
}

/** The lines of the entries with these keys. */
export async function readPostings({ snapshot }: Scan, keys: readonly EntryKey[]): Promise<PostingRow[]> {
  if (keys.length === 0) return []
  return postingsOf(await snapshot.db.selectFrom('entries').select(columns.entries).where(isOneOf(keys)).execute())
}
