// Reads a JSON body within bounds: depth, well-formed text, an object (or nothing).
import { isUtf8 } from 'node:buffer'
import { maskedStart } from '../../core/cards/mask.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { Failure } from '../../failures.ts'
import { jsonProblem, placeOf } from './json-fault.ts'
import { namesIn, repeatedName } from './repeated-names.ts'

export const BODY_LIMIT_BYTES = 256 * 1024
const MAX_DEPTH = 32

/**
 * The body as a JSON object. Undefined when there is none, and for the empty list that some clients send with a DELETE.
 * Fails with `body-not-json`, or `parameters-invalid` for a text that no database and no page could carry.
 */
export function parseBody(text: string): Record<string, unknown> | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '[]') return undefined
  const value = parse(trimmed, text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notJson(otherThanObject(value))
  const names = checkTexts(value as Record<string, unknown>, '', 1)
  if (names < namesIn(trimmed)) throw repeated(repeatedName(trimmed))
  return value as Record<string, unknown>
}

/** The text of a body. Fails with `body-encoded` for one that is compressed, `body-not-json` for one that is not UTF-8. */
export function readText(body: Buffer, contentEncoding: string | undefined): string {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') throw new Failure('body-encoded')
  const text = body.toString('utf8')
  if (!isUtf8(body)) throw notJson(notUtf8(text))
  return text
}

/** Fails with `body-encoded` for a body that is sent in another way than plain or in chunks: Node would pass on what is compressed as it is. */
export function refuseCodedTransfer(transferEncoding: string | undefined): void {
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked') throw new Failure('body-encoded')
}

function parse(text: string, whole: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notJson(jsonProblem(whole), cause)
  }
}

function notJson(problem: Bilingual, cause?: unknown): Failure {
  return new Failure('body-not-json', { fields: { body: [problem] }, cause })
}

function otherThanObject(value: unknown): Bilingual {
  if (typeof value === 'string')
    return [
      'body debe ser un objeto JSON, como {"total": 150}, y llegó un texto: ¿se codificó dos veces?',
      'body must be a JSON object, such as {"total": 150}, and a text came: was it encoded twice?',
    ]
  const [es, en] = Array.isArray(value) ? ['una lista', 'a list'] : ['un valor suelto', 'a single value']
  return [
    `body debe ser un objeto JSON, como {"total": 150}, y llegó ${es}`,
    `body must be a JSON object, such as {"total": 150}, and ${en} came`,
  ]
}

/** `text` has U+FFFD in place of each byte that is not UTF-8. */
function notUtf8(text: string): Bilingual {
  const [line, column] = placeOf(text, Math.max(0, text.indexOf('\ufffd')))
  return [
    `body no está en UTF-8 (línea ${line}, columna ${column}): envía el JSON codificado en UTF-8, no en ISO-8859-1 ni en UTF-16`,
    `body is not UTF-8 (line ${line}, column ${column}): send the JSON encoded as UTF-8, not as ISO-8859-1 or UTF-16`,
  ]
}

/** Answers the number of names in it, at any depth. */
function checkTexts(value: object, path: string, depth: number): number {
  if (depth > MAX_DEPTH)
    throw notJson([
      `body tiene más de ${MAX_DEPTH} objetos y listas uno dentro de otro`,
      `body has more than ${MAX_DEPTH} objects and lists inside one another`,
    ])
  let names = 0
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  for (const [name, inner] of Object.entries(value)) {
    if (!isCarriable(name)) throw unreadable(path || 'body')
    if (typeof inner === 'string') {
      if (!isCarriable(inner)) throw unreadable(at(name))
    } else if (typeof inner === 'object' && inner !== null) names += checkTexts(inner, at(name), depth + 1)
    names += 1
  }
  return Array.isArray(value) ? names - value.length : names
}

function isCarriable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function repeated(path: string): Failure {
  const field = maskedStart(path, 100)
  const texts: Bilingual = [
    `${field} viene más de una vez; solo puede venir una`,
    `${field} comes more than once; it may come only once`,
  ]
  return new Failure('parameters-invalid', { fields: { [field]: [texts] } })
}

function unreadable(path: string): Failure {
  const field = maskedStart(path, 100)
  return new Failure('parameters-invalid', {
    fields: { [field]: [[`${field} contiene caracteres no válidos`, `${field} has characters that are not valid`]] },
  })
}
