// What acquirers keep of a card, sealed with it: a token of their own, and the card network's id of the first charge of a series.
import type { AtRest, SealContext } from './at-rest.ts'

export interface NetworkCard {
  /** The acquirer's own token, used instead of the number. */
  token?: string
  /** The card network's id of the first charge of a card on file. */
  firstTransaction?: string
}

/** By the name of the acquirer. */
export type NetworkCards = Readonly<Record<string, NetworkCard>>

/** The context in which it is sealed beside the number of the same row. */
export function networkContext([context, former]: SealContext): SealContext {
  return [`network ${context}`, `network ${former}`]
}

/** Null when there is nothing to keep. */
export function sealNetworkCards(atRest: Pick<AtRest, 'seal'>, row: SealContext, cards: NetworkCards): string | null {
  return Object.keys(cards).length === 0 ? null : atRest.seal(JSON.stringify(cards), networkContext(row)[0])
}

export function openNetworkCards(atRest: Pick<AtRest, 'open'>, row: SealContext, sealed: string | null): NetworkCards {
  return sealed === null || sealed === ''
    ? {}
    : JSON.parse(atRest.open(sealed, ...networkContext(row)).toString('utf8'))
}

/** With what an acquirer answered of a charge of a card on file; undefined when nothing is new. The first charge of a series stays the first. */
export function withAnswer(
  cards: NetworkCards,
  network: string,
  answer: { networkToken?: string; networkTransaction?: string },
): NetworkCards | undefined {
  const before = cards[network] ?? {}
  const token = answer.networkToken ?? before.token
  const firstTransaction = before.firstTransaction ?? answer.networkTransaction
  if (token === before.token && firstTransaction === before.firstTransaction) return undefined
  const now = { ...(token !== undefined && { token }), ...(firstTransaction !== undefined && { firstTransaction }) }
  return { ...cards, [network]: now }
}
