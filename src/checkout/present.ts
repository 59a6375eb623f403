// A checkout as the wire has it.
import Type, { type Static } from 'typebox'
import { Instant } from '../api/description/answer-members.ts'
import { choice, Money } from '../api/fields.ts'
import { keptList } from '../core/kept-json.ts'
import { formatAmount } from '../core/money.ts'
import { operationStates } from '../core/operation.ts'
import { type Rail, railNames, rails } from '../core/rail.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { PageLinks } from '../operations/page-link.ts'
import type { OperationRow } from '../operations/tables.ts'
import type { CheckoutRow } from './tables.ts'

export const checkoutStates = ['open', 'paid', 'expired', 'cancelled'] as const

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const Item = Type.Object(
  {
    name: Type.String({ description: 'What the payer reads on the line' }),
    quantity: Type.Integer({ description: 'How many pieces' }),
    amount: Money,
  },
  { title: 'CheckoutItem', description: '`amount` is the price of one' },
)

const fields = {
  id: Type.String({ description: 'Of the page, `chk_…`', examples: ['chk_06f8f2k3'] }),
  url: Type.String({ description: 'Where the payer pays. Whoever has it can pay, and see what is paid for' }),
  status: choice(checkoutStates, {
    description: 'paid: every payment that it takes was paid; expired, cancelled: no further payment is begun there',
  }),
  reference: Type.String({ description: 'Your own number, which its payments carry; may be empty' }),
  description: Type.String({ description: 'What is paid for, as the payer reads it' }),
  amount: Type.Union([Money, Type.Null()], { description: 'What each payment pays; null when the payer says it' }),
  open_amount: Type.Union([Type.Object({ minimum: Money, maximum: Money }), Type.Null()], {
    description: 'Between which amounts the payer chooses; null when the amount is fixed',
  }),
  items: Type.Array(Item, { description: 'What is bought, line by line; may be empty' }),
  ways: Type.Array(choice(railNames), {
    description: 'The ways of paying that the payer may choose: card, store, spei',
  }),
  uses: Type.Integer({ description: 'How many payments it takes' }),
  uses_paid: Type.Integer({ description: 'Payments that were paid' }),
  uses_pending: Type.Integer({ description: 'Payments that are under way, such as vouchers that can still be paid' }),
  customer: Nullable('The customer whom it is for, `cus_…`; null for anybody'),
  return_url: Nullable('Where the payer’s page leads afterwards; null when it leads nowhere'),
  operator: Type.String({ description: 'Who made it' }),
  expires_at: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
  timestamp: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
}

export const Checkout = Type.Object(fields, { title: 'Checkout' })

export const CheckoutWithPayments = Type.Object(
  {
    ...fields,
    payments: Type.Array(
      Type.Object({
        transaction: Type.String({ description: 'The operation’s identifier' }),
        status: choice(
          Object.values(operationStates).map(({ code }) => code),
          { description: 'P pending, A authorised and not captured, N paid, C cancelled, E expired, D declined' },
        ),
        payment_method: Type.String({ description: 'POS for cards, OXX for stores, SPE for SPEI' }),
        total: Money,
        url: Type.String({ description: 'Address of the receipt or slip' }),
        timestamp: Instant,
      }),
      { description: 'The latest 50, newest first' },
    ),
  },
  { title: 'CheckoutWithPayments' },
)

export const CheckoutPaid = Type.Object(
  {
    id: Type.String({ description: 'The checkout' }),
    reference: Type.String({ description: 'Its reference; may be empty' }),
    transaction: Type.String({ description: 'The payment' }),
    total: Money,
  },
  { title: 'CheckoutPaidEvent' },
)

export type Item = { name: string; quantity: number; centavos: number }

export function presentCheckout(
  { links, now }: { links: Pick<PageLinks, 'checkoutUrl'>; now: string },
  row: CheckoutRow,
): Static<typeof Checkout> {
  const { least_centavos, most_centavos, amount_centavos } = row
  return {
    id: row.id,
    url: links.checkoutUrl(row.id),
    status: stateAt(row, now),
    reference: row.reference ?? '',
    description: row.description,
    amount: amount_centavos === null ? null : pesos(amount_centavos),
    open_amount:
      least_centavos === null || most_centavos === null
        ? null
        : { minimum: pesos(least_centavos), maximum: pesos(most_centavos) },
    items: itemsOf(row).map(({ name, quantity, centavos }) => ({ name, quantity, amount: pesos(centavos) })),
    ways: waysOf(row),
    uses: row.uses,
    uses_paid: row.uses_paid,
    uses_pending: row.uses_held,
    customer: row.customer_id,
    return_url: row.return_url,
    operator: row.operator,
    expires_at: mexicoCityTime(row.expires_at),
    timestamp: mexicoCityTime(row.created_at),
  }
}

/** What is shown of a payment of a checkout. */
export type CheckoutOperation = Pick<OperationRow, 'id' | 'status' | 'rail' | 'total_centavos' | 'created_at'>

export function presentWithPayments(
  needs: { links: Pick<PageLinks, 'checkoutUrl' | 'urlOf'>; now: string },
  row: CheckoutRow,
  payments: readonly CheckoutOperation[],
): Static<typeof CheckoutWithPayments> {
  return {
    ...presentCheckout(needs, row),
    payments: payments.map(({ id, status, rail, total_centavos, created_at }) => ({
      transaction: id,
      status: operationStates[status].code,
      payment_method: rails[rail].code,
      total: pesos(total_centavos),
      url: needs.links.urlOf(id),
      timestamp: mexicoCityTime(created_at),
    })),
  }
}

/** It ends at its instant, also before the worker has written it down. */
export function stateAt({ state, expires_at }: Pick<CheckoutRow, 'state' | 'expires_at'>, now: string) {
  return state === 'open' && expires_at <= now ? 'expired' : state
}

export function waysOf({ ways }: Pick<CheckoutRow, 'ways'>): Rail[] {
  const named = ways.split(' ')
  return railNames.filter((rail) => named.includes(rail))
}

export function itemsOf({ items }: Pick<CheckoutRow, 'items'>): Item[] {
  return ((items === null ? undefined : keptList(items)) ?? []) as Item[]
}

function pesos(centavos: number) {
  return { amount: formatAmount(centavos), currency: 'MXN' }
}
