// Changes of a profile that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const profileActions = {
  'profile.changed': ['Perfil cambiado', 'Profile changed'],
} satisfies ActionWords
