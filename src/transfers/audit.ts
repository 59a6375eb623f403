// What an audit checks of transfers: each has a cause that it agrees with, and an entry for each step of its money.
import { eachPortion } from '../audit/portions.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { readPostings } from '../ledger/audit-entries.ts'
import { postersIn } from '../ledger/audit-posters.ts'
import { causeOf, keysOf } from '../ledger/entry-name.ts'
import { booksOf } from '../ledger/owner.ts'
import { checkTransfer } from './audit/check-transfer.ts'
import { counts, returns, transfersHold } from './audit/invariants.ts'
import type { ReadCauses } from './read-causes.ts'

export const transfersAudit = (readCauses: ReadCauses) =>
  ({
    invariants: [returns, transfersHold],
    counts: [counts.transfers, counts.withheld],
    scan: (scan) => scanTransfers(scan, readCauses),
    posters: { transfer: postersIn('transfer', 'transfers') },
  }) as const satisfies RoomAudit & { posters: object }

async function scanTransfers(scan: Scan, readCauses: ReadCauses): Promise<void> {
  const { db } = scan.snapshot
  const tally = scan.tally(returns)
  await eachPortion(scan, { table: 'transfers', limit: BATCH_SIZE / 4 }, async (rows) => {
    const keys = rows.flatMap(({ id, account_id }) => keysOf('transfer', id, booksOf(account_id)))
    const postings = await readPostings(scan, keys)
    const causes = await readCauses(db, rows)
    const linesOf = Map.groupBy(postings, (row) => causeOf(row.entry))
    for (const row of rows) {
      // A retry carries the money of the failed transfer that it replaces.
      const cause = causes.get(row.id)
      const entries = linesOf.get(row.id) ?? []
      if (row.kind !== 'payout' && row.replaces === null) {
        // A closed transfer is never sent, so its row may be wrong: count its cause's amount if it was written off, or if a
        // refund still owes it.
        const isWrittenOff = entries.some((line) => line.entry === `${row.id}:written-off`)
        const isRight = isWrittenOff || row.refund_id !== null
        const counted = row.state === 'closed' ? (isRight ? cause : undefined) : row
        if (counted)
          tally.find(row.refund_id ?? `${row.kind} ${counted.operation_id ?? '-'}`, 1, counted.amount_centavos)
      }
      checkTransfer(scan, row, { postings: entries, cause })
    }
    scan.read(counts.transfers, rows.length)
    scan.read(counts.withheld, rows.filter(({ state }) => state === 'withheld').length)
  })
}
