// Changes of what invoices say that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const invoiceActions = {
  'fees.receptor_changed': ['Datos de factura cambiados', 'Invoice data changed'],
} satisfies ActionWords
