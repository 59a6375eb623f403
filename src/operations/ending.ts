// Vouchers that wait to be paid, those that end first: read by the index of due work, in which those that fall due at one instant lie
// together by account.
import { sql } from 'kysely'
import { voucherRails } from '../core/rail.ts'
import { DAY_MS, instantPlus } from '../core/time.ts'
import { across } from '../store/across.ts'
import type { Store } from '../store/store.ts'
import { isOfRails } from './due.ts'
import type { OperationRow } from './tables.ts'

/** Instants that are looked at with one statement. */
const AT_ONCE = 20
/** Vouchers fall due at the ends of days, each rail with its grace: more instants than a year has. */
const MAX_INSTANTS = 1_000
/** The longest grace of a voucher behind its end. */
const MAX_GRACE_MS = 7 * DAY_MS

const names = ['id', 'rail', 'chain', 'total_centavos', 'description', 'reference_number', 'expires_at'] as const
const NAMES = sql.join(names.map((name) => sql.ref(name)))

type Ending = Pick<OperationRow, (typeof names)[number]>

interface EndingWanted {
  accountId: string
  /** Those that end after this instant. */
  after: string
  /** The last instant at which they end; undefined: any. */
  until: string | undefined
  limit: number
}

/** The first to end comes first. */
export async function endingVouchers(store: Store, wanted: EndingWanted): Promise<Ending[]> {
  const { limit } = wanted
  const instants = await dueInstants(store, wanted)
  let found: Ending[] = []
  for (let at = 0; at < instants.length; at += AT_ONCE) {
    found.push(...(await dueAtEach(store, instants.slice(at, at + AT_ONCE), wanted)))
    found = found.sort((one, other) => msOf(one) - msOf(other)).slice(0, limit)
    // What falls due later ends later, but for the difference of the graces.
    const [next, last] = [instants[at + AT_ONCE], found[limit - 1]]
    if (next === undefined || (last !== undefined && Date.parse(next) - MAX_GRACE_MS > msOf(last))) break
  }
  return found
}

const msOf = ({ expires_at: at }: Ending) => Date.parse(at ?? '')

/** Of each instant the first to end. */
async function dueAtEach(
  { db }: Store,
  instants: readonly string[],
  { accountId, after, until, limit }: EndingWanted,
): Promise<Ending[]> {
  const each = instants.map(
    (instant) => sql`select ${NAMES} from (select ${NAMES}
      from "operations" where due_at = ${instant} and account_id = ${accountId} and ${isOfRails(voucherRails)}
        and status = 'pending' and expires_at > ${after} and ${until === undefined ? sql`1 = 1` : sql`expires_at <= ${until}`}
      order by expires_at limit ${limit}) as ending`,
  )
  return (await sql<Ending>`${sql.join(each, sql` union all `)}`.execute(db)).rows
}

/** The instants behind one at which vouchers of any account fall due, each found by a jump in the index; on a cluster those of the account alone. */
async function dueInstants(store: Store, { accountId, after, until }: EndingWanted): Promise<string[]> {
  const { db } = store
  const last = until === undefined ? undefined : instantPlus(until, MAX_GRACE_MS)
  const isDue = sql`due_at is not null and ${isOfRails(voucherRails)}`
  const jumped = sql<{ due_at: string | null }>`with recursive instants (due_at) as (
      select (select min(due_at) from operations where ${isDue} and due_at > ${after})
      union all
      select (select min(operations.due_at) from operations where ${isDue} and operations.due_at > instants.due_at)
      from instants where ${last === undefined ? sql`instants.due_at is not null` : sql`instants.due_at <= ${last}`})
    select due_at from instants where due_at is not null limit ${sql.lit(MAX_INSTANTS)} ${across('due')}`
  // No statement jumps on a cluster. The machine of the account reads its part of the index, and no other machine is waited for.
  const read = sql<{ due_at: string | null }>`select distinct due_at from operations
    where ${isDue} and due_at > ${after} and account_id = ${accountId} order by due_at limit ${sql.lit(MAX_INSTANTS)}`
  const { rows } = await (store.isDistributed() ? read : jumped).execute(db)
  return rows.flatMap(({ due_at: at }) => (at === null || (last !== undefined && at > last) ? [] : [at]))
}
