// The words of months.
import type { ListWords, StateWords } from '../core/language/state-words.ts'

export const monthStateWords = {
  running: ['en curso', 'in progress', ''],
  open: ['abierto', 'open', 'waiting'],
  closing: ['cerrándose', 'being closed', 'waiting'],
  closed: ['cerrado', 'closed', 'good'],
} as const satisfies StateWords

export const closingLists = {
  '/v1/ledger/months': { status: monthStateWords },
} as const satisfies ListWords
