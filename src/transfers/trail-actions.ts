// Changes of transfers that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const transferActions = {
  'transfer.retried': ['Transferencia repetida', 'Transfer tried again'],
  'transfer.released': ['Transferencia liberada', 'Transfer released'],
  'transfer.closed': ['Transferencia cerrada', 'Transfer closed'],
} satisfies ActionWords
