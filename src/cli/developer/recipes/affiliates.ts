// Causes each event about affiliates: one is registered, gets a share of a payment, and is paid out.
import { randomUUID } from 'node:crypto'
import type { Cobro } from '../../../../client/src/client.ts'
import type { Kitchen, Recipe } from '../recipe.ts'
import { APPROVED, CLOSED_CLABE, OTHER_CLABE, passDays, RETURNED_CLABE, USUAL_CLABE } from './steps.ts'

const affiliate = { card: APPROVED, amount: '150.00', share: '15.00', email: 'trigger@example.mx' }

export const affiliateRecipes: Record<string, Recipe> = {
  'affiliate.payout_paid': { fields: { ...affiliate, clabe: USUAL_CLABE }, make: paidOut(1) },
  'affiliate.payout_failed': { fields: { ...affiliate, clabe: CLOSED_CLABE }, make: paidOut(1) },
  'affiliate.payout_returned': { fields: { ...affiliate, clabe: RETURNED_CLABE }, make: paidOut(2) },
  'affiliate.account_change': {
    fields: { email: affiliate.email, clabe: OTHER_CLABE },
    make: async (kitchen) => {
      const { id } = await register({ ...kitchen, fields: { ...kitchen.fields, clabe: USUAL_CLABE } })
      await kitchen.cobro.affiliates.update(id, { clabe: kitchen.fields.clabe ?? OTHER_CLABE })
      await kitchen.cobro.affiliates.cancelChange(id)
      return {}
    },
  },
}

/** The clock moves once past the payout, and a second time past its return. */
function paidOut(times: number): Recipe['make'] {
  return async (kitchen) => {
    const { user } = await register(kitchen)
    await share(kitchen.cobro, kitchen.fields, user)
    for (let time = 1; time <= times; time += 1) await passDays(kitchen)
    return {}
  }
}

function register({ cobro, fields }: Kitchen) {
  const { email = '', clabe = '' } = fields
  return cobro.affiliates.register({ user: `trigger-${randomUUID()}`, name: 'Cobro Trigger', email, clabe })
}

async function share(cobro: Cobro, fields: Record<string, string>, user: string): Promise<void> {
  const { card = '', amount = '', share: total_fee = '' } = fields
  const token = await cobro.tokens.create({
    number: card,
    cardholder_name: 'Cobro Trigger',
    expiration: '3512',
    cvv: /^3[47]/.test(card) ? '1234' : '123',
  })
  await cobro.payments.card({
    recurrent: token.token,
    payment: {
      total: { amount },
      reference: { description: 'cobro trigger' },
      affiliated: { user, total_fee },
    },
  })
}
