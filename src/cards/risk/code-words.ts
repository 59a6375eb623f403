// The words of rules of risk.
import type { CodeWords, ListWords } from '../../core/language/state-words.ts'

const ruleKindWords = {
  limit: ['límite', 'a limit'],
  block: ['bloqueo', 'a block'],
  'country-mismatch': ['otro país', 'another country'],
} as const satisfies CodeWords

export const riskLists = {
  '/v1/risk/rules': { kind: ruleKindWords },
} as const satisfies ListWords
