// What happens once in the seeded period, by days before its end: a refund, a dispute, money in suspense, a payout that comes back.
import { securityCodeFor } from '../developer/pay.ts'
import { USUAL_CLABE } from '../developer/recipes/steps.ts'
import { emailOf, GOOD_CARDS, LARGE_SALE, PEOPLE, REFUND_REASONS } from './goods.ts'
import { issueVoucher, orderOf, payByCard, pesosOf, type Shop } from './sales.ts'

/** Refused connections: nothing listens at the port of the old discard service. */
const DEAD_WEBHOOK = 'http://127.0.0.1:9/avisos'

/** The shop before its first sale: where its money goes, its customers, and a plan that some of them pay. */
export async function openShop(shop: Shop): Promise<void> {
  const { cobro, signal } = shop
  const options = { signal }
  const { clabe } = await cobro.settlementAccount.get(options)
  if (!clabe) await cobro.settlementAccount.set(USUAL_CLABE, options)
  const plan = await cobro.plans.create({ name: 'Club de café', amount: '299.00', period: 'week' }, options)
  for (const [at, name] of PEOPLE.entries()) {
    const customer = await cobro.customers.create({ name, email: emailOf(name) }, options)
    if (at >= 5) continue
    const number = GOOD_CARDS[at] ?? ''
    const cvv = securityCodeFor(number)
    const { token } = await cobro.tokens.create({ number, cardholder_name: name, expiration: '3512', cvv }, options)
    const saved = await cobro.cards.save(customer.id, token, options)
    await cobro.plans.subscribe(plan.id, { customer: customer.id, card: saved.token }, options)
  }
}

/** By the days that are left of the period. A short period has those that fit in. */
const chapters: Readonly<Record<number, (shop: Shop) => Promise<unknown>>> = {
  27: (shop) => disputed(shop, { respond_days: 20, outcome: 'won' }),
  24: (shop) => disputed(shop, { respond_days: 20, outcome: 'lost' }),
  22: (shop) => givenBack(shop, 100),
  17: (shop) => disputed(shop, { respond_days: 20 }),
  14: (shop) => payByCard(shop, orderOf(shop, ...LARGE_SALE), '5555555555554444'),
  11: (shop) => givenBack(shop, 40),
  8: (shop) => paidShort(shop),
  6: (shop) => disputed(shop, { respond_days: 20 }),
  5: (shop) => payoutComesBack(shop),
  3: (shop) => failingWebhook(shop),
  2: (shop) => givenBack(shop, 25),
  1: (shop) => Promise.all([issueVoucher(shop, orderOf(shop), 'store'), issueVoucher(shop, orderOf(shop), 'spei')]),
}

export async function chapter(shop: Shop, daysLeft: number): Promise<void> {
  await chapters[daysLeft]?.(shop)
}

/** A payment by card that its bank disputes at once; with an outcome the shop answers, and the bank decides. */
async function disputed(
  shop: Shop,
  { respond_days, outcome }: { respond_days: number; outcome?: 'won' | 'lost' },
): Promise<void> {
  const { cobro, signal } = shop
  const transaction = await payByCard(shop, orderOf(shop), '4242424242424242')
  if (transaction === undefined) return
  const reason_code = outcome === 'lost' ? '13.1' : '10.4'
  const { dispute } = await cobro.sandbox.dispute({ transaction, respond_days, reason_code }, { signal })
  if (outcome === undefined || !dispute) return
  await cobro.disputes.write(dispute.id, { explanation: 'La compra se entregó en la tienda, con firma.' }, { signal })
  await cobro.disputes.submit(dispute.id, { signal })
  await cobro.sandbox.decideDispute(dispute.id, outcome, { signal })
}

/** A payment of which a part goes back. */
async function givenBack(shop: Shop, percent: number): Promise<void> {
  const order = orderOf(shop)
  const transaction = await payByCard(shop, order, '4485531263748329')
  if (transaction === undefined) return
  const amount = pesosOf(Math.round((order.centavos * percent) / 100))
  const reason = shop.dice.one(REFUND_REASONS)
  await shop.cobro.refunds.create(transaction, { amount, reason }, { signal: shop.signal })
}

/** Cash that is ten pesos short is kept in suspense. */
async function paidShort(shop: Shop): Promise<void> {
  const order = orderOf(shop)
  const transaction = await issueVoucher(shop, order, 'store')
  await shop.cobro.sandbox.payAtStore({ transaction, amount: pesosOf(order.centavos - 1_000) }, { signal: shop.signal })
}

/** The bank returns the newest payout; the next one includes its money. */
async function payoutComesBack({ cobro, signal }: Shop): Promise<void> {
  const { transfers } = await cobro.transfers.list({ limit: 100 }, { signal })
  const payout = transfers.find(({ kind, status }) => kind === 'payout' && status === 'settled')
  if (payout === undefined) return
  await cobro.call(
    'POST /v1/sandbox/transfers/{transfer}',
    { path: { transfer: payout.id }, body: { outcome: 'returned', reason: 'Cuenta bloqueada' } },
    { signal },
  )
}

/** A webhook whose receiver is gone: of few events, each of which is tried for days. */
async function failingWebhook({ cobro, signal }: Shop): Promise<void> {
  await cobro.webhooks.create({ url: DEAD_WEBHOOK, events: ['refund.created', 'payout.paid'] }, { signal })
}
