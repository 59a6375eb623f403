// Changes of the sandbox that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const simulatorActions = {
  'clock.moved': ['Reloj adelantado', 'Clock moved'],
} satisfies ActionWords
