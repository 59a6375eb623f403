// Changes of card payments that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const cardActions = {
  'payment_rules.changed': ['Reglas de cobro cambiadas', 'Payment rules changed'],
  'advice.closed': ['Aviso de reverso cerrado', 'Reversal advice closed'],
  'capture.closed': ['Captura cerrada', 'Capture closed'],
  'charge.closed': ['Cobro cerrado', 'Charge closed'],
} satisfies ActionWords
