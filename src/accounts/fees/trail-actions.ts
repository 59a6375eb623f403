// Changes of fees that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const feeActions = {
  'fees.changed': ['Comisiones cambiadas', 'Fees changed'],
  'affiliates.rule_changed': ['Regla de afiliados cambiada', 'Rule about affiliates changed'],
} satisfies ActionWords
