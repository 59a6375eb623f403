// Openpay as the acquirer: charges with raw cards from server to server.
import type { Acquirer, ClearCard, VerifyOutcome } from '../acquirer.ts'
import { textOf } from '../exact-json.ts'
import { capture } from './capture.ts'
import { authorise, cardFields, FAILED, inquire } from './charges.ts'
import { isDone } from './client.ts'
import { faultOf, fieldsOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import type { ThreeDSecure } from './settings.ts'
import { isId } from './transactions.ts'
import { advise, refund, reverse } from './undo.ts'

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
    const id = textOf(fieldsOf(answer.body).id)
    return { kind: 'valid', ...(isId(id) && { networkToken: id }) }
  }
  const fault = faultOf(answer)
  if (fault.kind === 'refused') return { kind: 'declined', code: fault.code, reason: fault.reason }
  return fault.kind === 'invalid-card' ? { kind: 'invalid-card', reason: fault.reason } : FAILED
}
