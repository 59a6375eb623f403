// Rows: payouts to merchants and affiliates, and their accounts.
import type { Rail } from '../../core/rail.ts'
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A payout of a day: everything owed for the days from `from_day` to `to_day`. */
export interface PayoutRow {
  id: string
  account_id: string
  /** The affiliated user whom it pays; empty: the merchant. */
  affiliate: string
  /** The Mexico City day on which it is paid; one payout for each merchant or affiliate and day. */
  day: Day
  from_day: Day
  to_day: Day
  amount_centavos: number
  clabe: string
  beneficiary: string
  tracking_key: string
  transfer_id: string
  /** `failed`: the bank refused it; `returned`: it sent the money back. The merchant is owed the amount again. */
  state: 'pending' | 'paid' | 'failed' | 'returned'
  created_at: Instant
  state_at: Instant
  /** When it failed, and when the bank settled it after that; null: not. */
  failed_at: Instant | null
  corrected_at: Instant | null
}

/**
 * The part of a payout that comes from one method, card brand and operator; all three are empty when these are not known.
 */
export interface PayoutLineRow {
  payout_id: string
  rail: Rail | ''
  card_brand: string
  operator: string
  /** Empty: from the payout's own days. Otherwise the id of a refused payout, or `earlier`: a remainder of other days. */
  carried_from: string
  /** The number of payments and reversals; each sum is less the reversals. */
  entries: number
  total_centavos: number
  fee_centavos: number
  iva_centavos: number
  affiliate_centavos: number
  /** What is left for the merchant. */
  amount_centavos: number
}

/** One change of the account that payouts go to. */
export interface PayoutAccountChangeRow {
  id: string
  account_id: string
  /** The affiliated user whose payouts are meant; empty: the merchant's own. */
  affiliate: string
  clabe: string
  /** Null: there was none, and the change took effect at once. */
  previous_clabe: string | null
  /** requested -> confirmed -> changed; or `cancelled`, `lapsed` (nobody confirmed it in time), `guessed` (too many wrong codes). */
  state: 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'lapsed' | 'guessed'
  language: 'es' | 'en'
  /** Keyed hash of the code that was sent; null when it is not needed any more. */
  code_hash: string | null
  /** Codes tried so far. */
  tries: number
  confirm_until: string
  /** Ids of credentials. */
  requested_by: string
  requested_operator: string
  confirmed_by: string | null
  requested_at: string
  confirmed_at: string | null
  /** When the change takes effect. */
  effective_at: string | null
  ended_at: string | null
}

/** What an affiliated user of the connect module is owed. */
export interface AffiliateBalanceRow {
  account_id: string
  affiliate: string
  shard: number
  amount_centavos: number
}

/** An affiliated user who is registered, and so is paid out. */
export interface AffiliateRow {
  id: string
  account_id: string
  /** The user's name in charges. It does not change. */
  affiliate: string
  name: string
  email: string
  /** Where the payouts go. */
  clabe: string
  /** The last day for which the affiliate was settled; empty before the first. */
  settled_day: Day
  created_at: Instant
}

/** The amount of a ledger entry on `payable:affiliate`, and its affiliate. */
export interface AffiliateEntryRow {
  entry: string
  account_id: string
  affiliate: string
  day: Day
  /** 1: a payout, its failure or its return; 0: a share, or a part of it that is taken back. */
  is_payout: 0 | 1
  /** The change of what the affiliate is owed. */
  amount_centavos: number
}

export const payoutColumns = {
  payouts: all<PayoutRow>()(
    'id',
    'account_id',
    'affiliate',
    'day',
    'from_day',
    'to_day',
    'amount_centavos',
    'clabe',
    'beneficiary',
    'tracking_key',
    'transfer_id',
    'state',
    'created_at',
    'state_at',
    'failed_at',
    'corrected_at',
  ),
  payout_lines: all<PayoutLineRow>()(
    'payout_id',
    'rail',
    'card_brand',
    'operator',
    'carried_from',
    'entries',
    'total_centavos',
    'fee_centavos',
    'iva_centavos',
    'affiliate_centavos',
    'amount_centavos',
  ),
  affiliate_balances: all<AffiliateBalanceRow>()('account_id', 'affiliate', 'shard', 'amount_centavos'),
  affiliates: all<AffiliateRow>()(
    'id',
    'account_id',
    'affiliate',
    'name',
    'email',
    'clabe',
    'settled_day',
    'created_at',
  ),
  affiliate_entries: all<AffiliateEntryRow>()(
    'entry',
    'account_id',
    'affiliate',
    'day',
    'is_payout',
    'amount_centavos',
  ),
  payout_account_changes: all<PayoutAccountChangeRow>()(
    'id',
    'account_id',
    'affiliate',
    'clabe',
    'previous_clabe',
    'state',
    'language',
    'code_hash',
    'tries',
    'confirm_until',
    'requested_by',
    'requested_operator',
    'confirmed_by',
    'requested_at',
    'confirmed_at',
    'effective_at',
    'ended_at',
  ),
}
