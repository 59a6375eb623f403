// Every setting with its default and meaning.
import { CARD_LIMITS } from '../core/card-limits.ts'

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
