// Limits the money that one person at the console gives back without a second person: of one payment, and in one day. Only accounts with
// the rule of second persons have this limit. The batch that gives the money back checks the day by a conditional write; the audit
// recounts the day from the trail.
import { sql } from 'kysely'
import { formatAmount } from '../core/money.ts'
import { mexicoCityDay } from '../core/time.ts'
import { Failure } from '../failures.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'
import { type Actor, trailWrite } from './trail/record.ts'

/** Money that goes back, in centavos. */
interface GivenBack {
  accountId: string
  /** The person who acts alone. Undefined: a program, or another person approves it. */
  alone: Actor | undefined
  amountCentavos: number
  /** What went back earlier of the same payment. */
  beforeCentavos?: number
}

/**
 * Returns the writes for the batch that gives the money back; none without the rule. Fails with `second-person-needed` and
 * `second-person-of-day`. The batch throws `Unmet` when the person gave back more meanwhile, or the rule has changed: call
 * it again.
 */
export async function singleControlWrites(
  { store, clock }: StoreAndClock,
  { accountId, alone, amountCentavos, beforeCentavos = 0 }: GivenBack,
): Promise<Write[]> {
  if (alone === undefined) return []
  const today = mexicoCityDay(clock.now())
  const { most, givenBack, day } = await readDay(store, { accountId, personId: alone.actor, day: today })
  if (most === null) return []
  if (beforeCentavos + amountCentavos > most) throw new Failure('second-person-needed')
  if (givenBack + amountCentavos > most) {
    const values = { given: formatAmount(givenBack), limit: formatAmount(most) }
    throw new Failure('second-person-of-day', { values })
  }
  const record = { day, amount: formatAmount(amountCentavos) } satisfies GaveBack
  return [
    takeWrite(store, { accountId, personId: alone.actor, amountCentavos, day }, most),
    trailWrite(clock, alone, { accountId, action: 'person.gave_back', subject: alone.actor, after: record }),
  ]
}

/** What the trail says of money that a person gave back alone; the audit adds these up. */
export interface GaveBack {
  /** The day that it counts for. */
  day: string
  amount: string
}

/**
 * What a person has given back alone on a day, and the limit, in centavos; null: the account does not have the rule. The answered day is
 * later than the one asked for when another process has already begun the next day.
 */
export async function readDay(
  { db }: Store,
  { accountId, personId, day }: { accountId: string; personId: string; day: string },
): Promise<{ most: number | null; givenBack: number; day: string }> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('person_days', (join) =>
      join.onRef('person_days.account_id', '=', 'accounts.id').on('person_days.user_id', '=', personId),
    )
    .select(['accounts.second_person_centavos as most', 'person_days.day', 'person_days.given_centavos as givenBack'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  const most = row?.most ?? null
  if (row?.day == null || row.day < day) return { most, givenBack: 0, day }
  // The clock of another process may be ahead of ours.
  return { most, givenBack: row.givenBack ?? 0, day: row.day }
}

/**
 * Adds the amount to the person's row of the day. The write holds only while the sum stays within the limit, no later day has begun and
 * the rule is unchanged; so concurrent requests together stay within the limit.
 */
function takeWrite(
  { db }: Store,
  {
    accountId,
    personId,
    amountCentavos,
    day,
  }: { accountId: string; personId: string; amountCentavos: number; day: string },
  maxCentavos: number,
): Write {
  const isNew = sql<boolean>`person_days.day < excluded.day`
  const query = db
    .insertInto('person_days')
    .columns(['account_id', 'user_id', 'day', 'given_centavos', 'unrecorded_centavos'])
    .expression((from) =>
      from
        .selectFrom('accounts')
        .select([
          'accounts.id',
          sql<string>`cast(${personId} as text)`.as('user_id'),
          sql<string>`cast(${day} as text)`.as('day'),
          sql<number>`cast(${amountCentavos} as bigint)`.as('given_centavos'),
          sql<number>`cast(0 as bigint)`.as('unrecorded_centavos'),
        ])
        .where('accounts.id', '=', accountId)
        .where('accounts.second_person_centavos', '=', maxCentavos),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet({
          day: sql<string>`excluded.day`,
          given_centavos: sql<number>`case when ${isNew} then excluded.given_centavos
            else person_days.given_centavos + excluded.given_centavos end`,
          unrecorded_centavos: sql<number>`case when ${isNew} then 0 else person_days.unrecorded_centavos end`,
        })
        .where(
          sql<boolean>`(${isNew} or (person_days.day = excluded.day
            and person_days.given_centavos + excluded.given_centavos <= cast(${maxCentavos} as bigint)))`,
        ),
    )
  return run(query.compile(), 1)
}
