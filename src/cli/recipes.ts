// How each event is made to happen through the API: what `cobro trigger` does, one recipe an event.
import type { Cobro } from '../../client/src/client.ts'
import { CobroError } from '../../client/src/errors.ts'
import type { Invocation } from './command.ts'
import { PAY_FIELDS, payByCard } from './pay.ts'

export interface Recipe {
  /** What `--with` may say, and what it is otherwise. */
  fields: Record<string, string>
  /** Makes it happen; answers the operation it is about, if it is about one. */
  make(kitchen: Kitchen): Promise<{ operation?: string }>
}

type Kitchen = Pick<Invocation, 'cobro' | 'output' | 'signal'> & { fields: Record<string, string> }

const APPROVED = '4242424242424242'
const DECLINED = '4111111111111111'

const card = { card: APPROVED, amount: '150.00', ...PAY_FIELDS, description: 'cobro trigger' }
const voucher = {
  method: 'store',
  amount: '150.00',
  description: 'cobro trigger',
  reference: '',
  store: 'OXXO',
  email: '',
  phone: '',
}
const person = { name: 'Cobro Trigger', email: 'trigger@example.mx' }

export const recipes: Record<string, Recipe> = {
  'voucher.issued': {
    fields: voucher,
    make: async (kitchen) => ({ operation: (await issue(kitchen)).transaction }),
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
      await moveClock(kitchen.cobro, { set: past })
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
    fields: { name: 'Cobro Trigger', amount: '150.00', period: 'month' },
    make: async (kitchen) => {
      await createPlan(kitchen)
      return {}
    },
  },
}

async function charge(kitchen: Kitchen): Promise<string> {
  const fields = { ...card, ...kitchen.fields }
  const paid = await payByCard(kitchen, { ...fields, number: fields.card })
  return paid.recipe.transaction
}

async function issue({ cobro, fields, output }: Kitchen) {
  const { method = 'store', amount = '', description = '', reference = '', store = '', email = '', phone = '' } = fields
  const body = { total: amount, payment: { reference: { description, number: reference } }, email, phone }
  output.note(`Issuing a ${method === 'spei' ? 'SPEI' : 'store'} voucher …`)
  return method === 'spei' ? cobro.payments.spei(body) : cobro.payments.convenienceStore({ ...body, store })
}

async function payVoucher(
  { cobro, fields, output }: Kitchen,
  payment: { transaction: string; amount?: string | undefined },
) {
  output.note('Paying it …')
  if (fields.method === 'spei') await cobro.sandbox.payBySpei(payment)
  else await cobro.sandbox.payAtStore(payment)
}

async function createCustomer({ cobro, fields }: Kitchen) {
  return cobro.customers.create({ name: fields.name ?? '', email: fields.email ?? '' })
}

async function createPlan({ cobro, fields }: Kitchen) {
  const { name = '', amount = '', period = 'month' } = fields
  return cobro.plans.create({ name, amount, period: period as 'month' })
}

async function moveClock(cobro: Cobro, change: { set: string } | { advance: string }): Promise<void> {
  let moved = await cobro.sandbox.changeClock(change)
  while (!moved.finished && 'set' in change) moved = await cobro.sandbox.changeClock(change)
}
