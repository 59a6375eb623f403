// Sends a deposit back by the answer to its bank: it is on record before the answer, books nothing, and its account gets an event.
import type { SendBackCause } from '../../connectors/notice.ts'
import { otherEvent } from '../../events/append.ts'
import { eventAbout } from '../../operations/record.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import type { VoucherOperation } from '../../store/operation.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { Write } from '../../store/write.ts'
import type { PaymentReceivedRow } from '../tables.ts'
import type { MatchReason } from './notification.ts'

/** What the bank is answered. */
export type DepositVerdict = { kind: 'taken' } | { kind: 'sent-back'; cause: SendBackCause }

/** Every reason for which a payment pays nothing. */
const causes: Partial<Record<MatchReason, SendBackCause>> = {
  'amount-differs': 'amount',
  'already-paid': 'account-closed',
  cancelled: 'account-closed',
  expired: 'account-closed',
  'account-closed': 'account-closed',
  'reference-unknown': 'account-unknown',
  'time-implausible': 'implausible',
  'identity-conflict': 'repeated-key',
}

/** Of a payment on record: a repeated report gets the same answer, whatever became of the CLABE meanwhile. */
export function verdictOf({ outcome, reason }: Pick<PaymentReceivedRow, 'outcome' | 'reason'>): DepositVerdict {
  if (outcome !== 'refused') return { kind: 'taken' }
  return { kind: 'sent-back', cause: causes[reason as MatchReason] ?? 'account-closed' }
}

/** The event. There is no entry: the money was never ours. */
export function refusalWrites(
  needs: Omit<StoreAndClock, 'store'>,
  received: PaymentReceivedRow,
  operation: VoucherOperation | undefined,
): Write[] {
  if (operation) return eventAbout(needs, 'payment.returned', operation)
  if (received.account_id === NO_ACCOUNT) return []
  return otherEvent(needs.clock, 'payment.returned', received.account_id, {
    clabe: received.network_reference,
    amount: received.amount_centavos / 100,
    reason: received.reason,
    // The bank sends it back under the payer's own key.
    tracking_key: received.network_transaction,
  })
}
