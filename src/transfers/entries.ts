// The lines of a return's or refund's transfer for each state that the bank reports, and for its write-off.
import type { Rail } from '../core/rail.ts'
import type { ReportedState, TransferMoney } from '../core/transfer.ts'
import type { entryNames } from '../ledger/entry-name.ts'
import { type Line, move, receivableOf } from '../ledger/postings.ts'

/** The entry of a return or refund for each state that its network reports. */
export const transferEntries = {
  accepted: 'accepted',
  settled: 'sent',
  rejected: 'rejected',
  returned: 'returned',
} as const satisfies Record<ReportedState, (typeof entryNames)['transfer'][number]>

/**
 * A return or refund moves its money on, or back to what is owed; it leaves by the network through which it had come. No lines when the
 * money stays where it is.
 */
export function transferLines(rail: Rail, from: TransferMoney, to: TransferMoney, amountCentavos: number): Line[] {
  const places = { owed: 'payable:returns', 'on-its-way': 'returns', gone: receivableOf(rail) } as const
  return from === to ? [] : move(places[from], places[to], amountCentavos)
}

/** An operator writes off an amount owed to a payer: it reduces the cost of differences. */
export function writtenOffLines(amountCentavos: number): Line[] {
  return move('payable:returns', 'cost:differences', amountCentavos)
}
