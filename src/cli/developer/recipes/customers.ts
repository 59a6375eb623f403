// Causes each event about customers and plans.
import { PAY_FIELDS, securityCodeFor } from '../pay.ts'
import type { Kitchen, Recipe } from '../recipe.ts'
import { APPROVED, DECLINED } from './steps.ts'

const planned = { name: 'Cobro Trigger', amount: '150.00', period: 'month' }
const subscription = { ...planned, email: 'trigger@example.mx', card: APPROVED }
const person = { name: 'Cobro Trigger', email: 'trigger@example.mx' }

export const customerRecipes: Record<string, Recipe> = {
  'customer.created': {
    fields: person,
    make: async (kitchen) => {
      await createCustomer(kitchen)
      return {}
    },
  },
  'customer.updated': {
    fields: { ...person, new_name: 'Cobro Trigger II' },
    make: async (kitchen) => {
      const { id } = await createCustomer(kitchen)
      await kitchen.cobro.customers.update(id, { name: kitchen.fields.new_name ?? '' })
      return {}
    },
  },
  'customer.deleted': {
    fields: person,
    make: async (kitchen) => {
      const { id } = await createCustomer(kitchen)
      await kitchen.cobro.customers.delete(id)
      return {}
    },
  },
  'plan.created': {
    fields: planned,
    make: async (kitchen) => {
      await createPlan(kitchen)
      return {}
    },
  },
  'plan.subscribed': {
    fields: subscription,
    make: async (kitchen) => {
      await subscribe(kitchen)
      return {}
    },
  },
  'plan.charged': {
    fields: subscription,
    make: async (kitchen) => {
      await subscribe(kitchen)
      return {}
    },
  },
  'plan.card_expiring': {
    fields: { ...subscription, period: 'year' },
    make: async (kitchen) => {
      // The card ends before the charge of next year.
      const { now } = await kitchen.cobro.sandbox.clock()
      await subscribe(kitchen, now.slice(2, 4) + now.slice(5, 7))
      return {}
    },
  },
  'plan.charge_failed': {
    fields: { ...subscription, card: DECLINED },
    make: async (kitchen) => {
      await subscribe(kitchen)
      return {}
    },
  },
  'plan.paused': {
    fields: subscription,
    make: async (kitchen) => {
      const { plan, customer } = await subscribe(kitchen)
      await kitchen.cobro.plans.pause(plan, customer)
      return {}
    },
  },
  'plan.resumed': {
    fields: subscription,
    make: async (kitchen) => {
      const { plan, customer } = await subscribe(kitchen)
      await kitchen.cobro.plans.pause(plan, customer)
      await kitchen.cobro.plans.resume(plan, customer)
      return {}
    },
  },
  'plan.cancelled': {
    fields: subscription,
    make: async (kitchen) => {
      const { plan, customer } = await subscribe(kitchen)
      await kitchen.cobro.plans.unsubscribe(plan, customer)
      return {}
    },
  },
}

async function createCustomer({ cobro, fields }: Kitchen) {
  return cobro.customers.create({ name: fields.name ?? '', email: fields.email ?? '' })
}

async function createPlan({ cobro, fields }: Kitchen) {
  const { name = '', amount = '', period = 'month' } = fields
  return cobro.plans.create({ name, amount, period: period as 'month' })
}

/** A new customer with a saved card on a new plan: charged at once. */
async function subscribe(
  kitchen: Kitchen,
  expiration: string = PAY_FIELDS.expiration,
): Promise<{ plan: string; customer: string }> {
  const { cobro, fields, output } = kitchen
  const { name = '', email = '', card: number = APPROVED } = fields
  const customer = await cobro.customers.create({ name, email })
  const cvv = securityCodeFor(number)
  const { token } = await cobro.tokens.create({ number, cardholder_name: name, expiration, cvv })
  const saved = await cobro.cards.save(customer.id, token)
  const plan = await createPlan(kitchen)
  output.note('Putting the customer on the plan …')
  await cobro.plans.subscribe(plan.id, { customer: customer.id, card: saved.token })
  return { plan: plan.id, customer: customer.id }
}
