// Looks whether readers of the log come to every event: mends it when new events would be passed over, and says who holds readers up.
import { sql } from 'kysely'
import type { Collector } from '../../core/task.ts'
import { across } from '../across.ts'
import { NoDatabase } from '../no-database.ts'
import type { Store, StoreAndClock } from '../store.ts'
import type { CursorRow } from '../tables.ts'
import { CURSORS, goesBack, type LogState, readLogState } from './mend.ts'
import { WRITING } from './place.ts'

/** A transaction that writes events for longer holds readers up. */
const LONG_MS = 60_000
/** Between two tries to mend what cannot be mended now. */
const RETRY_MS = 60_000

/** The first event that a reader has not passed in a bucket; nobody waits for a reader to pass a record of the trail. */
interface Behind extends Pick<CursorRow, 'reader' | 'bucket'> {
  created_at: string
}

/** A transaction that has been writing events for long: that of a connection, or a prepared one. */
interface Holder {
  pid: number | null
  gid: string | null
  application: string | null
  since: string | null
}

type Needs = Pick<Store, 'db' | 'engine' | 'isDistributed'>

function readState({ db, engine, isDistributed }: Needs): Promise<LogState> {
  const run = async (text: string) => (await sql`${sql.raw(text)} ${across('log')}`.execute(db)).rows
  return readLogState(run, engine, isDistributed())
}

/** What keeps readers from new events, with its remedy; undefined when nothing does. */
function faultOf(state: LogState): string | undefined {
  if (goesBack(state))
    return 'it goes on before its end, because the database was copied to another server, and readers pass over new events: run cobro migrate with the role that owns the tables'
  const bad = Math.max(0, CURSORS - state.cursors) + state.ahead
  if (bad > 0) return `${bad} of its ${CURSORS} cursors are missing or lie ahead of it: run cobro migrate`
  return undefined
}

async function readBehind({ db, isDistributed }: Needs): Promise<Behind[]> {
  if (isDistributed()) {
    const { rows } = await sql<Behind>`select reader, cursors.bucket, min(created_at) as created_at from events
      join cursors on events.bucket = cursors.bucket and (events.position, events.id) > (cursors.position, cursors.id)
      where actor_kind is null
      group by reader, cursors.bucket order by min(created_at), reader, cursors.bucket ${across('log')}`.execute(db)
    return rows
  }
  const { rows } = await sql<Behind>`select reader, bucket, created_at from (select reader, bucket,
      (select created_at from events where events.bucket = cursors.bucket
        and (events.position, events.id) > (cursors.position, cursors.id) and actor_kind is null order by events.position, events.id limit 1) as created_at
      from cursors) as firsts
    where created_at is not null order by created_at, reader, bucket ${across('log')}`.execute(db)
  return rows
}

/** Oldest first. The server does not say to every role since when a connection of another role has been at work. */
async function readHolders({ db, engine }: Needs, longMs: number): Promise<Holder[]> {
  if (engine === 'sqlite') return []
  const { rows } = await sql<Holder>`select writing.pid, gid, application_name as application,
      to_char(coalesce(xact_start, prepared) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from ${sql.raw(WRITING)} as writing
      left join pg_stat_activity as activity on activity.pid = writing.pid
      left join pg_prepared_xacts as kept on writing.pid is null and kept.database = current_database()
        and cast(cast(kept.transaction as text) as bigint) = writing.number & 4294967295
    where coalesce(xact_start, prepared) is null or coalesce(xact_start, prepared) < now() - interval '${sql.raw(String(longMs))} milliseconds'
    order by writing.number`.execute(db)
  return rows
}

/** Sentences about the log, each with its remedy; none when every reader comes to every event within `overdueMs`. */
export async function logFaults(
  needs: Needs,
  { nowMs, overdueMs, longMs = LONG_MS }: { nowMs: number; overdueMs: number; longMs?: number },
): Promise<string[]> {
  const [state, behind] = [await readState(needs), await readBehind(needs)]
  const fault = faultOf(state)
  const overdue = behind.filter(({ created_at }) => nowMs - Date.parse(created_at) > overdueMs)
  const holders = overdue.length === 0 ? [] : await readHolders(needs, longMs)
  const remedy =
    holders.length === 0 ? `a process that serves must run, and its log says why work fails` : endOf(holders)
  return [
    ...(fault === undefined ? [] : [fault]),
    ...overdue.map(
      ({ reader, bucket, created_at }) =>
        `${reader} lag behind in bucket ${bucket}, whose first event waits since ${created_at}: ${remedy}`,
    ),
  ]
}

function endOf([first]: Holder[]): string {
  const { pid, gid, application, since } = first ?? { pid: null, gid: null, application: null, since: null }
  const long = since === null ? '' : ` since ${since}`
  if (pid === null)
    return gid === null
      ? 'a prepared transaction writes events and has not ended: look at pg_prepared_xacts'
      : `the prepared transaction ${gid} writes events and has not ended${long}; end it with: rollback prepared '${gid.replaceAll("'", "''")}'`
  return `the connection ${pid}${application ? ` of ${application}` : ''} writes events and has not ended its transaction${long}; end it with: select pg_terminate_backend(${pid})`
}

interface WatchLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Mends the log of a process that runs, as after a switch to another server behind a pooler, and the metrics of the last look. */
export function logWatch({ store, clock }: StoreAndClock, log: WatchLog) {
  let seen = { isBroken: false, waitsSince: undefined as string | undefined }
  let retryAtMs = 0

  const mend = async () => {
    if (performance.now() < retryAtMs) return
    retryAtMs = performance.now() + RETRY_MS
    try {
      for (const done of await store.mendLog()) log.warn({ done }, 'the log of events was mended')
      seen.isBroken = false
    } catch (error) {
      if (!(error instanceof NoDatabase)) throw error
      log.error(
        { why: error.message },
        'the log of events cannot be mended: webhooks and the search pass over new events',
      )
    }
  }

  const collector: Collector = {
    name: 'watch the log of events',
    collect: async () => {
      const [state, behind] = [await readState(store), await readBehind(store)]
      seen = { isBroken: faultOf(state) !== undefined, waitsSince: behind[0]?.created_at }
      if (seen.isBroken) await mend()
    },
  }
  const gauges = [
    {
      name: 'cobro_log_broken',
      help: '1 while webhooks and the search pass over new events, because the database was copied to another server or cursors are lost: see cobro status',
      read: () => Number(seen.isBroken),
    },
    {
      name: 'cobro_log_waiting_seconds',
      help: 'How long the oldest event waits for webhooks or the search to read it',
      read: () =>
        seen.waitsSince === undefined ? 0 : Math.max(0, (clock.epochMs() - Date.parse(seen.waitsSince)) / 1_000),
    },
  ]
  return { collectors: [collector], gauges }
}
