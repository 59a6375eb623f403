// Rows of background work whose step throws: each waits longer after each try, and is set aside after the last, while the rows behind it are
// worked. An outage is no fault of a row.
import { type RawBuilder, sql } from 'kysely'
import { backoffMs } from '../../core/backoff.ts'
import { maskCardData } from '../../core/cards/mask.ts'
import { newId } from '../../core/ids.ts'
import type { Collector } from '../../core/task.ts'
import { HOUR_MS, instantOf } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { columns } from '../columns.ts'
import { isUnavailable } from '../outage.ts'
import { rowOf } from '../rows.ts'
import { OtherSchema } from '../schema/changed-meanwhile.ts'
import type { Store, StoreAndClock } from '../store.ts'
import type { TroubledRow } from '../tables.ts'
import { insert, run, Unmet, update, type Write } from '../write.ts'

/** Tries before a row is set aside: the waits between them add up to about twenty minutes. */
const TRIES = 8
const FIRST_WAIT_MS = 10_000
/** After this long without a failure, the next one counts as the first. */
const FORGOTTEN_MS = 3 * HOUR_MS
/** Until when a row is set aside: until a person lets it be tried again. */
const FOR_EVER_MS = Number.MAX_SAFE_INTEGER
const MAX_TEXT = 500

/** What identifies a row of work: its key and its account. */
export interface WorkRow {
  id: string
  accountId?: string | null | undefined
  /** Gives the lease of the row back, in the batch that notes the trouble. */
  free?: Write[]
}

export interface Troubled<Row> {
  /**
   * Does the work of each row, by default of all at once, and answers their number. A row whose work throws is noted and waits. Throws what
   * the database's outage threw, after the work of all rows has ended.
   */
  each(rows: readonly Row[], work: (row: Row) => unknown, options?: { oneByOne?: boolean }): Promise<number>
}

/** The condition that a row may be worked now: it has no trouble whose wait still runs. `rowId` is the qualified column of the key. */
export function isUntroubled(
  source: string,
  rowId: RawBuilder<unknown>,
  hole: (name: 'wallNow') => never,
): RawBuilder<boolean> {
  // A scalar subquery is one look-up by the key; PostgreSQL may turn `not exists` into a join of all rows.
  return sql<boolean>`coalesce((select troubled_rows.until_ms from troubled_rows
    where troubled_rows.source = ${sql.lit(source)} and troubled_rows.row_id = cast(${rowId} as text)), 0) <= ${hole('wallNow')}`
}

/** The same with the present time, for a query that is not prepared. */
export function isUntroubledNow(
  { clock }: Pick<StoreAndClock, 'clock'>,
  source: string,
  rowId: string,
): RawBuilder<boolean> {
  return isUntroubled(source, sql.ref(rowId), () => clock.wallMs() as never)
}

/** `source`: the table of the rows, or the name of the task when several tasks work the rows of a table. */
export function troubled<Row>(needs: StoreAndClock, source: string, rowOf: (row: Row) => WorkRow): Troubled<Row> {
  return {
    each: async (rows, work, { oneByOne = false } = {}) => {
      const faults: unknown[] = []
      const attend = async (row: Row) => {
        try {
          await work(row)
        } catch (error) {
          if (isUnavailable(error)) faults.push(error)
          else await note(needs, source, rowOf(row), error)
        }
      }
      if (oneByOne) for (const row of rows) await attend(row)
      else await Promise.all(rows.map(attend))
      if (faults.length > 0) throw faults[0]
      return rows.length
    },
  }
}

/** Notes the trouble of a row that the work has passed over: `dueAgain` tells when it is to be taken up anew. */
export const notePassed = (needs: StoreAndClock, source: string, row: WorkRow, error: unknown): Promise<void> =>
  note(needs, source, row, error)

/** Some rows that were passed over and are to be tried again now, each with the write that keeps it from being taken up twice. */
export async function dueAgain(
  { store, clock }: StoreAndClock,
  source: string,
): Promise<{ row: TroubledRow; taken: Write }[]> {
  const rows = await store.db
    .selectFrom('troubled_rows')
    .select(columns.troubled_rows)
    .where('source', '=', source)
    .where('set_aside', '=', 0)
    .where('until_ms', '<=', clock.wallMs())
    .limit(20)
    .execute()
  return rows.map((row) => ({
    row,
    taken: update('troubled_rows', { until_ms: FOR_EVER_MS }, { id: row.id, tries: row.tries }),
  }))
}

/** Throws `OtherSchema` where that may be the cause: the row is not to blame then, and waits like all others. */
async function refuseOtherSchema(store: Store): Promise<void> {
  try {
    await store.probe()
  } catch (error) {
    if (error instanceof OtherSchema) throw error
  }
}

async function note({ store, clock }: StoreAndClock, source: string, row: WorkRow, error: unknown): Promise<void> {
  await refuseOtherSchema(store)
  const { id: rowId, accountId = null, free = [] } = row
  const before = await rowOf(store.db, 'troubled_rows', { source, row_id: rowId })
  const nowMs = clock.wallMs()
  const at = instantOf(nowMs)
  const goesOn = before !== undefined && Date.parse(before.last_at) > nowMs - FORGOTTEN_MS
  const tries = goesOn ? before.tries + 1 : 1
  const isOver = tries >= TRIES
  const set = {
    tries,
    error: textOf(error),
    last_at: at,
    until_ms: isOver ? FOR_EVER_MS : nowMs + backoffMs(FIRST_WAIT_MS, tries - 1),
    set_aside: isOver ? 1 : 0,
  } as const
  const trouble =
    before === undefined
      ? insert('troubled_rows', {
          id: newId(clock, 'trb'),
          source,
          row_id: rowId,
          account_id: accountId,
          first_at: at,
          ...set,
        })
      : update('troubled_rows', goesOn ? set : { ...set, first_at: at }, { id: before.id, tries: before.tries })
  // When two processes do the same row, one of them notes the trouble.
  await store.commit([trouble]).catch(() => {})
  if (free.length > 0) await store.commit(free).catch(() => {})
}

/** Without card data; the message of a refusal says what it is, in English. */
function textOf(error: unknown): string {
  const text =
    error instanceof Failure
      ? error.sentence('en')
      : error instanceof Error
        ? `${error.name}: ${error.message}`
        : String(error)
  return maskCardData(text.slice(0, 4 * MAX_TEXT)).slice(0, MAX_TEXT)
}

/** Lets a row that was set aside be tried again, now. Throws `Unmet` when there is none of this id. */
export async function tryAgain(
  { store }: Pick<StoreAndClock, 'store'>,
  id: string,
  extra: (row: TroubledRow) => Write[],
): Promise<void> {
  const row = await rowOf(store.db, 'troubled_rows', { id })
  if (row === undefined) throw new Unmet(`no row ${id} is set aside`)
  const deletion = store.db.deleteFrom('troubled_rows').where('id', '=', id).where('tries', '=', row.tries)
  await store.commit([run(deletion.compile(), 1), ...extra(row)])
}

/** The rows that are set aside, oldest first. */
export function setAsideRows({ db }: Store) {
  return db.selectFrom('troubled_rows').select(columns.troubled_rows).where('set_aside', '=', sql.lit(1)).orderBy('id')
}

/** Counts what is set aside, and logs each failed try of a row. */
export function setAsideGauges({
  store,
  clock,
  log,
}: StoreAndClock & { log: { error(fields: object, message: string): void } }) {
  let seen = 0
  let loggedUntil: string = instantOf(clock.wallMs())
  const collector: Collector = {
    name: 'count rows that were set aside',
    collect: async () => {
      const { count } = await store.db
        .selectFrom('troubled_rows')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('set_aside', '=', sql.lit(1))
        .executeTakeFirstOrThrow()
      seen = Number(count)
      for (const { id, source, row_id, error, tries, last_at, set_aside } of await failedSince(store, loggedUntil)) {
        const about = { trouble: id, source, row: row_id, tries, why: error }
        if (set_aside === 1) log.error(about, 'a row of background work was set aside; see cobro held')
        else log.error(about, 'background work of a row failed; it will be tried again')
        loggedUntil = last_at
      }
    },
  }
  const gauges = [
    {
      name: 'cobro_rows_set_aside',
      help: 'Rows of background work that failed each time and wait for a person',
      read: () => seen,
    },
  ]
  return { collectors: [collector], gauges }
}

/** Some of the rows that failed later than an instant, in order. */
function failedSince({ db }: Store, at: string) {
  return db
    .selectFrom('troubled_rows')
    .select(columns.troubled_rows)
    .where('last_at', '>', at)
    .orderBy('last_at')
    .limit(100)
    .execute()
}
