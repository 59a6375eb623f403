// PostgreSQL: a batch is one prepared statement (data-modifying CTEs) in a transaction of its own, so that it costs one
// round trip and one flush; conditions that fail and constraints that refuse undo all of it.
import { setTimeout as pause } from 'node:timers/promises'
import { type CompiledQuery, Kysely, type PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Value } from '../../core/table.ts'
import type { Tables } from '../../tables.ts'
import { exchangeSteps, type Step, stepsOf } from '../cluster/distributed-batch.ts'
import { ClusterAdapter } from '../cluster/kysely-adapter.ts'
import { mendLog } from '../log/mend.ts'
import { type Proof, proofOf, proofQuery, subjectOf } from '../proof.ts'
import { ReadingDriver } from '../reading.ts'
import { otherSchemaText } from '../schema/changed-meanwhile.ts'
import { appliedIn, PROBE, UNUSABLE } from '../schema/usable.ts'
import type { Store } from '../store.ts'
import { withPlainAccounts } from '../unindexed.ts'
import { type MergedWrite, shapeOf, valuesOf } from '../write.ts'
import { askRefusal, isRetriable, refusalIn, refusalOf } from './batch-refusal.ts'
import { batchText, isRefusable } from './batch-text.ts'
import { batchesOf } from './batches.ts'
import { Away, isOfTypes, isStale } from './errors.ts'
import { type Run, transactionApart } from './own-connection.ts'
import { createPool, NotAsked } from './pool.ts'
import type { Asked, Row, Session } from './session.ts'
import { isOfQueue, PLANNED_ONCE, UNTIL, UNTIL_BY_INDEX } from './settings.ts'

const TRIES = 5
const WRITE_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 3_000
const CONNECT_TIMEOUT_MS = 3_000
const PROBE_TIMEOUT_MS = 900
/** The number of the lock that migrations hold. */
const MIGRATING = 20261120
/**
 * The interval of the look-ups whether a batch was written, and the limit of each look-up, because a connection may be
 * silent.
 */
const LOOK_UP_EVERY_MS = 100
const LOOK_UP_TIMEOUT_MS = 500
/** The server's limit is this share of ours. So the server has stopped before we give up, and writes nothing afterwards. */
const SERVER_SHARE = 0.9

interface PostgresOptions {
  connections: number
  applicationName?: string
  /** The time limit of a batch and of a read, including the wait for its turn. */
  writeTimeoutMs?: number
  readTimeoutMs?: number
  /** Called when the database did not say whether it wrote a batch, with the result of the look-up. */
  onUnanswered?: (subject: Unanswered) => void
}

/** A batch whose connection was lost before the answer came. `written` is undefined when it could not be found out in time. */
export interface Unanswered {
  tables: string[]
  /** The ids of the batch's rows in the table that is looked up. */
  rows: string[]
  written: boolean | undefined
}

interface How {
  /** The statement that sets the time limit. */
  limit?: string
  /** The statements of a batch, for a database whose tables are distributed. */
  steps?: () => Step[]
}

export interface PostgresStore extends Store {
  /** Work that no other process may do at the same time, all or nothing: migrations. */
  locked<R>(work: (run: (sql: string) => Promise<unknown[]>) => Promise<R>): Promise<R>
  /** The same, each statement for itself: what is done stays done. */
  lockedSteps<R>(work: (run: (sql: string) => Promise<unknown[]>) => Promise<R>): Promise<R>
}

export function openPostgres(url: string, options: PostgresOptions): PostgresStore {
  const { connections, applicationName = 'cobro' } = options
  const { writeTimeoutMs = WRITE_TIMEOUT_MS, readTimeoutMs = READ_TIMEOUT_MS, onUnanswered = () => {} } = options
  let isDistributed = false
  const servers = { count: 0, last: '' }
  const pool = createPool(url, connections, {
    applicationName,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: Math.ceil(readTimeoutMs * SERVER_SHARE),
    onOpened: (session) => {
      isDistributed = session.distributed
      if (servers.last !== session.server) servers.count += 1
      servers.last = session.server
    },
    known: new Map(),
  })
  const adapter = new ClusterAdapter(() => isDistributed)
  const batches = new Map<string, string>()

  const textOf = (writes: MergedWrite[]): string => {
    const shape = writes.map(shapeOf).join('|')
    let text = batches.get(shape)
    if (text === undefined) {
      text = batchText(writes)
      if (batches.size > 2_000) batches.clear()
      batches.set(shape, text)
    }
    return text
  }

  /**
   * A statement that was refused before it ran, because its plan or name was stale, is sent once more without a name. So is one whose values were
   * refused: it may have been prepared while a column had another type, so its connection is not used any more. As long as the column has it, the
   * connection is kept, because another one would be refused as well.
   */
  const ask = async (
    borrowing: { deadlineMs: number; prefers?: (session: Session) => boolean },
    exchange: (session: Session, named?: { named: false }) => Promise<Row[]>,
  ) => {
    try {
      return await pool.use(borrowing, (session) =>
        exchange(session).catch(async (error: unknown) => {
          if (!isOfTypes(error)) throw error
          if (await hasOtherTypes(session)) throw new NotAsked(otherSchemaText(error.message), { cause: error })
          session.destroy()
          throw error
        }),
      )
    } catch (error) {
      if (!isStale(error) && !isOfTypes(error)) throw error
      return await pool.use(borrowing, (session) => exchange(session, { named: false }))
    }
  }

  /** Whether a value is refused because somebody has given a column another type: the value is not to blame then. */
  const hasOtherTypes = (session: Session): Promise<boolean> =>
    session.exchange([{ text: UNUSABLE, values: [] }], { named: false }).then(
      (names) => names.length > 0,
      () => false,
    )

  const read = async <R>(
    statement: string,
    values: readonly Value[],
    deadlineMs = performance.now() + readTimeoutMs,
  ) => {
    const text = isDistributed ? withPlainAccounts(statement) : statement
    if (!isOfQueue(text))
      return (await ask({ deadlineMs }, (session, named) => session.exchange([{ text, values }], named))) as R[]
    const prefers = (session: Session) => session.knows(text)
    return (await ask({ deadlineMs, prefers }, (session, named) =>
      // A cluster plans such a statement for its values only.
      session.exchange(session.distributed ? [{ text, values }] : [PLANNED_ONCE, { text, values }], named),
    )) as R[]
  }

  const write = async (asked: readonly Asked[], deadlineMs: number, { limit = UNTIL, steps }: How = {}) => {
    const untilMs = deadlineMs - writeTimeoutMs * (1 - SERVER_SHARE)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask({ deadlineMs }, (session, named) => {
          const until = { text: limit, values: [untilMs + session.clockOffsetMs] }
          if (session.distributed && steps !== undefined)
            return exchangeSteps(session, { until: { ...until, text: UNTIL }, steps: steps() }, named)
          return session.exchange([until, ...asked], named)
        })
      } catch (error) {
        if (attempt >= TRIES || !isRetriable(error)) throw refusalOf(error)
      }
    }
  }

  /** Asks once. Undefined when the database cannot be asked in time. */
  const isThere = async (proof: Proof, deadlineMs: number): Promise<boolean | undefined> => {
    const { text, values } = proofQuery(proof)
    try {
      return (await read(text, values, deadlineMs)).length > 0
    } catch {
      return undefined
    }
  }

  /**
   * Whether the batch was written. Asks until it was or the time is over: the server may still be committing, or be away for a moment.
   * Undefined when the database could never be asked or the batch has no proof.
   */
  const isWritten = async (writes: MergedWrite[], deadlineMs: number): Promise<boolean | undefined> => {
    const proof = proofOf(writes)
    if (proof === undefined) return undefined
    for (let written: boolean | undefined; ; ) {
      written = (await isThere(proof, Math.min(deadlineMs, performance.now() + LOOK_UP_TIMEOUT_MS))) ?? written
      if (written || performance.now() + LOOK_UP_EVERY_MS >= deadlineMs) return written
      await pause(LOOK_UP_EVERY_MS)
    }
  }

  const writeBatch = async (writes: MergedWrite[], deadlineMs: number): Promise<void> => {
    try {
      const batch = { text: textOf(writes), values: writes.flatMap(valuesOf) }
      const steps = () => stepsOf(writes)
      if (!writes.some(isRefusable)) await write([batch], deadlineMs, { steps })
      else {
        const limit = writes.some(({ kind }) => kind === 'updates') ? UNTIL_BY_INDEX : UNTIL
        const refused = refusalIn(await write(askRefusal(batch), deadlineMs, { limit, steps }))
        if (refused !== undefined) throw refused
      }
    } catch (error) {
      if (!(error instanceof Away) || error instanceof NotAsked) throw error
      const written = await isWritten(writes, deadlineMs)
      const { tables, proof } = subjectOf(writes)
      onUnanswered({ tables, rows: proof?.ids ?? [], written })
      // A missing row proves nothing: the server may still commit it. Only an existing row decides.
      if (!written) throw error
    }
  }

  const { commit, load, drained } = batchesOf(
    { connections, timeoutMs: writeTimeoutMs, isDistributed: () => isDistributed },
    writeBatch,
  )
  const apart = <R>(begin: string | undefined, work: (run: Run) => Promise<R>) =>
    transactionApart(url, applicationName, begin, work)
  const locked: PostgresStore['locked'] = (work) =>
    apart('begin', async (run) => {
      await run(`select pg_advisory_xact_lock(${MIGRATING})`, [])
      return work((text) => run(text, []))
    })
  // The lock ends with the connection.
  const lockedSteps: PostgresStore['lockedSteps'] = (work) =>
    apart(undefined, async (run) => {
      await run(`select pg_advisory_lock(${MIGRATING})`, [])
      return work((text) => run(text, []))
    })

  return {
    engine: 'postgres',
    isDistributed: () => isDistributed,
    servers: () => servers.count,
    db: kyselyOver(adapter, (one) => read(one.sql, one.parameters as Value[])),
    rows: <R>(compiled: CompiledQuery<R>) => read<R>(compiled.sql, compiled.parameters as Value[]),
    commit,
    returning: async <R>({ sql: text, parameters }: CompiledQuery<R>) =>
      (await write([{ text, values: parameters as Value[] }], performance.now() + writeTimeoutMs, {
        limit: isOfQueue(text) ? UNTIL_BY_INDEX : UNTIL,
      })) as R[],
    snapshot: (work) =>
      apart('begin isolation level repeatable read read only', (run) =>
        work({
          engine: 'postgres',
          db: kyselyOver(adapter, (one) => run(one.sql, one.parameters as Value[])),
          pause: async () => {},
        }),
      ),
    load,
    durability: async () => {
      const rows = await read<{ name: string; setting: string }>(
        "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')",
        [],
      )
      return Object.fromEntries(rows.map((row) => [row.name, row.setting]))
    },
    probe: async () => {
      const deadlineMs = performance.now() + PROBE_TIMEOUT_MS
      const untilMs = deadlineMs - PROBE_TIMEOUT_MS * (1 - SERVER_SHARE)
      const rows = await pool.use({ deadlineMs, urgent: true }, (session) =>
        session.exchange(
          [{ text: UNTIL, values: [untilMs + session.clockOffsetMs] }, ...PROBE.map((text) => ({ text, values: [] }))],
          { named: false },
        ),
      )
      return appliedIn(rows)
    },
    locked,
    lockedSteps,
    mendLog: () => locked((run) => mendLog(run, 'postgres')),
    close: async () => {
      await drained()
      await pool.close()
    },
  }
}

function kyselyOver(adapter: PostgresAdapter, rowsOf: (query: CompiledQuery) => Promise<unknown[]>): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new ReadingDriver(rowsOf),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
