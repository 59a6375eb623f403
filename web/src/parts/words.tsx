// The service's codes in words for people: rails, roles, events. States are in badge.tsx.
import type { FeeConceptName, Operation } from '../../../client/src/types.ts'
import { eventsSent, eventWords } from '../../../src/event-types.ts'
import { useLanguage, type Words } from '../language.tsx'

/** A way of paying, by its name and not by its code. */
export type Rail = Exclude<FeeConceptName, 'monthly_installments' | 'disputes' | 'other'>

export const rails: Record<Rail | Operation['payment_method'], Words> = {
  POS: ['Tarjeta', 'Card'],
  OXX: ['Efectivo', 'Cash'],
  SPE: ['SPEI', 'SPEI'],
  card: ['Tarjeta', 'Card'],
  store: ['Efectivo', 'Cash'],
  spei: ['SPEI', 'SPEI'],
}

export const brands: Record<string, string> = {
  VISA: 'Visa',
  MAST: 'Mastercard',
  AMEX: 'American Express',
  CRNT: 'Carnet',
}

export const roles: Record<string, Words> = {
  reader: ['Lectura', 'Reader'],
  cashier: ['Caja', 'Cashier'],
  finance: ['Finanzas', 'Finance'],
  developer: ['Desarrollo', 'Developer'],
  owner: ['Dueño', 'Owner'],
  operator: ['Operador del servicio', 'Operator of the service'],
}

export const roleMeanings: Record<string, Words> = {
  reader: ['ve pagos y dinero, no cambia nada', 'sees payments and money, changes nothing'],
  cashier: ['cobra y envía recibos', 'charges and sends receipts'],
  finance: ['devuelve y cuida las liquidaciones', 'gives money back and looks after payouts'],
  developer: ['cobra, llaves, webhooks y solicitudes', 'charges, keys, webhooks and requests'],
  owner: ['todo, y quién entra', 'everything, and who comes in'],
}

/** The scopes of keys, in a word. */
export const scopeWords: Record<string, Words> = {
  charge: ['cobrar', 'charge'],
  refund: ['devolver', 'give back'],
  read: ['leer', 'read'],
  payouts: ['liquidaciones', 'payouts'],
  webhooks: ['webhooks', 'webhooks'],
  admin: ['administrar', 'administer'],
}

/** The stages of a dispute: the bank's request. */
export const stages: Record<string, Words> = {
  retrieval: ['Pregunta', 'Question'],
  chargeback: ['Contracargo', 'Chargeback'],
  arbitration: ['Arbitraje', 'Arbitration'],
}

/** Lines of payouts and of affiliates' shares. */
export const lineTypes: Record<string, Words> = {
  payment: ['Pago', 'Payment'],
  reversal: ['Cobro cancelado', 'Reversal'],
  refund: ['Devolución', 'Refund'],
  refund_cancelled: ['Devolución cancelada', 'Refund cancelled'],
  reserve: ['Reserva', 'Reserve'],
  dispute: ['Aclaración', 'Dispute'],
  dispute_won: ['Aclaración ganada', 'Dispute won'],
  iva_rounding: ['Redondeo del IVA', 'IVA rounding'],
}

const events: Readonly<Record<string, readonly [es: string, en: string, sent?: string]>> = eventWords

/** The names of events in the API that a webhook gets without naming them. */
export const eventNames: string[] = eventsSent('all')

/** The ledger's accounts, under the names that merchants know. */
export const accounts: Record<string, Words> = {
  'receivable:acquirer': ['Por cobrar al adquirente', 'Owed by the acquirer'],
  'receivable:cash-network': ['Por cobrar a la red de efectivo', 'Owed by the cash network'],
  'receivable:bank': ['Por cobrar al banco', 'Owed by the bank'],
  'payable:merchant': ['Tu saldo', 'Your balance'],
  'payable:affiliate': ['Saldo del afiliado', 'The affiliate’s balance'],
  'payable:iva': ['IVA', 'IVA'],
  'payable:returns': ['Por devolver', 'To be given back'],
  'payable:suspense': ['En suspenso', 'In suspense'],
  'payable:reserve': ['Tu reserva', 'Your reserve'],
  'payable:disputes': ['Retenido por aclaraciones', 'Held back for disputes'],
  'income:fees': ['Comisiones', 'Fees'],
  'cost:differences': ['Diferencias', 'Differences'],
  payouts: ['Liquidaciones en camino', 'Payouts on their way'],
  returns: ['Devoluciones en camino', 'Refunds on their way'],
}

/** The texts of the timeline, by kind of moment. */
export const happened: Record<string, Words> = {
  'entry paid': ['pago', 'payment'],
  'entry reversed': ['cancelación', 'reversal'],
  'entry refund.reserve': ['de la reserva', 'from the reserve'],
  'entry refund.booked': ['devolución', 'refund'],
  'entry refund.sent': ['devolución enviada', 'refund sent'],
  'entry refund.cancelled': ['devolución cancelada', 'refund cancelled'],
  'entry dispute.opened': ['aclaración abierta', 'dispute opened'],
  'entry dispute.won': ['aclaración ganada', 'dispute won'],
  'entry dispute.lost': ['aclaración perdida', 'dispute lost'],
  'entry dispute.recovered': ['aclaración recuperada', 'dispute recovered'],
  'message pending': ['en camino', 'on its way'],
  'message sent': ['enviado', 'sent'],
  'message failed': ['no se pudo enviar', 'not sent'],
  'refund asked': ['pedida', 'asked for'],
  'refund waiting': ['espera saldo', 'waits for balance'],
  'refund pending': ['por enviar', 'to be sent'],
  'refund sent': ['enviada', 'sent'],
  'refund settled': ['recibida', 'received'],
  'refund failed': ['falló', 'failed'],
  'refund returned': ['regresó', 'came back'],
  'refund cancelled': ['cancelada', 'cancelled'],
  'dispute retrieval': ['el banco pregunta', 'the bank asks'],
  'dispute chargeback': ['el banco retira el pago', 'the bank takes the payment back'],
  'dispute arbitration': ['el banco lo retira otra vez', 'the bank takes it back again'],
  'dispute needs_response': ['espera tu respuesta', 'waits for your answer'],
  'dispute under_review': ['pruebas enviadas', 'evidence submitted'],
  'dispute won': ['ganada', 'won'],
  'dispute lost': ['perdida', 'lost'],
  'dispute accepted': ['aceptada', 'accepted'],
  ...transfersHappened(),
  'payout pending': ['en camino', 'on its way'],
  'payout paid': ['pagada', 'paid'],
  'payout failed': ['falló', 'failed'],
  'payout returned': ['regresó', 'came back'],
  'act person.acted': ['cambió algo', 'changed something'],
  'act POST /v1/operations/:id/capture': ['capturó el cobro', 'captured the payment'],
  'act GET /v1/operations/apply-reversal/:id': ['pidió devolver todo', 'asked to give all back'],
  'act POST /v1/operations/apply-reversal/:id': ['pidió devolver todo', 'asked to give all back'],
  'act POST /v1/operations/:id/refunds': ['pidió una devolución', 'asked for a refund'],
}

function transfersHappened(): Record<string, Words> {
  const kinds: [string, Words][] = [
    ['return', ['pago devuelto', 'payment returned']],
    ['refund', ['devolución', 'refund']],
    ['payout', ['liquidación', 'payout']],
  ]
  const states: [string, Words][] = [
    ['pending', ['por enviar', 'to be sent']],
    ['accepted', ['la tiene el banco', 'the bank has it']],
    ['settled', ['llegó', 'arrived']],
    ['rejected', ['rechazada', 'rejected']],
    ['returned', ['regresó', 'came back']],
    ['withheld', ['retenida', 'withheld']],
  ]
  return Object.fromEntries(
    kinds.flatMap(([kind, [es, en]]) =>
      states.map(([state, [sEs, sEn]]) => [`transfer ${kind}.${state}`, [`${es}, ${sEs}`, `${en}, ${sEn}`] as const]),
    ),
  )
}

/** Why a received payment is in suspense. */
export const heldBecause: Record<string, Words> = {
  'amount-differs': ['No es el monto de la ficha', 'Not the amount of the voucher'],
  'already-paid': ['La ficha ya estaba pagada', 'The voucher had been paid'],
  cancelled: ['La ficha estaba cancelada', 'The voucher had been cancelled'],
  expired: ['Llegó después de vencer la ficha', 'Paid after the voucher’s last day'],
  'account-closed': ['La CLABE del cliente ya no se usa', 'The customer’s CLABE is no longer in use'],
  'reference-unknown': ['Nadie conoce la referencia', 'Nobody knows the reference'],
  'time-implausible': ['La red dice una hora imposible', 'The network says a time that cannot be'],
  'identity-conflict': ['Contradice a otro pago', 'It contradicts another payment'],
  'own-transfer-again': ['Una transferencia tuya que volvió otra vez', 'A transfer of yours that came back again'],
  'own-transfer-differs': ['Una transferencia tuya, con otro monto', 'A transfer of yours, with another amount'],
}

/** A moment in words with its name; a name without words is shown unchanged. */
export function Event({ type }: { type: string }) {
  const { say } = useLanguage()
  const words = events[type]
  return words ? <span title={type}>{say([words[0], words[1]])}</span> : type
}
