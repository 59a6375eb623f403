// The sandbox's calls about money: audit one's own books, and set one's own fees. Absent in production.
import Type from 'typebox'
import { type FeeReader, setFee } from '../accounts/fees.ts'
import { amount, answer, strictObject } from '../api/fields.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import { type Rail, railByCode, railNames, rails } from '../core/rail.ts'
import { audit } from '../ledger/audit.ts'
import type { Store } from '../store/store.ts'
import { Fees, presentFees, readTerms } from './fee-terms.ts'

export interface SandboxMoneyNeeds {
  store: Store
  once: AnswerOnce
  fees: FeeReader
}

const tags = ['Sandbox']

const Fault = Type.Object({ id: Type.String(), expected: Type.String(), found: Type.String() })

export function sandboxMoneyRoutes(app: App, { store, once, fees }: SandboxMoneyNeeds): void {
  app.get(
    '/v1/sandbox/audit',
    {
      schema: {
        tags,
        summary: 'Audit the account’s books',
        description:
          'Checks every invariant of operations, postings, balances, totals, events, payments and payouts, and names the first culprit of each that fails. `cobro audit` does it for all accounts.',
        response: answer(
          Type.Object({
            clean: Type.Boolean(),
            counts: Type.Record(Type.String(), Type.Integer()),
            invariants: Type.Array(
              Type.Object({
                name: Type.String(),
                meaning: Type.String(),
                faults: Type.Integer(),
                first: Type.Union([Fault, Type.Null()]),
              }),
            ),
          }),
        ),
      },
    },
    async (request) => {
      const report = await audit(store, { accountId: request.caller.accountId })
      return { success: true, result: { ...report, counts: { ...report.counts } } }
    },
  )

  app.put(
    '/v1/sandbox/fees',
    {
      schema: {
        tags,
        summary: 'Set the account’s own fees',
        description: 'For payments made from now on. In production the operator of the service sets them.',
        body: strictObject({
          payment_method: Type.Union(railNames.map((rail) => Type.Literal(rails[rail].code))),
          percentage: Type.Union([Type.Number(), Type.String({ maxLength: 10 })], { examples: [3.6] }),
          fixed: Type.Optional(amount({ examples: ['0.00'] })),
        }),
        response: answer(Fees),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { payment_method, percentage, fixed = 0 } = request.body
        const rail = railByCode(payment_method) as Rail
        const { accountId } = request.caller
        const terms = readTerms({ percentage, fixed })
        const others = await Promise.all(
          railNames.filter((one) => one !== rail).map(async (one) => [one, await fees(accountId, one)] as const),
        )
        const { ivaPercent } = await fees(accountId, rail)
        const body = { success: true, result: presentFees([[rail, { ...terms, ivaPercent }], ...others]) }
        await store.commit([...setFee(store, { accountId, rail, ...terms }), ...effect.answered(body)])
        return body
      }),
  )
}
