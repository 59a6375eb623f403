// The names of the events of operations, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const operationEventTypes = {
  'operation.payer_action_required': ['espera la autenticación del pagador', 'waits for the payer to authenticate'],
  'operation.authorized': ['autorizada', 'authorised'],
  'operation.paid': ['pagada', 'paid'],
  'operation.cancelled': ['cancelada', 'cancelled'],
  'operation.expired': ['vencida', 'expired'],
  'operation.declined': ['declinada', 'declined'],
  'operation.reversal_refused': ['cancelación rechazada', 'reversal refused'],
  'operation.capture_refused': ['captura rechazada', 'capture refused'],
} as const satisfies EventWords
