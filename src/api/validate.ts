// Turns a schema into a check, and its errors into a refusal that names each field in both languages.
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Locale, Settings } from 'typebox/system'
import type { FieldProblems } from '../core/failure-table.ts'
import { type Bilingual, joined } from '../core/language/bilingual.ts'
import { meantAs, sentAs } from '../core/language/meant-field.ts'
import type { MetadataFault } from '../core/metadata.ts'
import type { Unread } from '../core/unread.ts'
import { Failure, invalidField } from '../failures.ts'
import { unreadOf } from './body/unread-members.ts'
import { closedSetAt } from './closed-set.ts'
import { oneForm, type Part } from './one-form.ts'

/** Enough to name every allowed value of a field: each value is a separate error. */
Settings.Set({ maxErrors: 100 })

interface Compiled {
  check: ReturnType<typeof Compile>
  form: ReturnType<typeof oneForm>
}

/** By the text of the schema: many calls have the same parts, and another service of this process has the same calls. */
const known = new Map<string, Compiled>()

/** Checks are compiled at their first use, so that unused calls do not slow down a start. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: Compiled | undefined
  return (value: unknown) => {
    compiled ??= compiledOf(schema, httpPart)
    const { check, form } = compiled
    const input = httpPart === 'body' ? withObjects(value ?? {}) : value
    if (httpPart === 'querystring') refuseUnreadable(input as Record<string, unknown>, schema)
    const checked = form === undefined ? input : form(input)
    if (check.Check(checked)) return { value: checked }
    // A text without the form of an id.
    if (httpPart === 'params') return { error: new Failure('resource-unknown') }
    return { error: refusalOf(schema, check.Errors(checked), httpPart === 'body' ? unreadOf(schema, checked) : []) }
  }
}

function compiledOf(schema: TSchema, httpPart: string | undefined): Compiled {
  const text = `${httpPart} ${schemaText(schema)}`
  const compiled = known.get(text) ?? {
    check: Compile(schema),
    form: isPart(httpPart) ? oneForm(schema, httpPart) : undefined,
  }
  known.set(text, compiled)
  return compiled
}

/** PHP clients send an empty `metadata` object as a list. */
function withObjects(body: unknown): unknown {
  const { metadata } = body as { metadata?: unknown }
  return Array.isArray(metadata) && metadata.length === 0 ? { ...(body as object), metadata: {} } : body
}

function isPart(httpPart: string | undefined): httpPart is Part {
  return httpPart === 'body' || httpPart === 'querystring' || httpPart === 'params'
}

/**
 * Refuses a parameter that comes twice, because its values contradict each other, and one with a NUL, which no database accepts; bodies are checked
 * when they are read. Throws `parameters-invalid`.
 */
function refuseUnreadable(query: Record<string, unknown>, schema: TSchema): void {
  const known = 'properties' in schema ? Object.keys(schema.properties as object) : []
  const twice = known.find((one) => Array.isArray(query[one]))
  if (twice !== undefined)
    throw invalidField(
      twice,
      `${twice} vino más de una vez; solo puede venir una`,
      `${twice} came more than once; it may come only once`,
    )
  const name = known.find((one) => String(query[one] ?? '').includes('\0'))
  if (name === undefined) return
  throw invalidField(name, `${name} contiene caracteres no válidos`, `${name} has characters that are not valid`)
}

/** `unread`: the members that the schema does not know, of which one may be meant as a required field. */
export function refusalOf(schema: TSchema, errors: TLocalizedValidationError[], unread: Unread[] = []): Failure {
  // Clients choose the names; `__proto__` is an ordinary name.
  const texts: Record<string, Map<string, Bilingual>> = Object.create(null)
  const allowed: Allowed = Object.create(null)
  for (const error of errors) {
    for (const name of namesOf(error)) {
      const text = textOf(error, name, { schema, allowed, unread })
      if (text === undefined) continue
      texts[name] ??= new Map()
      // A fault of a union, or of a closed set of values, is reported once.
      texts[name].set(isBranch(error) ? error.keyword : text[0], text)
    }
    if (Object.keys(texts).length >= 20) break
  }
  const fields: FieldProblems = Object.create(null)
  for (const [name, found] of Object.entries(texts)) {
    // The list of values implies their type.
    if (found.has('const')) found.delete('type')
    fields[name] = [...found.values()].slice(0, 3)
  }
  return new Failure('parameters-invalid', { fields })
}

/** `/payment/reference` and `required: [number]` name `payment.reference.number`. */
function namesOf(error: TLocalizedValidationError): string[] {
  const path = error.instancePath.split('/').slice(1).map(pointerPart)
  const place = path.join('.').slice(0, 100)
  const inside = (names: string[]) => names.map((name) => [...path, name].join('.').slice(0, 100))
  if (error.keyword === 'required') return inside(error.params.requiredProperties)
  if (error.keyword === 'additionalProperties') return inside(error.params.additionalProperties)
  if (error.keyword === '~refine') {
    // A check of one text does not know its field.
    const { field } = ownFault(error)
    return [field?.slice(0, 100) ?? place]
  }
  return [place || 'body']
}

/** The fault of our own check, as `api/fields` writes it. */
function ownFault(error: TLocalizedValidationError & { keyword: '~refine' }): OwnFault {
  return JSON.parse(error.params.message) as OwnFault
}

type OwnFault = Pick<MetadataFault, 'problem'> & Partial<MetadataFault>

/** The allowed types and values of a field, by its name and the violated rule, collected from the branches of a union. */
type Allowed = Record<string, unknown[]>

function isBranch({ keyword }: TLocalizedValidationError): boolean {
  return keyword === 'type' || keyword === 'const'
}

function textOf(
  error: TLocalizedValidationError,
  name: string,
  { schema, allowed, unread }: { schema: TSchema; allowed: Allowed; unread: Unread[] },
): Bilingual | undefined {
  const also = (...more: unknown[]) => {
    const key = `${error.keyword} ${name}`
    allowed[key] = [...(allowed[key] ?? []), ...more]
    return allowed[key]
  }
  switch (error.keyword) {
    case 'required': {
      const sent = meantAs(name, unread)
      if (sent !== undefined) return sentAs(name, sent)
      const values = closedSetAt(schema, error.schemaPath, name.slice(name.lastIndexOf('.') + 1))?.join(', ')
      return values === undefined
        ? [`${name} es obligatorio`, `${name} is required`]
        : [`${name} es obligatorio: debe ser uno de: ${values}`, `${name} is required: it must be one of: ${values}`]
    }
    case 'additionalProperties':
      return [`${name} no es un campo de este servicio`, `${name} is not a field of this service`]
    case '~refine': {
      const [es, en] = ownFault(error).problem
      return [`${name} ${es}`, `${name} ${en}`]
    }
    case 'boolean':
    case 'anyOf':
      return undefined
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      if (error.params.limit > 1) break
      return [`${name} no debe estar vacío`, `${name} must not be empty`]
    case 'minimum':
      return [`${name} debe ser al menos ${error.params.limit}`, `${name} must be at least ${error.params.limit}`]
    case 'maximum':
      return [`${name} debe ser a lo más ${error.params.limit}`, `${name} must be at most ${error.params.limit}`]
    case 'pattern':
      // A regular expression is no sentence: fields with a form of their own say it (`api/fields`, `formedText`).
      return [
        `${name} no tiene la forma que la documentación describe`,
        `${name} has not the form that the documentation describes`,
      ]
    case 'enum': {
      const values = [...new Set(also(...error.params.allowedValues))].join(', ')
      return [`${name} debe ser uno de: ${values}`, `${name} must be one of: ${values}`]
    }
    case 'type':
      return typeText(also(...[error.params.type].flat()) as string[], name)
    case 'const': {
      const values = [...new Set(also(error.params.allowedValue))].join(', ')
      return [`${name} debe ser uno de: ${values}`, `${name} must be one of: ${values}`]
    }
  }
  return [`${name} ${Locale.es_MX(error)}`, `${name} ${Locale.en_US(error)}`]
}

/** The names of types for people. Null is left out. */
const TYPES: Record<string, Bilingual> = {
  string: ['un texto', 'a text'],
  number: ['un número', 'a number'],
  integer: ['un número entero', 'a whole number'],
  boolean: ['true o false', 'true or false'],
  object: ['un objeto', 'an object'],
  array: ['una lista', 'a list'],
}

function typeText(types: string[], name: string): Bilingual | undefined {
  const wanted = [...new Set(types)].map((one) => TYPES[one]).filter((words) => words !== undefined)
  if (wanted.length === 0) return undefined
  const [spanish, english] = joined(wanted, [' o ', ' or '])
  return [`${name} debe ser ${spanish}`, `${name} must be ${english}`]
}

function pointerPart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Checks of our own, by their number: the text of a function does not say what it closes over. */
const functions = new WeakMap<object, number>()
let count = 0

/** Also of what TypeBox hides from JSON: optional members, and checks of our own. */
export function schemaText(value: unknown): string {
  if (typeof value === 'function') return `function ${numberOf(value)}`
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return literal(value)
  if (Array.isArray(value)) return `[${value.map(schemaText).join()}]`
  const members = Object.getOwnPropertyNames(value).map(
    (name) => `${JSON.stringify(name)}:${schemaText((value as Record<string, unknown>)[name])}`,
  )
  return `{${members.join()}}`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function numberOf(value: object): number {
  const number = functions.get(value) ?? count++
  functions.set(value, number)
  return number
}
