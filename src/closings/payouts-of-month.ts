// The payouts of a month: what each entry about one did, and which payout covers a day.
import { sql } from 'kysely'
import { formatAmount } from '../core/money.ts'
import { lastDayOf } from '../core/month.ts'
import type { Day } from '../core/time.ts'
import type { Cell } from '../exports/columns.ts'
import { causeIn, causeOf, entryIsOf, whatHappened } from '../ledger/entry-name.ts'
import { failedPayouts } from '../payouts/covered.ts'
import type { Store } from '../store/store.ts'

const BATCH_SIZE = 200

/** A row for each entry of a payout of the merchant or an affiliate that was posted in the month, by day. */
export async function* payoutRows(
  { db }: Store,
  { accountId, month }: { accountId: string; month: string },
): AsyncGenerator<Cell[][]> {
  let [day, entry] = [`${month}-01`, '']
  for (;;) {
    const rows = await db
      .selectFrom('entries')
      .innerJoin('payouts', (join) =>
        join
          .onRef('payouts.account_id', '=', 'entries.account_id')
          .on('payouts.id', '=', causeIn('entries.entry', 'payout')),
      )
      .select([
        'entry',
        'entries.day',
        'payouts.amount_centavos',
        'from_day',
        'to_day',
        'affiliate',
        'clabe',
        'tracking_key',
      ])
      .where('entries.account_id', '=', accountId)
      .where(sql<boolean>`(entries.day, entry) > (${day}, ${entry})`)
      .where('entries.day', '<=', lastDayOf(month))
      .where(entryIsOf('payout'))
      .orderBy('entries.day')
      .orderBy('entry')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length > 0)
      yield rows.map((row) => [
        row.day,
        causeOf(row.entry),
        whatHappened(row.entry),
        Number(formatAmount(row.amount_centavos)),
        row.from_day,
        row.to_day,
        row.affiliate,
        row.clabe,
        row.tracking_key,
      ])
    const last = rows.at(-1)
    if (rows.length < BATCH_SIZE || last === undefined) return
    ;[day, entry] = [last.day, last.entry]
  }
}

/** The merchant's payout that covers a day: a good one, else the newest that the bank refused. */
export async function payoutsOfDays(
  { db }: Store,
  { accountId, fromDay, toDay }: { accountId: string; fromDay: Day; toDay: Day },
): Promise<(day: Day) => string | undefined> {
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'from_day', 'to_day', 'state'])
    .where('account_id', '=', accountId)
    .where('affiliate', '=', '')
    .where('from_day', '<=', toDay)
    .where('to_day', '>=', fromDay)
    .orderBy('day', 'desc')
    .execute()
  const isGood = ({ state }: (typeof rows)[number]) => !failedPayouts.some((failed) => failed === state)
  return (day) => {
    const covering = rows.filter((row) => day >= row.from_day && day <= row.to_day)
    return (covering.find(isGood) ?? covering[0])?.id
  }
}
