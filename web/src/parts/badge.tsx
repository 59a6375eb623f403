// The state of an item, or the status of an answer, as a word in the colour that it has everywhere.
import { useLanguage } from '../language.tsx'

type Look = 'good' | 'bad' | 'waiting' | ''

/** By the state, as the API says it. A prefix tells what it is the state of, where the word must agree with another noun or means another thing. */
const states: Record<string, readonly [es: string, en: string, look: Look]> = {
  N: ['Pagada', 'Paid', 'good'],
  P: ['Pendiente', 'Pending', 'waiting'],
  A: ['Autorizada', 'Authorised', 'waiting'],
  C: ['Cancelada', 'Cancelled', ''],
  E: ['Vencida', 'Expired', ''],
  D: ['Declinada', 'Declined', 'bad'],
  active: ['Activa', 'Active', 'good'],
  'webhook-active': ['Activo', 'Active', 'good'],
  'webhook-failing': ['No entrega', 'Not delivering', 'bad'],
  'webhook-disabled': ['Apagado', 'Disabled', 'bad'],
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
  refused: ['Rechazado', 'Refused', ''],
  'taken-back': ['Recuperado', 'Taken back', ''],
  'refund-pending': ['Pendiente', 'Pending', 'waiting'],
  'refund-sent': ['Enviada', 'Sent', 'waiting'],
  'refund-settled': ['Recibida', 'Received', 'good'],
  'refund-failed': ['Falló', 'Failed', 'bad'],
  'refund-returned': ['Regresó', 'Came back', 'bad'],
  'refund-cancelled': ['Cancelada', 'Cancelled', ''],
  'waits-balance': ['Espera saldo', 'Waits for balance', 'waiting'],
  'waits-details': ['Espera la cuenta', 'Waits for the account', 'waiting'],
  retrieval: ['El banco pregunta', 'The bank asks', 'waiting'],
  needs_response: ['Espera tu respuesta', 'Waits for your answer', 'bad'],
  under_review: ['La revisa el banco', 'The bank looks at it', 'waiting'],
  won: ['Ganada', 'Won', 'good'],
  lost: ['Perdida', 'Lost', 'bad'],
  'month-open': ['En curso', 'Goes on', 'waiting'],
  'month-closed': ['Cerrado', 'Closed', 'good'],
  'books-running': ['En curso', 'Goes on', ''],
  'books-open': ['Abierto', 'Open', 'waiting'],
  'books-closing': ['Cerrándose', 'Being closed', 'waiting'],
  'books-closed': ['Cerrado', 'Closed', 'good'],
  'approval-asked': ['Por aprobar', 'To be approved', 'waiting'],
  'approval-approved': ['Aprobada', 'Approved', 'waiting'],
  'approval-done': ['Hecha', 'Done', 'good'],
  'approval-refused': ['Rechazada', 'Refused', 'bad'],
  'approval-withdrawn': ['Retirada', 'Withdrawn', ''],
  'approval-expired': ['Vencida', 'Expired', ''],
  'approval-gone': ['Ya resuelta de otra manera', 'Settled in another way', ''],
  'subscription-ended': ['Terminada', 'Ended', ''],
  'link-open': ['Abierto', 'Open', 'waiting'],
  'link-paid': ['Pagado', 'Paid', 'good'],
  'link-expired': ['Vencido', 'Expired', ''],
  'link-cancelled': ['Cancelado', 'Cancelled', ''],
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
