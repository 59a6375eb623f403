// Suspends and reopens an account, and sets its limits: each with its audit record, in effect in every process from the
// next request on.
import { sql } from 'kysely'
import { formatAmount } from '../core/money.ts'
import { mexicoCityDay } from '../core/time.ts'
import { decide } from '../store/decide.ts'
import { forgotten } from '../store/remembered.ts'
import { knownRow } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { run, update, type Write } from '../store/write.ts'
import { type Standing, takenStatuses } from './standing.ts'
import { type Actor, trailWrite } from './trail/record.ts'

type Limits = Pick<Standing, 'payment_limit_centavos' | 'day_limit_centavos'>

/** Fails with `resource-unknown`. */
export async function readStanding({ db }: Store, accountId: string): Promise<Standing> {
  return knownRow(db, 'accounts', { id: accountId }, [
    'suspended_at',
    'suspended_because',
    'payment_limit_centavos',
    'day_limit_centavos',
  ])
}

const queueOf = (accountId: string) => ({ row: `standing ${accountId}` })

/** From the next request on the account takes no new payments and gets no payouts. A suspended account stays unchanged. */
export async function suspendAccount(
  { store, clock }: StoreAndClock,
  { accountId, because }: { accountId: string; because: string },
  by: Actor,
): Promise<Standing> {
  return decide(async () => {
    const before = await readStanding(store, accountId)
    if (before.suspended_at !== null) return before
    const set = { suspended_at: clock.now(), suspended_because: because }
    await store.commit([
      update('accounts', set, { id: accountId, suspended_at: null }),
      trailWrite(clock, by, { accountId, action: 'account.suspended', subject: accountId, after: { because } }),
      forgotten(store),
    ])
    return { ...before, ...set }
  }, queueOf(accountId))
}

/** The account takes payments again, and its waiting money is paid out. An open account stays unchanged. */
export async function reopenAccount({ store, clock }: StoreAndClock, accountId: string, by: Actor): Promise<Standing> {
  return decide(async () => {
    const before = await readStanding(store, accountId)
    const { suspended_at, suspended_because: because } = before
    if (suspended_at === null) return before
    const set = { suspended_at: null, suspended_because: '' }
    await store.commit([
      update('accounts', set, { id: accountId, suspended_at }),
      trailWrite(clock, by, { accountId, action: 'account.reopened', subject: accountId, before: { because } }),
      forgotten(store),
    ])
    return { ...before, ...set }
  }, queueOf(accountId))
}

/**
 * Sets the largest payment and the sales of a day of Mexico City, in centavos; null: any amount. Today's payments so far
 * count.
 */
export async function limitAccount(
  { store, clock }: StoreAndClock,
  { accountId, limits }: { accountId: string; limits: Limits },
  by: Actor,
): Promise<Standing> {
  return decide(async () => {
    const before = await readStanding(store, accountId)
    const { payment_limit_centavos, day_limit_centavos } = before
    const entry = { accountId, action: 'account.limited', subject: accountId } as const
    await store.commit([
      update('accounts', limits, { id: accountId, payment_limit_centavos, day_limit_centavos }),
      // While there is a limit, each payment counts itself.
      ...(limits.day_limit_centavos === null || day_limit_centavos !== null
        ? []
        : [countedWrite(store, accountId, mexicoCityDay(clock.now()))]),
      trailWrite(clock, by, { ...entry, before: limitsRecord(before), after: limitsRecord(limits) }),
      forgotten(store),
    ])
    return { ...before, ...limits }
  }, queueOf(accountId))
}

/** Counts the day from its totals, as they are when the batch is written. */
function countedWrite({ db }: Store, accountId: string, day: string): Write {
  const counted = db
    .selectFrom('daily_totals')
    .select((eb) => [
      eb.val(accountId).as('account_id'),
      eb.val(day).as('day'),
      sql<number>`coalesce(sum(total_centavos), 0)`.as('taken_centavos'),
    ])
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .where('status', 'in', takenStatuses)
  const query = db
    .insertInto('account_days')
    .columns(['account_id', 'day', 'taken_centavos'])
    .expression(counted)
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({
        day: eb.ref('excluded.day'),
        taken_centavos: eb.ref('excluded.taken_centavos'),
      })),
    )
  return run(query.compile(), 1)
}

function limitsRecord({ payment_limit_centavos: payment, day_limit_centavos: day }: Limits) {
  const amount = (centavos: number | null) => (centavos === null ? null : formatAmount(centavos))
  return { payment: amount(payment), day: amount(day) }
}
