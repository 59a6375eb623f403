// Tells a database that is away, starting or full from a mistake of ours: what the caller may simply try again.

/** Of the network and the PostgreSQL client: no connection, or lost on the way. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
])

/** SQLSTATE: shut down, crashed, starting up, too many connections, out of disk or memory, read only while another takes over. */
const NOT_NOW = /^(57P0[1-5]|08\d{3}|53\d{3}|25006)$/

/** SQLite: full, locked by another program, read only, fault of the disk. */
const SQLITE_NOT_NOW = new Set([13, 5, 8, 10])

/** True when the database did not take what was asked for reasons of its own. What was being written may or may not be written. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  if (code === 'ERR_SQLITE_ERROR') return 'errcode' in error && SQLITE_NOT_NOW.has(Number(error.errcode) & 0xff)
  return AWAY.has(code) || NOT_NOW.test(code)
}
