// Reads transactions of Openpay: charges and payouts, alone or in a list.
import { centavosOf, textOf } from '../exact-json.ts'
import { isDone, type OpenpayClient } from './client.ts'
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
  /** The CLABE that a payout goes to; empty where it shows none. */
  destination: string
  /** Of `payment_method`: where the payer must go, and what the payer shows at the till. */
  payerUrl: string
  reference: string
  refunds: readonly Refund[]
}

export interface Refund {
  /** Openpay's own; empty where it shows none. */
  id: string
  description: string
  /** Undefined for an amount in another currency than pesos, and for one that cannot be read. */
  amountCentavos: number | undefined
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
  const way = fieldsOf(fields.payment_method)
  return {
    id: text('id'),
    orderId: text('order_id'),
    customerId: text('customer_id'),
    method: text('method'),
    status: text('status').toLowerCase(),
    amountCentavos: inPesos(fields.currency, amountCentavos),
    authorization: text('authorization'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    cardNumber: textOf(fieldsOf(fields.card).card_number),
    operationDate: text('operation_date') || text('creation_date'),
    destination: textOf(fieldsOf(fields.bank_account).clabe),
    payerUrl: textOf(way.url),
    reference: textOf(way.reference),
    refunds: refundsIn(fields.refunds, fields.refund),
  }
}

function inPesos(currency: unknown, amountCentavos: number | undefined): number | undefined {
  return ['', 'MXN'].includes(textOf(currency).toUpperCase()) ? amountCentavos : undefined
}

function refundsIn(several: unknown, one: unknown): Transaction['refunds'] {
  const listed = Array.isArray(several) ? several : []
  return (listed.length > 0 ? listed : [one]).flatMap((refund) => {
    const fields = fieldsOf(refund)
    const amount = textOf(fields.amount)
    const isMade = !['failed', 'cancelled'].includes(textOf(fields.status).toLowerCase())
    if (amount === '' || !isMade) return []
    const [id, description] = [textOf(fields.id), textOf(fields.description)]
    // One that cannot be read is there all the same: left out, it would be made again.
    return [{ id: isId(id) ? id : '', description, amountCentavos: inPesos(fields.currency, centavosOf(amount)) }]
  })
}

/** Whether all of its money went back, or it was cancelled before. */
export function isUndone({ status, amountCentavos, refunds }: Transaction): boolean {
  if (['refunded', 'cancelled'].includes(status)) return true
  const refunded = refunds.reduce((sum, refund) => sum + (refund.amountCentavos ?? 0), 0)
  return amountCentavos !== undefined && refunded >= amountCentavos
}

export type Found<T> = { kind: 'found'; found: T } | { kind: 'none' } | { kind: 'unclear' }

/** `path`: `/charges`, or another list of transactions. Unclear when the answer is of another transaction. `orderId`: what ours has. */
export async function transactionById(
  client: OpenpayClient,
  path: string,
  id: string,
  signal: AbortSignal,
  orderId?: string,
): Promise<Found<Transaction>> {
  if (!isId(id)) return { kind: 'none' }
  const answer = await client.get(`${path}/${id}`, signal)
  if (!isDone(answer)) return { kind: faultOf(answer).kind === 'absent' ? 'none' : 'unclear' }
  const found = transactionIn(answer.body)
  const isAsked = found?.id === id && (orderId === undefined || found.orderId === orderId)
  return found !== undefined && isAsked ? { kind: 'found', found } : { kind: 'unclear' }
}

/** The same charge as it stands now; unclear when another amount or way of paying is shown under its id. */
export async function sameAgain(
  client: OpenpayClient,
  made: Transaction,
  signal: AbortSignal,
): Promise<Found<Transaction>> {
  const again = await transactionById(client, '/charges', made.id, signal, made.orderId)
  if (again.kind !== 'found') return again
  const { method, amountCentavos } = again.found
  return method === made.method && amountCentavos === made.amountCentavos ? again : { kind: 'unclear' }
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
