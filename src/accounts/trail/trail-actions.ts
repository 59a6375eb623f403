// Changes of the settings that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const settingsActions = {
  'settings.changed': ['Ajustes cambiados', 'Settings changed'],
} satisfies ActionWords
