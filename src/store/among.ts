// A condition on many values that are one parameter, so that one prepared statement serves any number of them.
import { type RawBuilder, sql } from 'kysely'
import type { Store } from './store.ts'

type Engine = Pick<Store, 'engine'>

/** The condition that `column` is one of the texts or ids that `listOf` has put into the parameter. */
export function among(
  { engine }: Engine,
  column: string,
  parameter: unknown,
  kind: 'text' | 'uuid' = 'text',
): RawBuilder<boolean> {
  return engine === 'postgres'
    ? sql`${sql.ref(column)} = any(cast(${parameter} as ${sql.raw(kind)}[]))`
    : sql`${sql.ref(column)} in (select value from json_each(${parameter}))`
}

export function listOf({ engine }: Engine, texts: readonly string[]): string {
  if (engine === 'sqlite') return JSON.stringify(texts)
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join()}}`
}

/** The accounts and keys that `pairsOf` has put into the parameter, as a table with the columns `account_id` and `key`. */
export function pairsIn({ engine }: Engine, parameter: unknown): RawBuilder<{ account_id: string; key: string }> {
  return engine === 'postgres'
    ? sql`(select split_part(pair, chr(1), 1) collate "C" as account_id, split_part(pair, chr(1), 2) collate "C" as key
        from unnest(cast(${parameter} as text[])) as listed (pair))`
    : sql`(select value ->> 0 as account_id, value ->> 1 as key from json_each(${parameter}))`
}

/** The texts may have no control characters. */
export function pairsOf(store: Engine, pairs: readonly [accountId: string, key: string][]): string {
  if (store.engine === 'sqlite') return JSON.stringify(pairs)
  return listOf(
    store,
    pairs.map((pair) => pair.join('\u0001')),
  )
}
