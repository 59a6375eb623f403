// Warnings for the operator at the start: settings that work, but are weaker than they need be.
import { isLoopback } from '../../config/addresses.ts'
import type { Config } from '../../config.ts'
import { NO_NETWORK } from '../../core/rail-port.ts'

/** The warnings for these settings, as sentences that name the setting; none in the sandbox. */
export function cautionsOf(config: Config): string[] {
  if (config.mode === 'sandbox') return []
  return checks.filter(([applies]) => applies(config)).map(([, text]) => text)
}

const checks: [applies: (config: Config) => boolean, text: string][] = [
  [
    ({ networks }) => Object.values(networks).every((name) => name === NO_NETWORK),
    'ACQUIRER, CASH_NETWORK and SPEI_BANK are all none: the service takes no payment',
  ],
  [
    ({ networks }) => networks['spei-bank'] === NO_NETWORK && networks.acquirer !== NO_NETWORK,
    'SPEI_BANK=none: merchants are not paid out, and a card payment is refunded only as far as the acquirer gives it back',
  ],
  [
    ({ networks }) => networks['spei-bank'] === NO_NETWORK && networks['cash-network'] !== NO_NETWORK,
    'SPEI_BANK=none: cash that pays no voucher, and refunds of cash, cannot be sent to an account',
  ],
  [
    ({ databaseUrl }) => !isPostgres(databaseUrl),
    'DATABASE_URL: the database is one SQLite file on this machine; PostgreSQL survives the loss of a machine',
  ],
  [
    ({ databaseUrl }) =>
      isPostgres(databaseUrl) && leavesMachine(databaseUrl) && !/[?&]sslmode=(require|verify-)/.test(databaseUrl),
    'DATABASE_URL: the connection to PostgreSQL may be in the clear; add sslmode=verify-full',
  ],
  [
    ({ smtpUrl }) => smtpUrl === '',
    'SMTP_URL: it is not set, so no e-mail is sent; receipts, invitations and codes wait, and after a day are given up',
  ],
  [
    ({ sms }) => sms === undefined,
    'SMS_URL: it is not set, so no SMS is sent; those that are asked for wait, and after a day are given up',
  ],
  [
    ({ smtpUrl }) => smtpUrl.startsWith('smtp:') && leavesMachine(smtpUrl),
    'SMTP_URL: e-mails and the password of the mail server may go in the clear; use smtps://',
  ],
  [
    ({ sms }) => sms?.url.startsWith('http:') === true && leavesMachine(sms.url),
    'SMS_URL: SMS and the password of the gateway go in the clear; use https://',
  ],
]

/** The warnings about the options of Node with which a service of production was started (`config.optionsOfNode`). Node takes `_` for `-`. */
export function optionCautions({ mode }: Pick<Config, 'mode'>, given: string): string[] {
  if (mode === 'sandbox') return []
  const options = given.replaceAll('_', '-')
  return [
    ...(/--inspect(-brk|-wait)?(=|\s|$)/.test(options)
      ? ['NODE_OPTIONS: --inspect opens a debugger, which sees every card; remove it']
      : []),
    // A report of Node has the whole environment, and what ends with an abort leaves its memory to the system.
    ...(/--(heapsnapshot|heap-prof|tls-keylog|report-(on-signal|on-fatalerror|uncaught-exception)|abort-on-uncaught-exception)\b/.test(
      options,
    )
      ? ['NODE_OPTIONS: an option writes what the process holds, cards and keys with it, to files; remove it']
      : []),
  ]
}

/** The warnings about how durable the database is, by its own settings (`Store.durability`). */
export function databaseCautions({ mode }: Pick<Config, 'mode'>, durability: Record<string, string>): string[] {
  if (mode === 'sandbox') return []
  return Object.entries(durability)
    .filter(([, value]) => value === 'off')
    .map(
      ([name]) => `DATABASE_URL: ${name} is off, so a failure of the server may lose acknowledged payments; turn it on`,
    )
}

function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url)
}

function leavesMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host !== '' && !isLoopback(host)
}
