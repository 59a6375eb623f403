// The values of statements and rows, which PostgreSQL takes and answers as text.
import type { Value } from '../../core/table.ts'
import { asTimestamp, instantIn } from '../instant.ts'
import { asUuid } from '../uuid.ts'

interface Formed {
  /** The place of a value in its statement, counted from 0. */
  at: number
  /** Turns a text into one that the type of the value allows. */
  form: (text: string) => string
}

/** By the text of a statement, which of its values take another form. Connections share it. */
export type KnownStatements = Map<string, readonly Formed[]>

interface Asked {
  text: string
  values: readonly Value[]
}

const MAX_KNOWN = 10_000
/** By the number of a type in PostgreSQL. */
const forms: Record<number, Formed['form']> = { 1114: asTimestamp, 2950: asUuid }

/** Whether the server must first be asked for the types of the values: only texts may be of another form than a type allows. */
export function isUnknown(known: KnownStatements, { text, values }: Asked): boolean {
  return !known.has(text) && values.some((value) => typeof value === 'string')
}

/** Keeps the types that the server has answered. */
export function keepTypes(known: KnownStatements, text: string, types: readonly number[]): void {
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(
    text,
    types.flatMap((type, at) => {
      const form = forms[type]
      return form === undefined ? [] : { at, form }
    }),
  )
}

/** The values of a statement as they are sent. */
export function textsOf(known: KnownStatements, { text, values }: Asked): (string | null)[] {
  const texts = values.map((value) => (value === null || typeof value === 'string' ? value : String(value)))
  for (const { at, form } of known.get(text) ?? []) {
    const value = texts[at]
    if (typeof value === 'string') texts[at] = form(value)
  }
  return texts
}

const asText = (text: string): Value => text
/** By the number of the type. 64-bit integers and sums become numbers, because amounts stay far below 2^53. */
const readers: Record<number, (text: string) => Value> = {
  16: (text) => (text === 't' ? 1 : 0),
  1114: instantIn,
  ...Object.fromEntries([20, 21, 23, 26, 700, 701, 1700].map((type) => [type, Number])),
}

/** How a field of a type is read. */
export function readerOf(type: number): (text: string) => Value {
  return readers[type] ?? asText
}
