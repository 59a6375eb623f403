// Openpay as the SPEI bank: a customer of Openpay with a CLABE for each owner, and payouts, which Openpay sends in batches.
import { bankNameOf, isValidClabe } from '../../core/banks/clabe.ts'
import { formatAmount } from '../../core/money.ts'
import { firstCharacters } from '../../core/text.ts'
import type { Unknown } from '../bounded.ts'
import { textOf } from '../exact-json.ts'
import type {
  FindTransferRequest,
  IssueAccountOutcome,
  SpeiBank,
  TransferOutcome,
  TransferRequest,
  TransferStateOutcome,
} from '../spei-bank.ts'
import { askAgain, claimAsked, isOfAmount, isSettled, readAsked } from './asked.ts'
import { isDone } from './client.ts'
import { faultOf, fieldsOf, wordsOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import {
  type Found,
  isId,
  type Transaction,
  transactionById,
  transactionIn,
  transactionsByOrder,
} from './transactions.ts'

const FAILED: Unknown = { kind: 'unknown', failed: true }
const UNKNOWN: Unknown = { kind: 'unknown' }
const KEPT_DAYS = 400

/** Its bank charges would share one CLABE, in which deposits cannot be distinguished. */
export const NO_CLABE = 'Openpay gives its customers no CLABE: ask for it in the contract'

export function openpaySpeiBank(name: string, needs: OpenpayNeeds): SpeiBank {
  return {
    name,
    keyLife: 'always',
    issueAccount: (request, signal) => issueAccount(needs, request.ownerId, signal),
    // Openpay closes no CLABE: what comes into one that is closed here is ours, pays nothing, and is kept in suspense.
    closeAccount: async () => ({ kind: 'closed' }),
    transfer: (request, signal) => transfer(needs, request, signal),
    findTransfer: (request, signal) => findTransfer(needs, request, signal),
  }
}

/** The name under which the CLABE of one of Openpay's customers is kept: a deposit names the customer. */
export function clabeName(customerId: string): string {
  return `clabe.${customerId}`
}

/** The name under which it is kept that a payout was asked for. */
export function payoutName(trackingKey: string): string {
  return `payout.${trackingKey}`
}

function idName(trackingKey: string): string {
  return `payout-id.${trackingKey}`
}

function settledName(trackingKey: string): string {
  return `payout-settled.${trackingKey}`
}

async function issueAccount(needs: OpenpayNeeds, ownerId: string, signal: AbortSignal): Promise<IssueAccountOutcome> {
  const { client, state } = needs
  const known = await state.read(`account.${ownerId}`)
  if (known !== undefined) return issuedAccount(known)
  if (signal.aborted) return FAILED
  const body = { external_id: ownerId, name: 'Cobro', email: needs.payerEmail, requires_account: true }
  const answer = await client.post('/customers', body, signal)
  if (isDone(answer)) return isOf(answer.body, ownerId) ? keepAccount(needs, ownerId, answer.body) : FAILED
  const fault = faultOf(answer)
  if (fault.kind === 'refused') return { kind: 'refused', reason: fault.reason }
  if (fault.kind !== 'exists') return FAILED
  const listed = await client.get(`/customers?external_id=${encodeURIComponent(ownerId)}&limit=100`, signal)
  const all = isDone(listed) && Array.isArray(listed.body) ? listed.body : []
  const ours = all.find((one) => isOf(one, ownerId))
  return ours === undefined ? FAILED : keepAccount(needs, ownerId, ours)
}

/** Whether a customer is the one that we asked for: the CLABE of another would take the payments of this one. */
function isOf(customer: unknown, ownerId: string): boolean {
  return textOf(fieldsOf(customer).external_id) === ownerId
}

async function keepAccount({ state }: OpenpayNeeds, ownerId: string, customer: unknown): Promise<IssueAccountOutcome> {
  const fields = fieldsOf(customer)
  const [id, clabe] = [textOf(fields.id), textOf(fields.clabe)]
  if (!isId(id)) return FAILED
  if (!isValidClabe(clabe)) return { kind: 'refused', reason: NO_CLABE }
  await state.keepFirst(clabeName(id), clabe)
  return issuedAccount(await state.keepFirst(`account.${ownerId}`, clabe))
}

function issuedAccount(clabe: string): IssueAccountOutcome {
  return { kind: 'issued', clabe, bankName: bankNameOf(clabe) ?? 'STP', paymentId: clabe.slice(-10) }
}

async function transfer(needs: OpenpayNeeds, request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome> {
  const { trackingKey, destination } = request
  if (!isValidClabe(destination)) return { kind: 'rejected', reason: 'the destination is not a CLABE' }
  if (signal.aborted) return FAILED
  const asked = await claimAsked(needs, payoutName(trackingKey), request.amountCentavos)
  if (asked.kind !== 'first') {
    const found = await findPayout(needs, trackingKey, signal)
    if (found.kind === 'found') return takenAs(needs, found.found, request)
    if (found.kind === 'unclear' || !isSettled(asked)) return FAILED
    await askAgain(needs, payoutName(trackingKey), request.amountCentavos)
  }
  const body = {
    method: 'bank_account',
    bank_account: { clabe: destination, holder_name: firstCharacters(request.beneficiary, 80) || 'ND' },
    amount: Number(formatAmount(request.amountCentavos)),
    description: firstCharacters(request.concept, 40) || 'Transferencia',
    order_id: trackingKey,
  }
  const answer = await needs.client.post('/payouts', body, signal)
  if (isDone(answer)) {
    const made = transactionIn(answer.body)
    return made?.orderId === trackingKey ? takenAs(needs, made, request) : FAILED
  }
  const fault = faultOf(answer)
  if (fault.kind !== 'refused' && fault.kind !== 'exists') return FAILED
  const found = await findPayout(needs, trackingKey, signal)
  if (found.kind === 'found') return takenAs(needs, found.found, request)
  return fault.kind === 'refused' && found.kind === 'none' ? { kind: 'rejected', reason: fault.reason } : FAILED
}

/** Openpay has a payout under our key: it counts only when it is of the same amount, and shows no other account. */
async function takenAs(
  needs: OpenpayNeeds,
  made: Transaction,
  { trackingKey, amountCentavos, destination }: TransferRequest,
): Promise<TransferOutcome> {
  if (made.amountCentavos !== amountCentavos || ![destination, ''].includes(made.destination)) return UNKNOWN
  await needs.state.keepFirst(idName(trackingKey), made.id, KEPT_DAYS)
  const outcome = await payoutOutcome(needs, made)
  return outcome.kind === 'returned' || outcome.kind === 'never-seen' ? UNKNOWN : outcome
}

/** What a payout that Openpay shows means. One that failed after it was shown as done came back. */
export async function payoutOutcome({ state }: OpenpayNeeds, made: Transaction): Promise<TransferStateOutcome> {
  switch (made.status) {
    case 'in_progress':
      return { kind: 'accepted', networkReference: made.id }
    case 'completed':
      await state.keepFirst(settledName(made.orderId), made.id, KEPT_DAYS)
      return { kind: 'settled', networkReference: made.id }
    case 'failed':
    case 'cancelled': {
      const reason = wordsOf(made.errorCode, made.errorMessage || `Openpay shows it as ${made.status}`)
      const wasSettled = (await state.read(settledName(made.orderId))) !== undefined
      return { kind: wasSettled ? 'returned' : 'rejected', reason }
    }
    default:
      return UNKNOWN
  }
}

async function findPayout(
  { client, state }: OpenpayNeeds,
  trackingKey: string,
  signal: AbortSignal,
): Promise<Found<Transaction>> {
  const id = await state.read(idName(trackingKey))
  if (id !== undefined) return transactionById(client, '/payouts', id, signal, trackingKey)
  const found = await transactionsByOrder(client, '/payouts', trackingKey, signal)
  if (found.kind !== 'found') return found
  // A try that failed leaves the key to the next one.
  const best = found.found.find(({ status }) => status !== 'failed') ?? found.found[0]
  if (best === undefined) return { kind: 'none' }
  if (best.status !== 'failed') await state.keepFirst(idName(trackingKey), best.id, KEPT_DAYS)
  return { kind: 'found', found: best }
}

async function findTransfer(
  needs: OpenpayNeeds,
  { trackingKey }: FindTransferRequest,
  signal: AbortSignal,
): Promise<TransferStateOutcome> {
  const asked = await readAsked(needs, payoutName(trackingKey))
  const found = await findPayout(needs, trackingKey, signal)
  if (found.kind === 'unclear') return FAILED
  if (found.kind === 'none') return isSettled(asked) ? { kind: 'never-seen' } : UNKNOWN
  const { amountCentavos, destination } = found.found
  if (!isOfAmount(asked, amountCentavos)) return UNKNOWN
  const shown = { amountCentavos, ...(isValidClabe(destination) && { destination }) }
  return { ...(await payoutOutcome(needs, found.found)), ...shown }
}
