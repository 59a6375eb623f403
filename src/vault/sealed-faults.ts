// The part of an audit that opens what is sealed: each text opens in its row, and its fingerprint is that of what it holds.
import { sql } from 'kysely'
import type { Invariant } from '../audit/invariant.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import type { Scan } from '../audit/scan.ts'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import type { AtRest } from './at-rest.ts'
import { pagesOf, type SealedColumn } from './reseal.ts'

/** Rows of one read: some milliseconds of work, so that requests do not wait long. */
const BATCH_SIZE = 200

const sealedOpens: Invariant = {
  name: 'sealed',
  meaning: [
    'Lo cifrado se abre en la fila para la que se cifró, y en ninguna otra',
    'What is sealed opens in the row for which it was sealed, and nowhere else',
  ],
}

/** Its check needs the keys: `openSealed` of an audit. */
export const sealedAudit: RoomAudit = { invariants: [sealedOpens] }

const texts = {
  ofRow: ['{} de esta fila', '{} of this row'],
  closed: ['uno que no se abre', 'one that does not open'],
  ofAnother: ['{} de otro', 'the {} of another'],
} as const satisfies Record<string, Bilingual>

/** Says of each text that it does not open. The audit of an account leaves out the columns that no account owns. */
export async function findSealedFaults(
  { snapshot, accountId, found }: Scan,
  atRest: AtRest,
  columns: readonly SealedColumn[],
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
        const fault = faultOf(atRest, column, row)
        if (fault === undefined) continue
        const expected = filled(texts.ofRow, column.column)
        found(sealedOpens, { id: `${column.table} ${row.id}`, expected, found: fault })
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

function faultOf(atRest: AtRest, { contextOf, fingerprint }: SealedColumn, row: SealedRow): Bilingual | undefined {
  let opened: Buffer
  try {
    opened = atRest.open(row.sealed, ...contextOf(row))
  } catch {
    return texts.closed
  }
  if (fingerprint === undefined || row.fingerprint === null) return undefined
  const known = atRest.fingerprints(`${fingerprint.prefix}${opened.toString('utf8')}`)
  return known.includes(row.fingerprint) ? undefined : filled(texts.ofAnother, fingerprint.column)
}
