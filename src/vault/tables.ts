// Tables: cards and tokens, and the keys that open messages.
import { fundings } from '../core/cards/issuers.ts'
import { instant, natural, oneOf, positive, type Row, table, text } from '../core/table.ts'

/** A single-use token for a card that a payer typed. */
export const cardTokens = table(
  'card_tokens',
  {
    work: {
      id: text(),
      account_id: text(),
      holder_name: text(),
      brand: text(),
      first_six: text(),
      last_four: text(),
      expiration: text(),
      created_at: instant(),
      expires_at: instant(),
      used_at: instant().orNull(),
    },
    sealed: {
      /** Empty once the token is used. */
      sealed_number: text(),
      /** What acquirers keep of the card, such as a token of theirs, by acquirer; null when there is nothing. */
      sealed_network: text().orNull(),
      fingerprint: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    indexes: {
      card_tokens_unused: 'expires_at where used_at is null',
      card_tokens_by_fingerprint: 'account_id, fingerprint',
    },
  },
)
export type CardTokenRow = Row<typeof cardTokens>

/** A customer's saved card. */
export const cards = table(
  'cards',
  {
    authority: {
      id: text(),
      account_id: text(),
      customer_id: text(),
      holder_name: text(),
      brand: text(),
      first_six: text(),
      last_four: text(),
      /** YYMM */
      expiration: text(),
      country_code: text(),
      bank_name: text(),
      funding: oneOf(fundings),
      created_at: instant(),
      deactivated_at: instant().orNull(),
    },
    sealed: {
      /** Empty once the card is deactivated. */
      sealed_number: text(),
      /** What acquirers keep of the card, such as a token of theirs, by acquirer; null when there is nothing. */
      sealed_network: text().orNull(),
      fingerprint: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    unique: {
      cards_once: 'account_id, customer_id, fingerprint where deactivated_at is null',
    },
    indexes: {
      cards_by_customer: 'account_id, customer_id, id',
      cards_by_fingerprint: 'account_id, fingerprint',
      cards_expiring: 'expiration where deactivated_at is null',
    },
  },
)
export type CardRow = Row<typeof cards>

export const transportKeys = table(
  'transport_keys',
  {
    authority: {
      id: text(),
      /** 1 for the first, increased with every rotation; unique, so that only one of two concurrent rotations succeeds. */
      generation: positive(),
      bits: positive(),
      public_pem: text(),
      /** 65 bytes in base64; null until a version with HPKE has made the pair. */
      hpke_public: text().orNull(),
      created_at: instant(),
      /** Null for the published key; for an older key, until when its envelopes can be opened. */
      readable_until: instant().orNull(),
    },
    sealed: {
      sealed_private: text(),
      sealed_hpke_private: text().orNull(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
    unique: {
      transport_keys_by_generation: 'generation',
    },
  },
)
export type TransportKeyRow = Row<typeof transportKeys>

export const envelopeClaims = table(
  'envelope_claims',
  {
    work: {
      /** Hash of the wrapped key: 128 bits in base64url. */
      wrapped_key: text(),
      /** The same of the account, the call and the data. */
      request: text(),
      /** Generation of the newest RSA key when the envelope came. The row is deleted when that key and all older ones are gone. */
      generation: natural(),
      /** Real time in ms. */
      claimed_at: natural(),
      /** The operation or token that the request made, or `refused ...`; null while the request has no result. */
      outcome: text().orNull(),
    },
  },
  {
    owner: 'directory',
    key: 'wrapped_key',
    indexes: {
      envelope_claims_by_generation: 'generation',
    },
  },
)
export type EnvelopeClaimRow = Row<typeof envelopeClaims>
