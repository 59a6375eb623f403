// The driver through which Kysely reads, on either engine. It has no transactions: batches are the only writes.
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

export class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(rowsOf: (query: CompiledQuery) => Promise<unknown[]>) {
    this.#connection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await rowsOf(query)) as R[],
      }),
      streamQuery: () => {
        throw new Error('reads are not streamed: page by key instead')
      },
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('there are no transactions to hold open: write with Store.commit')
  }

  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
