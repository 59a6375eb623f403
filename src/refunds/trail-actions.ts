// Changes of refunds that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const refundActions = {
  'refund_rules.changed': ['Reglas de devolución cambiadas', 'Refund rules changed'],
  'refund.closed': ['Devolución cerrada', 'Refund closed'],
} satisfies ActionWords
