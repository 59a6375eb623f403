// The name of an account's holder, as a transfer carries it.
import type { Bilingual } from '../language/bilingual.ts'
import { firstCharacters, isPrintable } from '../text.ts'
import { withoutTurning } from '../turning.ts'

/** The characters of a name that every network carries. */
export const BENEFICIARY_LENGTH = 40

/** The fault of a name that somebody wrote. */
export function beneficiaryProblem(name: string): Bilingual | undefined {
  if (isPrintable(name, BENEFICIARY_LENGTH)) return undefined
  return [
    `beneficiary acepta hasta ${BENEFICIARY_LENGTH} caracteres imprimibles`,
    `beneficiary takes up to ${BENEFICIARY_LENGTH} printable characters`,
  ]
}

/** The part of a name of any length that a transfer carries. */
export function beneficiaryOf(name: string): string {
  return firstCharacters(withoutTurning(name), BENEFICIARY_LENGTH)
}
