// Rows: money that goes out.
import type { Rail } from '../../core/rail.ts'
import type { Instant } from '../../core/time.ts'
import type { TransferState } from '../../core/transfer.ts'
import { all } from '../all-columns.ts'

/** Money that goes out: a return, a refund, a payout. Sent by the worker, at least once, under one tracking key. */
export interface TransferRow {
  id: string
  account_id: string | null
  operation_id: string | null
  kind: 'return' | 'refund' | 'payout'
  /** The rail whose port sends it and whose receivable it leaves. */
  rail: Rail
  network: string
  /** The CLABE it goes to, or the network's id of the cash payment that is given back. */
  destination: string
  beneficiary: string
  amount_centavos: number
  tracking_key: string
  concept: string
  state: TransferState
  attempts: number
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  /** When the network accepted, settled and rejected it; null: not, or not as a separate step. */
  accepted_at: Instant | null
  settled_at: Instant | null
  rejected_at: Instant | null
  /**
   * When the network was last asked to send it: set before the request, so that a later worker looks the transfer up first.
   */
  asked_at: Instant | null
  /** When its state began, here and as the network says. */
  state_at: Instant
  network_at: Instant | null
  /** Why the network rejected or returned it; empty when it did not. */
  reason: string
  /** The failed transfer that it replaces, and the transfer that replaces it; or the refund that was cancelled instead. */
  replaces: string | null
  replaced_by: string | null
  /** Why it is withheld; empty otherwise. */
  withheld_because: string
  /** The refund that it carries; null: it carries a reversal, a return or a payout. */
  refund_id: string | null
}

/** The request to send a failed transfer's money again, with the new destination. */
export interface TransferRetryRow {
  transfer_id: string
  replaces: string
  account_id: string
  destination: string
  beneficiary: string
  created_at: string
}

export const transferColumns = {
  transfers: all<TransferRow>()(
    'id',
    'account_id',
    'operation_id',
    'kind',
    'rail',
    'network',
    'destination',
    'beneficiary',
    'amount_centavos',
    'tracking_key',
    'concept',
    'state',
    'attempts',
    'due_at',
    'leased_until',
    'created_at',
    'accepted_at',
    'settled_at',
    'rejected_at',
    'asked_at',
    'state_at',
    'network_at',
    'reason',
    'replaces',
    'replaced_by',
    'withheld_because',
    'refund_id',
  ),
  transfer_retries: all<TransferRetryRow>()(
    'transfer_id',
    'replaces',
    'account_id',
    'destination',
    'beneficiary',
    'created_at',
  ),
}
