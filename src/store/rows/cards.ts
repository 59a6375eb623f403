// Rows: cards and tokens, the keys that open messages, tries, reversals and advices.
import type { Funding } from '../../core/issuers.ts'
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A single-use token for a card that a payer typed. */
export interface CardTokenRow {
  id: string
  account_id: string
  /** Empty once the token is used. */
  sealed_number: string
  fingerprint: string
  holder_name: string
  brand: string
  first_six: string
  last_four: string
  expiration: string
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
}

/** A customer's saved card. */
export interface CardRow {
  id: string
  account_id: string
  customer_id: string
  /** Empty once the card is deactivated. */
  sealed_number: string
  fingerprint: string
  holder_name: string
  brand: string
  first_six: string
  last_four: string
  /** YYMM */
  expiration: string
  country_code: string
  bank_name: string
  funding: Funding
  created_at: Instant
  deactivated_at: Instant | null
}

/** Tries of a card that failed or have no answer yet. */
export interface CardTriesRow {
  /** The account whose payments are counted; empty: security codes, in all accounts together. */
  account_id: string
  /** Keyed hash of the card's number. */
  fingerprint: string
  /** Instants, one after another, oldest first (`core/sliding-tries.ts`). */
  tries: string
  /** From when on none of them counts. */
  until: Instant
}

/**
 * A reversal that a network is asked for. It is written before the network is asked, so that the worker can ask again after
 * a lost answer.
 */
export interface ReversalRow {
  operation_id: string
  account_id: string
  /** What is reversed: a pending voucher, a paid card payment, or a pending one, which is reversed once its outcome is known. */
  from_status: 'pending' | 'paid'
  /** `refused`: by the network; it may be asked again. */
  state: 'pending' | 'done' | 'refused'
  attempts: number
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  /** 1: the network refused what was first answered as under way, and no person has closed it. */
  refused_later: 0 | 1
}

/**
 * A reversal advice for a charge that may have happened: repeated until the acquirer acknowledges it. One for each
 * operation and approval; the operation's payment is never posted.
 */
export interface AdviceRow {
  id: string
  account_id: string
  operation_id: string
  /** The acquirer that was asked for the charge. */
  network: string
  /** The acquirer's reference of a late approval; null without an answer. */
  network_reference: string | null
  amount_centavos: number
  /**
   * `no-answer`: declined with an unknown outcome. `cancelled`: cancelled before the outcome was known. `late-approval`:
   * approved after it was declined for another reason. `another-approval`: approved once more, under another reference.
   */
  reason: 'no-answer' | 'cancelled' | 'late-approval' | 'another-approval'
  /** `refused`: the acquirer will never undo it, so an operator must. `closed`: an operator has. */
  state: 'pending' | 'acknowledged' | 'refused' | 'closed'
  /** Why it was refused; empty otherwise. */
  refusal: string
  attempts: number
  due_at: string | null
  leased_until: number
  created_at: string
  /** When it was acknowledged or refused. */
  closed_at: string | null
}

export interface TransportKeyRow {
  id: string
  /** 1 for the first, increased with every rotation; unique, so that only one of two concurrent rotations succeeds. */
  generation: number
  bits: number
  public_pem: string
  sealed_private: string
  /** 65 bytes in base64; null until a version with HPKE has made the pair. */
  hpke_public: string | null
  sealed_hpke_private: string | null
  created_at: Instant
  /** Null for the published key; for an older key, until when its envelopes can be opened. */
  readable_until: Instant | null
}

export interface EnvelopeClaimRow {
  /** Hash of the wrapped key: 128 bits in base64url. */
  wrapped_key: string
  /** The same of the account, the call and the data. */
  request: string
  /** Generation of the newest RSA key when the envelope came. The row is deleted when that key and all older ones are gone. */
  generation: number
  /** Real time in ms. */
  claimed_at: number
  /** The operation or token that the request made, or `refused ...`; null while the request has no result. */
  outcome: string | null
}

export const cardColumns = {
  envelope_claims: all<EnvelopeClaimRow>()('wrapped_key', 'request', 'generation', 'claimed_at', 'outcome'),
  transport_keys: all<TransportKeyRow>()(
    'id',
    'generation',
    'bits',
    'public_pem',
    'sealed_private',
    'hpke_public',
    'sealed_hpke_private',
    'created_at',
    'readable_until',
  ),
  card_tokens: all<CardTokenRow>()(
    'id',
    'account_id',
    'sealed_number',
    'fingerprint',
    'holder_name',
    'brand',
    'first_six',
    'last_four',
    'expiration',
    'created_at',
    'expires_at',
    'used_at',
  ),
  cards: all<CardRow>()(
    'id',
    'account_id',
    'customer_id',
    'sealed_number',
    'fingerprint',
    'holder_name',
    'brand',
    'first_six',
    'last_four',
    'expiration',
    'country_code',
    'bank_name',
    'funding',
    'created_at',
    'deactivated_at',
  ),
  advices: all<AdviceRow>()(
    'id',
    'account_id',
    'operation_id',
    'network',
    'network_reference',
    'amount_centavos',
    'reason',
    'state',
    'refusal',
    'attempts',
    'due_at',
    'leased_until',
    'created_at',
    'closed_at',
  ),
  reversals: all<ReversalRow>()(
    'operation_id',
    'account_id',
    'from_status',
    'state',
    'attempts',
    'due_at',
    'leased_until',
    'created_at',
    'refused_later',
  ),
  card_tries: all<CardTriesRow>()('account_id', 'fingerprint', 'tries', 'until'),
}
