// The members of a body that nobody reads, as its schema says.
import type { TSchema } from 'typebox'
import { branchesOf, type Unread, unreadMembers } from '../../core/unread.ts'

/** The members of a body that its schema does not know, and those that it knows as ignored. */
export function unreadOf(schema: TSchema | undefined, body: unknown): Unread[] {
  if (schema === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return []
  let known = knownPaths.get(schema)
  if (known === undefined) {
    const paths = new Set(pathsOf(schema, ''))
    const branches = branchesOf(paths)
    known = { paths, isBranch: (path) => branches.has(path) }
    knownPaths.set(schema, known)
  }
  return unreadMembers(body, known.paths, known.isBranch)
}

/** What each schema reads, so that it is found once. */
const knownPaths = new WeakMap<TSchema, { paths: ReadonlySet<string>; isBranch(path: string): boolean }>()

/** The paths that a schema reads: of its fields, and of those inside its objects. */
function pathsOf(schema: TSchema, inside: string): string[] {
  const objects = objectsOf(schema)
  if (objects.length === 0) return inside === '' ? [] : [inside]
  return objects.flatMap((properties) =>
    Object.entries(properties).flatMap(([name, field]) =>
      field.deprecated === true ? [] : pathsOf(field, inside === '' ? name : `${inside}.${name}`),
    ),
  )
}

type Field = TSchema & { deprecated?: boolean; properties?: Record<string, Field>; anyOf?: Field[] }

/** The fields of an object, or of each object of a union. */
function objectsOf(schema: Field): Record<string, Field>[] {
  if (schema.properties !== undefined) return [schema.properties]
  return (schema.anyOf ?? []).flatMap(objectsOf)
}
