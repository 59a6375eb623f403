// Kysely queries compiled once: built with named holes, run with values, as fast as text written by hand.
import type { CompiledQuery } from 'kysely'
import type { Value } from '../core/table.ts'

/** Where a value will stand. It passes for any column's type while the query is built. */
class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * `const byId = prepared((hole) => db.selectFrom('operations').select(columns.operations).where('id', '=', hole('id')).compile())`, then
 * `store.rows(byId({ id }))`.
 */
export function prepared<R>(
  build: (hole: (name: string) => never) => CompiledQuery<R>,
): (values: Record<string, Value>) => CompiledQuery<R> {
  let compiled: CompiledQuery<R> | undefined
  return (values) => {
    compiled ??= build((name) => new Hole(name) as never)
    return {
      ...compiled,
      parameters: compiled.parameters.map((parameter) => {
        if (!(parameter instanceof Hole)) return parameter
        const value = values[parameter.name]
        if (value === undefined) throw new Error(`no value for ${parameter.name}`)
        return value
      }),
    }
  }
}
