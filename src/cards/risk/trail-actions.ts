// Changes of rules of risk that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const riskActions = {
  'risk_rules.changed': ['Reglas de riesgo cambiadas', 'Risk rules changed'],
} satisfies ActionWords
