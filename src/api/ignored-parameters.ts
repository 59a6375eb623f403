// Names the unknown parameters of a query in a header: they are ignored, and a misspelt filter would otherwise go
// unnoticed.
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { maskedStart } from '../core/mask-card-data.ts'
import { routeOf } from './route.ts'
import type { App } from './server.ts'

const IGNORED_HEADER = 'ignored-parameters'

/** The most names, and the longest name. */
const MOST_NAMES = 20
const LONGEST_NAME = 60

/** Call it before the first endpoint. The header is absent when every parameter is known. */
export function nameIgnoredParameters(app: App): void {
  app.addHook('preHandler', (request, reply, done) => {
    const ignored = ignoredOf(request)
    if (ignored.length > 0) reply.header(IGNORED_HEADER, ignored.slice(0, MOST_NAMES).map(headerText).join(', '))
    done()
  })
}

function ignoredOf(request: FastifyRequest): string[] {
  const { url, schema } = routeOf(request)
  if (request.method !== 'GET' || !url?.startsWith('/v1/')) return []
  const given = Object.keys((request.query ?? {}) as object)
  if (given.length === 0) return given
  const query = schema?.querystring as (TSchema & { properties?: object }) | undefined
  const known = Object.keys(query?.properties ?? {})
  return given.filter((name) => !known.includes(name))
}

/** Percent-encodes characters that a header cannot hold, and masks a card number in place of a name. */
function headerText(name: string): string {
  return encodeURIComponent(maskedStart(name, LONGEST_NAME).toWellFormed())
}
