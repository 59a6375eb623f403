// Parses the decrypted message: bytes to a JSON object, and the flat `payment::total::amount` names to nested ones.
import { namesIn, namesOf, repeatedName } from '../api/body/repeated-names.ts'
import { maskedStart } from '../core/cards/mask.ts'
import { isObject } from '../core/json-object.ts'
import { Failure, invalidField } from '../failures.ts'

export type Message = Record<string, unknown>

/** The deepest nesting of objects and lists. */
export const MAX_DEPTH = 16

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The JSON object these bytes are, or undefined: not UTF-8, not JSON, not an object, or deeper than MAX_DEPTH. */
export function parseMessage(bytes: Buffer): Message | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return isObject(value) && isShallow(value, MAX_DEPTH) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The message of a plaintext that `parseMessage` has read, with nested names. A name that comes twice in one object is refused: the parser kept its
 * last value, and an amount could be two.
 */
export function opened(message: Message, plaintext: Buffer): Message {
  const text = plaintext.toString('utf8')
  if (namesOf(message) === namesIn(text)) return nestNames(message)
  const field = maskedStart(repeatedName(text), 100)
  throw invalidField(
    field,
    `${field} viene más de una vez; solo puede venir una`,
    `${field} comes more than once; it may come only once`,
  )
}

/**
 * Nests the flat names of spec 2.6: `{"payment::total::amount": 1}` becomes `{payment: {total: {amount: 1}}}`. Both ways of writing may
 * be mixed, at any level, outside lists. `__proto__` is dropped. Refuses a field with two different values by its name. The
 * names in an object under `metadata` are the merchant's and stay unchanged.
 */
export function nestNames(message: Message): Message {
  const { metadata, ...charge } = message
  const nested: Message = {}
  addAll(nested, charge, [])
  if (metadata !== undefined) nested.metadata = metadata
  return nested
}

function addAll(into: Message, from: Message, path: readonly string[]): void {
  for (const [name, value] of Object.entries(from)) addAt(into, name.split('::'), value, path)
}

function addAt(into: Message, names: readonly string[], value: unknown, path: readonly string[]): void {
  const [name = '', ...inner] = names
  if (name === '__proto__') return
  const here = [...path, name]
  if (here.length > MAX_DEPTH) throw new Failure('envelope-unreadable')
  const isBranch = inner.length > 0 || isObject(value)
  if (!Object.hasOwn(into, name)) into[name] = isBranch ? {} : value
  const present = into[name]
  if (isBranch && isObject(present)) {
    if (inner.length > 0) addAt(present, inner, value, here)
    else addAll(present, value as Message, here)
  } else if (present !== value) {
    const field = maskedStart(here.join('::'), 100)
    throw invalidField(
      field,
      `${field} viene dos veces con valores distintos`,
      `${field} is given twice with different values`,
    )
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels <= 0) return false
  for (const inner of Object.values(value)) if (!isShallow(inner, levels - 1)) return false
  return true
}
