// The service's codes in words for people: rails, roles, events. Those of states and of the ledger are told by their rooms.
import type { FeeConceptName, Operation } from '../../../client/src/types.ts'
import { roleWords } from '../../../src/console/code-words.ts'
import type { StateWords } from '../../../src/core/language/state-words.ts'
import { own } from '../../../src/core/own.ts'
import { disputeStateWords } from '../../../src/disputes/code-words.ts'
import { eventsSent, eventWords } from '../../../src/event-types.ts'
import { accountWords } from '../../../src/ledger/code-words.ts'
import { payoutStateWords } from '../../../src/payouts/code-words.ts'
import { refundStateWords } from '../../../src/refunds/code-words.ts'
import { transferKindWords, transferStateWords } from '../../../src/transfers/code-words.ts'
import { useLanguage, type Words } from '../language.tsx'

/** A way of paying, by its name and not by its code. */
type Rail = Exclude<FeeConceptName, 'monthly_installments' | 'disputes' | 'other'>

export const rails: Record<Rail | Operation['payment_method'], Words> = {
  POS: ['Tarjeta', 'Card'],
  OXX: ['Efectivo', 'Cash'],
  SPE: ['SPEI', 'SPEI'],
  card: ['Tarjeta', 'Card'],
  store: ['Efectivo', 'Cash'],
  spei: ['SPEI', 'SPEI'],
}

export const roles: Readonly<Record<string, Words>> = roleWords

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

const events: Readonly<Record<string, readonly [es: string, en: string, sent?: string]>> = eventWords

/** The names of events in the API that a webhook gets without naming them. */
export const eventNames: string[] = eventsSent('all')

/** The ledger's accounts, under the names that merchants know. */
export const accounts: Record<string, Words> = {
  ...accountWords,
  'payable:merchant': ['tu saldo', 'your balance'],
  'payable:reserve': ['tu reserva', 'your reserve'],
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
  ...happenedTo('refund', refundStateWords),
  ...happenedTo('dispute', disputeStateWords),
  'dispute retrieval': ['el banco pregunta', 'the bank asks'],
  'dispute chargeback': ['el banco retira el pago', 'the bank takes the payment back'],
  'dispute arbitration': ['el banco lo retira otra vez', 'the bank takes it back again'],
  ...transfersHappened(),
  ...happenedTo('payout', payoutStateWords),
  'act person.acted': ['cambió algo', 'changed something'],
  'act POST /v1/operations/:id/capture': ['capturó el cobro', 'captured the payment'],
  'act GET /v1/operations/apply-reversal/:id': ['pidió devolver todo', 'asked to give all back'],
  'act POST /v1/operations/apply-reversal/:id': ['pidió devolver todo', 'asked to give all back'],
  'act POST /v1/operations/:id/refunds': ['pidió una devolución', 'asked for a refund'],
  'act approval.asked.refund': [
    'pidió que otra persona apruebe una devolución',
    'asked another person to approve a refund',
  ],
  'act approval.asked.reversal': [
    'pidió que otra persona apruebe devolver todo',
    'asked another person to approve giving all back',
  ],
  'act approval.asked.change': ['pidió que otra persona apruebe un cambio', 'asked another person to approve a change'],
}

/** The states of something, each with what it is the state of. */
function happenedTo(what: string, states: StateWords): Record<string, Words> {
  return Object.fromEntries(Object.entries(states).map(([state, [es, en]]) => [`${what} ${state}`, [es, en] as const]))
}

function transfersHappened(): Record<string, Words> {
  return Object.fromEntries(
    Object.entries(transferKindWords).flatMap(([kind, [es, en]]) =>
      Object.entries(transferStateWords).map(([state, [stateEs, stateEn]]) => [
        `transfer ${kind}.${state}`,
        [`${es}, ${stateEs}`, `${en}, ${stateEn}`] as const,
      ]),
    ),
  )
}

/** A moment in words with its name; a name without words is shown unchanged. */
export function Event({ type }: { type: string }) {
  const { say } = useLanguage()
  const words = own(events, type)
  return words ? <span title={type}>{say([words[0], words[1]])}</span> : type
}
