// Reads the parameters of a query string that are choices, or texts of one form. An empty one counts as not given.
import type { FieldProblems } from '../core/failure-table.ts'

/** Adds the fault of a parameter to `fields`, by its name. */
export function queryReader<Q extends { [name: string]: string | undefined }>(query: Q, fields: FieldProblems) {
  type Name = keyof Q & string
  return {
    /** One of the values; undefined for another value or none. */
    oneOf<V extends string>(name: Name, values: readonly V[]): V | undefined {
      const value: string | undefined = query[name]
      const found = values.find((one) => one === value)
      if (value && found === undefined) {
        fields[name] = [[`${name} debe ser ${values.join(', ')}`, `${name} must be ${values.join(', ')}`]]
      }
      return found
    },
    /** The text; undefined without one. */
    text(name: Name, form: RegExp): string | undefined {
      const value: string | undefined = query[name] || undefined
      if (value !== undefined && !form.test(value)) fields[name] = [[`${name} no es válido`, `${name} is not valid`]]
      return value
    },
  }
}
