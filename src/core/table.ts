// The words in which a table is defined: its columns by class, its keys and its indexes. Everything else about it is made from this: the schema of
// both engines, the type of its rows, what the checkpoints of the books cover, the rights of the service's role and docs/schema.md.
import type { Day, Instant } from './time.ts'

/** A value as statements and rows have it, the same on both engines. Booleans are 0/1, instants and JSON are text. */
export type Value = string | number | null

/**
 * What a column is, and so what protects it:
 * `fact`: written once with its cause. The checkpoints of the books cover it, and the service's role may not change it.
 * `authority`: who may do or receive something, or what is charged. The store records each change of it, and the audit compares.
 * `derived`: the audit computes it again from facts.
 * `sealed`: encrypted, or hashed with a key, for its row alone. In a table with authority the store records each change of it too.
 * `work`: queues, leases and what is shown. Removing it moves no money.
 */
export const columnClasses = ['fact', 'authority', 'derived', 'sealed', 'work'] as const

export type ColumnClass = (typeof columnClasses)[number]

/** The values that a column may hold besides null, or the sign of its numbers. */
export type Bound = readonly (string | number)[] | '> 0' | '>= 0'

export interface Column<T extends Value = Value> {
  readonly kind: 'text' | 'uuid' | 'instant' | 'bytes' | 'integer' | 'bigint'
  readonly bound: Bound | undefined
  readonly isNullable: boolean
  /** What a new row holds when its insert leaves the column out. Undefined: null, and a column without null cannot be left out. */
  readonly initial: T | undefined
  /** The same column, which may be null. */
  orNull(): Column<T | null>
  /** The same column with an initial value: an insert may leave it out (`write.insertOnly`). */
  from(initial: T): Column<T>
}

type Columns = Record<string, Column>

/** Columns by class. The name of a column is in one class. */
type Classes = { readonly [C in ColumnClass]?: Columns }

/**
 * How the facts of a table are read in the order in which they were written, for the checkpoints of the books: by an id that has the time behind its prefix, or by
 * an instant and the rest of a key. Rows `within` those of another table are lines of its records, which they name `by` this column.
 */
export type Recorded =
  | { by: 'id'; prefix: string; isOfService?: true }
  | { by: 'created_at' | 'requested_at'; keys: readonly string[]; isOfService?: true }
  | { within: string; by: string }

/**
 * Whose the rows of a table are, and so how a distributed database keeps it:
 * `account`: each row is of one account, named by `account_id` (of `accounts` by `id`). An account's rows lie together.
 * `directory`: what must be unique or found across accounts, or is counted for all of them. Each row lies by itself, by the first column of its key.
 * `shared`: of the service as a whole, and asked for together with rows of accounts. Every machine has all of it, so none may be away when it changes.
 * `coordinator`: of the service as a whole, and asked for alone. Only the machine that the service talks to has it.
 */
export type Owner = 'account' | 'directory' | 'shared' | 'coordinator'

interface Keys {
  owner: Owner
  /** The columns of the primary key. Every table has one: logical replication refuses to change a row without. */
  key: string
  /** On SQLite the rows lie in the order of the key: for short rows that are read by it. */
  isClustered?: true
  /**
   * How full PostgreSQL makes a page with new rows, in percent: for rows that change soon after. A change that stays in its page writes only what
   * differs to the log.
   */
  filled?: number
  /** By column, the table whose id it holds; behind `account_id`, an id of the same account. */
  references?: Record<string, string>
  /** By name, columns that no two rows have alike, with a condition behind `where`. */
  unique?: Record<string, string>
  /** The same for indexes. */
  indexes?: Record<string, string>
  /** By name, texts that the database makes of other columns of the row whenever it is written: for an index. */
  generated?: Record<string, string>
  /** By name, what holds among several columns of a row. */
  checks?: Record<string, string>
  /** Its rows end by themselves, so a missing row harms nobody: the audit compares only the rows that are there with their records. */
  isPassing?: true
  /** Of a table without facts: its rows stay for ever. */
  isKept?: true
  /** Why a batch that writes into it may touch several accounts; `when`: only with such a new row. */
  severalAccounts?: { because: string; when?: (row: Readonly<Record<string, Value>>) => boolean }
  /** Why its rows do not count among the accounts of a batch. */
  besideAccounts?: string
  /** Its rows are read in the order in which they were committed (`store/log`). */
  isLog?: true
  /** The rows of a new database. */
  first?: Record<string, Value>[]
}

export interface Table<T extends Classes = Classes, N extends string = string> {
  readonly name: N
  readonly classes: T
  readonly keys: Keys & { recorded?: Recorded }
}

/** A table with facts says how they are recorded. */
type KeysOf<T extends Classes> = Keys & (T extends { fact: Columns } ? { recorded: Recorded } : object)

/** The row of a table. */
export type Row<T extends Table> = Plain<Merged<T['classes']>>

type Merged<T extends Classes> = In<T, 'fact'> & In<T, 'authority'> & In<T, 'derived'> & In<T, 'sealed'> & In<T, 'work'>
type In<T extends Classes, C extends ColumnClass> = T[C] extends Columns ? T[C] : unknown
type Plain<T> = { -readonly [C in keyof T]: T[C] extends Column<infer V> ? V : never }

export function table<const T extends Classes, const N extends string>(
  name: N,
  classes: T,
  keys: KeysOf<T>,
): Table<T, N> {
  return { name, classes, keys }
}

/** Rows that the database makes of those of tables when they are read. */
export interface View<C extends Columns = Columns, N extends string = string> {
  readonly name: N
  readonly columns: C
  /** The query, for each engine. */
  readonly query: Readonly<Record<'sqlite' | 'postgres', string>>
}

export type ViewRow<V extends View> = Plain<V['columns']>

export function view<const C extends Columns, const N extends string>(
  name: N,
  columns: C,
  query: View['query'],
): View<C, N> {
  return { name, columns, query }
}

/** The column that names the account of a row; undefined where rows are of no account. */
export function accountColumnOf({ name, keys }: Table): 'account_id' | 'id' | undefined {
  if (keys.owner !== 'account') return undefined
  return name === 'accounts' ? 'id' : 'account_id'
}

/** The columns of a table, of all classes or of one. */
export function columnsOfTable({ classes }: Table, only?: ColumnClass): [name: string, column: Column][] {
  return columnClasses
    .filter((one) => only === undefined || one === only)
    .flatMap((one) => Object.entries(classes[one] ?? {}))
}

/** Text as the program writes it; JSON is text. */
export const text = (): Column<string> => column('text')

/** The id of an operation. PostgreSQL keeps its 16 bytes; in statements and rows it is text, as it is on SQLite. */
export const uuid = (): Column<string> => column('uuid')

/** Bytes. Values of statements are text, so a statement turns them from hexadecimal digits into bytes, and back. */
export const bytes = (): Column<string> => column('bytes')

/** A moment. PostgreSQL keeps its 8 bytes; in statements and rows it is text, as it is on SQLite. */
export const instant = (): Column<Instant> => column('instant')

/** A day of Mexico City. */
export const day = (): Column<Day> => column('text')

/** One of a closed set of values. */
export function oneOf<const V extends string | number>(values: readonly V[]): Column<V> {
  return column(typeof values[0] === 'number' ? 'integer' : 'text', values)
}

export const flag = (): Column<0 | 1> => oneOf([0, 1])

/** Whole numbers, among them amounts in centavos: above zero, not below it, or of either sign. */
export const positive = (): Column<number> => column('bigint', '> 0')
export const natural = (): Column<number> => column('bigint', '>= 0')
/** A count that stays small, or a rate. */
export const count = (): Column<number> => column('integer', '>= 0')
export const signed = (): Column<number> => column('bigint')

function column<T extends Value>(kind: Column['kind'], bound?: Bound, isNullable = false, initial?: T): Column<T> {
  return {
    ...{ kind, bound, isNullable, initial },
    orNull: () => column<T | null>(kind, bound, true, initial),
    from: (value) => column<T>(kind, bound, isNullable, value),
  }
}
