// The rights of the service's role on PostgreSQL: it adds to the books and does not change them.
import { columnsOfTable, type Table } from '../../core/table.ts'
import { tables, views } from '../../tables.ts'
import { NoDatabase } from '../no-database.ts'
import { FUNCTION } from './batch-refusal.ts'

const NO_ROLE = '42704'

/**
 * The statements that give a role these rights, by the owner of the tables. It may change every column but facts, and delete no row that has
 * one. `role`: as PostgreSQL has it, in any letters.
 */
function rightsOf(role: string): string[] {
  const name = `"${role.replaceAll('"', '""')}"`
  return [
    `grant select, insert, update, delete on ${tables.map((table) => table.name).join(', ')} to ${name}`,
    `grant select on ${['migrations', ...views.map((view) => view.name)].join(', ')} to ${name}`,
    // Some databases take from everybody what PostgreSQL gives to everybody.
    `grant execute on function ${FUNCTION}() to ${name}`,
    `revoke insert, update, delete, truncate on migrations from ${name}`,
    ...tables.flatMap((table) => {
      if (columnsOfTable(table, 'fact').length === 0)
        return mayDelete(table) ? [] : [`revoke delete on ${table.name} from ${name}`]
      const changing = columnsOfTable(table).filter(([column]) => table.classes.fact?.[column] === undefined)
      const columns = changing.map(([column]) => column).join(', ')
      return [
        `revoke update, delete on ${table.name} from ${name}`,
        ...(columns === '' ? [] : [`grant update (${columns}) on ${table.name} to ${name}`]),
      ]
    }),
  ]
}

/** Whether the service deletes rows of the table. */
export const mayDelete = (table: Table): boolean => columnsOfTable(table, 'fact').length === 0 && !table.keys.isKept

/** Whether the service changes rows of the table. */
export const mayUpdate = (table: Table): boolean => columnsOfTable(table, 'fact').length < columnsOfTable(table).length

/** Gives the rights. Throws `NoDatabase` when there is no such role. */
export async function giveRights(run: (text: string) => Promise<unknown>, role: string): Promise<void> {
  try {
    for (const statement of rightsOf(role)) await run(statement)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NO_ROLE)) throw error
    throw new NoDatabase(
      [
        `PostgreSQL no tiene el rol ${role}: hazlo primero, con create role. No se cambió nada.`,
        `PostgreSQL has no role ${role}: make it first, with create role. Nothing was changed.`,
      ],
      {
        cause: error,
      },
    )
  }
}
