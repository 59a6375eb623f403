// Openpay as the store network: one Paynet reference for all of its chains, of which the payer chooses one at the till.
import { formatAmount } from '../../core/money.ts'
import type { Unknown } from '../bounded.ts'
import type {
  CancelReferenceOutcome,
  CancelReferenceRequest,
  CashNetwork,
  IssueReferenceOutcome,
  IssueReferenceRequest,
} from '../cash-network.ts'
import { claimAsked, isSettled, readAsked } from './asked.ts'
import { customerOf } from './charges.ts'
import { isDone } from './client.ts'
import { faultOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import {
  type Found,
  sameAgain,
  type Transaction,
  transactionById,
  transactionIn,
  transactionsByOrder,
} from './transactions.ts'

const FAILED: Unknown = { kind: 'unknown', failed: true }
const UNKNOWN: Unknown = { kind: 'unknown' }
const KEPT_DAYS = 400

/** `chains`: short names. */
export function openpayCashNetwork(name: string, needs: OpenpayNeeds & { chains: readonly string[] }): CashNetwork {
  return {
    name,
    issue: (request, signal) => issue(needs, request, signal),
    cancel: (request, signal) => cancel(needs, request, signal),
  }
}

/** The name under which it is kept that a reference was asked for. */
function askedName(operationId: string): string {
  return `store.${operationId}`
}

function idName(operationId: string): string {
  return `store-id.${operationId}`
}

async function issue(
  needs: OpenpayNeeds & { chains: readonly string[] },
  request: IssueReferenceRequest,
  signal: AbortSignal,
): Promise<IssueReferenceOutcome> {
  const { operationId, chain, amountCentavos, expiresAt } = request
  if (!needs.chains.includes(chain))
    return { kind: 'refused', reason: `Openpay serves ${needs.chains.join(', ')}; another chain is not among them` }
  if (signal.aborted) return FAILED
  const asked = await claimAsked(needs, askedName(operationId))
  if (asked.kind !== 'first') {
    const found = await find(needs, operationId, signal)
    if (found.kind === 'found') return issued(needs, found.found, amountCentavos)
    if (found.kind === 'unclear' || !isSettled(asked)) return FAILED
  }
  const body = {
    method: 'store',
    amount: Number(formatAmount(amountCentavos)),
    description: 'Pago en tienda',
    order_id: operationId,
    due_date: localTime(expiresAt),
    customer: customerOf(needs.payerEmail, { name: '' }),
  }
  const answer = await needs.client.post('/charges', body, signal)
  if (isDone(answer)) {
    const made = transactionIn(answer.body)
    return made?.orderId === operationId ? issued(needs, made, amountCentavos) : FAILED
  }
  const fault = faultOf(answer)
  if (fault.kind === 'refused') return { kind: 'refused', reason: fault.reason }
  if (fault.kind !== 'exists') return FAILED
  const found = await find(needs, operationId, signal)
  return found.kind === 'found' ? issued(needs, found.found, amountCentavos) : FAILED
}

/** Openpay takes a time without an offset for that of central Mexico. */
function localTime(instant: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}

async function issued(
  { state }: OpenpayNeeds,
  { id, orderId, method, reference, ...made }: Transaction,
  amountCentavos: number,
): Promise<IssueReferenceOutcome> {
  // The till takes what the reference is of, whatever the slip says.
  if (method !== 'store' || made.amountCentavos !== amountCentavos) return FAILED
  if (reference === '' || reference.length > 64) return FAILED
  await state.keepFirst(idName(orderId), id, KEPT_DAYS)
  // The till takes the reference alone: Paynet has no other number, and no account.
  const numbers = { reference, paymentId: reference, shortId: reference, bankAccountNumber: reference }
  return { kind: 'issued', ...numbers, bankName: 'Paynet' }
}

async function find(
  { client, state }: OpenpayNeeds,
  operationId: string,
  signal: AbortSignal,
): Promise<Found<Transaction>> {
  const id = await state.read(idName(operationId))
  if (id !== undefined) return transactionById(client, '/charges', id, signal, operationId)
  const found = await transactionsByOrder(client, '/charges', operationId, signal)
  if (found.kind !== 'found') return found
  const store = found.found.find(({ method }) => method === 'store')
  return store === undefined ? { kind: 'unclear' } : { kind: 'found', found: store }
}

/** Openpay promises no cancelling of a reference: when it refuses, the reference ends with its last day, and until then it may be paid. */
async function cancel(
  needs: OpenpayNeeds,
  { operationId }: CancelReferenceRequest,
  signal: AbortSignal,
): Promise<CancelReferenceOutcome> {
  const asked = await readAsked(needs, askedName(operationId))
  const before = await find(needs, operationId, signal)
  if (before.kind === 'unclear') return FAILED
  if (before.kind === 'none') return isSettled(asked) ? { kind: 'cancelled' } : UNKNOWN
  const ended = endOf(before.found)
  if (ended !== undefined) return ended
  const answer = await needs.client.post(`/charges/${before.found.id}/cancel`, {}, signal)
  const after = await sameAgain(needs.client, before.found, signal)
  if (after.kind !== 'found') return FAILED
  return endOf(after.found) ?? (isDone(answer) || faultOf(answer).kind === 'unclear' ? FAILED : UNKNOWN)
}

function endOf({ status }: Transaction): CancelReferenceOutcome | undefined {
  if (status === 'completed') return { kind: 'paid' }
  return status === 'cancelled' || status === 'failed' ? { kind: 'cancelled' } : undefined
}
