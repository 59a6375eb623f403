// Finds the table of a host, and checks it before the service starts.
import { loadModule } from '../load.ts'
import { type Codec, CodecFault, codecOf } from './codec.ts'
import type { IsoHost } from './host.ts'
import { type Merchant, networkMessage, purchaseMessage, reversalMessage } from './messages.ts'

const own: Record<string, () => Promise<{ host: IsoHost }>> = {
  'ascii-1987': () => import('./hosts/ascii-1987.ts'),
  'bcd-1987': () => import('./hosts/bcd-1987.ts'),
}

/** The table of the setting TABLE, and its codec. Throws an Error that says what does not fit. */
export async function tableNamed(name: string, merchant: Merchant): Promise<{ host: IsoHost; codec: Codec }> {
  const named = Object.hasOwn(own, name) ? own[name] : undefined
  if (named === undefined && !/^(\.{0,2}\/|file:)/.test(name))
    throw new Error(`TABLE is ${Object.keys(own).join(', ')} or a path such as ./mi-host.ts`)
  const { host } = (named === undefined ? await loadModule(name) : await named()) as { host?: IsoHost }
  if (typeof host !== 'object' || host === null) throw new Error(`TABLE: ${name} exports no \`host\``)
  const fault = hostFault(host)
  if (fault !== undefined) throw new Error(`TABLE: ${fault}`)
  try {
    const codec = codecOf(host)
    for (const message of samples(host, merchant)) packsBack(codec, message)
    return { host, codec }
  } catch (error) {
    if (!(error instanceof CodecFault)) throw error
    throw new Error(`TABLE: ${error.message}`)
  }
}

const WORDS = {
  type: ['ascii', 'bcd'],
  bitmap: ['binary', 'hex'],
  lengths: ['ascii', 'bcd'],
  digits: ['ascii', 'bcd'],
  filler: ['zero-before', 'f-after'],
  transmissionTime: ['utc', 'mexico-city'],
} as const satisfies Partial<Record<keyof IsoHost, readonly string[]>>

/** What a reversal is known by, and what a charge cannot go without. */
const NEEDED = {
  sale: [2, 3, 4, 7, 11, 37, 41],
  verification: [2, 3, 4, 7, 11, 37, 41],
  reversal: [4, 7, 11, 37, 39, 41, 90],
  network: [7, 11, 70],
} as const

/** Texts that a table has by name. */
const VALUES = {
  sale: ['processingCode'],
  network: ['echo'],
  entryMode: ['customer', 'merchant'],
  condition: ['customer', 'merchant'],
  reversalReason: ['noAnswer', 'cancelled'],
} as const satisfies Partial<Record<keyof IsoHost, readonly string[]>>

/** A file of an operator's own is not checked by a compiler. */
export function hostFault(host: IsoHost): string | undefined {
  const members = host as unknown as Record<string, unknown>
  for (const [key, words] of Object.entries(WORDS)) {
    if (!words.some((word) => word === members[key])) return `${key} is one of ${words.join(', ')}`
  }
  if (typeof host.name !== 'string' || !/^[a-z0-9-]{1,40}$/.test(host.name))
    return 'name is small letters, digits and dashes'
  if (typeof host.prefix !== 'string' || !/^([0-9A-Fa-f]{2}){0,32}$/.test(host.prefix))
    return 'prefix is hexadecimal, at most 32 bytes'
  if (typeof host.months !== 'boolean') return 'months is true or false'
  if (typeof host.privateFields !== 'function') return 'privateFields is a function'
  if (typeof host.fields !== 'object' || host.fields === null) return 'fields is a table'
  for (const [name, needed] of Object.entries(NEEDED)) {
    const message = members[name] as { type?: unknown; fields?: unknown } | undefined
    if (message === undefined && name === 'verification') continue
    if (typeof message?.type !== 'string' || !/^\d{2}[024]\d$/.test(message.type))
      return `${name}.type is a message type such as 0200`
    const { fields } = message
    if (!Array.isArray(fields)) return `${name}.fields is a list of fields`
    const missing = needed.filter((number) => !fields.includes(number))
    if (missing.length > 0) return `${name}.fields lacks ${missing.join(', ')}`
  }
  for (const [key, names] of Object.entries(VALUES)) {
    const values = members[key] as Record<string, unknown> | undefined
    if (!names.every((name) => typeof values?.[name] === 'string')) return `${key} has ${names.join(' and ')}`
  }
  if (!/^\d{4}$/.test(host.reversal.repeat)) return 'reversal.repeat is a message type such as 0421'
  if (!['same', 'new'].includes(host.reversal.trace)) return 'reversal.trace is `same` or `new`'
  if (host.reversal.fields.includes(2)) return 'reversal.fields has 2: the number of a card is not kept'
  return undefined
}

/** One of each message, of a card that nobody has. */
function samples(host: IsoHost, merchant: Merchant) {
  const beganAt = '2026-11-20T18:00:00.000Z'
  const identity = { trace: '000001', reference: '632418000001' }
  const purchase = { identity, amountCentavos: 12_345, beganAt, isMerchantInitiated: false }
  const card = { number: '4'.repeat(16), holderName: '', expiration: '3012', securityCode: '000' }
  const months = host.months ? 12 : undefined
  const undoing = { purchase, trace: '000002', atMs: Date.parse(beganAt), reason: host.reversalReason.noAnswer }
  return [
    purchaseMessage(host, merchant, { purchase, card, months }),
    purchaseMessage(host, merchant, { purchase, card, months: undefined, isCheck: true }),
    reversalMessage(host, merchant, { ...undoing, authorizationCode: '000001', isRepeat: false }),
    reversalMessage(host, merchant, {
      ...undoing,
      reason: host.reversalReason.cancelled,
      authorizationCode: undefined,
      isRepeat: true,
    }),
    networkMessage(host, { code: host.network.echo, trace: '000003', nowMs: 0 }),
    networkMessage(host, { code: host.network.signOn ?? host.network.echo, trace: '000004', nowMs: 0 }),
    // What every answer has.
    { type: '0210', fields: { 11: '000001', 37: identity.reference, 38: '000001', 39: '00', 41: 'A'.padEnd(8) } },
  ]
}

function packsBack(codec: Codec, message: { type: string; fields: object }): void {
  if (codec.unpack(codec.pack(message as never)).kind !== 'message')
    throw new CodecFault(`a message ${message.type} cannot be read back`)
}
