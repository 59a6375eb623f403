// Turns an answer into text by its schema.
import { createRequire } from 'node:module'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

type Build = typeof import('fast-json-stringify').default
type Serialize = ReturnType<Build>

const require = createRequire(import.meta.url)

/** By the text of the schema: most calls have the same refusals. */
const known = new Map<string, Serialize>()

/**
 * Serializers are compiled at their first use, and their compiler is loaded then, so that unused calls do not slow down a
 * start.
 */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: Serialize | undefined
  return (answer: unknown) => {
    serialize ??= serializerOf(schema)
    return serialize(answer)
  }
}

function serializerOf(schema: TSchema): Serialize {
  const plain = withoutChoices(schema)
  const text = JSON.stringify(plain)
  const made = known.get(text) ?? (require('fast-json-stringify') as Build)(plain as Parameters<Build>[0])
  known.set(text, made)
  return made
}

interface Schema {
  type?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

const SCALARS: unknown[] = ['string', 'number', 'integer', 'boolean']

/**
 * The schema without the choices that need no judge: `X or null` is X that may be null, and one of several scalars is written as it is. For
 * any other choice the serializer compiles a validator, which takes longer than all else of a first answer, and asks it about each value.
 */
export function withoutChoices(schema: Schema): Schema & { nullable?: boolean } {
  const { anyOf, allOf, properties, items } = schema
  if (anyOf !== undefined) {
    const options = anyOf.filter(({ type }) => type !== 'null').map(withoutChoices)
    const [only, ...others] = options
    const type = only?.type ?? (only?.allOf?.every((one) => one.type === 'object') ? 'object' : undefined)
    if (type !== undefined && others.length === 0) return { ...only, type, nullable: true }
    return options.every((one) => isAsItIs(one) || SCALARS.includes(one.type)) ? {} : schema
  }
  const fields = Object.entries(properties ?? {}).map(([name, one]) => [name, withoutChoices(one)])
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(allOf && { allOf: allOf.map(withoutChoices) }),
    ...(items && { items: withoutChoices(items) }),
  }
}

/** Whether it is what a choice of scalars has become. */
function isAsItIs(schema: Schema): boolean {
  return Object.keys(schema).length === 0
}
