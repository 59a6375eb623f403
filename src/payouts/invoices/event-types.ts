// The names of the events of the fees of a month and of their invoice, with their words in the console.
import type { EventWords } from '../../core/language/event-words.ts'

export const invoiceEventTypes = {
  'fees.month_closed': ['mes de comisiones cerrado', 'month of fees closed'],
  'fees.invoice_stamped': ['factura timbrada', 'invoice stamped'],
  'fees.invoice_refused': ['factura rechazada', 'invoice refused'],
} as const satisfies EventWords
