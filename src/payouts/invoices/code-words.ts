// The words of months of fees.
import type { StateWords } from '../../core/code-words.ts'

export const feeMonthWords = {
  open: ['en curso', 'goes on', 'waiting'],
  closed: ['cerrado', 'closed', 'good'],
} as const satisfies StateWords
