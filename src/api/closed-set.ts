// The values of a field that may have only some, as its schema says.
import type { TSchema } from 'typebox'

type Field = { const?: unknown; enum?: unknown[]; anyOf?: Field[]; type?: unknown; properties?: Record<string, Field> }

/** Undefined for a field that may have others too. `object`: the pointer to the object in the schema. Null, which says nothing, is not named. */
export function closedSetAt(schema: TSchema, object: string, name: string): unknown[] | undefined {
  const steps = object.split('/').slice(1)
  const place = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], schema)
  const field = (place as Field | undefined)?.properties?.[name]
  return field && valuesOf(field)
}

function valuesOf(field: Field): unknown[] | undefined {
  if (field.const !== undefined) return [field.const]
  if (field.enum !== undefined) return field.enum
  const branches = field.anyOf?.filter(({ type }) => type !== 'null').map(valuesOf) ?? []
  const known = branches.filter((one) => one !== undefined)
  return known.length > 0 && known.length === branches.length ? known.flat() : undefined
}
