// Binds the password of a connection to PostgreSQL to the server's certificate, as `channel_binding` of the URL asks: who stands between cannot pass it on.
import { BilingualError } from '../../core/language/bilingual-error.ts'

/** The part of a connection that is used. */
interface Authenticating {
  stream: { destroy(): void }
  on(event: string, hear: (message: { mechanisms?: string[] }) => void): unknown
  emit(event: 'error', error: Error): unknown
}

const BOUND = 'SCRAM-SHA-256-PLUS'
const UNBOUND = ['authenticationCleartextPassword', 'authenticationMD5Password']

/** Whether the password is bound where the server offers it. */
export function bindsPassword(url: string): boolean {
  return /[?&]channel_binding=(prefer|require)(?=&|$)/.test(url)
}

/** Where the URL requires it, ends the connection before the password is sent to a server that does not offer it. To be called before it connects. */
export function requireBinding(url: string, connection: Authenticating): void {
  if (!/[?&]channel_binding=require(?=&|$)/.test(url)) return
  let isProven = false
  const refuse = () => {
    // What is written after that is not sent.
    connection.stream.destroy()
    connection.emit(
      'error',
      new BilingualError([
        'El servidor no ata la contraseña a su certificado, como lo pide channel_binding=require: haz que pida scram-sha-256 sobre TLS, o quita channel_binding de DATABASE_URL.',
        'The server does not bind the password to its certificate, as channel_binding=require asks: have it ask for scram-sha-256 over TLS, or remove channel_binding from DATABASE_URL.',
      ]),
    )
  }
  for (const event of UNBOUND) connection.on(event, refuse)
  connection.on('authenticationSASL', ({ mechanisms = [] }) => {
    if (!mechanisms.includes(BOUND)) refuse()
  })
  connection.on('authenticationSASLFinal', () => {
    isProven = true
  })
  connection.on('authenticationOk', () => {
    if (!isProven) refuse()
  })
}
