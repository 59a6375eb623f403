// The words of the ledger: its accounts, and the causes of entries.
import type { CodeWords, ListWords } from '../core/language/state-words.ts'

export const accountWords = {
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
} as const satisfies CodeWords

/** Those that lines of the journal are of. */
const journalAccountWords = {
  ...accountWords,
  unreadable: ['asiento dañado', 'damaged entry'],
} as const satisfies CodeWords

/** What causes an entry. */
export const causeKindWords = {
  operation: ['pago', 'payment'],
  received_payment: ['pago recibido', 'received payment'],
  transfer: ['transferencia', 'transfer'],
  payout: ['liquidación', 'payout'],
  dispute: ['aclaración', 'dispute'],
  refund: ['devolución', 'refund'],
  reserve: ['reserva', 'reserve'],
  claim: ['adeudo', 'claim'],
  statement_line: ['línea de estado de cuenta', 'statement line'],
  fee_statement: ['mes de comisiones', 'month of fees'],
} as const satisfies CodeWords

/** What happened to it. */
export const causeEventWords = {
  paid: ['se pagó', 'paid'],
  reversed: ['se canceló', 'reversed'],
  returned: ['regresó', 'came back'],
  suspended: ['en suspenso', 'in suspense'],
  released: ['sale de suspenso', 'released'],
  accepted: ['la tiene el banco', 'the bank has it'],
  sent: ['llegó', 'arrived'],
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
  superseded: ['sustituida', 'superseded'],
  rounded: ['redondeo del IVA', 'rounding of IVA'],
  reserve: ['de la reserva', 'from the reserve'],
  cancelled: ['cancelada', 'cancelled'],
  moved: ['movida', 'moved'],
} as const satisfies CodeWords

export const ledgerLists = {
  '/v1/ledger/journal': { 'cause.kind': causeKindWords, 'cause.event': causeEventWords, account: journalAccountWords },
  '/v1/ledger/chart': { account: accountWords },
} as const satisfies ListWords
