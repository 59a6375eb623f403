// Writes the words of changed operations into the index, in the background and in small portions, so that no payment waits for it.
import { type CompiledQuery, sql } from 'kysely'
import { accountNumber } from '../core/account-number.ts'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { touchedWrite } from '../events/append.ts'
import { anyConflict, conditionHeld } from '../store/decide.ts'
import { type LogEvent, type LogPortion, logReader, passedWrite } from '../store/log.ts'
import { isOutage } from '../store/outage.ts'
import type { Store } from '../store/store.ts'
import { dueAgain, notePassed, type WorkRow } from '../store/troubled.ts'
import { run, type Write } from '../store/write.ts'
import { type FurtherWords, furtherWords } from './texts.ts'
import { foundColumns, wordsOfOperation } from './words.ts'

/** Events of one batch. */
const BATCH_SIZE = 100
/** A service that writes more batches a second than this is busy. */
const BUSY_BATCHES_A_SECOND = 200
/** While the service is busy, the task pauses after each portion this many times as long as the portion took. */
const BUSY_RESTS = 19
const LONGEST_REST_MS = 2_000
/** How often it looks for operations whose words could not be written. */
const RETRY_MS = 10_000

/** The task. While the service is busy the index takes a twentieth of the time, and catches up afterwards. */
export function findingTask({ store, clock }: { store: Store; clock: Clock }): Task {
  const log = logReader(store, 'search')
  const further = furtherWords(store)
  /** Events of the next batch: fewer after one that was refused, until the event that is at fault stands alone and is set aside. */
  let most = BATCH_SIZE
  let restUntilMs = 0
  let retryAtMs = 0
  let looked = { atMs: clock.wallMs(), batches: store.load().batches, own: 0, isBusy: false }

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
    wokenBy: ['events'],
    looksWhen: log.due,
    looksEveryMs: 3 * RETRY_MS,
    run: async () => {
      const begunMs = clock.wallMs()
      if (begunMs < restUntilMs) return 0
      if (begunMs >= retryAtMs) {
        retryAtMs = begunMs + RETRY_MS
        for (const { row, taken } of await dueAgain({ store, clock }, 'search')) {
          const touched = touchedWrite(clock, { id: row.row_id, account_id: row.account_id ?? '' })
          await conditionHeld(store.commit([taken, touched]))
        }
      }
      const portion = await log.next(most)
      if (portion === undefined) return 0
      try {
        // Otherwise another process has written the same words.
        await conditionHeld(store.commit(await writesOf(store, further, portion)), anyConflict)
      } catch (error) {
        if (isOutage(error)) throw error
        most = Math.ceil(portion.events.length / 2)
        const [first] = portion.events
        if (portion.events.length > 1) return 1
        if (first?.operation_id) await notePassed({ store, clock }, 'search', wordsOf(first), error)
        await conditionHeld(store.commit([passedWrite(portion)]))
        return 1
      }
      looked.own += 1
      most = BATCH_SIZE
      if (isBusy()) {
        const now = clock.wallMs()
        restUntilMs = now + Math.min(LONGEST_REST_MS, (now - begunMs) * BUSY_RESTS)
        return 0
      }
      return portion.events.length
    },
  }
}

/** The work of an event: to write the words of its operation. */
function wordsOf({ operation_id, account_id }: LogEvent): WorkRow {
  return { id: operation_id ?? '', accountId: account_id }
}

/** The writes that add the words of the operations that a portion is about, and move the cursor. Existing words stay. */
async function writesOf(store: Store, further: FurtherWords, portion: LogPortion): Promise<Write[]> {
  const ids = [...new Set(portion.events.flatMap(({ operation_id }) => operation_id ?? []))]
  if (ids.length === 0) return [passedWrite(portion)]
  const [rows, more] = await Promise.all([
    store.db
      .selectFrom('operations')
      .select(['id', 'day', 'account_id', ...foundColumns])
      .where('id', 'in', ids)
      .execute(),
    further(ids),
  ])
  const words = new Map<string, [account: number, word: string, day: string, operation: string]>()
  for (const row of rows) {
    const account = accountNumber(row.account_id)
    for (const word of [...wordsOfOperation(row), ...(more.get(row.id) ?? [])])
      words.set(`${account} ${word} ${row.id}`, [account, word, row.day, row.id])
  }
  // In the order of the index, so that neighbours go to the same page and two writers cannot deadlock.
  const sorted = [...words.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  return [...(sorted.length === 0 ? [] : [run(insertWords(store, sorted))]), passedWrite(portion)]
}

/**
 * All rows in one parameter: a statement with a thousand of them takes longer to make than to run. Rows that are there are left out by a look
 * for each, not `on conflict`, with which PostgreSQL writes a record more for each row. The offset keeps it from reading the whole table.
 */
function insertWords({ db, engine }: Store, rows: (string | number)[][]): CompiledQuery {
  const list = JSON.stringify(rows)
  const given =
    engine === 'sqlite'
      ? sql`select value ->> 0 as account, value ->> 1 as word, value ->> 2 as day, value ->> 3 as operation from json_each(${list})`
      : sql`select cast(value ->> 0 as bigint) as account, value ->> 1 as word, value ->> 2 as day, cast(value ->> 3 as uuid) as operation
          from jsonb_array_elements(cast(${list} as text)::jsonb) as list (value)`
  return sql`insert into found_words (account, word, day, operation_id)
    select account, word, day, operation from (${given}) as given
    where not exists (select 1 from found_words as there where there.account = given.account and there.word = given.word
      and there.day = given.day and there.operation_id = given.operation limit 1 offset 0)`.compile(db)
}
