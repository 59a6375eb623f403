// How rows are registered under a kind of the directory, which finds them across accounts.

/** The rows of a table that are registered under a kind. */
export interface Registered {
  table: string
  /** The column that an entry has as its subject; absent: `id`. */
  subject?: string
  /** The column of the key behind the account; absent: `id`. */
  key?: string
  /** The subject is the id of an operation. */
  isUuid?: boolean
  /** In SQL, what the value of a row called `one` may be. */
  values: readonly [string, ...string[]]
  /** In SQL, for each of the values, what tells its row apart from others that share it; absent: nothing. */
  variants?: readonly string[]
  /** Further entries of its first value; absent: there are none. */
  beside?: Beside
  /** In SQL, which rows are registered; absent: all. */
  when?: string
  /** In SQL, those of them that nobody looks for by their value; absent: none. */
  unless?: string
}

/** Entries of a row under other variants than its own. */
export interface Beside {
  /** What stands before the row's subject in theirs. */
  before: string
  /** In SQL, what they follow from, and of which rows there are such entries. */
  of: string
  when: string
  /** What their variants begin with, before a blank and a number: one entry each. */
  variants(of: string): string[]
}

/** By kind, what is registered. */
export type RegisteredKinds = Readonly<Record<string, Registered>>
