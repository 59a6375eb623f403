// Brings the texts of a request into the one form of their field before they are checked: see `core/forms`. It is compiled from a call's schema, so
// that a field which is stored and a parameter by which it is looked up cannot differ.
import type { TSchema } from 'typebox'
import {
  capitalForm,
  choiceForm,
  digitsForm,
  emailInQuery,
  idForm,
  phoneForm,
  rfcForm,
  trimmed,
} from '../core/forms.ts'
import { DESCRIBED_AS } from './description/components.ts'

export type Part = 'body' | 'querystring' | 'params'

type Form = (value: unknown) => unknown

/** The form of a text by the name of its field; every other text loses the blanks around it. */
const FORMS: Record<string, (text: string) => string> = {
  id: idForm,
  transaction: idForm,
  operation: idForm,
  phone: phoneForm,
  clabe: digitsForm,
  payer_clabe: digitsForm,
  currency: capitalForm,
  rfc: rfcForm,
}

const BY_PART: Record<Part, Record<string, (text: string) => string>> = {
  // The digits of a barcode, in the groups of the slip.
  body: { reference: digitsForm, payment_id: digitsForm, short_id: digitsForm },
  querystring: {
    email: emailInQuery,
    operator: emailInQuery,
    actor: emailInQuery,
    recipient: (text) => (text.includes('@') ? emailInQuery(text) : phoneForm(text)),
  },
  params: { reference_number: trimmed },
}

/** Secrets, files and sealed data are what they are. */
const AS_IT_IS = /password|secret|^(key|data|content|html|body)$/

interface Json extends TSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  properties?: Record<string, Json>
  additionalProperties?: boolean
  items?: Json
  [DESCRIBED_AS]?: Json
}

/** Undefined when no text of the schema has a form. */
export function oneForm(schema: TSchema, part: Part): Form | undefined {
  return formOf(schema as Json, part, '')
}

function formOf(schema: Json, part: Part, name: string): Form | undefined {
  if (schema.properties) return ofObject(schema.properties, part)
  if (schema.items) return ofList(schema.items, part, name)
  if (schema.anyOf) return ofChoices(schema.anyOf, part, name)
  if (AS_IT_IS.test(name)) return undefined
  const described = schema[DESCRIBED_AS] ?? schema
  const values = textsOf([described])
  if (values.length > 0) return ofTexts((text) => choiceForm(values, text))
  if (schema.type !== 'string') return undefined
  return ofTexts(BY_PART[part][name] ?? FORMS[name] ?? (part === 'params' ? idForm : trimmed))
}

function ofObject(properties: Record<string, Json>, part: Part): Form | undefined {
  const forms = Object.entries(properties).flatMap(([name, inner]) => {
    const form = formOf(inner, part, name)
    return form === undefined ? [] : [[name, form] as const]
  })
  if (forms.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    let formed = value as Record<string, unknown>
    for (const [name, form] of forms) {
      if (!Object.hasOwn(formed, name)) continue
      const found = form(formed[name])
      if (found === formed[name]) continue
      if (formed === value) formed = { ...formed }
      formed[name] = found
    }
    return formed
  }
}

function ofList(items: Json, part: Part, name: string): Form | undefined {
  const form = formOf(items, part, name)
  return form && ((value) => (Array.isArray(value) ? value.map(form) : value))
}

/** Amounts are numbers or texts: `core/money` reads these. */
function ofChoices(choices: Json[], part: Part, name: string): Form | undefined {
  if (choices.some(({ type }) => type === 'number' || type === 'integer')) return undefined
  const values = textsOf(choices)
  if (values.length > 0) return ofTexts((text) => choiceForm(values, text))
  const forms = choices.flatMap((choice) => formOf(choice, part, name) ?? [])
  if (isOptionalObject(choices)) forms.unshift(ofNoEntries)
  return forms.length === 0 ? undefined : (value) => forms.reduce((formed, form) => form(formed), value)
}

/** An object or null, in a body whose unknown members are ignored: a client in use sends it. See `optionalObject` of `api/fields`. */
function isOptionalObject(choices: Json[]): boolean {
  return (
    choices.some(({ type }) => type === 'null') &&
    choices.some(({ properties, additionalProperties }) => properties !== undefined && additionalProperties !== false)
  )
}

function ofNoEntries(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? null : value
}

function ofTexts(form: (text: string) => string): Form {
  return (value) => (typeof value === 'string' ? form(value) : value)
}

function textsOf(schemas: Json[]): string[] {
  return schemas.flatMap((one) => [one.const, ...(one.enum ?? [])]).filter((one) => typeof one === 'string')
}
