// What the engines answer when somebody has changed the role or the schema under a running service: the tables are not where the role looks, or it may not
// use them, or a trigger refuses. The statements of this program are fixed, so no request and no row of work is to blame.
import { columnsOfTable } from '../../core/table.ts'
import { tables } from '../../tables.ts'

/** The schema was looked at, and is not the one that this program knows. The message says what is not. */
export class OtherSchema extends Error {
  readonly code = 'OTHER_SCHEMA'
}

/** What is known of an error of PostgreSQL. */
interface PostgresFault {
  code?: string | undefined
  table?: string | undefined
  column?: string | undefined
}

/**
 * SQLSTATE: a name is not found, is that of something else or of another type, or the role lacks a right (42, but a statement that is no SQL is our own
 * fault); a schema is not found (3F000); a trigger refuses (P0).
 */
const CODES = /^(42(?!601)\w{3}|3F000|P0\w{3})$/
const NO_VALUE = '23502'

/** True for an error of PostgreSQL that another schema explains. */
export function isOtherSchema({ code = '', table, column }: PostgresFault): boolean {
  return CODES.test(code) || (code === NO_VALUE && isForeignColumn(table, column))
}

const [SQLITE_ERROR, SQLITE_TRIGGER, SQLITE_NO_VALUE] = [1, 1_811, 1_299]

/** What SQLite says with its most general code, under which it says other things too. */
const SQLITE_TEXTS = [
  /(^|: )no such (table|column|index|view|function|collation sequence)/,
  /(^|: )table .+ has (no column named|\d+ columns)/,
  /(^|: )cannot modify .+ because it is a view/,
  /(^|: )ON CONFLICT clause does not match/,
  /(^|: )error in (trigger|view|index) /,
]

/** The same for SQLite. */
export function isOtherSqliteSchema({ errcode, message }: { errcode?: number | undefined; message: string }): boolean {
  if (errcode === SQLITE_ERROR) return SQLITE_TEXTS.some((text) => text.test(message))
  if (errcode === SQLITE_TRIGGER) return true
  const [, table, column] = /NOT NULL constraint failed: (\w+)\.(\w+)$/.exec(message) ?? []
  return errcode === SQLITE_NO_VALUE && isForeignColumn(table, column)
}

/** A column that is not ours, and so never gets a value. */
function isForeignColumn(table: string | undefined, column: string | undefined): boolean {
  const own = tables.find(({ name }) => name === table)
  return own !== undefined && column !== undefined && !columnsOfTable(own).some(([name]) => name === column)
}

/** The server's words with what to do, for the log. */
export function otherSchemaText(message: string): string {
  return `the role in DATABASE_URL does not find or may not use all of the schema (look at its search_path and its rights, and give them anew with cobro migrate): ${message}`
}

/** The same of SQLite: the engine's words where another schema does not explain them. */
export function sqliteText(fault: { errcode?: number | undefined; message: string }): string {
  return isOtherSqliteSchema(fault) ? otherSqliteSchemaText(fault.message) : fault.message
}

export function otherSqliteSchemaText(message: string): string {
  return `another program has changed the schema of the database (look at the names of its tables and columns, and at its triggers): ${message}`
}
