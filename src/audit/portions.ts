// What the checks of an audit read: a table in portions, or a small one by accounts.
import { sql } from 'kysely'
import { columns } from '../store/columns.ts'
import { type Tables, tables } from '../tables.ts'
import { filterOf, ofAccount, type Scan } from './scan.ts'

/** A table whose rows have an account and an id. */
type Paged = {
  [T in keyof Tables]: Tables[T] extends { id: string; account_id: string | null } ? T : never
}[keyof Tables]

/** Those whose key is the account and the id. */
const keyed: ReadonlySet<string> = new Set(
  tables.filter(({ keys }) => keys.key === 'account_id, id').map(({ name }) => name),
)

/** Those that have no index by account and id. */
const scattered: readonly Paged[] = keyed.has('statement_lines') ? [] : ['statement_lines']

/** A place in the order of accounts and, within one, of a column. */
export interface Place {
  accountId: string | null
  at: string
}

/**
 * Rows before, up to, or behind a place, in an audit of all accounts or of one. Of one account the column alone is compared: with both, SQLite
 * would begin each portion at the first row of the account.
 */
export function isPlaced(
  { accountId: only }: Pick<Scan, 'accountId'>,
  column: string,
  comparison: '<' | '<=' | '>',
  { accountId, at }: Place,
) {
  const [name, is] = [sql.ref(column), sql.raw(comparison)]
  return only === undefined
    ? sql<boolean>`(account_id, ${name}) ${is} (${accountId}, ${at})`
    : sql<boolean>`${name} ${is} ${at}`
}

/**
 * Reads a table, or `only` some of its columns (its key among them), in the order of its key, in portions, with a pause after each.
 */
export async function eachPortion<T extends Paged, C extends keyof Tables[T] & string = keyof Tables[T] & string>(
  scan: Scan,
  { table, limit, only }: { table: T; limit: number; only?: readonly C[] },
  work: (rows: Pick<Tables[T], C>[]) => void | Promise<void>,
): Promise<void> {
  const filter = scattered.includes(table) ? filterOf(scan) : scan.accountId
  const isKeyed = keyed.has(table)
  let after: { id: string; account_id: string | null } | undefined
  for (let done = false; !done; ) {
    const from = scan.snapshot.db.selectFrom(table as Paged)
    const selected = from.select((only ?? columns[table]) as never[])
    let query = (isKeyed ? selected.orderBy('account_id') : selected).orderBy('id').limit(limit)
    if (after !== undefined)
      query = isKeyed
        ? query.where(isPlaced({ accountId: filter }, 'id', '>', { accountId: after.account_id, at: after.id }))
        : query.where('id', '>', after.id)
    if (filter !== undefined) query = query.where('account_id', '=', filter)
    const rows = (await query.execute()) as unknown as (Pick<Tables[T], C> & {
      id: string
      account_id: string | null
    })[]
    done = rows.length < limit
    const own = filter === scan.accountId ? rows : ofAccount(scan, rows)
    if (own.length > 0) await work(own)
    after = rows.at(-1) ?? after
    await scan.snapshot.pause()
  }
}

/** Accounts whose counters are read at once: most have a few hundred. */
const ACCOUNTS_AT_ONCE = 20

type Counter = { [T in keyof Tables]: Tables[T] extends { account_id: string } ? T : never }[keyof Tables]

/** Reads a small table, which has few keys for each account, some accounts at a time; also of an account that does not exist. */
export async function eachCounter<T extends Counter>(
  { snapshot, accountId }: Scan,
  table: T,
  work: (row: Tables[T]) => void,
): Promise<void> {
  const all = accountId === undefined ? await accountsIn(snapshot, table) : [accountId]
  for (let start = 0; start < all.length; start += ACCOUNTS_AT_ONCE) {
    const ids = all.slice(start, start + ACCOUNTS_AT_ONCE)
    const rows = snapshot.db.selectFrom(table as Counter).select(columns[table] as never[])
    const read = await rows.where('account_id', 'in', ids).execute()
    for (const row of read as unknown as Tables[T][]) work(row)
    await snapshot.pause()
  }
}

async function accountsIn({ db }: Scan['snapshot'], table: Counter): Promise<string[]> {
  const rows = await db.selectFrom(table).select('account_id').distinct().execute()
  return rows.map(({ account_id }) => account_id)
}
