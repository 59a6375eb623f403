// The texts of a profile, and what each must be.

import { contrastToWhite } from '../../core/contrast.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { isRfc, rfcProblem } from '../../core/rfc.ts'
import { isEmail, isMexicanPhone, isPrintable } from '../../core/text.ts'
import { isSite } from '../../core/web-address.ts'
import { refuseInvalid } from '../../failures.ts'

/** The least contrast of the colour to white, so that payers can read text in it (WCAG 2.2). */
export const LEAST_CONTRAST = 4.5

export type TextField = 'trade_name' | 'legal_name' | 'rfc' | 'phone' | 'email' | 'site' | 'colour'

const rules: Record<TextField, { isGood(text: string): boolean; problem: Bilingual }> = {
  trade_name: {
    isGood: (text) => isPrintable(text, 80),
    problem: ['tiene caracteres no válidos', 'has characters that are not valid'],
  },
  legal_name: {
    isGood: (text) => isPrintable(text, 150),
    problem: ['tiene caracteres no válidos', 'has characters that are not valid'],
  },
  rfc: { isGood: isRfc, problem: rfcProblem },
  phone: { isGood: isMexicanPhone, problem: ['debe tener 10 dígitos', 'must have 10 digits'] },
  email: { isGood: isEmail, problem: ['debe ser un correo electrónico', 'must be an e-mail address'] },
  site: {
    isGood: isSite,
    problem: [
      'debe ser una dirección https:// de un dominio, sin usuario, espacios ni caracteres que no se ven',
      'must be an https:// address of a domain, without a user, blanks or characters that nobody sees',
    ],
  },
  colour: {
    isGood: (text) => /^#[0-9a-f]{6}$/.test(text) && contrastToWhite(text) >= LEAST_CONTRAST,
    problem: [
      `debe ser #rrggbb con un contraste de ${LEAST_CONTRAST} o más contra el blanco`,
      `must be #rrggbb with a contrast of ${LEAST_CONTRAST} or more to white`,
    ],
  },
}

/** Throws `parameters-invalid` with a problem for each text that is not what it must be. An empty text is always allowed. */
export function refuseFaults(texts: Partial<Record<TextField, string>>): void {
  const fields: FieldProblems = {}
  for (const [name, text] of Object.entries(texts) as [TextField, string][]) {
    const { isGood, problem } = rules[name]
    if (text !== '' && !isGood(text)) fields[name] = [[`${name} ${problem[0]}`, `${name} ${problem[1]}`]]
  }
  refuseInvalid(fields)
}
