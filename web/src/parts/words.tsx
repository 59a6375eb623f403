// The service's codes in people's words: ways of paying, states, roles; each with the colour that it has everywhere.
import { useLanguage, type Words } from '../language.tsx'

export const rails: Record<string, Words> = {
  POS: ['Tarjeta', 'Card'],
  OXX: ['Efectivo', 'Cash'],
  SPE: ['SPEI', 'SPEI'],
  card: ['Tarjeta', 'Card'],
  store: ['Efectivo', 'Cash'],
  spei: ['SPEI', 'SPEI'],
}

type Look = 'good' | 'bad' | 'waiting' | ''

const states: Record<string, readonly [es: string, en: string, look: Look]> = {
  N: ['Pagada', 'Paid', 'good'],
  P: ['Pendiente', 'Pending', 'waiting'],
  C: ['Cancelada', 'Cancelled', ''],
  E: ['Vencida', 'Expired', ''],
  D: ['Declinada', 'Declined', 'bad'],
  active: ['Activa', 'Active', 'good'],
  paused: ['En pausa', 'Paused', 'waiting'],
  disabled: ['Apagada', 'Disabled', 'bad'],
  expired: ['Vencida', 'Expired', ''],
  revoked: ['Revocada', 'Revoked', 'bad'],
  pending: ['Pendiente', 'Pending', 'waiting'],
  accepted: ['Aceptada', 'Accepted', 'waiting'],
  settled: ['Liquidada', 'Settled', 'good'],
  rejected: ['Rechazada', 'Rejected', 'bad'],
  returned: ['Devuelta', 'Returned', 'bad'],
  withheld: ['Retenida', 'Withheld', 'bad'],
  delivered: ['Entregado', 'Delivered', 'good'],
  failed: ['Falló', 'Failed', 'bad'],
  cancelled: ['Cancelado', 'Cancelled', ''],
  paid: ['Pagada', 'Paid', 'good'],
  sent: ['Enviado', 'Sent', 'good'],
  suspended: ['En suspenso', 'In suspense', 'waiting'],
  'given-back': ['Devuelto', 'Given back', ''],
  'never-received': ['Nunca llegó', 'Never received', ''],
  'taken-back': ['Recuperado', 'Taken back', ''],
  unmatched: ['Sin dueño, devuelto', 'Nobody’s, returned', ''],
}

export function State({ of }: { of: string }) {
  const { language } = useLanguage()
  const [es, en, look] = states[of] ?? [of, of, '' as Look]
  return <span className={`badge ${look}`}>{language === 'es' ? es : en}</span>
}

/** An HTTP status. */
export function Status({ of }: { of: number }) {
  return <span className={`badge ${of < 400 ? 'good' : of < 500 ? 'waiting' : 'bad'}`}>{of}</span>
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
  reader: ['ve todo, no cambia nada', 'sees everything, changes nothing'],
  cashier: ['cobra y envía recibos', 'charges and sends receipts'],
  finance: ['devuelve y cuida las liquidaciones', 'gives money back and looks after payouts'],
  developer: ['cobra, llaves, webhooks y solicitudes', 'charges, keys, webhooks and requests'],
  owner: ['todo, y quién entra', 'everything, and who comes in'],
}

const events: Record<string, Words> = {
  'voucher.issued': ['ficha emitida', 'voucher issued'],
  'operation.paid': ['pagada', 'paid'],
  'operation.cancelled': ['cancelada', 'cancelled'],
  'operation.expired': ['vencida', 'expired'],
  'operation.declined': ['declinada', 'declined'],
  'payment.returned': ['pago devuelto', 'payment returned'],
  'payment.suspended': ['pago en suspenso', 'payment in suspense'],
  'payment.released': ['pago liberado', 'payment released'],
  'refund.sent': ['devolución enviada', 'refund sent'],
  'refund.failed': ['devolución fallida', 'refund failed'],
  'payout.paid': ['liquidación pagada', 'payout paid'],
  'payout.failed': ['liquidación fallida', 'payout failed'],
}

/** What happened, in words with its name; a name without words is shown as it is. */
export function Event({ type }: { type: string }) {
  const { say } = useLanguage()
  const words = events[type]
  return words ? <span title={type}>{say(words)}</span> : type
}
