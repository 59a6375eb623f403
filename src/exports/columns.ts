// The columns of a list's records: one for each value in the schema of a record, at any depth.
import type { TSchema } from 'typebox'
import type { Bilingual, Language } from '../core/language/bilingual.ts'
import { headingOf } from './headings.ts'

/** Whether a value is a number, with two decimals where it is money and four where it is a part of a centavo, or in a workbook a day or an instant. */
export type CellKind = 'text' | 'number' | 'money' | 'exact' | 'day' | 'time'

export interface Column {
  /** Where the value is in a record: `total.amount`. */
  path: string
  keys: string[]
  kind: CellKind
  /** Its heading; without one, the words of the path. */
  heading?: Bilingual
}

export type Cell = string | number

interface Node {
  type?: string | string[]
  properties?: Record<string, Node>
  anyOf?: Node[]
  examples?: unknown[]
}

/** The columns of a record; lists and objects of any keys are one column, as JSON. */
export function columnsOf(schema: TSchema): Column[] {
  return columnsUnder(schema as Node, [])
}

function columnsUnder(schema: Node, keys: string[]): Column[] {
  const node = schema.anyOf?.find((one) => one.type !== 'null') ?? schema
  const inside = Object.entries(node.properties ?? {})
  if (inside.length > 0) return inside.flatMap(([key, one]) => columnsUnder(one, [...keys, key]))
  const path = keys.join('.')
  return [{ path, keys, kind: kindOf(node, path) }]
}

/** An amount with its parts of a centavo, such as the IVA of one fee. */
export const EXACT = /^-?\d{1,13}\.\d{4}$/

/** Money is text in records, but a number in a sheet, so that it can be added up. */
function kindOf(node: Node, path: string): CellKind {
  if (/(^|[._])(amount|sales|commission|net|fee|iva|balance)$/.test(path)) return 'money'
  if (node.examples?.some((example) => typeof example === 'string' && /^-?\d+\.\d\d$/.test(example))) return 'money'
  if (node.examples?.some((example) => typeof example === 'string' && EXACT.test(example))) return 'exact'
  if (node.type === 'number' || node.type === 'integer' || /(^|[._])monthly_installments$/.test(path)) return 'number'
  if (/(^|[._])(date|day)$/.test(path)) return 'day'
  if (/(^|[._])(timestamp|at|until|date_create|next_charge|respond_by|link_expires)$/.test(path)) return 'time'
  return 'text'
}

export function headingsOf(columns: Column[], language: Language): string[] {
  return columns.map(({ path, heading }) => heading?.[language === 'es' ? 0 : 1] ?? headingOf(path, language))
}

/** The values of a record in the order of the columns; a missing value is an empty text. `listed` writes a list of texts; absent: as JSON. */
export function cellsOf(
  record: unknown,
  columns: Column[],
  language: Language,
  listed: (texts: string[], at: number) => string = (texts) => JSON.stringify(texts),
): Cell[] {
  return columns.map(({ keys, kind }, at) => {
    let value = record
    for (const key of keys) value = value === null || typeof value !== 'object' ? undefined : (value as never)[key]
    if (value === undefined || value === null) return ''
    if (typeof value === 'boolean') return value ? YES[language] : NO[language]
    if (typeof value === 'number') return value
    if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
      return value.length === 0 ? '' : listed(value, at)
    if (typeof value === 'object') return JSON.stringify(value)
    const text = String(value)
    return (kind === 'number' || kind === 'money') && /^-?\d{1,13}(\.\d{1,3})?$/.test(text) ? Number(text) : text
  })
}

const YES = { es: 'sí', en: 'yes' } satisfies Record<Language, string>
const NO = { es: 'no', en: 'no' } satisfies Record<Language, string>
