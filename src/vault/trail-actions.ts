// Changes of keys that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const vaultActions = {
  'transport_key.published': ['Llave RSA publicada', 'RSA key published'],
  'at_rest.resealed': ['Datos sellados de nuevo', 'Data sealed again'],
} satisfies ActionWords
