// The names of the events of disputes, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const disputeEventTypes = {
  'dispute.opened': ['aclaración abierta', 'dispute opened'],
  'dispute.reminder': ['recordatorio de la aclaración', 'dispute reminder'],
  'dispute.submitted': ['pruebas enviadas', 'evidence submitted'],
  'dispute.accepted': ['aclaración aceptada', 'dispute accepted'],
  'dispute.won': ['aclaración ganada', 'dispute won'],
  'dispute.lost': ['aclaración perdida', 'dispute lost'],
  'dispute.answer_refused': ['el banco no tomó la respuesta', 'answer not taken by the bank'],
} as const satisfies EventWords
