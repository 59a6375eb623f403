// Changes of debts of merchants that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const claimActions = {
  'claim.write_off_asked': ['Castigo de un adeudo pedido', 'Write-off of a debt asked for'],
  'claim.written_off': ['Adeudo castigado', 'Debt written off'],
  'claim.write_off_refused': ['Castigo de un adeudo rechazado', 'Write-off of a debt refused'],
} satisfies ActionWords
