// The steps of a refund as writes: each moves the row from the state that was read, with the sums of its operation and its event.
import { mexicoCityDay } from '../core/time.ts'
import { entryWrites } from '../ledger/postings.ts'
import { messageWrites } from '../operations/queue-messages.ts'
import { type RefundSums, refundSumsWrite } from '../operations/record.ts'
import { moved } from '../store/moves.ts'
import type { StoreAndClock } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'
import { refundSentLines } from './entries.ts'
import { refundMoves } from './moves.ts'
import { refundEvent } from './next-step.ts'
import type { RefundRow } from './tables.ts'

/** Further columns of the row that must be unchanged. */
type Condition = Partial<Pick<RefundRow, 'leased_until'>>
type Set = Partial<Omit<RefundRow, 'id' | 'account_id' | 'operation_id' | 'amount_centavos' | 'state'>>

/** The sum of its operation that counts a refund in this state. */
const countedAs = {
  pending: undefined,
  sent: undefined,
  settled: 'settled',
  failed: 'failed',
  returned: 'failed',
  cancelled: undefined,
} as const satisfies Record<RefundRow['state'], keyof RefundSums | undefined>

/**
 * Moves a refund to another state, at the present instant unless `set` has `state_at`. `Unmet` when its state, what it
 * waits for or its transfer has changed since it was read.
 */
export function stepWrites(
  needs: StoreAndClock,
  refund: RefundRow,
  state: RefundRow['state'],
  set: Set = {},
  condition: Condition = {},
): Write[] {
  const to = moved(refundMoves, refund.state, state as never) as RefundRow['state']
  const change = { due_at: null, leased_until: 0, attempts: 0, state_at: needs.clock.now(), ...set, state: to }
  return [
    ...changeWrites(refund, change, condition),
    ...sumsOf(needs, refund, to),
    ...refundEvent(needs, 'refund.updated', { ...refund, ...change }),
  ]
}

/** Changes what a refund waits for, while its state stays. */
export function stayWrites(needs: StoreAndClock, refund: RefundRow, set: Set): Write[] {
  return [...changeWrites(refund, set), ...refundEvent(needs, 'refund.updated', { ...refund, ...set })]
}

/** Changes only the row. `Unmet` when it has changed since it was read. */
export function changeWrites(
  refund: RefundRow,
  set: Set & { state?: RefundRow['state'] },
  condition: Condition = {},
): Write[] {
  const { account_id, id, state, waits_for, transfer_id, attempts } = refund
  return [update('refunds', set, { account_id, id, state, waits_for, transfer_id, attempts, ...condition })]
}

function sumsOf(needs: StoreAndClock, refund: RefundRow, to: RefundRow['state']): Write[] {
  const amount = refund.amount_centavos
  const sums: RefundSums = {}
  const [before, after] = [countedAs[refund.state], countedAs[to]]
  if (before !== undefined) sums[before] = -amount
  if (after !== undefined) sums[after] = (sums[after] ?? 0) + amount
  if (to === 'cancelled') sums.refunded = -amount
  const isSame = Object.values(sums).every((sum) => sum === 0)
  return isSame
    ? []
    : [refundSumsWrite(needs.store, { accountId: refund.account_id, operationId: refund.operation_id }, sums)]
}

/** The payer has the money: the receipt by e-mail and SMS says so. `network`: the acquirer of a refund to a card. */
export function settledWrites(
  needs: StoreAndClock,
  refund: RefundRow,
  { network, condition = {} }: { network?: string; condition?: Condition } = {},
): Write[] {
  const at = needs.clock.now()
  const { id, operation_id, account_id, language } = refund
  const contact = { email: refund.email || undefined, phone: refund.phone || undefined }
  return [
    ...stepWrites(needs, refund, 'settled', { settled_at: at, state_at: at, failure: '' }, condition),
    ...(refund.way === 'acquirer'
      ? entryWrites({
          name: `${id}:sent`,
          accountId: account_id,
          day: mexicoCityDay(at),
          at,
          lines: refundSentLines({ rail: refund.rail, network }, refund.amount_centavos),
        })
      : []),
    ...messageWrites(needs.clock, { id: operation_id, account_id }, contact, language),
  ]
}
