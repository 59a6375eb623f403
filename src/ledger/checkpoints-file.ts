// Checkpoints as text, which `cobro audit --heads` prints and `--against` reads. Keep it where nobody with write access to the
// database can write.
import type { Kysely } from 'kysely'
import { addDays, dayStartAt, instantOf, isDay } from '../core/time.ts'
import { acrossDb } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import type { Tables } from '../tables.ts'
import { type Parts, sorted } from './book-checkpoints.ts'
import { type BookTable, bookTables } from './book-tables.ts'

/** The checkpoints of a day, which cover everything written before an instant. */
export interface DayCheckpoints {
  day: string
  untilAt: string
  head: string
  /** By account; empty when only the checkpoint of the day was kept. */
  accounts: AccountCheckpoints
}

type AccountCheckpoints = Map<string, { head: string; parts: Parts }>

/** While the books are being closed: accounts whose checkpoints are further than that of all accounts of the day, which comes last. */
interface UnderWay {
  day: string
  untilAt: string
  accounts: AccountCheckpoints
}

/** A covered record: its id and the first 16 digits of its hash, which includes the previous record's hash. */
interface Mark {
  id: string
  mark: string
}

export interface Checkpoints {
  days: DayCheckpoints[]
  /**
   * The checkpoints cover everything written before this instant: a day without a checkpoint had no records. Null: some days were left
   * out.
   */
  untilAt: string | null
  /** Of a database; absent in a file. */
  underWay?: UnderWay
  /** By `<account> <day> <table>`, in order; only with `--rows`. */
  rows: Map<string, Mark[]>
}

/** The text is not a file of checkpoints. The message names the line. */
export class NoCheckpoints extends Error {}

const FIRST_LINE = 'cobro heads 1'
/** Of a day whose accounts have checkpoints while the day has none: no checkpoint is like it. */
const NO_HEAD = '0'.repeat(64)
const HASH = /^[0-9a-f]{64}$/

/** The checkpoints in the database. */
export async function checkpointsIn(all: Kysely<Tables>): Promise<Checkpoints> {
  const db = acrossDb(all, 'books')
  const rows = await db.selectFrom('book_days').select(columns.book_days).orderBy('day').orderBy('account_id').execute()
  const progress = await db.selectFrom('book_progress').select(['until_at', 'goal_at']).executeTakeFirst()
  const untilAt = progress?.until_at ?? instantOf(0)
  const days = new Map<string, DayCheckpoints>()
  let underWay: UnderWay | undefined
  // The row of all accounts comes first in each day.
  for (const row of rows) {
    const isOfAll = row.account_id === NO_ACCOUNT
    // Those of accounts are written first, in several batches, and a crash may leave them.
    if (!isOfAll && row.until_at === progress?.goal_at) {
      underWay ??= { day: row.day, untilAt: row.until_at, accounts: new Map() }
      underWay.accounts.set(row.account_id, { head: row.head, parts: partsIn(row.parts) })
      continue
    }
    // A day's row is not updated for hours without records.
    const endAt = dayStartAt(addDays(row.day, 1))
    const [dayUntilAt = endAt] = [untilAt, endAt].sort()
    const head = isOfAll ? row.head : NO_HEAD
    const day = days.get(row.day) ?? { day: row.day, untilAt: dayUntilAt, head, accounts: new Map() }
    days.set(row.day, day)
    if (!isOfAll) day.accounts.set(row.account_id, { head: row.head, parts: partsIn(row.parts) })
  }
  return { days: [...days.values()], untilAt, ...(underWay && { underWay }), rows: new Map() }
}

/**
 * ```
 * cobro heads 1
 * day 2026-11-20 2026-11-21T06:00:00.000Z 4c1f…
 * account acc_1 2026-11-20 77ab… events=2:90fe… entries=1:c2aa… operations=1:0d3c…
 * row acc_1 2026-11-20 operations 019a… 0d3c5b1e9f00aa17
 * until 2026-11-21T14:00:00.000Z
 * ```
 */
export function checkpointsText({ days, untilAt, underWay, rows }: Checkpoints): string {
  const lines = days.flatMap(({ day, untilAt, head, accounts }) => [
    `day ${day} ${untilAt} ${head}`,
    // Of a day with some accounts under way, the checkpoint of all accounts stands for each.
    ...[...(day === underWay?.day ? [] : accounts)].map(([id, { head, parts }]) => {
      const tables = sorted(parts).map(([table, part]) => `${table}=${part.records}:${part.hash}`)
      return ['account', encodeURIComponent(id), day, head, ...tables].join(' ')
    }),
  ])
  const marks = [...rows].flatMap(([key, all]) =>
    all.map(({ id, mark }) => `row ${key} ${encodeURIComponent(id)} ${mark}`),
  )
  return [FIRST_LINE, ...lines, ...marks, ...(untilAt === null ? [] : [`until ${untilAt}`])].join('\n')
}

/** Reads one or more prints, one after another. Throws `NoCheckpoints`. */
export function readCheckpoints(text: string): Checkpoints {
  const checkpoints: Checkpoints = { days: [], untilAt: null, rows: new Map() }
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  if (lines.find((line) => line !== '') !== FIRST_LINE)
    throw new NoCheckpoints(`it does not begin with "${FIRST_LINE}"`)
  for (const [index, line] of lines.entries()) {
    const [word = '', ...rest] = line.split(/\s+/)
    if (word === '' || line === FIRST_LINE) continue
    if (!(Object.hasOwn(readers, word) && readers[word as keyof typeof readers](checkpoints, rest)))
      throw new NoCheckpoints(`line ${index + 1} is none of "day", "account", "row" and "until" as they are printed`)
  }
  return checkpoints
}

type Reader = (checkpoints: Checkpoints, words: string[]) => boolean

const readers = {
  day: ({ days }, [day = '', untilAt = '', head = '', ...more]) => {
    days.push({ day, untilAt, head, accounts: new Map() })
    return isDay(day) && !Number.isNaN(Date.parse(untilAt)) && HASH.test(head) && more.length === 0
  },
  account: ({ days }, [account = '', day = '', head = '', ...tables]) => {
    const parts: Parts = {}
    for (const text of tables) {
      const [, table = '', records, hash = ''] = /^(\w+)=(\d+):([0-9a-f]{64})$/.exec(text) ?? []
      if (!isTable(table)) return false
      parts[table] = { records: Number(records), hash }
    }
    const last = days.at(-1)
    last?.accounts.set(decoded(account), { head, parts })
    return last?.day === day && HASH.test(head)
  },
  until: (checkpoints, [untilAt = '', ...more]) => {
    checkpoints.untilAt = checkpoints.untilAt === null || checkpoints.untilAt < untilAt ? untilAt : checkpoints.untilAt
    return !Number.isNaN(Date.parse(untilAt)) && more.length === 0
  },
  row: ({ rows }, [account = '', day = '', table = '', id = '', mark = '', ...more]) => {
    const key = `${account} ${day} ${table}`
    const all = rows.get(key) ?? []
    rows.set(key, all)
    all.push({ id: decoded(id), mark })
    return isTable(table) && isDay(day) && /^[0-9a-f]{16}$/.test(mark) && more.length === 0
  },
} satisfies Record<string, Reader>

export function rowsKey(accountId: string, day: string, table: BookTable): string {
  return `${encodeURIComponent(accountId)} ${day} ${table}`
}

function isTable(name: string): name is BookTable {
  return (bookTables as string[]).includes(name)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The database may contain any text. */
export function partsIn(text: string): Parts {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
