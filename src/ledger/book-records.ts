// The records that the heads of the books cover: the facts of every table about where money came from and went.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { firstIdAt, firstUuidAt, msOfId } from '../core/ids.ts'
import { instantOf } from '../core/time.ts'
import { acrossDb } from '../store/across.ts'
import { amountColumns } from '../store/changeable.ts'
import { columns, columnsOfClass } from '../store/columns.ts'
import type { Tables } from '../tables.ts'
import { accountsWithin, isByAccount } from './accounts-within.ts'
import { UNMATCHED_ACCOUNT } from './owner.ts'

/** An operation, an event, an entry, a payout with its lines, and so on. */
interface BookRecord {
  id: string
  accountId: string
  /** The hashed text. Null, zero and empty columns are left out, so that a later column does not change earlier texts. */
  text: string
}

/** The owner, in the books, of records that concern all accounts. */
export const WHOLE_SERVICE = 'service'

type Row = Record<string, string | number | null>
type Db = Kysely<Tables>

/** How a table is read in the order of writing: by an id that holds the time, or by an instant and a key. */
type Order = { by: 'id'; prefix: string } | { by: 'created_at' | 'requested_at'; keys: readonly string[] }

const orders = {
  operations: { by: 'id', prefix: '' },
  events: { by: 'id', prefix: 'evt' },
  entries: { by: 'created_at', keys: ['entry'] },
  payments_received: { by: 'id', prefix: 'pay' },
  releases: { by: 'created_at', keys: ['payment_id'] },
  // The id of a return is that of its payment, which may be much older.
  transfers: { by: 'created_at', keys: ['id'] },
  transfer_retries: { by: 'created_at', keys: ['transfer_id'] },
  payouts: { by: 'id', prefix: 'po' },
  fee_statements: { by: 'id', prefix: 'fst' },
  month_closings: { by: 'id', prefix: 'mcl' },
  plan_charges: { by: 'created_at', keys: ['subscription_id', 'period'] },
  fee_changes: { by: 'created_at', keys: ['id'] },
  disputes: { by: 'id', prefix: 'dsp' },
  dispute_files: { by: 'id', prefix: 'dsf' },
  refunds: { by: 'id', prefix: 'ref' },
  claim_write_offs: { by: 'id', prefix: 'clm' },
  reserve_moves: { by: 'id', prefix: 'rsv' },
  payout_account_changes: { by: 'requested_at', keys: ['id'] },
  statements: { by: 'id', prefix: 'stm' },
  statement_lines: { by: 'id', prefix: 'stl' },
  statement_mentions: { by: 'created_at', keys: ['statement_id', 'line_id'] },
  advices: { by: 'created_at', keys: ['id'] },
  checkouts: { by: 'id', prefix: 'chk' },
  checkout_payments: { by: 'created_at', keys: ['operation_id'] },
  captures: { by: 'id', prefix: 'cap' },
  acquirer_choices: { by: 'created_at', keys: ['operation_id', 'turn'] },
  audit_trail: { by: 'id', prefix: 'aud' },
  authority_records: { by: 'id', prefix: 'aur' },
} as const satisfies { [T in keyof Tables]?: Order }

export type BookTable = keyof typeof orders

export const bookTables = Object.keys(orders) as BookTable[]

/** Some milliseconds of work, and not many more when each row is read from the disk, so that requests do not wait long. */
const BATCH_SIZE = 100

/** Whether a table is read in the order of ids, account by account. */
function isOfAccounts(table: BookTable): boolean {
  return orders[table].by === 'id' && isByAccount(table)
}

/** The records of a table that were written from one instant until before another, those of an account oldest first, in portions. */
export async function* recordsBetween(
  db: Db,
  table: BookTable,
  span: { fromMs: number; untilMs: number },
): AsyncGenerator<BookRecord[]> {
  if (isOfAccounts(table)) {
    yield* recordsByAccount(db, table, span)
    return
  }
  const order: Order = orders[table]
  let after: Row | undefined
  for (;;) {
    const rows = await readPortion(db, { table, order, span, after })
    if (rows.length > 0) yield await recordsOf(db, table, rows)
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)
  }
}

/** The same of a table that has no index of ids alone: account by account. */
async function* recordsByAccount(
  db: Db,
  table: BookTable,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): AsyncGenerator<BookRecord[]> {
  const order: Order = orders[table]
  const isWithin: Holds = (id) => sql`${id} >= ${boundOf(order, fromMs)} and ${id} < ${boundOf(order, untilMs)}`
  const names = sql.join((columns[table] as readonly string[]).map((name) => sql.ref(name)))
  for await (const found of accountsWithin(db, table, isWithin)) {
    let left = found.map(({ account_id }) => account_id)
    for (let after: Row | undefined; left.length > 0; ) {
      const rows = await rowsOf(
        db,
        sql<Row>`select ${names} from ${sql.table(table)} where account_id in (${sql.join(left)}) and ${isWithin(sql`id`)}
          and ${after === undefined ? sql`1 = 1` : isAfter(['account_id', 'id'], after)}
          order by account_id, id limit ${sql.lit(BATCH_SIZE)}`,
      )
      if (rows.length > 0) yield await recordsOf(db, table, rows)
      after = rows.at(-1)
      const last = after?.account_id
      left = rows.length < BATCH_SIZE ? [] : left.filter((id) => id >= String(last))
    }
  }
}

/** When the oldest record written at `fromMs` or later was written; undefined when there is none. */
export async function firstRecordMs(db: Db, fromMs: number): Promise<number | undefined> {
  const firsts = await Promise.all(
    bookTables.map(async (table) => {
      const order: Order = orders[table]
      const column = order.by
      if (isOfAccounts(table)) {
        const all: number[] = []
        for await (const found of accountsWithin(db, table, (id) => sql`${id} >= ${boundOf(order, fromMs)}`))
          all.push(Math.min(...found.map(({ first }) => msOfId(first)).filter((ms) => !Number.isNaN(ms))))
        return all.filter(Number.isFinite).map((ms) => Math.max(ms, fromMs))
      }
      const [row] = await rowsOf(
        db,
        sql<{ first: string }>`select ${sql.ref(column)} as first from ${sql.table(table)}
          where ${sql.ref(column)} >= ${boundOf(order, fromMs)} order by ${sql.ref(column)} limit 1`,
      )
      if (row === undefined) return []
      const ms = order.by === 'id' ? msOfId(row.first) : Date.parse(row.first)
      return Number.isNaN(ms) ? [] : [Math.max(ms, fromMs)]
    }),
  )
  const all = firsts.flat()
  return all.length === 0 ? undefined : Math.min(...all)
}

/** The first record of each table with an instant of `fromMs` or later: no record may be from the future. */
export async function recordsFrom(db: Db, fromMs: number): Promise<FoundRecord[]> {
  return firstOf(db, (by, order) => sql`${by} >= ${boundOf(order, fromMs)}`)
}

/** The first record of each table whose id or instant is of no day: the program never writes such a record. */
export async function recordsOfNoDay(db: Db): Promise<FoundRecord[]> {
  return firstOf(db, (by, order) => sql`${by} < ${boundOf(order, 0)}`)
}

interface FoundRecord {
  table: BookTable
  id: string
}

type Condition = (by: RawBuilder<unknown>, order: Order) => RawBuilder<unknown>
type Holds = (id: RawBuilder<unknown>) => RawBuilder<unknown>

async function firstOf(db: Db, holds: Condition): Promise<FoundRecord[]> {
  const found = await Promise.all(
    bookTables.map(async (table) => {
      const order: Order = orders[table]
      if (isOfAccounts(table)) {
        for await (const [one] of accountsWithin(db, table, (id) => holds(id, order)))
          if (one !== undefined) return [{ table, id: one.first }]
        return []
      }
      const id = order.by === 'id' ? ['id'] : order.keys
      const [row] = await rowsOf(
        db,
        sql<Row>`select ${sql.join(id.map((name) => sql.ref(name)))} from ${sql.table(table)}
          where ${holds(sql.ref(order.by), order)} limit 1`,
      )
      return row === undefined ? [] : [{ table, id: id.map((name) => row[name]).join('/') }]
    }),
  )
  return found.flat()
}

async function readPortion(
  db: Db,
  of: { table: BookTable; order: Order; span: { fromMs: number; untilMs: number }; after: Row | undefined },
): Promise<Row[]> {
  const { table, order, span, after } = of
  const by = order.by === 'id' ? ['id'] : [order.by, ...order.keys]
  const first = sql.ref(order.by)
  const names = (columns[table] as readonly string[]).map((name) => sql.ref(name))
  return rowsOf(
    db,
    sql<Row>`select ${sql.join(names)} from ${sql.table(table)}
      where ${first} >= ${after?.[order.by] ?? boundOf(order, span.fromMs)} and ${first} < ${boundOf(order, span.untilMs)}
        and ${after === undefined ? sql`1 = 1` : isAfter(by, after)}
      order by ${sql.join(by.map((name) => sql.ref(name)))} limit ${sql.lit(BATCH_SIZE)}`,
  )
}

/** `(a, b) > (:a, :b)` */
function isAfter(names: readonly string[], row: Row) {
  const left = sql.join(names.map((name) => sql.ref(name)))
  return sql`(${left}) > (${sql.join(names.map((name) => sql.val(row[name])))})`
}

async function rowsOf<R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R[]> {
  return (await query.execute(acrossDb(db, 'books'))).rows
}

function boundOf(order: Order, ms: number): string {
  if (order.by !== 'id') return instantOf(ms)
  return order.prefix === '' ? firstUuidAt(ms) : firstIdAt(order.prefix, ms)
}

async function recordsOf(db: Db, table: BookTable, rows: Row[]): Promise<BookRecord[]> {
  const lines = await linesOf(db, table, rows)
  const order: Order = orders[table]
  const keys = order.by === 'id' ? ['id'] : order.keys
  return rows.map((row) => {
    const id = keys.map((name) => row[name]).join('/')
    const parts = lines === undefined ? [textOf(table, row)] : lines.partsOf(row)
    const nobody = table === 'audit_trail' || table === 'authority_records' ? WHOLE_SERVICE : UNMATCHED_ACCOUNT
    return { id, accountId: String(row.account_id || nobody), text: parts.join('\n') }
  })
}

/** Payouts and fee statements consist of several rows. */
async function linesOf(all: Db, table: BookTable, rows: Row[]) {
  const db = acrossDb(all, 'books')
  if (table === 'fee_statements') {
    const ids = rows.map(({ id }) => String(id))
    const lines = await db
      .selectFrom('fee_statement_lines')
      .select(columns.fee_statement_lines)
      .where('statement_id', 'in', ids)
      .execute()
    const byStatement = Map.groupBy(lines, (line) => line.statement_id)
    return {
      partsOf: (row: Row) => {
        const texts = (byStatement.get(String(row.id)) ?? []).map((one) => textOf('fee_statement_lines', { ...one }))
        return [textOf(table, row), ...texts.sort()]
      },
    }
  }
  if (table !== 'payouts') return undefined
  const ids = rows.map(({ id }) => String(id))
  const lines = await db.selectFrom('payout_lines').select(columns.payout_lines).where('payout_id', 'in', ids).execute()
  const byPayout = Map.groupBy(lines, (line) => line.payout_id)
  return {
    partsOf: (row: Row) => {
      const texts = (byPayout.get(String(row.id)) ?? []).map((one) => textOf('payout_lines', { ...one }))
      return [textOf(table, row), ...texts.sort()]
    },
  }
}

const namesOf = new Map<string, string[]>()

/** `[["account_id","acc_1"],["amount_centavos",15000], ...]`, the columns in the order of their names. */
function textOf(table: BookTable | 'payout_lines' | 'fee_statement_lines', row: Row): string {
  const more = table === 'operations' ? writtenOnce(row) : []
  const key = `${table} ${more.length}`
  const names = namesOf.get(key) ?? [...columnsOfClass(table, 'fact'), ...more].sort()
  namesOf.set(key, names)
  // A voucher's reference, to which its payer pays, never changes; that of a card payment is the acquirer's answer.
  const issued = table === 'operations' && row.rail !== 'card' ? ['network_reference'] : []
  return JSON.stringify([...names, ...issued].filter((name) => row[name]).map((name) => [name, row[name]]))
}

const CARRIER = ['network', 'network_trace']

/**
 * What never changes of this operation and may of another: the amounts, unless it is captured later, when its capture has them; and who carries it,
 * unless that was another acquirer before, when `acquirer_choices` has it.
 */
function writtenOnce(row: Row): readonly string[] {
  return [...(row.authorized_centavos === null ? amountColumns : []), ...(row.reroutes === 0 ? CARRIER : [])]
}
