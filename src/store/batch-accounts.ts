// Which accounts a batch touches. A distributed database carries a batch of one account to one machine.

import { accountColumnOf, type Value } from '../core/table.ts'
import { tables } from '../tables.ts'
import { reasonIn } from './across.ts'
import { NO_ACCOUNT } from './no-account.ts'
import type { Write } from './write.ts'

/** By table of accounts, the column that names the account of a row. */
const columnOf: ReadonlyMap<string, string> = new Map(
  tables.flatMap((table) => {
    const column = accountColumnOf(table)
    return column === undefined ? [] : [[table.name, column] as const]
  }),
)

/** Why a batch that writes into a table may touch several accounts; `when`: only with such a row. */
interface Many {
  because: string
  when?: (row: Record<string, Value>) => boolean
}

const MANY: Readonly<Record<string, Many>> = {
  cursors: { because: 'a reader of the log moves its cursor with what it has made of a bucket of accounts' },
  book_days: { because: 'the heads of all accounts are made and told together' },
  requests: { because: 'answered requests are noted together, and one that is lost is a line less' },
  payments_received: {
    because: 'a payment that contradicts that of another account is told to both, or neither knows of it',
    when: ({ conflict }) => typeof conflict === 'number' && conflict > 0,
  },
}

/** By table of accounts, why its rows do not count among the accounts of a batch. */
const BESIDE: Readonly<Record<string, string>> = {
  idempotency: 'an answer is kept for who asked: the operator may have asked for another account',
}

const ACCOUNT_ID = /^acc_[a-z0-9_]+$/

/** The accounts that the rows and conditions of a batch name; none for a batch that may touch several. A statement's are among its parameters. */
export function accountsOfBatch(writes: readonly Write[]): string[] {
  const found = new Set<string>()
  for (const write of writes) {
    if (write.kind === 'query') {
      if (reasonIn(write.query.sql) !== undefined) return []
      for (const value of write.query.parameters) if (isAccountId(value)) found.add(value)
      continue
    }
    if (isOfMany(write)) return []
    if (Object.hasOwn(BESIDE, write.table)) continue
    const column = columnOf.get(write.table)
    if (column === undefined) continue
    const named: (Value | undefined)[] =
      write.kind === 'update' ? [write.where[column], write.set[column]] : write.rows.map((row) => row[column])
    for (const one of named) if (typeof one === 'string' && one !== NO_ACCOUNT) found.add(one)
  }
  return [...found]
}

function isOfMany(write: Exclude<Write, { kind: 'query' }>): boolean {
  const many = MANY[write.table]
  if (many === undefined) return false
  const { when } = many
  return when === undefined || (write.kind === 'insert' && write.rows.some(when))
}

function isAccountId(value: unknown): value is string {
  return typeof value === 'string' && ACCOUNT_ID.test(value)
}
