// POST /v1/payment/card (spec 4.1): an encrypted charge becomes a payment.
import Type from 'typebox'
import { languageOf } from '../api/answer.ts'
import { answer, Metadata } from '../api/fields.ts'
import type { AnswerOnce, Once } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import type { Language } from '../core/failure.ts'
import { mexicoCityDay } from '../core/time.ts'
import type { PageLinks } from '../operations/page-link.ts'
import type { TransportKeys } from '../vault/transport-keys.ts'
import { canonicalCharge, parseCharge } from './charge.ts'
import { refusalOf } from './outcome.ts'
import type { Pay, Repeats } from './pay.ts'
import { answerOf, CardPayment, presentCardPayment } from './present.ts'
import { sealedFields } from './sealed-body.ts'

export interface PaymentRouteNeeds {
  clock: Clock
  once: AnswerOnce
  links: PageLinks
  transportKeys: Pick<TransportKeys, 'open'>
  pay: Pay
}

export function cardPaymentRoutes(app: App, needs: PaymentRouteNeeds): void {
  const { clock, once, links, transportKeys, pay } = needs
  app.post(
    '/v1/payment/card',
    {
      schema: {
        tags: ['Payments'],
        summary: 'Pay by card',
        description:
          'The sealed message is the charge: `recurrent` (a token or a saved card), `payment.external.transaction`, `payment.total.amount`, `payment.total.currency` (MXN), `payment.reference.number` and `payment.reference.description`; optional are `payment.tip.amount` (a part of the total), `payment.affiliated.user` with `payment.affiliated.total_fee`, and `months`. Flat names (`payment::total::amount`) mean the same. Answers 402 with the bank’s response when it declines. While the bank’s answer is awaited, `status` is false and the record’s status P. The same charge under the same external transaction answers the first payment.',
        body: Type.Object({
          ...sealedFields,
          metadata: Type.Optional(Type.Union([Metadata, Type.Null()])),
        }),
        response: answer(CardPayment),
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      const message = await transportKeys.open(body)
      const charge = parseCharge(message, { metadata: body.metadata, today: mexicoCityDay(clock.now()) })
      const work = async (effect: Once) => {
        const repeats = repeatsOf(effect, links, { language: languageOf(request), requestId: request.id })
        const operation = await pay(caller, charge, repeats)
        const refusal = refusalOf(operation)
        if (refusal !== undefined) throw refusal
        return { success: true, result: presentCardPayment(links, operation) }
      }
      return once(request, reply, work, canonicalCharge(charge))
    },
  )
}

/** Keeps the answer that this request gives for those that repeat it. */
function repeatsOf(effect: Once, links: PageLinks, request: { language: Language; requestId: string }): Repeats {
  return {
    begun: effect.begun,
    finished: (operation) => {
      const { body, status } = answerOf(links, operation, request)
      return effect.finished(body, status)
    },
    answered: (operation) => {
      const { body, status } = answerOf(links, operation, request)
      return effect.answered(body, status)
    },
    stillFree: effect.stillFree,
  }
}
