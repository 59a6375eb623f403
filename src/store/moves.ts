// The states of all tables with states, and the only legal moves between them. Those of operations are in `core/operation`.
import { disputeMoves } from '../core/dispute.ts'
import { transferMoves } from '../core/transfer.ts'
import type { Tables } from '../tables.ts'

/** Every legal move, by table. Staying in a state is no move. A table that lacks a state of its row type does not compile. */
export const moves = {
  subscriptions: { active: ['paused', 'cancelled'], paused: ['active', 'cancelled'], cancelled: [] },
  // The bank may return what it had settled, days later, and settle what it had refused.
  payouts: { pending: ['paid', 'failed', 'returned'], paid: ['returned'], failed: ['paid'], returned: [] },
  transfers: transferMoves,
  // A refused reversal may be asked for again. It is done when the network says so after an operator closed it as not carried out. For a voucher that
  // was paid after its reversal, which had changed nothing, `done` goes back to `pending`.
  reversals: { pending: ['done', 'refused'], refused: ['pending', 'done'], done: ['pending'] },
  // A failed refund is sent again, or the merchant cancels it and gets the money back. A bank may return a settled refund
  // days later, and settle one that it had refused.
  refunds: {
    pending: ['sent', 'settled', 'failed', 'returned', 'cancelled'],
    sent: ['settled', 'failed', 'returned'],
    settled: ['returned'],
    failed: ['pending', 'settled', 'cancelled'],
    returned: ['pending', 'cancelled'],
    cancelled: [],
  },
  // It is done when the acquirer says so after an operator closed it as not carried out.
  captures: { pending: ['done', 'refused'], done: [], refused: ['done'] },
  // An advice is sent again when the acquirer reports the approval later: it may not have known the charge before. A person closes a refused one.
  advices: {
    pending: ['acknowledged', 'refused'],
    acknowledged: ['pending'],
    refused: ['pending', 'closed'],
    closed: ['pending'],
  },
  // After a refusal the merchant may ask again, with other data.
  fee_stamps: { pending: ['stamped', 'refused'], stamped: [], refused: ['pending'] },
  // A statement that another one corrects is read no more.
  statements: { reading: ['done'], done: ['corrected'], corrected: [] },
  disputes: disputeMoves,
  dispute_answers: { pending: ['taken', 'refused'], taken: [], refused: [] },
  // A delivered or given-up webhook is sent again at the merchant's request.
  webhook_deliveries: {
    pending: ['delivered', 'failed', 'cancelled'],
    delivered: ['pending'],
    failed: ['pending'],
    cancelled: [],
  },
  // An approval that cannot be carried out waits again, or ends when there is nothing left to do. Of two people who approve at the same time, one may
  // be refused because the other has done it.
  approvals: {
    asked: ['approved', 'done', 'refused', 'withdrawn', 'gone'],
    approved: ['asked', 'done', 'withdrawn', 'gone'],
    done: [],
    refused: [],
    withdrawn: [],
    gone: ['done'],
  },
  claim_write_offs: { asked: ['done', 'refused'], done: [], refused: [] },
  month_packages: { making: ['made'], made: [] },
  // A voucher of a checkout that has ended may still be paid.
  checkouts: { open: ['paid', 'expired', 'cancelled'], paid: [], expired: ['paid'], cancelled: ['paid'] },
  exports: { pending: ['finished', 'failed'], finished: ['expired'], failed: [], expired: [] },
} as const satisfies { [T in Stateful]?: Record<Tables[T]['state'], readonly Tables[T]['state'][]> }

/** The tables whose rows have a state. */
type Stateful = { [T in keyof Tables]: Tables[T] extends { state: string } ? T : never }[keyof Tables]

type Moves = typeof moves
type Target<T extends keyof Moves, From> = From extends keyof Moves[T]
  ? Moves[T][From] extends readonly (infer To)[]
    ? To
    : never
  : never

/**
 * The new state of a row, for the writer to set. A move that is not in the table does not compile if the states are known
 * at compile time, and throws otherwise.
 */
export function moved<T extends keyof Moves, const From extends keyof Moves[T], const To extends Target<T, From>>(
  table: T,
  from: From,
  to: To,
): To {
  const targets = moves[table][from] as readonly unknown[]
  if (!targets.includes(to)) throw new Error(`${table}: no move from ${String(from)} to ${String(to)}`)
  return to
}
