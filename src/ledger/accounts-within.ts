// Finds the accounts that have rows of a table in a range of ids, without an index of all ids: it jumps from one account to the next in the key.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { acrossDb } from '../store/across.ts'
import { isOnCluster } from '../store/cluster/kysely-adapter.ts'
import { type Tables, tables } from '../tables.ts'

/** Accounts that are looked at with one statement. */
const BATCH_SIZE = 500

/** The tables whose key is the account and the id, and which have no index of ids alone. */
const keyedTables: ReadonlySet<string> = new Set(
  tables.flatMap(({ name, keys }) =>
    keys.key === 'account_id, id' && !Object.values(keys.indexes ?? {}).includes('id') ? [name] : [],
  ),
)

export function isByAccount(table: keyof Tables): boolean {
  return keyedTables.has(table)
}

interface First {
  account_id: string
  /** The lowest id in the range. */
  first: string
}

/** Accounts in their order, in portions; also one that does not exist, and `NO_ACCOUNT`. `holds`: the condition on an id. */
export async function* accountsWithin(
  db: Kysely<Tables>,
  table: keyof Tables & string,
  holds: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): AsyncGenerator<First[]> {
  const from = sql.table(table)
  for (let after: string | undefined; ; ) {
    const begin = after === undefined ? sql`1 = 1` : sql`begin.account_id > ${after}`
    const jumped = sql<{ account_id: string; first: string | null }>`with recursive owners (account_id) as (
        select min(begin.account_id) from ${from} as begin where ${begin}
        union all
        select (select min(more.account_id) from ${from} as more where more.account_id > owners.account_id)
        from owners where owners.account_id is not null)
      select account_id, (select one.id from ${from} as one where one.account_id = owners.account_id and ${holds(sql`one.id`)}
          order by one.id limit 1) as first
      from owners where account_id is not null limit ${sql.lit(BATCH_SIZE)}`
    // No statement jumps on a cluster, whose machines each read a part of the key.
    const read = sql<{
      account_id: string
      first: string | null
    }>`select account_id, min(case when ${holds(sql`begin.id`)} then begin.id end) as first
      from ${from} as begin where ${begin} group by account_id order by account_id limit ${sql.lit(BATCH_SIZE)}`
    const { rows } = await (isOnCluster(db) ? read : jumped).execute(acrossDb(db, 'books'))
    const found = rows.filter((row): row is First => row.first !== null)
    if (found.length > 0) yield found
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)?.account_id
  }
}
