// When the next work of a kind falls due: asked alone, or for many kinds in one statement.
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { Clock, ClockState } from '../../core/clock.ts'
import type { DueExpression, NextDueAt } from '../../core/task.ts'
import { across } from '../across.ts'
import { clockColumns, clockStateOf } from '../clock-state.ts'
import { prepared } from '../prepared.ts'
import type { StoreAndClock } from '../store.ts'
import type { ClockRow } from '../tables.ts'

/** Answers what `expression` does: the instant at which the first row that waits falls due. The worker reads many such expressions at once. */
export function dueAt({ store, clock }: StoreAndClock, expression: DueExpression): NextDueAt {
  const read = prepared<{ due_at: string | null }>((hole) =>
    sql<{ due_at: string | null }>`select ${expression(hole)} as due_at ${across('due')}`.compile(store.db),
  )
  const ask = async () => (await store.rows(read(instantsOf(clock))))[0]?.due_at ?? undefined
  return Object.assign(ask, { expression })
}

/** For rows that are worked off as soon as they are there: due by now, though the clock of the process that wrote them may be ahead. */
export function atOnce(expression: DueExpression): DueExpression {
  return (hole) => sql`(select case when due_at > ${hole('now')} then ${hole('now')} else due_at end
    from (select ${expression(hole)} as due_at) as written)`
}

/** The earliest instant that any of these queries answers; each answers one column, `due_at`, and at most one row. */
export function firstOf(queries: readonly AliasableExpression<unknown>[]): RawBuilder<string | null> {
  const rows = queries.map((query, index) => sql`select due_at from ${query} as ${sql.ref(`query_${index}`)}`)
  return sql`(select min(due_at) from (${sql.join(rows, sql` union all `)}) as firsts)`
}

export interface FollowedDues {
  /** The answer of each expression, in their order. */
  dues: (string | undefined)[]
  /** The clock's row at the same instant. */
  state: ClockState
}

/** Reads all expressions in one statement, which a database answers many times as fast as one statement for each. */
export function dueReader({ store, clock }: StoreAndClock, expressions: readonly DueExpression[]) {
  type Row = Record<string, string | null> & Pick<ClockRow, (typeof clockColumns)[number]>
  const read = prepared<Row>((hole) =>
    sql<Row>`select ${sql.join([
      ...clockColumns.map((column) => sql.ref(column)),
      ...expressions.map((expression, index) => sql`${expression(hole)} as ${sql.ref(columnOf(index))}`),
    ])} from clock where clock.id = 1 ${across('due')}`.compile(store.db),
  )
  const clockRow = prepared<Row>(() =>
    sql<Row>`select ${sql.join(clockColumns.map((column) => sql.ref(column)))} from clock where clock.id = 1`.compile(
      store.db,
    ),
  )
  const each = expressions.map((expression) => dueAt({ store, clock }, expression))
  /** A cluster takes no statement of so many tables. */
  const readEach = async (): Promise<FollowedDues> => {
    const [row] = await store.rows(clockRow({}))
    if (row === undefined) throw new Error('the clock has no row')
    return { dues: await Promise.all(each.map((ask) => ask())), state: clockStateOf(row) }
  }
  return async (): Promise<FollowedDues> => {
    if (store.isDistributed()) return readEach()
    const [row] = await store.rows(read(instantsOf(clock)))
    if (row === undefined) throw new Error('the clock has no row')
    return { dues: expressions.map((_, index) => row[columnOf(index)] ?? undefined), state: clockStateOf(row) }
  }
}

function instantsOf(clock: Clock) {
  return { now: clock.now(), wallNow: clock.wallMs() }
}

function columnOf(index: number): string {
  return `due_${index}`
}
