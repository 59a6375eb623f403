// Why the program could not start, with the remedy: the setting to check.
import { type Bilingual, inLanguage, type Language } from '../../core/language/bilingual.ts'
import { BilingualError, errorText } from '../../core/language/bilingual-error.ts'
import { Failure } from '../../failures.ts'
import { tlsFault } from './tls-faults.ts'

const LOST: Bilingual = [
  'El servidor de la base de datos cortó la conexión antes de que se terminara el trabajo: mira su log, e intenta de nuevo cuando acepte conexiones.',
  'The database server ended the connection before the work was done: look at its log, and try again when it takes connections.',
]
const HELD: Bilingual = [
  'Otro programa retiene lo que se necesita en la base de datos: intenta de nuevo cuando termine.',
  'Another program holds what is needed in the database: try again when it has ended.',
]
const LACKING: Bilingual = [
  'Al servidor de la base de datos le falta memoria u otro recurso: mira su log.',
  'The database server lacks memory or another resource: look at its log.',
]

const SHORT: Bilingual = [
  'La base de datos no terminó una instrucción a tiempo, porque está ocupada o bloqueada, o un límite de tiempo del rol, de la base de datos o de su servidor, como statement_timeout, es corto: intenta más tarde, o quita el límite.',
  'The database did not end a statement in time, because it is busy or locked, or a limit of time of the role, of the database or of its server, such as statement_timeout, is short: try again later, or take the limit away.',
]

/** The error codes of the network and the disk, with their texts. `{address}` and `{path}` are filled from the error. */
const remedies: Record<string, Bilingual> = {
  'listen EADDRINUSE': [
    '{address} está ocupado: detén el programa que escucha ahí, o elige otro PORT.',
    '{address} is in use: stop the program that listens there, or choose another PORT.',
  ],
  'listen EACCES': [
    'No se permite escuchar en {address}: elige un PORT de 1024 o más.',
    'Listening on {address} is not allowed: choose a PORT of 1024 or more.',
  ],
  'listen EADDRNOTAVAIL': [
    '{address} no es una dirección de esta máquina: mira HOST.',
    '{address} is no address of this machine: look at HOST.',
  ],
  'connect ECONNREFUSED': [
    'Ninguna base de datos responde en {address}: mira DATABASE_URL.',
    'No database answers at {address}: look at DATABASE_URL.',
  ],
  'connect EHOSTUNREACH': [
    'No se llega a ninguna base de datos en {address}: mira DATABASE_URL.',
    'No database can be reached at {address}: look at DATABASE_URL.',
  ],
  'getaddrinfo ENOTFOUND': [
    'No hay una máquina que se llame {address}: mira {setting}.',
    'There is no machine called {address}: look at {setting}.',
  ],
  'getaddrinfo EAI_AGAIN': [
    'Ahora no se puede resolver el nombre {address}: mira {setting}.',
    'The name {address} cannot be looked up now: look at {setting}.',
  ],
  'connect ENOENT': [
    'Ninguna base de datos responde en el socket {address}: mira DATABASE_URL.',
    'No database answers at the socket {address}: look at DATABASE_URL.',
  ],
  'connect ETIMEDOUT': [
    'Ninguna base de datos responde a tiempo en {address}: mira DATABASE_URL.',
    'No database answers at {address} in time: look at DATABASE_URL.',
  ],
  'connect ENETUNREACH': [
    'No se llega a ninguna base de datos en {address}: mira DATABASE_URL.',
    'No database can be reached at {address}: look at DATABASE_URL.',
  ],
  '3D000': [
    'El servidor no tiene una base de datos con ese nombre: mira DATABASE_URL.',
    'The server has no database of that name: look at DATABASE_URL.',
  ],
  '28000': [
    'La base de datos no deja entrar así a ese usuario: mira el usuario, la base de datos, sslmode y sslcert en DATABASE_URL, y pg_hba.conf de su servidor.',
    'The database does not let that user in like this: look at the user, the database, sslmode and sslcert in DATABASE_URL, and at pg_hba.conf of its server.',
  ],
  '28P01': [
    'La base de datos no acepta ese usuario y contraseña: mira DATABASE_URL.',
    'The database does not take that user and password: look at DATABASE_URL.',
  ],
  '42501': [
    'El usuario de la base de datos no puede leer o cambiar sus tablas: mira DATABASE_URL.',
    'The user of the database may not read or change its tables: look at DATABASE_URL.',
  ],
  '53300': [
    'La base de datos no acepta más conexiones: mira max_connections de su servidor, los límites del rol y de la base de datos, y DATABASE_CONNECTIONS.',
    'The database takes no more connections: look at max_connections of its server, at the limits of the role and of the database, and at DATABASE_CONNECTIONS.',
  ],
  '57P03': [
    'El servidor de la base de datos está arrancando, parando o recuperándose: intenta de nuevo cuando acepte conexiones.',
    'The database server is starting, stopping or recovering: try again when it takes connections.',
  ],
  '57014': SHORT,
  '25P03': SHORT,
  '25P04': SHORT,
  '57P05': SHORT,
  '25006': [
    'La base de datos es de solo lectura: apunta DATABASE_URL al servidor que acepta escrituras, o quita su default_transaction_read_only.',
    'The database is read only: point DATABASE_URL to the server that takes writes, or end its default_transaction_read_only.',
  ],
  '53100': [
    'El disco del servidor de la base de datos está lleno: haz espacio ahí.',
    'The disk of the database server is full: make room there.',
  ],
  '58030': [
    'El servidor de la base de datos no puede leer o escribir sus archivos: mira su disco y su log.',
    'The database server cannot read or write its files: look at its disk and its log.',
  ],
  XX001: [
    'Los archivos de la base de datos están dañados: mira el log de su servidor y recupera un respaldo.',
    'The files of the database are damaged: look at the log of its server, and restore a backup.',
  ],
  XX002: [
    'Un índice de la base de datos está dañado: mira el log de su servidor y después reindexa, o recupera un respaldo.',
    'An index of the database is damaged: look at the log of its server, then reindex, or restore a backup.',
  ],
  '55P03': HELD,
  '40001': HELD,
  '40P01': HELD,
  '53000': LACKING,
  '53200': LACKING,
  '57P01': LOST,
  '57P02': LOST,
  '08006': LOST,
  'read ECONNRESET': LOST,
  'write EPIPE': LOST,
  DATABASE_AWAY: [
    'La base de datos no responde: mira DATABASE_URL.',
    'The database does not answer: look at DATABASE_URL.',
  ],
  'mkdir ENOENT': [
    'No se puede hacer la carpeta {path}: mira DATA_DIR y DATABASE_URL.',
    'The folder {path} cannot be made: look at DATA_DIR and DATABASE_URL.',
  ],
  'open ENOENT': [
    'No se puede hacer {path}: mira DATA_DIR y DATABASE_URL.',
    '{path} cannot be made: look at DATA_DIR and DATABASE_URL.',
  ],
  'mkdir EEXIST': [
    '{path} no es una carpeta: mira DATA_DIR y DATABASE_URL.',
    '{path} is no folder: look at DATA_DIR and DATABASE_URL.',
  ],
  EACCES: [
    'No se permite leer o escribir {path}: mira de quién es, y DATA_DIR y DATABASE_URL.',
    '{path} may not be read or written: look at its owner, and at DATA_DIR and DATABASE_URL.',
  ],
  EISDIR: ['{path} es una carpeta, no un archivo.', '{path} is a folder, not a file.'],
  EPERM: [
    'No se permite hacer o escribir {path}: mira DATA_DIR y DATABASE_URL.',
    '{path} may not be made or written: look at DATA_DIR and DATABASE_URL.',
  ],
  EROFS: [
    '{path} está en un disco de solo lectura: mira DATA_DIR y DATABASE_URL.',
    '{path} lies on a disk that is read only: look at DATA_DIR and DATABASE_URL.',
  ],
  EMFILE: [
    'El proceso no puede abrir más archivos: sube su límite (ulimit -n).',
    'The process may open no more files: raise its limit (ulimit -n).',
  ],
  ENFILE: [
    'La máquina no puede abrir más archivos: sube su límite.',
    'The machine may open no more files: raise its limit.',
  ],
  CONNECTION_ENDED: [
    'El hilo que escribe la base de datos no pudo seguir: dale al proceso más archivos (ulimit -n), hilos o memoria.',
    'The thread that writes the database could not go on: give the process more files (ulimit -n), threads or memory.',
  ],
  ENOSPC: [
    'El disco de {path} está lleno: mira DATA_DIR y DATABASE_URL.',
    'The disk of {path} is full: look at DATA_DIR and DATABASE_URL.',
  ],
  ENOTDIR: [
    '{path} está debajo de algo que no es una carpeta: mira DATA_DIR y DATABASE_URL.',
    '{path} is below something that is no folder: look at DATA_DIR and DATABASE_URL.',
  ],
  'sqlite 8': [
    'No se permite escribir en la base de datos: mira de quién es su archivo, y DATA_DIR y DATABASE_URL.',
    'The database may not be written: look at the owner of its file, and at DATA_DIR and DATABASE_URL.',
  ],
  'sqlite 10': [
    'No se puede leer o escribir en el disco de la base de datos; una causa es que esté lleno: mira el espacio libre de DATA_DIR y DATABASE_URL.',
    'The disk of the database cannot be read or written; a full disk is one cause: look at the free space of DATA_DIR and DATABASE_URL.',
  ],
  'sqlite 11': [
    'El archivo de la base de datos está dañado, o junto a él hay un archivo -wal de otra: recupera una copia, y antes quita lo que quede de la anterior, también su -wal y su -shm.',
    'The file of the database is damaged, or a file -wal of another database lies beside it: restore a copy, and before that remove what is left of the old one, its -wal and -shm too.',
  ],
  'sqlite 13': [
    'El disco de la base de datos está lleno: mira DATA_DIR y DATABASE_URL.',
    'The disk of the database is full: look at DATA_DIR and DATABASE_URL.',
  ],
  'sqlite 14': [
    'No se puede abrir la base de datos: mira DATA_DIR y DATABASE_URL.',
    'The database cannot be opened: look at DATA_DIR and DATABASE_URL.',
  ],
  'sqlite 26': [
    'El archivo de la base de datos es otra cosa: mira DATABASE_URL.',
    'The file of the database is something else: look at DATABASE_URL.',
  ],
}

const NO_CERTIFICATE: Bilingual = [
  'TLS_CERT_FILE y TLS_KEY_FILE no son un certificado (PEM) y su llave privada.',
  'TLS_CERT_FILE and TLS_KEY_FILE are no certificate (PEM) and its private key.',
]

interface FaultContext {
  /** The setting that names an unknown machine. */
  setting?: 'HOST' | 'DATABASE_URL'
  language?: Language
}

/** One sentence or more for a person at a terminal; never a secret. */
export function startFault(error: unknown, { setting = 'HOST', language = 'en' }: FaultContext = {}): string {
  if (error instanceof Failure) {
    const texts = Object.values(error.options.fields ?? {}).flat()
    if (texts.length === 0) return error.sentence(language)
    return texts.map((text) => inLanguage(text, language)).join('\n')
  }
  if (error instanceof BilingualError || !(error instanceof Error)) return errorText(error, language)
  // The cause of a database outage has the more exact code.
  if ('code' in error && error.code === 'DATABASE_AWAY' && error.cause instanceof Error) {
    const { cause } = error
    const ofTls = tlsFault(cause)
    if (ofTls !== undefined) return inLanguage(ofTls, language)
    if ('code' in cause || cause instanceof BilingualError)
      return startFault(cause, { setting: 'DATABASE_URL', language })
  }
  const { code = '', syscall = '', errcode, address, hostname, port, path } = error as Error & Record<string, unknown>
  const place = [hostname ?? address, port].filter((part) => part !== undefined).join(':')
  if (String(code).startsWith('ERR_OSSL_')) return `${inLanguage(NO_CERTIFICATE, language)} (${error.message})`
  const remedy =
    errcode === undefined
      ? (remedies[`${syscall} ${code}`] ?? remedies[String(code)])
      : remedies[`sqlite ${Number(errcode) & 0xff}`]
  if (remedy === undefined) return error.message
  return inLanguage(remedy, language)
    .replace('{address}', place)
    .replace('{path}', String(path ?? inLanguage(['El archivo', 'The file'], language)))
    .replace('{setting}', setting)
}
