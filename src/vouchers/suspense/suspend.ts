// Keeps a payment in suspense, because it contradicts another or cannot be given back: it is booked, and the accounts
// concerned get an event.
import type { Clock } from '../../core/clock.ts'
import { mexicoCityDay } from '../../core/time.ts'
import { otherEvent } from '../../events/append.ts'
import { booksOf } from '../../ledger/owner.ts'
import { entryWrites } from '../../ledger/postings.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import type { Write } from '../../store/write.ts'
import { suspenseLines } from '../entries.ts'
import { presentReceived } from '../received/present.ts'
import type { PaymentReceivedRow } from '../tables.ts'

/** The number of the first conflict of an identity; further ones have greater numbers. */
export const FIRST_CONFLICT = 1

/**
 * The entry and the events. Each account gets an event of its own payment only: the account of the suspended payment each
 * time; the account of the contradicted payment (`first`) only once, and not when `first` paid an operation, because
 * nothing changes for it.
 */
export function suspenseWrites(
  clock: Clock,
  received: PaymentReceivedRow,
  first: PaymentReceivedRow | undefined,
): Write[] {
  const at = received.received_at
  const entry = {
    name: `${received.id}:suspended` as const,
    accountId: booksOf(received.account_id),
    day: mexicoCityDay(at),
    at,
    lines: suspenseLines(received.rail, received.amount_centavos),
  }
  const suspendedEvent = (payment: PaymentReceivedRow): Write[] => {
    if (payment.account_id === NO_ACCOUNT) return []
    const firstId = first?.account_id === payment.account_id && first.id !== payment.id ? first.id : null
    const about = { operationId: payment.operation_id }
    return otherEvent(clock, 'payment.suspended', payment.account_id, presentReceived(payment, firstId), about)
  }
  const tellsFirst =
    first !== undefined &&
    first.account_id !== received.account_id &&
    first.outcome !== 'matched' &&
    received.conflict === FIRST_CONFLICT
  return [...entryWrites(entry), ...suspendedEvent(received), ...(tellsFirst ? suspendedEvent(first) : [])]
}
