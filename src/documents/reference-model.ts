// The API description as the reference's pages read it: its calls by group, and schemas with their references resolved.

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

interface Media {
  schema?: Schema
  examples?: Record<string, { value: unknown }>
}

export interface Answer {
  $ref?: string
  description: string
  content?: Record<string, Media>
}

interface Described {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
  security?: object[]
}

export interface ApiDocument {
  info: { description: string; version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

export interface ReferenceCall extends Described {
  method: string
  path: string
}

export interface Group {
  tag: string
  calls: ReferenceCall[]
}

/** The calls by group, in the order of the tags; a group without calls is left out, such as the sandbox's in production. */
export function groupsOf({ tags, paths }: ApiDocument): Group[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ ...call, method: method.toUpperCase(), path })),
  )
  return tags
    .map(({ name }) => ({ tag: name, calls: calls.filter((call) => call.tags?.[0] === name) }))
    .filter((group) => group.calls.length > 0)
}

/** The schema that a `$ref` names, or the given one. */
export function followed<T extends { $ref?: string }>(document: ApiDocument, thing: T): T {
  const [, kind = '', name = ''] = /^#\/components\/(schemas|responses)\/(.+)$/.exec(thing.$ref ?? '') ?? []
  if (name === '') return thing
  return {
    ...((document.components as never as Record<string, Record<string, T>>)[kind]?.[name] ?? thing),
    $ref: undefined,
  }
}

/** The first example of a body or an answer. */
export function exampleOf(content: Record<string, Media> | undefined): unknown {
  return Object.values(content?.['application/json']?.examples ?? {})[0]?.value
}
