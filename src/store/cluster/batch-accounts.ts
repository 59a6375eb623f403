// Which accounts a batch touches. A distributed database carries a batch of one account to one machine.
import { accountColumnOf, type Table, type Value } from '../../core/table.ts'
import { tables } from '../../tables.ts'
import { reasonIn } from '../across.ts'
import { NO_ACCOUNT } from '../no-account.ts'
import type { Write } from '../write.ts'

const byName: ReadonlyMap<string, Table> = new Map(tables.map((table) => [table.name, table]))

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
    const table = byName.get(write.table)
    if (table === undefined) continue
    if (isOfSeveral(write, table)) return []
    const column = accountColumnOf(table)
    if (column === undefined || table.keys.besideAccounts !== undefined) continue
    const named: (Value | undefined)[] =
      write.kind === 'update' ? [write.where[column], write.set[column]] : write.rows.map((row) => row[column])
    for (const one of named) if (typeof one === 'string' && one !== NO_ACCOUNT) found.add(one)
  }
  return [...found]
}

function isOfSeveral(write: Exclude<Write, { kind: 'query' }>, { keys }: Table): boolean {
  if (keys.severalAccounts === undefined) return false
  const { when } = keys.severalAccounts
  return when === undefined || (write.kind === 'insert' && write.rows.some(when))
}

function isAccountId(value: unknown): value is string {
  return typeof value === 'string' && ACCOUNT_ID.test(value)
}
