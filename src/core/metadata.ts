// The merchant's own data of a payment or a customer: any JSON object within bounds, without a card number or a code.

import type { PlacedText } from './cards/known-number.ts'
import { cardNumberProblem, holdsCardNumber, isCardNumber } from './cards/number-in-text.ts'
import { codeProblem, isCode, namesCode, pairsCode } from './cards/security-code.ts'
import type { Bilingual } from './language/bilingual.ts'

export type Metadata = Record<string, unknown>

/** `bytes`: JSON without blanks. `depth`: nested objects and lists, the metadata object included. `values`: those that hold no others. */
export const METADATA_LIMITS = { bytes: 16 * 1024, depth: 8, values: 500 } as const

export interface MetadataFault {
  /** Sample: `metadata.items.item.0.itemNumber`. */
  field: string
  problem: Bilingual
}

/** The first reason to refuse the metadata, with the place but never the value. Undefined when there is none. */
export function metadataFault(metadata: Metadata): MetadataFault | undefined {
  // Checked first, so that the other checks never scan a text of unlimited length.
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_LIMITS.bytes)
    return { field: 'metadata', problem: problems.tooLarge }
  return faultInside(metadata, 'metadata', { depth: 1, values: 0 })
}

/** The text at a path of names. Undefined when there is nothing, or anything but a text. */
export function metadataText(metadata: Metadata, ...names: string[]): string | undefined {
  let here: unknown = metadata
  for (const name of names) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Metadata)[name]
  }
  return typeof here === 'string' ? here : undefined
}

/** Its names and values in order, each with its place. A name, which the client chose, is of the whole. */
export function metadataTexts(metadata: Metadata, place = 'metadata'): PlacedText[] {
  const texts: PlacedText[] = []
  addTexts(texts, metadata, { place, here: place })
  return texts
}

function addTexts(texts: PlacedText[], inside: object, { place, here }: { place: string; here: string }): void {
  const isList = Array.isArray(inside)
  for (const [name, value] of Object.entries(inside)) {
    if (!isList) texts.push({ place, text: name, isName: true })
    const inner = `${here}.${name}`
    if (typeof value === 'object' && value !== null) addTexts(texts, value, { place, here: inner })
    else if (typeof value === 'string' || typeof value === 'number') texts.push({ place: inner, text: String(value) })
  }
}

interface Count {
  depth: number
  values: number
}

function faultInside(inside: object, field: string, count: Count): MetadataFault | undefined {
  if (count.depth > METADATA_LIMITS.depth) return { field, problem: problems.tooDeep }
  if (pairsCode(Object.values(inside))) return { field, problem: codeProblem }
  for (const [name, value] of Object.entries(inside)) {
    if (!isCarriable(name)) return { field, problem: problems.unreadableName }
    if (holdsCardNumber(name)) return { field, problem: problems.cardInName }
    if (namesCode(name)) return { field, problem: codeProblem }
    if (isCode(name, value)) return { field: `${field}.${name}`, problem: codeProblem }
    const fault = faultOf(value, `${field}.${name}`, count)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultOf(value: unknown, field: string, count: Count): MetadataFault | undefined {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    count.depth += 1
    const fault = faultInside(value, field, count)
    count.depth -= 1
    return fault
  }
  count.values += 1
  if (count.values > METADATA_LIMITS.values) return { field: 'metadata', problem: problems.tooMany }
  const problem =
    typeof value === 'string' ? textProblem(value) : typeof value === 'number' ? numberProblem(value) : undefined
  return problem && { field, problem }
}

function textProblem(text: string): Bilingual | undefined {
  if (!isCarriable(text)) return problems.unreadable
  if (holdsCardNumber(text)) return problems.card
  return namesCode(text) ? codeProblem : undefined
}

/** A JSON number that is too large for a float would be stored as null. */
function numberProblem(value: number): Bilingual | undefined {
  if (!Number.isFinite(value)) return problems.tooGreat
  return isCardNumber(value) ? problems.card : undefined
}

function isCarriable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

const { bytes, depth, values } = METADATA_LIMITS
const problems = {
  tooLarge: [`debe tener a lo más ${bytes} bytes de JSON`, `must have at most ${bytes} bytes of JSON`],
  tooDeep: [`está a más de ${depth} niveles de profundidad`, `lies more than ${depth} levels deep`],
  tooMany: [`debe tener a lo más ${values} valores`, `must have at most ${values} values`],
  unreadable: ['contiene caracteres no válidos', 'has characters that are not valid'],
  unreadableName: ['tiene un nombre con caracteres no válidos', 'has a name with characters that are not valid'],
  tooGreat: ['es un número demasiado grande', 'is too great a number'],
  card: cardNumberProblem,
  cardInName: [
    'tiene un nombre que parece un número de tarjeta: los datos de tarjeta solo van cifrados',
    'has a name that looks like a card number: card data travels sealed only',
  ],
} as const satisfies Record<string, Bilingual>
