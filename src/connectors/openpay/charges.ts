// Card charges at Openpay: makes them, and finds out what became of one.
import { formatAmount } from '../../core/money.ts'
import { firstCharacters } from '../../core/text.ts'
import type {
  AuthoriseAnswer,
  AuthoriseOutcome,
  AuthoriseRequest,
  ChargeIdentity,
  ClearCard,
  InquiryAnswer,
  PayerMustAct,
} from '../acquirer.ts'
import type { Unknown } from '../bounded.ts'
import { type Asked, claimAsked, isSettled, LISTED_AFTER_MS, readAsked } from './asked.ts'
import { isDone, type OpenpayAnswer } from './client.ts'
import { declineCodeOf, FRAUD, faultOf, type OpenpayFault, wordsOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import type { ThreeDSecure } from './settings.ts'
import {
  type Found,
  isUndone,
  type Transaction,
  transactionById,
  transactionIn,
  transactionsByOrder,
} from './transactions.ts'

export const FAILED: Unknown = { kind: 'unknown', failed: true }
export const UNKNOWN: Unknown = { kind: 'unknown' }
/** Of a charge that was given up before it was sent. */
const NOT_MADE = { kind: 'declined', code: '12' } as const
/** Another call for the same charge may be on its way. */
const MAX_TRIES = 20
const BETWEEN_TRIES_MS = 250
const KEPT_DAYS = 400

/** The name under which it is kept that a charge was asked for. */
export function chargeName(operationId: string): string {
  return `charge.${operationId}`
}

/** The name under which Openpay's id of a charge whose payer must act is kept. */
function idName(operationId: string): string {
  return `charge-id.${operationId}`
}

/** The name under which it is kept that a charge only holds its amount: Openpay's `in_progress` is then the approval. */
function heldName(operationId: string): string {
  return `held.${operationId}`
}

/** Openpay does not guard an id after a decline, so the first asking is claimed here. */
export async function authorise(
  needs: OpenpayNeeds,
  request: AuthoriseRequest,
  threeDSecure: ThreeDSecure,
  signal: AbortSignal,
): Promise<AuthoriseAnswer> {
  if (signal.aborted) return FAILED
  if (request.capture === false) await needs.state.keepFirst(heldName(request.operationId), 'held', KEPT_DAYS)
  const asked = await claimAsked(needs, chargeName(request.operationId), request.amountCentavos)
  if (asked.kind === 'stopped') return NOT_MADE
  if (asked.kind === 'before') return inquireAgain(needs, request, signal)
  const isAuthenticated = threeDSecure === 'always' && request.initiator === 'customer'
  const first = await send(needs, request, isAuthenticated, signal)
  // Nothing was sent, so nobody has the charge.
  if (first.kind === 'none' && first.isUnsent) return { kind: 'not-processed', failed: true }
  const fault = isDone(first) ? undefined : faultOf(first)
  const mayAuthenticate = threeDSecure === 'after-refusal' && request.initiator === 'customer'
  const isFraud = fault?.kind === 'refused' && fault.number === FRAUD
  return outcomeOf(
    needs,
    request,
    isFraud && mayAuthenticate ? await send(needs, request, true, signal) : first,
    signal,
  )
}

/** With Openpay's own card where it has one; with the number when that card is gone. */
async function send(needs: OpenpayNeeds, request: AuthoriseRequest, secure: boolean, signal: AbortSignal) {
  const body = bodyOf(needs, request, secure)
  const { networkToken } = request
  const byNumber = { ...body, card: cardFields(request.card) }
  if (networkToken === undefined) return needs.client.post('/charges', byNumber, signal)
  const { securityCode } = request.card
  const byToken = { ...body, source_id: networkToken, ...(securityCode !== undefined && { cvv2: securityCode }) }
  const answer = await needs.client.post('/charges', byToken, signal)
  return isDone(answer) || !isCardGone(faultOf(answer)) ? answer : needs.client.post('/charges', byNumber, signal)
}

function isCardGone(fault: OpenpayFault): boolean {
  return fault.kind === 'absent' || (fault.kind === 'refused' && fault.number === '1003')
}

function bodyOf({ payerEmail }: OpenpayNeeds, request: AuthoriseRequest, secure: boolean) {
  const { details, months } = request
  return {
    method: 'card',
    amount: Number(formatAmount(request.amountCentavos)),
    currency: 'MXN',
    description: firstCharacters(details?.description ?? '', 250) || 'Pago',
    order_id: request.operationId,
    customer: customerOf(payerEmail, details?.payer ?? { name: request.card.holderName }),
    ...(details?.deviceSession !== undefined && { device_session_id: details.deviceSession }),
    ...(months !== undefined && { payment_plan: { payments: months } }),
    ...(request.capture === false && { capture: false }),
    ...(details && Object.keys(details.metadata).length > 0 && { metadata: details.metadata }),
    ...(secure && { use_3d_secure: true, redirect_url: request.returnUrl }),
  }
}

/** The payer as Openpay wants one with each charge. */
export function customerOf(
  payerEmail: string,
  { name, email, phone }: { name: string; email?: string; phone?: string },
): { name: string; email: string; phone_number?: string } {
  return {
    name: firstCharacters(name, 100) || 'Cliente',
    email: email ?? payerEmail,
    ...(phone !== undefined && { phone_number: phone }),
  }
}

export function cardFields({ number, holderName, expiration, securityCode }: ClearCard) {
  return {
    card_number: number,
    holder_name: holderName,
    expiration_year: expiration.slice(0, 2),
    expiration_month: expiration.slice(2),
    ...(securityCode !== undefined && { cvv2: securityCode }),
  }
}

async function outcomeOf(
  needs: OpenpayNeeds,
  request: AuthoriseRequest,
  answer: OpenpayAnswer,
  signal: AbortSignal,
): Promise<AuthoriseAnswer> {
  if (isDone(answer)) {
    const made = transactionIn(answer.body)
    if (made === undefined || made.orderId !== request.operationId) return FAILED
    // When the payer fails, Openpay may list it no more.
    if (made.status === 'charge_pending') await needs.state.keepFirst(idName(made.orderId), made.id, KEPT_DAYS)
    const cardLastFour = request.card.number.slice(-4)
    const outcome = chargeOutcome(made, { ...request, cardLastFour, isHeld: request.capture === false })
    return remembered(needs, request.operationId, outcome)
  }
  const fault = faultOf(answer)
  switch (fault.kind) {
    case 'refused':
      return remembered(needs, request.operationId, { kind: 'declined', code: fault.code, reason: fault.reason })
    case 'invalid-card':
      return remembered(needs, request.operationId, { kind: 'invalid-card', reason: fault.reason })
    case 'exists':
      return inquireAgain(needs, request, signal)
    default:
      return FAILED
  }
}

/** Openpay may not list a declined try, so the connector keeps it. */
async function remembered<O extends AuthoriseAnswer>(
  { state }: Pick<OpenpayNeeds, 'state' | 'calendar'>,
  operationId: string,
  outcome: O,
): Promise<O> {
  if (outcome.kind === 'declined' || outcome.kind === 'invalid-card')
    await state.keepFirst(`outcome.${operationId}`, JSON.stringify(outcome), KEPT_DAYS)
  return outcome
}

/** What a charge that Openpay shows means; unknown for one that is not the one asked for. */
export function chargeOutcome(
  made: Transaction,
  asked: Pick<ChargeIdentity, 'amountCentavos'> & { cardLastFour?: string; isHeld?: boolean },
): AuthoriseOutcome | PayerMustAct {
  if (made.method !== 'card' || made.amountCentavos !== asked.amountCentavos) return UNKNOWN
  if (asked.cardLastFour !== undefined && !isOfCard(made.cardNumber, asked.cardLastFour)) return UNKNOWN
  if (isUndone(made)) return { kind: 'declined', code: made.status === 'cancelled' ? '05' : '12' }
  const approved = { kind: 'approved', authorizationCode: authorizationOf(made), networkReference: made.id } as const
  switch (made.status) {
    case 'in_progress':
      return asked.isHeld === true ? approved : UNKNOWN
    case 'completed':
    case 'chargeback_pending':
    case 'chargeback_accepted':
    case 'chargeback_adjustment':
      return approved
    case 'failed': {
      const reason = wordsOf(made.errorCode, made.errorMessage)
      return { kind: 'declined', code: declineCodeOf(made.errorCode), reason }
    }
    case 'charge_pending':
      return made.payerUrl === '' ? UNKNOWN : { kind: 'payer-must-act', payerUrl: made.payerUrl }
    default:
      return UNKNOWN
  }
}

/**
 * Whether a number that Openpay shows may be of a card: of none that it shows, any. Its last four digits are there, and its first ones where both are known.
 */
export function isOfCard(shown: string, number: string): boolean {
  const [first = ''] = number.length > 4 ? (/^\d{6}/.exec(shown) ?? []) : []
  return number.startsWith(first) && (!/\d{4}$/.test(shown) || shown.endsWith(number.slice(-4)))
}

/** Six characters; of the id where the bank gave no such code. */
function authorizationOf({ authorization, id }: Transaction): string {
  const code = authorization.toUpperCase()
  return /^[A-Z0-9]{6}$/.test(code) ? code : id.slice(-6).toUpperCase()
}

/** What counts most among several tries under one id. */
const RANK = ['approved', 'unknown', 'payer-must-act', 'declined', 'invalid-card']

/** What became of a charge, by our id of it. */
export async function inquire(
  needs: OpenpayNeeds,
  charge: Pick<ChargeIdentity, 'operationId' | 'amountCentavos'> & { cardLastFour: string },
  signal: AbortSignal,
): Promise<InquiryAnswer> {
  const { operationId } = charge
  // Read first: a charge that is sent in between is then not there, and asked for just now.
  const asked = await readAsked(needs, chargeName(operationId))
  const found = await findCharges(needs, operationId, signal)
  if (found.kind === 'unclear') return FAILED
  const kept = await needs.state.read(`outcome.${operationId}`)
  if (found.kind === 'none')
    return kept === undefined ? notThere(asked) : (JSON.parse(kept) as Extract<InquiryAnswer, { kind: 'declined' }>)
  const isHeld = (await needs.state.read(heldName(operationId))) !== undefined
  const outcomes = found.found.map((made) => chargeOutcome(made, { ...charge, isHeld }))
  const outcome = RANK.map((kind) => outcomes.find((one) => one.kind === kind)).find((one) => one !== undefined)
  const isRefused = outcome?.kind === 'declined' || outcome?.kind === 'invalid-card'
  // The answer to the call itself says more than the list.
  return isRefused && kept !== undefined ? JSON.parse(kept) : (outcome ?? UNKNOWN)
}

/** All charges under our id of one. */
export async function findCharges(
  { client, state }: OpenpayNeeds,
  operationId: string,
  signal: AbortSignal,
): Promise<Found<readonly Transaction[]>> {
  const listed = await transactionsByOrder(client, '/charges', operationId, signal)
  const id = listed.kind === 'none' ? await state.read(idName(operationId)) : undefined
  if (id === undefined) return listed
  const one = await transactionById(client, '/charges', id, signal, operationId)
  return one.kind === 'found' ? { kind: 'found', found: [one.found] } : one
}

function notThere(asked: Asked | undefined): InquiryAnswer {
  if (asked?.kind === 'stopped') return NOT_MADE
  return isSettled(asked, LISTED_AFTER_MS) ? { kind: 'never-seen' } : UNKNOWN
}

/** For a charge that was asked for before: its outcome as soon as Openpay shows one. */
async function inquireAgain(
  needs: OpenpayNeeds,
  request: AuthoriseRequest,
  signal: AbortSignal,
): Promise<AuthoriseAnswer> {
  const charge = { ...request, cardLastFour: request.card.number.slice(-4) }
  for (let tries = 1; ; tries += 1) {
    const outcome = await inquire(needs, charge, signal)
    if (outcome.kind !== 'unknown' && outcome.kind !== 'never-seen') return outcome
    if (tries === MAX_TRIES || signal.aborted) return UNKNOWN
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS))
  }
}
