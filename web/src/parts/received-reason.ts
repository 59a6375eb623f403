// Why a received payment has its outcome.
import type { CodeWords } from '../../../src/core/state-words.ts'
import { receivedReasonWords } from '../../../src/vouchers/code-words.ts'
import { capital } from '../capital.ts'
import type { Words } from '../language.tsx'

const reasons: CodeWords = receivedReasonWords

/** Undefined for what is no such reason. */
export function receivedReason(code: string): Words | undefined {
  const words = reasons[code]
  return words && [capital(words[0]), capital(words[1])]
}
