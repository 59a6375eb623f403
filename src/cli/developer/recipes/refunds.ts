// Causes each event about refunds and disputes.
import { DAY_MS } from '../../../core/time.ts'
import type { Kitchen, Recipe } from '../recipe.ts'
import {
  CLOSED_CLABE,
  card,
  charge,
  issue,
  passDays,
  passTime,
  RETURNED_CLABE,
  TWO_DAYS_MS,
  USUAL_CLABE,
  voucher,
} from './steps.ts'

/** The time for which the sandbox's bank accepts answers. */
const TWENTY_DAYS_MS = 20 * DAY_MS

export const refundRecipes: Record<string, Recipe> = {
  'refund.created': { fields: { ...voucher, payer_clabe: USUAL_CLABE }, make: refundPart },
  'refund.updated': { fields: { ...voucher, payer_clabe: USUAL_CLABE }, make: refundPart },
  'refund.sent': { fields: { ...voucher, payer_clabe: USUAL_CLABE }, make: refund },
  'refund.failed': { fields: { ...voucher, payer_clabe: CLOSED_CLABE }, make: refund },
  'refund.returned': {
    fields: { ...voucher, payer_clabe: RETURNED_CLABE },
    make: async (kitchen) => {
      await refund(kitchen)
      // The bank settles it first; its later outcome falls due on the way.
      await passDays(kitchen)
      return {}
    },
  },
  // Events about disputes name the dispute, not the operation.
  'dispute.opened': {
    fields: card,
    make: async (kitchen) => {
      await dispute(kitchen)
      return {}
    },
  },
  'dispute.reminder': {
    fields: card,
    make: async (kitchen) => {
      await dispute(kitchen)
      return passTime(kitchen, TWENTY_DAYS_MS - TWO_DAYS_MS)
    },
  },
  'dispute.submitted': { fields: card, make: submitted },
  'dispute.accepted': {
    fields: card,
    make: async (kitchen) => {
      await kitchen.cobro.disputes.accept(await dispute(kitchen))
      return {}
    },
  },
  'dispute.won': { fields: card, make: (kitchen) => decided(kitchen, 'won') },
  'dispute.lost': { fields: card, make: (kitchen) => decided(kitchen, 'lost') },
  'dispute.answer_refused': { fields: { ...card, amount: '4001.14' }, make: submitted },
}

/** A SPEI payment from `payer_clabe` that is reversed: its refund goes back there. */
async function refund(kitchen: Kitchen): Promise<object> {
  const { cobro, fields } = kitchen
  const { transaction } = await issue({ ...kitchen, fields: { ...fields, method: 'spei' } })
  await cobro.sandbox.payBySpei({ transaction, payer_clabe: fields.payer_clabe ?? '' })
  await cobro.operations.reverse(transaction)
  return {}
}

/** A refund of one peso, which is less than the merchant is owed. */
async function refundPart(kitchen: Kitchen): Promise<object> {
  const { cobro, fields } = kitchen
  const { transaction } = await issue({ ...kitchen, fields: { ...fields, method: 'spei' } })
  await cobro.sandbox.payBySpei({ transaction, payer_clabe: fields.payer_clabe ?? '' })
  await cobro.refunds.create(transaction, { amount: 1 })
  return {}
}

/** A card payment that the bank disputes; answers the dispute. */
async function dispute(kitchen: Kitchen): Promise<string> {
  const made = await kitchen.cobro.sandbox.dispute({ transaction: await charge(kitchen) })
  return made.dispute?.id ?? ''
}

async function submitted(kitchen: Kitchen): Promise<object> {
  const id = await dispute(kitchen)
  await kitchen.cobro.disputes.write(id, { explanation: 'cobro trigger' })
  await kitchen.cobro.disputes.submit(id)
  return {}
}

async function decided(kitchen: Kitchen, outcome: 'won' | 'lost'): Promise<object> {
  await kitchen.cobro.sandbox.decideDispute(await dispute(kitchen), outcome)
  return {}
}
