// Closes the books: hashes each hour's records into checkpoints, ten minutes after its end, so that no payment waits for it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from '../core/task.ts'
import { addDays, dayStartMs, HOUR_MS, instantOf, mexicoCityDay } from '../core/time.ts'
import { acrossStore } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { KEPT_LEASE_MS, type KeptLease, whileLeased } from '../store/queues/kept-lease.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { run, Unmet, update, type Write } from '../store/write.ts'
import { checkpointOfAccount, checkpointOfDay, continued, countOf, type Parts } from './book-checkpoints.ts'
import { type Firsts, firstsFrom, oldestMs, tablesUntil } from './book-firsts.ts'
import { recordsBetween, WHOLE_SERVICE } from './book-records.ts'
import { UNMATCHED_ACCOUNT } from './owner.ts'
import type { BookDayRow } from './tables.ts'

/**
 * The most time between a record's instant and its commit. A network call takes up to two minutes, the database up to two more, and the
 * clocks of processes differ by seconds. A record that is committed later is in no checkpoint, and the audit reports it.
 */
export const BEHIND_MS = 600_000
/** How soon a process that found the books being closed looks again. */
const RETRY_MS = 5_000
/** Accounts of one batch. */
const BATCH = 200
/** Older days cause no event: a service that stood still for a year hashes all its days at once, and would send an event for each. */
const NOTICE_WITHIN_MS = 48 * HOUR_MS

/** The event with an account's checkpoint. A day with only such events causes none, or each would cause another. */
export const HEAD_EVENT = 'books.head' as const

export interface CloseNeeds extends StoreAndClock {
  log: { info(fields: object, message: string): void }
  /** The write of the event with an account's checkpoint. */
  tell(accountId: string, data: Record<string, unknown>): Write[]
  /** The write of the e-mail to the operator with the checkpoint of all accounts; undefined: none is sent. */
  mail?: ((closed: { day: string; head: string; accounts: number }) => Write) | undefined
}

/** The task has no due rows. It reads the clock, so after a move of the clock the next run hashes the passed hours. */
export function closeBooksTask({ store, ...rest }: CloseNeeds): Task {
  const needs = { ...rest, store: acrossStore(store, 'books') }
  const { clock } = needs
  let dueMs = 0
  let retryWallMs = 0
  return {
    name: 'close the books',
    run: async () => {
      if (clock.epochMs() < dueMs || clock.wallMs() < retryWallMs) return 0
      const held = await lease(needs)
      if (held === undefined) {
        retryWallMs = clock.wallMs() + RETRY_MS
        return 0
      }
      const limitMs = Math.floor((clock.epochMs() - BEHIND_MS) / HOUR_MS) * HOUR_MS
      const close = (lease: KeptLease) => closeNext(needs, { ...held, lease }, limitMs)
      const progress = await whileLeased(needs, held.leasedUntil, renewal, close).catch((error: unknown) => {
        // The lease lapsed, and another process continued.
        if (error instanceof Unmet) return undefined
        throw error
      })
      if (progress === undefined) return 0
      dueMs = progress.done > 0 ? 0 : progress.untilMs + HOUR_MS + BEHIND_MS
      return progress.done + (await sendCheckpoints(needs, mexicoCityDay(progress.untilMs)))
    },
  }
}

interface Held {
  fromMs: number
  goalMs: number | undefined
  leasedUntil: number
}

async function lease({ store, clock }: CloseNeeds): Promise<Held | undefined> {
  const wallNow = clock.wallMs()
  const leasedUntil = wallNow + KEPT_LEASE_MS
  const taken = store.db
    .updateTable('book_progress')
    .set({ leased_until: leasedUntil })
    .where('id', '=', 1)
    .where('leased_until', '<=', wallNow)
    .returning(['until_at', 'goal_at'])
  const [row] = await store.returning(taken.compile())
  if (row === undefined) return undefined
  const goalMs = row.goal_at === null ? undefined : Date.parse(row.goal_at)
  return { fromMs: Date.parse(row.until_at), goalMs, leasedUntil }
}

const renewal = (from: number, to: number): Write =>
  update('book_progress', { leased_until: to }, { id: 1, leased_until: from })

/** Hashes up to the next hour, or to the end of the next day that has records. The goal is on disk first, so that a run after a crash makes the same checkpoints. */
async function closeNext(
  needs: CloseNeeds,
  { fromMs, goalMs, lease }: Omit<Held, 'leasedUntil'> & { lease: KeptLease },
  limitMs: number,
): Promise<{ untilMs: number; done: number }> {
  const { store } = needs
  const from = { id: 1, until_at: instantOf(fromMs) }
  const advance = (untilMs: number, more: Write[] = []) => {
    const set = { until_at: instantOf(untilMs), goal_at: null, leased_until: 0 }
    return lease.commit((leased_until) => [update('book_progress', set, { ...from, leased_until }), ...more])
  }
  let goal = goalMs
  let firsts: Firsts | undefined
  if (goal === undefined) {
    firsts = limitMs > fromMs ? await firstsFrom(store.db, fromMs) : undefined
    const first = firsts && oldestMs(firsts)
    if (first === undefined || first >= limitMs) {
      await advance(Math.max(fromMs, limitMs))
      return { untilMs: Math.max(fromMs, limitMs), done: 0 }
    }
    goal = Math.min(limitMs, dayStartMs(addDays(mexicoCityDay(first), 1)))
    const set = { goal_at: instantOf(goal) }
    await lease.commit((leased_until) => [update('book_progress', set, { ...from, leased_until })])
  }
  const day = mexicoCityDay(goal - 1)
  const isClosed = goal === dayStartMs(addDays(day, 1))
  const span = { fromMs: Math.max(fromMs, dayStartMs(day)), untilMs: goal }
  await writeAccounts(needs, { day, goal, days: await readSpan(needs, { day, firsts, ...span }) })
  const { head, write, accounts } = await dayWrite(store, day, goal)
  const isOld = goal < needs.clock.epochMs() - NOTICE_WITHIN_MS
  const letter = isClosed && !isOld && needs.mail ? [needs.mail({ day, head, accounts })] : []
  await advance(goal, [...write, ...letter])
  if (isClosed) needs.log.info({ day, head }, 'the books of a day are closed')
  return { untilMs: goal, done: 1 }
}

/** Owners in the ledger that are not accounts and get no events. */
const nobody: readonly string[] = [UNMATCHED_ACCOUNT, WHOLE_SERVICE]

/** The state of an account's day so far. */
interface Day {
  row: BookDayRow | undefined
  parts: Parts
  /** Whether there is a record other than events with checkpoints. */
  isNews: boolean
}

/** Continues the day of each account that has records in the span, as they are read. */
async function readSpan(
  { store }: CloseNeeds,
  { day, firsts, ...span }: { day: string; firsts: Firsts | undefined; fromMs: number; untilMs: number },
): Promise<Map<string, Day>> {
  const days = new Map<string, Day>()
  const until = instantOf(span.untilMs)
  let begunMs = performance.now()
  for (const table of tablesUntil(span.untilMs, firsts)) {
    for await (const records of recordsBetween(store.db, table, span)) {
      await readDays(store, days, day, new Set(records.map(({ accountId }) => accountId)))
      for (const { accountId, text } of records) {
        const one = days.get(accountId)
        // A checkpoint that reaches the goal was written before a crash: skip its records.
        if (one === undefined || (one.row !== undefined && one.row.until_at >= until)) continue
        one.parts[table] = continued(one.parts[table], text)
        one.isNews ||= !(table === 'events' && text.includes(`["type","${HEAD_EVENT}"]`))
      }
      // Half of the time is left to requests, also while many days are hashed at once.
      await pause(performance.now() - begunMs)
      begunMs = performance.now()
    }
  }
  return days
}

/** Reads the day's state of accounts that are not in `days` yet. */
async function readDays({ db }: Store, days: Map<string, Day>, day: string, accountIds: Set<string>): Promise<void> {
  const unknown = [...accountIds].filter((id) => !days.has(id))
  if (unknown.length === 0) return
  const rows = await db
    .selectFrom('book_days')
    .select(columns.book_days)
    .where('account_id', 'in', unknown)
    .where('day', '=', day)
    .execute()
  const rowOf = new Map(rows.map((row) => [row.account_id, row]))
  for (const id of unknown) {
    const row = rowOf.get(id)
    days.set(id, { row, parts: row === undefined ? {} : JSON.parse(row.parts), isNews: row?.announced === 0 })
  }
}

async function writeAccounts(
  { store, clock }: CloseNeeds,
  { day, goal, days }: { day: string; goal: number; days: Map<string, Day> },
): Promise<void> {
  const until_at = instantOf(goal)
  const isOld = dayStartMs(addDays(day, 1)) < clock.epochMs() - NOTICE_WITHIN_MS
  const changed = [...days].filter(([, { row }]) => row === undefined || row.until_at < until_at)
  for (let start = 0; start < changed.length; start += BATCH) {
    const some = changed.slice(start, start + BATCH)
    const before = await checkpointsBefore(
      store,
      some.map(([accountId]) => accountId),
      day,
    )
    const rows = some.map(
      ([accountId, { parts, isNews }]): BookDayRow => ({
        account_id: accountId,
        day,
        until_at,
        records: countOf(parts),
        parts: JSON.stringify(parts),
        head: checkpointOfAccount({ previous: before.get(accountId) ?? '', accountId, day, parts }),
        announced: isOld || nobody.includes(accountId) || !isNews ? 1 : 0,
      }),
    )
    await store.commit([upsert(store, rows)])
  }
}

/** The last checkpoint of each account before a day. */
async function checkpointsBefore({ db }: Store, accountIds: string[], day: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('book_days')
    .select(['account_id', 'head'])
    .where('account_id', 'in', accountIds)
    .where('day', '=', (eb) =>
      eb
        .selectFrom('book_days as earlier')
        .select((one) => one.fn.max('earlier.day').as('day'))
        .whereRef('earlier.account_id', '=', 'book_days.account_id')
        .where('earlier.day', '<', day),
    )
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.head]))
}

async function dayWrite(
  store: Store,
  day: string,
  goal: number,
): Promise<{ head: string; accounts: number; write: Write[] }> {
  const [rows, before] = await Promise.all([
    store.db
      .selectFrom('book_days')
      .select(['account_id', 'head'])
      .where('day', '=', day)
      .where('account_id', '<>', NO_ACCOUNT)
      .execute(),
    checkpointsBefore(store, [NO_ACCOUNT], day),
  ])
  const checkpoints = new Map(rows.map((row) => [row.account_id, row.head]))
  const head = checkpointOfDay({ previous: before.get(NO_ACCOUNT) ?? '', day, checkpoints })
  const [until_at, accounts] = [instantOf(goal), checkpoints.size]
  const all: BookDayRow = { account_id: NO_ACCOUNT, day, until_at, records: accounts, parts: '{}', head, announced: 1 }
  return { head, accounts, write: [upsert(store, [all])] }
}

function upsert({ db }: Store, rows: BookDayRow[]): Write {
  const query = db
    .insertInto('book_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet((eb) => ({
          until_at: eb.ref('excluded.until_at'),
          records: eb.ref('excluded.records'),
          parts: eb.ref('excluded.parts'),
          head: eb.ref('excluded.head'),
          announced: eb.ref('excluded.announced'),
        }))
        .whereRef('book_days.until_at', '<', 'excluded.until_at'),
    )
  return run(query.compile())
}

/**
 * Sends accounts the checkpoints of their closed days, those before `openDay`. For several days at once, after an upgrade or a
 * move of the sandbox's clock, an account gets only the last checkpoint, which covers the earlier ones; `since` is then the first
 * of these days.
 */
async function sendCheckpoints({ store, tell }: CloseNeeds, openDay: string): Promise<number> {
  const rows = await store.db
    .selectFrom('book_days')
    .select(columns.book_days)
    .where('announced', '=', 0)
    .where('day', '<', openDay)
    .orderBy('account_id')
    .orderBy('day')
    .limit(BATCH)
    .execute()
  if (rows.length === 0) return 0
  const marks = rows.map((row) =>
    update('book_days', { announced: 1 }, { account_id: row.account_id, day: row.day, announced: 0 }),
  )
  const events = [...Map.groupBy(rows, (row) => row.account_id)].flatMap(([accountId, days]) => {
    const { day, head, records, parts } = days.at(-1) as BookDayRow
    const since = days.length > 1 ? { since: days[0]?.day } : {}
    return tell(accountId, { day, head, records, tables: JSON.parse(parts), ...since })
  })
  const writes = [...marks, ...events]
  // The condition fails when another process is sending the same checkpoints.
  return (await conditionHeld(store.commit(writes))) ? rows.length : 0
}
