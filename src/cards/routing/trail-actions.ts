// Changes of rules of routing that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const routingActions = {
  'routing.changed': ['Reglas de adquirentes cambiadas', 'Rules of routing changed'],
} satisfies ActionWords
