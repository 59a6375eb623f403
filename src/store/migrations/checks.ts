// Constraints that hold a column to a closed set or a sign, as statements that both engines take. Released migrations use these functions: the
// text that they make must never change.

/** All that a column may hold besides null, or its sign. */
export type Bound = readonly (string | number)[] | '> 0' | '>= 0'

/** A flag, as both engines keep it. */
export const FLAG = [0, 1] as const

/**
 * A statement for each column. Sample: `{ amount_centavos: '> 0' }` on plans adds the constraint `plans_amount_centavos_check`. The engine
 * reads the whole table, and refuses when a row does not fit.
 */
export function check(table: string, bounds: Record<string, Bound>): string[] {
  return Object.entries(bounds).map(
    ([column, bound]) =>
      `alter table ${table} add constraint ${nameOf(table, column)} check (${conditionOf(column, bound)})`,
  )
}

/** The same for columns that have such a constraint already: a set has grown. */
export function checkAnew(table: string, bounds: Record<string, Bound>): string[] {
  const drops = Object.keys(bounds).map((column) => `alter table ${table} drop constraint ${nameOf(table, column)}`)
  return [...drops, ...check(table, bounds)]
}

function nameOf(table: string, column: string): string {
  return `${table}_${column}_check`
}

/**
 * Not `in (...)`, for which SQLite builds a table with each write. Null is named because SQLite, when it adds a constraint, refuses a null
 * that it would let in later.
 */
function conditionOf(column: string, bound: Bound): string {
  const allowed =
    typeof bound === 'string'
      ? [`${column} ${bound}`]
      : bound.map((value) => `${column} = ${typeof value === 'number' ? value : `'${value}'`}`)
  return [`${column} is null`, ...allowed].join(' or ')
}
