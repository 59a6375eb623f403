// Causes each event about payments.
import { CobroError } from '../../../../client/src/errors.ts'
import type { Kitchen, Recipe } from '../recipe.ts'
import { CHALLENGED, card, charge, DECLINED, issue, moveClock, payVoucher, voucher } from './steps.ts'

/** The sandbox's bank refuses its security code. */
const WRONG_CODE = '4000000000000820'
/** The limit of ATTACK_LIMITS is 5 an hour; an operator may have set another. */
const CODES_TRIED = 20

export const paymentRecipes: Record<string, Recipe> = {
  'voucher.issued': {
    fields: voucher,
    make: async (kitchen) => ({ operation: (await issue(kitchen)).transaction }),
  },
  'operation.payer_action_required': {
    fields: { ...card, card: CHALLENGED },
    make: async (kitchen) => ({ operation: await charge(kitchen) }),
  },
  'operation.authorized': {
    fields: { ...card, capture: 'false' },
    make: async (kitchen) => ({ operation: await charge(kitchen) }),
  },
  'operation.paid': {
    fields: { ...voucher, ...card, method: 'card' },
    make: async (kitchen) => {
      if (kitchen.fields.method === 'card') return { operation: await charge(kitchen) }
      const { transaction } = await issue(kitchen)
      await payVoucher(kitchen, { transaction })
      return { operation: transaction }
    },
  },
  'operation.cancelled': {
    fields: { ...voucher, ...card, method: 'card' },
    make: async (kitchen) => {
      const operation = kitchen.fields.method === 'card' ? await charge(kitchen) : (await issue(kitchen)).transaction
      await kitchen.cobro.operations.reverse(operation)
      return { operation }
    },
  },
  'operation.declined': {
    fields: { ...card, card: DECLINED },
    make: async (kitchen) => {
      try {
        await charge(kitchen)
      } catch (error) {
        if (error instanceof CobroError && error.declined) return {}
        throw error
      }
      throw new Error('the card was not declined: name another with --with card=')
    },
  },
  'operation.expired': {
    fields: voucher,
    make: async (kitchen) => {
      const { transaction, expiration_date } = await issue(kitchen)
      const past = new Date(Date.parse(expiration_date) + 1_000).toISOString()
      kitchen.output.note(`Moving the sandbox's clock to ${past} …`)
      await moveClock(kitchen.cobro, past)
      return { operation: transaction }
    },
  },
  'payment.returned': {
    fields: { ...voucher, method: 'spei', paid: '149.00' },
    make: async (kitchen) => {
      const { transaction } = await issue(kitchen)
      await payVoucher(kitchen, { transaction, amount: kitchen.fields.paid })
      return {}
    },
  },
  'payment.suspended': {
    fields: { ...voucher, method: 'spei' },
    make: async (kitchen) => {
      const { transaction } = await issue(kitchen)
      const again = await issue(kitchen)
      const tracking_key = `TRIGGER${transaction.replaceAll('-', '').slice(0, 20).toUpperCase()}`
      kitchen.output.note('Sending two transfers under one tracking key …')
      await kitchen.cobro.sandbox.payBySpei({ transaction, tracking_key })
      await kitchen.cobro.sandbox.payBySpei({ transaction: again.transaction, tracking_key })
      return {}
    },
  },
  'payment.released': {
    fields: { ...voucher, method: 'store', paid: '149.00', clabe: '032180000118359719' },
    make: async (kitchen) => {
      const { transaction } = await issue(kitchen)
      const { id } = await kitchen.cobro.sandbox.payAtStore({ transaction, amount: kitchen.fields.paid ?? '' })
      const { clabe = '' } = kitchen.fields
      await kitchen.cobro.receivedPayments.release(id, { action: 'return', clabe, beneficiary: 'Cobro Trigger' })
      return {}
    },
  },
  'card_testing.suspected': {
    fields: { card: WRONG_CODE },
    make: async (kitchen) => {
      await tryCodes(kitchen)
      return {}
    },
  },
}

/** Sends wrong codes until the service stops asking the bank. */
async function tryCodes({ cobro, output, fields }: Kitchen): Promise<void> {
  output.note('Typing wrong security codes …')
  for (let tried = 0; tried < CODES_TRIED; tried += 1) {
    try {
      const number = fields.card ?? ''
      await cobro.tokens.create({ number, cardholder_name: 'Cobro Trigger', expiration: '3512', cvv: '123' })
    } catch (error) {
      if (error instanceof CobroError && error.status === 429) return
      if (!(error instanceof CobroError && error.declined)) throw error
    }
  }
  throw new Error('nothing stopped the card: start the sandbox with ATTACK_LIMITS=on')
}
