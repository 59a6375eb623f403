// The database's interface for the rest of the program: reads and batches of writes.
import type { CompiledQuery, Kysely } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Tables } from '../tables.ts'
import type { Write } from './write.ts'

/** The database at one instant, for reads that need several statements. */
export interface Snapshot {
  readonly engine: Store['engine']
  readonly db: Kysely<Tables>
  /** To be awaited between portions, so that waiting requests go first. */
  pause(): Promise<void>
}

/** Batches that wait for the disk now; batches written and flushes made since the start. */
export interface StoreLoad {
  waiting: number
  batches: number
  flushes: number
}

/** What a function needs that reads and writes rows at an instant. */
export interface StoreAndClock {
  store: Store
  clock: Clock
}

export interface Store {
  readonly engine: 'sqlite' | 'postgres'
  /** Whether the tables lie on the machines of a Citus cluster, as far as a connection has shown. */
  isDistributed(): boolean
  /**
   * How many servers the connections have led to, a restart and a restored database counted as another. What a process remembers of rows may be
   * wrong where this has grown: a standby that took over may lack the last transactions.
   */
  servers(): number
  /** Reads, as Kysely queries. They see what is committed, never half a batch. */
  readonly db: Kysely<Tables>
  /** The rows of a compiled query (`prepared`), by the fastest way. */
  rows<R>(query: CompiledQuery<R>): Promise<R[]>
  /**
   * Writes a batch, all or nothing. Resolves when it is on disk.
   * Throws `Unmet` when a condition no longer holds and `Duplicate` when a unique constraint refuses a row.
   */
  commit(writes: Write[]): Promise<void>
  /** One writing statement that returns rows: a lease, a counter. Durable when it resolves. */
  returning<R>(query: CompiledQuery<R>): Promise<R[]>
  /** Reads that all see one instant, while writes go on undisturbed. */
  snapshot<R>(work: (snapshot: Snapshot) => Promise<R>): Promise<R>
  /** The load of writing. */
  load(): StoreLoad
  /**
   * Writes more than a page to the disk and deletes it. Throws when the database accepts no writes now. Returns the names
   * of the applied migrations.
   */
  probe(): Promise<string[]>
  /** The running engine's settings of durability, by name. */
  durability(): Promise<Record<string, string>>
  /** Mends what keeps readers of the log from its events (`store/log/mend`). Says what it did. */
  mendLog(): Promise<string[]>
  close(): Promise<void>
}
