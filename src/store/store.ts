// What the rest of the program sees of the database: one door to read through and one to write through.
import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { Write } from './write.ts'

/** The database as it stood at one instant, for reads that are too many for one statement. */
export interface Snapshot {
  readonly db: Kysely<Tables>
  /** To be awaited between portions: lets the requests that wait go first. */
  pause(): Promise<void>
}

/** Batches that wait for the disk now; batches written and flushes made since the start. */
export interface StoreLoad {
  waiting: number
  batches: number
  flushes: number
}

export interface Store {
  readonly engine: 'sqlite' | 'postgres'
  /** Reads, as Kysely queries. They see what is committed, never half a batch. */
  readonly db: Kysely<Tables>
  /** The rows of a query that is compiled already (`prepared`), by the shortest way. */
  rows<R>(query: CompiledQuery<R>): Promise<R[]>
  /**
   * Writes a batch, all or nothing. Resolves when it is on disk.
   * Throws `Unmet` when a condition no longer holds and `Duplicate` when a unique constraint refuses a row.
   */
  commit(writes: Write[]): Promise<void>
  /** One writing statement that answers rows: a lease, a counter. Durable when it resolves. */
  returning<R>(query: CompiledQuery<R>): Promise<R[]>
  /** Reads that all see one instant, while writes go on undisturbed. */
  snapshot<R>(work: (snapshot: Snapshot) => Promise<R>): Promise<R>
  /** How busy the writing door is. */
  load(): StoreLoad
  /**
   * Writes more than a page and takes it away again, all the way to the disk. Throws when no payment could be written now. Answers the
   * names of the migrations that the database has.
   */
  probe(): Promise<string[]>
  /** What the running engine says of its durability: a setting's name and its value. */
  durability(): Promise<Record<string, string>>
  close(): Promise<void>
}
