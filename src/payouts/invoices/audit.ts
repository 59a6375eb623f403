// What an audit checks of closed months: the sums of the books, the IVA on the sum of the fees, and the entry that posts the
// rounding difference.
import type { Invariant } from '../../audit/invariant.ts'
import { eachPortion } from '../../audit/portions.ts'
import type { RoomAudit } from '../../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../../audit/scan.ts'
import { type Bilingual, filled, same } from '../../core/language/bilingual.ts'
import { formatAmount } from '../../core/money.ts'
import { demand, readPostings } from '../../ledger/audit-entries.ts'
import { postersIn } from '../../ledger/audit-posters.ts'
import { keysOf } from '../../ledger/entry-name.ts'
import { columns } from '../../store/columns.ts'
import { roundingLines } from './entries.ts'
import { type FeesOfMonth, feesOfMonth } from './fees-of-month.ts'

const feeStatements: Invariant = {
  name: 'fee-statements',
  meaning: [
    'El IVA de cada mes cerrado es el de sus comisiones: sus sumas son las que resultan de contar otra vez, y lo del redondeo está asentado, renglón por renglón',
    'The IVA of every closed month is that of its fees: its sums equal a recount, and what rounding had made of it is posted, to the line',
  ],
}

export const invoicesAudit = {
  invariants: [feeStatements],
  scan: scanFeeStatements,
  posters: { 'fee-statement': postersIn('fee-statement', 'fee_statements') },
} as const satisfies RoomAudit & { posters: object }

const texts = {
  sums: ['comisiones {}, IVA cobrado {}, debido {}, redondeo {}', 'fees {}, IVA charged {}, due {}, rounding {}'],
  postedOn: ['asentado el {}', 'posted on {}'],
  on: ['el {}', 'on {}'],
  borneAtMost: ['a lo más {} a cargo del servicio', 'at most {} borne by the service'],
  borne: ['{} a cargo del servicio', '{} borne by the service'],
  parts: ['partes de {}', 'parts of {}'],
  closedUntil: ['cerrado hasta {}', 'closed until {}'],
  never: ['nunca', 'never'],
} as const satisfies Record<string, Bilingual>

async function scanFeeStatements(scan: Scan): Promise<void> {
  const { accountId, found } = scan
  const { db } = scan.snapshot
  const latest = new Map<string, string>()
  await eachPortion(scan, { table: 'fee_statements', limit: BATCH_SIZE / 10 }, async (rows) => {
    const ids = rows.map(({ id }) => id)
    const keys = rows.flatMap(({ id, account_id }) => keysOf('fee-statement', id, account_id))
    const [postings, lines] = await Promise.all([
      readPostings(scan, keys),
      db
        .selectFrom('fee_statement_lines')
        .select(columns.fee_statement_lines)
        .where('statement_id', 'in', ids)
        .execute(),
    ])
    for (const row of rows) {
      const { id, account_id, month, posted_day } = row
      const wanted = await feesOfMonth(db, { accountId: account_id, month })
      const [expected, stated] = [textOf(wanted), textOf(row)]
      if (expected[1] !== stated[1]) found(feeStatements, { id: `${account_id} ${month}`, expected, found: stated })
      const own = postings.filter((line) => line.entry === `${id}:rounded`)
      const entry = own.length === 0 ? undefined : { name: `${id}:rounded`, cause: id, lines: own }
      const wantedLines = roundingLines(row)
      demand(scan, feeStatements, { id: `${id}:rounded`, entry, lines: wantedLines, accountId: account_id })
      const day = own[0]?.day
      if (day !== undefined && day !== posted_day)
        found(feeStatements, {
          id: `${id}:rounded`,
          expected: filled(texts.postedOn, posted_day),
          found: filled(texts.on, day),
        })
      const sum = lines.filter((line) => line.statement_id === id).reduce((all, line) => all + line.fee_centavos, 0)
      if (sum !== row.fee_centavos) {
        const expected = filled(texts.parts, formatAmount(row.fee_centavos))
        found(feeStatements, { id: `${account_id} ${month}`, expected, found: same(formatAmount(sum)) })
      }
      const most = Math.max(0, -row.rounding_centavos)
      if (row.borne_centavos > most)
        found(feeStatements, {
          id,
          expected: filled(texts.borneAtMost, formatAmount(most)),
          found: filled(texts.borne, formatAmount(row.borne_centavos)),
        })
      if (month > (latest.get(account_id) ?? '')) latest.set(account_id, month)
    }
  })
  const all = db.selectFrom('accounts').select(['id', 'fees_month'])
  const accounts = await (accountId === undefined ? all : all.where('id', '=', accountId)).execute()
  const closed = new Map(accounts.map((row) => [row.id, row.fees_month]))
  for (const [id, month] of latest) {
    const until = closed.get(id) ?? ''
    if (month > until)
      found(feeStatements, { id, expected: filled(texts.closedUntil, until || texts.never), found: same(month) })
  }
}

function textOf({ fee_centavos, charged_centavos, due_centavos, rounding_centavos }: FeesOfMonth): Bilingual {
  return filled(texts.sums, ...[fee_centavos, charged_centavos, due_centavos, rounding_centavos].map(formatAmount))
}
