// Writes the words of changed operations into the index, in the background and in small portions, so that no payment waits for it.
import { type CompiledQuery, sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { columns } from '../store/columns.ts'
import { isOutage } from '../store/outage.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { FindingQueueRow } from '../store/tables.ts'
import { isUntroubled, troubled } from '../store/troubled.ts'
import { run, type Write } from '../store/write.ts'
import { foundColumns, wordsOfOperation, wordsOfText } from './words.ts'

/** Changes of one batch. */
const PORTION = 100
/** Places before all changes, and after all changes of an account: ids begin with a letter. */
const BEGINNING = { account_id: '', id: '' }
const END_OF_ACCOUNT = '~'
/** How long one process holds the lease: two processes that write the same words would wait for each other. */
const LEASE_MS = 10_000
/** A service that writes more batches a second than this is busy. */
const BUSY_BATCHES_A_SECOND = 200
/** While the service is busy, the task pauses after each portion this many times as long as the portion took. */
const BUSY_RESTS = 19
const LONGEST_REST_MS = 2_000

/** The task. While the service is busy the index takes a twentieth of the time, and catches up afterwards. */
export function findingTask({ store, clock }: { store: Store; clock: Clock }): Task {
  const { db } = store
  /** The last change of the last turn. Accounts take turns, so that one with many changes does not delay the others. */
  let after = BEGINNING
  /** Changes of the next batch: fewer after one that was refused, until the change that is at fault stands alone and is passed over. */
  let most = PORTION
  let heldUntilMs = 0
  let restUntilMs = 0
  let looked = { atMs: clock.wallMs(), batches: store.load().batches, own: 0, isBusy: false }

  const work = troubled({ store, clock }, 'finding_queue', ({ id, account_id: accountId }: FindingQueueRow) => ({
    id,
    accountId,
  }))
  const next = prepared<FindingQueueRow>((hole) =>
    db
      .selectFrom('finding_queue')
      .select(columns.finding_queue)
      .where((eb) => eb(eb.refTuple('account_id', 'id'), '>', eb.tuple(hole('account_id'), hole('id'))))
      .where(isUntroubled('finding_queue', sql.ref('finding_queue.id'), hole))
      .orderBy('account_id')
      .orderBy('id')
      .limit(hole('most'))
      .compile(),
  )

  const hold = async (): Promise<boolean> => {
    const now = clock.wallMs()
    if (now < heldUntilMs - LEASE_MS / 2) return true
    const until = now + LEASE_MS
    const taken = await store.returning(
      sql<{ id: number }>`update finding_lease set leased_until = ${until}
        where id = 1 and (leased_until <= ${now} or leased_until = ${heldUntilMs}) returning id`.compile(db),
    )
    if (taken.length > 0) heldUntilMs = until
    return taken.length > 0
  }

  const isBusy = (): boolean => {
    const atMs = clock.wallMs()
    const seconds = (atMs - looked.atMs) / 1_000
    // Over a shorter time the rate of a few batches would look high.
    if (seconds < 0.1) return looked.isBusy
    const { batches } = store.load()
    const others = batches - looked.batches - looked.own
    looked = { atMs, batches, own: 0, isBusy: others / seconds > BUSY_BATCHES_A_SECOND }
    return looked.isBusy
  }

  return {
    name: 'finding',
    wokenBy: ['finding_queue'],
    run: async () => {
      const begunMs = clock.wallMs()
      if (begunMs < restUntilMs) return 0
      let changed = await store.rows(next({ ...after, most, wallNow: begunMs }))
      if (changed.length === 0 && after !== BEGINNING)
        changed = await store.rows(next({ ...BEGINNING, most, wallNow: begunMs }))
      const last = changed.at(-1)
      if (last === undefined) {
        after = BEGINNING
        return 0
      }
      if (!(await hold())) return 0
      try {
        await store.commit(await writesOf(store, changed))
      } catch (error) {
        if (isOutage(error)) throw error
        most = Math.ceil(changed.length / 2)
        // The change that is at fault stands alone at last, and waits.
        if (changed.length === 1) await work.each([last], () => Promise.reject(error))
        return 1
      }
      looked.own += 1
      after = changed.length < most ? BEGINNING : { account_id: last.account_id, id: END_OF_ACCOUNT }
      most = PORTION
      if (isBusy()) {
        const now = clock.wallMs()
        restUntilMs = now + Math.min(LONGEST_REST_MS, (now - begunMs) * BUSY_RESTS)
        return 0
      }
      return changed.length
    },
  }
}

/** The writes that add the words of the changes and take the changes off the queue. Existing words stay. */
async function writesOf(store: Store, changed: FindingQueueRow[]): Promise<Write[]> {
  const { db } = store
  const rows = await db
    .selectFrom('operations')
    .select(['id', 'day', 'account_id', ...foundColumns])
    .where('id', 'in', [...new Set(changed.map(({ operation_id }) => operation_id))])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const words = new Map<string, [account: string, word: string, day: string, operation: string]>()
  for (const { operation_id, found_by } of changed) {
    const row = byId.get(operation_id)
    if (row === undefined) continue
    for (const word of [...wordsOfOperation(row), ...wordsOfText(found_by)])
      words.set(`${row.account_id} ${word} ${row.id}`, [row.account_id, word, row.day, row.id])
  }
  // In the order of the index, so that neighbours go to the same page and two writers cannot deadlock.
  const sorted = [...words.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  const writes: Write[] = sorted.length === 0 ? [] : [run(insertWords(store, sorted))]
  for (const [accountId, ids] of byAccount(changed)) {
    const done = db.deleteFrom('finding_queue').where('account_id', '=', accountId).where('id', 'in', ids)
    writes.push(run(done.compile()))
  }
  return writes
}

/** All rows in one parameter: a statement with a thousand of them takes longer to make than to run. */
function insertWords({ db, engine }: Store, rows: string[][]): CompiledQuery {
  const list = JSON.stringify(rows)
  const given =
    engine === 'sqlite'
      ? sql`json_each(${list}) as given where true`
      : sql`jsonb_array_elements(cast(${list} as text)::jsonb) as given (value)`
  return sql`insert into found_words (account_id, word, day, operation_id)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from ${given}
    on conflict do nothing`.compile(db)
}

function byAccount(changed: FindingQueueRow[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { account_id, id } of changed) ids.set(account_id, [...(ids.get(account_id) ?? []), id])
  return ids
}
