// Reads transactions of Openpay: charges and payouts, alone or in a list.
import { centavosOf, textOf } from '../exact-json.ts'
import { isDone, type OpenpayAnswer, type OpenpayClient } from './client.ts'
import { faultOf, fieldsOf } from './errors.ts'

export interface Transaction {
  id: string
  /** Our id of it; empty for one that somebody else made. */
  orderId: string
  customerId: string
  /** `card`, `store`, `bank_account`. */
  method: string
  status: string
  /** Undefined for an amount in another currency than pesos. */
  amountCentavos: number | undefined
  authorization: string
  errorCode: string
  errorMessage: string
  /** First six and last four digits with `X` between; empty where it is none of a card. */
  cardNumber: string
  /** ISO 8601 with an offset; empty when it is missing. */
  operationDate: string
  /** Of `payment_method`: where the payer must go, and what the payer shows at the till. */
  payerUrl: string
  reference: string
  refunds: readonly { description: string; amountCentavos: number }[]
}

const ID = /^[A-Za-z0-9]{6,45}$/

/** Whether a text may be an id of Openpay: only such a text becomes a part of an address. */
export function isId(text: string): boolean {
  return ID.test(text)
}

/** Undefined for what is no transaction with an amount. */
export function transactionIn(body: unknown): Transaction | undefined {
  const fields = fieldsOf(body)
  const text = (name: string) => textOf(fields[name])
  const amountCentavos = centavosOf(text('amount'))
  if (!isId(text('id')) || amountCentavos === undefined || text('status') === '') return undefined
  const isPesos = ['', 'MXN'].includes(text('currency').toUpperCase())
  const way = fieldsOf(fields.payment_method)
  return {
    id: text('id'),
    orderId: text('order_id'),
    customerId: text('customer_id'),
    method: text('method'),
    status: text('status').toLowerCase(),
    amountCentavos: isPesos ? amountCentavos : undefined,
    authorization: text('authorization'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    cardNumber: textOf(fieldsOf(fields.card).card_number),
    operationDate: text('operation_date') || text('creation_date'),
    payerUrl: textOf(way.url),
    reference: textOf(way.reference),
    refunds: refundsIn(fields.refunds, fields.refund),
  }
}

function refundsIn(several: unknown, one: unknown): Transaction['refunds'] {
  const listed = Array.isArray(several) ? several : []
  return (listed.length > 0 ? listed : [one]).flatMap((refund) => {
    const fields = fieldsOf(refund)
    const amountCentavos = centavosOf(textOf(fields.amount))
    const isMade = !['failed', 'cancelled'].includes(textOf(fields.status).toLowerCase())
    return amountCentavos === undefined || !isMade ? [] : [{ description: textOf(fields.description), amountCentavos }]
  })
}

/** Whether all of its money went back, or it was cancelled before. */
export function isUndone({ status, amountCentavos, refunds }: Transaction): boolean {
  if (['refunded', 'cancelled'].includes(status)) return true
  const given = refunds.reduce((sum, refund) => sum + refund.amountCentavos, 0)
  return amountCentavos !== undefined && given >= amountCentavos
}

export type Found<T> = { kind: 'found'; found: T } | { kind: 'none' } | { kind: 'unclear' }

/** `path`: `/charges`, or another list of transactions. */
export async function transactionById(
  client: OpenpayClient,
  path: string,
  id: string,
  signal: AbortSignal,
): Promise<Found<Transaction>> {
  if (!isId(id)) return { kind: 'none' }
  return readOne(await client.get(`${path}/${id}`, signal))
}

function readOne(answer: OpenpayAnswer): Found<Transaction> {
  if (!isDone(answer)) return { kind: faultOf(answer).kind === 'absent' ? 'none' : 'unclear' }
  const found = transactionIn(answer.body)
  return found === undefined ? { kind: 'unclear' } : { kind: 'found', found }
}

/** All under our id, newest first. A list with others in it means that Openpay did not look for ours: then nothing is certain. */
export async function transactionsByOrder(
  client: OpenpayClient,
  path: string,
  orderId: string,
  signal: AbortSignal,
): Promise<Found<readonly Transaction[]>> {
  const answer = await client.get(`${path}?order_id=${encodeURIComponent(orderId)}&limit=100`, signal)
  if (!isDone(answer) || !Array.isArray(answer.body)) return { kind: 'unclear' }
  const all = answer.body.map(transactionIn)
  const ours = all.flatMap((one) => (one?.orderId === orderId ? [one] : []))
  if (ours.length > 0) return { kind: 'found', found: ours }
  return { kind: all.length === 0 ? 'none' : 'unclear' }
}
