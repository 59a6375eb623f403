// Why the connection to PostgreSQL could not be encrypted, with the remedy: a certificate, its authority, its name, or the server.
import { type Bilingual, filled } from '../../core/language/bilingual.ts'

const UNKNOWN_AUTHORITY: Bilingual = [
  'El certificado del servidor de la base de datos es de una autoridad que aquí no se conoce: nombra el certificado (PEM) de ella con sslrootcert en DATABASE_URL.',
  'The certificate of the database server is of an authority that is not known here: name its certificate (PEM) with sslrootcert in DATABASE_URL.',
]
const OTHER_NAME: Bilingual = [
  'El certificado del servidor de la base de datos no es de {} sino de {}: escribe en DATABASE_URL un nombre que tenga, o pide otro certificado.',
  'The certificate of the database server is not of {} but of {}: write a name that it has in DATABASE_URL, or have another one made.',
]
const OWN_PAIR: Bilingual = [
  'sslcert y sslkey de DATABASE_URL no son un certificado (PEM) y su llave privada.',
  'sslcert and sslkey of DATABASE_URL are no certificate (PEM) and its private key.',
]
const REFUSED: Bilingual = [
  'El servidor de la base de datos rechaza la conexión cifrada: mira su log, y sslcert y sslkey de DATABASE_URL.',
  'The database server refuses the encrypted connection: look at its log, and at sslcert and sslkey of DATABASE_URL.',
]
const NO_TLS: Bilingual = [
  'El servidor de la base de datos no cifra: enciende ssl en él, o escribe sslmode=disable en DATABASE_URL si nadie puede escuchar en el camino.',
  'The database server does not encrypt: turn ssl on there, or write sslmode=disable in DATABASE_URL if nobody can listen on the way.',
]
const CUT_OFF: Bilingual = [
  'El servidor de la base de datos cortó la conexión antes de cifrarla: mira su log; sslnegotiation=direct necesita PostgreSQL 17 o posterior.',
  'The database server ended the connection before it was encrypted: look at its log; sslnegotiation=direct needs PostgreSQL 17 or newer.',
]

const byCode: Record<string, Bilingual> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: [
    'El certificado del servidor de la base de datos, o el de su autoridad, ya venció: renuévalo, y mira el reloj de esta máquina.',
    'The certificate of the database server, or that of its authority, has ended: renew it, and look at the clock of this machine.',
  ],
  CERT_NOT_YET_VALID: [
    'El certificado del servidor de la base de datos todavía no es válido: mira desde cuándo lo es, y el reloj de esta máquina.',
    'The certificate of the database server is not valid yet: look since when it is, and at the clock of this machine.',
  ],
}

/** Undefined for an error of another kind. What `pg` says without a code is known by its words. */
export function tlsFault(error: Error): Bilingual | undefined {
  const { code = '', syscall, host = '', cert } = error as Error & Partial<AboutTls>
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return filled(
      OTHER_NAME,
      host,
      (cert?.subjectaltname ?? cert?.subject?.CN ?? '-').replaceAll(/DNS:|IP Address:/g, ''),
    )
  if (code.startsWith('ERR_OSSL_')) return OWN_PAIR
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return REFUSED
  if (code === 'ECONNRESET' && syscall === undefined) return CUT_OFF
  return error.message === 'The server does not support SSL connections' ? NO_TLS : byCode[code]
}

interface AboutTls {
  code: string
  syscall: string
  host: string
  cert: { subjectaltname?: string; subject?: { CN?: string } }
}
