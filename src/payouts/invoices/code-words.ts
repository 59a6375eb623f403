// The words of months of fees.
import type { ListWords, StateWords } from '../../core/language/state-words.ts'

export const feeMonthWords = {
  open: ['en curso', 'in progress', 'waiting'],
  closed: ['cerrado', 'closed', 'good'],
} as const satisfies StateWords

export const invoiceLists = {
  '/v1/fees/statements': { status: feeMonthWords },
} as const satisfies ListWords
