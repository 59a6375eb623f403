// Limits what a person at the console gives back alone, of a payment and in a day, in an account with the rule of second
// persons.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityDay } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'

/** Money that goes back, in centavos. */
export interface GivenBack {
  accountId: string
  /** The person who acts alone. Undefined: a program, or another person approves it. */
  alone: string | undefined
  amountCentavos: number
  /** What went back earlier of the same payment. */
  beforeCentavos?: number
}

/**
 * Returns the writes for the batch that gives the money back; none without the rule. Fails with `second-person-needed` and
 * `second-person-of-day`. The batch throws `Unmet` when the person gave back more meanwhile, or the rule has changed: call
 * it again.
 */
export async function givenAlone(
  { store, clock }: { store: Store; clock: Clock },
  { accountId, alone, amountCentavos, beforeCentavos = 0 }: GivenBack,
): Promise<Write[]> {
  if (alone === undefined) return []
  const taken = { accountId, personId: alone, amountCentavos, day: mexicoCityDay(clock.now()) }
  const { most, given } = await readDay(store, taken)
  if (most === null) return []
  if (beforeCentavos + amountCentavos > most) throw new Failure('second-person-needed')
  if (given + amountCentavos > most) {
    const values = { given: formatAmount(given), limit: formatAmount(most) }
    throw new Failure('second-person-of-day', { values })
  }
  return [takeWrite(store, taken, most)]
}

/** What a person has given back alone today, and the limit, in centavos; null: the account does not have the rule. */
export async function readDay(
  { db }: Store,
  { accountId, personId, day }: { accountId: string; personId: string; day: string },
): Promise<{ most: number | null; given: number }> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('person_days', (join) =>
      join.onRef('person_days.account_id', '=', 'accounts.id').on('person_days.user_id', '=', personId),
    )
    .select(['accounts.second_person_centavos as most', 'person_days.day', 'person_days.given_centavos as given'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  // Another process with a clock ahead of ours may have begun the next day.
  const isOfBefore = row?.day == null || row.day < day
  return { most: row?.most ?? null, given: isOfBefore ? 0 : (row?.given ?? 0) }
}

/**
 * One row for the person, written under the condition that the day's limit is not passed and the rule has not changed, so
 * that concurrent requests together stay within the limit.
 */
function takeWrite(
  { db }: Store,
  {
    accountId,
    personId,
    amountCentavos,
    day,
  }: { accountId: string; personId: string; amountCentavos: number; day: string },
  mostCentavos: number,
): Write {
  const isNew = sql<boolean>`person_days.day < excluded.day`
  const query = db
    .insertInto('person_days')
    .columns(['account_id', 'user_id', 'day', 'given_centavos'])
    .expression((from) =>
      from
        .selectFrom('accounts')
        .select([
          'accounts.id',
          sql<string>`cast(${personId} as text)`.as('user_id'),
          sql<string>`cast(${day} as text)`.as('day'),
          sql<number>`cast(${amountCentavos} as bigint)`.as('given_centavos'),
        ])
        .where('accounts.id', '=', accountId)
        .where('accounts.second_person_centavos', '=', mostCentavos),
    )
    .onConflict((there) =>
      there
        .columns(['account_id', 'user_id'])
        .doUpdateSet({
          day: sql<string>`case when ${isNew} then excluded.day else person_days.day end`,
          given_centavos: sql<number>`case when ${isNew} then excluded.given_centavos
            else person_days.given_centavos + excluded.given_centavos end`,
        })
        .where(
          sql<boolean>`(${isNew} or person_days.given_centavos + excluded.given_centavos <= cast(${mostCentavos} as bigint))`,
        ),
    )
  return run(query.compile(), 1)
}
