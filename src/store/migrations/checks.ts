// Constraints that hold a column to a closed set or a sign, as statements that both engines take. Released migrations use these functions: the
// text that they make must never change.

/** The end of a condition: what follows the name of the column. A null always passes. */
export type Condition = string

/** A flag, as both engines keep it. */
export const FLAG: Condition = 'in (0, 1)'

/** `oneOf('es', 'en')` is `in ('es', 'en')`. */
export function oneOf(...values: readonly (string | number)[]): Condition {
  return `in (${values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')})`
}

/**
 * A statement for each column. Sample: `{ amount_centavos: '> 0' }` on plans adds the constraint `plans_amount_centavos_check`. The engine
 * reads the whole table, and refuses when a row does not fit. `is not false` because SQLite, when it adds a constraint, otherwise refuses
 * a null that it would let in later.
 */
export function check(table: string, conditions: Record<string, Condition>): string[] {
  return Object.entries(conditions).map(
    ([column, condition]) =>
      `alter table ${table} add constraint ${nameOf(table, column)} check ((${column} ${condition}) is not false)`,
  )
}

/** The same for columns that have such a constraint already: a set has grown. */
export function checkAnew(table: string, conditions: Record<string, Condition>): string[] {
  const drops = Object.keys(conditions).map((column) => `alter table ${table} drop constraint ${nameOf(table, column)}`)
  return [...drops, ...check(table, conditions)]
}

function nameOf(table: string, column: string): string {
  return `${table}_${column}_check`
}
