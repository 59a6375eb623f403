// The fee schedules of accounts: read for every payment, set by the operator of the service.
import type { Clock } from '../core/clock.ts'
import type { FeeSchedule } from '../core/fees.ts'
import { newId } from '../core/ids.ts'
import { formatAmount } from '../core/money.ts'
import { type Rail, railOf } from '../core/rail.ts'
import { prepared } from '../store/prepared.ts'
import { forgotten, remembered } from '../store/remembered.ts'
import type { Store } from '../store/store.ts'
import { insert, run, type Write } from '../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'

export type FeeReader = (accountId: string, rail: Rail) => Promise<FeeSchedule>

/** Reads an account's terms for a rail. */
export function feeReader({ store, clock }: { store: Store; clock: Clock }): FeeReader {
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

/** The audit record of changed terms, for their batch. */
export function feeRecord(
  clock: Clock,
  by: Actor,
  { accountId, rail, before, after }: { accountId: string; rail: Rail; before: FeeSchedule; after: FeeTerms },
): Write {
  const said = ({ percentageMillis, fixedCentavos, disputeCentavos }: FeeTerms) => ({
    payment_method: railOf(rail).code,
    percentage: percentageMillis / 1000,
    fixed: formatAmount(fixedCentavos),
    ...(disputeCentavos !== undefined && { dispute: formatAmount(disputeCentavos) }),
  })
  const entry = { accountId, action: 'fees.changed', subject: accountId } as const
  return trailWrite(clock, by, { ...entry, before: said(before), after: said(after) })
}

/** Sets an account's terms for a rail, with their audit record; an absent dispute fee stays. Returns the new terms. */
export async function changeFee(
  needs: { store: Store; clock: Clock },
  by: Actor,
  { accountId, rail, given }: { accountId: string; rail: Rail; given: FeeTerms },
): Promise<FeeTerms> {
  const before = await feeReader(needs)(accountId, rail)
  const terms = { ...given, disputeCentavos: given.disputeCentavos ?? before.disputeCentavos }
  await needs.store.commit([
    ...setFee(needs, { accountId, rail, ...terms }),
    feeRecord(needs.clock, by, { accountId, rail, before, after: terms }),
  ])
  return terms
}

type FeeTerms = Pick<FeeSchedule, 'percentageMillis' | 'fixedCentavos' | 'disputeCentavos'>

/** The writes that set an account's terms for a rail, for later payments, and record the change. */
export function setFee(
  { store, clock }: { store: Store; clock: Clock },
  terms: FeeTerms & { accountId: string; rail: Rail },
): Write[] {
  const set = {
    percentage_millis: terms.percentageMillis,
    fixed_centavos: terms.fixedCentavos,
    dispute_centavos: terms.disputeCentavos ?? null,
  }
  const query = store.db
    .insertInto('fee_schedules')
    .values({ account_id: terms.accountId, rail: terms.rail, ...set })
    .onConflict((conflict) => conflict.columns(['account_id', 'rail']).doUpdateSet(set))
  const change = {
    id: newId(clock, 'fch'),
    account_id: terms.accountId,
    rail: terms.rail,
    ...set,
    created_at: clock.now(),
  }
  return [run(query.compile(), 1), insert('fee_changes', change), forgotten(store)]
}
