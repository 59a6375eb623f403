// The fields of an affiliate, and their checks.
import Type from 'typebox'
import { freeText, strictObject } from '../../api/fields.ts'
import { clabeProblem, plainClabe } from '../../core/banks/clabe.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { isEmail, isPrintable } from '../../core/text.ts'
import { refuseInvalid } from '../../failures.ts'

const NAME_LIMIT = 250

const affiliateFields = {
  name: freeText(1_000, {
    description: 'The beneficiary’s name on payouts',
    examples: ['Luz Marina Paz'],
  }),
  email: freeText(1_000, {
    description: 'Where letters about the affiliate’s payouts and account go',
    examples: ['luz@ejemplo.mx'],
  }),
  clabe: Type.String({
    maxLength: 40,
    description: 'The account that payouts go to: a CLABE of 18 digits',
    examples: ['002010077777777771'],
  }),
}

export const AffiliateBody = strictObject(
  {
    user: freeText(250, {
      minLength: 1,
      description: 'Your own name of the affiliate: payments name it as `payment.affiliated.user`',
      examples: ['luz'],
    }),
    ...affiliateFields,
  },
  { title: 'AffiliateRequest' },
)

export const AffiliateChangeBody = strictObject(
  {
    name: Type.Optional(affiliateFields.name),
    email: Type.Optional(affiliateFields.email),
    clabe: Type.Optional(affiliateFields.clabe),
  },
  { title: 'AffiliateChange' },
)

/**
 * Checks of these fields that a schema cannot express. Throws `parameters-invalid` with a problem for each field that is
 * wrong.
 */
export function checked<T extends { user?: string; name?: string; email?: string; clabe?: string }>(body: T): T {
  const fields: FieldProblems = {}
  for (const field of ['user', 'name'] as const) {
    const text = body[field]
    if (text !== undefined && (text.trim() === '' || !isPrintable(text, NAME_LIMIT))) {
      fields[field] = [
        [
          `${field} debe tener de 1 a ${NAME_LIMIT} caracteres sin caracteres de control`,
          `${field} must have 1 to ${NAME_LIMIT} characters without control characters`,
        ],
      ]
    }
  }
  if (body.email !== undefined && !isEmail(body.email))
    fields.email = [['email debe ser un correo electrónico', 'email must be an e-mail address']]
  const clabe = body.clabe === undefined ? undefined : plainClabe(body.clabe)
  const wrongClabe = clabe === undefined ? undefined : clabeProblem(clabe)
  if (wrongClabe !== undefined) fields.clabe = [wrongClabe]
  refuseInvalid(fields)
  return clabe === undefined ? body : { ...body, clabe }
}
