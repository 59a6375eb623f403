// What PostgreSQL answers when somebody has changed the role or the schema under a running service: the tables are not where the role looks, or it may not
// use them. The statements of this program are fixed, so no request and no row of work is to blame.

/** SQLSTATE: a table, a column, a function or a schema is not found, or the role lacks a right. */
const CODES = new Set(['42P01', '42703', '42883', '3F000', '42501'])

export const isOtherSchema = (code: string | undefined): boolean => code !== undefined && CODES.has(code)

/** The server's words with what to do, for the log. */
export function otherSchemaText(message: string): string {
  return `the role in DATABASE_URL does not find or may not use all of the schema (look at its search_path and its rights, and give them anew with cobro migrate): ${message}`
}
