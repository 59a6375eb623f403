// The settings of the process itself: its address, its mode, TLS, monitoring and log.
import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAddress, isListeningHost, isNetwork } from './addresses.ts'
import { list, type Reading } from './reading.ts'
import type { Mode, SettingPages } from './setting.ts'

export const processSettings = {
  HOST: {
    fallback: '127.0.0.1',
    en: 'address to listen on',
    es: 'dirección en la que escucha',
  },
  PORT: {
    fallback: '8080',
    en: 'port to listen on',
    es: 'puerto en el que escucha',
  },
  BASE_URL: {
    fallback: '',
    en: 'public address of the service, used in receipts and slips; default `http(s)://HOST:PORT`',
    es: 'dirección pública del servicio, la que llevan comprobantes y fichas; si falta, `http(s)://HOST:PORT`',
  },
  COBRO_MODE: {
    fallback: 'sandbox',
    en: '`sandbox` (simulated networks, simulator, mailbox) or `production`',
    es: '`sandbox` (redes simuladas, simulador, buzón) o `production`',
  },
  TLS_CERT_FILE: {
    fallback: '',
    en: 'certificate chain (PEM); with TLS_KEY_FILE the service speaks HTTPS itself',
    es: 'cadena de certificados (PEM); junto con TLS_KEY_FILE hace que el servicio hable HTTPS por sí mismo',
  },
  TLS_KEY_FILE: {
    fallback: '',
    en: 'private key (PEM) of the certificate',
    es: 'llave privada (PEM) del certificado',
  },
  TRUST_PROXY: {
    fallback: '',
    en: 'addresses or networks of the proxy that ends HTTPS, comma-separated',
    es: 'direcciones o redes del proxy donde termina HTTPS, separadas por comas',
  },
  METRICS_TOKEN: {
    fallback: '',
    en: 'what a monitor sends as a Bearer token for `/metrics`; without it `/metrics` is for this machine only',
    es: 'lo que un monitor manda como token Bearer a `/metrics`; sin él, `/metrics` es solo para esta máquina',
  },
  STOP_DELAY_MS: {
    fallback: '0',
    en: 'how long a process that is asked to stop still takes requests, while `/readyz` answers 503, so that a balancer looks elsewhere first; production: some seconds',
    es: 'cuánto tiempo sigue recibiendo solicitudes un proceso al que se le pidió detenerse, mientras `/readyz` contesta 503, para que el balanceador mire antes a otro lado; en producción, unos segundos',
  },
  LOG_LEVEL: {
    fallback: 'info',
    en: '`debug`, `info`, `warn`, `error` or `silent`',
    es: '`debug`, `info`, `warn`, `error` o `silent`',
  },
} as const satisfies SettingPages

export interface ProcessConfig {
  host: string
  port: number
  baseUrl: string
  mode: Mode
  tls: { certFile: string; keyFile: string } | undefined
  trustProxy: string[]
  /** Empty: `/metrics` is for this machine only. */
  metricsToken: string
  /** The time for which requests are still accepted after the service was asked to stop. */
  stopDelayMs: number
  logLevel: string
}

export function readProcessSettings(reading: Reading<keyof typeof processSettings>): ProcessConfig {
  const { faults, text, fault, whole, oneOf } = reading
  const mode = oneOf('COBRO_MODE', ['sandbox', 'production'])
  const host = text('HOST')
  if (!isListeningHost(host) && isIP(host.split('%')[0] ?? '') === 0)
    fault('HOST', 'an address or a name, without scheme and port, such as 127.0.0.1; 0.0.0.0 for every address')
  const certFile = text('TLS_CERT_FILE')
  const keyFile = text('TLS_KEY_FILE')
  if ((certFile === '') !== (keyFile === ''))
    faults.push('TLS_CERT_FILE and TLS_KEY_FILE go together: set both or neither')
  for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const) {
    if (text(name) !== '' && !existsSync(text(name))) fault(name, 'there is no such file')
    else if (text(name) !== '' && statSync(text(name)).isDirectory()) fault(name, 'it is a folder, not a file')
  }
  const trustProxy = list(text('TRUST_PROXY'))
  for (const name of trustProxy) {
    if (!isNetwork(name)) fault('TRUST_PROXY', 'addresses or networks such as 10.0.0.0/8, comma-separated')
  }
  const metricsToken = text('METRICS_TOKEN')
  if (mode === 'production') {
    if (metricsToken !== '' && metricsToken.length < 16)
      faults.push('METRICS_TOKEN has fewer than 16 characters: make one with `openssl rand -hex 16`')
    if (certFile === '' && trustProxy.length === 0)
      faults.push('production speaks HTTPS: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY when a proxy ends it')
  }
  return {
    host,
    port: whole('PORT', 0, 65_535),
    baseUrl: readBaseUrl(reading),
    mode,
    tls: certFile === '' ? undefined : { certFile, keyFile },
    trustProxy,
    metricsToken,
    stopDelayMs: whole('STOP_DELAY_MS', 0, 120_000),
    logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']),
  }
}

/** Without a slash at its end, and written as browsers write it: they compare addresses letter by letter. Empty when there is none. */
function readBaseUrl({ text, fault, faults }: Reading<'BASE_URL'>): string {
  const written = text('BASE_URL')
  if (written === '') return ''
  const url = isAddress(written, 'http', 'https') ? URL.parse(written) : null
  if (url === null) fault('BASE_URL', 'an address such as https://pagos.example.mx')
  else if (url.username !== '' || url.password !== '') faults.push('BASE_URL: an address without a user and password')
  else if (/[?#]/.test(written)) fault('BASE_URL', 'an address without ? and #')
  return url === null ? '' : `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
