// The calls about checkouts: make one, read one, list them, cancel one.
import Type from 'typebox'
import { answer, Id, NoBody } from '../api/fields.ts'
import { CursorQuery, cutPage, Next, queryChoice, queryText, readAfter, readPaging } from '../api/paging.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { trimmed } from '../core/forms.ts'
import { refuseInvalid } from '../failures.ts'
import { findCheckout, listCheckouts, paymentsOf } from './find.ts'
import { cancelCheckout, createCheckout } from './make.ts'
import type { CheckoutNeeds } from './needs.ts'
import { Checkout, CheckoutWithPayments, checkoutStates, presentCheckout, presentWithPayments } from './present.ts'
import { CheckoutBody, readCheckout } from './request.ts'
import type { CheckoutRow } from './tables.ts'

const tags = ['Checkouts']
const PAYMENTS_SHOWN = 50
const CURSOR = /^chk_[0-9a-z]{26}$/

export function checkoutRoutes(app: App, needs: CheckoutNeeds & RouteNeeds): void {
  const { store, clock, once } = needs
  const params = Type.Object({ checkout: Id })
  const bodyOf = (row: CheckoutRow) => ({
    success: true,
    result: presentCheckout({ links: needs.links, now: clock.now() }, row),
  })

  app.post(
    '/v1/checkout',
    {
      config: {
        access: 'charge',
        refusals: [
          'cards-not-offered',
          'cash-not-offered',
          'spei-not-offered',
          'resource-unknown',
          'customer-inactive',
        ],
      },
      schema: {
        operationId: 'createCheckout',
        tags,
        summary: 'Make a page where a payer pays',
        description:
          'Send the payer to `url`, or share it: there the payer chooses a way and pays `amount`, the sum of `items`, or within `open_amount` what the payer says. It takes `uses` payments: a use is held while a payment is under way, taken when it is paid, and free again when it is declined, expires or is cancelled. Nothing in the address changes what is paid. After the payment the payer goes to `return_url`, to which `transaction` is added, or to the receipt; learn the outcome by `checkout.paid`, or by reading the checkout.',
        body: CheckoutBody,
        response: answer(Checkout),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { accountId, operator } = request.caller
        const wanted = readCheckout({ clock, offered: needs.offered, loopback: needs.sandbox }, request.body)
        await needs.refuseKnownCards(accountId, { reference: wanted.reference })
        const row = await createCheckout(needs, { ...wanted, accountId, operator }, (made) =>
          effect.answered(bodyOf(made)),
        )
        return bodyOf(row)
      }),
  )

  app.get(
    '/v1/checkout',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listCheckouts',
        tags,
        summary: 'List checkouts',
        description: 'Newest first, by pages, with filters.',
        querystring: Type.Object({
          ...CursorQuery,
          status: queryChoice(checkoutStates, 'Only those in this state'),
          reference: queryText('Only those with this reference', ['1001']),
        }),
        response: answer(
          Type.Object(
            { checkouts: Type.Array(Checkout, { description: 'Newest first' }), next: Next },
            { title: 'CheckoutList' },
          ),
        ),
      },
    },
    async (request) => {
      const { query } = request
      const fields: FieldProblems = {}
      const { limit } = readPaging(query, fields)
      const startingAfter = readAfter(query, CURSOR, fields)
      const status = checkoutStates.find((one) => one === query.status)
      if (query.status && status === undefined)
        fields.status = [
          [`status debe ser ${checkoutStates.join(', ')}`, `status must be one of ${checkoutStates.join(', ')}`],
        ]
      refuseInvalid(fields)
      const now = clock.now()
      const reference = query.reference ? trimmed(query.reference) : undefined
      const filter = { accountId: request.caller.accountId, status, reference, startingAfter, limit, now }
      const { page, next } = cutPage(await listCheckouts(store, filter), limit)
      return {
        success: true,
        result: { checkouts: page.map((row) => presentCheckout({ links: needs.links, now }, row)), next },
      }
    },
  )

  app.get(
    '/v1/checkout/:checkout',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getCheckout',
        tags,
        summary: 'Read a checkout',
        description: 'With its payments, declined ones too.',
        params,
        response: answer(CheckoutWithPayments),
      },
    },
    async (request) => {
      const row = await findCheckout(store, request.caller.accountId, request.params.checkout)
      const payments = await paymentsOf(store, row, PAYMENTS_SHOWN)
      return { success: true, result: presentWithPayments({ links: needs.links, now: clock.now() }, row, payments) }
    },
  )

  app.post(
    '/v1/checkout/:checkout/cancel',
    {
      config: { access: 'charge', refusals: ['checkout-paid', 'checkout-expired'] },
      schema: {
        operationId: 'cancelCheckout',
        tags,
        summary: 'Cancel a checkout',
        description:
          'No further payment is begun there. Vouchers that were given out can still be paid: cancel each with `apply-reversal`. A cancelled checkout is answered again.',
        params,
        body: NoBody,
        response: answer(Checkout),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const wanted = { accountId: request.caller.accountId, checkoutId: request.params.checkout }
        return bodyOf(await cancelCheckout(needs, wanted, (row) => effect.answered(bodyOf(row))))
      }),
  )
}
