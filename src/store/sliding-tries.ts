// The rule of `core/sliding-tries.ts` as SQL, for a column of any table: an upsert with it lets no try in too many, however many come at once.
import { type RawBuilder, sql } from 'kysely'
import { INSTANT_LENGTH, type SlidingLimit } from '../core/sliding-tries.ts'
import { type Instant, instantPlus } from '../core/time.ts'
import type { Store } from './store.ts'

/** The column `tries` of a table, by name: `sign_in_tries.tries`. */
type Column = `${string}.tries`

/** Whether another try is let in now. */
export function letsIn(column: Column, { most, ms }: SlidingLimit, now: Instant): RawBuilder<boolean> {
  const [tries, all] = [sql.ref(column), whole(most)]
  // The try that must be old enough: the oldest of the newest `most`.
  const oldest = sql`substr(${tries}, length(${tries}) - ${all} + 1, ${INSTANT})`
  return sql<boolean>`(length(${tries}) < ${all} or ${oldest} <= ${instantPlus(now, -ms)})`
}

/** The tries with one more, of which the newest `kept` are kept. */
export function withTry(column: Column, at: Instant, kept: number): RawBuilder<string> {
  const tries = sql.ref(column)
  const newest = sql`substr(${tries}, length(${tries}) - ${whole(kept - 1)} + 1)`
  return sql<string>`case when length(${tries}) < ${whole(kept)} then ${tries} else ${newest} end || ${at}`
}

/** The tries without the one of `at`. */
export function withoutOne({ engine }: Pick<Store, 'engine'>, column: Column, at: Instant): RawBuilder<string> {
  const tries = sql.ref(column)
  const from = engine === 'postgres' ? sql`strpos(${tries}, ${at})` : sql`instr(${tries}, ${at})`
  const others = sql`substr(${tries}, 1, ${from} - 1) || substr(${tries}, ${from} + ${INSTANT})`
  return sql<string>`case when ${from} = 0 then ${tries} else ${others} end`
}

const INSTANT = sql.lit(INSTANT_LENGTH)

function whole(count: number): RawBuilder<number> {
  return sql.lit(count * INSTANT_LENGTH)
}
