// A host of ISO 8583 as the acquirer, over one connection that is kept. docs/connectors/iso8583.md.
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Acquirer } from '../acquirer.ts'
import type { ConnectNeeds, Connector } from '../connector.ts'
import { authorityIn } from '../exchange.ts'
import { authorise, UNKNOWN, verify } from './charges.ts'
import type { LengthHeader } from './frames.ts'
import { newIdentity, traceCounter } from './identity.ts'
import { type LinkOptions, linkTo } from './link.ts'
import type { Merchant } from './messages.ts'
import type { IsoNeeds } from './needs.ts'
import { type IsoSettings, isoSettings } from './settings.ts'
import { tableNamed } from './table.ts'
import { advise, reverse } from './undo.ts'

const NAME = 'iso8583'

export const iso8583: Connector<Acquirer> = {
  portVersion: 2,
  name: NAME,
  settings: isoSettings,
  connect: async (needs) => acquirerOver(await chargeNeeds(needs)),
  standing: async ({ settings, state }) => {
    const terminal = settings.TERMINAL ?? ''
    const line = await state.read(lineName(terminal))
    return [
      line === undefined ? 'the line was never connected' : `the line: ${line}`,
      `${await state.lastNumber(traceCounter(terminal))} trace numbers of the terminal ${terminal} were given`,
    ]
  },
  // The trace numbers of a terminal come from one counter, which each name has for itself.
  knownBy: ({ HOST, PORT, TERMINAL }) => `the terminal ${TERMINAL} of ${HOST}:${PORT}`,
  probe: async (needs, signal) => (await chargeNeeds(needs)).link.look(signal),
}

function acquirerOver(needs: IsoNeeds): Acquirer {
  const { state, merchant } = needs
  return {
    name: NAME,
    // A host cannot be asked what became of a charge. To capture later or to refund, it wants the card's number, which the port does not give.
    capabilities: { inquiry: false, advice: true, void: true, refund: false, partialRefund: false },
    prepare: async ({ beganAt }, signal) => {
      if (signal.aborted) return UNKNOWN
      return { kind: 'prepared', trace: { ...(await newIdentity(state, merchant.terminal, beganAt)) } }
    },
    authorise: (request, signal) => authorise(needs, request, signal),
    reverse: (request, signal) => reverse(needs, request, signal),
    advise: (request, signal) => advise(needs, request, signal),
    verify: (card, signal) => verify(needs, card, signal),
  }
}

/** Throws an Error that says which setting does not fit another. */
async function chargeNeeds({ settings: values, state, calendar }: ConnectNeeds): Promise<IsoNeeds> {
  const settings = values as IsoSettings
  const merchant: Merchant = {
    terminal: settings.TERMINAL,
    id: settings.MERCHANT,
    nameAndPlace: settings.MERCHANT_NAME,
    type: settings.MERCHANT_TYPE,
    acquirer: settings.ACQUIRER_ID,
  }
  const { host, codec } = await tableNamed(settings.TABLE, merchant)
  const tls = tlsOf(settings)
  const link = linkTo({
    address: { host: settings.HOST, port: Number(settings.PORT) },
    ...(tls && { tls }),
    header: settings.LENGTH_HEADER as LengthHeader,
    echoMs: Number(settings.ECHO_SECONDS) * 1_000,
    host,
    codec,
    nowMs: calendar.nowMs,
    note: (standing) => {
      const at = Temporal.Instant.fromEpochMilliseconds(calendar.nowMs()).toString({ smallestUnit: 'second' })
      // The line does not wait for the database, and does not fail with it.
      state.write(lineName(settings.TERMINAL), `${standing}, ${at}`).catch(() => {})
    },
  })
  return { host, codec, merchant, link, state, calendar }
}

function lineName(terminal: string): string {
  return `line.${Buffer.from(terminal).toString('hex')}`
}

function tlsOf(settings: IsoSettings): LinkOptions['tls'] {
  const { CERT_FILE, KEY_FILE, KEY_PASSPHRASE } = settings
  if (settings.TLS === 'no') {
    const set = (['CA_FILE', 'CERT_FILE', 'KEY_FILE', 'KEY_PASSPHRASE'] as const).filter((key) => settings[key] !== '')
    if (set.length > 0) throw new Error(`${set.join(', ')} are of TLS, and TLS is \`no\``)
    return undefined
  }
  if ((CERT_FILE === '') !== (KEY_FILE === '')) throw new Error('CERT_FILE and KEY_FILE go together')
  const ca = authorityIn('CA_FILE', settings.CA_FILE)
  const tls = {
    ...(ca !== undefined && { ca }),
    ...(CERT_FILE !== '' && { cert: fileText('CERT_FILE', CERT_FILE), key: fileText('KEY_FILE', KEY_FILE) }),
    ...(KEY_PASSPHRASE !== '' && { passphrase: KEY_PASSPHRASE }),
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new Error(
      `the files of TLS do not fit: ${(error as NodeJS.ErrnoException).code ?? 'not PEM, or another passphrase'}`,
    )
  }
  return tls
}

function fileText(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${setting} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`)
  }
}
