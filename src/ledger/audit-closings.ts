// An audit's checks of the months that accounts have closed: their amounts are still those of the books, and their packages are those that were closed.
import { createHash } from 'node:crypto'
import { formatAmount } from '../core/money.ts'
import { addDays, isDay } from '../core/time.ts'
import { eachPortion } from './audit-portions.ts'
import { BATCH_SIZE, type Scan } from './audit-scope.ts'
import { readBalances } from './balances.ts'

export async function scanMonthClosings(given: Scan): Promise<void> {
  const { found, snapshot } = given
  await eachPortion(given, { table: 'month_closings', limit: BATCH_SIZE / 10 }, async (rows) => {
    for (const { id, account_id: accountId, month, figures, package_hash } of rows) {
      const startDay = `${month}-01`
      if (!isDay(startDay)) {
        found.add('closed-months', { id, expected: 'a month', found: month })
        continue
      }
      const endDay = addDays(`${addDays(startDay, 31).slice(0, 7)}-01`, -1)
      const balances = await readBalances(snapshot, { accountId, startDay, endDay })
      const expected = balances.map((one) => [one.account, one.openingCentavos, one.closingCentavos].join(' '))
      const recorded = closedBalances(figures)
      const at = expected.findIndex((text, index) => text !== recorded[index])
      if (at >= 0 || recorded.length !== expected.length)
        found.add('closed-months', {
          id: `${accountId} ${month}`,
          expected: expected[at] ?? '',
          found: recorded[at] ?? '',
        })
      const hash = await packageHash(given, id)
      if (hash !== package_hash)
        found.add('closed-months', {
          id: `${accountId} ${month}`,
          expected: `the package ${package_hash}`,
          found: hash,
        })
    }
  })
}

/** The account, and its balance before and after the month, of each line; empty for a text of another form. */
function closedBalances(text: string): string[] {
  try {
    const { balances } = JSON.parse(text) as { balances: { account: string; opening: string; closing: string }[] }
    return balances.map(({ account, opening, closing }) =>
      [account, centavosOf(opening), centavosOf(closing)].join(' '),
    )
  } catch {
    return []
  }
}

function centavosOf(text: string): number {
  const centavos = Math.round(Number(text) * 100)
  return formatAmount(centavos) === text ? centavos : Number.NaN
}

async function packageHash({ snapshot: { db } }: Scan, id: string): Promise<string> {
  const made = await db.selectFrom('month_packages').select('attempt').where('id', '=', id).executeTakeFirst()
  const hash = createHash('sha256')
  for (let part = 0; made !== undefined; part += 1) {
    const row = await db
      .selectFrom('month_package_parts')
      .select('content')
      .where('package_id', '=', id)
      .where('attempt', '=', made.attempt)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined) break
    hash.update(Buffer.from(row.content, 'base64'))
  }
  return hash.digest('hex')
}
