// The concepts of a month's fees: by way of paying, the surcharge for months without interest, lost disputes, and the rest.
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
  {
    accountId,
    month,
    feeCentavos,
    portion = PORTION,
  }: { accountId: string; month: string; feeCentavos: number; portion?: number },
): Promise<Concept[]> {
  const byRail = new Map<Rail, Concept>()
  const surcharge: Concept = { concept: 'monthly_installments', operations: 0, fee_centavos: 0 }
  const end = `${monthPlus(month, 1)}-01`
  for (let day = `${month}-01`; day < end; day = addDays(day, 1)) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const until = await endOfPortion(store, { accountId, day, after, size: portion })
      const some = { accountId, day, after, until }
      for (const { rail, sign, operations, fees, surcharges, installments } of await readPayments(store, some)) {
        const concept = byRail.get(rail) ?? { concept: rail, operations: 0, fee_centavos: 0 }
        concept.operations += operations
        concept.fee_centavos += sign * (fees - surcharges)
        byRail.set(rail, concept)
        surcharge.operations += installments
        surcharge.fee_centavos += sign * surcharges
      }
      // Fees given back by refunds are subtracted from the way of paying.
      for (const { rail, sign, fees } of await readRefunds(store, some)) {
        const concept = byRail.get(rail) ?? { concept: rail, operations: 0, fee_centavos: 0 }
        concept.fee_centavos -= sign * fees
        byRail.set(rail, concept)
      }
      after = until
      // Waiting requests go first.
      await setImmediate()
    }
  }
  const disputes = await readDisputes(store, accountId, month)
  const known = [...railNames.flatMap((rail) => byRail.get(rail) ?? []), surcharge, disputes]
  const rest = feeCentavos - known.reduce((sum, one) => sum + one.fee_centavos, 0)
  const other: Concept = { concept: 'other', operations: 0, fee_centavos: rest }
  return [...known, other].filter((one) => one.operations > 0 || one.fee_centavos !== 0)
}

/** Entries of a day that are read at once: some ten milliseconds of work. */
const PORTION = 1_000

/** The entries of a day after `after`, to `until` or to the last. */
interface Portion {
  accountId: string
  day: string
  after: string
  until: string | undefined
}

/** The last entry of the next `size` entries of a day; undefined: fewer are left. */
async function endOfPortion(
  { db }: Store,
  { accountId, day, after, size }: Omit<Portion, 'until'> & { size: number },
): Promise<string | undefined> {
  const last = await db
    .selectFrom('postings')
    .select('entry')
    .where('account_id', '=', accountId)
    .where('ledger_account', '=', sql.lit('payable:merchant'))
    .where('day', '=', day)
    .where('entry', '>', after)
    .orderBy('entry')
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst()
  return last?.entry
}

/** Payments and reversals. The partial index `postings_of_merchant` needs its condition written out. */
function readPayments({ db }: Store, { accountId, day, after, until }: Portion) {
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
    .where('postings.entry', '>', after)
    .where((eb) => (until === undefined ? eb.lit(true) : eb('postings.entry', '<=', until)))
    .where(sql<string>`substr(entry, 37)`, 'in', [':paid', ':reversed'])
    .groupBy(['rail', sql`2`])
    .execute()
}

/** The fees that refunds gave back, less those of cancelled refunds. The refund's id is 30 characters. */
function readRefunds({ db }: Store, { accountId, day, after, until }: Portion) {
  const sign = sql<1 | -1>`case when substr(entry, 31) = ':cancelled' then -1 else 1 end`
  return db
    .selectFrom('postings')
    .innerJoin('refunds', (join) => join.on('refunds.id', '=', sql<string>`substr(postings.entry, 1, 30)`))
    .select((eb) => ['rail', sign.as('sign'), eb.fn.sum<number>('fee_centavos').as('fees')])
    .where('postings.account_id', '=', accountId)
    .where('ledger_account', '=', sql.lit('payable:merchant'))
    .where('postings.day', '=', day)
    .where('postings.entry', '>', after)
    .where((eb) => (until === undefined ? eb.lit(true) : eb('postings.entry', '<=', until)))
    .where(sql<string>`substr(entry, 31)`, 'in', [':booked', ':cancelled'])
    .groupBy(['rail', sql`2`])
    .execute()
}

/** The fees of disputes lost in a month, less those of disputes won later. */
async function readDisputes({ db }: Store, accountId: string, month: string): Promise<Concept> {
  const rows = await Promise.all(
    ([':lost', ':recovered'] as const).map((what) =>
      db
        .selectFrom('disputes')
        .innerJoin('postings', (join) => join.on('postings.entry', '=', sql<string>`disputes.id || ${sql.lit(what)}`))
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          eb.fn.sum<number | null>('postings.amount_centavos').as('amount'),
        ])
        .where('disputes.account_id', '=', accountId)
        .where('ledger_account', '=', 'income:fees')
        .where('postings.day', '>=', `${month}-01`)
        .where('postings.day', '<=', `${month}-31`)
        .executeTakeFirst(),
    ),
  )
  const sum = (of: 'count' | 'amount') => rows.reduce((total, row) => total + Number(row?.[of] ?? 0), 0)
  return { concept: 'disputes', operations: sum('count'), fee_centavos: 0 - sum('amount') }
}
