// Why a received payment has its outcome.

import type { CodeWords } from '../../../src/core/language/state-words.ts'
import { own } from '../../../src/core/own.ts'
import { receivedReasonWords } from '../../../src/vouchers/code-words.ts'
import { capital } from '../capital.ts'
import type { Words } from '../language.tsx'

const reasons: CodeWords = receivedReasonWords

/** Undefined for what is no such reason, but what somebody wrote. */
export function receivedReason(code: string): Words | undefined {
  const words = own(reasons, code)
  return words && [capital(words[0]), capital(words[1])]
}
