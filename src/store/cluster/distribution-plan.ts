// How the tables lie on the machines of a Citus cluster: a plan that is made of their definitions alone.
import { accountColumnOf, columnsOfTable, type Table } from '../../core/table.ts'
import { inOrder } from '../schema/create-tables.ts'

/** By the name of a table that is distributed, the column by whose value its rows lie; undefined: every machine has all of them. */
export type Plan = ReadonlyMap<string, string | undefined>

/**
 * Rows of accounts lie by their account, those of one account together; the directory by its values, the first columns of its keys; what is of the service as a whole is on every machine,
 * or stays on the coordinator.
 * Each table stands behind those that it refers to, which is the order in which they are distributed.
 */
export function planOf(tables: readonly Table[]): Plan {
  const distributed = inOrder(tables).filter(({ keys }) => keys.owner !== 'coordinator')
  return new Map(distributed.map((table) => [table.name, columnOf(table)]))
}

function columnOf(table: Table): string | undefined {
  return table.keys.owner === 'directory' ? listOf(table.keys.key)[0] : accountColumnOf(table)
}

/** Whether a table lies by its accounts, together with all others that do. */
export function liesWithAccounts(name: string, by: string | undefined): boolean {
  return by === 'account_id' || (name === 'accounts' && by === 'id')
}

/** Why Citus would not take a table, as sentences; none for tables that it takes. */
export function unfitFor(tables: readonly Table[]): string[] {
  const plan = planOf(tables)
  return tables.flatMap((table) => [...unfitKeys(table, plan), ...unfitReferences(table, plan)])
}

function unfitKeys(table: Table, plan: Plan): string[] {
  const { name, keys } = table
  const column = plan.get(name)
  if (column === undefined) return []
  const isNullable = columnsOfTable(table).some(([one, { isNullable }]) => one === column && isNullable)
  const unique = { [`${name}_pkey`]: keys.key, ...keys.unique }
  return [
    ...(isNullable ? [`${name} may have rows without ${column}`] : []),
    ...Object.entries(unique)
      .filter(([, on]) => on !== '' && !listOf(on).includes(column))
      .map(([index]) => `${index} of ${name} does not contain ${column}`),
  ]
}

/** A reference goes from machine to machine: to a table that every one has, or to a row of the same account. */
function unfitReferences({ name, keys }: Table, plan: Plan): string[] {
  const column = plan.get(name)
  return Object.entries(keys.references ?? {})
    .filter(
      ([columns, other]) =>
        !plan.has(name) ||
        !plan.has(other) ||
        (plan.get(other) !== undefined && !(liesWithAccounts(name, column) && listOf(columns).includes(column ?? ''))),
    )
    .map(([columns, other]) => `${name} (${columns}) refers to ${other}, whose rows lie elsewhere`)
}

/** `account_id, id where state = 'open'` */
function listOf(on: string): string[] {
  const [columns = ''] = on.split(' where ')
  return columns.split(', ')
}
