// Writes the words of changed operations into the index, in the background and in small portions, so that no payment waits for it.
import type { Task } from '../../core/task.ts'
import { touchedWrite } from '../../events/append.ts'
import { anyConflict, conditionHeld } from '../../store/decide.ts'
import { type LogEvent, type LogPortion, logReader, passedWrite } from '../../store/log/read-committed.ts'
import { isUnavailable } from '../../store/outage.ts'
import { dueAgain, notePassed, type WorkRow } from '../../store/queues/set-aside.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { Write } from '../../store/write.ts'
import { mergerOf } from './merging.ts'
import { indexWord, pagesOf, postingsOfPlaces } from './pages.ts'
import { placeNumber } from './places.ts'
import { newSegment, pagesWrite } from './segments.ts'
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
export function findingTask({ store, clock }: StoreAndClock): Task {
  const log = logReader(store, 'search')
  const further = furtherWords(store)
  const merger = mergerOf({ store, clock })
  /** How many events the next batch takes. Halved when a batch fails, until the faulty event is alone and is set aside. */
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
      if (portion === undefined) return (await merger.step()) ? 1 : 0
      try {
        const { writes, accounts } = await writesOf({ store, clock }, further, portion)
        // Otherwise another process has written the same words.
        if (await conditionHeld(store.commit(writes), anyConflict)) merger.note(accounts)
      } catch (error) {
        if (isUnavailable(error)) throw error
        most = Math.ceil(portion.events.length / 2)
        const [first] = portion.events
        if (portion.events.length > 1) return 1
        if (first?.operation_id) await notePassed({ store, clock }, 'search', wordsOf(first), error)
        await conditionHeld(store.commit([passedWrite(portion)]))
        return 1
      }
      most = BATCH_SIZE
      looked.own += (await merger.step()) ? 2 : 1
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

/** The writes that move the cursor and add the words of the changed operations: one segment for each account. */
async function writesOf(
  { store, clock }: StoreAndClock,
  further: FurtherWords,
  portion: LogPortion,
): Promise<{ writes: Write[]; accounts: Iterable<string> }> {
  // A record of the audit trail says nothing by which an operation is found.
  const events = portion.events.filter(({ actor_kind }) => actor_kind === null)
  const accountOf = new Map(events.map((event) => [event.operation_id ?? '', event.account_id]))
  accountOf.delete('')
  const ids = [...accountOf.keys()]
  if (ids.length === 0) return { writes: [passedWrite(portion)], accounts: [] }
  const [rows, more] = await Promise.all([
    store.db
      .selectFrom('operations')
      .select(['id', 'day', 'account_id', ...foundColumns])
      .where('account_id', 'in', [...new Set(accountOf.values())])
      .where('id', 'in', ids)
      .execute(),
    further([...accountOf].map(([id, account_id]) => ({ id, account_id }))),
  ])
  const accounts = new Map<string, Map<string, number[]>>()
  for (const row of rows) {
    const words = accounts.get(row.account_id) ?? new Map<string, number[]>()
    accounts.set(row.account_id, words)
    const place = placeNumber(row)
    for (const text of [...wordsOfOperation(row), ...(more.get(row.id) ?? [])]) {
      const word = indexWord(text)
      const places = words.get(word)
      if (places === undefined) words.set(word, [place])
      else places.push(place)
    }
  }
  const pages = [...accounts].flatMap(([accountId, words]) => {
    const segment = newSegment(0, clock.wallMs())
    return pagesOf(postingsOfPlaces(words)).map((page) => ({ accountId, segment, page }))
  })
  return {
    writes: [...(pages.length === 0 ? [] : [pagesWrite(store, pages)]), passedWrite(portion)],
    accounts: accounts.keys(),
  }
}
