// The part of an audit that opens what is sealed: each text opens in its row, and its fingerprint is that of what it holds.
import { sql } from 'kysely'
import type { Snapshot } from '../store/store.ts'
import type { AtRest } from './at-rest.ts'
import { pagesOf, type SealedColumn } from './reseal.ts'

/** Rows of one read: some milliseconds of work, so that requests do not wait long. */
const BATCH_SIZE = 200

interface SealedFault {
  id: string
  expected: string
  found: string
}

/** Calls `fault` for each text that does not open; `accountId` leaves out the rows of others, and the columns that no account owns. */
export async function findSealedFaults(
  { snapshot, atRest, accountId }: { snapshot: Snapshot; atRest: AtRest; accountId: string | undefined },
  columns: readonly SealedColumn[],
  fault: (one: SealedFault) => void,
): Promise<void> {
  for (const column of columns) {
    if (accountId !== undefined && !column.owners.includes('account_id')) continue
    const mine = accountId === undefined ? sql`1 = 1` : sql`account_id = ${accountId}`
    const { names, order, isAfter } = pagesOf(column)
    const fingerprint = column.fingerprint === undefined ? sql`null` : sql.ref(column.fingerprint.column)
    const sealed = sql.ref(column.column)
    const limit = sql.lit(column.portion ?? BATCH_SIZE)
    for (let after: SealedRow | undefined; ; ) {
      const { rows } = await sql<SealedRow>`
        select ${names}, ${sealed} as sealed, ${fingerprint} as fingerprint from ${sql.table(column.table)}
        where ${isAfter(after)} and ${sealed} <> '' and ${mine} order by ${order} limit ${limit}`.execute(snapshot.db)
      for (const row of rows) {
        const found = faultOf(atRest, column, row)
        if (found !== undefined)
          fault({ id: `${column.table} ${row.id}`, expected: `${column.column} of this row`, found })
      }
      const last = rows.at(-1)
      if (last === undefined) break
      after = last
      await snapshot.pause()
    }
  }
}

interface SealedRow {
  id: string
  sealed: string
  fingerprint: string | null
}

function faultOf(atRest: AtRest, { contextOf, fingerprint }: SealedColumn, row: SealedRow): string | undefined {
  let opened: Buffer
  try {
    opened = atRest.open(row.sealed, ...contextOf(row))
  } catch {
    return 'one that does not open'
  }
  if (fingerprint === undefined || row.fingerprint === null) return undefined
  const known = atRest.fingerprints(`${fingerprint.prefix}${opened.toString('utf8')}`)
  return known.includes(row.fingerprint) ? undefined : `the ${fingerprint.column} of another`
}
