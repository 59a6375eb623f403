// Mends what keeps readers of the log from its events: numbers that go on too low on another server, and cursors that are lost or lie too far ahead.

import { BUCKETS } from '../../core/bucket.ts'
import { type Bilingual, filled } from '../../core/language/bilingual.ts'
import { DAY_MS, instantOf } from '../../core/time.ts'
import { tables } from '../../tables.ts'
import { liesOnCluster } from '../cluster/distribute.ts'
import { NoDatabase } from '../no-database.ts'
import type { Engine } from '../schema/create-tables.ts'
import { BASE, NEXT, OLDEST } from './place.ts'

const LACKS_RIGHT = '42501'
const COPIED: Bilingual = [
  'La base de datos se copió a otro servidor, cuyos números de transacción son menores, así que quien lee sus eventos saltaría los nuevos',
  'The database was copied to another server, whose numbers of transactions are lower, so readers of its events would pass new ones',
]
const OWNER_RENUMBERS: Bilingual = [
  '{}, y el rol de DATABASE_URL no puede renumerarlos: ejecuta cobro migrate con el rol dueño de la base de datos.',
  '{}, and the role in DATABASE_URL may not renumber them: run cobro migrate with the role that owns it.',
]
const CLUSTER_STAYS: Bilingual = [
  '{}, y en un clúster eso no se remedia: recupera el coordinador de una copia de sus archivos, como los guarda el archivado continuo.',
  '{}, which cannot be mended on a cluster: bring the coordinator back from a copy of its files, as continuous archiving keeps them.',
]
const SOMEBODY_WRITES: Bilingual = [
  '{}. Para renumerarlos nadie puede escribir eventos por un momento, y una transacción no termina: búscala con cobro status, y arranca otra vez.',
  '{}. To renumber them nobody may write events for a moment, and a transaction does not end: look at cobro status for it, and start again.',
]

type Run = (text: string) => Promise<unknown[]>

/** How long mending waits for a writer of events that does not end: meanwhile other writers of events wait too. */
const LOCK_LIMIT_MS = 2_000
/** The most transactions that may begin between a transaction and its subtransaction. */
const MAX_BEGUN = 256
/** JavaScript counts exactly up to twice this. */
const MAX = Number.MAX_SAFE_INTEGER / 2

export interface LogState {
  /** What is added to the number of a transaction. */
  base: number
  /** The place that the next event gets, or an earlier one. On SQLite, the one behind the last event. */
  next: number
  /** The place of the last event; 0 without any. */
  last: number
  /** Cursors that exist, of all that there must be. */
  cursors: number
  /** Cursors that stand behind the last event of their bucket. */
  ahead: number
}

/** The cursors that there must be. */
const first = tables.find(({ name }) => name === 'cursors')?.keys.first ?? []
export const CURSORS = first.length

const LAST_OF_BUCKET = (bucket: string) =>
  `(select position from events where events.bucket = ${bucket} order by position desc, id desc limit 1)`
const IS_AHEAD = `cursors.position > coalesce(${LAST_OF_BUCKET('cursors.bucket')}, 0)`

/** The statement that reads `LogState`. It costs a look at the end of an index for each cursor. */
function logStateText(engine: Engine): string {
  const last =
    engine === 'postgres'
      ? `(select max(${LAST_OF_BUCKET('buckets.bucket')}) from generate_series(0, ${BUCKETS - 1}) as buckets (bucket))`
      : '(select max(position) from events)'
  const [base, next] = engine === 'postgres' ? [BASE, `${NEXT} + ${BASE}`] : ['0', `coalesce(${last}, 0) + 1`]
  return `select ${base} as base, ${next} as next, coalesce(${last}, 0) as last, (select count(1) from cursors) as cursors,
    (select count(1) from cursors where ${IS_AHEAD}) as ahead`
}

/**
 * The same on a cluster, which takes no look at the last event of each bucket: a cursor is not ahead when an event is at it or behind it. What the coordinator
 * alone knows is asked by itself, since a machine may be asked for the rest. Events are written between the statements: so the cursors are read before the
 * events, and the next place after them.
 */
const CLUSTER_STATE = [
  `select count(1) as cursors, count(1) filter (where position > 0) as begun from cursors`,
  `select coalesce(max(events.position), 0) as last,
    count(distinct reader || ' ' || cast(cursors.bucket as text)) filter (where cursors.position > 0) as reached
    from events join cursors on cursors.bucket = events.bucket and events.position >= cursors.position`,
  `select ${BASE} as base, ${NEXT} + ${BASE} as next`,
]

/** Each cursor behind which no event was found. */
const FORGET_AHEAD = `with reached as (select distinct reader, cursors.bucket from events
    join cursors on cursors.bucket = events.bucket and events.position >= cursors.position)
  delete from cursors where position > 0 and not exists (select 1 from reached where reached.reader = cursors.reader and reached.bucket = cursors.bucket)`

export async function readLogState(run: Run, engine: Engine, isDistributed: boolean): Promise<LogState> {
  if (!isDistributed) return (await run(logStateText(engine)))[0] as LogState
  const parts: unknown[] = []
  for (const text of CLUSTER_STATE) parts.push(...(await run(text)))
  const { base, next, last, cursors, begun, reached } = Object.assign({}, ...parts)
  return { base, next, last, cursors, ahead: Math.max(0, begun - reached) }
}

/** Whether new events get places before those of earlier ones: the database was copied row by row to another server. */
export const goesBack = ({ next, last }: LogState): boolean => last >= next

/** Mends the log, in the transaction of `run`. Says what it did; throws the engine's error when the role may not change the table. */
export async function mendLog(run: Run, engine: Engine): Promise<string[]> {
  const isDistributed = engine === 'postgres' && (await liesOnCluster(run))
  const state = await readLogState(run, engine, isDistributed)
  const done: string[] = []
  if (goesBack(state)) {
    if (isDistributed) throw new NoDatabase(filled(CLUSTER_STAYS, COPIED))
    done.push(await raiseBase(run))
  }
  if (state.ahead > 0) {
    await run(isDistributed ? FORGET_AHEAD : `delete from cursors where ${IS_AHEAD}`)
    done.push(`${state.ahead} cursors lay ahead of the log`)
  }
  if (state.ahead > 0 || state.cursors < CURSORS) done.push(...(await addCursors(run)))
  return done
}

/**
 * A reader without its cursor begins a day before the last event that has a delivery, and the search at the first event. What is read again has
 * no second effect: deliveries and words that are there stay as they are. A day, because an event may have been sent by hand before its turn.
 */
async function addCursors(run: Run): Promise<string[]> {
  const existing = (await run('select reader, bucket from cursors')) as { reader: string; bucket: number }[]
  const lacking = first.filter(
    ({ reader, bucket }) => !existing.some((one) => one.reader === reader && one.bucket === bucket),
  )
  for (const { reader, bucket } of lacking) {
    const begin = reader === 'webhooks' ? await beginOfWebhooks(run, Number(bucket)) : undefined
    const { position, id } = begin ?? { position: 0, id: '' }
    await run(
      `insert into cursors (reader, bucket, position, id) values ('${reader}', ${bucket}, ${position}, '${id}')`,
    )
  }
  return lacking.map(({ reader, bucket }) => `the cursor of ${reader} in bucket ${bucket} was made anew`)
}

/** The place of the last event of a bucket that is older than the last that has a delivery by a day. */
async function beginOfWebhooks(run: Run, bucket: number): Promise<{ position: number; id: string } | undefined> {
  const [delivered] = (await run(`select created_at from events where bucket = ${bucket}
    and exists (select 1 from webhook_deliveries where account_id = events.account_id and event_id = events.id)
    order by position desc, id desc limit 1`)) as { created_at: string }[]
  if (delivered === undefined) return undefined
  const before = instantOf(Date.parse(delivered.created_at) - DAY_MS)
  const [begin] = (await run(`select position, id from events where bucket = ${bucket} and created_at < '${before}'
    order by position desc, id desc limit 1`)) as { position: number; id: string }[]
  return begin
}

/**
 * Raises what is added to the numbers of transactions, so that new events come behind all that there are. Nobody writes events meanwhile.
 * Events that were written with numbers that are too low are put behind the others, in their order: they are those whose place is their own
 * transaction's number, and a copy of rows has one transaction for many places. A batch runs within a function, so its rows have the number of a
 * subtransaction: the next one, or one of the next where others began at that moment.
 */
async function raiseBase(run: Run): Promise<string> {
  await run(`set local lock_timeout = ${LOCK_LIMIT_MS}`)
  await run('lock table events in access exclusive mode').catch((cause: unknown) => {
    const isRight = cause instanceof Error && 'code' in cause && cause.code === LACKS_RIGHT
    throw new NoDatabase(filled(isRight ? OWNER_RENUMBERS : SOMEBODY_WRITES, COPIED), { cause })
  })
  const { base, last } = await readLogState(run, 'postgres', false)
  if (last > MAX) throw new Error(`an event has the place ${last}, which cannot be: restore the database from a backup`)
  const low = `select min(position) as position from events where position <= ${last} group by xmin
    having min(position) = max(position)
      and (cast(cast(xmin as text) as bigint) - min(position) + ${base}) & 4294967295 <= ${MAX_BEGUN}`
  const [{ oldest }] = (await run(
    `select least(${OLDEST}, (select min(position) - ${base} from (${low}) as low)) as oldest`,
  )) as [{ oldest: number }]
  const raised = last + 1 - oldest
  await run(`update events set position = position + ${raised - base} where position in (${low})`)
  await run(
    `alter table events alter column position set default (cast(cast(pg_current_xact_id() as text) as bigint) + ${raised})`,
  )
  return `places in the log go on from ${last + 1}`
}
