// The states of everything that has a life besides operations (`core/operation`), and the only moves between them.
import { transferMoves } from '../core/transfer.ts'
import type { Tables } from './tables.ts'

/** Every legal move, by table. A state is not a move to itself. A state of a row type that is missing here does not compile. */
export const moves = {
  subscriptions: { active: ['paused', 'cancelled'], paused: ['active', 'cancelled'], cancelled: [] },
  // The bank may return what it had settled, days later.
  payouts: { pending: ['paid', 'failed', 'returned'], paid: ['returned'], failed: [], returned: [] },
  transfers: transferMoves,
  // A network that refused may be asked again; a voucher whose reversal had come to nothing may be reversed once it is paid.
  reversals: { pending: ['done', 'refused'], refused: ['pending'], done: ['pending'] },
  // What was refused or acknowledged is told again when the acquirer names the approval later. A person closes what was refused.
  advices: {
    pending: ['acknowledged', 'refused'],
    acknowledged: ['pending'],
    refused: ['pending', 'closed'],
    closed: ['pending'],
  },
  // What was delivered or given up is sent again when the merchant asks for it.
  webhook_deliveries: {
    pending: ['delivered', 'failed', 'cancelled'],
    delivered: ['pending'],
    failed: ['pending'],
    cancelled: [],
  },
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
 * The state that a row moves to, for the writer to set. A move that the table does not have does not compile where the states are known,
 * and throws where they are not.
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
