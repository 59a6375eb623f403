// Classifies an error on a connection to PostgreSQL: whether the statement ran, and whether the connection can be used
// again.
import pg from 'pg'

/** The database cannot be reached, the connection is lost, or the server answers too late. */
export class Away extends Error {
  readonly code = 'DATABASE_AWAY'
}

/** The server's answer does not match the question. */
export class Surprise extends Away {}

/** SQLSTATE: the plan or prepared statement on the connection is stale or missing. The statement did not run. */
const STALE = new Set(['0A000', '26000', '42P05'])

/** True for an error after which the same statement, parsed again, may succeed, because it did not run. */
export function isStale(error: unknown): boolean {
  return error instanceof pg.DatabaseError && STALE.has(error.code ?? '')
}

/** SQLSTATE: a value that its type does not take. Not a division by zero, which refuses a batch, and no wrong setting. */
const OF_TYPES = /^22(?!012|023)/

/** True for an error that a column of another type explains, as a wrong value does. The statement did not run. */
export function isOfTypes(error: unknown): error is pg.DatabaseError {
  return isRefusal(error) && OF_TYPES.test(error.code ?? '')
}

/** True when the server reports the error itself, so the statement was undone. After any other error the outcome is not known. */
export function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/**
 * True when the connection can be used again after the error. Not after protocol, transaction and internal faults, when the server has
 * become read only (another may take over), and when it refuses the time limit (somebody may have set its clock).
 */
export function isHarmless(error: unknown): boolean {
  return isRefusal(error) && !isStale(error) && !/^(08|25|34|XX|22023)/.test(error.code ?? '')
}

/** The message of a failed connection attempt, with its first cause. */
export function connectionFault(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error
  return `the database cannot be reached: ${cause instanceof Error ? cause.message : cause}`
}
