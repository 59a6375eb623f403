// Names the parameters of a query that a call does not know: they are ignored, and a misspelt filter would pass for one that fits everything.
import type { TSchema } from 'typebox'
import type { App } from './server.ts'

const IGNORED_HEADER = 'ignored-parameters'

/** What is named at most, and of one name. */
const MOST_NAMES = 20
const LONGEST_NAME = 60

/** Call it before the first endpoint. The header is absent when every parameter is known. */
export function nameIgnoredParameters(app: App): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET' || !request.routeOptions.url?.startsWith('/v1/')) return
    const given = Object.keys((request.query ?? {}) as object)
    if (given.length === 0) return
    const schema = request.routeOptions.schema?.querystring as (TSchema & { properties?: object }) | undefined
    const known = Object.keys(schema?.properties ?? {})
    const ignored = given.filter((name) => !known.includes(name))
    if (ignored.length > 0) reply.header(IGNORED_HEADER, ignored.slice(0, MOST_NAMES).map(headerText).join(', '))
  })
}

/** A header takes no other characters: the rest is percent-encoded. */
function headerText(name: string): string {
  return encodeURIComponent(name.slice(0, LONGEST_NAME).toWellFormed())
}
