// The names of the events of refunds, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const refundEventTypes = {
  'refund.created': ['devolución pedida', 'refund asked for'],
  'refund.updated': ['la devolución avanza', 'refund moves on'],
  'refund.waiting': ['devolución en espera de saldo', 'refund waits for balance'],
  'refund.sent': ['transferencia de devolución enviada', 'refund transfer sent'],
  'refund.failed': ['transferencia de devolución fallida', 'refund transfer failed'],
  'refund.returned': ['transferencia de devolución regresada', 'refund transfer returned'],
} as const satisfies EventWords
