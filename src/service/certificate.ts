// The certificate that HTTPS is served with: read at the start, and again when its files change or at SIGHUP. A renewal needs no restart.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'

interface Certificate {
  /** Reads the files again at once; answers whether a new pair is served from now on. */
  reload(): Promise<boolean>
  /** Seconds until the certificate that is served ends; negative afterwards. */
  secondsLeft(): number
  close(): void
}

interface Pair {
  cert: Buffer
  key: Buffer
}

interface CertificateNeeds {
  files: { certFile: string; keyFile: string }
  /** The pair that is served now. */
  served: Pair
  /** Serves connections from now on with another pair; those that are open keep theirs. */
  serve(pair: Pair): void
  nowMs(): number
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Reading is more certain than watching: files are replaced, links are moved, and folders are mounted anew. */
const LOOK_EVERY_MS = 10_000
/** A certificate file is a few KiB. */
const MAX_BYTES = 1024 * 1024

export function followCertificate({ files, served, serve, nowMs, log }: CertificateNeeds): Certificate {
  let current = served
  let endsMs = datesOf(served.cert).ends
  /** What was refused last, so that it is logged once and not at each look. */
  let refused = ''

  const look = async (): Promise<boolean> => {
    let pair: Pair
    try {
      const [cert, key] = await Promise.all([readFile(files.certFile), readFile(files.keyFile)])
      pair = { cert, key }
      if (cert.equals(current.cert) && key.equals(current.key)) {
        refused = ''
        return false
      }
      refuseUnfit(pair)
      refuseOutOfDate(pair, nowMs())
      serve(pair)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (why !== refused) log.error({ why }, 'the renewed certificate cannot be served; the one of before stays')
      refused = why
      return false
    }
    current = pair
    refused = ''
    endsMs = datesOf(pair.cert).ends
    log.info({ ends: new Date(endsMs).toISOString() }, 'a renewed certificate is served')
    return true
  }

  let looking: Promise<boolean> | undefined
  const reload = (): Promise<boolean> => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  if (endsMs < nowMs()) log.warn({ ended: new Date(endsMs).toISOString() }, 'the certificate has ended')
  else if (datesOf(served.cert).begins > nowMs())
    log.warn({ begins: new Date(datesOf(served.cert).begins).toISOString() }, 'the certificate is not valid yet')
  const timer = setInterval(() => void reload(), LOOK_EVERY_MS)
  timer.unref()
  return {
    reload,
    secondsLeft: () => Math.floor((endsMs - nowMs()) / 1_000),
    close: () => clearInterval(timer),
  }
}

/** Throws for a pair that no connection could be served with. While a renewal is being written, the two files may differ. */
export function refuseUnfit({ cert, key }: Pair): void {
  if (cert.length > MAX_BYTES || key.length > MAX_BYTES)
    throw new Error('TLS_CERT_FILE or TLS_KEY_FILE is larger than 1 MiB')
  const read = <T>(make: () => T, otherwise: string): T => {
    try {
      return make()
    } catch (cause) {
      throw new Error(otherwise, { cause })
    }
  }
  const certificate = read(() => new X509Certificate(cert), 'TLS_CERT_FILE is no certificate (PEM)')
  if (/ENCRYPTED/.test(key.toString('latin1')))
    throw new Error('TLS_KEY_FILE is protected by a password: store it without one')
  const privateKey = read(() => createPrivateKey(key), 'TLS_KEY_FILE is no private key (PEM)')
  if (!certificate.checkPrivateKey(privateKey))
    throw new Error('TLS_KEY_FILE is not the key of the first certificate in TLS_CERT_FILE')
  try {
    createSecureContext({ cert, key })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`TLS_CERT_FILE and TLS_KEY_FILE cannot be served: ${why}`, { cause })
  }
}

/** No client would take it; the one that is served may still be good. */
function refuseOutOfDate({ cert }: Pair, nowMs: number): void {
  const { begins, ends } = datesOf(cert)
  if (ends < nowMs) throw new Error('the certificate in TLS_CERT_FILE has ended')
  if (begins > nowMs + CLOCKS_DIFFER_MS) throw new Error('the certificate in TLS_CERT_FILE is not valid yet')
}

/** Between the authority's clock and ours. */
const CLOCKS_DIFFER_MS = 10 * 60_000

function datesOf(cert: Buffer): { begins: number; ends: number } {
  try {
    const { validFrom, validTo } = new X509Certificate(cert)
    return { begins: Date.parse(validFrom), ends: Date.parse(validTo) }
  } catch {
    return { begins: Number.NaN, ends: Number.NaN }
  }
}
