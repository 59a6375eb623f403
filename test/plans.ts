// Customers on plans: puts a new merchant's customer on a plan, gives them cards, and reads what was charged.
import assert from 'node:assert/strict'
import { tokenFor } from './cards.ts'
import { APPROVED } from './charges.ts'
import { moveClock } from './payers.ts'
import type { Answer, Merchant, World } from './world.ts'

export function planStories(world: () => World) {
  const ok = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer
    assert.equal(status, 200, text)
    return body.result
  }
  const saveCard = async (merchant: Merchant, customer: string, number: string): Promise<string> => {
    const token = await tokenFor(world(), merchant, number)
    return (await ok(merchant.post(`/v1/customer/${customer}/cards`, { token }))).token
  }
  const subscribed = async (given: { period: string; card?: string; amount?: string; start?: string }) => {
    const merchant = await world().merchant()
    const plan = await ok(
      merchant.post('/v1/plan', { name: 'Club', amount: given.amount ?? '100.00', period: given.period }),
    )
    const customer = await ok(merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' }))
    const card = await saveCard(merchant, customer.id, given.card ?? APPROVED)
    const path = `/v1/plan/${plan.id}/customers/${customer.id}`
    const subscription = await ok(
      merchant.post(`/v1/plan/${plan.id}/customers`, {
        customer: customer.id,
        card,
        ...(given.start && { start_date: given.start }),
      }),
    )
    const read = () => ok(merchant.get(path))
    return { merchant, plan, customer, card, path, subscription, read }
  }
  /** Oldest first: `2027-01-31 paid`. */
  const daysOf = (charges: { date: string; status: string }[]): string[] =>
    charges.map((charge) => `${charge.date} ${charge.status}`).reverse()
  const eventsOf = async (merchant: Merchant): Promise<string[]> => {
    const rows = await world()
      .service.store.db.selectFrom('events')
      .select('type')
      .where('account_id', '=', merchant.accountId)
      .where('type', 'like', 'plan.%')
      .orderBy('id')
      .execute()
    return rows.map((row) => row.type)
  }
  const setClock = async (instant: string) => moveClock(await world().merchant(), { freeze: true, set: instant })
  return { ok, saveCard, subscribed, daysOf, eventsOf, setClock }
}
