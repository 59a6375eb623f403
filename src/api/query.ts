// Reads the parameters of a query string that are choices, or texts of one form. An empty one counts as not given.
import type { FieldProblems } from '../core/failure.ts'

/** What is wrong with a parameter is added to `fields`, by its name. */
export function queryReader<Q extends { [name: string]: string | undefined }>(query: Q, fields: FieldProblems) {
  type Name = keyof Q & string
  return {
    /** One of the values; undefined when it is none of them or not given. */
    oneOf<V extends string>(name: Name, values: readonly V[]): V | undefined {
      const given: string | undefined = query[name]
      const found = values.find((value) => value === given)
      if (given && found === undefined) {
        fields[name] = [[`${name} debe ser ${values.join(', ')}`, `${name} must be ${values.join(', ')}`]]
      }
      return found
    },
    /** As it is given; undefined when it is not. */
    text(name: Name, form: RegExp): string | undefined {
      const value: string | undefined = query[name] || undefined
      if (value !== undefined && !form.test(value)) fields[name] = [[`${name} no es válido`, `${name} is not valid`]]
      return value
    },
  }
}
