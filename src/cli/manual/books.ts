// The manual of the commands about what merchants owe and about networks' statements.
import type { Page } from './page.ts'

export const bookPages: Readonly<Record<string, Page>> = {
  claims: {
    words: 0,
    options: ['json'],
    summary: 'list what merchants owe, because their balance is below zero, and since when',
    es: 'lista lo que deben los comercios, porque su saldo está bajo cero, y desde cuándo',
    examples: ['cobro claims'],
  },
  reconcile: {
    words: 1,
    synopsis: 'FILE',
    options: ['corrects', 'layout', 'first-day', 'last-day', 'json'],
    summary: 'compare a network’s statement with the books: docs/guides/reconciliation.md',
    es: 'compara el estado de cuenta de una red con los libros: docs/guides/es/reconciliation.md',
    examples: ['cobro reconcile bank.csv --layout bank.json', 'cobro reconcile corrected.csv --corrects stm_…'],
  },
  'reconcile list': {
    words: 0,
    options: ['json'],
    summary: 'list the statements that were read, newest first, and which of them correct others',
    es: 'lista los estados de cuenta que se leyeron, empezando por lo más nuevo, y cuáles corrigen a otros',
    examples: ['cobro reconcile list'],
  },
  'reconcile show': {
    words: 1,
    synopsis: 'STATEMENT',
    options: ['json'],
    summary: 'list the lines of a statement, what became of them, and which ones a correction took the place of',
    es: 'lista las líneas de un estado de cuenta, qué fue de ellas y cuáles sustituyó una corrección',
    examples: ['cobro reconcile show stm_…'],
  },
  'reconcile close': {
    words: 1,
    synopsis: 'LINE',
    options: ['because', 'json'],
    summary: 'write off a line that no record has, or has with another amount',
    es: 'da por perdida una línea que ningún registro tiene, o que tiene con otro monto',
    examples: ['cobro reconcile close stl_… --because "the bank cannot say what it was"'],
  },
}
