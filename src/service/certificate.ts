// The certificate that HTTPS is served with: read at the start, and again when its files change or at SIGHUP. A renewal needs no restart.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'

export interface Certificate {
  /** Reads the files again at once; answers whether a new pair is served from now on. */
  reload(): Promise<boolean>
  /** Seconds until the certificate that is served ends; negative afterwards. */
  secondsLeft(): number
  close(): void
}

export interface Pair {
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
const MOST_BYTES = 1024 * 1024

export function followCertificate({ files, served, serve, nowMs, log }: CertificateNeeds): Certificate {
  let current = served
  let endsMs = endOf(served.cert)
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
      serve(pair)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (why !== refused) log.error({ why }, 'the renewed certificate cannot be served; the one of before stays')
      refused = why
      return false
    }
    current = pair
    refused = ''
    endsMs = endOf(pair.cert)
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
  const timer = setInterval(() => void reload(), LOOK_EVERY_MS)
  timer.unref()
  return {
    reload,
    secondsLeft: () => Math.floor((endsMs - nowMs()) / 1_000),
    close: () => clearInterval(timer),
  }
}

/** Throws for a pair that no connection could be served with. While a renewal is being written, the two files may differ. */
function refuseUnfit({ cert, key }: Pair): void {
  if (cert.length > MOST_BYTES || key.length > MOST_BYTES) throw new Error('a file is larger than 1 MiB')
  const read = <T>(make: () => T, setting: string): T => {
    try {
      return make()
    } catch (cause) {
      throw new Error(`the file of ${setting} is not what it should be (PEM)`, { cause })
    }
  }
  const certificate = read(() => new X509Certificate(cert), 'TLS_CERT_FILE')
  const privateKey = read(() => createPrivateKey(key), 'TLS_KEY_FILE')
  if (!certificate.checkPrivateKey(privateKey))
    throw new Error('the key in TLS_KEY_FILE is not that of the certificate in TLS_CERT_FILE')
}

function endOf(cert: Buffer): number {
  try {
    return Date.parse(new X509Certificate(cert).validTo)
  } catch {
    return Number.NaN
  }
}
