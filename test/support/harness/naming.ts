// Which accounts a statement names: whether each table of rows that are of accounts is asked for those of an account alone.
import { accountColumnOf, columnsOfTable, type Table } from '../../../src/core/table.ts'
import { tables } from '../../../src/tables.ts'

/** The column that names the account, by table. */
const accountColumns: ReadonlyMap<string, string> = new Map(
  tables.flatMap((table) => {
    const column = accountColumnOf(table) ?? accountShown(table)
    return column === undefined ? [] : [[table.name, column] as const]
  }),
)

/** Tables that every machine of a cluster has: their rows need not be named, and their columns are no values that name an account. */
const shared: ReadonlySet<string> = new Set(
  tables.flatMap((table) => (accountColumnOf(table) === undefined ? [table.name] : [])),
)

function accountShown(table: Table): string | undefined {
  return table.keys.owner === 'shared'
    ? columnsOfTable(table).find(([column]) => column === 'account_id')?.[0]
    : undefined
}

/** A table in a select, an update and so on, under the name that it has there. */
interface Named {
  table: string
  name: string
  column: string | undefined
}

/** A select, an update and so on, with the conditions on accounts that it has itself. */
interface Scope {
  named: Named[]
  /** Tables whose accounts are a value, or that of a statement around it. */
  fixed: Set<Named>
  /** Pairs of tables whose accounts are equal. */
  equal: [Named, Named][]
  clause: string
}

const TOKEN = /"[^"]*"|'(?:[^']|'')*'|\/\*[\s\S]*?\*\/|\$\d+|[a-z_][a-z_0-9]*|<=|>=|<>|\|\||\S/gi
const CLAUSES = new Set(['select', 'from', 'join', 'on', 'where', 'group', 'order', 'having', 'limit', 'set', 'values'])
const JOINED = new Set(['from', 'join', 'into', 'update', ','])
const NO_ALIAS = new Set([...CLAUSES, 'as', 'inner', 'left', 'cross', 'lateral', 'using', 'union', 'for', 'returning'])
const BEGINS = new Set(['select', 'with', 'insert', 'update', 'delete', 'values'])

/** The tables of accounts that a statement reads or writes without naming the account of the rows. */
export function unnamedTables(text: string): string[] {
  return [...new Set(scopesOf(tokensOf(text)).flatMap(unnamedIn))]
}

const owners: ReadonlyMap<string, Table['keys']['owner']> = new Map(tables.map(({ name, keys }) => [name, keys.owner]))

/** The tables that a statement names beside one that only the coordinator of a cluster has. */
export function besideCoordinator(text: string): string[] {
  const named = scopesOf(tokensOf(text)).flatMap((scope) => scope.named.map(({ table }) => table))
  const all = [...new Set(named)].filter((name) => owners.has(name))
  return all.length > 1 && all.some((name) => owners.get(name) === 'coordinator') ? all : []
}

function tokensOf(text: string): string[] {
  // A column that is compared without its index has this behind it (`store/unindexed`).
  return (text.replaceAll(" || ''", '').match(TOKEN) ?? []).filter((token) => !token.startsWith('/*'))
}

function scopesOf(tokens: readonly string[]): Scope[] {
  const all: Scope[] = []
  const begin = (): Scope => {
    const scope: Scope = { named: [], fixed: new Set(), equal: [], clause: '' }
    all.push(scope)
    return scope
  }
  let scope = begin()
  /** The statements around, by the bracket that began the inner one. */
  const around: (Scope | undefined)[] = []
  /** Conditions are looked at when all tables of their statement are known. */
  const later: (() => void)[] = []
  const word = (at: number) => (tokens[at] ?? '').toLowerCase()
  for (let at = 0; at < tokens.length; at += 1) {
    const token = word(at)
    const depth = around.length
    if (token === '(') {
      const isInner = BEGINS.has(word(at + 1))
      around.push(isInner ? scope : undefined)
      if (isInner) scope = begin()
    } else if (token === ')') scope = around.pop() ?? scope
    else if (token === 'union' || token === 'except' || token === 'intersect') scope = begin()
    else if (token === 'select' && scope.clause !== '') scope = begin()
    if (CLAUSES.has(token) || token === 'into') scope.clause = token
    const isListed = scope.clause === 'from' && (depth === 0 || around[depth - 1] !== undefined)
    const startsTable = JOINED.has(token) && (token !== ',' || isListed)
    if (startsTable && word(at - 1) !== 'distinct') nameTable(scope, tokens, at + 1)
    const own = scope
    if (accountWord(token)) later.push(() => nameAccount(own, tokens, at))
  }
  for (const look of later) look()
  return all
}

/** A table, its name in the statement and, of an insert, whether its columns have the account. */
function nameTable(scope: Scope, tokens: readonly string[], at: number): void {
  const table = plain(tokens[at])
  const isInsert = plain(tokens[at - 1]) === 'into'
  if (!/^[a-z_]+$/.test(table) || (tokens[at + 1] === '(' && !isInsert)) return
  const asAt = plain(tokens[at + 1]) === 'as' ? at + 2 : at + 1
  const alias = plain(tokens[asAt])
  const isAlias = !isInsert && /^[a-z_0-9]+$/.test(alias) && (asAt === at + 2 || !NO_ALIAS.has(alias))
  const one: Named = { table, name: isAlias ? alias : table, column: accountColumns.get(table) }
  scope.named.push(one)
  if (!isInsert || one.column === undefined) return
  const end = tokens.indexOf(')', at)
  if (tokens.slice(at + 1, end).some((token) => plain(token) === one.column)) scope.fixed.add(one)
}

function accountWord(token: string): boolean {
  const name = token.startsWith('"') ? token.slice(1, -1) : token
  return name === 'account_id' || name === 'id'
}

/** What the condition around a column of an account says; nothing when the column stands elsewhere. */
function nameAccount(scope: Scope, tokens: readonly string[], at: number): void {
  const own = tableOf(scope, tokens, at)
  if (own === undefined) return
  const first = tokens[at - 1] === '.' ? at - 2 : at
  // Compared without its index it is still the account: `account_id || ''`.
  const end = tokens[at + 1] === '||' && tokens[at + 2] === "''" ? at + 2 : at
  const next = plain(tokens[end + 1])
  const isNull = next === 'is' && plain(tokens[end + 2]) === 'null'
  const isSame = next === 'is' && plain(tokens[end + 2]) === 'not' && plain(tokens[end + 3]) === 'distinct'
  const isIn = next === 'in' || isNull || isSame
  if (next === '=') {
    const otherAt = tokens[end + 3] === '.' ? end + 4 : end + 2
    const other = tableOf(scope, tokens, otherAt)
    if (other === undefined) scope.fixed.add(own)
    else if (other !== own) scope.equal.push([own, other])
  } else if (isIn) scope.fixed.add(own)
  else if (tokens[first - 1] === '=' && tableOf(scope, tokens, first - 2) === undefined) scope.fixed.add(own)
  else if (tokens[first - 1] === '(' && next === ',') {
    const close = tokens.indexOf(')', at)
    if (['=', 'in'].includes(plain(tokens[close + 1]))) scope.fixed.add(own)
  }
}

/** The table whose account a column is; undefined when it is another column, or of a statement around it. */
function tableOf({ named }: Scope, tokens: readonly string[], at: number): Named | undefined {
  const column = plain(tokens[at])
  if (tokens[at - 1] === '.')
    return named.find(({ name, column: own }) => name === plain(tokens[at - 2]) && own === column)
  const having = named.filter(({ column: own }) => own === column)
  return column === 'id' && named.length > 1 ? undefined : having[0]
}

function plain(token: string | undefined): string {
  const text = (token ?? '').toLowerCase()
  return text.startsWith('"') ? text.slice(1, -1) : text
}

/** Equal accounts are named when one of them is. */
function unnamedIn({ named, fixed, equal }: Scope): string[] {
  const known = new Set(fixed)
  for (let before = -1; before !== known.size; ) {
    before = known.size
    for (const [one, other] of equal) if (known.has(one) || known.has(other)) known.add(one).add(other)
  }
  return named.flatMap((one) =>
    one.column === undefined || shared.has(one.table) || known.has(one) ? [] : [one.table],
  )
}
