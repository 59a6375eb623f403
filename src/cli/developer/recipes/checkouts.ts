// Causes each event about checkouts.
import { randomUUID } from 'node:crypto'
import type { Kitchen, Recipe } from '../recipe.ts'
import { moveClock } from './steps.ts'

const fields = { amount: '150.00', description: 'Cobro Trigger', reference: '' }

export const checkoutRecipes: Record<string, Recipe> = {
  'checkout.created': {
    fields,
    make: async (kitchen) => {
      await create(kitchen)
      return {}
    },
  },
  'checkout.paid': {
    fields,
    make: async (kitchen) => {
      const { id, url } = await create(kitchen)
      kitchen.output.note('Paying by SPEI …')
      // What the page of the checkout does when its button is pressed.
      const answer = await fetch(`${url}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ way: 'spei', attempt: randomUUID() }),
        signal: kitchen.signal,
      })
      if (!answer.ok) throw new Error(`the page of the checkout answered ${answer.status}`)
      const { payments } = await kitchen.cobro.checkouts.get(id)
      await kitchen.cobro.sandbox.payBySpei({ transaction: payments[0]?.transaction ?? '' })
      return {}
    },
  },
  'checkout.cancelled': {
    fields,
    make: async (kitchen) => {
      const { id } = await create(kitchen)
      await kitchen.cobro.checkouts.cancel(id)
      return {}
    },
  },
  'checkout.expired': {
    fields,
    make: async (kitchen) => {
      const { expires_at } = await create(kitchen)
      const past = new Date(Date.parse(expires_at) + 1_000).toISOString()
      kitchen.output.note(`Moving the sandbox's clock to ${past} …`)
      await moveClock(kitchen.cobro, past)
      return {}
    },
  },
}

function create({ cobro, fields: { amount = '', description = '', reference = '' }, output }: Kitchen) {
  output.note(`Making a checkout of ${amount} …`)
  return cobro.checkouts.create({ amount, description, reference })
}
