// Adds to a list that has at most so many members at a time, also when many requests add at the same moment.
import { type SelectQueryBuilder, sql } from 'kysely'
import { busy } from './decide.ts'
import type { Store } from './store.ts'
import type { ListAdditionRow, Tables } from './tables.ts'
import { run, Unmet, type Write } from './write.ts'

/** A list of an account, or of one of its customers. */
export interface LimitedList {
  accountId: string
  /** The account or customer that has the list. */
  ownerId: string
  list: ListAdditionRow['list']
  /** The most members at a time. */
  most: number
}

/** A query that counts the members of now, as `members`. */
// biome-ignore lint/suspicious/noExplicitAny: of any table.
export type MemberCount = SelectQueryBuilder<Tables, any, { members: number | string | bigint }>

/** Each try after the first means that others added meanwhile. */
const TRIES = 20

/**
 * Calls `add` with the write of a place in the list, which belongs into the batch that adds the member. Throws `full()` when the list has
 * `most` members. `add` is called again after `Unmet` when others added meanwhile; any other error is thrown.
 *
 * How it holds: a row counts all members that were ever added, and its number is read together with the members of now. With
 * room for n more, the write requires that fewer than n have been added since. Members may leave the list in any way, also
 * because time passes: they need not be counted.
 */
export async function addWithin<R>(
  store: Store,
  list: LimitedList,
  members: MemberCount,
  { full, add }: { full(): Error; add(place: Write): Promise<R> },
): Promise<R> {
  let lost: { added: number; error: Unmet } | undefined
  for (let attempt = 1; ; attempt += 1) {
    const { added, room } = await read(store, list, members)
    if (room <= 0) throw full()
    // Nobody added: another condition of the batch does not hold.
    if (lost?.added === added) throw lost.error
    if (lost !== undefined && attempt > TRIES) throw busy(lost.error)
    try {
      return await add(placeWrite(store, list, added + room))
    } catch (error) {
      if (!(error instanceof Unmet)) throw error
      lost = { added, error }
    }
  }
}

/** One statement, so that both numbers are of the same instant. */
async function read({ db }: Store, { accountId, ownerId, list, most }: LimitedList, members: MemberCount) {
  const row = await db
    .selectNoFrom((eb) => [
      members.as('members'),
      eb
        .selectFrom('list_additions')
        .select('added')
        .where('account_id', '=', accountId)
        .where('owner_id', '=', ownerId)
        .where('list', '=', list)
        .as('added'),
    ])
    .executeTakeFirstOrThrow()
  return { added: Number(row.added ?? 0), room: most - Number(row.members) }
}

function placeWrite({ db }: Store, { accountId, ownerId, list }: LimitedList, below: number): Write {
  const query = db
    .insertInto('list_additions')
    .values({ account_id: accountId, owner_id: ownerId, list, added: 1 })
    .onConflict((earlier) =>
      earlier
        .columns(['account_id', 'owner_id', 'list'])
        .doUpdateSet({ added: sql<number>`list_additions.added + 1` })
        .where('list_additions.added', '<', below),
    )
  return run(query.compile(), 1)
}
