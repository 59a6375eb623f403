// The only reader of the environment: all settings, checked at once and frozen.
import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAddress, isCredential, isListeningHost, isNetwork } from './config/addresses.ts'
import { readBaseUrl } from './config/base-url.ts'
import { type CfdiIssuer, readCfdiIssuer } from './config/cfdi-issuer.ts'
import { databaseUrlFault } from './config/database-url.ts'
import { filesNotRead, readEnvFile } from './config/env-file.ts'
import { type Limits, readLimits } from './config/limits.ts'
import { type Misnamed, misnamed } from './config/names.ts'
import { readNetworks } from './config/networks.ts'
import { checkProduction } from './config/production.ts'
import { list, readingOf } from './config/reading.ts'
import { type Setting, settings } from './config/settings.ts'
import { ADDRESS_MASKS, type AddressMask } from './core/address.ts'
import {
  type ConnectorSettings,
  connectorSettingName,
  type DeclaredSetting,
  readDeclared,
} from './core/declared-settings.ts'
import type { RailPort, VoucherRail } from './core/rail.ts'
import { isEmail } from './core/text.ts'

export interface Config extends Limits {
  host: string
  port: number
  baseUrl: string
  mode: 'sandbox' | 'production'
  databaseUrl: string
  databaseConnections: number
  databaseWriteTimeoutMs: number
  databaseReadTimeoutMs: number
  dataDir: string
  atRestKey: string
  atRestKeysPrevious: string[]
  rsaBits: 2048 | 3072 | 4096
  rsaThreads: number
  rsaRotationHours: number
  /** The longest age of an envelope that has its sealing time. */
  envelopeMaxAgeMinutes: number
  tls: { certFile: string; keyFile: string } | undefined
  trustProxy: string[]
  /** The stored form of client addresses. */
  addressMask: AddressMask
  /** How long a card payment can be reversed: hours, or the Mexico City day of the payment. */
  reversalWindow: 'same-day' | number
  authorizationDays: number
  settlementDays: number
  payoutAccountCoolingHours: number
  /** The names of the connectors, by port. */
  networks: Record<RailPort, string>
  acquirerTimeoutMs: number
  /** The longest wait for a store network or a SPEI bank. */
  networkTimeoutMs: number
  /** The folder of recordings of the connectors' traffic; empty: none is made. */
  recordConnectors: string
  recordMinutes: number
  /** The settings that connectors have declared. */
  connectorSettings(connector: string, declared: Readonly<Record<string, DeclaredSetting>>): ConnectorSettings
  /** A sentence for each name that looks like a setting and that neither Cobro nor a connector knows, once connectors are loaded. */
  unknownNames(): string[]
  /** What somebody may have meant otherwise: another file of settings, a mode that is empty. */
  doubts: readonly string[]
  /** Minutes between the end of a voucher's last day and its expiry. */
  graceMinutes: Record<VoucherRail, number>
  /** A CSV file or a connector; empty: issuers are unknown. */
  issuers: string
  /** The connector that stamps the invoices of fees; empty: none. */
  stampingProvider: string
  /** The issuer of the invoices of fees; undefined: none, and no CFDI is made. */
  cfdiIssuer: CfdiIssuer | undefined
  deliveryTimeoutMs: number
  smtpUrl: string
  mailFrom: string
  /** Empty: the checkpoints of the books are not mailed. */
  booksCheckpointsTo: string
  sms: { url: string; account: string; token: string; from: string } | undefined
  webhooksToLoopback: boolean
  /** Empty: `/metrics` is for this machine only. */
  metricsToken: string
  /** Months for which a saved card is kept after it has expired. */
  cardKeptMonths: number
  /** The time for which requests are still accepted after the service was asked to stop. */
  stopDelayMs: number
  /** `app_key:app_secret`, or empty. */
  credential: string
  /** The data of calls that are kept for an account's developers. */
  requestsKept: 'bodies' | 'lines' | 'none'
  logLevel: string
}

/** The settings of this process: the environment, then `.env`, then the defaults. Throws one Error that lists every fault. */
export function loadConfig(): Config {
  const file = readEnvFile('.env')
  // Only what the environment does not say: an empty value there says that the default holds.
  for (const [name, value] of Object.entries(file?.values ?? {})) process.env[name] ??= value
  return readConfig(process.env, misnamed(file, process.env, filesNotRead('.')))
}

/** Reads the same from any record, for tests and embedding. */
export function readConfig(
  environment: Record<string, string | undefined>,
  names: Misnamed = { faults: [], unknown: [], doubts: [] },
): Config {
  const reading = readingOf(environment)
  const { faults, text, fault, whole, oneOf } = reading
  faults.push(...names.faults)
  const declaredByConnectors = new Set<string>()

  /** At most a week, because merchants wait for the event of an expired voucher. */
  const grace = (name: Setting, inProduction: number): number =>
    text(name) === '' ? (mode === 'production' ? inProduction : 0) : whole(name, 0, 10_080)

  const mode = oneOf('COBRO_MODE', ['sandbox', 'production'])
  const host = text('HOST')
  const port = whole('PORT', 0, 65_535)
  const certFile = text('TLS_CERT_FILE')
  const keyFile = text('TLS_KEY_FILE')
  const dataDir = text('DATA_DIR')
  const trustProxy = list(text('TRUST_PROXY'))
  const reversal = text('REVERSAL_WINDOW')
  const hours = Number(reversal)
  if (reversal !== 'same-day' && !(hours > 0 && hours <= 24 * 365))
    fault('REVERSAL_WINDOW', '`same-day` or a number of hours')
  const limits = readLimits(reading, mode)
  if ((certFile === '') !== (keyFile === ''))
    faults.push('TLS_CERT_FILE and TLS_KEY_FILE go together: set both or neither')
  for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const) {
    if (text(name) !== '' && !existsSync(text(name))) fault(name, 'there is no such file')
    else if (text(name) !== '' && statSync(text(name)).isDirectory()) fault(name, 'it is a folder, not a file')
  }
  const baseUrl = readBaseUrl(reading)
  if (text('SMTP_URL') !== '' && !isAddress(text('SMTP_URL'), 'smtp', 'smtps'))
    faults.push('SMTP_URL: an address such as smtps://user:password@mail.example.mx:465')
  if (text('SMS_URL') !== '' && !isAddress(text('SMS_URL'), 'http', 'https'))
    fault('SMS_URL', 'an address such as https://sms.example.mx/messages')
  if (/^file:/i.test(dataDir)) fault('DATA_DIR', 'a path without file:')
  for (const name of ['DATA_DIR', 'DATABASE_URL'] as const)
    if (/^(file:)?~/.test(text(name)))
      fault(name, 'the path begins with ~, which stands for no folder here: write it out')
  const databaseFault = text('DATABASE_URL') === '' ? undefined : databaseUrlFault(text('DATABASE_URL'))
  if (databaseFault !== undefined) faults.push(`DATABASE_URL: ${databaseFault}`)
  if (!isListeningHost(host) && isIP(host.split('%')[0] ?? '') === 0)
    fault('HOST', 'an address or a name, without scheme and port, such as 127.0.0.1; 0.0.0.0 for every address')
  if (!isEmail((/<([^<>]*)>$/.exec(text('MAIL_FROM'))?.[1] ?? text('MAIL_FROM')).trim()))
    fault('MAIL_FROM', 'an e-mail address, or a name and the address in <>')
  if (text('COBRO_CREDENTIAL') !== '' && !isCredential(text('COBRO_CREDENTIAL')))
    faults.push('COBRO_CREDENTIAL: `app_key:app_secret`, with a colon between them')
  for (const key of list(text('AT_REST_KEY_PREVIOUS'))) {
    if (!isAtRestKey(key)) faults.push('AT_REST_KEY_PREVIOUS: keys of 32 bytes in hex or base64, separated by commas')
  }
  if (text('BOOKS_HEADS_TO') !== '' && !isEmail(text('BOOKS_HEADS_TO'))) fault('BOOKS_HEADS_TO', 'an e-mail address')
  if (mode === 'production' && text('BOOKS_HEADS_TO') !== '' && text('SMTP_URL') === '')
    faults.push('BOOKS_HEADS_TO needs SMTP_URL: without it no e-mail is sent')
  for (const name of trustProxy) {
    if (!isNetwork(name)) fault('TRUST_PROXY', 'addresses or networks such as 10.0.0.0/8, comma-separated')
  }
  if (text('AT_REST_KEY') !== '' && !isAtRestKey(text('AT_REST_KEY')))
    faults.push('AT_REST_KEY: 32 random bytes in hex or base64, e.g. from `openssl rand -hex 32`')

  const cfdiIssuer = readCfdiIssuer(reading, mode)
  if (mode === 'production') checkProduction(reading)

  const config: Config = {
    host,
    port,
    baseUrl,
    mode,
    databaseUrl: text('DATABASE_URL') || `file:${dataDir}/cobro.db`,
    databaseConnections: whole('DATABASE_CONNECTIONS', 1, 200),
    databaseWriteTimeoutMs: whole('DATABASE_WRITE_TIMEOUT_MS', 100, 120_000),
    databaseReadTimeoutMs: whole('DATABASE_READ_TIMEOUT_MS', 100, 120_000),
    dataDir,
    atRestKey: text('AT_REST_KEY'),
    atRestKeysPrevious: list(text('AT_REST_KEY_PREVIOUS')),
    rsaBits: Number(oneOf('RSA_BITS', ['2048', '3072', '4096'])) as 2048 | 3072 | 4096,
    rsaThreads: whole('RSA_THREADS', 0, 64),
    rsaRotationHours: whole('RSA_ROTATION_HOURS', 0, 24 * 365),
    envelopeMaxAgeMinutes: whole('ENVELOPE_MAX_AGE_MINUTES', 2, 1_440),
    tls: certFile === '' ? undefined : { certFile, keyFile },
    trustProxy,
    ...limits,
    addressMask: oneOf('ADDRESS_MASK', ADDRESS_MASKS),
    reversalWindow: reversal === 'same-day' ? 'same-day' : hours,
    authorizationDays: whole('AUTHORIZATION_DAYS', 1, 30),
    settlementDays: whole('SETTLEMENT_DAYS', 0, 30),
    payoutAccountCoolingHours: whole('PAYOUT_ACCOUNT_COOLING_HOURS', 0, 24 * 30),
    networks: readNetworks(reading),
    acquirerTimeoutMs: whole('ACQUIRER_TIMEOUT_MS', 10, 120_000),
    networkTimeoutMs: whole('NETWORK_TIMEOUT_MS', 10, 120_000),
    recordConnectors: text('RECORD_CONNECTORS'),
    recordMinutes: whole('RECORD_MINUTES', 1, 1_440),
    connectorSettings: (connector, declared) => {
      for (const key of Object.keys(declared)) declaredByConnectors.add(connectorSettingName(connector, key))
      return readDeclared(environment, { connector, declared, taken: settings })
    },
    unknownNames: () => names.unknown.filter(({ name }) => !declaredByConnectors.has(name)).map((one) => one.text),
    doubts: names.doubts,
    graceMinutes: {
      store: grace('STORE_GRACE_MINUTES', 720),
      spei: grace('SPEI_GRACE_MINUTES', 15),
    },
    issuers: text('ISSUERS'),
    stampingProvider: text('STAMPING_PROVIDER'),
    cfdiIssuer,
    deliveryTimeoutMs: whole('DELIVERY_TIMEOUT_MS', 10, 120_000),
    smtpUrl: text('SMTP_URL'),
    mailFrom: text('MAIL_FROM'),
    booksCheckpointsTo: text('BOOKS_HEADS_TO'),
    sms:
      text('SMS_URL') === ''
        ? undefined
        : { url: text('SMS_URL'), account: text('SMS_ACCOUNT'), token: text('SMS_TOKEN'), from: text('SMS_FROM') },
    webhooksToLoopback: oneOf('WEBHOOKS_TO_LOOPBACK', ['no', 'yes']) === 'yes',
    metricsToken: text('METRICS_TOKEN'),
    cardKeptMonths: whole('CARD_KEPT_MONTHS', 0, 120),
    stopDelayMs: whole('STOP_DELAY_MS', 0, 120_000),
    credential: text('COBRO_CREDENTIAL'),
    requestsKept:
      text('REQUESTS_KEPT') === ''
        ? mode === 'production'
          ? 'lines'
          : 'bodies'
        : oneOf('REQUESTS_KEPT', ['bodies', 'lines', 'none']),
    logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']),
  }
  if (faults.length > 0) throw new Error(`The settings do not fit:\n${faults.map((line) => `  ${line}`).join('\n')}`)
  return Object.freeze(config)
}

function isAtRestKey(text: string): boolean {
  return /^([0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(text)
}

/** The address at which people and programs reach the service: `BASE_URL`, or where it listens. */
export function ownAddress({ baseUrl, tls, host, port }: Pick<Config, 'baseUrl' | 'tls' | 'host' | 'port'>): string {
  const bracketed = host.includes(':') ? `[${host}]` : host
  return baseUrl || `${tls ? 'https' : 'http'}://${bracketed}:${port}`
}

/**
 * The settings of the options that npm took for itself. Of `npm run cobro audit --json`, without two dashes before the option, npm takes
 * the option and leaves only a setting in the environment.
 */
export function optionsThatNpmTook(names: readonly string[]): string[] {
  if (process.env.npm_lifecycle_event !== 'cobro') return []
  return names.filter((name) => process.env[`npm_config_${name.replaceAll('-', '_')}`]).map((name) => `--${name}`)
}

/** True when `npm start` runs this process, with a shell between. */
export function startedByNpm(): boolean {
  return process.env.npm_lifecycle_event !== undefined
}

/** The locale that the machine's terminal has. Sample: `es_MX.UTF-8`; empty without one. */
export function machineLocale(): string {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  return LC_ALL || LC_MESSAGES || LANG || ''
}
