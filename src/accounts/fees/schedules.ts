// The fee schedules of accounts: read for every payment, set by the operator of the service.
import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { FeeSchedule } from '../../core/fees.ts'
import { newId } from '../../core/ids.ts'
import { formatAmount } from '../../core/money.ts'
import { type Rail, railOf } from '../../core/rail.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import { prepared } from '../../store/prepared.ts'
import { forgotten, remembered } from '../../store/remembered.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { insert, run, type Write } from '../../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'

export type FeeReader = (accountId: string, rail: Rail) => Promise<FeeSchedule>

/** Reads an account's terms for a rail. */
export function feeReader({ store, clock }: StoreAndClock): FeeReader {
  const byAccount = prepared((hole) =>
    store.db
      .selectFrom('fee_schedules')
      .select(['rail', 'percentage_millis', 'fixed_centavos', 'dispute_centavos'])
      .where('account_id', '=', hole('accountId'))
      .compile(),
  )
  const schedulesOf = remembered(clock, (accountId) => store.rows(byAccount({ accountId })))
  return async (accountId, rail) => {
    const rows = await schedulesOf(accountId)
    const row = rows.find((one) => one.rail === rail)
    const standard = railOf(rail).standardFee
    if (row === undefined) return standard
    const { percentage_millis: percentageMillis, fixed_centavos: fixedCentavos, dispute_centavos: dispute } = row
    return { ...standard, percentageMillis, fixedCentavos, ...(dispute !== null && { disputeCentavos: dispute }) }
  }
}

type FeeTerms = Pick<FeeSchedule, 'percentageMillis' | 'fixedCentavos' | 'disputeCentavos'>

interface FeeChange {
  accountId: string
  rail: Rail
  newTerms: FeeTerms
}

/**
 * Sets an account's terms for a rail, for later payments, with their audit record and the writes of `alongside`; an absent dispute fee
 * stays. Of changes at once each starts from the terms that the others have set. Returns the new terms.
 */
export async function changeFee(
  { store, clock }: StoreAndClock,
  by: Actor,
  { accountId, rail, newTerms }: FeeChange,
  alongside: (terms: FeeSchedule) => Write[] = () => [],
): Promise<FeeSchedule> {
  return decide(
    async () => {
      // Read before the terms: of two changes that start from the same ones, only one has the next number.
      const number = (await lastNumber(store, accountId, rail)) + 1
      const before = await feeReader({ store, clock })(accountId, rail)
      const terms = { ...before, ...newTerms, disputeCentavos: newTerms.disputeCentavos ?? before.disputeCentavos }
      await store.commit([
        ...feeWrites({ store, clock }, { accountId, rail, number, before, terms }),
        feeRecord(clock, by, { accountId, rail, before, after: terms }),
        ...alongside(terms),
      ])
      return terms
    },
    { row: `fees ${accountId} ${rail}`, again: conflictOn('fee_changes') },
  )
}

async function lastNumber({ db }: Store, accountId: string, rail: Rail): Promise<number> {
  const { number } = await db
    .selectFrom('fee_changes')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('account_id', '=', accountId)
    .where('rail', '=', rail)
    .executeTakeFirstOrThrow()
  return Number(number ?? 0)
}

/** Fails with `Unmet` or `Duplicate` when another change has set the terms since they were read. */
function feeWrites(
  { store, clock }: StoreAndClock,
  {
    accountId,
    rail,
    number,
    before,
    terms,
  }: { accountId: string; rail: Rail; number: number; before: FeeTerms; terms: FeeTerms },
): Write[] {
  const set = {
    percentage_millis: terms.percentageMillis,
    fixed_centavos: terms.fixedCentavos,
    dispute_centavos: terms.disputeCentavos ?? null,
  }
  // A row without a dispute fee has the standard one.
  const dispute = sql<number>`coalesce(fee_schedules.dispute_centavos, ${railOf(rail).standardFee.disputeCentavos ?? -1})`
  const query = store.db
    .insertInto('fee_schedules')
    .values({ account_id: accountId, rail, ...set })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'rail'])
        .doUpdateSet(set)
        .where('fee_schedules.percentage_millis', '=', before.percentageMillis)
        .where('fee_schedules.fixed_centavos', '=', before.fixedCentavos)
        .where(dispute, '=', before.disputeCentavos ?? -1),
    )
  const change = { id: newId(clock, 'fch'), account_id: accountId, rail, number, ...set, created_at: clock.now() }
  return [run(query.compile(), 1), insert('fee_changes', change), forgotten(store)]
}

function feeRecord(
  clock: Clock,
  by: Actor,
  { accountId, rail, before, after }: { accountId: string; rail: Rail; before: FeeTerms; after: FeeTerms },
): Write {
  const recordOf = ({ percentageMillis, fixedCentavos, disputeCentavos }: FeeTerms) => ({
    payment_method: railOf(rail).code,
    percentage: percentageMillis / 1000,
    fixed: formatAmount(fixedCentavos),
    ...(disputeCentavos !== undefined && { dispute: formatAmount(disputeCentavos) }),
  })
  const entry = { accountId, action: 'fees.changed', subject: accountId } as const
  return trailWrite(clock, by, { ...entry, before: recordOf(before), after: recordOf(after) })
}
