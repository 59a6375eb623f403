// Card numbers at rest: makes single-use tokens and saved cards, and resolves them to the number for a payment.

import type { Funding, Issuer } from '../core/cards/issuers.ts'
import { brandOf, type ClearCard } from '../core/cards/number.ts'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { HOUR_MS, instantPlus } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { among, pairsIn } from '../store/among.ts'
import { columnsOf } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import { readOfAccounts } from '../store/read-together.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import type { AtRest, SealContext } from './at-rest.ts'
import { type NetworkCards, openNetworkCards, sealNetworkCards } from './network-cards.ts'
import type { CardRow, CardTokenRow } from './tables.ts'

/** How long a token is valid: a day, so that a cart may be left open. */
export const TOKEN_HOURS = 24

/** The data of a card that may leave the vault. */
export interface CardSource {
  brand: string
  holderName: string
  firstSix: string
  lastFour: string
  /** YYMM */
  expiration: string
  /** Empty: unknown. */
  countryCode: string
  /** May be empty. */
  bankName: string
  funding: Funding
  /** Keyed hash of the number: the same card always has the same hash, for data that is kept with a payment. */
  fingerprint: string
  /** The hash with those under earlier at-rest keys: search for all of them. */
  fingerprints: string[]
  tokenId: string | undefined
  cardId: string | undefined
  customerId: string | undefined
}

/** A card that is about to be charged. */
export interface ResolvedCard {
  card: ClearCard
  source: CardSource
  /** What acquirers keep of it. */
  networks: NetworkCards
  /** Of a saved card. */
  customer?: { name: string; email: string }
  /**
   * Writes for the batch that uses the card: they use up a token. If the token was used first elsewhere, the batch throws
   * `Unmet`: resolve again to get the refusal (`token-used`). None for a saved or typed card.
   */
  uses: Write[]
}

export interface CardVault {
  /** Resolves a typed card, checked by `clearCard`, for a charge without a token. The card is not stored. */
  typed(card: ClearCard): ResolvedCard
  /**
   * A new single-use token (`tok_...`) for a typed card, and the write that keeps it: without its security code, which only an acquirer
   * sees. Until TOKEN_HOURS are over.
   */
  tokenise(
    accountId: string,
    typed: ResolvedCard,
  ): { tokenId: string; expiresAt: string; source: CardSource; writes: Write[] }
  /** Until when a token of the account is valid; undefined for an unknown or deleted token. */
  tokenExpiresAt(accountId: string, tokenId: string): Promise<string | undefined>
  /**
   * The card behind a token (`tok_...`) or a saved card (`crd_...`) of the account.
   * `token-used` for a used token; `card-unknown` for a malformed, expired or deleted one, or one of another account.
   */
  resolve(accountId: string, recurrent: string): Promise<ResolvedCard>
  /**
   * Makes a customer's saved card from a resolved token: the row and its write. `Duplicate` of cards when the customer has
   * the card.
   */
  save(owner: { accountId: string; customerId: string }, resolved: ResolvedCard): { row: CardRow; writes: Write[] }
  /** Keeps what an acquirer has answered of a saved card; none for another card. */
  keep(accountId: string, source: CardSource, networks: NetworkCards): Write[]
}

/** Creates the vault of cards. Each number is sealed under the at-rest key for its own row. */
export function createCardVault({
  store,
  clock,
  atRest,
  issuerOf,
}: {
  store: Store
  clock: Clock
  atRest: AtRest
  /** Who issued a card, by its first digits. */
  issuerOf(digits: string): Readonly<Issuer>
}): CardVault {
  const { db } = store
  const tokens = db.selectFrom('card_tokens').select(columnsOf('card_tokens'))
  const tokensOfOne = prepared((hole) =>
    tokens
      .where(among(store, 'id', hole('keys')))
      .where('account_id', '=', hole('accountId'))
      .compile(),
  )
  const tokensOfSeveral = prepared((hole) =>
    tokens
      .innerJoin(pairsIn(store, hole('pairs')).as('asked'), (join) =>
        join.onRef('asked.account_id', '=', 'card_tokens.account_id').onRef('asked.key', '=', 'card_tokens.id'),
      )
      .compile(),
  )
  const cards = db
    .selectFrom('cards')
    .innerJoin('customers', sameAccount('customers.id', 'cards.customer_id'))
    .select(columnsOf('cards'))
    .select(['customers.name as customer_name', 'customers.email as customer_email'])
    .where('cards.deactivated_at', 'is', null)
    .where('customers.active', '=', 1)
  const cardsOfOne = prepared((hole) =>
    cards
      .where(among(store, 'cards.id', hole('keys')))
      .where('cards.account_id', '=', hole('accountId'))
      .compile(),
  )
  const cardsOfSeveral = prepared((hole) =>
    cards
      .innerJoin(pairsIn(store, hole('pairs')).as('asked'), (join) =>
        join.onRef('asked.account_id', '=', 'cards.account_id').onRef('asked.key', '=', 'cards.id'),
      )
      .compile(),
  )

  const tokenOf = readOfAccounts(store, {
    ofOne: (accountId, keys) => tokensOfOne({ accountId, keys }),
    ofSeveral: (pairs) => tokensOfSeveral({ pairs }),
    keyOf: ({ id }) => id,
  })
  const savedCardOf = readOfAccounts(store, {
    ofOne: (accountId, keys) => cardsOfOne({ accountId, keys }),
    ofSeveral: (pairs) => cardsOfSeveral({ pairs }),
    keyOf: ({ id }) => id,
  })

  const sourceOf = (card: ClearCard, ids: { tokenId?: string; cardId?: string; customerId?: string }): CardSource => {
    const { number } = card
    const fingerprints = atRest.fingerprints(`${FINGERPRINTED}${number}`)
    return {
      brand: brandOf(number) ?? '',
      holderName: card.holderName,
      firstSix: number.slice(0, 6),
      lastFour: number.slice(-4),
      expiration: card.expiration,
      ...issuerOf(number.slice(0, BIN_DIGITS)),
      fingerprint: fingerprints[0] ?? '',
      fingerprints,
      tokenId: ids.tokenId,
      cardId: ids.cardId,
      customerId: ids.customerId,
    }
  }

  const opened = (
    row: { sealed_number: string; holder_name: string; expiration: string },
    context: SealContext,
  ): ClearCard => ({
    number: atRest.open(row.sealed_number, ...context).toString('utf8'),
    holderName: row.holder_name,
    expiration: row.expiration,
  })

  const resolveToken = async (accountId: string, id: string): Promise<ResolvedCard> => {
    const row = await tokenOf(accountId, id)
    if (row === undefined) throw new Failure('card-unknown')
    if (row.used_at !== null) throw new Failure('token-used')
    if (row.expires_at <= clock.now()) throw new Failure('card-unknown')
    const card = opened(row, sealedAs.card_tokens(row))
    // The token's number is deleted; a saved card has its own sealed copy.
    const used = update(
      'card_tokens',
      { used_at: clock.now(), sealed_number: '', sealed_network: null },
      { account_id: accountId, id, used_at: null },
    )
    const networks = openNetworkCards(atRest, sealedAs.card_tokens(row), row.sealed_network)
    return { card, source: sourceOf(card, { tokenId: id }), networks, uses: [used] }
  }

  const resolveCard = async (accountId: string, id: string): Promise<ResolvedCard> => {
    const row = await savedCardOf(accountId, id)
    if (row === undefined) throw new Failure('card-unknown')
    const card = opened(row, sealedAs.cards(row))
    const source = sourceOf(card, { cardId: id, customerId: row.customer_id })
    const networks = openNetworkCards(atRest, sealedAs.cards(row), row.sealed_network)
    return { card, source, networks, customer: { name: row.customer_name, email: row.customer_email }, uses: [] }
  }

  return {
    typed: (card) => ({ card, source: sourceOf(card, {}), networks: {}, uses: [] }),
    tokenise(accountId, { card, source: typed, networks }) {
      const tokenId = newId(clock, 'tok')
      const source = { ...typed, tokenId }
      const createdAt = clock.now()
      const expiresAt = instantPlus(createdAt, TOKEN_HOURS * HOUR_MS)
      const row = insert('card_tokens', {
        id: tokenId,
        account_id: accountId,
        sealed_number: atRest.seal(card.number, sealedAs.card_tokens({ id: tokenId, account_id: accountId })[0]),
        sealed_network: sealNetworkCards(
          atRest,
          sealedAs.card_tokens({ id: tokenId, account_id: accountId }),
          networks,
        ),
        fingerprint: source.fingerprint,
        holder_name: source.holderName,
        brand: source.brand,
        first_six: source.firstSix,
        last_four: source.lastFour,
        expiration: source.expiration,
        created_at: createdAt,
        expires_at: expiresAt,
        used_at: null,
      })
      return { tokenId, expiresAt, source, writes: [row] }
    },
    async tokenExpiresAt(accountId, tokenId) {
      return (await tokenOf(accountId, tokenId))?.expires_at
    },
    async resolve(accountId, recurrent) {
      if (/^tok_[0-9a-z]{26}$/.test(recurrent)) return resolveToken(accountId, recurrent)
      if (/^crd_[0-9a-z]{26}$/.test(recurrent)) return resolveCard(accountId, recurrent)
      throw new Failure('card-unknown')
    },
    save({ accountId, customerId }, { card, source, networks, uses }) {
      const id = newId(clock, 'crd')
      const context = sealedAs.cards({ id, account_id: accountId, customer_id: customerId })
      const row: CardRow = {
        id,
        account_id: accountId,
        customer_id: customerId,
        sealed_number: atRest.seal(card.number, context[0]),
        sealed_network: sealNetworkCards(atRest, context, networks),
        fingerprint: source.fingerprint,
        holder_name: source.holderName,
        brand: source.brand,
        first_six: source.firstSix,
        last_four: source.lastFour,
        expiration: source.expiration,
        country_code: source.countryCode,
        bank_name: source.bankName,
        funding: source.funding,
        created_at: clock.now(),
        deactivated_at: null,
      }
      return { row, writes: [...uses, insert('cards', row)] }
    },
    keep(accountId, { cardId, customerId }, networks) {
      if (cardId === undefined || customerId === undefined) return []
      const context = sealedAs.cards({ id: cardId, account_id: accountId, customer_id: customerId })
      const kept = db
        .updateTable('cards')
        .set({ sealed_network: sealNetworkCards(atRest, context, networks) })
        .where('account_id', '=', accountId)
        .where('id', '=', cardId)
        // A card that was deactivated meanwhile keeps nothing.
        .where('deactivated_at', 'is', null)
      return [run(kept.compile())]
    },
  }
}

/** The contexts of sealed numbers, by table: a sealed number opens only in its own row and for its owner. */
export const sealedAs = {
  card_tokens: ({ id, account_id }: Pick<CardTokenRow, 'id' | 'account_id'>): SealContext => {
    return [`card-token:${id} of ${account_id}`, `card-token:${id}`]
  },
  cards: ({ id, account_id, customer_id }: Pick<CardRow, 'id' | 'account_id' | 'customer_id'>): SealContext => {
    return [`card:${id} of ${account_id}/${customer_id}`, `card:${id}`]
  },
} as const

/** The most digits that distinguish issuers. */
const BIN_DIGITS = 11

/** The prefix of the number in its keyed hash, so that no other text has the same hash. */
export const FINGERPRINTED = 'card-number:'
