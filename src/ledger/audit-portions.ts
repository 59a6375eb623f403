// What the parts of an audit read: a table in portions, and the lines of entries by name.
import { columns } from '../store/columns.ts'
import type { PostingRow, Tables } from '../store/tables.ts'
import type { Scan } from './audit-scope.ts'

type Paged =
  | 'advices'
  | 'disputes'
  | 'events'
  | 'fee_statements'
  | 'payments_received'
  | 'payouts'
  | 'refunds'
  | 'reserve_moves'
  | 'statement_lines'
  | 'transfers'

/**
 * Reads a table, or `only` some of its columns (`id` among them), in the order of its ids, in portions, with a pause after each.
 */
export async function eachPortion<T extends Paged, C extends keyof Tables[T] & string = keyof Tables[T] & string>(
  { snapshot, accountId }: Scan,
  { table, limit, only }: { table: T; limit: number; only?: readonly C[] },
  work: (rows: Pick<Tables[T], C>[]) => void | Promise<void>,
): Promise<void> {
  let after = ''
  for (let done = false; !done; ) {
    const from = snapshot.db.selectFrom(table as Paged)
    const selected = from.select((only ?? columns[table]) as never[])
    let query = selected.where('id', '>', after).orderBy('id').limit(limit)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows = (await query.execute()) as unknown as (Pick<Tables[T], C> & { id: string })[]
    done = rows.length < limit
    if (rows.length > 0) await work(rows)
    after = rows.at(-1)?.id ?? after
    await snapshot.pause()
  }
}

/** The lines of the entries with these names. */
export async function readPostings({ snapshot }: Scan, names: readonly string[]): Promise<PostingRow[]> {
  if (names.length === 0) return []
  return snapshot.db.selectFrom('postings').select(columns.postings).where('entry', 'in', names).execute()
}
