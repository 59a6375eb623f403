// Turns an answer into text by its schema.
import { createRequire } from 'node:module'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

type Build = typeof import('fast-json-stringify').default

const require = createRequire(import.meta.url)

/**
 * Serializers are compiled at their first use, and their compiler is loaded then, so that unused calls do not slow down a
 * start.
 */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ReturnType<Build> | undefined
  return (answer: unknown) => {
    serialize ??= (require('fast-json-stringify') as Build)(schema as Parameters<Build>[0])
    return serialize(answer)
  }
}
