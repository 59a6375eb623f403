// The states of orders at STP, and what they are here.
import type { ReportedState } from '../../core/transfer.ts'
import { causes } from './reasons.ts'

/** What STP calls a state in its queries and, by the contract of each company, in its notices. In small letters. */
const sent: Readonly<Record<string, ReportedState>> = {
  // Captured, released, authorised, sent: it may still be cancelled.
  c: 'accepted',
  pl: 'accepted',
  l: 'accepted',
  pa: 'accepted',
  a: 'accepted',
  e: 'accepted',
  ea: 'accepted',
  ep: 'accepted',
  ec: 'accepted',
  xc: 'accepted',
  tc: 'accepted',
  tl: 'accepted',
  ta: 'accepted',
  lq: 'settled',
  tlq: 'settled',
  success: 'settled',
  liquidada: 'settled',
  liquidado: 'settled',
  liquidacion: 'settled',
  exito: 'settled',
  cn: 'rejected',
  cl: 'rejected',
  ca: 'rejected',
  cr: 'rejected',
  rl: 'rejected',
  ra: 'rejected',
  rb: 'rejected',
  el: 'rejected',
  tcl: 'rejected',
  cancel: 'rejected',
  cancelada: 'rejected',
  cancelado: 'rejected',
  cancelacion: 'rejected',
  d: 'returned',
  refund: 'returned',
  devuelta: 'returned',
  devuelto: 'returned',
  devolucion: 'returned',
}

/** Of an order that we sent; undefined for a word that is not in the list. */
export function sentState(state: string): ReportedState | undefined {
  const word = state.toLowerCase()
  return Object.hasOwn(sent, word) ? sent[word] : undefined
}

/** Deposits whose money is ours, by STP. */
export function isCredited(state: string): boolean {
  return ['CCO', 'LQ', 'TLQ'].includes(state.toUpperCase())
}

/** What became of a deposit that STP was asked to send back; undefined: it is still ours. */
export function sentBackState(state: string): 'accepted' | 'settled' | undefined {
  const word = state.toUpperCase()
  if (word === 'D' || word === 'RE') return 'settled'
  return word === 'XD' || word === 'XR' ? 'accepted' : undefined
}

/** Kinds of payment that are returns of what we sent: their orders say so themselves. */
export function isReturn(paymentKind: string): boolean {
  return ['0', '16', '17', '18', '23', '24'].includes(paymentKind)
}

/** Sample: of `3` it is `3: the account is closed`. */
export function causeText(cause: string): string {
  if (!/^\d{1,3}$/.test(cause)) return 'STP gives no cause'
  const known = Object.hasOwn(causes, cause) ? causes[cause] : undefined
  return known === undefined ? `cause ${cause} of STP` : `${cause}: ${known[0]}`
}
