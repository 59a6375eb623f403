// The calls of store and SPEI payments: issue a voucher, and list the ways of paying.
import Type from 'typebox'
import { NOT_ADMITTED } from '../accounts/standing.ts'
import { languageOf } from '../api/answer.ts'
import { StoreCode, StoreName } from '../api/description/answer-members.ts'
import { answer, Money } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { chains } from '../core/chains.ts'
import { formatAmount } from '../core/money.ts'
import type { VoucherRail } from '../core/rail.ts'
import { issueSpeiVoucher, issueStoreVoucher } from './issue.ts'
import type { VoucherNeeds } from './needs.ts'
import { SpeiVoucher, StoreVoucher } from './present.ts'
import { readSpeiVoucher, readStoreVoucher, SpeiVoucherBody, StoreVoucherBody, speiLimits } from './request.ts'

const Limits = Type.Object({ minimum: Money, maximum: Money })

const PaymentMethods = Type.Object(
  {
    stores: Type.Array(Type.Object({ name: StoreName, short_name: StoreCode, minimum: Money, maximum: Money }), {
      description: 'Chains where a voucher is paid in cash',
    }),
    spei: Type.Object(
      { ...Limits.properties, offered: Type.Boolean({ description: 'False: the service takes no SPEI transfers' }) },
      { description: 'When it is not offered both limits are 0.00: no amount can be paid' },
    ),
  },
  { title: 'PaymentMethods' },
)

export function voucherRoutes(app: App, needs: VoucherNeeds & RouteNeeds): void {
  const { clock, once, refuseKnownCards } = needs

  app.post(
    '/v1/payment/convenience-store',
    {
      config: {
        access: 'charge',
        refusals: ['cash-not-offered', 'network-refused', 'network-unreachable', ...NOT_ADMITTED],
      },
      schema: {
        operationId: 'createStoreVoucher',
        tags: ['Payments'],
        summary: 'Issue a voucher to pay in cash at a store',
        description:
          'The payer takes it to a till of the chain. It can be paid until the end of `expiration_date` (three days from today ' +
          'when left out), with exactly its amount: other cash is kept in suspense, because a till gives nothing back.',
        body: StoreVoucherBody,
        response: answer(StoreVoucher),
      },
    },
    (request, reply) =>
      once(request, reply, async (once) => {
        const asking = { caller: request.caller, language: languageOf(request), once }
        const wanted = readStoreVoucher(clock, request.body)
        await refuseKnownCards(request.caller.accountId, { 'payment.reference.number': wanted.referenceNumber })
        return issueStoreVoucher(needs, asking, wanted)
      }),
  )

  app.post(
    '/v1/payment/spei',
    {
      config: {
        access: 'charge',
        refusals: [
          'spei-not-offered',
          'network-refused',
          'network-unreachable',
          'resource-unknown',
          'customer-inactive',
          ...NOT_ADMITTED,
        ],
      },
      schema: {
        operationId: 'createSpeiVoucher',
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
      once(request, reply, async (once) => {
        const asking = { caller: request.caller, language: languageOf(request), once }
        const wanted = readSpeiVoucher(clock, request.body)
        await refuseKnownCards(request.caller.accountId, { 'payment.reference.number': wanted.referenceNumber })
        return issueSpeiVoucher(needs, asking, wanted)
      }),
  )

  app.get(
    '/v1/payment/method',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listPaymentMethods',
        tags: ['Payments'],
        summary: 'Stores and SPEI, with the limits of each',
        description:
          'The ways of paying: the stores by their name in a voucher, and SPEI, each with its smallest and largest amount. ' +
          'What the service does not offer is an empty list, or says `offered: false` with limits of zero.',
        response: answer(PaymentMethods),
      },
    },
    async () => ({
      success: true,
      result: {
        stores: needs.cashNetwork.offered ? methods.stores : [],
        spei: needs.speiBank.offered ? { ...methods.spei, offered: true } : NO_SPEI,
      },
    }),
  )
}

/** Under the name of each rail; the chains of stores have limits of their own. */
const methods = {
  stores: chains.map((chain) => ({ name: chain.name, short_name: chain.shortName, ...limits(chain) })),
  spei: limits(speiLimits),
} satisfies { [R in VoucherRail as R extends 'store' ? 'stores' : R]: unknown }

const NO_SPEI = { ...limits({ minCentavos: 0, maxCentavos: 0 }), offered: false }

function limits({ minCentavos, maxCentavos }: { minCentavos: number; maxCentavos: number }) {
  return {
    minimum: { amount: formatAmount(minCentavos), currency: 'MXN' },
    maximum: { amount: formatAmount(maxCentavos), currency: 'MXN' },
  }
}
