// What a charge carries for the bank: who pays, what for, and what the acquirer knows of the card already.
import type { AuthoriseRequest } from '../connectors/acquirer.ts'
import type { ChargeDetails, ChargeSeries } from '../connectors/charge-details.ts'
import { maskCardData } from '../core/cards/mask.ts'
import { isObject } from '../core/json-object.ts'
import type { Metadata } from '../core/metadata.ts'
import { firstCharacters, isPrintable } from '../core/text.ts'
import type { ResolvedCard } from '../vault/cards.ts'
import type { NetworkCard } from '../vault/network-cards.ts'
import type { Charge } from './sealed/request.ts'

type Details = Pick<AuthoriseRequest, 'details' | 'networkToken'>

/** `initiator`: as in the request of the charge. `network`: the acquirer that gets it. */
export function detailsOf(
  accountId: string,
  charge: Charge,
  { card, source, networks, customer }: ResolvedCard,
  { initiator, network }: { initiator: AuthoriseRequest['initiator']; network: string },
): Details {
  const { payer } = charge
  const known: NetworkCard = networks[network] ?? {}
  const email = payer.email ?? customer?.email
  const details: ChargeDetails = {
    accountId,
    description: firstCharacters(charge.description, 250),
    payer: {
      name: maskCardData(firstCharacters(payer.name ?? customer?.name ?? card.holderName, 120)),
      ...(email !== undefined && { email }),
      ...(payer.phone !== undefined && { phone: payer.phone }),
      ...(payer.address && { address: payer.address }),
      ...(charge.ip !== undefined && { ip: charge.ip }),
    },
    ...(charge.deviceSession !== undefined && { deviceSession: charge.deviceSession }),
    metadata: markedForBank(charge.metadata),
    ...(source.cardId !== undefined && { series: seriesOf(initiator, known) }),
  }
  return { details, ...(known.token !== undefined && { networkToken: known.token }) }
}

/** For a saved card: the first charge that the customer starts begins the series, all others follow it. */
function seriesOf(initiator: AuthoriseRequest['initiator'], { firstTransaction }: NetworkCard): ChargeSeries {
  const position = initiator === 'customer' && firstTransaction === undefined ? 'first' : 'following'
  return { position, ...(firstTransaction !== undefined && { firstNetworkTransaction: firstTransaction }) }
}

const MAX_MEMBERS = 20

/** The places of members that are meant for the bank and are not sent: neither text nor number, too long, with an unusual name, or above the limit. */
export function heldBackFromBank(metadata: Metadata): string[] {
  const { bank } = metadata
  if (bank === undefined || bank === null) return []
  if (!isObject(bank)) return ['metadata.bank']
  const marked = markedForBank(metadata)
  return Object.keys(bank)
    .filter((name) => !Object.hasOwn(marked, name))
    .map((name) => `metadata.bank.${name}`)
}

/** The texts and numbers in the member `bank` of the metadata. Nothing else of the metadata is sent to the bank. */
export function markedForBank({ bank }: Metadata): Record<string, string> {
  if (!isObject(bank)) return {}
  const texts = Object.entries(bank).flatMap(([name, value]: [string, unknown]) => {
    const text = typeof value === 'number' ? String(value) : value
    const fits = typeof text === 'string' && isPrintable(text, 250) && /^[\w.-]{1,40}$/.test(name)
    return fits ? [[name, maskCardData(text)] as const] : []
  })
  return Object.fromEntries(texts.slice(0, MAX_MEMBERS))
}
