// Gives charges back at Openpay: wholly, and those that may have happened. Openpay is looked at before and after each call.
import type { AdviseOutcome, AdviseRequest, ReverseOutcome, ReverseRequest } from '../acquirer.ts'
import { isSettled, stopAsking } from './asked.ts'
import { chargeName, FAILED, findCharges, UNKNOWN } from './charges.ts'
import { isDone } from './client.ts'
import { faultOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import { isUndone, sameAgain, type Transaction, transactionById } from './transactions.ts'

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

/** Whether a transaction is the charge of the operation. */
export function isOf(
  made: Transaction,
  { operationId, amountCentavos }: Pick<ReverseRequest, 'operationId' | 'amountCentavos'>,
): boolean {
  return made.method === 'card' && made.orderId === operationId && made.amountCentavos === amountCentavos
}

/** The description of the refund that undoes a charge. */
export function undoingOf(operationId: string): string {
  return `Cancelacion ${operationId}`
}

async function undo({ client }: OpenpayNeeds, made: Transaction, signal: AbortSignal): Promise<Undone> {
  if (isUndone(made) || made.status === 'failed') return { kind: 'undone' }
  const path = `/charges/${made.id}`
  // A payer who has not acted yet has paid nothing.
  const answer =
    made.status === 'charge_pending'
      ? await client.post(`${path}/cancel`, {}, signal)
      : await client.post(`${path}/refund`, { description: undoingOf(made.orderId) }, signal)
  const after = await sameAgain(client, made, signal)
  if (after.kind === 'found' && (isUndone(after.found) || after.found.status === 'failed')) return { kind: 'undone' }
  if (isDone(answer) || after.kind !== 'found') return { kind: 'unknown' }
  const fault = faultOf(answer)
  if (fault.kind !== 'refused') return { kind: 'unknown' }
  return { kind: 'refused', reason: fault.reason, isForNow: NO_FUNDS.includes(fault.number) }
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
