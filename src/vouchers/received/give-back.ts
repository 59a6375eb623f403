// Returns a payment that pays nothing: books it as owed to the payer, queues the transfer, and tells the account.
import { mexicoCityDay } from '../../core/time.ts'
import { otherEvent } from '../../events/append.ts'
import { booksOf } from '../../ledger/owner.ts'
import { entryWrites } from '../../ledger/postings.ts'
import { eventAbout } from '../../operations/record.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import type { VoucherOperation } from '../../store/operation.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { Write } from '../../store/write.ts'
import { newTransfer, transferWrites } from '../../transfers/new-transfer.ts'
import { transferIdOf } from '../../transfers/transfer-causes.ts'
import { returnLines } from '../entries.ts'
import type { PaymentReceivedRow } from '../tables.ts'
import { returnKeyOf, returnOf } from '../transfer-causes.ts'

/** Books the amount as owed to the payer, and queues the transfer that returns it. */
export function returnWrites(
  needs: Omit<StoreAndClock, 'store'>,
  received: PaymentReceivedRow,
  operation: VoucherOperation | undefined,
): Write[] {
  const request = {
    ...returnOf(received),
    beneficiary: received.payer_name ?? '',
    concept: `Devolucion ${received.network_transaction}`,
  }
  const made = newTransfer(needs.clock, request, transferIdOf(received.id))
  const transfer = { ...made, tracking_key: returnKeyOf(received) }
  const at = received.received_at
  const entry = {
    name: `${received.id}:returned` as const,
    accountId: booksOf(received.account_id),
    day: mexicoCityDay(at),
    at,
    lines: returnLines(received.rail, received.amount_centavos),
  }
  return [
    ...transferWrites(transfer),
    ...entryWrites(entry),
    ...returnEvent(needs, received, operation, transfer.tracking_key),
  ]
}

function returnEvent(
  needs: Omit<StoreAndClock, 'store'>,
  received: PaymentReceivedRow,
  operation: VoucherOperation | undefined,
  trackingKey: string,
): Write[] {
  if (operation) return eventAbout(needs, 'payment.returned', operation)
  if (received.account_id === NO_ACCOUNT) return []
  const data = {
    clabe: received.network_reference,
    amount: received.amount_centavos / 100,
    reason: received.reason,
    tracking_key: trackingKey,
  }
  return otherEvent(needs.clock, 'payment.returned', received.account_id, data)
}
