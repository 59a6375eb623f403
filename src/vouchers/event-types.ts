// The names of the events of vouchers, and of payments that networks report, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const voucherEventTypes = {
  'voucher.issued': ['ficha emitida', 'voucher issued'],
  'payment.returned': ['pago devuelto', 'payment returned'],
  'payment.suspended': ['pago en suspenso', 'payment in suspense'],
  'payment.released': ['pago liberado', 'payment released'],
} as const satisfies EventWords
