// Rows of work that fall due and need no lease: their work is a conditional batch each, or may be done twice.
import { sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import { across } from '../across.ts'
import { columns } from '../columns.ts'
import { prepared } from '../prepared.ts'
import type { StoreAndClock } from '../store.ts'
import { dueAt } from './next-due.ts'
import { isUntroubled, troubled } from './set-aside.ts'

/** `due_at`: null when nothing is left to do. */
type DueTable = {
  [T in keyof Tables]: Tables[T] extends { id: string; due_at: string | null } ? T : never
}[keyof Tables]

export function dueRows<T extends DueTable & string>(needs: StoreAndClock, table: T) {
  const { store, clock } = needs
  const name = sql.table(table)
  const due = prepared<Tables[T]>((hole) =>
    sql<Tables[T]>`select ${sql.join(columns[table].map((column) => sql.ref(column)))} from ${name}
      where due_at <= ${hole('now')} and ${isUntroubled(table, sql.ref(`${table}.id`), hole)} order by due_at, id limit ${hole('limit')} ${across('due')}`.compile(
      store.db,
    ),
  )
  const work = troubled<Tables[T]>(needs, table, (row) => ({
    id: row.id,
    accountId: 'account_id' in row ? (row.account_id as string | null) || null : null,
  }))
  return {
    each: work.each,
    nextDueAt: dueAt(
      needs,
      (
        hole,
      ) => sql`(select due_at from ${name} where due_at is not null and ${isUntroubled(table, sql.ref(`${table}.id`), hole)}
        order by due_at limit 1)`,
    ),
    /** Up to `limit` rows that are due now, oldest first. */
    read: async (limit: number): Promise<Tables[T][]> =>
      store.rows(due({ now: clock.now(), wallNow: clock.wallMs(), limit })),
  }
}
