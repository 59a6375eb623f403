// Reversals: of a charge without an answer, and of one that the merchant takes back. The same one is repeated until it is answered.
import type { AdviseOutcome, AdviseRequest, ChargeIdentity, ReverseOutcome, ReverseRequest } from '../acquirer.ts'
import { isAbout, REPEATED } from './answers.ts'
import { FAILED, UNKNOWN } from './charges.ts'
import { type Identity, identityIn, newIdentity } from './identity.ts'
import { reversalMessage } from './messages.ts'
import type { IsoNeeds } from './needs.ts'
import { beginUndoing, isUndone, keepUndone, readOutcome, readSending, type Sent, stopSending } from './records.ts'
import { reversalMeaningOf, wordsOf } from './responses.ts'

/** A purchase that the host does not know so long after it was sent will not arrive any more. */
const ARRIVES_WITHIN_MS = 120_000

/** The host's answer to a reversal. `not-found`: `isRepeat` says whether an earlier one may have undone it, `wasApproved` that the host had it. */
type Undone =
  | { kind: 'undone' }
  | { kind: 'not-found'; isRepeat: boolean; wasApproved: boolean }
  | { kind: 'refused'; reason: string }
  | { kind: 'unclear' }
  | { kind: 'failed' }

/** Undoes a charge that may have happened, and lets it not be sent any more. */
export async function advise(needs: IsoNeeds, request: AdviseRequest, signal: AbortSignal): Promise<AdviseOutcome> {
  if (signal.aborted) return FAILED
  const { operationId } = request
  const identity = identityIn(request)
  const sent = await stopSending(needs, operationId)
  // Without being on disk as sent it was never sent.
  if (identity === undefined || sent === undefined) return { kind: 'acknowledged' }
  if (await isUndone(needs, operationId)) return { kind: 'acknowledged' }
  const undone = await undo(needs, { request, identity, sent, reason: needs.host.reversalReason.noAnswer }, signal)
  switch (undone.kind) {
    case 'undone':
      return { kind: 'acknowledged' }
    case 'not-found': {
      if (undone.wasApproved)
        return { kind: 'refused', reason: 'the host approved the purchase, and finds it no more to reverse it' }
      if (needs.calendar.nowMs() - sent.atMs < ARRIVES_WITHIN_MS) return UNKNOWN
      await keepUndone(needs, operationId, '25')
      return { kind: 'acknowledged' }
    }
    case 'refused':
      return { kind: 'refused', reason: undone.reason }
    case 'unclear':
      return UNKNOWN
    case 'failed':
      return FAILED
  }
}

/** Takes a purchase back before the host's cut-off. */
export async function reverse(needs: IsoNeeds, request: ReverseRequest, signal: AbortSignal): Promise<ReverseOutcome> {
  if (signal.aborted) return FAILED
  const { operationId, networkReference } = request
  const identity = identityIn(request)
  const sent = await readSending(needs, operationId)
  if (identity === undefined || identity.reference !== networkReference) return { kind: 'refused' }
  if (sent === undefined || sent === 'stopped') return { kind: 'refused' }
  if (await isUndone(needs, operationId)) return { kind: 'reversed' }
  const undone = await undo(needs, { request, identity, sent, reason: needs.host.reversalReason.cancelled }, signal)
  switch (undone.kind) {
    case 'undone':
      return { kind: 'reversed' }
    case 'not-found':
      // After an earlier reversal without an answer it may be undone or past the cut-off: a person must look.
      return undone.isRepeat ? UNKNOWN : { kind: 'refused' }
    case 'refused':
      return { kind: 'refused' }
    case 'unclear':
      return UNKNOWN
    case 'failed':
      return FAILED
  }
}

interface Undo {
  request: ChargeIdentity
  identity: Identity
  sent: Sent
  reason: string
}

async function undo(needs: IsoNeeds, { request, identity, sent, reason }: Undo, signal: AbortSignal): Promise<Undone> {
  const { host, state, calendar, link } = needs
  const { merchant } = sent
  const { operationId, amountCentavos, beganAt } = request
  const line = await link.ready(signal)
  if (line === undefined) return { kind: 'failed' }
  const trace =
    host.reversal.trace === 'same' ? identity.trace : (await newIdentity(state, merchant.terminal, beganAt)).trace
  const undoing = await beginUndoing(needs, operationId, { trace, atMs: calendar.nowMs(), reason })
  const recorded = await readOutcome(needs, operationId)
  const message = reversalMessage(host, merchant, {
    ...undoing,
    purchase: { identity, amountCentavos, beganAt, isMerchantInitiated: sent.isMerchantInitiated },
    authorizationCode: recorded?.kind === 'approved' ? recorded.authorizationCode : undefined,
  })
  const answer = await line.ask(message, REPEATED, signal)
  const code = answer?.fields[39]
  if (answer === undefined || code === undefined) return { kind: 'failed' }
  if (!isAbout(message.fields, answer.fields)) return { kind: 'unclear' }
  const meaning = reversalMeaningOf(code)
  if (meaning === 'undone') await keepUndone(needs, operationId, code)
  if (meaning === 'not-found')
    return { kind: meaning, isRepeat: undoing.isRepeat, wasApproved: recorded?.kind === 'approved' }
  return meaning === 'refused'
    ? { kind: meaning, reason: `the host answers a reversal with ${wordsOf(code)}` }
    : { kind: meaning }
}
