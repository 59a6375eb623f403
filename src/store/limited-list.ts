// Adds to a list of limited length, also when many requests add at the same moment or one empties the list.
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { busy } from './decide.ts'
import { inTurn } from './row-queue.ts'
import type { Store } from './store.ts'
import type { ListAdditionRow } from './tables.ts'
import { run, Unmet, type Write } from './write.ts'

/** A list of an account, or of one of its customers. */
interface LimitedList {
  accountId: string
  /** The account or customer that has the list. */
  ownerId: string
  list: ListAdditionRow['list']
  /** The most members at a time. */
  most: number
  /** Of additions at the same moment each is tried again after the one before it, so that `add` can look for a member that is there already. */
  oneByOne?: true
}

/** A query that counts the present members, as `members`. */
// biome-ignore lint/suspicious/noExplicitAny: of any table.
export type MemberCount = SelectQueryBuilder<Tables, any, { members: number | string | bigint }>

/** More members than any list may have. */
const ANY_MOST = 1_000_000
/** How long an addition is tried again while other processes add: each further try means that another addition came first. */
const PATIENCE_MS = 10_000

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
  adding: Adding<R>,
): Promise<R> {
  return inTurn(`list ${list.list} ${list.accountId} ${list.ownerId}`, () => addNow(store, list, members, adding))
}

interface Adding<R> {
  full(): Error | Promise<Error>
  add(place: Write): Promise<R>
}

async function addNow<R>(store: Store, list: LimitedList, members: MemberCount, { full, add }: Adding<R>): Promise<R> {
  const untilMs = performance.now() + PATIENCE_MS
  let lost: { added: number; error: Unmet } | undefined
  for (;;) {
    const { added, room } = await read(store, list, members)
    if (room <= 0) throw await full()
    // Nobody added: another condition of the batch does not hold.
    if (lost?.added === added) throw lost.error
    if (lost !== undefined && performance.now() > untilMs) throw busy(lost.error)
    try {
      const most = list.oneByOne ? 1 : room
      return await add(additionWrite(store, list, 1, sql`list_additions.added < ${added + most}`))
    } catch (error) {
      if (!(error instanceof Unmet)) throw error
      lost = { added, error }
    }
  }
}

/**
 * The write of a batch that takes all members off a list for good, with a change that `add` looks at. No addition of the same moment stays on
 * the list: the batch is `Unmet` after one, and one is `Unmet` after the batch, because it counts as more additions than any list has room for.
 */
export async function emptying(store: Store, list: Omit<LimitedList, 'most' | 'oneByOne'>): Promise<Write> {
  const row = await additionsTo(store.db, list).executeTakeFirst()
  return additionWrite(store, list, ANY_MOST, sql`list_additions.added = ${row?.added ?? 0}`)
}

/** One statement, so that both numbers are of the same instant. */
async function read({ db }: Store, list: LimitedList, members: MemberCount) {
  const row = await db
    .selectNoFrom([members.as('members'), additionsTo(db, list).as('added')])
    .executeTakeFirstOrThrow()
  return { added: Number(row.added ?? 0), room: list.most - Number(row.members) }
}

function additionsTo(db: Store['db'], { accountId, ownerId, list }: Omit<LimitedList, 'most'>) {
  return db
    .selectFrom('list_additions')
    .select('added')
    .where('account_id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .where('list', '=', list)
}

/** Counts additions, on the condition that the row, when there is one, is as it was read. */
function additionWrite(
  { db }: Store,
  { accountId, ownerId, list }: Omit<LimitedList, 'most'>,
  count: number,
  condition: RawBuilder<SqlBool>,
): Write {
  const query = db
    .insertInto('list_additions')
    .values({ account_id: accountId, owner_id: ownerId, list, added: count })
    .onConflict((earlier) =>
      earlier
        .columns(['account_id', 'owner_id', 'list'])
        .doUpdateSet({ added: sql<number>`list_additions.added + ${sql.lit(count)}` })
        .where(condition),
    )
  return run(query.compile(), 1)
}
