// Takes back what a corrected statement said wrong, before the lines of its correction are judged: so each record is free for its right line.
import { sql } from 'kysely'
import { across } from '../store/across.ts'
import { columns, columnsOf } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'
import { contradicts, knownLine, mentionWrites, readKnown } from './known-lines.ts'
import { supersededWrites } from './line-writes.ts'
import type { Movement } from './movement.ts'
import type { StatementLineRow, StatementRow } from './tables.ts'

const BATCH_SIZE = 100

/**
 * Supersedes the lines that the corrected statement said and its correction does not say: those that the correction has with other facts, and
 * those that no statement says any more. A line that another statement has, and that is not corrected, stands. May be run again, also after it was killed
 * anywhere.
 */
export async function supersede(
  needs: StoreAndClock,
  correction: StatementRow,
  portions: AsyncIterable<Movement[]>,
): Promise<void> {
  const { store, clock } = needs
  const changed = new Set<string>()
  for await (const movements of portions) {
    const known = await readKnown(store, correction, movements)
    const same: StatementLineRow[] = []
    for (const movement of movements) {
      const row = knownLine(movement, known)
      if (row === undefined || row.statement_id === correction.id) continue
      if (isSame(movement, row)) same.push(row)
      else changed.add(row.id)
    }
    const mentions = mentionWrites(store, correction, same, clock.now())
    if (mentions.length > 0) await store.commit(mentions)
  }
  for (const ids of inPortions([...changed])) {
    const wrong = (await linesOfBoth(store, correction, ids)).filter((row) => row.isWrong)
    await takeBack(needs, correction, wrong)
  }
  for (const read of linesOfNone) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: StatementLineRow[] = await read(store, correction.corrects, after)
      await takeBack(needs, correction, rows)
      after = rows.at(-1)?.id
    }
  }
}

/** How many lines of the corrected statement were taken back. */
export async function supersededBy({ db }: Store, { id, corrects }: StatementRow): Promise<number> {
  const { count } = await db
    .selectFrom('statement_lines')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'bigint').as('count'))
    .where('superseded_by', '=', id)
    .where((eb) => eb.or([eb('statement_id', '=', corrects), eb('id', 'in', mentionsOf(db, corrects))]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A correction may correct every fact of a line, such as the reference by which its record is found. */
export function isSame(movement: Movement, row: StatementLineRow): boolean {
  const { reference, institution, payerClabe, paidAt } = movement
  return (
    !contradicts(movement, row) &&
    row.reference === reference &&
    row.institution === institution &&
    row.payer_clabe === payerClabe &&
    row.paid_at === paidAt
  )
}

function* inPortions<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH_SIZE) yield all.slice(at, at + BATCH_SIZE)
}

/** One batch for each line. A line that changed meanwhile is read again. */
export async function takeBack(
  { store, clock }: StoreAndClock,
  by: StatementRow,
  rows: StatementLineRow[],
): Promise<void> {
  for (const { id } of rows) {
    for (;;) {
      const row = await store.db
        .selectFrom('statement_lines')
        .select(columns.statement_lines)
        .where('id', '=', id)
        .where('superseded_at', 'is', null)
        .executeTakeFirst()
      if (row === undefined) break
      const writes = [...supersededWrites(clock, row, by), ...(await unstatedWrites(store, row))]
      if (await conditionHeld(store.commit(writes))) break
    }
  }
}

/** No line says any more that a payment in suspense happened: a person may close it as never received. */
export async function unstatedWrites({ db }: Store, { cause_id, kind }: StatementLineRow): Promise<Write[]> {
  if (cause_id === null || kind !== 'payment') return []
  const payment = await db
    .selectFrom('payments_received')
    .select(['account_id', 'id'])
    .where('id', '=', cause_id)
    .modifyEnd(across('networks'))
    .executeTakeFirst()
  if (payment === undefined) return []
  const query = db
    .updateTable('payments_received')
    .set({ stated: 0 })
    .where('account_id', '=', payment.account_id)
    .where('id', '=', payment.id)
    .where('outcome', '=', 'suspended')
  return [run(query.compile())]
}

const mentionsOf = (db: Store['db'], statement: string) =>
  db.selectFrom('statement_mentions').select('line_id').where('statement_id', '=', statement)

/** The lines among some that the corrected statement said; wrong are those that the correction does not say as they are. */
async function linesOfBoth({ db }: Store, { id, corrects }: StatementRow, ids: string[]) {
  const rows = await db
    .selectFrom('statement_lines')
    .select(columns.statement_lines)
    .where('id', 'in', ids)
    .where('superseded_at', 'is', null)
    .where((eb) => eb.or([eb('statement_id', '=', corrects), eb('id', 'in', mentionsOf(db, corrects))]))
    .execute()
  const mentioned = await mentionsOf(db, id).where('line_id', 'in', ids).execute()
  const right = new Set(mentioned.map(({ line_id }) => line_id))
  return rows.map((row) => ({ ...row, isWrong: !right.has(row.id) }))
}

/** Whether no statement that is not corrected says the line. */
const isInNoStatement = sql<boolean>`exists (
    select 1 from statements where statements.id = statement_lines.statement_id and statements.state = 'corrected')
  and not exists (
    select 1 from statement_mentions inner join statements on statements.id = statement_mentions.statement_id
    where statement_mentions.line_id = statement_lines.id and statements.state <> 'corrected')`

type Read = (store: Store, corrects: string, after: string) => Promise<StatementLineRow[]>

/** The lines that a corrected statement had first, and those that it repeated, if no other statement says them. */
const linesOfNone: Read[] = [
  ({ db }, corrects, after) =>
    db
      .selectFrom('statement_lines')
      .select(columns.statement_lines)
      .where('statement_id', '=', corrects)
      .where('id', '>', after)
      .where('superseded_at', 'is', null)
      .where(isInNoStatement)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute(),
  ({ db }, corrects, after) =>
    db
      .selectFrom('statement_mentions')
      .innerJoin('statement_lines', 'statement_lines.id', 'statement_mentions.line_id')
      .select(columnsOf('statement_lines'))
      .where('statement_mentions.statement_id', '=', corrects)
      .where('statement_mentions.line_id', '>', after)
      .where('statement_lines.superseded_at', 'is', null)
      .where(isInNoStatement)
      .orderBy('statement_mentions.line_id')
      .limit(BATCH_SIZE)
      .execute(),
]
