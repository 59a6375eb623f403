// Tables: cards and tokens, the keys that open messages, tries, reversals and advices.
import { fundings } from '../../core/issuers.ts'
import { flag, instant, natural, oneOf, positive, type Row, table, text, uuid } from '../table.ts'

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
    key: 'id',
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
    key: 'id',
    unique: {
      cards_once: 'customer_id, fingerprint where deactivated_at is null',
    },
    indexes: {
      cards_by_customer: 'customer_id, id',
      cards_by_fingerprint: 'account_id, fingerprint',
      cards_expiring: 'expiration where deactivated_at is null',
    },
  },
)
export type CardRow = Row<typeof cards>

/** Tries of a card that failed or have no answer yet. */
export const cardTries = table(
  'card_tries',
  {
    work: {
      /** The account whose payments are counted; empty: security codes, in all accounts together. */
      account_id: text(),
      /** Keyed hash of the card's number. */
      fingerprint: text(),
      /** Instants, one after another, oldest first (`core/sliding-tries.ts`). */
      tries: text(),
      /** From when on none of them counts. */
      until: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, fingerprint',
    indexes: {
      card_tries_over: 'until',
    },
  },
)
export type CardTriesRow = Row<typeof cardTries>

/**
 * A reversal that a network is asked for. It is written before the network is asked, so that the worker can ask again after
 * a lost answer.
 */
export const reversals = table(
  'reversals',
  {
    authority: {
      operation_id: uuid(),
      account_id: text(),
      /** What is reversed: a pending voucher, a paid or authorised card payment, or a pending one, which is reversed once its outcome is known. */
      from_status: oneOf(['pending', 'authorized', 'paid']),
      /** `expired`: nobody asked; the authorisation is released because it was not captured in time. */
      ends_as: oneOf(['cancelled', 'expired']),
      /** `refused`: by the network; it may be asked again. */
      state: oneOf(['pending', 'done', 'refused']),
      created_at: instant(),
      /** 1: the network refused what was first answered as under way, and no person has closed it. */
      refused_later: flag(),
    },
    work: {
      attempts: natural(),
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'account',
    key: 'operation_id',
    indexes: {
      reversals_due: 'due_at where due_at is not null',
      reversals_refused_later: 'operation_id where refused_later = 1',
    },
  },
)
export type ReversalRow = Row<typeof reversals>

/**
 * A reversal advice for a charge that may have happened: repeated until the acquirer acknowledges it. One for each
 * operation and approval; the operation's payment is never posted.
 */
export const advices = table(
  'advices',
  {
    fact: {
      id: text(),
      account_id: text(),
      operation_id: uuid(),
      /** The acquirer that was asked for the charge. */
      network: text(),
      amount_centavos: positive(),
      /**
       * `no-answer`: declined with an unknown outcome. `cancelled`: cancelled before the outcome was known. `late-approval`:
       * approved after it was declined for another reason. `another-approval`: approved once more, under another reference.
       */
      reason: oneOf(['no-answer', 'cancelled', 'late-approval', 'another-approval']),
      created_at: text(),
    },
    derived: {
      /** The acquirer's reference of a late approval; null without an answer. */
      network_reference: text().orNull(),
      /** `refused`: the acquirer will never undo it, so an operator must. `closed`: an operator has. */
      state: oneOf(['pending', 'acknowledged', 'refused', 'closed']),
      /** Why it was refused; empty otherwise. */
      refusal: text(),
      /** When it was acknowledged or refused. */
      closed_at: text().orNull(),
    },
    work: {
      attempts: natural(),
      due_at: text().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'account',
    key: 'id',
    unique: {
      advices_operation: `account_id, operation_id where reason <> 'another-approval'`,
      advices_reference: 'account_id, operation_id, network_reference',
    },
    indexes: {
      advices_due: 'due_at where due_at is not null',
      advices_open: `id where state <> 'acknowledged'`,
    },
  },
)
export type AdviceRow = Row<typeof advices>

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
    isPassing: true,
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
    owner: 'shared',
    key: 'wrapped_key',
    indexes: {
      envelope_claims_by_generation: 'generation',
    },
  },
)
export type EnvelopeClaimRow = Row<typeof envelopeClaims>

/** Where the payer of a card payment must act before it is charged: the acquirer's address, in 3-D Secure the challenge of the issuer. */
export const payerActions = table(
  'payer_actions',
  {
    work: {
      operation_id: uuid(),
      account_id: text(),
      /** The acquirer's own address. */
      payer_url: text(),
      asked_at: instant(),
      /** From then on the payment is given up, and the charge undone. */
      expires_at: instant(),
      /** When the payer came back last; null: not yet. */
      returned_at: instant().orNull(),
    },
  },
  { owner: 'account', key: 'operation_id' },
)
export type PayerActionRow = Row<typeof payerActions>
