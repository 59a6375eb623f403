// What an audit checks of the months that accounts have closed: their figures are what the books still say, and their packages what was closed.
import { createHash } from 'node:crypto'
import type { Invariant } from '../audit/invariant.ts'
import { eachPortion } from '../audit/portions.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { filled, same } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { lastDayOf } from '../core/month.ts'
import { isDay } from '../core/time.ts'
import { readBalances } from '../ledger/balances.ts'
import { rowOf } from '../store/rows.ts'

const closedMonths: Invariant = {
  name: 'closed-months',
  meaning: [
    'Las cifras de cada mes que una cuenta cerró son las que dicen los libros, y su paquete es el que se cerró',
    'The figures of every month that an account has closed are what the books say of it, and its package is the one that was closed',
  ],
}

export const closingsAudit: RoomAudit = { invariants: [closedMonths], scan: scanMonthClosings }

async function scanMonthClosings(scan: Scan): Promise<void> {
  const { found, snapshot } = scan
  await eachPortion(scan, { table: 'month_closings', limit: BATCH_SIZE / 10 }, async (rows) => {
    for (const { id, account_id: accountId, month, figures, package_hash } of rows) {
      const startDay = `${month}-01`
      if (!isDay(startDay)) {
        found(closedMonths, { id, expected: ['un mes', 'a month'], found: same(month) })
        continue
      }
      const endDay = lastDayOf(month)
      const balances = await readBalances(snapshot, { accountId, startDay, endDay })
      const expected = balances.map((one) => [one.account, one.openingCentavos, one.closingCentavos].join(' '))
      const stated = closedBalances(figures)
      const at = expected.findIndex((text, index) => text !== stated[index])
      if (at >= 0 || stated.length !== expected.length)
        found(closedMonths, {
          id: `${accountId} ${month}`,
          expected: same(expected[at] ?? ''),
          found: same(stated[at] ?? ''),
        })
      const hash = await packageHash(scan, id)
      if (hash !== package_hash)
        found(closedMonths, {
          id: `${accountId} ${month}`,
          expected: filled(['el paquete {}', 'the package {}'], package_hash),
          found: same(hash),
        })
    }
  })
}

/** The account, and its balance before and after the month, of each line; empty for a text that is no figures. */
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
  const made = await rowOf(db, 'month_packages', { id }, ['attempt'])
  const hash = createHash('sha256')
  for (let part = 0; made !== undefined; part += 1) {
    const row = await rowOf(db, 'month_package_parts', { package_id: id, attempt: made.attempt, part }, ['content'])
    if (row === undefined) break
    hash.update(Buffer.from(row.content, 'base64'))
  }
  return hash.digest('hex')
}
