// The calls about an account's rules of payments: whether the external transaction of a charge identifies a payment.
import Type from 'typebox'
import { requestActor } from '../accounts/trail/record.ts'
import { answer, choice, describedAs, strictObject } from '../api/fields.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import { type ExternalTransactionRule, externalTransactionRules } from '../core/external-transactions.ts'
import { busy, decide } from '../store/decide.ts'
import type { StoreAndClock } from '../store/store.ts'
import { readExternalTransactionRule, setExternalTransactionRule } from './external-transactions.ts'

const ExternalTransactions = choice(externalTransactionRules, {
  title: 'ExternalTransactions',
  description:
    '`unique`: the same charge under the same `payment.external.transaction` answers the first payment, and another charge under it is refused. `free`, for a client that sends the same text with every charge: it identifies nothing, and every charge is a new payment',
})

const Rules = Type.Object(
  {
    external_transactions: Type.Union([Type.Literal('unique'), Type.Literal('free')], {
      ...describedAs(ExternalTransactions),
    }),
  },
  { title: 'PaymentRules' },
)

const tags = ['Payments']
const path = '/v1/payment-rules'

export function paymentRulesRoutes(app: App, { store, clock, once }: StoreAndClock & { once: AnswerOnce }): void {
  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getPaymentRules',
        tags,
        summary: 'Read the account’s rules of payments',
        description: 'Whether the external transaction of a charge identifies a payment.',
        response: answer(Rules),
      },
    },
    async (request) => bodyOf(await readExternalTransactionRule(store, request.caller.accountId)),
  )

  app.put(
    path,
    {
      config: { access: 'admin', refusals: ['second-person-needed'] },
      schema: {
        operationId: 'updatePaymentRules',
        tags,
        summary: 'Change the account’s rules of payments',
        description:
          'For charges that arrive from now on. Under `free` a repeat is known by its `Idempotency-Key` or its envelope only. After a change back to `unique`, an external transaction belongs to the payment that had it under `unique`; payments made under `free` have none.',
        body: strictObject(Rules.properties, { title: 'PaymentRulesChange' }),
        response: answer(Rules),
      },
    },
    (request, reply) =>
      once(request, reply, (effect) =>
        decide(
          async () => {
            const { accountId } = request.caller
            const after = request.body.external_transactions
            const before = await readExternalTransactionRule(store, accountId)
            const change =
              before === after
                ? []
                : setExternalTransactionRule({ store, clock }, requestActor(request), { accountId, before, after })
            const body = bodyOf(after)
            const writes = [...change, ...effect.answered(body)]
            if (writes.length > 0) await store.commit(writes)
            return body
          },
          { tries: 20, pauseMs: 5, exhausted: busy },
        ),
      ),
  )
}

function bodyOf(rule: ExternalTransactionRule) {
  return { success: true as const, result: { external_transactions: rule } }
}
