// Turns an answer into text by its schema.
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

/** Serializers are compiled when first used, so that a start does not pay for calls nobody makes. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ReturnType<typeof fastJson> | undefined
  return (answer: unknown) => {
    serialize ??= fastJson(schema as Schema)
    return serialize(answer)
  }
}
