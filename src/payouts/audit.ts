// What an audit checks of payouts: their entries, lines and transfers, the accounts that they go to, and what affiliates are owed.
import type { Count } from '../audit/invariant.ts'
import { eachPortion } from '../audit/portions.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { filled } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { readPostings } from '../ledger/audit-entries.ts'
import { postersIn } from '../ledger/audit-posters.ts'
import { causeOf, keysOf } from '../ledger/entry-name.ts'
import { columns } from '../store/columns.ts'
import { sameAccount } from '../store/same-account.ts'
import { payoutAccounts, scanPayoutAccounts } from './audit/accounts.ts'
import { scanAffiliates } from './audit/affiliates.ts'
import { checkPayout, payoutsHold } from './audit/check-payout.ts'

const payoutsRead: Count = { name: 'payouts', words: ['liquidaciones', 'payouts'] }

export const payoutsAudit = {
  invariants: [payoutsHold, payoutAccounts],
  counts: [payoutsRead],
  scan: async (scan) => {
    await scanPayouts(scan)
    await scanStrayLines(scan)
    await scanPayoutAccounts(scan)
    await scanAffiliates(scan)
  },
  posters: { payout: postersIn('payout', 'payouts') },
} as const satisfies RoomAudit & { posters: object }

async function scanPayouts(scan: Scan): Promise<void> {
  const { db } = scan.snapshot
  await eachPortion(scan, { table: 'payouts', limit: BATCH_SIZE / 10 }, async (payouts) => {
    const ids = payouts.map((payout) => payout.id)
    const keys = payouts.flatMap(({ id, account_id }) => keysOf('payout', id, account_id))
    const transferIds = payouts.map((payout) => payout.transfer_id)
    const [postings, lines, transfers] = await Promise.all([
      readPostings(scan, keys),
      db.selectFrom('payout_lines').select(columns.payout_lines).where('payout_id', 'in', ids).execute(),
      db.selectFrom('transfers').select(columns.transfers).where('id', 'in', transferIds).execute(),
    ])
    const postingsOf = Map.groupBy(postings, (row) => causeOf(row.entry))
    const linesOf = Map.groupBy(lines, (row) => row.payout_id)
    const transferOf = new Map(transfers.map((row) => [row.id, row]))
    for (const payout of payouts) {
      checkPayout(scan, payout, {
        postings: postingsOf.get(payout.id) ?? [],
        lines: linesOf.get(payout.id) ?? [],
        transfer: transferOf.get(payout.transfer_id),
      })
    }
    scan.read(payoutsRead, payouts.length)
  })
}

/** Lines of a payout that does not exist. */
async function scanStrayLines({ snapshot, accountId, found }: Scan): Promise<void> {
  const lines = snapshot.db
    .selectFrom('payout_lines')
    .leftJoin('payouts', sameAccount('payouts.id', 'payout_lines.payout_id'))
    .select(['payout_id', 'payout_lines.amount_centavos'])
    .where('payouts.id', 'is', null)
  const stray = await (accountId === undefined
    ? lines
    : lines.where('payout_lines.account_id', '=', accountId)
  ).execute()
  for (const { payout_id: id, amount_centavos: amount } of stray) {
    found(payoutsHold, {
      id,
      expected: ['una liquidación', 'a payout'],
      found: filled(['un renglón de {} sin ella', 'a line of {} without one'], formatAmount(amount)),
    })
  }
}
