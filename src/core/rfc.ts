// The taxpayer's number in Mexico (RFC): its form, its day and its check digit.
import { isDay } from './time.ts'

/** Three letters of a company or four of a person, the date of birth or foundation, and three more with a check digit. */
const FORM = /^[A-ZÑ&]{3,4}(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/

const VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/** Whether a text has the form of an RFC, as invoices ask for it: the generic RFCs have it too, and the check digit is not looked at. */
export function hasRfcForm(text: string): boolean {
  return FORM.test(text)
}

/**
 * Whether a text is an RFC of a company (12 characters) or of a person (13): letters, the day of founding or birth, and a check digit (SAT, annex of
 * the fiscal code). The generic RFCs are not accepted. Sample: `SAT970701NN3`, `GODE561231GR8`.
 */
export function isRfc(text: string): boolean {
  const parts = FORM.exec(text)
  if (parts === null || /^X[AE]XX010101000$/.test(text)) return false
  const [, year = '', month = '', day = ''] = parts
  // Two digits do not determine the century: 29 February of year 00 was in 2000.
  if (!isDay(`19${year}-${month}-${day}`) && !isDay(`20${year}-${month}-${day}`)) return false
  return checkDigit(text.slice(0, -1)) === text.at(-1)
}

function checkDigit(withoutIt: string): string {
  const padded = withoutIt.padStart(12, ' ')
  const sum = [...padded].reduce((total, character, at) => total + VALUES.indexOf(character) * (13 - at), 0)
  const rest = sum % 11
  if (rest === 0) return '0'
  return rest === 1 ? 'A' : String(11 - rest)
}
