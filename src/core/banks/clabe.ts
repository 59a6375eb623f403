// CLABE: the 18-digit account number of a Mexican bank account, its control digit and its bank.

import { digitsForm } from '../forms.ts'
import type { Bilingual } from '../language/bilingual.ts'
import { bankCodes } from './institutions.ts'

/**
 * The 18th digit of the 17 before it: weights 3, 7, 1, each product mod 10, summed; what is missing to the next ten.
 *
 * Sample: of `64618011801234567` it is 3. Anything but 17 digits is a RangeError.
 */
export function clabeControlDigit(first17: string): number {
  if (!/^\d{17}$/.test(first17)) throw new RangeError('the control digit is taken of 17 digits')
  let sum = 0
  for (let at = 0; at < 17; at++) sum += (Number(first17[at]) * (WEIGHTS[at % 3] ?? 0)) % 10
  return (10 - (sum % 10)) % 10
}

/** Whether it is 18 digits with the right control digit. Sample: `032180000118359719` is, `032180000118359718` is not. */
export function isValidClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && clabeControlDigit(text.slice(0, 17)) === Number(text[17])
}

/**
 * Bank 3 digits, place 3, account 11, and the control digit added.
 *
 * Sample: `{ bank: '646', place: '180', account: '11801234567' }` is `646180118012345673`. Parts of another length are a
 * RangeError.
 */
export function makeClabe(parts: { bank: string; place: string; account: string }): string {
  if (!/^\d{3}$/.test(parts.bank) || !/^\d{3}$/.test(parts.place) || !/^\d{11}$/.test(parts.account)) {
    throw new RangeError('a CLABE is made of a bank of 3 digits, a place of 3 and an account of 11')
  }
  const first17 = parts.bank + parts.place + parts.account
  return first17 + clabeControlDigit(first17)
}

/** The three digits of a CLABE that identify its institution; networks report an ordering institution by the same digits. */
export function institutionOf(clabe: string): string {
  return clabe.slice(0, 3)
}

/** The name of the institution of a CLABE, by its first three digits. Sample: `646180118012345673` is `STP`; undefined when unlisted. */
export function bankNameOf(clabe: string): string | undefined {
  const code = institutionOf(clabe)
  return Object.hasOwn(bankCodes, code) ? bankCodes[code] : undefined
}

/** A CLABE without the blanks, dots and hyphens with which people write it. Sample: `032 180 00011835971-9` is `032180000118359719`. */
export function plainClabe(text: string): string {
  return digitsForm(text)
}

/** The CLABE of an optional field; null, empty and blanks mean none. */
export function optionalClabe(text: string | null | undefined): string | undefined {
  return plainClabe(text ?? '') || undefined
}

/**
 * The fault of a CLABE that somebody wrote; undefined for an account that money can be sent to. Accounts that a network reports are taken with any
 * bank (`isValidClabe`): a bank can be newer than our list.
 */
export function clabeProblem(clabe: string): Bilingual | undefined {
  if (!/^\d{18}$/.test(clabe)) return ['la CLABE debe tener 18 dígitos', 'the CLABE must have 18 digits']
  if (!isValidClabe(clabe))
    return [
      'la CLABE tiene un dígito equivocado: revísala',
      'the CLABE has a wrong digit: check it against the bank’s app',
    ]
  if (bankNameOf(clabe) === undefined)
    return [
      'ningún banco tiene esta CLABE: revisa los primeros 3 dígitos',
      'no bank has this CLABE: check its first 3 digits',
    ]
  return undefined
}

const WEIGHTS = [3, 7, 1] as const
