// Openpay as the acquirer: charges with raw cards from server to server.
import { formatAmount } from '../../core/money.ts'
import type { Acquirer, CaptureOutcome, CaptureRequest, ClearCard, VerifyOutcome } from '../acquirer.ts'
import { textOf } from '../exact-json.ts'
import { authorise, cardFields, FAILED, inquire, isOfCard, UNKNOWN } from './charges.ts'
import { isDone } from './client.ts'
import { faultOf, fieldsOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import { refund } from './refunds.ts'
import type { ThreeDSecure } from './settings.ts'
import { isId, isUndone, sameAgain, type Transaction, transactionById } from './transactions.ts'
import { advise, reverse } from './undo.ts'

export function openpayAcquirer(name: string, needs: OpenpayNeeds, threeDSecure: ThreeDSecure): Acquirer {
  return {
    name,
    capabilities: {
      inquiry: true,
      advice: true,
      void: true,
      refund: true,
      partialRefund: true,
      // What a charge shows after a part of it was captured is not known.
      capture: 'whole',
      ...(threeDSecure !== 'never' && { payerAction: true }),
    },
    authorise: (request, signal) => authorise(needs, request, threeDSecure, signal),
    inquire: (request, signal) => inquire(needs, request, signal),
    capture: (request, signal) => capture(needs, request, signal),
    reverse: (request, signal) => reverse(needs, request, signal),
    refund: (request, signal) => refund(needs, request, signal),
    advise: (request, signal) => advise(needs, request, signal),
    verify: (card, signal) => verify(needs, card, signal),
  }
}

/** Openpay checks a card when it stores one, and charges nothing. Its id of the card is used instead of the number from then on. */
async function verify({ client }: OpenpayNeeds, card: ClearCard, signal: AbortSignal): Promise<VerifyOutcome> {
  const answer = await client.post('/cards', cardFields(card), signal)
  if (isDone(answer)) {
    const stored = fieldsOf(answer.body)
    const [id, shown] = [textOf(stored.id), textOf(stored.card_number)]
    return isId(id) && isOfCard(shown, card.number) ? { kind: 'valid', networkToken: id } : FAILED
  }
  const fault = faultOf(answer)
  if (fault.kind === 'refused') return { kind: 'declined', code: fault.code, reason: fault.reason }
  return fault.kind === 'invalid-card' ? { kind: 'invalid-card', reason: fault.reason } : FAILED
}

/** Captures a card charge that only held its amount at Openpay. The charge is looked at before and after the call. */
async function capture(
  needs: Pick<OpenpayNeeds, 'client'>,
  request: CaptureRequest,
  signal: AbortSignal,
): Promise<CaptureOutcome> {
  const { client } = needs
  const { operationId, amountCentavos, captureCentavos, networkReference } = request
  if (captureCentavos !== amountCentavos) return { kind: 'refused', reason: 'the whole amount is captured, or none' }
  const before = await transactionById(client, '/charges', networkReference, signal)
  if (before.kind === 'unclear') return FAILED
  const isOurs = before.kind === 'found' && before.found.orderId === operationId && before.found.method === 'card'
  if (!isOurs || before.found.amountCentavos !== amountCentavos)
    return { kind: 'refused', reason: 'Openpay has no such charge' }
  const known = standing(before.found)
  if (known !== undefined) return known
  const body = { amount: Number(formatAmount(captureCentavos)) }
  const answer = await client.post(`/charges/${networkReference}/capture`, body, signal)
  const after = await sameAgain(client, before.found, signal)
  const became = after.kind === 'found' ? standing(after.found) : undefined
  if (became !== undefined) return became
  if (isDone(answer) || after.kind !== 'found') return FAILED
  const fault = faultOf(answer)
  return fault.kind === 'refused' ? { kind: 'refused', reason: fault.reason } : FAILED
}

/** What a charge shows of its capture; undefined: it is held, and may be captured. */
function standing(made: Transaction): CaptureOutcome | undefined {
  if (isUndone(made) || made.status === 'failed')
    return { kind: 'refused', reason: `Openpay shows the charge as ${made.status}` }
  if (made.status === 'completed') return { kind: 'captured' }
  return made.status === 'in_progress' ? undefined : UNKNOWN
}
