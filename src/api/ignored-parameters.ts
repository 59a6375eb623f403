// Names the parameters of a query that a call does not know, in a header of its answer: a typo narrows nothing, and nobody would notice.
import type { FastifyReply, FastifyRequest } from 'fastify'

const MOST = 10

/** What a header may carry; another name is left out. */
const NAME = /^[\w.-]{1,50}$/

/** `ignored-parameters: estatus, page`. Only on calls that take parameters. */
export async function nameIgnoredParameters(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { querystring } = (request.routeOptions.schema ?? {}) as { querystring?: { properties?: object } }
  const known = querystring?.properties
  if (known === undefined) return
  const ignored = Object.keys(request.query as object).filter((name) => !Object.hasOwn(known, name) && NAME.test(name))
  if (ignored.length > 0) reply.header('ignored-parameters', ignored.slice(0, MOST).join(', '))
}
