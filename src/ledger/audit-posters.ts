// Which causes of entries there are, for an audit that has found entries of them.
import type { Snapshot } from '../store/store.ts'
import type { Tables } from '../tables.ts'
import type { Poster } from './audit-entries.ts'
import { type CauseKind, entryNames } from './entry-name.ts'
import { booksOf } from './owner.ts'

/** Those of the ids that are there, each with whose entries it may post, and under which names. */
export type PosterReader = (db: Snapshot['db'], ids: string[]) => Promise<[id: string, poster: Poster][]>

type Table = {
  [T in keyof Tables]: Tables[T] extends { id: string; account_id: string | null } ? T : never
}[keyof Tables]

/** Causes that are the rows of a table, and may post every entry of their kind. */
export function postersIn(kind: CauseKind, table: Table): PosterReader {
  return async (db, ids) => {
    const rows = await db.selectFrom(table).select(['id', 'account_id']).where('id', 'in', ids).execute()
    return rows.map(({ id, account_id }) => [id, { kind, accountId: booksOf(account_id), names: entryNames[kind] }])
  }
}
