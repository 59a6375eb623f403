// The processes that run on the database: who they are, the key that they seal under, and their machines' clocks.
import { hostname } from 'node:os'
import { newId } from '../core/ids.ts'
import type { Task } from '../core/task.ts'
import { DAY_MS, instantOf } from '../core/time.ts'
import { columns } from './columns.ts'
import type { StoreAndClock } from './store.ts'
import type { ProcessRow } from './tables.ts'
import { run } from './write.ts'

const EVERY_MS = 15_000
/** A process that was not seen for this long has ended. */
const RUNS_WITHIN_MS = 60_000

interface Needs extends StoreAndClock {
  log: { warn(fields: object, message: string): void }
}

/** Tells the others that this process runs: with its first work, and then every quarter of a minute. */
export function presence({ store, clock, log }: Needs, atRestKey: string): { task: Task; end(): Promise<void> } {
  const { db } = store
  /** Rates, and who waits for the file, are kept by one process there. One that was killed is seen for a minute. */
  const warnOfOthers = async () => {
    for (const { host, started_at: since } of await runningProcesses({ store, clock }))
      log.warn(
        { host, since },
        'another process serves this SQLite database, or was killed within the last minute: they share its payments, its clock and its work; several processes are for PostgreSQL',
      )
  }
  let nextMs = 0
  let id: string | undefined
  const tell = async () => {
    const isFirst = id === undefined
    if (isFirst && store.engine === 'sqlite') await warnOfOthers()
    id ??= newId(clock, 'prc')
    const seen = { system_ms: clock.systemMs(), seen_ms: clock.wallMs() }
    const row: ProcessRow = {
      id,
      host: hostname(),
      at_rest_key: atRestKey,
      started_at: instantOf(clock.wallMs()),
      ...seen,
    }
    const existing = db
      .insertInto('processes')
      .values(row)
      .onConflict((earlier) => earlier.column('id').doUpdateSet(seen))
    const deletion = db.deleteFrom('processes').where('seen_ms', '<', clock.wallMs() - DAY_MS)
    await store.commit([run(existing.compile()), ...(isFirst ? [run(deletion.compile())] : [])])
  }
  return {
    task: {
      name: 'tell that the process runs',
      whileHeld: true,
      run: async () => {
        if (performance.now() < nextMs) return 0
        nextMs = performance.now() + EVERY_MS
        await tell()
        return 0
      },
    },
    end: async () => {
      if (id !== undefined) await store.commit([run(db.deleteFrom('processes').where('id', '=', id).compile())])
    },
  }
}

/** The processes that were seen within the last minute. */
export async function runningProcesses({ store, clock }: StoreAndClock): Promise<ProcessRow[]> {
  return store.db
    .selectFrom('processes')
    .select(columns.processes)
    .where('seen_ms', '>', clock.wallMs() - RUNS_WITHIN_MS)
    .orderBy('id')
    .execute()
}
