// The words of months of fees.
import type { StateWords } from '../../core/state-words.ts'

export const feeMonthWords = {
  open: ['en curso', 'goes on', 'waiting'],
  closed: ['cerrado', 'closed', 'good'],
} as const satisfies StateWords
