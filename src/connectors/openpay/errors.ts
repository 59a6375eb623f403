// What each error of Openpay means: its codes, in one place.

import { maskCardData } from '../../core/cards/mask.ts'
import { isObject } from '../../core/json-object.ts'
import { firstCharacters } from '../../core/text.ts'
import { textOf } from '../exact-json.ts'
import type { OpenpayAnswer } from './client.ts'

/**
 * What became of the call. `refused`: nothing was done, and nothing will be; `code` is our ISO 8583 response for a charge. `invalid-card`: the
 * same, for the card itself. `exists`: our order_id is there already. `absent`: Openpay has no such thing. `setup`: nothing was done, because the
 * key, the merchant or the program does not fit. `unclear`: it may have been done.
 */
export type OpenpayFault = { reason: string } & (
  | { kind: 'refused'; code: string; number: string }
  | { kind: 'invalid-card' }
  | { kind: 'exists' }
  | { kind: 'absent' }
  | { kind: 'setup' }
  | { kind: 'unclear' }
)

type Row = readonly [kind: 'refused', code: string] | readonly [kind: Exclude<OpenpayFault['kind'], 'refused'>]

const declined = (code: string): Row => ['refused', code]

/** By `error_code`. What is not here is unclear. */
const table: Readonly<Record<string, Row>> = {
  // Internal error.
  1000: ['unclear'],
  // A field is missing or malformed: of the card, or of our request.
  1001: ['setup'],
  // The key or the merchant is wrong.
  1002: ['setup'],
  // A parameter is wrong, or the state does not allow it.
  1003: declined('12'),
  // A service that Openpay needs is down.
  1004: ['unclear'],
  1005: ['absent'],
  1006: ['exists'],
  // The transfer of funds was refused.
  1007: declined('05'),
  // The account is deactivated.
  1008: declined('03'),
  // The request is too large.
  1009: ['setup'],
  // A public key where a private one is due.
  1010: ['setup'],
  // The thing was deleted.
  1011: ['absent'],
  // The amount is outside the limits.
  1012: declined('13'),
  // Not permitted for this thing.
  1013: declined('12'),
  // The account is inactive.
  1014: declined('03'),
  // A service did not answer; a gateway is unavailable.
  1015: ['unclear'],
  1016: declined('12'),
  1017: ['unclear'],
  // Too many tries of a charge.
  1018: declined('65'),
  // The number of decimals.
  1020: ['setup'],
  // The package is used up; over the limit of the terminal; CoDi is blocked.
  1023: declined('61'),
  1024: declined('61'),
  1025: declined('61'),
  // The account or the card is registered already.
  2001: declined('94'),
  2002: declined('94'),
  2003: ['exists'],
  2004: ['invalid-card'],
  2005: ['invalid-card'],
  2006: ['invalid-card'],
  // A test card in production.
  2007: declined('14'),
  // Not valid for points.
  2008: declined('57'),
  // The security code is wrong.
  2009: declined('82'),
  // The authentication of the payer failed.
  2010: declined('05'),
  // The type of card is not supported.
  2011: declined('57'),
  3001: declined('05'),
  3002: declined('54'),
  3003: declined('51'),
  3004: declined('43'),
  3005: declined('59'),
  3006: declined('57'),
  3007: declined('05'),
  3008: declined('57'),
  3009: declined('41'),
  3010: declined('62'),
  3011: declined('04'),
  3012: declined('01'),
  // Months without interest: the merchant may not, the card may not, the amount is too small, not permitted.
  3201: declined('57'),
  3203: declined('57'),
  3204: declined('13'),
  3205: declined('57'),
  // Openpay's account of the merchant has no funds, or fees must be paid first.
  4001: declined('61'),
  4002: declined('61'),
  5001: ['exists'],
  // The webhook exists, or its address cannot be reached.
  6001: ['exists'],
  6002: ['setup'],
  6003: ['setup'],
}

/** Refused by the fraud system: the payer may authenticate and try again. */
export const FRAUD = '3005'

const CARD_FIELD = /\bcard|tarjeta|cvv|expiration|holder_name/i

/** What an answer means that is no success. */
export function faultOf(answer: OpenpayAnswer): OpenpayFault {
  if (answer.kind === 'none') return { kind: 'unclear', reason: 'Openpay did not answer' }
  const { error_code, description } = fieldsOf(answer.body)
  const number = textOf(error_code)
  const errorText = textOf(description)
  const reason = wordsOf(number, errorText)
  const row = Object.hasOwn(table, number) ? table[number] : undefined
  // An error of the server says nothing certain, whatever its code.
  if (row === undefined || answer.status < 400 || answer.status >= 500) return { kind: 'unclear', reason }
  const [kind, code] = row
  if (kind === 'refused') return { kind, code, number, reason }
  if (kind === 'setup' && number === '1001' && CARD_FIELD.test(errorText)) return { kind: 'invalid-card', reason }
  return { kind, reason }
}

/** The ISO 8583 response of the `error_code` that a failed charge shows; 05 for one that is not in the table. */
export function declineCodeOf(number: string): string {
  const [kind, code] = (Object.hasOwn(table, number) ? table[number] : undefined) ?? ['unclear']
  return kind === 'refused' ? code : '05'
}

/** Openpay's words, without what may not be kept. Sample: `3003: The card doesn't have sufficient funds`. */
export function wordsOf(number: string, description: string): string {
  const plain = description.replace(/\p{C}+/gu, ' ').trim()
  const code = /^\d{4}$/.test(number) ? number : 'no code'
  return maskCardData(firstCharacters(`${code}: ${plain || 'Openpay says no more'}`, 240))
}

/** The members of a JSON object; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}
