// The taxpayer's number in Mexico (RFC): how it is written, its form and its day.
import type { Bilingual } from './language/bilingual.ts'
import { isDay } from './time.ts'

/** The longest RFC as people write it: 13 characters, with blanks or hyphens between its parts. */
export const RFC_TYPED_LENGTH = 20

/** Three letters of a company or four of a person, the date of birth or foundation, and three more that the tax office gives. */
const FORM = /^[A-ZÑ&]{3,4}(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/

/** An RFC in capitals, without blanks and hyphens. Sample: `sat-970701-nn3` is `SAT970701NN3`. */
export function plainRfc(text: string): string {
  return text.normalize('NFC').toUpperCase().replaceAll(/[\s-]/g, '')
}

/**
 * Whether a text is an RFC of a company (12 characters) or of a person (13): letters, the day of founding or birth, and three characters. Its last one is
 * not computed: the tax office has issued RFCs whose check digit is another (`LME060822IH5`). The generic RFCs are RFCs. Sample: `SAT970701NN3`.
 */
export function isRfc(text: string): boolean {
  const parts = FORM.exec(text)
  if (parts === null) return false
  const [, year = '', month = '', day = ''] = parts
  // Two digits do not determine the century: 29 February of year 00 was in 2000.
  return isDay(`19${year}-${month}-${day}`) || isDay(`20${year}-${month}-${day}`)
}

/** What to say of a text that is none. */
export const rfcProblem: Bilingual = ['debe ser un RFC de 12 o 13 caracteres', 'must be an RFC of 12 or 13 characters']
