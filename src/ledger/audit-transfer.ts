// An audit's checks of a transfer: it agrees with its cause, and has an entry for each step of its money.
import { formatAmount } from '../core/money.ts'
import { hasFailed } from '../core/transfer.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { demand, entryOf } from './audit-entry.ts'
import { entryNames } from './entry-name.ts'
import type { Findings } from './findings.ts'
import { transferLines, writtenOffLines } from './lines/transfer.ts'
import type { Line } from './postings.ts'
import type { PostingRow } from './tables.ts'
import { booksOf, type Cause, faultOf, faults, owedBy } from './transfer-causes.ts'

/**
 * A transfer must agree with its cause in every state. A return or refund has an entry for each step of its money:
 * accepted, settled, and owed again when it failed after that. A payout's transfer has none: the payout has them.
 */
export function checkTransfer(
  found: Findings,
  transfer: TransferRow,
  existing: { postings: PostingRow[]; cause: Cause | undefined },
): void {
  const { id, state } = transfer
  const fault = faultOf(transfer, existing.cause)
  // `finished` is not a fault of a transfer that was accepted or has failed.
  const writtenOff = entryOf(existing.postings, id, 'written-off')
  if (state === 'closed') {
    // A closed transfer is never sent, so only the amount that it owed matters.
    if (writtenOff === undefined && owedBy(transfer, existing.cause) > 0)
      found.add('transfers', { id, expected: 'a transfer, or a write-off, of what is owed', found: 'closed' })
  } else if (fault !== undefined && !(fault === 'finished' && state !== 'pending')) {
    found.add('transfers', { id, expected: expectedOf(existing.cause), found: `${saysOf(transfer)}: ${faults[fault]}` })
  } else if (state === 'withheld') {
    found.add('transfers', {
      id,
      expected: 'a transfer that may be sent',
      found: `withheld: ${transfer.withheld_because}`,
    })
  }
  const owner = booksOf((existing.cause ?? transfer).account_id)
  const writeOff =
    state === 'closed' && writtenOff !== undefined ? writtenOffLines(existing.cause?.bookedCentavos ?? 0) : []
  const lines = {
    ...(transfer.kind === 'payout' ? {} : linesOfTransfer(transfer)),
    ...(transfer.kind !== 'payout' && { 'written-off': writeOff }),
  }
  for (const what of entryNames.transfer) {
    demand(found, 'returns', `${id}:${what}`, entryOf(existing.postings, id, what), lines[what] ?? [], owner)
  }
  const settles = transfer.settled_at !== null
  const shown = `${state}${settles ? ', settled' : ''}${transfer.accepted_at === null ? '' : ', accepted'}`
  const expected = expectedSteps[state]
  if (!expected.includes(settles)) found.add('transfers', { id, expected: `what ${state} can have been`, found: shown })
  if (
    transfer.replaced_by !== null &&
    !hasFailed(state) &&
    !(state === 'closed' && transfer.replaced_by === transfer.refund_id)
  ) {
    found.add('transfers', { id, expected: 'a transfer that failed, since another replaces it', found: shown })
  }
}

/** Whether a transfer in this state may have been settled. */
const expectedSteps: Record<TransferRow['state'], boolean[]> = {
  pending: [false],
  accepted: [false],
  settled: [true],
  rejected: [false],
  returned: [false, true],
  withheld: [false],
  closed: [false],
}

/** The lines of a return or refund for each step of its money, by entry name. A rejected one may be settled after all. */
function linesOfTransfer(transfer: TransferRow): Partial<Record<(typeof entryNames)['transfer'][number], Line[]>> {
  const { rail, state, accepted_at, settled_at, rejected_at, amount_centavos: amount } = transfer
  const taken = accepted_at === null && state !== 'accepted' ? 'owed' : 'on-its-way'
  const wasRejected = rejected_at !== null || state === 'rejected'
  const wasSettled = settled_at !== null || state === 'settled'
  const before = wasRejected ? 'owed' : taken
  return {
    accepted: transferLines(rail, 'owed', taken, amount),
    rejected: wasRejected ? transferLines(rail, taken, 'owed', amount) : [],
    sent: wasSettled ? transferLines(rail, before, 'gone', amount) : [],
    returned: state === 'returned' ? transferLines(rail, wasSettled ? 'gone' : before, 'owed', amount) : [],
  }
}

function expectedOf(cause: Cause | undefined): string {
  return cause === undefined ? 'a cause that asks for it' : saysOf(cause)
}

function saysOf(one: Pick<TransferRow, 'account_id' | 'amount_centavos' | 'destination' | 'tracking_key'>): string {
  const owner = booksOf(one.account_id)
  return `${formatAmount(one.amount_centavos)} of ${owner} to ${one.destination} under ${one.tracking_key}`
}
