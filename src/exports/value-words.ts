// The words of codes in workbooks for people, in Spanish and English.
import type { Language } from '../core/bilingual.ts'
import { rails } from '../core/rail.ts'
import type { entryNames } from '../ledger/entry-name.ts'
import type { LedgerAccount } from '../ledger/postings.ts'
import type { Cell } from './columns.ts'
import { stateWords } from './state-words.ts'

/** Words by code, or what tells a text again. */
type ValueWords =
  | Readonly<Record<string, readonly [es: string, en: string]>>
  | ((text: string, language: Language) => string)

/** The word of a code; a code without one stays. */
export function inWords(words: ValueWords | undefined, cell: Cell, language: Language): Cell {
  if (typeof words === 'function') return words(String(cell), language)
  return words?.[cell]?.[language === 'es' ? 0 : 1] ?? cell
}

/** The states of operations, by the letter of the wire. */
export const operationWords: ValueWords = {
  P: ['pendiente', 'pending'],
  N: ['pagada', 'paid'],
  A: ['autorizada', 'authorised'],
  C: ['cancelada', 'cancelled'],
  E: ['vencida', 'expired'],
  D: ['declinada', 'declined'],
}

/** The ways of paying, by the code of the wire. */
export const methodWords: ValueWords = Object.fromEntries(Object.values(rails).map(({ code, name }) => [code, name]))

const accountWords = {
  'receivable:acquirer': ['por cobrar al adquirente', 'owed by the acquirer'],
  'receivable:cash-network': ['por cobrar a la red de efectivo', 'owed by the cash network'],
  'receivable:bank': ['por cobrar al banco', 'owed by the bank'],
  'payable:merchant': ['saldo del comercio', 'the merchant’s balance'],
  'payable:affiliate': ['saldo del afiliado', 'the affiliate’s balance'],
  'payable:iva': ['IVA', 'IVA'],
  'payable:returns': ['por devolver', 'to be given back'],
  'payable:suspense': ['en suspenso', 'in suspense'],
  'payable:reserve': ['reserva', 'reserve'],
  'payable:disputes': ['retenido por aclaraciones', 'held back for disputes'],
  'income:fees': ['comisiones', 'fees'],
  'cost:acquirer-fees': ['costo: adquirente', 'cost: acquirer'],
  'cost:cash-network-fees': ['costo: red de efectivo', 'cost: cash network'],
  'cost:bank-fees': ['costo: banco', 'cost: bank'],
  'cost:differences': ['diferencias', 'differences'],
  bank: ['banco', 'bank'],
  'suspense:statements': ['diferencias de estados de cuenta', 'differences of statements'],
  payouts: ['liquidaciones en camino', 'payouts on their way'],
  returns: ['devoluciones en camino', 'refunds on their way'],
} as const satisfies Record<LedgerAccount, readonly [string, string]>

const causeWords: ValueWords = {
  operation: ['operación', 'operation'],
  received_payment: ['pago recibido', 'received payment'],
  transfer: ['transferencia', 'transfer'],
  payout: ['liquidación', 'payout'],
  dispute: ['aclaración', 'dispute'],
  refund: ['devolución', 'refund'],
  reserve: ['reserva', 'reserve'],
  claim: ['adeudo', 'claim'],
  statement_line: ['línea de estado de cuenta', 'statement line'],
  fee_statement: ['mes de comisiones', 'month of fees'],
}

const eventWords = {
  paid: ['pagada', 'paid'],
  reversed: ['cancelada', 'reversed'],
  returned: ['regresó', 'returned'],
  suspended: ['en suspenso', 'suspended'],
  released: ['liberado', 'released'],
  accepted: ['aceptada', 'accepted'],
  sent: ['enviada', 'sent'],
  rejected: ['rechazada', 'rejected'],
  'written-off': ['castigada', 'written off'],
  booked: ['registrada', 'booked'],
  failed: ['falló', 'failed'],
  opened: ['abierta', 'opened'],
  won: ['ganada', 'won'],
  lost: ['perdida', 'lost'],
  recovered: ['recuperada', 'recovered'],
  posted: ['registrada', 'posted'],
  found: ['encontrada', 'found'],
  closed: ['cerrada', 'closed'],
  rounded: ['redondeo del IVA', 'IVA rounding'],
  reserve: ['de la reserva', 'from the reserve'],
  cancelled: ['cancelada', 'cancelled'],
  moved: ['movida', 'moved'],
  superseded: ['sustituida', 'superseded'],
} as const satisfies Record<(typeof entryNames)[keyof typeof entryNames][number], readonly [string, string]>

const byList: Readonly<Record<string, Readonly<Record<string, ValueWords>>>> = {
  '/v1/ledger/journal': { 'cause.kind': causeWords, 'cause.event': eventWords, account: accountWords },
  '/v1/ledger/chart': { account: accountWords },
  ...stateWords,
}

/** The words of a column of a list; undefined: its values are no codes. */
export function valueWordsOf(list: string, column: string): ValueWords | undefined {
  return byList[list]?.[column]
}
