// Writes the words of changed operations into the index, in the background and in small portions, so that no payment waits for it.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { FindingQueueRow } from '../store/tables.ts'
import { run, type Write } from '../store/write.ts'
import { foundColumns, wordsOfOperation, wordsOfText } from './words.ts'

/** Changes of one batch. */
const PORTION = 100
/** Of a row of the index there are four values; SQLite takes 32,766 in a statement, and a smaller statement is prepared sooner. */
const ROWS_A_STATEMENT = 200
/** One process at a time: two that write the same words wait for each other. */
const LEASE_MS = 10_000
/** A service that writes more batches a second is busy: then the index rests after each portion. */
const BUSY_BATCHES_A_SECOND = 200
const BUSY_REST_MS = 250

/** The task. While the service is busy it goes on at `PORTION` changes each `BUSY_REST_MS`, and catches up afterwards. */
export function findingTask({ store, clock }: { store: Store; clock: Clock }): Task {
  const { db } = store
  /** Accounts take turns: whoever is flooded does not hold up the others. */
  let after = ''
  let heldUntilMs = 0
  let restUntilMs = 0
  let looked = { atMs: clock.wallMs(), batches: store.load().batches, own: 0 }

  const next = prepared<FindingQueueRow>((hole) =>
    db
      .selectFrom('finding_queue')
      .select(columns.finding_queue)
      .where('account_id', '>', hole('after'))
      .orderBy('account_id')
      .orderBy('id')
      .limit(PORTION)
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
    const now = { atMs: clock.wallMs(), batches: store.load().batches, own: 0 }
    const seconds = Math.max(0.05, (now.atMs - looked.atMs) / 1_000)
    const others = now.batches - looked.batches - looked.own
    if (now.atMs - looked.atMs < 100) return false
    looked = now
    return others / seconds > BUSY_BATCHES_A_SECOND
  }

  return {
    name: 'finding',
    nextDueAt: async () => undefined,
    run: async () => {
      if (clock.wallMs() < restUntilMs) return 0
      let changed = await store.rows(next({ after }))
      if (changed.length === 0 && after !== '') changed = await store.rows(next({ after: '' }))
      if (changed.length === 0) {
        after = ''
        return 0
      }
      if (!(await hold())) return 0
      await store.commit(await writesOf(store, changed))
      looked.own += 1
      after = changed.length < PORTION ? '' : (changed.at(-1)?.account_id ?? '')
      if (isBusy()) {
        restUntilMs = clock.wallMs() + BUSY_REST_MS
        return 0
      }
      return changed.length
    },
  }
}

/** The words of the changes, and that these are done. Words that are there already stay. */
async function writesOf({ db }: Store, changed: FindingQueueRow[]): Promise<Write[]> {
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
  // In the order of the index: neighbours go to the same page, and two writers cannot wait for each other.
  const sorted = [...words.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  const writes: Write[] = []
  for (let at = 0; at < sorted.length; at += ROWS_A_STATEMENT) {
    const values = sorted.slice(at, at + ROWS_A_STATEMENT).map((row) => sql`(${sql.join(row)})`)
    writes.push(
      run(
        sql`insert into found_words (account_id, word, day, operation_id) values ${sql.join(values)}
          on conflict do nothing`.compile(db),
      ),
    )
  }
  for (const [accountId, ids] of byAccount(changed)) {
    const done = db.deleteFrom('finding_queue').where('account_id', '=', accountId).where('id', 'in', ids)
    writes.push(run(done.compile()))
  }
  return writes
}

function byAccount(changed: FindingQueueRow[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { account_id, id } of changed) ids.set(account_id, [...(ids.get(account_id) ?? []), id])
  return ids
}
