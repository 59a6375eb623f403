// Gives charges back at Openpay: wholly, in parts, and those that may have happened. Openpay is looked at before and after each call.
import { formatAmount } from '../../core/money.ts'
import type {
  AdviseOutcome,
  AdviseRequest,
  RefundOutcome,
  RefundRequest,
  ReverseOutcome,
  ReverseRequest,
} from '../acquirer.ts'
import { askAgain, claimAsked, isSettled, readAsked, stopAsking } from './asked.ts'
import { chargeName, FAILED, findCharges, UNKNOWN } from './charges.ts'
import { isDone } from './client.ts'
import { faultOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import { isUndone, type Refund, sameAgain, type Transaction, transactionById, transactionIn } from './transactions.ts'

/** Openpay lacks the merchant's money now: it may have it later. */
const NO_FUNDS = ['4001', '4002']

/** What became of an undoing; `refused` with Openpay's words. */
type Undone = { kind: 'undone' } | { kind: 'refused'; reason: string; isForNow: boolean } | { kind: 'unknown' }

export async function reverse(
  needs: OpenpayNeeds,
  request: ReverseRequest,
  signal: AbortSignal,
): Promise<ReverseOutcome> {
  const found = await transactionById(needs.client, '/charges', request.networkReference, signal)
  if (found.kind === 'unclear') return FAILED
  if (found.kind === 'none' || !isOf(found.found, request)) return { kind: 'refused' }
  const undone = await undo(needs, found.found, signal)
  return undone.kind === 'undone' ? { kind: 'reversed' } : undone.kind === 'refused' ? { kind: 'refused' } : FAILED
}

function isOf(made: Transaction, { operationId, amountCentavos }: ReverseRequest): boolean {
  return made.method === 'card' && made.orderId === operationId && made.amountCentavos === amountCentavos
}

async function undo({ client }: OpenpayNeeds, made: Transaction, signal: AbortSignal): Promise<Undone> {
  if (isUndone(made) || made.status === 'failed') return { kind: 'undone' }
  const path = `/charges/${made.id}`
  // A payer who has not acted yet has paid nothing.
  const answer =
    made.status === 'charge_pending'
      ? await client.post(`${path}/cancel`, {}, signal)
      : await client.post(`${path}/refund`, { description: `Cancelacion ${made.orderId}` }, signal)
  const after = await sameAgain(client, made, signal)
  if (after.kind === 'found' && (isUndone(after.found) || after.found.status === 'failed')) return { kind: 'undone' }
  if (isDone(answer) || after.kind !== 'found') return { kind: 'unknown' }
  const fault = faultOf(answer)
  if (fault.kind !== 'refused') return { kind: 'unknown' }
  return { kind: 'refused', reason: fault.reason, isForNow: NO_FUNDS.includes(fault.number) }
}

/** Our id of a refund in its description, by which a repeat finds it. */
const OUR_ID = /\bref_\w+/

/** `made`: under our id. `perhaps`: one of this amount under nobody's id, or one of another amount under ours. */
function refundIn(charge: Transaction, { refundId, refundCentavos }: RefundRequest): 'made' | 'perhaps' | 'none' {
  const ours = charge.refunds.filter(({ description }) => OUR_ID.exec(description)?.[0] === refundId)
  if (ours.some(({ amountCentavos }) => amountCentavos === refundCentavos)) return 'made'
  return ours.length > 0 || nobodys(charge, refundCentavos).length > 0 ? 'perhaps' : 'none'
}

/** Refunds of an amount that Openpay shows under nobody's id. */
function nobodys({ refunds }: Transaction, centavos: number): Refund[] {
  return refunds.filter(({ description, amountCentavos }) => amountCentavos === centavos && !OUR_ID.test(description))
}

/**
 * Whether a charge shows this refund after the call for it: under our id, or where Openpay has changed the description, as the only refund that
 * was not there before.
 */
function isRefundedSince(before: Transaction, after: Transaction, request: RefundRequest): boolean {
  if (refundIn(after, request) === 'made') return true
  const { refundCentavos } = request
  const isOneMore = after.refunds.length === before.refunds.length + 1
  return isOneMore && nobodys(after, refundCentavos).length === nobodys(before, refundCentavos).length + 1
}

export async function refund(needs: OpenpayNeeds, request: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
  const { client } = needs
  const { networkReference, refundId, refundCentavos } = request
  const name = `refund.${refundId}`
  const before = await readAsked(needs, name)
  const found = await transactionById(client, '/charges', networkReference, signal)
  if (found.kind === 'unclear') return FAILED
  if (found.kind === 'none' || !isOf(found.found, request))
    return { kind: 'refused', reason: 'Openpay has no such charge' }
  const seen = refundIn(found.found, request)
  if (seen === 'made') return { kind: 'refunded' }
  if (before === undefined) {
    if ((await claimAsked(needs, name)).kind !== 'first') return UNKNOWN
  } else {
    // An earlier try may be on its way, or be there under a description that Openpay has changed.
    if (!isSettled(before) || seen === 'perhaps') return UNKNOWN
    await askAgain(needs, name)
  }
  const body = { description: refundId, amount: Number(formatAmount(refundCentavos)) }
  const answer = await client.post(`/charges/${networkReference}/refund`, body, signal)
  const charge = isDone(answer) ? transactionIn(answer.body) : undefined
  const isOurs = charge?.id === networkReference && isOf(charge, request)
  if (charge !== undefined && isOurs && isRefundedSince(found.found, charge, request)) return { kind: 'refunded' }
  const after = await sameAgain(client, found.found, signal)
  if (after.kind === 'found' && refundIn(after.found, request) === 'made') return { kind: 'refunded' }
  if (isDone(answer)) return FAILED
  const fault = faultOf(answer)
  return fault.kind === 'refused' && after.kind === 'found' ? { kind: 'refused', reason: fault.reason } : FAILED
}

/** Undoes every charge under our id, and lets none be made any more. */
export async function advise(needs: OpenpayNeeds, request: AdviseRequest, signal: AbortSignal): Promise<AdviseOutcome> {
  // Stopped first: a charge that was sent before is then either there, or on its way.
  const asked = await stopAsking(needs, chargeName(request.operationId))
  const found = await findCharges(needs, request.operationId, signal)
  if (found.kind === 'unclear') return FAILED
  if (found.kind === 'none') return isSettled(asked) ? { kind: 'acknowledged' } : UNKNOWN
  for (const made of found.found) {
    const undone = await undo(needs, made, signal)
    if (undone.kind === 'unknown') return FAILED
    // The money may come: a charge that was given up is undone in the end.
    if (undone.kind === 'refused') return undone.isForNow ? UNKNOWN : { kind: 'refused', reason: undone.reason }
  }
  return { kind: 'acknowledged' }
}
