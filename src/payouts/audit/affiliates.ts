// An audit's checks of affiliates: each entry on `payable:affiliate` has an affiliate, and each affiliate is owed the sum of its entries.
import { BATCH_SIZE, filterOf, ofAccount, type Scan } from '../../audit/scan.ts'
import { type Bilingual, filled } from '../../core/language/bilingual.ts'
import { affiliateBalances } from '../../ledger/audit.ts'
import { affiliateEntries } from '../../ledger/audit-entries.ts'
import { causeIn, operationIn } from '../../ledger/entry-name.ts'

const texts = {
  of: ['de {}', 'of {}'],
  nobody: ['nadie', 'nobody'],
  share: ['una parte', 'a share'],
  payout: ['una liquidación', 'a payout'],
} as const satisfies Record<string, Bilingual>

interface Row {
  entry: string
  account_id: string
  affiliate: string
  day: string
  is_payout: 0 | 1
  amount_centavos: number
  /**
   * The affiliate of the operation, of the refunded or disputed operation, or of the payout that posted it; null without
   * one.
   */
  ofOperation: string | null
  ofRefund: string | null
  hasRefund: string | null
  ofDispute: string | null
  hasDispute: string | null
  ofPayout: string | null
  hasOperation: string | null
}

export async function scanAffiliates(scan: Scan): Promise<void> {
  const { tally, found } = scan
  const [entries, owed] = [tally(affiliateEntries), tally(affiliateBalances)]
  for (let after: Place = { account_id: '', entry: '' }; ; ) {
    const rows = await readPortion(scan, after)
    for (const row of ofAccount(scan, rows)) {
      const { entry: id, account_id, affiliate, day, amount_centavos } = row
      entries.find(`${id} ${account_id} ${day}`, amount_centavos)
      owed.expect(`${account_id} ${affiliate}`, amount_centavos)
      const owner = ownerOf(row)
      if (owner !== null && owner !== affiliate)
        found(affiliateEntries, {
          id,
          expected: filled(texts.of, owner || texts.nobody),
          found: filled(texts.of, affiliate || texts.nobody),
        })
      if ((row.ofPayout !== null) !== (row.is_payout === 1)) {
        const [expected, stated] = row.ofPayout === null ? [texts.share, texts.payout] : [texts.payout, texts.share]
        found(affiliateEntries, { id, expected, found: stated })
      }
    }
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1) ?? after
    await scan.snapshot.pause()
  }
}

/** The affiliate by the cause of the entry; null: the entry has no such cause. */
function ownerOf(row: Row): string | null {
  if (row.hasOperation !== null) return row.ofOperation ?? ''
  if (row.hasRefund !== null) return row.ofRefund ?? ''
  if (row.hasDispute !== null) return row.ofDispute ?? ''
  return row.ofPayout
}

type Place = Pick<Row, 'account_id' | 'entry'>

function readPortion(scan: Scan, after: Place): Promise<Row[]> {
  const filter = filterOf(scan)
  const query = scan.snapshot.db
    .selectFrom('affiliate_entries as shares')
    .leftJoin('operations', (join) =>
      join
        .onRef('operations.account_id', '=', 'shares.account_id')
        .on('operations.id', '=', operationIn(scan.snapshot, 'shares.entry')),
    )
    .leftJoin('refunds', (join) =>
      join
        .onRef('refunds.account_id', '=', 'shares.account_id')
        .on('refunds.id', '=', causeIn('shares.entry', 'refund')),
    )
    .leftJoin('operations as refunded', (join) =>
      join.onRef('refunded.account_id', '=', 'refunds.account_id').onRef('refunded.id', '=', 'refunds.operation_id'),
    )
    .leftJoin('disputes', (join) =>
      join
        .onRef('disputes.account_id', '=', 'shares.account_id')
        .on('disputes.id', '=', causeIn('shares.entry', 'dispute')),
    )
    .leftJoin('operations as disputed', (join) =>
      join.onRef('disputed.account_id', '=', 'disputes.account_id').onRef('disputed.id', '=', 'disputes.operation_id'),
    )
    .leftJoin('payouts', (join) =>
      join
        .onRef('payouts.account_id', '=', 'shares.account_id')
        .on('payouts.id', '=', causeIn('shares.entry', 'payout')),
    )
    .select([
      'shares.entry',
      'shares.account_id',
      'shares.affiliate',
      'shares.day',
      'shares.is_payout',
      'shares.amount_centavos',
      'operations.affiliate as ofOperation',
      'operations.id as hasOperation',
      'refunds.id as hasRefund',
      'refunded.affiliate as ofRefund',
      'disputes.id as hasDispute',
      'disputed.affiliate as ofDispute',
      'payouts.affiliate as ofPayout',
    ])
    .where((eb) => eb(eb.refTuple('shares.account_id', 'shares.entry'), '>', eb.tuple(after.account_id, after.entry)))
    .orderBy('shares.account_id')
    .orderBy('shares.entry')
    .limit(BATCH_SIZE)
  return (filter === undefined ? query : query.where('shares.account_id', '=', filter)).execute()
}
