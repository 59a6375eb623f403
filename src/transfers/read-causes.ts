// Reads the causes of transfers, also of retries.
import type { Kysely } from 'kysely'
import { PAYOUT_RAIL } from '../core/rail.ts'
import { hasFailed } from '../core/transfer.ts'
import { columns } from '../store/columns.ts'
import type { Tables } from '../tables.ts'
import { leftKeys, leftNames, readBooked } from './booked.ts'
import type { TransferRetryRow, TransferRow } from './tables.ts'
import { type Cause, isByTransfer, trackingKeyOf } from './transfer-causes.ts'

/** The causes that one kind of transfer has, each with the id of its transfer. */
export type FoundCauses = [transferId: string, cause: Cause][]

/** Reads the causes of transfers of one kind, none of which is a retry. */
export type CauseReader = (db: Kysely<Tables>, transfers: TransferRow[]) => Promise<FoundCauses>

/** Each kind of first sending, as the room of its cause reads it. */
type CauseReaders = Readonly<Record<'payout' | 'return' | 'reversal' | 'refund', CauseReader>>

/** The causes of transfers, by the transfers' ids, in a few reads for all of them. One without a cause is not in the answer. */
export type ReadCauses = (db: Kysely<Tables>, transfers: TransferRow[]) => Promise<Map<string, Cause>>

export function causesReader(readers: CauseReaders): ReadCauses {
  const kinds = Object.entries(readers) as [keyof CauseReaders, CauseReader][]
  return async function readCauses(db, transfers) {
    const first = transfers.filter((transfer) => transfer.replaces === null)
    if (first.length < transfers.length) return readRetried(readCauses, db, transfers)
    const of = Map.groupBy(first, kindOf)
    return new Map((await Promise.all(kinds.map(([kind, read]) => read(db, of.get(kind) ?? [])))).flat())
  }
}

/** A refund without a row of its own is that of a reversed operation. */
function kindOf({ kind, refund_id }: TransferRow): keyof CauseReaders {
  return kind === 'refund' && refund_id === null ? 'reversal' : kind
}

/**
 * The causes of transfers some of which are retries. The record of a retry says where the money goes now; everything else comes from the cause
 * of the transfer that it replaces, which must have failed and must name this retry as its replacement.
 */
async function readRetried(
  readCauses: ReadCauses,
  db: Kysely<Tables>,
  transfers: TransferRow[],
): Promise<Map<string, Cause>> {
  const { all, retries } = await readChains(db, transfers)
  const causes = await readCauses(
    db,
    [...all.values()].filter((transfer) => transfer.replaces === null),
  )
  const left = await readBooked(
    db,
    [...retries.values()].flatMap(({ transfer_id: id, account_id }) => leftKeys({ id, account_id })),
  )
  for (const id of retries.keys()) {
    // Oldest first, because each takes its cause from its predecessor. Retries that replace each other in a circle get no
    // cause.
    const chain: TransferRetryRow[] = []
    for (let retry = retries.get(id); retry && !causes.has(retry.transfer_id) && !chain.includes(retry); ) {
      chain.unshift(retry)
      retry = retries.get(retry.replaces)
    }
    for (const retry of chain) {
      const [transfer, failed, cause] = [
        all.get(retry.transfer_id),
        all.get(retry.replaces),
        causes.get(retry.replaces),
      ]
      if (!transfer || !failed || !cause || failed.kind !== transfer.kind || transfer.replaces !== failed.id) break
      const { account_id: owner } = retry
      if (failed.account_id !== owner || cause.account_id !== owner) break
      causes.set(transfer.id, {
        ...cause,
        // Cash that its till did not give back goes to an account, through whichever bank sends at that time.
        ...(isByTransfer(cause.rail) || retry.destination === cause.destination
          ? {}
          : { rail: PAYOUT_RAIL, network: null, till: null }),
        ...(retry.destination !== cause.destination && { deposit: null }),
        destination: retry.destination,
        tracking_key: trackingKeyOf(transfer.id),
        isFinished: transfer.replaced_by !== null || leftNames(transfer.id).some(left.has),
        isRepeated: false,
        isUntimely: !hasFailed(failed.state) || failed.replaced_by !== transfer.id,
      })
    }
  }
  return causes
}

/** The transfers, the records of their retries, and all replaced transfers, by id: of any account, so that one of another account is named. */
async function readChains(db: Kysely<Tables>, transfers: TransferRow[]) {
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
