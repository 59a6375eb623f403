// Returns a payment that pays nothing: books it as owed to the payer, queues the transfer, and tells the account.
import type { Clock } from '../core/clock.ts'
import { mexicoCityDay } from '../core/time.ts'
import { operationEvent, otherEvent } from '../events/append.ts'
import { entryWrites, returnLines } from '../ledger/postings.ts'
import { returnOf, transferIdOf, UNMATCHED_ACCOUNT } from '../ledger/transfer-causes.ts'
import type { OperationRow, PaymentReceivedRow } from '../store/tables.ts'
import { insert, type Write } from '../store/write.ts'
import { newTransfer } from '../transfers/new-transfer.ts'

/** Books the amount as owed to the payer, and queues the transfer that returns it. */
export function returnWrites(clock: Clock, received: PaymentReceivedRow, operation: OperationRow | undefined): Write[] {
  const request = {
    ...returnOf(received),
    beneficiary: received.payer_name ?? '',
    concept: `Devolucion ${received.network_transaction}`,
  }
  const transfer = newTransfer(clock, request, transferIdOf(received.id))
  const at = received.received_at
  const entry = {
    name: `${received.id}:returned` as const,
    accountId: received.account_id ?? UNMATCHED_ACCOUNT,
    day: mexicoCityDay(at),
    at,
    lines: returnLines(received.rail, received.amount_centavos),
  }
  return [
    insert('transfers', transfer),
    ...entryWrites(entry),
    ...returnEvent(clock, received, operation, transfer.tracking_key),
  ]
}

function returnEvent(
  clock: Clock,
  received: PaymentReceivedRow,
  operation: OperationRow | undefined,
  trackingKey: string,
): Write[] {
  if (operation) return [operationEvent(clock, 'payment.returned', operation)]
  if (received.account_id === null) return []
  const data = {
    clabe: received.network_reference,
    amount: received.amount_centavos / 100,
    reason: received.reason,
    tracking_key: trackingKey,
  }
  return [otherEvent(clock, 'payment.returned', received.account_id, data)]
}
