// An audit's checks of closed months: the sums of the books, the IVA on the sum of the fees, and the entry that posts the
// rounding difference.
import { formatAmount } from '../core/money.ts'
import { columns } from '../store/columns.ts'
import { demand } from './audit-entry.ts'
import { eachPortion, readPostings } from './audit-portions.ts'
import { BATCH_SIZE, type Scan } from './audit-scope.ts'
import { keysOf } from './entry-name.ts'
import { feesOfMonth } from './fees-of-month.ts'
import { roundingLines } from './lines/fee-statement.ts'

export async function scanFeeStatements(given: Scan): Promise<void> {
  const { accountId, found } = given
  const { db } = given.snapshot
  const latest = new Map<string, string>()
  await eachPortion(given, { table: 'fee_statements', limit: BATCH_SIZE / 10 }, async (rows) => {
    const ids = rows.map(({ id }) => id)
    const keys = rows.flatMap(({ id, account_id }) => keysOf('fee-statement', id, account_id))
    const [postings, lines] = await Promise.all([
      readPostings(given, keys),
      db
        .selectFrom('fee_statement_lines')
        .select(columns.fee_statement_lines)
        .where('statement_id', 'in', ids)
        .execute(),
    ])
    for (const row of rows) {
      const { id, account_id, month, posted_day } = row
      const wanted = await feesOfMonth(db, { accountId: account_id, month })
      const [expected, recorded] = [textOf(wanted), textOf(row)]
      if (expected !== recorded)
        found.add('fee-statements', { id: `${account_id} ${month}`, expected, found: recorded })
      const own = postings.filter((line) => line.entry === `${id}:rounded`)
      const entry = own.length === 0 ? undefined : { name: `${id}:rounded`, cause: id, lines: own }
      demand(found, 'fee-statements', `${id}:rounded`, entry, roundingLines(row.rounding_centavos), account_id)
      const day = own[0]?.day
      if (day !== undefined && day !== posted_day)
        found.add('fee-statements', { id: `${id}:rounded`, expected: `posted on ${posted_day}`, found: `on ${day}` })
      const sum = lines.filter((line) => line.statement_id === id).reduce((all, line) => all + line.fee_centavos, 0)
      if (sum !== row.fee_centavos) {
        const parts = `parts of ${formatAmount(row.fee_centavos)}`
        found.add('fee-statements', { id: `${account_id} ${month}`, expected: parts, found: formatAmount(sum) })
      }
      if (month > (latest.get(account_id) ?? '')) latest.set(account_id, month)
    }
  })
  const all = db.selectFrom('accounts').select(['id', 'fees_month'])
  const accounts = await (accountId === undefined ? all : all.where('id', '=', accountId)).execute()
  const closed = new Map(accounts.map((row) => [row.id, row.fees_month]))
  for (const [id, month] of latest) {
    const until = closed.get(id) ?? ''
    if (month > until) found.add('fee-statements', { id, expected: `closed until ${until || 'never'}`, found: month })
  }
}

function textOf(of: {
  fee_centavos: number
  charged_centavos: number
  due_centavos: number
  rounding_centavos: number
}): string {
  const { fee_centavos, charged_centavos, due_centavos, rounding_centavos } = of
  const [fee, charged, due, rounding] = [fee_centavos, charged_centavos, due_centavos, rounding_centavos].map(
    formatAmount,
  )
  return `fees ${fee}, IVA charged ${charged}, due ${due}, rounding ${rounding}`
}
