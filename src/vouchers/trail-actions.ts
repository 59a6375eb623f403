// Changes of payments that networks report that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const voucherActions = {
  'payment.closed': ['Pago cerrado', 'Payment closed'],
  'payment.released': ['Pago en suspenso regresado', 'Payment in suspense returned'],
} satisfies ActionWords
