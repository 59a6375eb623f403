// Tells an outage (the database is away, starting, locked or full) from a bug of ours. After an outage the caller may try again.
import { Failure } from '../failures.ts'
import { isOfLostMachine } from './cluster/on-cluster.ts'
import { isOtherSchema, isOtherSqliteSchema } from './schema/changed-meanwhile.ts'

/** Faults of the network and of our connections: no connection, a lost one, or no answer in time; and a schema that was found to be another. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'DATABASE_AWAY',
  'CONNECTION_ENDED',
  'OTHER_SCHEMA',
])

/**
 * SQLSTATE: shut down, crashed, starting up (57P0x); connection faults (08); too many connections, out of disk or memory
 * (53); time limit exceeded (57014), lock timeout (55P03), serialisation failure or deadlock (40001, 40P01); read only
 * during a failover (25006); a stale or missing plan or prepared statement (0A000, 26000, 42P05); files that cannot be read or are
 * damaged (58, XX001, XX002): nothing is wrong with a row then, and it can be worked again when an operator has mended them.
 */
const NOT_NOW = /^(57P0[1-5]|08\d{3}|53\d{3}|57014|55P03|40001|40P01|25006|0A000|26000|42P05|58\w{3}|XX00[12])$/

/** The parts of PostgreSQL that give no number to another transaction, because nobody has vacuumed for so long. Nothing is written until somebody does. */
const OUT_OF_NUMBERS = new Set(['GetNewTransactionId', 'GetNewMultiXactId'])

/** SQLite: full, locked by another program, read only, fault of the disk, damaged, cannot be opened, is another file. */
const SQLITE_NOT_NOW = new Set([13, 5, 8, 10, 11, 14, 26])

/** How often the log says that an outage goes on: a log that fills the disk would be the next one. */
export const OUTAGE_SAID_EVERY_MS = 60_000

/** True for an outage of the database. A batch that failed with it may or may not have been written. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  if (code === 'ERR_SQLITE_ERROR') {
    const errcode = 'errcode' in error ? Number(error.errcode) : 0
    return SQLITE_NOT_NOW.has(errcode & 0xff) || isOtherSqliteSchema({ errcode, message: error.message })
  }
  const routine = 'routine' in error ? String(error.routine) : ''
  if (OUT_OF_NUMBERS.has(routine) || isOfLostMachine({ code, routine })) return true
  return AWAY.has(code) || NOT_NOW.test(code) || isOtherSchema({ ...error, code })
}

/** True also when too much waits for the database: neither is the fault of the row or request that was worked. */
export function isUnavailable(error: unknown): boolean {
  return isOutage(error) || (error instanceof Failure && error.reason === 'service-busy')
}
