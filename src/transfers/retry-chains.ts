// Reads transfers together with all transfers that they replace: a retry may fail and be retried again.
import type { Kysely } from 'kysely'
import { columns } from '../store/columns.ts'
import type { Tables } from '../tables.ts'
import type { TransferRetryRow, TransferRow } from '../transfers/tables.ts'

/** The transfers, the records of their retries, and all replaced transfers, by id: of any account, so that one of another account is named. */
export async function readChains(db: Kysely<Tables>, transfers: TransferRow[]) {
  const all = new Map(transfers.map((transfer) => [transfer.id, transfer]))
  const retries = new Map<string, TransferRetryRow>()
  for (let last = transfers; last.length > 0; ) {
    const ids = last.filter((transfer) => transfer.replaces !== null).map((transfer) => transfer.id)
    if (ids.length === 0) break
    const found = await db
      .selectFrom('transfer_retries')
      .select(columns.transfer_retries)
      .where('transfer_id', 'in', ids)
      .execute()
    for (const retry of found) retries.set(retry.transfer_id, retry)
    const before = found.map((retry) => retry.replaces).filter((id) => !all.has(id))
    last =
      before.length === 0
        ? []
        : await db.selectFrom('transfers').select(columns.transfers).where('id', 'in', before).execute()
    for (const transfer of last) all.set(transfer.id, transfer)
  }
  return { all, retries }
}
