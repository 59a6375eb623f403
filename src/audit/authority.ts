// The part of an audit that reads what is authority: each column equals its newest record, and no row is there or gone without a record.
import { sql } from 'kysely'
import { msOfId } from '../core/ids.ts'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import { columnsOfTable, type Value } from '../core/table.ts'
import { authorities, digestOf } from '../store/authority.ts'
import type { Invariant } from './invariant.ts'
import type { RoomAudit } from './room-audit.ts'
import { BATCH_SIZE, type Scan } from './scan.ts'

/**
 * Two changes of a row by two processes may be numbered in the other order when their clocks differ: what was recorded so shortly before the
 * newest record is taken too.
 */
const APART_MS = 2_000

const authority: Invariant = {
  name: 'authority',
  meaning: [
    'Quién puede hacer o recibir algo, y a quién se le cobra, es lo que dice su registro más nuevo, y nadie está ni falta sin uno',
    'Who may do, receive or be charged something is what its newest record says, and nobody is there or gone without one',
  ],
}

export const authorityAudit: RoomAudit = {
  invariants: [authority],
  scan: async (scan) => {
    for (const name of authorities.keys()) {
      await scanRows(scan, name)
      await scanGone(scan, name)
    }
  },
}

const texts = {
  newest: ['su registro más nuevo', 'its newest record'],
  noRow: ['que no haya tal fila', 'no such row'],
  nothing: ['nada registrado', 'nothing recorded'],
  another: ['otro', 'another'],
  row: ['una fila, según su registro más nuevo', 'a row, by its newest record'],
  none: ['nada', 'none'],
} as const satisfies Record<string, Bilingual>

type Row = Record<string, Value>

interface Recorded {
  row_key: string
  id: string
  columns: string | null
}

async function scanRows({ snapshot, accountId, found }: Scan, name: string): Promise<void> {
  const { db } = snapshot
  const { table, key, columns } = authorities.get(name) ?? {}
  if (table === undefined || key === undefined || columns === undefined) return
  const wanted = sql.join([...new Set([...key, ...columns])].map((column) => sql.ref(column)))
  const order = sql.join(key.map((column) => sql.ref(column)))
  const owner = ownerOf(name)
  const mine = accountId === undefined || owner === undefined ? sql`1 = 1` : sql`${sql.ref(owner)} = ${accountId}`
  if (accountId !== undefined && owner === undefined) return
  for (let after: Row | undefined; ; ) {
    const behind: ReturnType<typeof sql> =
      after === undefined ? sql`1 = 1` : sql`(${order}) > (${sql.join(key.map((column) => after?.[column]))})`
    const { rows } = await sql<Row>`select ${wanted} from ${sql.table(name)} where ${mine} and ${behind}
      order by ${order} limit ${sql.lit(BATCH_SIZE)}`.execute(db)
    const keys = rows.map((row) => key.map((column) => row[column]).join('/'))
    const records = await recordsOf(snapshot, name, keys)
    rows.forEach((row, at) => {
      const id = `${name} ${keys[at]}`
      const recorded = spoken(records.get(keys[at] ?? '') ?? [])
      for (const column of columns) {
        const is = digestOf(row[column])
        const may = recorded?.get(column)
        if (may?.includes(is)) continue
        const expected = recorded === undefined ? texts.noRow : may === undefined ? texts.nothing : texts.newest
        found(authority, { id, expected: filled(['{}: {}', '{}: {}'], column, expected), found: texts.another })
      }
    })
    after = rows.at(-1)
    if (rows.length < BATCH_SIZE) return
  }
}

/** What was recorded and is not there. */
async function scanGone({ snapshot, accountId, found }: Scan, name: string): Promise<void> {
  const { table, key = [] } = authorities.get(name) ?? {}
  if (table === undefined || table.keys.isPassing) return
  if (accountId !== undefined && ownerOf(name) === undefined) return
  const mine = accountId === undefined ? sql`1 = 1` : sql`account_id = ${accountId}`
  for (let after = ''; ; ) {
    const { rows } = await sql<{
      row_key: string
      newest: string
    }>`select row_key, max(id) as newest from authority_records
      where table_name = ${name} and ${mine} and row_key > ${after} group by row_key order by row_key limit ${sql.lit(BATCH_SIZE)}`.execute(
      snapshot.db,
    )
    const there = await thereOf(snapshot, name, { key, rowKeys: rows.map(({ row_key }) => row_key) })
    const gone = rows.filter(({ row_key }) => !there.has(row_key))
    const removals = await removalsOf(
      snapshot,
      name,
      gone.map(({ row_key }) => row_key),
    )
    for (const { row_key, newest } of gone) {
      const removal = removals.get(row_key)
      if (removal !== undefined && msOfRecord(removal) >= msOfRecord(newest) - APART_MS) continue
      found(authority, { id: `${name} ${row_key}`, expected: texts.row, found: texts.none })
    }
    after = rows.at(-1)?.row_key ?? after
    await snapshot.pause()
    if (rows.length < BATCH_SIZE) return
  }
}

/** Those of the keys that have a row. In a cluster a row may lie elsewhere than its records, so no statement has both. */
async function thereOf(
  { db }: Scan['snapshot'],
  name: string,
  { key, rowKeys }: { key: readonly string[]; rowKeys: string[] },
): Promise<Set<string>> {
  const [first] = key
  if (rowKeys.length === 0 || first === undefined) return new Set()
  const whole = sql.join(
    key.map((column) => sql.ref(column)),
    sql` || '/' || `,
  )
  const begins = [...new Set(rowKeys.map((one) => (key.length === 1 ? one : (one.split('/')[0] ?? ''))))]
  const { rows } = await sql<{ row_key: string }>`select ${whole} as row_key from ${sql.table(name)}
    where ${sql.ref(first)} in (${sql.join(begins)}) and ${whole} in (${sql.join(rowKeys)})`.execute(db)
  return new Set(rows.map(({ row_key }) => row_key))
}

/** By key of a row, the newest record that says that it was removed. */
async function removalsOf({ db }: Scan['snapshot'], name: string, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('authority_records')
    .select((eb) => ['row_key', eb.fn.max('id').as('id')])
    .where('table_name', '=', name)
    .where('row_key', 'in', keys)
    .where('columns', 'is', null)
    .groupBy('row_key')
    .execute()
  return new Map(rows.map(({ row_key, id }) => [row_key, id]))
}

/** When a record was numbered. */
function msOfRecord(id: string): number {
  return msOfId(id.split('.')[0] ?? '')
}

async function recordsOf(snapshot: Scan['snapshot'], name: string, keys: string[]): Promise<Map<string, Recorded[]>> {
  if (keys.length === 0) return new Map()
  const rows = await snapshot.db
    .selectFrom('authority_records')
    .select(['row_key', 'id', 'columns'])
    .where('table_name', '=', name)
    .where('row_key', 'in', keys)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ row_key }) => row_key)
}

/** By column, the digests that it may have; undefined when the row was removed, or never recorded. */
function spoken(records: readonly Recorded[]): Map<string, string[]> | undefined {
  const all = new Map<string, { ms: number; digest: string }[]>()
  let isThere = false
  for (const { id, columns } of records) {
    isThere = columns !== null
    if (!isThere) all.clear()
    for (const [column, digest] of Object.entries(readColumns(columns))) {
      const before = all.get(column) ?? []
      before.push({ ms: msOfRecord(id), digest })
      all.set(column, before)
    }
  }
  if (!isThere) return undefined
  return new Map(
    [...all].map(([column, values]) => {
      const newest = values.at(-1)?.ms ?? 0
      return [column, values.filter(({ ms }) => ms >= newest - APART_MS).map(({ digest }) => digest)] as const
    }),
  )
}

/** A record that somebody made unreadable says nothing. */
function readColumns(text: string | null): Record<string, string> {
  try {
    return JSON.parse(text ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

/** The column with the account of a row. */
function ownerOf(name: string): string | undefined {
  if (name === 'accounts') return 'id'
  const { table } = authorities.get(name) ?? {}
  return table !== undefined && columnsOfTable(table).some(([column]) => column === 'account_id')
    ? 'account_id'
    : undefined
}
