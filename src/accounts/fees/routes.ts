// The endpoints of an account's fees by payment method; in the sandbox the account sets them itself.
import Type from 'typebox'
import { amount, answer, strictObject } from '../../api/fields.ts'
import type { AnswerOnce } from '../../api/idempotency.ts'
import type { App } from '../../api/server.ts'
import type { FeeSchedule } from '../../core/fees.ts'
import { isDisputable, type Rail, railByCode, railNames, rails } from '../../core/rail.ts'
import { invalidField } from '../../failures.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { requestActor } from '../trail/record.ts'
import { changeFee, type FeeReader } from './schedules.ts'
import { Fees, presentFees, readTerms } from './terms.ts'

export function feeRoutes(app: App, { fees }: { fees: FeeReader }): void {
  app.get(
    '/v1/fees',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listFees',
        tags: ['Ledger'],
        summary: 'Read what the account pays for each payment method',
        description: 'Percentage and fixed part by payment method; IVA comes on top of both.',
        response: answer(Fees),
      },
    },
    async (request) => {
      const terms = await Promise.all(
        railNames.map(async (rail) => [rail, await fees(request.caller.accountId, rail)] as const),
      )
      return { success: true, result: presentFees(terms) }
    },
  )
}

/** Absent in production. */
export function sandboxFeeRoutes(
  app: App,
  { store, clock, once, fees }: StoreAndClock & { once: AnswerOnce; fees: FeeReader },
): void {
  app.put(
    '/v1/sandbox/fees',
    {
      config: { access: 'admin', refusals: [] },
      schema: {
        operationId: 'setSandboxFees',
        tags: ['Sandbox'],
        summary: 'Set the account’s own fees',
        description: 'For payments made from now on. In production the operator of the service sets them.',
        body: strictObject({
          payment_method: Type.Union(
            railNames.map((rail) => Type.Literal(rails[rail].code)),
            { description: 'The way of paying whose fee is set' },
          ),
          percentage: Type.Union([Type.Number(), Type.String({ maxLength: 10 })], {
            description: 'Of the amount, in percent, without IVA',
            examples: [3.6],
          }),
          fixed: Type.Optional(amount({ examples: ['0.00'] })),
          dispute: Type.Optional(
            amount({
              description: 'For each dispute that is not won; cards only. Unchanged when absent',
              examples: ['150.00'],
            }),
          ),
        }),
        response: answer(Fees),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { payment_method, percentage, fixed = 0, dispute } = request.body
        const rail = railByCode(payment_method) as Rail
        const { accountId } = request.caller
        if (dispute !== undefined && !isDisputable(rail)) {
          throw invalidField('dispute', 'dispute es solo para tarjetas', 'dispute is for cards only')
        }
        const newTerms = readTerms({ percentage, fixed, dispute })
        const others = await Promise.all(
          railNames.filter((one) => one !== rail).map(async (one) => [one, await fees(accountId, one)] as const),
        )
        const bodyOf = (terms: FeeSchedule) => ({ success: true, result: presentFees([[rail, terms], ...others]) })
        const wanted = { accountId, rail, newTerms }
        const terms = await changeFee({ store, clock }, requestActor(request), wanted, (terms) =>
          effect.answered(bodyOf(terms)),
        )
        return bodyOf(terms)
      }),
  )
}
