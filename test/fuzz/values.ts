// Values for a schema: ones that it allows, ones at its bounds, and ones that nobody should send.
import type { Schema } from '../support/harness/every-call.ts'
import type { Dice } from './dice.ts'

const GRAPHEMES = [
  'a',
  'Z',
  '7',
  ' ',
  'ñ',
  'é',
  '日',
  'ש',
  '\u202e',
  '👩‍👩‍👧',
  '\u0301',
  '"',
  "'",
  '\\',
  '<b>',
  '%00',
  '{{7*7}}',
  '\n',
  '\t',
  '\u0085',
]

export const STRANGE_TEXTS = [
  '',
  ' ',
  'null',
  'x'.repeat(5_000),
  '日本語のテキスト',
  'שלום \u202e مرحبا',
  "'; drop table operations; --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  '1e400',
  '0x10',
  '١٢٣',
  '2026-02-30',
  '9999-12-31T23:59:59.999999999Z',
  '-000001-01-01',
  'P1000000Y',
  'file:///etc/passwd',
  'http://127.1:9/',
  'http://[::ffff:7f00:1]:9/',
  'javascript:alert(1)',
  '4242424242424242',
]

const STRANGE_NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1 + 0.2,
  10.005,
  1e21,
  -1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  99_999_999.99,
]

function deep(levels: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { in: value }
  return value
}

export function strangeValue(dice: Dice): unknown {
  switch (dice.below(9)) {
    case 0:
      return null
    case 1:
      return dice.oneIn(2)
    case 2:
      return dice.pick(STRANGE_NUMBERS)
    case 3:
      return deep(dice.pick([2, 17, 200, 3_000]))
    case 4:
      return Array.from({ length: dice.pick([0, 1, 600]) }, (_, index) => index)
    case 5:
      return { [dice.pick(STRANGE_TEXTS)]: dice.pick(STRANGE_TEXTS) }
    case 6:
      return Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`k${index}`, index]))
    default:
      return dice.pick(STRANGE_TEXTS)
  }
}

/** A value that the schema allows, as far as its pattern and its formats are not in the way. */
export function allowed(schema: Schema, dice: Dice, name = ''): unknown {
  if (schema === undefined || schema === true) return strangeValue(dice)
  if (name === 'url') return `http://127.0.0.1:9/avisos/${dice.below(50)}`
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return dice.pick(schema.enum)
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined) return allowed(dice.pick(union), dice, name)
  if (schema.examples !== undefined && !dice.oneIn(3)) return dice.pick(schema.examples)
  const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return dice.oneIn(2)
    case 'integer':
    case 'number':
      return numberOf(schema, dice, type)
    case 'string':
      return textOf(schema, dice)
    case 'array':
      return listOf(schema, dice)
    case 'object':
      return objectOf(schema, dice)
    default:
      return strangeValue(dice)
  }
}

function numberOf(schema: Schema, dice: Dice, type: string): number {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? 0
  const most = schema.maximum ?? schema.exclusiveMaximum ?? 5_000
  const value = dice.pick([least, most, least + dice.below(Math.max(1, most - least)), 100, 150.5])
  return type === 'integer' ? Math.round(value) : value
}

function textOf({ minLength = 0, maxLength = 60, pattern }: Schema, dice: Dice): string {
  if (pattern !== undefined)
    return dice.pick(['2026-11-20', '4242', 'abc', '002010077777777771', '2026-11-20T10:00:00Z'])
  const length = dice.pick([minLength, maxLength, Math.min(maxLength, minLength + dice.below(40))])
  let text = ''
  while ([...text].length < Math.min(length, 20_000)) text += dice.pick(GRAPHEMES)
  return [...text].slice(0, length).join('')
}

function listOf({ items, minItems = 0, maxItems = 4 }: Schema, dice: Dice): unknown[] {
  const length = Math.min(maxItems, minItems + dice.below(4))
  return Array.from({ length }, () => allowed(items, dice))
}

function objectOf({ properties = {}, required = [] }: Schema, dice: Dice): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries<Schema>(properties)) {
    if (required.includes(name) || dice.oneIn(3)) made[name] = allowed(inner, dice, name)
  }
  return made
}

/** The same body with something wrong in it: a field missing, of another type, out of bounds, unknown, or deep down. */
export function spoiled(body: unknown, dice: Dice): unknown {
  if (typeof body !== 'object' || body === null || dice.oneIn(12)) return strangeValue(dice)
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Record<string, unknown>
  const names = Object.keys(copy)
  const name = names.length === 0 ? 'unknown' : dice.pick(names)
  switch (dice.below(6)) {
    case 0:
      delete copy[name]
      break
    case 1:
      copy[dice.pick(STRANGE_TEXTS)] = strangeValue(dice)
      break
    case 2:
    case 3:
      copy[name] = spoiled(copy[name], dice)
      break
    default:
      // A webhook's address stays on this machine, whatever is done to it.
      copy[name] = strangeValue(dice)
  }
  return copy
}
