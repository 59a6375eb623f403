// Refunds charges at Openpay, wholly or in parts. Openpay is looked at before and after each call, and each of its refunds is counted as one of ours.
import { formatAmount } from '../../core/money.ts'
import type { RefundOutcome, RefundRequest } from '../acquirer.ts'
import { askAgain, claimAsked, isSettled, readAsked } from './asked.ts'
import { FAILED, UNKNOWN } from './charges.ts'
import { isDone } from './client.ts'
import { faultOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import { type Refund, sameAgain, type Transaction, transactionById, transactionIn } from './transactions.ts'
import { isOf, undoingOf } from './undo.ts'

/** Our id of a refund in its description, by which a repeat finds it. */
const OUR_ID = /\bref_\w+/
const KEPT_DAYS = 400
/** A store of texts takes no longer one. */
const MAX_KEPT = 4_000
const BETWEEN = ' '

/** The name under which Openpay's ids of the refunds are kept that were there before ours was asked for: none of them is ours. */
function beforeName(refundId: string): string {
  return `refund-before.${refundId}`
}

/** The name under which it is kept which refund of ours one of Openpay's is. */
function ownerName(id: string): string {
  return `refund-of.${id}`
}

/** Whether a refund with this description was asked for here: a refund of ours, or the undoing of the whole charge. */
export function isOurs(description: string, operationId: string): boolean {
  return OUR_ID.test(description) || description === undoingOf(operationId)
}

/** Refunds of the amount that Openpay shows under nobody's id: made by others, or ours under a description that Openpay has changed. */
function nobodys({ refunds }: Transaction, { refundCentavos }: RefundRequest): Refund[] {
  return refunds.filter(
    ({ description, amountCentavos }) => amountCentavos === refundCentavos && !OUR_ID.test(description),
  )
}

/**
 * Whether a charge shows this refund. `made`: under our id; or under nobody's, as one that was not there before ours was asked for, and that is no other
 * refund of ours. `perhaps`: it cannot be told.
 */
async function refundIn(
  { state }: OpenpayNeeds,
  charge: Transaction,
  request: RefundRequest,
): Promise<'made' | 'perhaps' | 'none'> {
  const { refundId, refundCentavos } = request
  const ours = charge.refunds.filter(({ description }) => OUR_ID.exec(description)?.[0] === refundId)
  if (ours.some(({ amountCentavos }) => amountCentavos === refundCentavos)) return 'made'
  if (ours.length > 0) return 'perhaps'
  const candidates = nobodys(charge, request)
  if (candidates.length === 0) return 'none'
  const before = (await state.read(beforeName(refundId)))?.split(BETWEEN)
  if (before === undefined || candidates.some(({ id }) => id === '')) return 'perhaps'
  for (const { id } of candidates.filter((one) => !before.includes(one.id))) {
    // Two refunds of one amount may take each other's: there are as many of Openpay's as of ours.
    if ((await state.keepFirst(ownerName(id), refundId, KEPT_DAYS)) === refundId) return 'made'
  }
  return 'none'
}

/** On disk before ours is first asked for. Of too many, nothing is kept: then a person must look. */
async function keepBefore({ state }: OpenpayNeeds, charge: Transaction, request: RefundRequest): Promise<void> {
  const ids = nobodys(charge, request).map(({ id }) => id)
  const text = ids.length === 0 ? '-' : ids.join(BETWEEN)
  if (ids.includes('') || text.length > MAX_KEPT) return
  await state.keepFirst(beforeName(request.refundId), text, KEPT_DAYS)
}

/** Whether the answer to the call shows one refund more than before it, of this amount: where Openpay gives refunds no ids. */
function isOneMore(before: Transaction, after: Transaction, request: RefundRequest): boolean {
  return (
    after.refunds.length === before.refunds.length + 1 &&
    nobodys(after, request).length === nobodys(before, request).length + 1
  )
}

export async function refund(needs: OpenpayNeeds, request: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
  const { client } = needs
  const { networkReference, refundId, refundCentavos } = request
  const name = `refund.${refundId}`
  const asked = await readAsked(needs, name)
  const found = await transactionById(client, '/charges', networkReference, signal)
  if (found.kind === 'unclear') return FAILED
  if (found.kind === 'none' || !isOf(found.found, request))
    return { kind: 'refused', reason: 'Openpay has no such charge' }
  if (asked === undefined) await keepBefore(needs, found.found, request)
  const seen = await refundIn(needs, found.found, request)
  if (seen === 'made') return { kind: 'refunded' }
  if (asked === undefined) {
    if ((await claimAsked(needs, name)).kind !== 'first') return UNKNOWN
  } else {
    // An earlier try may be on its way, or be there without a sign that it is ours.
    if (!isSettled(asked) || seen === 'perhaps') return UNKNOWN
    await askAgain(needs, name)
  }
  const body = { description: refundId, amount: Number(formatAmount(refundCentavos)) }
  const answer = await client.post(`/charges/${networkReference}/refund`, body, signal)
  const charge = isDone(answer) ? transactionIn(answer.body) : undefined
  if (charge?.id === networkReference && isOf(charge, request)) {
    const shown = await refundIn(needs, charge, request)
    if (shown === 'made' || (shown === 'perhaps' && isOneMore(found.found, charge, request)))
      return { kind: 'refunded' }
  }
  const after = await sameAgain(client, found.found, signal)
  if (after.kind === 'found' && (await refundIn(needs, after.found, request)) === 'made') return { kind: 'refunded' }
  if (isDone(answer)) return FAILED
  const fault = faultOf(answer)
  return fault.kind === 'refused' && after.kind === 'found' ? { kind: 'refused', reason: fault.reason } : FAILED
}
