// The ids of operations, which PostgreSQL keeps as 16 bytes and SQLite as text. In statements and rows they are text on both.
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './schema/create-tables.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const FORM = '00000000-0000-0000-0000-000000000000'
const DIGITS = '0123456789abcdef'
/** The place of the version's digit, which is 7 in every id of ours. */
const VERSION = 14

/** Whether a text has the form of an operation's id. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * A text as a uuid. A text that is no uuid becomes one that no operation has and that sorts among the ids as the text does. So PostgreSQL
 * answers such a text as SQLite does, and not with an error.
 */
export function asUuid(text: string): string {
  if (UUID.test(text)) return text
  for (let at = 0; at <= VERSION; at += 1) {
    const character = text.charAt(at)
    const fitting = FORM[at] === '-' ? '-' : DIGITS
    const isFitting = character !== '' && fitting.includes(character)
    if (isFitting && !(at === VERSION && character === '7')) continue
    const below = isFitting ? undefined : [...fitting].findLast((one) => one < character)
    if (below === undefined) return text.slice(0, at) + FORM.slice(at)
    return text.slice(0, at) + below + FORM.slice(at + 1).replaceAll('0', 'f')
  }
  return text.slice(0, VERSION + 1) + FORM.slice(VERSION + 1)
}

/** A text of a statement as the id of an operation, for a column of such ids; null on PostgreSQL when it is none. */
export function uuidIn({ engine }: { engine: Engine }, text: RawBuilder<string>): RawBuilder<string> {
  if (engine === 'sqlite') return text
  return sql<string>`case when ${text} ~ ${sql.lit(UUID.source)} then cast(${text} as uuid) end`
}
