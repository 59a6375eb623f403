// Turns an answer into text by its schema.
import { createRequire } from 'node:module'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

type Build = typeof import('fast-json-stringify').default

const require = createRequire(import.meta.url)

/** Serializers are compiled when first used, and their compiler is loaded then: a start does not pay for calls nobody makes. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ReturnType<Build> | undefined
  return (answer: unknown) => {
    serialize ??= (require('fast-json-stringify') as Build)(schema as Parameters<Build>[0])
    return serialize(answer)
  }
}
