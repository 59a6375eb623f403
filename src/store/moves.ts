// The legal moves between the states of a table's rows. Each room declares those of its tables in its `moves.ts`; those of operations are in `core/operation`.
import type { Tables } from '../tables.ts'

/** The tables whose rows have a state. */
type Stateful = { [T in keyof Tables]: Tables[T] extends { state: string } ? T : never }[keyof Tables]
type State<T extends Stateful> = Tables[T]['state']

/** Of each state of a table, those that a row may move to. */
interface Moves<M> {
  table: string
  targets: M
}

/** Every legal move of a table's rows; staying in a state is no move. One that lacks a state of the table, or names another, does not compile. */
export function movesOf<T extends Stateful, const M extends Readonly<Record<State<T>, readonly State<T>[]>>>(
  table: T,
  targets: M & Record<Exclude<keyof M, State<T>>, never>,
): Moves<M> {
  return { table, targets }
}

type Target<M, From> = From extends keyof M ? (M[From] extends readonly (infer To)[] ? To : never) : never

/**
 * The new state of a row, for the writer to set. A move that is not in the table does not compile if the states are known
 * at compile time, and throws otherwise.
 */
export function moved<M, const From extends keyof M, const To extends Target<M, From>>(
  { table, targets }: Moves<M>,
  from: From,
  to: To,
): To {
  const legal = targets[from] as readonly unknown[]
  if (!legal.includes(to)) throw new Error(`${table}: no move from ${String(from)} to ${String(to)}`)
  return to
}
