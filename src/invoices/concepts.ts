// What the fees of a month are made of: by way of paying, what months without interest cost, and the rest.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { monthPlus } from '../core/month.ts'
import { type Rail, railNames } from '../core/rail.ts'
import { addDays } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import type { FeeStatementLineRow } from '../store/tables.ts'

export type Concept = Pick<FeeStatementLineRow, 'concept' | 'operations' | 'fee_centavos'>

/** The concepts of a month, in the order of the ways of paying; their fees add up to `feeCentavos`. */
export async function conceptsOf(
  store: Store,
  { accountId, month, feeCentavos }: { accountId: string; month: string; feeCentavos: number },
): Promise<Concept[]> {
  const byRail = new Map<Rail, Concept>()
  const surcharge: Concept = { concept: 'monthly_installments', operations: 0, fee_centavos: 0 }
  const end = `${monthPlus(month, 1)}-01`
  for (let day = `${month}-01`; day < end; day = addDays(day, 1)) {
    for (const { rail, sign, operations, fees, surcharges, installments } of await readDay(store, accountId, day)) {
      const concept = byRail.get(rail) ?? { concept: rail, operations: 0, fee_centavos: 0 }
      concept.operations += operations
      concept.fee_centavos += sign * (fees - surcharges)
      byRail.set(rail, concept)
      surcharge.operations += installments
      surcharge.fee_centavos += sign * surcharges
    }
    // The requests that wait go first.
    await setImmediate()
  }
  const known = [...railNames.flatMap((rail) => byRail.get(rail) ?? []), surcharge]
  const rest = feeCentavos - known.reduce((sum, one) => sum + one.fee_centavos, 0)
  const other: Concept = { concept: 'other', operations: 0, fee_centavos: rest }
  return [...known, other].filter((one) => one.operations > 0 || one.fee_centavos !== 0)
}

/** One day of payments and reversals. The partial index `postings_of_merchant` needs its condition written out. */
function readDay({ db }: Store, accountId: string, day: string) {
  const sign = sql<1 | -1>`case when substr(entry, 37) = ':reversed' then -1 else 1 end`
  return db
    .selectFrom('postings')
    .innerJoin('operations', (join) => join.on('operations.id', '=', sql<string>`substr(postings.entry, 1, 36)`))
    .select((eb) => [
      'rail',
      sign.as('sign'),
      eb.fn.countAll<number>().as('operations'),
      eb.fn.sum<number>('fee_centavos').as('fees'),
      eb.fn.sum<number>('surcharge_centavos').as('surcharges'),
      eb.fn.count<number>('months').as('installments'),
    ])
    .where('postings.account_id', '=', accountId)
    .where('ledger_account', '=', sql.lit('payable:merchant'))
    .where('postings.day', '=', day)
    .where(sql<string>`substr(entry, 37)`, 'in', [':paid', ':reversed'])
    .groupBy(['rail', sql`2`])
    .execute()
}
