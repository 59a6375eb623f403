// An operator's commands for a withheld transfer: release it when it agrees with its cause again, or give it up.
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import { mexicoCityDay } from '../core/time.ts'
import { otherEvent } from '../events/append.ts'
import { Failure } from '../failures.ts'
import { booksOf } from '../ledger/owner.ts'
import { entryWrites } from '../ledger/postings.ts'
import { across, acrossDb } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import { moved } from '../store/moves.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { Unmet, update, type Write } from '../store/write.ts'
import { writtenOffLines } from './entries.ts'
import { movesOfTransfers } from './moves.ts'
import type { MoveNeeds, TransferNeeds } from './needs.ts'
import { presentTransfer } from './present.ts'
import type { TransferRow } from './tables.ts'
import { type Cause, faultOf, owedBy, type TransferFault } from './transfer-causes.ts'

type ReadNeeds = Pick<TransferNeeds, 'store' | 'readCauses'>

/**
 * Releases a withheld transfer to the worker, which compares it with its cause again. Returns the difference if there is
 * one; then the transfer stays withheld. Throws `Unmet` when no withheld transfer has the id.
 */
export async function releaseWithheld(
  { store, clock, readCauses }: StoreAndClock & ReadNeeds,
  id: string,
  by: Actor,
): Promise<TransferFault | undefined> {
  const { row, cause } = await readWithheld({ store, readCauses }, id)
  const fault = faultOf(row, cause)
  if (fault !== undefined) return fault
  const at = clock.now()
  const state = moved(movesOfTransfers, 'withheld', 'pending')
  const set = { state, state_at: at, due_at: at, leased_until: 0, withheld_because: '', attempts: row.attempts + 1 }
  const before = { state: 'withheld', withheld_because: row.withheld_because }
  await store.commit([
    update('transfers', set, { id, account_id: row.account_id, state: 'withheld', attempts: row.attempts }),
    trailWrite(clock, by, {
      accountId: row.account_id || null,
      action: 'transfer.released',
      subject: id,
      before,
      after: { state },
    }),
  ])
  return undefined
}

/** The difference between a withheld transfer and its cause, if there is one. Throws `Unmet` when no withheld transfer has the id. */
export async function faultOfWithheld(needs: ReadNeeds, id: string): Promise<TransferFault | undefined> {
  const { row, cause } = await readWithheld(needs, id)
  return faultOf(row, cause)
}

/**
 * Gives a withheld transfer up: it is never sent. The amount that its cause still owes is written off. A payout is not
 * written off: it fails, and the merchant is owed its money again. A refund stays owed to the payer until the merchant
 * cancels it. Returns the amount written off, in centavos. Throws `Unmet` when no withheld transfer has the id, and
 * `transfer-asked` when the bank may have sent it.
 */
export async function closeWithheld(
  needs: MoveNeeds & StoreAndClock & ReadNeeds,
  id: string,
  because: string,
  by: Actor,
): Promise<number> {
  const { store, clock } = needs
  const { row, cause } = await readWithheld(needs, id)
  if (row.asked_at !== null || row.accepted_at !== null) throw new Failure('transfer-asked')
  const owedCentavos = (await isAnotherWithheld(store, row)) ? 0 : owedBy(row, cause)
  const state = moved(movesOfTransfers, 'withheld', 'closed')
  const set = { state, state_at: clock.now(), attempts: row.attempts + 1, due_at: null }
  const before = { state: 'withheld', withheld_because: row.withheld_because }
  await store.commit([
    update('transfers', set, {
      id,
      account_id: row.account_id,
      state: 'withheld',
      attempts: row.attempts,
      asked_at: null,
    }),
    ...(cause === undefined || owedCentavos === 0 ? [] : writeOff(needs, { ...row, ...set }, cause)),
    trailWrite(clock, by, {
      accountId: row.account_id || null,
      action: 'transfer.closed',
      subject: id,
      before,
      after: { state, because, written_off_centavos: owedCentavos },
    }),
  ])
  return owedCentavos
}

/** The transfer, and its cause as the worker would read it if the transfer were sent now. */
async function readWithheld(
  { store: { db }, readCauses }: ReadNeeds,
  id: string,
): Promise<{ row: TransferRow; cause: Cause | undefined }> {
  const row = await db
    .selectFrom('transfers')
    .select(columns.transfers)
    .where('id', '=', id)
    .where('state', '=', 'withheld')
    .modifyEnd(across('operator'))
    .executeTakeFirst()
  if (row === undefined) throw new Unmet(`no withheld transfer ${id}`)
  const causes = await readCauses(acrossDb(db, 'operator'), [{ ...row, state: 'pending' }])
  return { row, cause: causes.get(id) }
}

/**
 * Whether another withheld transfer claims to refund the same operation. It is unknown which of them is right, so only the last one that
 * is closed writes the amount off.
 */
async function isAnotherWithheld({ db }: Store, { id, account_id, kind, operation_id }: TransferRow): Promise<boolean> {
  if (kind !== 'refund' || operation_id === null) return false
  const other = await db
    .selectFrom('transfers')
    .select('id')
    .where('account_id', '=', account_id)
    .where('operation_id', '=', operation_id)
    .where('kind', '=', 'refund')
    .where('refund_id', 'is', null)
    .where('state', '=', 'withheld')
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

function writeOff({ clock, refundWrite }: MoveNeeds & StoreAndClock, row: TransferRow, cause: Cause): Write[] {
  const at = row.state_at
  const { account_id, operation_id } = cause
  const entry = {
    name: `${row.id}:written-off` as const,
    accountId: booksOf(account_id),
    day: mexicoCityDay(at),
    at,
    lines: writtenOffLines(cause.bookedCentavos),
  }
  return [
    ...entryWrites(entry),
    ...(row.kind === 'refund' && operation_id !== null
      ? [refundWrite({ accountId: account_id, operationId: operation_id }, 'rejected')]
      : []),
    ...(account_id === NO_ACCOUNT
      ? []
      : otherEvent(clock, 'refund.failed', account_id, presentTransfer(row), { operationId: row.operation_id })),
  ]
}
