// A condition on many values that are one parameter, so that one prepared statement serves any number of them.
import { type RawBuilder, sql } from 'kysely'
import type { Store } from './store.ts'

type Engine = Pick<Store, 'engine'>

/** `column` is one of the texts, or of the ids of operations, that `listOf` has put into the parameter. */
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
