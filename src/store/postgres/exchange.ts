// What a connection to PostgreSQL is asked and answers.
import type { Value } from '../../core/table.ts'
import type { KnownStatements } from './values.ts'

/** A statement with its values; `$1` is the first. */
export interface Asked {
  text: string
  values: readonly Value[]
  /** Only binds the statement to a portal of this name, for the next statement to run. Then it has no answer of its own. */
  portal?: string
  /** How many rows it must touch. With another number of rows the exchange fails with `Unmet`. */
  touches?: number
}

export type Row = Record<string, Value>

export interface SessionOptions {
  applicationName?: string
  /** How long to wait for the connection, in milliseconds. */
  connectTimeoutMs: number
  /** How long the server may work on a statement that sets no limit of its own. 0: without limit. */
  statementTimeoutMs: number
  /** Called with each connection that was opened. */
  onOpened?: (session: Session) => void
  /** What connections know of statements; they may share it. */
  known?: KnownStatements
}

export interface Session {
  /**
   * Sends statements together: they are one transaction, all or nothing, in one round trip. Answers the rows of the last.
   * `named` statements stay prepared on the connection. Throws the server's error, or `Away` when the connection is lost.
   */
  exchange(asked: readonly Asked[], options?: { named?: boolean }): Promise<Row[]>
  /** Whether the statement is prepared on the connection. */
  knows(text: string): boolean
  /** False when the connection must not be used any more. The caller then destroys it. */
  readonly sound: boolean
  /** True inside a transaction that an exchange has begun. */
  readonly inTransaction: boolean
  /** True behind a pooler: the next exchange may go to another server process. */
  readonly pooled: boolean
  /** The same for connections to one database of one server since its start. */
  readonly server: string
  /** True where the tables were distributed over a Citus cluster when the connection was opened. */
  readonly distributed: boolean
  /**
   * The server's clock, in milliseconds since 1970, less `performance.now()`. Never more than
   * the true difference: the answer took some time to arrive.
   */
  readonly clockOffsetMs: number
  /** When the server was last heard from, and when the connection was opened, by `performance.now()`. */
  readonly heardAtMs: number
  readonly openedAtMs: number
  /** Asks the server to cancel the running statement, without waiting for the result, and drops the connection. */
  cancel(): void
  /** Drops the connection at once. An exchange in flight fails with `Away`. */
  destroy(): void
  /** Ends the session and waits until the connection is closed. */
  end(): Promise<void>
}
