// Why the program could not start, with the remedy: the setting to check.
import type { Language } from '../core/bilingual.ts'
import { Failure } from '../failures.ts'

const LOST =
  'The database server ended the connection before the work was done: look at its log, and try again when it takes connections.'
const HELD = 'Another program holds what is needed in the database: try again when it has ended.'
const LACKING = 'The database server lacks memory or another resource: look at its log.'

/** The error codes of the network and the disk, with their texts. `{address}` and `{path}` are filled from the error. */
const remedies: Record<string, string> = {
  'listen EADDRINUSE': '{address} is in use: stop the program that listens there, or choose another PORT.',
  'listen EACCES': 'Listening on {address} is not allowed: choose a PORT of 1024 or more.',
  'listen EADDRNOTAVAIL': '{address} is no address of this machine: look at HOST.',
  'connect ECONNREFUSED': 'No database answers at {address}: look at DATABASE_URL.',
  'connect EHOSTUNREACH': 'No database can be reached at {address}: look at DATABASE_URL.',
  'getaddrinfo ENOTFOUND': 'There is no machine called {address}: look at {setting}.',
  'getaddrinfo EAI_AGAIN': 'The name {address} cannot be looked up now: look at {setting}.',
  'connect ENOENT': 'No database answers at the socket {address}: look at DATABASE_URL.',
  'connect ETIMEDOUT': 'No database answers at {address} in time: look at DATABASE_URL.',
  'connect ENETUNREACH': 'No database can be reached at {address}: look at DATABASE_URL.',
  '3D000': 'The server has no database of that name: look at DATABASE_URL.',
  '28000': 'The database does not let that user in: look at DATABASE_URL.',
  '28P01': 'The database does not take that user and password: look at DATABASE_URL.',
  '42501': 'The user of the database may not read or change its tables: look at DATABASE_URL.',
  '53300':
    'The database takes no more connections: look at max_connections of its server, at the limits of the role and of the database, and at DATABASE_CONNECTIONS.',
  '57P03': 'The database server is starting, stopping or recovering: try again when it takes connections.',
  '57014':
    'The database did not end a statement in time, because it is busy or locked, or its statement_timeout is short: try again later.',
  '25006':
    'The database is read only: point DATABASE_URL to the server that takes writes, or end its default_transaction_read_only.',
  '53100': 'The disk of the database server is full: make room there.',
  '58030': 'The database server cannot read or write its files: look at its disk and its log.',
  XX001: 'The files of the database are damaged: look at the log of its server, and restore a backup.',
  XX002: 'An index of the database is damaged: look at the log of its server, then reindex, or restore a backup.',
  '55P03': HELD,
  '40001': HELD,
  '40P01': HELD,
  '53000': LACKING,
  '53200': LACKING,
  '57P01': LOST,
  '57P02': LOST,
  '57P05': LOST,
  '08006': LOST,
  'read ECONNRESET': LOST,
  'write EPIPE': LOST,
  DATABASE_AWAY: 'The database does not answer: look at DATABASE_URL.',
  'mkdir ENOENT': 'The folder {path} cannot be made: look at DATA_DIR and DATABASE_URL.',
  'open ENOENT': '{path} cannot be made: look at DATA_DIR and DATABASE_URL.',
  'mkdir EEXIST': '{path} is no folder: look at DATA_DIR and DATABASE_URL.',
  EACCES: '{path} may not be read or written: look at its owner, and at DATA_DIR and DATABASE_URL.',
  EISDIR: '{path} is a folder, not a file.',
  EPERM: '{path} may not be made or written: look at DATA_DIR and DATABASE_URL.',
  EROFS: '{path} lies on a disk that is read only: look at DATA_DIR and DATABASE_URL.',
  EMFILE: 'The process may open no more files: raise its limit (ulimit -n).',
  ENFILE: 'The machine may open no more files: raise its limit.',
  ENOSPC: 'The disk of {path} is full: look at DATA_DIR and DATABASE_URL.',
  ENOTDIR: '{path} is below something that is no folder: look at DATA_DIR and DATABASE_URL.',
  'sqlite 8': 'The database may not be written: look at the owner of its file, and at DATA_DIR and DATABASE_URL.',
  'sqlite 10':
    'The disk of the database cannot be read or written; a full disk is one cause: look at the free space of DATA_DIR and DATABASE_URL.',
  'sqlite 11':
    'The file of the database is damaged, or a file -wal of another database lies beside it: restore a copy, and before that remove what is left of the old one, its -wal and -shm too.',
  'sqlite 13': 'The disk of the database is full: look at DATA_DIR and DATABASE_URL.',
  'sqlite 14': 'The database cannot be opened: look at DATA_DIR and DATABASE_URL.',
  'sqlite 26': 'The file of the database is something else: look at DATABASE_URL.',
}

const NO_CERTIFICATE = 'TLS_CERT_FILE and TLS_KEY_FILE are no certificate (PEM) and its private key.'

interface FaultContext {
  /** The setting that names an unknown machine. */
  setting?: 'HOST' | 'DATABASE_URL'
  /** The language of a refusal. Other errors are in English. */
  language?: Language
}

/** One sentence or more for a person at a terminal; never a secret. */
export function startFault(error: unknown, { setting = 'HOST', language = 'en' }: FaultContext = {}): string {
  if (error instanceof Failure) {
    const texts = Object.values(error.options.fields ?? {}).flat()
    if (texts.length === 0) return error.sentence(language)
    return texts.map(([spanish, english]) => (language === 'es' ? spanish : english)).join('\n')
  }
  if (!(error instanceof Error)) return String(error)
  // The cause of a database outage has the more exact code.
  if ('code' in error && error.code === 'DATABASE_AWAY' && error.cause instanceof Error && 'code' in error.cause)
    return startFault(error.cause, { setting: 'DATABASE_URL' })
  const { code = '', syscall = '', errcode, address, hostname, port, path } = error as Error & Record<string, unknown>
  const place = [hostname ?? address, port].filter((part) => part !== undefined).join(':')
  if (String(code).startsWith('ERR_OSSL_')) return `${NO_CERTIFICATE} (${error.message})`
  const remedy =
    errcode === undefined
      ? (remedies[`${syscall} ${code}`] ?? remedies[String(code)])
      : remedies[`sqlite ${Number(errcode) & 0xff}`]
  if (remedy === undefined) return error.message
  return remedy
    .replace('{address}', place)
    .replace('{path}', String(path ?? 'The file'))
    .replace('{setting}', setting)
}
