// POST /v1/payment/card (spec 4.1): an encrypted charge becomes a payment.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { NOT_ADMITTED } from '../accounts/standing.ts'
import { languageOf } from '../api/answer.ts'
import { unreadOf } from '../api/body/unread-members.ts'
import { answer, Metadata, openObject } from '../api/fields.ts'
import { idempotencyKeyOf, type Once } from '../api/idempotency.ts'
import { nameIgnored } from '../api/ignored-parameters.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { besideRemedies, uncarriedTerms } from '../core/money-terms.ts'
import { mexicoCityDay } from '../core/time.ts'
import { refuseInvalid } from '../failures.ts'
import { finder } from '../operations/find.ts'
import type { PageLinks } from '../operations/page-link.ts'
import type { CardOperation } from '../store/operation.ts'
import type { EnvelopeClaim } from '../vault/envelope-claims.ts'
import type { Identifiers } from '../vault/known-cards.ts'
import { openerOf } from './attempts.ts'
import { heldBackFromBank } from './details.ts'
import type { CardNeeds, Late } from './needs.ts'
import { refusalOf } from './outcome.ts'
import type { Pay, Repeats } from './pay.ts'
import { CARD_PAYMENT_TEXT } from './payment-description.ts'
import { answerOf, CardPayment, presentCardPayment } from './present.ts'
import { refuseClear, sealedFields } from './sealed/body.ts'
import { answerSealed, madeBy } from './sealed/call.ts'
import { ownCardOf, refuseCardData, textsAround, textsOf } from './sealed/card-data.ts'
import { type Charge, canonicalCharge, parseCharge } from './sealed/request.ts'
import { isOverSince, recoverNow } from './unanswered/recover.ts'

export function cardPaymentRoutes(app: App, needs: CardNeeds & RouteNeeds & Late & { pay: Pay }): void {
  const { clock, transportKeys, pay } = needs
  const made = paymentMade(needs)
  const { byId } = finder(needs.store)
  app.post(
    '/v1/payment/card',
    {
      preValidation: refuseClear,
      config: {
        access: 'charge',
        refusals: [
          'envelope-unreadable',
          'card-invalid',
          'payment-declined',
          'payer-absent',
          'payment-filtered',
          ...NOT_ADMITTED,
          'fraud-suspected',
          'card-unknown',
          'token-used',
          'external-transaction-taken',
          'card-attempts-exceeded',
          'acquirer-unreachable',
          'cards-not-offered',
          'capture-not-offered',
        ],
      },
      schema: {
        operationId: 'createCardPayment',
        tags: ['Payments'],
        summary: 'Pay by card',
        description: CARD_PAYMENT_TEXT,
        body: CardPaymentBody,
        response: answer(CardPayment, 'The payment: paid, or pending while the bank’s answer is awaited'),
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      // A term beside the envelope would otherwise be lost.
      refuseInvalid(uncarriedTerms(unreadOf(CardPaymentBody, body), besideRemedies))
      const use = { accountId: caller.accountId, call: CALL, by: openerOf(request) }
      return transportKeys.open(body, use, async ({ message, claim }) => {
        const [around, own] = [textsAround(request), ownCardOf(message)]
        refuseCardData(around, own)
        const charge = parseCharge(message, {
          metadata: body.metadata,
          today: mexicoCityDay(clock.now()),
          loopback: needs.sandbox,
          ignored: (members) =>
            nameIgnored(
              reply,
              members.map(({ path }) => withoutNumber(path)),
            ),
        })
        nameIgnored(reply, heldBackFromBank(charge.metadata).map(withoutNumber))
        const identifiers = identifiersOf(request, charge)
        const texts = textsOf(charge)
        refuseCardData(texts, own)
        await needs.refuseKnownCards(caller.accountId, identifiers)
        const work = async (effect: Once) => {
          const repeats = repeatsOf(needs.links, effect, {
            request,
            reply,
            claimed: claim,
            made: () => made(caller.accountId, claim),
          })
          const operation = await pay(caller, charge, repeats, ({ number }) =>
            refuseCardData([...around, ...texts], { numbers: [number], codes: [] }),
          )
          const refusal = refusalOf(operation)
          if (refusal !== undefined) throw refusal
          return { success: true, result: presentCardPayment(needs.links, operation) }
        }
        return answerSealed(needs, request, reply, {
          claim,
          content: canonicalCharge(charge),
          work,
          idOf: ({ operationId, body }) => operationId ?? body?.result?.token,
          onRunning: async ({ operationId, begunMs }) => {
            const operation = await byId(caller.accountId, operationId)
            if (operation?.rail !== 'card' || operation.status !== 'pending') return
            if (isOverSince(needs, begunMs, operation)) await recoverNow(needs, operation)
          },
          refusals: ['token-used', 'card-unknown', 'external-transaction-taken'],
        })
      })
    },
  )
}

const CALL = 'POST /v1/payment/card'

const CardPaymentBody = openObject({
  ...sealedFields,
  metadata: Type.Optional(Type.Union([Metadata, Type.Null()])),
})

/** A name of a sealed message, for a header in the clear: one with the digits of a card number, in whatever form, keeps none of them. */
function withoutNumber(name: string): string {
  return name.replace(/\D/g, '').length > 6 ? name.replace(/\d/g, '*') : name
}

/** The client's identifiers of the payment, by field name. */
function identifiersOf(request: FastifyRequest, charge: Charge): Identifiers {
  return {
    'payment.reference.number': charge.referenceNumber,
    'payment.external.transaction': charge.externalTransaction,
    'payment.external.application_key': charge.applicationKey,
    'Idempotency-Key': idempotencyKeyOf(request),
  }
}

/** Stores the answer of this request for its repeats, which have the same idempotency key or the same envelope. */
function repeatsOf(
  links: PageLinks,
  effect: Once,
  {
    request,
    reply,
    claimed,
    made,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    claimed: EnvelopeClaim
    made: () => Promise<CardOperation | undefined>
  },
): Repeats {
  const answer = (operation: CardOperation) =>
    answerOf(links, operation, { language: languageOf(request), requestId: request.id })
  let first: CardOperation | undefined
  return {
    made: async () => {
      first = await made()
      return first
    },
    begun: (operationId) => [...effect.begun(operationId), claimed.settle(operationId)],
    onDisk: claimed.settled,
    finished: (operation) => effect.finished(() => answer(operation)),
    answered: (operation) => {
      reply.header('idempotent-replayed', 'true')
      const { body, status } = answer(operation)
      const settled = first === undefined ? [claimed.settle(operation.id)] : []
      return [...effect.answered(body, status, operation.id), ...settled]
    },
    throwIfBegun: effect.throwIfBegun,
  }
}

const LOOK_AGAIN_MS = 50

/**
 * Reads the payment that an envelope has made, when it has an outcome, when it waits for its payer or when the acquirer's deadline is over. Undefined
 * when the envelope has made no payment; throws the refusal of a refused envelope.
 */
function paymentMade({ store, clock, acquirerTimeoutMs }: CardNeeds) {
  const { byId } = finder(store)
  return async (accountId: string, claim: EnvelopeClaim): Promise<CardOperation | undefined> => {
    const id = await madeBy(claim)
    if (id === undefined) return undefined
    for (;;) {
      const operation = await byId(accountId, id)
      if (operation?.rail !== 'card') return undefined
      if (
        operation.status !== 'pending' ||
        operation.payer_acts === 1 ||
        clock.wallMs() >= claim.claimedAtMs() + acquirerTimeoutMs
      )
        return operation
      await sleep(LOOK_AGAIN_MS)
    }
  }
}
