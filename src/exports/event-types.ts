// The names of the events of exports, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const exportEventTypes = {
  'export.finished': ['archivo listo', 'export finished'],
} as const satisfies EventWords
