// What the transfer of a return or refund posts as the bank tells of it, and when it is written off.
import type { Rail } from '../../core/rail.ts'
import type { ToldState, TransferMoney } from '../../core/transfer.ts'
import { type entryNames, type Line, move, receivableOf } from '../postings.ts'

/** The entry of a return or refund whose network says this of it. */
export const transferEntries = {
  accepted: 'accepted',
  settled: 'sent',
  rejected: 'rejected',
  returned: 'returned',
} as const satisfies Record<ToldState, (typeof entryNames)['transfer'][number]>

/**
 * A return or refund moves its money on, or back to what is owed; it leaves by the network through which it had come. No lines when the
 * money stays where it is.
 */
export function transferLines(rail: Rail, from: TransferMoney, to: TransferMoney, amountCentavos: number): Line[] {
  const places = { owed: 'payable:returns', 'on-its-way': 'returns', gone: receivableOf(rail) } as const
  return from === to ? [] : move(places[from], places[to], amountCentavos)
}

/** What is owed to a payer is given up by a person: it lessens what differences cost. */
export function writtenOffLines(amountCentavos: number): Line[] {
  return move('payable:returns', 'cost:differences', amountCentavos)
}
