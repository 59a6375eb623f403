// The only reader of the environment: every setting with its default and meaning, checked at once and frozen.

import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { ADDRESS_MASKS, type AddressMask } from './core/address.ts'
import { CARD_LIMITS, type CardLimits, parseCardLimits } from './core/card-limits.ts'
import { type ConnectorSettings, type DeclaredSetting, readDeclared } from './core/declared-settings.ts'
import { fitsRegime, isPostalCode, isRfc, isTaxName } from './core/taxpayer.ts'
import { isEmail } from './core/text.ts'

/** `[default, what it means]`, in the order in which docs/settings.md lists them. */
export const settings = {
  HOST: ['127.0.0.1', 'address to listen on'],
  PORT: ['8080', 'port to listen on'],
  BASE_URL: ['', 'public address of the service, used in receipts and slips; default `http(s)://HOST:PORT`'],
  COBRO_MODE: ['sandbox', '`sandbox` (simulated networks, simulator, mailbox) or `production`'],
  DATABASE_URL: ['', '`file:PATH`, `:memory:` or `postgres://…`; default `file:DATA_DIR/cobro.db`'],
  DATABASE_CONNECTIONS: ['10', 'PostgreSQL connections of each process'],
  DATABASE_WRITE_TIMEOUT_MS: [
    '5000',
    'how long a write waits for the database, its turn included, before the request is refused with 503',
  ],
  DATABASE_READ_TIMEOUT_MS: ['3000', 'how long a read waits for PostgreSQL'],
  DATA_DIR: ['./data', 'folder of the sandbox’s database and at-rest key'],
  AT_REST_KEY: [
    '',
    'key that seals card numbers and RSA keys: 32 bytes, hex or base64; the sandbox keeps one in DATA_DIR',
  ],
  AT_REST_KEY_PREVIOUS: ['', 'keys used before, comma-separated, still able to open what they sealed'],
  RSA_BITS: ['2048', 'size of the RSA keys that clients seal card payments with: 2048, 3072 or 4096'],
  RSA_THREADS: ['0', 'threads for RSA; 0 means one for each processor'],
  RSA_ROTATION_HOURS: [
    '168',
    'hours for which the previous key (RSA, and HPKE beside it) still opens envelopes after a rotation',
  ],
  ENVELOPE_MAX_AGE_MINUTES: [
    '10',
    'minutes for which an HPKE envelope opens after it was sealed; others carry no time',
  ],
  TLS_CERT_FILE: ['', 'certificate chain (PEM); with TLS_KEY_FILE the service speaks HTTPS itself'],
  TLS_KEY_FILE: ['', 'private key (PEM) of the certificate'],
  TRUST_PROXY: ['', 'addresses or networks of the proxy that ends HTTPS, comma-separated'],
  RATE_LIMIT: [
    '',
    'requests per second and credential, bursts of ten times that, of all processes on a PostgreSQL together; a publishable key may use half, and an address with it a tenth; default 100 in production, none in the sandbox',
  ],
  ADDRESS_RATE_LIMIT: [
    '',
    'requests per second and address (IPv6: /64) before anything is read of them, bursts of ten times that; a PDF, a wrong credential or a page that is not there counts as 20; default twice RATE_LIMIT in production, none in the sandbox',
  ],
  ATTACK_LIMITS: [
    '',
    '`on`: stops who tries cards, slows credentials whose envelopes do not open, tells publishable keys no bank’s code; always in production, `off` in the sandbox unless it is set',
  ],
  CARD_LIMITS: [
    Object.entries(CARD_LIMITS)
      .map(([name, most]) => `${name}=${most}`)
      .join(', '),
    'how many refused tries stop a card’s codes, its payments, an address, a BIN and a credential; name those to change',
  ],
  ADDRESS_MASK: [
    'network',
    'how much of a caller’s address the log and the audit trail keep: `full`, `network` (203.0.113.0/24) or `none`',
  ],
  REVERSAL_WINDOW: [
    'same-day',
    'how long a card payment can be reversed: `same-day` (Mexico City) or a number of hours',
  ],
  SETTLEMENT_DAYS: ['1', 'business days after which merchants are paid out'],
  PAYOUT_ACCOUNT_COOLING_HOURS: [
    '24',
    'hours between the confirmation of another payout account and the first payout to it',
  ],
  ACQUIRER: [
    'sandbox',
    'connector that carries card payments: one of Cobro’s, the path of a file (`./my-acquirer.mjs`) or an installed package',
  ],
  ACQUIRER_TIMEOUT_MS: ['10000', 'how long a card payment waits for the acquirer'],
  CASH_NETWORK: ['sandbox', 'connector that carries payments at stores; named in the same ways'],
  SPEI_BANK: ['sandbox', 'connector that carries SPEI transfers; named in the same ways'],
  NETWORK_TIMEOUT_MS: ['5000', 'how long a store network or a SPEI bank may take to answer'],
  STORE_GRACE_MINUTES: [
    '',
    'minutes after the end of its last day until a store voucher expires: until then the network may report what was paid in time; default 720 in production, none in the sandbox',
  ],
  SPEI_GRACE_MINUTES: ['', 'the same for SPEI vouchers; default 15 in production, none in the sandbox'],
  ISSUERS: [
    '',
    'who issues which cards: the path of a CSV file (`from,to,country,bank,funding`), or a connector by path or package; read again on SIGHUP. Without it issuers are unknown (the sandbox knows its test cards)',
  ],
  STAMPING_PROVIDER: [
    '',
    'connector that stamps the invoices of fees: the path of a file or an installed package; without it nothing is stamped',
  ],
  CFDI_RFC: [
    '',
    'RFC of whoever runs the service and invoices the fees; without it no CFDI is made (the sandbox has the tax office’s test taxpayer)',
  ],
  CFDI_NAME: ['', 'its name, as the tax office has it'],
  CFDI_REGIME: ['', 'its tax regime, a key of c_RegimenFiscal'],
  CFDI_POSTAL_CODE: ['', 'the postal code from which the invoices are issued'],
  DELIVERY_TIMEOUT_MS: ['10000', 'how long a webhook, an e-mail or an SMS may take before it is tried again later'],
  SMTP_URL: ['', '`smtp(s)://user:password@host:port` for e-mails; without it the sandbox keeps them in its mailbox'],
  MAIL_FROM: ['Cobro <recibos@cobro.local>', 'sender of e-mails'],
  BOOKS_HEADS_TO: [
    '',
    'e-mail address that is told the head of the books each day, to be kept apart from the database; needs SMTP_URL',
  ],
  SMS_URL: [
    '',
    'address of an HTTP gateway for SMS (Twilio-compatible form); without it the sandbox keeps them in its mailbox',
  ],
  SMS_ACCOUNT: ['', 'user of the SMS gateway'],
  SMS_TOKEN: ['', 'password of the SMS gateway'],
  SMS_FROM: ['Cobro', 'sender of SMS'],
  WEBHOOKS_TO_LOOPBACK: [
    'no',
    '`yes`: webhooks of a sandbox that other machines reach may go to this machine; one on a loopback address may anyway',
  ],
  METRICS_TOKEN: [
    '',
    'what a monitor sends as a Bearer token for `/metrics`; without it `/metrics` is for this machine only',
  ],
  CARD_KEPT_MONTHS: ['12', 'months for which a saved card is kept after it has expired'],
  STOP_DELAY_MS: [
    '0',
    'how long a process that is told to stop still takes requests, while `/readyz` answers 503, so that a balancer looks elsewhere first; production: some seconds',
  ],
  COBRO_CREDENTIAL: [
    '',
    '`app_key:app_secret` with which `cobro listen`, `trigger` and `pay` call the service; default the sandbox’s own',
  ],
  REQUESTS_KEPT: [
    '',
    'what the console keeps of the calls of the last three days, at most 1,000 of an account: `bodies` (with headers and bodies, secrets and card numbers masked), `lines` (without) or `none`; default `bodies` in the sandbox, `lines` in production',
  ],
  LOG_LEVEL: ['info', '`debug`, `info`, `warn`, `error` or `silent`'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type Setting = keyof typeof settings

export interface Config {
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
  /** Of envelopes that say when they were sealed. */
  envelopeMaxAgeMinutes: number
  tls: { certFile: string; keyFile: string } | undefined
  trustProxy: string[]
  /** Requests per second and credential; undefined means no limit. */
  rateLimit: number | undefined
  /** Requests per second and address; undefined means no limit. */
  addressRateLimit: number | undefined
  /** Undefined: cards may be tried without end, and envelopes that do not open may be sent so. */
  cardLimits: CardLimits | undefined
  /** What is kept of the addresses that requests come from. */
  addressMask: AddressMask
  /** Hours, or the Mexico City day of the payment. */
  reversalWindow: 'same-day' | number
  settlementDays: number
  payoutAccountCoolingHours: number
  acquirer: string
  acquirerTimeoutMs: number
  cashNetwork: string
  speiBank: string
  /** How long a store network or a SPEI bank may take to answer. */
  networkTimeoutMs: number
  /** The settings that a connector has declared. */
  connectorSettings(connector: string, declared: Readonly<Record<string, DeclaredSetting>>): ConnectorSettings
  /** Minutes between the end of a voucher's last day and its expiry. */
  graceMinutes: { store: number; spei: number }
  /** A CSV file or a connector; empty: issuers are unknown. */
  issuers: string
  /** Empty: nobody stamps. */
  stampingProvider: string
  /** Who issues the invoices of fees; undefined: nobody, and no CFDI is made. */
  cfdiIssuer: { rfc: string; name: string; regime: string; postal_code: string } | undefined
  deliveryTimeoutMs: number
  smtpUrl: string
  mailFrom: string
  /** Empty: the heads of the books are mailed to nobody. */
  booksHeadsTo: string
  sms: { url: string; account: string; token: string; from: string } | undefined
  webhooksToLoopback: boolean
  /** Empty: `/metrics` is for this machine only. */
  metricsToken: string
  /** Months for which a saved card is kept after it has expired. */
  cardKeptMonths: number
  /** How long requests are still taken after the service was told to stop. */
  stopDelayMs: number
  /** `app_key:app_secret`, or empty. */
  credential: string
  /** What is kept of calls for an account's developers. */
  requestsKept: 'bodies' | 'lines' | 'none'
  logLevel: string
}

/** The settings of this process: the environment, then `.env`, then the defaults. Throws one Error that lists every fault. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

/** The same from any record, for tests and embedding. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const text = (name: Setting): string => environment[name]?.trim() || settings[name][0]
  const fault = (name: Setting, wanted: string) => {
    faults.push(`${name}=${JSON.stringify(text(name))}: ${wanted}`)
  }
  const whole = (name: Setting, min: number, max: number): number => {
    const value = Number(text(name))
    if (!Number.isInteger(value) || value < min || value > max) fault(name, `a whole number from ${min} to ${max}`)
    return value
  }
  const oneOf = <T extends string>(name: Setting, choices: readonly T[]): T => {
    const value = text(name) as T
    if (!choices.includes(value)) fault(name, `one of ${choices.join(', ')}`)
    return value
  }

  /** A week at most: an expiry that is not told for longer helps nobody. */
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
  const rate = text('RATE_LIMIT')
  if (rate !== '') whole('RATE_LIMIT', 1, 1_000_000)
  const rateLimit = rate === '' ? (mode === 'production' ? 100 : undefined) : Number(rate)
  const addressRate = text('ADDRESS_RATE_LIMIT')
  if (addressRate !== '') whole('ADDRESS_RATE_LIMIT', 1, 1_000_000)
  const againstAttacks = text('ATTACK_LIMITS') || (mode === 'production' ? 'on' : 'off')
  if (!['on', 'off'].includes(againstAttacks)) fault('ATTACK_LIMITS', '`on` or `off`')
  if (mode === 'production' && againstAttacks === 'off') fault('ATTACK_LIMITS', 'production needs them: `on`')
  const cardLimits = parseCardLimits(text('CARD_LIMITS'))
  if (cardLimits === undefined)
    fault('CARD_LIMITS', `numbers from 1 to 1,000,000 by name, such as \`${settings.CARD_LIMITS[0]}\``)
  if ((certFile === '') !== (keyFile === ''))
    faults.push('TLS_CERT_FILE and TLS_KEY_FILE go together: set both or neither')
  for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const) {
    if (text(name) !== '' && !existsSync(text(name))) fault(name, 'there is no such file')
  }
  const baseUrl = text('BASE_URL').replace(/\/+$/, '')
  if (baseUrl !== '' && !isAddress(baseUrl, 'http', 'https'))
    fault('BASE_URL', 'an address such as https://pagos.example.mx')
  if (text('SMTP_URL') !== '' && !isAddress(text('SMTP_URL'), 'smtp', 'smtps'))
    faults.push('SMTP_URL: an address such as smtps://user:password@mail.example.mx:465')
  if (text('SMS_URL') !== '' && !isAddress(text('SMS_URL'), 'http', 'https'))
    fault('SMS_URL', 'an address such as https://sms.example.mx/messages')
  if (text('DATABASE_URL') !== '' && !/^(:memory:$|file:.|postgres(ql)?:\/\/)/.test(text('DATABASE_URL')))
    faults.push('DATABASE_URL: `file:PATH`, `:memory:` or `postgres://user:password@host/name`')
  if (text('BOOKS_HEADS_TO') !== '' && !isEmail(text('BOOKS_HEADS_TO'))) fault('BOOKS_HEADS_TO', 'an e-mail address')
  if (mode === 'production' && text('BOOKS_HEADS_TO') !== '' && text('SMTP_URL') === '')
    faults.push('BOOKS_HEADS_TO needs SMTP_URL: without it no e-mail is sent')
  for (const name of trustProxy) {
    if (!isNetwork(name)) fault('TRUST_PROXY', 'addresses or networks such as 10.0.0.0/8, comma-separated')
  }
  if (text('AT_REST_KEY') !== '' && !/^([0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(text('AT_REST_KEY')))
    faults.push('AT_REST_KEY: 32 random bytes in hex or base64, e.g. from `openssl rand -hex 32`')

  const named = ['CFDI_RFC', 'CFDI_NAME', 'CFDI_REGIME', 'CFDI_POSTAL_CODE'] as const
  const given = named.filter((name) => text(name) !== '')
  if (given.length > 0 && given.length < named.length) faults.push(`${named.join(', ')} go together: set all or none`)
  const [rfc, name, regime, postal_code] = named.map(text) as [string, string, string, string]
  const cfdiIssuer =
    given.length > 0 ? { rfc, name, regime, postal_code } : mode === 'sandbox' ? SANDBOX_ISSUER : undefined
  if (given.length === named.length) {
    if (!isRfc(rfc)) fault('CFDI_RFC', 'an RFC of 12 or 13 characters')
    else if (!fitsRegime(rfc, regime)) fault('CFDI_REGIME', 'a key of c_RegimenFiscal that fits the RFC')
    if (!isTaxName(name)) fault('CFDI_NAME', 'a name of 1 to 300 characters, without |')
    if (!isPostalCode(postal_code)) fault('CFDI_POSTAL_CODE', '5 digits')
  }

  if (mode === 'production') {
    if (text('AT_REST_KEY') === '') {
      faults.push('AT_REST_KEY is needed in production: 32 random bytes, e.g. from `openssl rand -hex 32`')
    } else if (isWeakKey(text('AT_REST_KEY')))
      faults.push('AT_REST_KEY is no random key: make one with `openssl rand -hex 32`')
    if (text('METRICS_TOKEN') !== '' && text('METRICS_TOKEN').length < 16)
      faults.push('METRICS_TOKEN has fewer than 16 characters: make one with `openssl rand -hex 16`')
    if (certFile === '' && trustProxy.length === 0) {
      faults.push('production speaks HTTPS: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY when a proxy ends it')
    }
    for (const name of ['ACQUIRER', 'CASH_NETWORK', 'SPEI_BANK'] as const) {
      if (/^sandbox\b/.test(text(name))) faults.push(`${name}=${text(name)}: production needs a real connector`)
    }
  }

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
    rateLimit,
    addressRateLimit:
      addressRate === '' ? (mode === 'production' ? 2 * (rateLimit ?? 0) : undefined) : Number(addressRate),
    cardLimits: againstAttacks === 'on' ? cardLimits : undefined,
    addressMask: oneOf('ADDRESS_MASK', ADDRESS_MASKS),
    reversalWindow: reversal === 'same-day' ? 'same-day' : hours,
    settlementDays: whole('SETTLEMENT_DAYS', 0, 30),
    payoutAccountCoolingHours: whole('PAYOUT_ACCOUNT_COOLING_HOURS', 0, 24 * 30),
    acquirer: text('ACQUIRER'),
    acquirerTimeoutMs: whole('ACQUIRER_TIMEOUT_MS', 10, 120_000),
    cashNetwork: text('CASH_NETWORK'),
    speiBank: text('SPEI_BANK'),
    networkTimeoutMs: whole('NETWORK_TIMEOUT_MS', 10, 120_000),
    connectorSettings: (connector, declared) => readDeclared(environment, { connector, declared, taken: settings }),
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
    booksHeadsTo: text('BOOKS_HEADS_TO'),
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

/**
 * The options of `names` that npm took for itself, as written: it takes those of `npm run cobro audit --json`, which lacks the two dashes
 * between, and leaves only a setting in the environment.
 */
export function optionsThatNpmTook(names: readonly string[]): string[] {
  if (process.env.npm_lifecycle_event !== 'cobro') return []
  return names.filter((name) => process.env[`npm_config_${name.replaceAll('-', '_')}`]).map((name) => `--${name}`)
}

/** True when `npm start` runs this process, with a shell between. */
export function startedByNpm(): boolean {
  return process.env.npm_lifecycle_event !== undefined
}

/** The tax office's own test taxpayer. */
const SANDBOX_ISSUER = {
  rfc: 'EKU9003173C9',
  name: 'ESCUELA KEMPER URGATE',
  regime: '601',
  postal_code: '42501',
} as const

/** 32 random bytes have about 30 different ones; fewer than 20 happen to nobody. */
function isWeakKey(text: string): boolean {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  const steps = new Set(bytes.map((byte, at) => byte - (bytes[at - 1] ?? 0)))
  return new Set(bytes).size < 20 || steps.size < 10
}

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/i, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

function isAddress(text: string, ...schemes: string[]): boolean {
  const url = URL.parse(text)
  return url !== null && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== ''
}

/** An address, a network by its bits or mask, or one of the names that the HTTP server knows. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', mask, ...more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  const fits =
    mask === undefined || isIP(mask) === 4 || (/^\d{1,3}$/.test(mask) && Number(mask) >= 1 && Number(mask) <= bits)
  return isIP(address) !== 0 && fits && more.length === 0
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
