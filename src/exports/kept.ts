// The rows of exports and the parts of their files: in the database, so that any process answers the file that another one wrote.
import { HOUR_MS } from '../core/time.ts'
import type { MemberCount } from '../store/limited-list.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { ExportRow } from './tables.ts'

/** How long a finished file can be fetched. */
export const KEPT_MS = 24 * HOUR_MS

export async function readExport(
  { db }: Store,
  { id, accountId }: { id: string; accountId: string },
): Promise<ExportRow | undefined> {
  return rowOf(db, 'exports', { account_id: accountId, id })
}

/** Counts an account's unfinished exports. */
export function openExports({ db }: Store, accountId: string): MemberCount {
  return db
    .selectFrom('exports')
    .select((eb) => eb.fn.countAll().as('members'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
}

/** The bytes of a finished file, part by part. */
export async function* partsOf({ db }: Store, { account_id, id, attempt }: ExportRow): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await rowOf(db, 'export_parts', { account_id, export_id: id, attempt, part }, ['content'])
    if (row === undefined) return
    yield Buffer.from(row.content, 'base64')
  }
}
