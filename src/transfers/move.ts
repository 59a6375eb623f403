// Moves a transfer from state to state. One batch holds the row, the ledger entry, the operation's refund state and the event.

import { maskCardData } from '../core/cards/mask.ts'
import type { Clock } from '../core/clock.ts'
import { firstCharacters } from '../core/text.ts'
import { HOUR_MS, instantPlus, laterOf, mexicoCityDay } from '../core/time.ts'
import { mayTransferMove, type ReportedState, transferStates } from '../core/transfer.ts'
import type { EventType } from '../event-types.ts'
import { otherEvent } from '../events/append.ts'
import { booksOf } from '../ledger/owner.ts'
import { entryWrites } from '../ledger/postings.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { update, type Write } from '../store/write.ts'
import { transferEntries, transferLines } from './entries.ts'
import type { MoveNeeds } from './needs.ts'
import { presentTransfer } from './present.ts'
import type { TransferRow } from './tables.ts'

/** A network's report about a transfer. */
interface TransferMove {
  state: ReportedState
  /** Why it was rejected or returned. */
  reason?: string | undefined
  /** When, as the network says; UTC ISO text. */
  at?: string | undefined
  /** The network's own id of it. */
  networkReference?: string | undefined
}

const MINUTE_MS = 60_000
const REASON_LENGTH = 250

const eventOf: Partial<Record<ReportedState, EventType>> = {
  settled: 'refund.sent',
  rejected: 'refund.failed',
  returned: 'refund.returned',
}

/**
 * The batch that moves a transfer as the table of moves allows. It throws `Unmet` when another worker has moved or polled the transfer
 * first. A payout posts its own entries and events once it sees the new state of its transfer, so none are written here; a
 * refund with its own row follows its transfer too, and updates its operation itself.
 */
export function moveWrites(needs: MoveNeeds, row: TransferRow, move: TransferMove): Write[] {
  const { state } = move
  if (!mayTransferMove(row.state, state)) throw new Error(`a transfer does not move from ${row.state} to ${state}`)
  const at = laterOf(needs.clock.now(), row.state_at)
  const set = {
    state,
    attempts: row.attempts + 1,
    state_at: at,
    network_at: move.at ?? null,
    ...(move.networkReference !== undefined && { network_reference: move.networkReference }),
    // The reason may come from a bank's notice or a line of a statement.
    reason: firstCharacters(maskCardData(move.reason ?? ''), REASON_LENGTH),
    // An accepted transfer is polled until it is settled, rejected or returned.
    due_at: state === 'accepted' ? instantPlus(at, MINUTE_MS) : null,
    leased_until: 0,
    ...(state === 'accepted' && { accepted_at: at }),
    ...(state === 'settled' && { settled_at: at }),
    ...(state === 'rejected' && { rejected_at: at }),
  }
  // A rejected transfer may be sent again at the same moment.
  const condition = {
    id: row.id,
    account_id: row.account_id,
    state: row.state,
    attempts: row.attempts,
    replaced_by: null,
  }
  const moved = { ...row, ...set }
  return [update('transfers', set, condition), ...(row.kind === 'payout' ? [] : moneyWrites(needs, row, moved))]
}

function moneyWrites({ clock, refundWrite }: MoveNeeds, before: TransferRow, moved: TransferRow): Write[] {
  const { id, rail, amount_centavos, operation_id, account_id, state_at: at } = moved
  const state = moved.state as ReportedState
  const accountId = booksOf(account_id)
  const lines = transferLines(rail, transferStates[before.state].money, transferStates[state].money, amount_centavos)
  const name = `${id}:${transferEntries[state]}` as const
  const type = eventOf[state]
  return [
    ...(lines.length > 0 ? entryWrites({ name, accountId, day: mexicoCityDay(at), at, lines }) : []),
    ...(moved.kind === 'refund' && moved.refund_id === null && operation_id !== null && state !== 'accepted'
      ? [refundWrite({ accountId: account_id, operationId: operation_id }, state)]
      : []),
    ...(type !== undefined && account_id !== NO_ACCOUNT
      ? otherEvent(clock, type, account_id, presentTransfer(moved), { operationId: operation_id })
      : []),
  ]
}

/** Schedules the next poll of an accepted transfer. The wait equals the time since it was accepted, at least a minute and at most an hour. */
export function pollWrites(clock: Clock, row: TransferRow): Write[] {
  const waitedMs = clock.epochMs() - Date.parse(row.state_at)
  const dueAt = instantPlus(clock.now(), Math.min(Math.max(waitedMs, MINUTE_MS), HOUR_MS))
  const set = { attempts: row.attempts + 1, due_at: dueAt, leased_until: 0 }
  return [
    update('transfers', set, { id: row.id, account_id: row.account_id, state: row.state, attempts: row.attempts }),
  ]
}
