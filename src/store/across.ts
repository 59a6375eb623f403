// The reads that concern the rows of all accounts. Every other statement on rows of accounts names an account.
import {
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  type RawBuilder,
  RawNode,
  type RootOperationNode,
  sql,
} from 'kysely'
import type { Tables } from '../tables.ts'
import type { Store } from './store.ts'

/** By its name, why a statement names no account. */
const acrossReasons = {
  log: 'a reader of the log goes forward in a bucket of accounts',
  due: 'a worker takes the work of all accounts that has fallen due, and counts what has not been done',
  audit: 'the audit compares the books of all accounts at one instant',
  books: 'the checkpoints of the books cover what all accounts wrote in an hour',
  networks: 'a network names a payment by its id alone, and a statement of it has the movements of many accounts',
  payers: 'the address of a page for a payer names the payment alone',
  operator: 'the operator of the service looks at all accounts',
  person: 'a person has roles at several accounts',
} as const

type AcrossReason = keyof typeof acrossReasons

/** Marks a statement that names no account, for `modifyEnd` of Kysely or the text of `sql`. */
export function across(reason: AcrossReason): RawBuilder<never> {
  return sql.raw(markOf(reason))
}

/** A Kysely all of whose statements are marked. */
export function acrossDb(db: Kysely<Tables>, reason: AcrossReason): Kysely<Tables> {
  return db.withPlugin(markingOf(reason))
}

/** A store all of whose Kysely statements are marked. */
export function acrossStore<S extends Pick<Store, 'db'>>(store: S, reason: AcrossReason): S {
  return { ...store, db: acrossDb(store.db, reason) }
}

/** The reason in a statement; undefined when it has none. */
export function reasonIn(text: string): AcrossReason | undefined {
  const [, reason] = /\/\* across accounts: ([a-z]+) \*\//.exec(text) ?? []
  return reason !== undefined && reason in acrossReasons ? (reason as AcrossReason) : undefined
}

/** What stands at the end of such a statement. */
export function markOf(reason: AcrossReason): string {
  return `/* across accounts: ${reason} */`
}

function markingOf(reason: AcrossReason): KyselyPlugin {
  const mark = RawNode.createWithSql(markOf(reason))
  return {
    transformQuery: ({ node }) => marked(node, mark),
    transformResult: async ({ result }) => result,
  }
}

function marked(node: RootOperationNode, mark: RawNode): RootOperationNode {
  switch (node.kind) {
    case 'RawNode':
      return { ...node, ...RawNode.create([...ends(node.sqlFragments)], [...node.parameters, mark]) }
    case 'SelectQueryNode':
    case 'UpdateQueryNode':
    case 'DeleteQueryNode':
    case 'InsertQueryNode': {
      const before: readonly OperationNode[] = node.endModifiers ?? []
      return { ...node, endModifiers: [...before, mark] } as typeof node
    }
    default:
      return node
  }
}

/** The fragments of a text with room for one more part behind the last one. */
function ends(fragments: readonly string[]): string[] {
  return [...fragments.slice(0, -1), `${fragments.at(-1) ?? ''} `, '']
}
