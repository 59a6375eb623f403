// The calls of store and SPEI payments: issue a voucher, and see where and how one can pay.
import Type from 'typebox'
import { languageOf } from '../api/answer.ts'
import { answer, Money } from '../api/fields.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import { formatAmount } from '../core/money.ts'
import { stores } from '../core/stores.ts'
import { type IssueNeeds, issueSpeiVoucher, issueStoreVoucher } from './issue.ts'
import { SpeiVoucher, StoreVoucher } from './present.ts'
import { readSpeiVoucher, readStoreVoucher, SpeiVoucherBody, StoreVoucherBody, speiLimits } from './request.ts'

const Limits = Type.Object({ minimum: Money, maximum: Money })

const PaymentMethods = Type.Object(
  {
    stores: Type.Array(
      Type.Object({ name: Type.String(), short_name: Type.String(), minimum: Money, maximum: Money }),
      { description: 'Chains where a voucher is paid in cash' },
    ),
    spei: Limits,
  },
  { title: 'PaymentMethods' },
)

export function voucherRoutes(app: App, needs: IssueNeeds & { once: AnswerOnce }): void {
  const { clock, once } = needs

  app.post(
    '/v1/payment/convenience-store',
    {
      config: { access: 'charge' },
      schema: {
        tags: ['Payments'],
        summary: 'Issue a voucher to pay in cash at a store',
        description:
          'The payer takes it to a till of the chain. It can be paid until the end of `expiration_date` (three days from today ' +
          'when left out), with exactly its amount: anything else goes back.',
        body: StoreVoucherBody,
        response: answer(StoreVoucher),
      },
    },
    (request, reply) =>
      once(request, reply, (once) => {
        const asking = { caller: request.caller, language: languageOf(request), once }
        return issueStoreVoucher(needs, asking, readStoreVoucher(clock, request.body))
      }),
  )

  app.post(
    '/v1/payment/spei',
    {
      config: { access: 'charge' },
      schema: {
        tags: ['Payments'],
        summary: 'Issue a voucher to pay by SPEI transfer',
        description:
          'The payer transfers exactly the amount to the CLABE in `bank_account_number` until the end of `expiration_date` ' +
          '(tomorrow when left out). Another amount, or a transfer that comes too late, is returned.',
        body: SpeiVoucherBody,
        response: answer(SpeiVoucher),
      },
    },
    (request, reply) =>
      once(request, reply, (once) => {
        const asking = { caller: request.caller, language: languageOf(request), once }
        return issueSpeiVoucher(needs, asking, readSpeiVoucher(clock, request.body))
      }),
  )

  app.get(
    '/v1/payment/method',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Payments'],
        summary: 'Stores and SPEI, with the limits of each',
        description:
          'Where a payer can pay: the stores by the name that a voucher takes, and SPEI, each with its least and greatest amount.',
        response: answer(PaymentMethods),
      },
    },
    async () => ({ success: true, result: methods }),
  )
}

const methods = {
  stores: stores.map((store) => ({ name: store.name, short_name: store.shortName, ...limits(store) })),
  spei: limits(speiLimits),
}

function limits({ minCentavos, maxCentavos }: { minCentavos: number; maxCentavos: number }) {
  return {
    minimum: { amount: formatAmount(minCentavos), currency: 'MXN' },
    maximum: { amount: formatAmount(maxCentavos), currency: 'MXN' },
  }
}
