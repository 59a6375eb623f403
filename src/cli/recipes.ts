// How each event is made to happen through the API: what `cobro trigger` does, one recipe an event.
import { setTimeout as pause } from 'node:timers/promises'
import type { Cobro } from '../../client/src/client.ts'
import { CobroError } from '../../client/src/errors.ts'
import { affiliateRecipes } from './affiliate-recipes.ts'
import { PAY_FIELDS, payByCard, securityCodeFor } from './pay-command.ts'
import type { Kitchen, Recipe } from './recipe.ts'

const USUAL_CLABE = '002010077777777771'
const OTHER_CLABE = '032180000118359719'
/** Ten seconds of them. */
const MAIL_LOOKS = 50
/** Over a weekend and a holiday. */
const FIVE_DAYS_MS = 5 * 86_400_000
/** Longer than any month. */
const A_MONTH_MS = 32 * 86_400_000
const TWO_DAYS_MS = 2 * 86_400_000
/** The sandbox's bank takes answers for so long. */
const TWENTY_DAYS_MS = 20 * 86_400_000
const APPROVED = '4242424242424242'
/** The sandbox's bank refuses transfers to it. */
const CLOSED_CLABE = '646180990000000012'
/** It settles transfers to this one, and returns them three days later. */
const RETURNED_CLABE = '646180990000000067'
const DECLINED = '4111111111111111'
/** The sandbox's bank says that its code is wrong. */
const WRONG_CODE = '4000000000000820'
/** The limit of ATTACK_LIMITS is 5 an hour; an operator may have set another. */
const CODES_TRIED = 20

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
const planned = { name: 'Cobro Trigger', amount: '150.00', period: 'month' }
const subscription = { ...planned, email: 'trigger@example.mx', card: APPROVED }
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
  'card_testing.suspected': {
    fields: { card: WRONG_CODE },
    make: async (kitchen) => {
      await tryCodes(kitchen)
      return {}
    },
  },
  'payout.paid': { fields: { ...card, clabe: USUAL_CLABE }, make: payOut },
  'payout.failed': { fields: { ...card, clabe: CLOSED_CLABE }, make: payOut },
  'payout.returned': {
    fields: { ...card, clabe: RETURNED_CLABE },
    make: async (kitchen) => {
      await payOut(kitchen)
      return passDays(kitchen)
    },
  },
  ...affiliateRecipes(passDays),
  'fees.month_closed': {
    fields: card,
    make: async (kitchen) => {
      await charge(kitchen)
      const { now } = await kitchen.cobro.sandbox.clock()
      kitchen.output.note("Moving the sandbox's clock over the end of the month …")
      await moveClock(kitchen.cobro, new Date(Date.parse(now) + A_MONTH_MS).toISOString())
      return {}
    },
  },
  'settlement.account_change_requested': {
    fields: { clabe: OTHER_CLABE },
    make: async (kitchen) => {
      await askForAccount(kitchen)
      await kitchen.cobro.settlementAccount.cancelChange()
      return {}
    },
  },
  'settlement.account_change_confirmed': {
    fields: { clabe: OTHER_CLABE },
    make: async (kitchen) => {
      await kitchen.cobro.settlementAccount.confirm(await askForAccount(kitchen))
      await kitchen.cobro.settlementAccount.cancelChange()
      return {}
    },
  },
  'settlement.account_change_cancelled': {
    fields: { clabe: OTHER_CLABE },
    make: async (kitchen) => {
      await askForAccount(kitchen)
      await kitchen.cobro.settlementAccount.cancelChange()
      return {}
    },
  },
  'settlement.account_changed': {
    fields: { clabe: OTHER_CLABE },
    make: async (kitchen) => {
      const { clabe: before } = await accountBefore(kitchen)
      await payOutTo(kitchen, kitchen.fields.clabe ?? OTHER_CLABE)
      await payOutTo(kitchen, before)
      return {}
    },
  },
  'refund.created': { fields: { ...voucher, payer_clabe: USUAL_CLABE }, make: refundPart },
  'refund.updated': { fields: { ...voucher, payer_clabe: USUAL_CLABE }, make: refundPart },
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
      return passed(kitchen, TWENTY_DAYS_MS - TWO_DAYS_MS)
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
  'refund.sent': { fields: { ...voucher, payer_clabe: USUAL_CLABE }, make: refund },
  'refund.failed': { fields: { ...voucher, payer_clabe: CLOSED_CLABE }, make: refund },
  'refund.returned': {
    fields: { ...voucher, payer_clabe: RETURNED_CLABE },
    make: async (kitchen) => {
      await refund(kitchen)
      // The bank settles it first; what becomes of it later falls due on the way.
      await passDays(kitchen)
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
  'export.finished': {
    fields: { list: '/v1/operations', format: 'csv' },
    make: async ({ cobro, fields, output }) => {
      output.note('Exporting a list …')
      const format = fields.format === 'xlsx' ? 'xlsx' : 'csv'
      const { id } = await cobro.exports.create({ list: fields.list ?? '/v1/operations', format })
      for (let look = 1; look <= MAIL_LOOKS; look += 1) {
        if ((await cobro.exports.get(id)).status !== 'pending') return {}
        await pause(200)
      }
      throw new Error('the export is not finished yet')
    },
  },
  'books.head': {
    fields: card,
    make: async (kitchen) => {
      await charge(kitchen)
      const { now } = await kitchen.cobro.sandbox.clock()
      kitchen.output.note("Moving the sandbox's clock to the end of the day …")
      await moveClock(kitchen.cobro, new Date(Date.parse(now) + TWO_DAYS_MS).toISOString())
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

/** A new customer with a saved card on a new plan: charged at once. */
async function subscribe(kitchen: Kitchen): Promise<{ plan: string; customer: string }> {
  const { cobro, fields, output } = kitchen
  const { name = '', email = '', card: number = APPROVED } = fields
  const customer = await cobro.customers.create({ name, email })
  const cvv = securityCodeFor(number)
  const { token } = await cobro.tokens.create({ number, cardholder_name: name, expiration: PAY_FIELDS.expiration, cvv })
  const saved = await cobro.cards.save(customer.id, token)
  const plan = await createPlan(kitchen)
  output.note('Putting the customer on the plan …')
  await cobro.plans.subscribe(plan.id, { customer: customer.id, card: saved.token })
  return { plan: plan.id, customer: customer.id }
}

/** Types wrong codes until the service stops asking the bank. */
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

/** A payment, then the days until it is paid out: to `clabe`, and the account is what it was afterwards. */
async function payOut(kitchen: Kitchen): Promise<object> {
  const { cobro, fields } = kitchen
  const before = await cobro.settlementAccount.get()
  await payOutTo(kitchen, fields.clabe ?? '')
  await charge(kitchen)
  await passDays(kitchen)
  if (before.clabe) await payOutTo(kitchen, before.clabe)
  return {}
}

/** Has payouts go to an account. A change is confirmed with the code in the mailbox, and the clock goes to where it holds. */
async function payOutTo(kitchen: Kitchen, clabe: string): Promise<void> {
  const { cobro, output } = kitchen
  const code = await codeFor(kitchen, clabe)
  if (code === undefined) return
  const { change } = await cobro.settlementAccount.confirm(code)
  output.note("Moving the sandbox's clock to when the other payout account holds …")
  // It is told to the second.
  if (change?.effective_at) await moveClock(cobro, new Date(Date.parse(change.effective_at) + 1_000).toISOString())
}

/** Asks for another payout account than the one that is set; answers the code to confirm it with. */
async function askForAccount(kitchen: Kitchen): Promise<string> {
  const { clabe: before } = await accountBefore(kitchen)
  const { clabe = OTHER_CLABE } = kitchen.fields
  return (await codeFor(kitchen, clabe === before ? USUAL_CLABE : clabe)) ?? ''
}

async function accountBefore({ cobro }: Kitchen): Promise<{ clabe: string }> {
  const { clabe } = await cobro.settlementAccount.get()
  return { clabe: clabe ?? (await cobro.settlementAccount.set(USUAL_CLABE)).clabe ?? '' }
}

/** The code of the e-mail that asks to confirm the account; undefined when it holds already. */
async function codeFor({ cobro, output }: Kitchen, clabe: string): Promise<string | undefined> {
  const codes = async () => {
    const { messages } = await cobro.call('GET /v1/sandbox/mailbox', {})
    return messages.flatMap(({ id, body }) => {
      const code = /(?:Código|Code): (\d{8})/.exec(body)?.[1]
      return code === undefined ? [] : [[id, code] as const]
    })
  }
  const before = new Set((await codes()).map(([id]) => id))
  const { change } = await cobro.settlementAccount.set(clabe)
  if (!change) return undefined
  output.note('Looking into the mailbox for the code …')
  for (let look = 1; look <= MAIL_LOOKS; look += 1) {
    const found = (await codes()).find(([id]) => !before.has(id))
    if (found) return found[1]
    await pause(200)
  }
  throw new Error('the e-mail with the code has not come')
}

/** A SPEI payment from `payer_clabe` that is reversed: its refund goes back there. */
async function refund(kitchen: Kitchen): Promise<object> {
  const { cobro, fields } = kitchen
  const { transaction } = await issue({ ...kitchen, fields: { ...fields, method: 'spei' } })
  await cobro.sandbox.payBySpei({ transaction, payer_clabe: fields.payer_clabe ?? '' })
  await cobro.operations.reverse(transaction)
  return {}
}

/** One peso of it, which is less than the merchant is owed. */
async function refundPart(kitchen: Kitchen): Promise<object> {
  const { cobro, fields } = kitchen
  const { transaction } = await issue({ ...kitchen, fields: { ...fields, method: 'spei' } })
  await cobro.sandbox.payBySpei({ transaction, payer_clabe: fields.payer_clabe ?? '' })
  await cobro.refunds.create(transaction, { amount: 1 })
  return {}
}

/** A card payment that the bank disputes; the dispute. */
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

async function passed({ cobro, output }: Kitchen, ms: number): Promise<object> {
  const { now } = await cobro.sandbox.clock()
  output.note("Moving the sandbox's clock on …")
  await moveClock(cobro, new Date(Date.parse(now) + ms).toISOString())
  return {}
}

async function passDays({ cobro, output }: Kitchen): Promise<object> {
  const { now } = await cobro.sandbox.clock()
  output.note("Moving the sandbox's clock five days on …")
  await moveClock(cobro, new Date(Date.parse(now) + FIVE_DAYS_MS).toISOString())
  return {}
}

/** One call takes only so long; the rest is asked for again. */
async function moveClock(cobro: Cobro, set: string): Promise<void> {
  let moved = await cobro.sandbox.changeClock({ set })
  while (!moved.finished) moved = await cobro.sandbox.changeClock({ set })
}
