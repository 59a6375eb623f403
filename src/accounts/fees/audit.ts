// What an audit checks of fees: what accounts pay by their changes, and what was charged each month.
import type { Invariant } from '../../audit/invariant.ts'
import { eachCounter } from '../../audit/portions.ts'
import type { RoomAudit } from '../../audit/room-audit.ts'
import type { Scan } from '../../audit/scan.ts'
import type { Tally } from '../../audit/tally.ts'
import { type Bilingual, filled } from '../../core/language/bilingual.ts'
import { formatAmount } from '../../core/money.ts'
import { columns } from '../../store/columns.ts'
import type { Charged } from './charged.ts'
import type { FeeScheduleRow } from './tables.ts'

export const monthlyFees: Invariant = {
  name: 'monthly-fees',
  meaning: [
    'Las comisiones de cada mes por concepto son las que se cobraron y se regresaron: número, comisión',
    'The fees of each month by concept equal a recount of what was charged and given back: number, fee',
  ],
  compares: 2,
}

const feeSchedules: Invariant = {
  name: 'fee-schedules',
  meaning: [
    'Lo que una cuenta paga es lo que dice su último cambio de comisiones',
    'What an account pays is what its last change of fees says',
  ],
}

export const feesAudit: RoomAudit = {
  invariants: [monthlyFees, feeSchedules],
  scan: async (scan) => {
    const tally = scan.tally(monthlyFees)
    await eachCounter(scan, 'monthly_fees', (row) =>
      tally.find(`${row.account_id} ${row.month} ${row.concept}`, row.operations, row.fee_centavos),
    )
    await scanSchedules(scan)
  },
}

/** Counts what an entry of this day charged. */
export function expectCharged(tally: Tally, accountId: string, day: string, charged: Charged[]): void {
  for (const { concept, operations, fee_centavos } of charged)
    tally.expect(`${accountId} ${day.slice(0, 7)} ${concept}`, operations, fee_centavos)
}

/** Small tables: fee schedules have a row for each account and way of paying, and their history one for each change. */
async function scanSchedules({ snapshot, accountId, found }: Scan): Promise<void> {
  const [schedules, changes] = await Promise.all([
    ofAccount(snapshot.db.selectFrom('fee_schedules').select(columns.fee_schedules)).execute(),
    ofAccount(snapshot.db.selectFrom('fee_changes').select(columns.fee_changes)).execute(),
  ])
  const expected = new Map<string, Terms>()
  for (const row of changes.sort((a, b) => a.number - b.number)) expected.set(`${row.account_id} ${row.rail}`, row)
  const there = new Map(schedules.map((row) => [`${row.account_id} ${row.rail}`, row]))
  for (const id of new Set([...expected.keys(), ...there.keys()])) {
    const [wanted, is] = [termsText(expected.get(id)), termsText(there.get(id))]
    if (wanted[1] !== is[1]) found(feeSchedules, { id, expected: wanted, found: is })
  }

  function ofAccount<Q extends { where(column: 'account_id', is: '=', id: string): Q }>(query: Q): Q {
    return accountId === undefined ? query : query.where('account_id', '=', accountId)
  }
}

const texts = {
  none: ['sin condiciones propias', 'no terms of its own'],
  terms: ['{} % y {}', '{} % and {}'],
  withDispute: ['{} % y {}, {} por una aclaración', '{} % and {}, {} for a dispute'],
} as const satisfies Record<string, Bilingual>

type Terms = Pick<FeeScheduleRow, 'percentage_millis' | 'fixed_centavos' | 'dispute_centavos'>

/** Sample: `3.6 % and 0.00` */
function termsText(row: Terms | undefined): Bilingual {
  if (row === undefined) return texts.none
  const { percentage_millis, fixed_centavos, dispute_centavos: dispute } = row
  const terms = [percentage_millis / 1_000, formatAmount(fixed_centavos)] as const
  return dispute === null ? filled(texts.terms, ...terms) : filled(texts.withDispute, ...terms, formatAmount(dispute))
}
