// Changes of the ledger that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const ledgerActions = {
  'ledger.chart_changed': ['Catálogo de cuentas cambiado', 'Chart of accounts changed'],
} satisfies ActionWords
