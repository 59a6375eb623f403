// Sends the money of a failed return or refund again, once, to the same account or to another. The retry has its own tracking key,
// because a bank may refuse the first key, or not tell the two transfers apart.
import { singleControlWrites } from '../accounts/single-control.ts'
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import { beneficiaryOf, beneficiaryProblem } from '../core/banks/beneficiary.ts'
import { clabeProblem } from '../core/banks/clabe.ts'
import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { PAYOUT_RAIL, railOf } from '../core/rail.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import { hasFailed } from '../core/transfer.ts'
import { Failure, refuseInvalid } from '../failures.ts'
import { decide } from '../store/decide.ts'
import type { StoreAndClock } from '../store/store.ts'
import { Duplicate, insert, Unmet, update, type Write } from '../store/write.ts'
import type { MoveNeeds } from './needs.ts'
import { newTransfer, transferWrites } from './new-transfer.ts'
import { findTransfer } from './search.ts'
import type { TransferRow } from './tables.ts'

export interface RetryNeeds extends Pick<MoveNeeds, 'refundWrite'>, StoreAndClock {
  /** The bank that sends money that a till did not give back. */
  speiBank: string
}

interface Retry {
  /** `NO_ACCOUNT`: a transfer that belongs to no account, which the operator retries. */
  accountId: string
  transferId: string
  /** Undefined: where the failed transfer went. */
  clabe: string | undefined
  beneficiary: string | undefined
  /**
   * The person at the console who sends it to another account alone; undefined: no person is counted, or another person
   * approves it.
   */
  alone?: Actor | undefined
  /** The operator, who leaves a record in the trail. */
  by?: Actor
}

/**
 * Creates the transfer that replaces a failed one, with the `extra` writes in its batch. A repeated call for the same account and holder answers the
 * retry that exists. Throws `resource-unknown`, `transfer-of-payout`, `transfer-not-failed`, `transfer-replaced` (the retry goes to another
 * account or holder), `refund-cancelled`, `transfers-not-offered`, or `parameters-invalid` for an invalid CLABE or beneficiary, or for cash without a beneficiary.
 */
export async function retryTransfer(
  needs: RetryNeeds,
  wanted: Retry,
  extra: (made: TransferRow) => Write[],
): Promise<TransferRow> {
  return decide(() => tryRetry(needs, wanted, extra), { row: `transfer ${wanted.transferId}` })
}

async function tryRetry(needs: RetryNeeds, wanted: Retry, extra: (made: TransferRow) => Write[]): Promise<TransferRow> {
  const { store } = needs
  const isFirst = await write(needs, wanted, extra)
  if (isFirst !== undefined) return isFirst
  const failed = await findTransfer(store, wanted)
  if (failed.replaced_by === null) throw new Unmet('what goes with it is another by now')
  refuseCancelled(failed)
  const made = await findTransfer(store, { accountId: wanted.accountId, transferId: failed.replaced_by })
  const isElsewhere = made.destination !== (wanted.clabe ?? failed.destination)
  const isForAnother = wanted.beneficiary !== undefined && beneficiaryOf(wanted.beneficiary) !== made.beneficiary
  if (isElsewhere || isForAnother) throw new Failure('transfer-replaced')
  const writes = extra(made)
  if (writes.length > 0) await store.commit(writes)
  return made
}

/** Undefined when another transfer replaces it already. */
async function write(
  needs: RetryNeeds,
  wanted: Retry,
  extra: (made: TransferRow) => Write[],
): Promise<TransferRow | undefined> {
  const { store, clock, refundWrite } = needs
  const failed = await findTransfer(store, wanted)
  checkState(failed)
  checkDestination(failed, wanted)
  if (failed.replaced_by !== null) return undefined
  const { account_id, operation_id, kind, amount_centavos, concept, refund_id } = failed
  const isElsewhere = wanted.clabe !== undefined && wanted.clabe !== failed.destination
  const counted = await singleControlWrites(needs, {
    accountId: wanted.accountId,
    alone: isElsewhere ? wanted.alone : undefined,
    amountCentavos: amount_centavos,
  })
  const way = leavesTill(failed, wanted) ? { rail: PAYOUT_RAIL, network: needs.speiBank } : failed
  if (way.rail === PAYOUT_RAIL && needs.speiBank === NO_NETWORK) throw new Failure('transfers-not-offered')
  const made: TransferRow = {
    ...newTransfer(clock, {
      account_id,
      operation_id,
      kind,
      rail: way.rail,
      network: way.network,
      amount_centavos,
      concept,
      destination: wanted.clabe ?? failed.destination,
      beneficiary: wanted.beneficiary ?? failed.beneficiary,
      ...(refund_id !== null && { refund_id }),
    }),
    replaces: failed.id,
  }
  const retry = {
    transfer_id: made.id,
    replaces: failed.id,
    account_id,
    destination: made.destination,
    beneficiary: made.beneficiary,
    created_at: made.created_at,
  }
  try {
    await store.commit([
      update(
        'transfers',
        { replaced_by: made.id },
        { id: failed.id, account_id, state: failed.state, replaced_by: null },
      ),
      insert('transfer_retries', retry),
      ...transferWrites(made),
      ...(kind === 'refund' && refund_id === null && operation_id !== null
        ? [refundWrite({ accountId: made.account_id, operationId: operation_id }, 'pending')]
        : []),
      ...(wanted.by === undefined ? [] : [retryTrail(clock, wanted.by, failed, made)]),
      ...counted,
      ...extra(made),
    ])
    return made
  } catch (error) {
    // Another writer was first.
    if (error instanceof Unmet || (error instanceof Duplicate && error.of('transfer_retries'))) return undefined
    throw error
  }
}

function retryTrail(clock: Clock, by: Actor, failed: TransferRow, made: TransferRow): Write {
  const { state, destination } = failed
  return trailWrite(clock, by, {
    accountId: failed.account_id,
    action: 'transfer.retried',
    subject: failed.id,
    before: { state, destination },
    after: { replaced_by: made.id, destination: made.destination },
  })
}

/** Whether the money, which a till was to give back, goes to an account instead. */
function leavesTill({ rail }: TransferRow, { clabe }: Pick<Retry, 'clabe'>): boolean {
  return clabe !== undefined && railOf(rail).paidFrom !== 'account'
}

/** Fails, as `retryTransfer` does, for a retry that can be seen to be impossible already. */
export function checkRetry(failed: TransferRow, to: Pick<Retry, 'clabe' | 'beneficiary'>): void {
  checkState(failed)
  checkDestination(failed, to)
  refuseCancelled(failed)
  if (failed.replaced_by !== null) throw new Failure('transfer-replaced')
}

/** A cancelled refund has taken the money back. */
function refuseCancelled({ replaced_by, refund_id }: TransferRow): void {
  if (replaced_by !== null && replaced_by === refund_id) throw new Failure('refund-cancelled')
}

function checkState({ kind, state }: TransferRow): void {
  if (kind === 'payout') throw new Failure('transfer-of-payout')
  if (!hasFailed(state)) throw new Failure('transfer-not-failed')
}

function checkDestination(failed: TransferRow, wanted: Pick<Retry, 'clabe' | 'beneficiary'>): void {
  const { clabe, beneficiary } = wanted
  const fields: FieldProblems = {}
  // The account that the network reported, whatever its bank, may be tried again.
  const wrongClabe = clabe === undefined || clabe === failed.destination ? undefined : clabeProblem(clabe)
  if (wrongClabe !== undefined) fields.clabe = [wrongClabe]
  // A till has no beneficiary's name.
  const isMissing = leavesTill(failed, wanted) && !beneficiary
  const problem: Bilingual | undefined = isMissing
    ? ['beneficiary es obligatorio', 'beneficiary is required']
    : beneficiaryProblem(beneficiary ?? '')
  if (problem) fields.beneficiary = [problem]
  refuseInvalid(fields)
}
