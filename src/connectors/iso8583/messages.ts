// The messages that we send, field by field. Which of the fields a message carries is in the host's table.
import type { ClearCard } from '../acquirer.ts'
import { answerTypeOf } from './answers.ts'
import type { Fields, IsoHost, Message } from './host.ts'
import type { Identity } from './identity.ts'

/** Who takes the payments, as the host knows them. */
export interface Merchant {
  terminal: string
  id: string
  /** Name and place, at most 40 characters. */
  nameAndPlace: string
  /** MCC. */
  type: string
  acquirer: string
}

export interface Purchase {
  identity: Identity
  amountCentavos: number
  /** A UTC instant, the same in every message about it. */
  beganAt: string
  isMerchantInitiated: boolean
}

const MEXICAN_PESO = '484'
const MEXICO = '484'

/** Fields that a reversal repeats from the purchase. */
function sharedFields(host: IsoHost, merchant: Merchant, purchase: Purchase): Fields {
  const { identity, amountCentavos, beganAt, isMerchantInitiated } = purchase
  const who = isMerchantInitiated ? 'merchant' : 'customer'
  const local = Temporal.Instant.from(beganAt).toZonedDateTimeISO('America/Mexico_City')
  return {
    4: String(amountCentavos).padStart(12, '0'),
    11: identity.trace,
    12: `${two(local.hour)}${two(local.minute)}${two(local.second)}`,
    13: `${two(local.month)}${two(local.day)}`,
    18: merchant.type,
    19: MEXICO,
    22: host.entryMode[who],
    25: host.condition[who],
    32: merchant.acquirer,
    37: identity.reference,
    41: merchant.terminal.padEnd(8),
    42: merchant.id.padEnd(15),
    43: merchant.nameAndPlace.padEnd(40),
    49: MEXICAN_PESO,
  }
}

/** A purchase, or with `isCheck` the check of a card. It holds the card's number: keep it nowhere. */
export function purchaseMessage(
  host: IsoHost,
  merchant: Merchant,
  {
    purchase,
    card,
    months,
    isCheck,
  }: { purchase: Purchase; card: ClearCard; months: number | undefined; isCheck?: true },
): Message {
  const { type, processingCode, fields } = isCheck === true && host.verification ? host.verification : host.sale
  const { isMerchantInitiated } = purchase
  const own = host.privateFields({ securityCode: card.securityCode, months, isMerchantInitiated })
  const all = {
    ...sharedFields(host, merchant, purchase),
    2: card.number,
    3: processingCode,
    7: transmissionTime(host, Date.parse(purchase.beganAt)),
    14: card.expiration,
  }
  return { type, fields: { ...chosen(all, fields), ...own } }
}

interface Reversal {
  purchase: Purchase
  /** Of the reversal itself. */
  trace: string
  /** When it was first sent, in epoch milliseconds. */
  atMs: number
  /** Field 39. */
  reason: string
  /** Of the approval, where it is known. */
  authorizationCode: string | undefined
  isRepeat: boolean
}

export function reversalMessage(host: IsoHost, merchant: Merchant, reversal: Reversal): Message {
  const { purchase, trace, atMs, reason, authorizationCode, isRepeat } = reversal
  const { type, repeat, fields } = host.reversal
  const all = {
    ...sharedFields(host, merchant, purchase),
    3: host.sale.processingCode,
    7: transmissionTime(host, atMs),
    11: trace,
    ...(authorizationCode !== undefined && { 38: authorizationCode.padEnd(6) }),
    39: reason,
    90: originalData(host, merchant, purchase),
  }
  return { type: isRepeat ? repeat : type, fields: chosen(all, fields) }
}

/** Field 90: type, trace number and transmission time of the purchase, its acquirer, and no forwarder. */
function originalData(host: IsoHost, { acquirer }: Merchant, { identity, beganAt }: Purchase): string {
  const time = transmissionTime(host, Date.parse(beganAt))
  return `${host.sale.type}${identity.trace}${time}${acquirer.padStart(11, '0')}${'0'.repeat(11)}`
}

/** Sign-on or echo. */
export function networkMessage(
  host: IsoHost,
  { code, trace, nowMs }: { code: string; trace: string; nowMs: number },
): Message {
  const all = { 7: transmissionTime(host, nowMs), 11: trace, 70: code }
  return { type: host.network.type, fields: chosen(all, host.network.fields) }
}

/** The answer to a network message that the host sends by itself; undefined for any other message. */
export function networkAnswer(host: IsoHost, { type, fields }: Message): Message | undefined {
  if (type !== host.network.type) return undefined
  return { type: answerTypeOf(type), fields: { ...chosen(fields, [7, 11, 70]), 39: '00' } }
}

/** MMDDhhmmss. */
function transmissionTime({ transmissionTime: zone }: IsoHost, epochMs: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(
    zone === 'utc' ? 'UTC' : 'America/Mexico_City',
  )
  return [at.month, at.day, at.hour, at.minute, at.second].map(two).join('')
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** Those that there are. An empty one, such as an acquirer without an id, is left out. */
function chosen(all: Fields, numbers: readonly number[]): Fields {
  return Object.fromEntries(numbers.flatMap((number) => (all[number] ? [[number, all[number]]] : [])))
}
