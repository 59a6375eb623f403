// The service's codes in words for people: rails, roles, events. States are in badge.tsx.
import type { FeeConceptName, Operation } from '../../../client/src/types.ts'
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

const events: Record<string, Words> = {
  'voucher.issued': ['ficha emitida', 'voucher issued'],
  'operation.payer_action_required': ['espera la autenticación del pagador', 'waits for the payer to authenticate'],
  'operation.authorized': ['autorizada', 'authorised'],
  'operation.paid': ['pagada', 'paid'],
  'operation.cancelled': ['cancelada', 'cancelled'],
  'operation.expired': ['vencida', 'expired'],
  'operation.declined': ['declinada', 'declined'],
  'operation.reversal_refused': ['cancelación rechazada', 'reversal refused'],
  'operation.capture_refused': ['captura rechazada', 'capture refused'],
  'payment.returned': ['pago devuelto', 'payment returned'],
  'payment.suspended': ['pago en suspenso', 'payment in suspense'],
  'payment.released': ['pago liberado', 'payment released'],
  'refund.created': ['devolución pedida', 'refund asked for'],
  'refund.updated': ['la devolución avanza', 'refund moves on'],
  'refund.waiting': ['devolución en espera de saldo', 'refund waits for balance'],
  'refund.sent': ['transferencia de devolución enviada', 'refund transfer sent'],
  'refund.failed': ['transferencia de devolución fallida', 'refund transfer failed'],
  'refund.returned': ['transferencia de devolución regresada', 'refund transfer returned'],
  'dispute.opened': ['aclaración abierta', 'dispute opened'],
  'dispute.reminder': ['recordatorio de la aclaración', 'dispute reminder'],
  'dispute.submitted': ['pruebas enviadas', 'evidence submitted'],
  'dispute.accepted': ['aclaración aceptada', 'dispute accepted'],
  'dispute.won': ['aclaración ganada', 'dispute won'],
  'dispute.lost': ['aclaración perdida', 'dispute lost'],
  'dispute.answer_refused': ['el banco no tomó la respuesta', 'answer not taken by the bank'],
  'payout.paid': ['liquidación pagada', 'payout paid'],
  'payout.failed': ['liquidación fallida', 'payout failed'],
  'payout.returned': ['liquidación regresada', 'payout returned'],
  'fees.month_closed': ['mes de comisiones cerrado', 'month of fees closed'],
  'claim.opened': ['adeudo nuevo', 'new debt'],
  'claim.reminder': ['adeudo pendiente', 'debt still open'],
  'claim.settled': ['adeudo pagado', 'debt settled'],
  'ledger.month_closed': ['mes de los libros cerrado', 'month of the books closed'],
  'fees.invoice_stamped': ['factura timbrada', 'invoice stamped'],
  'fees.invoice_refused': ['factura rechazada', 'invoice refused'],
  'affiliate.payout_paid': ['afiliado pagado', 'affiliate paid'],
  'affiliate.payout_failed': ['pago a afiliado fallido', 'affiliate payout failed'],
  'affiliate.payout_returned': ['pago a afiliado regresado', 'affiliate payout returned'],
  'affiliate.account_change': ['cambio de cuenta de afiliado', 'change of an affiliate’s account'],
  'settlement.account_change_requested': ['cambio de cuenta pedido', 'account change asked for'],
  'settlement.account_change_confirmed': ['cambio de cuenta confirmado', 'account change confirmed'],
  'settlement.account_change_cancelled': ['cambio de cuenta cancelado', 'account change cancelled'],
  'settlement.account_changed': ['cuenta cambiada', 'account changed'],
  'customer.created': ['cliente nuevo', 'customer created'],
  'customer.updated': ['cliente cambiado', 'customer updated'],
  'customer.deleted': ['cliente borrado', 'customer deleted'],
  'checkout.created': ['link de pago creado', 'checkout created'],
  'checkout.paid': ['link de pago pagado', 'checkout paid'],
  'checkout.expired': ['link de pago vencido', 'checkout expired'],
  'checkout.cancelled': ['link de pago cancelado', 'checkout cancelled'],
  'plan.created': ['plan nuevo', 'plan created'],
  'plan.subscribed': ['suscripción nueva', 'new subscription'],
  'plan.charged': ['plan cobrado', 'plan charged'],
  'plan.charge_failed': ['cobro de plan fallido', 'plan charge failed'],
  'plan.charge_skipped': ['cobro de plan omitido', 'plan charge skipped'],
  'plan.card_expiring': ['tarjeta de plan por vencer', 'card of a plan expires'],
  'plan.paused': ['plan en pausa', 'plan paused'],
  'plan.resumed': ['plan reanudado', 'plan resumed'],
  'plan.cancelled': ['plan cancelado', 'plan cancelled'],
  'card_testing.suspected': ['posible prueba de tarjetas', 'card testing suspected'],
  'export.finished': ['archivo listo', 'export finished'],
  'books.head': ['sello de los libros', 'checkpoint of the books'],
  'webhook.ping': ['prueba de webhook', 'webhook ping'],
}

/** The names of events in the API, but the heads of the books, which are for archives. */
export const eventNames = Object.keys(events).filter((name) => name !== 'books.head' && name !== 'webhook.ping')

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
  return words ? <span title={type}>{say(words)}</span> : type
}
