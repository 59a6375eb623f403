// The words of the journal: ledger accounts, causes of entries, and what happened to them.
import type { JournalLine, LedgerAccount } from '../../../client/src/types.ts'
import type { Words } from '../language.tsx'
import { accounts } from '../parts/words.tsx'

type Cause = JournalLine['cause']

/** The accounts that only the journal shows. */
const others: Record<string, Words> = {
  'cost:acquirer-fees': ['Costo: adquirente', 'Cost: acquirer'],
  'cost:cash-network-fees': ['Costo: red de efectivo', 'Cost: cash network'],
  'cost:bank-fees': ['Costo: banco', 'Cost: bank'],
  bank: ['Banco', 'Bank'],
  'suspense:statements': ['Diferencias de estados de cuenta', 'Differences of statements'],
}

export function accountWords(account: JournalLine['account']): Words {
  if (account === 'unreadable') return ['Asiento dañado', 'Damaged entry']
  return accounts[account] ?? others[account] ?? [account, account]
}

const kinds = {
  claim: ['Adeudo', 'Claim'],
  operation: ['Pago', 'Payment'],
  received_payment: ['Pago recibido', 'Received payment'],
  transfer: ['Transferencia', 'Transfer'],
  payout: ['Liquidación', 'Payout'],
  dispute: ['Aclaración', 'Dispute'],
  refund: ['Devolución', 'Refund'],
  reserve: ['Reserva', 'Reserve'],
  statement_line: ['Línea de estado de cuenta', 'Statement line'],
  fee_statement: ['Comisiones del mes', 'Fees of the month'],
} as const satisfies Record<Cause['kind'], Words>

const events = {
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
} as const satisfies Record<Cause['event'], Words>

export function causeWords({ kind, event }: Cause): Words {
  const [what, did] = [kinds[kind] as Words, events[event] as Words]
  return [`${what[0]}: ${did[0]}`, `${what[1]}: ${did[1]}`]
}
