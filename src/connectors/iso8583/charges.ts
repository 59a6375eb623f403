// Purchases: sent once, and answered or unknown.
import type { AuthoriseAnswer, AuthoriseOutcome, AuthoriseRequest, ClearCard, VerifyOutcome } from '../acquirer.ts'
import type { Unknown } from '../bounded.ts'
import { isAbout, REPEATED } from './answers.ts'
import type { Fields } from './host.ts'
import { type Identity, identityIn, newIdentity } from './identity.ts'
import { type Purchase, purchaseMessage } from './messages.ts'
import type { IsoNeeds } from './needs.ts'
import { claimSending, isUndone, keepOutcome, readOutcome, readSending, readUndoing, stopSending } from './records.ts'
import { isGoodCard, meaningOf, wordsOf } from './responses.ts'

export const FAILED: Unknown = { kind: 'unknown', failed: true }
export const UNKNOWN: Unknown = { kind: 'unknown' }
/** Of a charge that was given up before it was sent, and of one that was undone. */
const NOT_MADE = { kind: 'declined', code: '12' } as const
/** Another call for the same charge may wait for its answer. */
const MAX_TRIES = 20
const BETWEEN_TRIES_MS = 250

/** A charge without an answer is unknown. The host cannot be asked what became of it, so the port undoes it by `advise`. */
export async function authorise(
  needs: IsoNeeds,
  request: AuthoriseRequest,
  signal: AbortSignal,
): Promise<AuthoriseAnswer> {
  const { operationId, amountCentavos, beganAt, card, months } = request
  if (signal.aborted) return FAILED
  const identity = identityIn(request)
  if (identity === undefined) return NOT_MADE
  if (months !== undefined && !needs.host.months) return { ...NOT_MADE, reason: 'the host takes no months' }
  const line = await needs.link.ready(signal)
  // Nobody has sent it, and nobody will.
  if (line === undefined)
    return (await stopSending(needs, operationId)) === undefined ? { kind: 'not-processed', failed: true } : FAILED
  const isMerchantInitiated = request.initiator === 'merchant'
  const claim = await claimSending(needs, operationId, { isMerchantInitiated, merchant: needs.merchant })
  if (claim !== 'mine') return inquireAgain(needs, operationId, signal)
  const purchase: Purchase = { identity, amountCentavos, beganAt, isMerchantInitiated }
  const message = purchaseMessage(needs.host, needs.merchant, { purchase, card, months })
  const answer = await line.ask(message, REPEATED, signal)
  if (answer === undefined) return FAILED
  const outcome = outcomeOf(identity, message.fields, answer.fields)
  if (outcome.kind === 'unknown') return outcome
  await keepOutcome(needs, operationId, outcome)
  // A charge that somebody has begun to undo meanwhile stays undone, whatever the answer says.
  return (await readUndoing(needs, operationId)) === undefined ? outcome : UNKNOWN
}

/** What an answer to a purchase says; unknown for what is not clear: of another card, amount or currency, or an approval without a code. */
export function outcomeOf({ reference }: Identity, sent: Fields, answer: Fields): AuthoriseOutcome {
  const code = answer[39] ?? ''
  if (!isAbout(sent, answer)) return UNKNOWN
  switch (meaningOf(code)) {
    case 'approved': {
      const authorizationCode = (answer[38] ?? '').trim().toUpperCase()
      if (!/^[A-Z0-9]{1,6}$/.test(authorizationCode)) return UNKNOWN
      return { kind: 'approved', authorizationCode, networkReference: reference }
    }
    case 'declined':
      return { kind: 'declined', code, reason: wordsOf(code) }
    case 'invalid-card':
      return { kind: 'invalid-card', reason: wordsOf(code) }
    case 'unclear':
      return UNKNOWN
  }
}

/** For a charge that was sent before: its outcome as soon as it is on disk. */
async function inquireAgain(needs: IsoNeeds, operationId: string, signal: AbortSignal): Promise<AuthoriseOutcome> {
  for (let tries = 1; ; tries += 1) {
    const isStopped = (await readSending(needs, operationId)) === 'stopped'
    if (isStopped || (await isUndone(needs, operationId))) return NOT_MADE
    if ((await readUndoing(needs, operationId)) !== undefined) return UNKNOWN
    const outcome = await readOutcome(needs, operationId)
    if (outcome !== undefined) return outcome
    if (tries === MAX_TRIES || signal.aborted) return UNKNOWN
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS))
  }
}

/** A check that charges nothing needs no reversal. */
export async function verify(needs: IsoNeeds, card: ClearCard, signal: AbortSignal): Promise<VerifyOutcome> {
  const { host, merchant, state, calendar } = needs
  if (signal.aborted) return FAILED
  if (host.verification === undefined) return UNKNOWN
  const line = await needs.link.ready(signal)
  if (line === undefined) return FAILED
  const beganAt = Temporal.Instant.fromEpochMilliseconds(calendar.nowMs()).toString()
  const identity = await newIdentity(state, merchant.terminal, beganAt)
  const purchase: Purchase = { identity, amountCentavos: 0, beganAt, isMerchantInitiated: false }
  const message = purchaseMessage(host, merchant, { purchase, card, months: undefined, isCheck: true })
  const answer = await line.ask(message, REPEATED, signal)
  const code = answer?.fields[39]
  if (answer === undefined || code === undefined) return FAILED
  if (!isAbout(message.fields, answer.fields)) return UNKNOWN
  if (isGoodCard(code)) return { kind: 'valid' }
  switch (meaningOf(code)) {
    case 'declined':
      return { kind: 'declined', code, reason: wordsOf(code) }
    case 'invalid-card':
      return { kind: 'invalid-card', reason: wordsOf(code) }
    default:
      return UNKNOWN
  }
}
