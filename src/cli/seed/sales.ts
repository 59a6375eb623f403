// The sales of the seeded shop: one payment by card, cash or SPEI, declined or paid, as its payers do.
import type { Cobro } from '../../../client/src/client.ts'
import { CobroError } from '../../../client/src/errors.ts'
import { securityCodeFor } from '../developer/pay.ts'
import type { Dice } from './dice.ts'
import { BAD_CARDS, emailOf, GOOD_CARDS, GOODS, PEOPLE, STORES } from './goods.ts'

export interface Shop {
  cobro: Cobro
  dice: Dice
  signal: AbortSignal
  /** Counts the orders: its number is the reference of a payment. */
  orders: number
}

interface Order {
  description: string
  number: string
  centavos: number
  payer: string
}

export function orderOf(shop: Shop, description?: string, centavos?: number): Order {
  const { dice } = shop
  shop.orders += 1
  const [good, price] = dice.one(GOODS)
  const pieces = dice.percent(20) ? dice.between(2, 4) : 1
  return {
    description: description ?? (pieces === 1 ? good : `${good} × ${pieces}`),
    number: `P-${1000 + shop.orders}`,
    centavos: centavos ?? price * pieces,
    payer: dice.one(PEOPLE),
  }
}

/** Charges a card; answers the operation, or undefined when the bank declined it. */
export async function payByCard(shop: Shop, order: Order, card: string): Promise<string | undefined> {
  const { cobro, signal } = shop
  try {
    const { token } = await cobro.tokens.create(
      { number: card, cardholder_name: order.payer, expiration: '3512', cvv: securityCodeFor(card) },
      { signal },
    )
    const paid = await cobro.payments.card(
      {
        recurrent: token,
        payment: {
          total: { amount: pesosOf(order.centavos) },
          reference: { description: order.description, number: order.number },
        },
      },
      { signal },
    )
    return paid.recipe.transaction
  } catch (error) {
    if (error instanceof CobroError && error.declined) return undefined
    throw error
  }
}

/** Issues a voucher; answers the operation. */
export async function issueVoucher(shop: Shop, order: Order, way: 'store' | 'spei'): Promise<string> {
  const body = {
    total: pesosOf(order.centavos),
    payment: { reference: { description: order.description, number: order.number } },
    email: emailOf(order.payer),
  }
  const { payments } = shop.cobro
  const options = { signal: shop.signal }
  const voucher =
    way === 'spei'
      ? await payments.spei(body, options)
      : await payments.convenienceStore({ ...body, store: shop.dice.one(STORES) }, options)
  return voucher.transaction
}

/** One visitor of the shop: most pay by card, one in eight is declined; of vouchers one in ten is never paid. */
export async function sell(shop: Shop): Promise<void> {
  const { cobro, dice, signal } = shop
  const order = orderOf(shop)
  if (dice.percent(58)) {
    const isDeclined = dice.percent(12)
    await payByCard(shop, order, dice.one(isDeclined ? BAD_CARDS : GOOD_CARDS))
    return
  }
  const way = dice.percent(50) ? 'store' : 'spei'
  const isPaid = dice.percent(90)
  const transaction = await issueVoucher(shop, order, way)
  if (!isPaid) return
  if (way === 'spei') await cobro.sandbox.payBySpei({ transaction }, { signal })
  else await cobro.sandbox.payAtStore({ transaction }, { signal })
}

/** Sample: 125000 is `1250.00`. */
export function pesosOf(centavos: number): string {
  return (centavos / 100).toFixed(2)
}
