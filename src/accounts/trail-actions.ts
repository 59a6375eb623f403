// Changes of accounts and credentials that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const accountActions = {
  'account.opened': ['Cuenta abierta', 'Account opened'],
  'account.renamed': ['Cuenta con otro nombre', 'Account renamed'],
  'account.suspended': ['Cuenta suspendida', 'Account suspended'],
  'account.reopened': ['Cuenta reabierta', 'Account reopened'],
  'account.limited': ['Límites de la cuenta', 'Limits of the account'],
  'credential.created': ['Llave creada', 'Key made'],
  'credential.rolled': ['Llave renovada', 'Key rolled'],
  'credential.revoked': ['Llave revocada', 'Key revoked'],
  'person.gave_back': ['Devolvió dinero sin otra persona', 'Gave money back alone'],
} satisfies ActionWords
