// The steps that several recipes share, and the cards and accounts with special outcomes at the sandbox's bank.
import type { Cobro } from '../../../../client/src/client.ts'
import { DAY_MS } from '../../../core/time.ts'
import { PAY_FIELDS, payByCard } from '../pay.ts'
import type { Kitchen } from '../recipe.ts'

export const APPROVED = '4242424242424242'
export const DECLINED = '4111111111111111'
/** The sandbox's bank wants the payer to authenticate. */
export const CHALLENGED = '4000000000030017'
export const USUAL_CLABE = '002010077777777771'
export const OTHER_CLABE = '032180000118359719'
/** The sandbox's bank refuses transfers to this CLABE. */
export const CLOSED_CLABE = '646180990000000012'
/** The sandbox's bank settles transfers to this CLABE, and returns them three days later. */
export const RETURNED_CLABE = '646180990000000067'
/** Ten seconds of polling, every 200 milliseconds. */
export const MAIL_LOOKS = 50
export const TWO_DAYS_MS = 2 * DAY_MS
/** Longer than a weekend and a holiday. */
const FIVE_DAYS_MS = 5 * DAY_MS

/** The fields of a card payment, and of a voucher. */
export const card = { card: APPROVED, amount: '150.00', ...PAY_FIELDS, description: 'cobro trigger' }
export const voucher = {
  method: 'store',
  amount: '150.00',
  description: 'cobro trigger',
  reference: '',
  store: 'OXXO',
  email: '',
  phone: '',
}

/** Pays by card; answers the operation. */
export async function charge(kitchen: Kitchen): Promise<string> {
  const fields = { ...card, ...kitchen.fields }
  const paid = await payByCard(kitchen, { ...fields, number: fields.card })
  return paid.recipe.transaction
}

/** Issues a store or SPEI voucher, as the field `method` says. */
export async function issue({ cobro, fields, output }: Kitchen) {
  const { method = 'store', amount = '', description = '', reference = '', store = '', email = '', phone = '' } = fields
  const body = { total: amount, payment: { reference: { description, number: reference } }, email, phone }
  output.note(`Issuing a ${method === 'spei' ? 'SPEI' : 'store'} voucher …`)
  return method === 'spei' ? cobro.payments.spei(body) : cobro.payments.convenienceStore({ ...body, store })
}

export async function payVoucher(
  { cobro, fields, output }: Kitchen,
  payment: { transaction: string; amount?: string | undefined },
) {
  output.note('Paying it …')
  if (fields.method === 'spei') await cobro.sandbox.payBySpei(payment)
  else await cobro.sandbox.payAtStore(payment)
}

/** Moves the clock past the next payout, and past the return of one. */
export async function passDays(kitchen: Kitchen): Promise<object> {
  return passTime(kitchen, FIVE_DAYS_MS, 'five days on')
}

/** Moves the sandbox's clock on. `how` is the text for the terminal. */
export async function passTime({ cobro, output }: Kitchen, ms: number, how = 'on'): Promise<object> {
  const { now } = await cobro.sandbox.clock()
  output.note(`Moving the sandbox's clock ${how} …`)
  await moveClock(cobro, new Date(Date.parse(now) + ms).toISOString())
  return {}
}

/** Moves the sandbox's clock to an instant, in several calls when one takes too long. */
export async function moveClock(cobro: Cobro, set: string): Promise<void> {
  let moved = await cobro.sandbox.changeClock({ set })
  while (!moved.finished) moved = await cobro.sandbox.changeClock({ set })
}
