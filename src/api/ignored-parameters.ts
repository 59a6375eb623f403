// Names what a call ignores in a header: unknown parameters of a query and unknown members of a body. A misspelt filter, or a field that
// another service knows, would otherwise go unnoticed. A call that changes something refuses what it does not read where that may ask for a term of
// money: such a parameter, and the body of a GET.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { maskedStart } from '../core/cards/mask.ts'
import { uncarriedParameters } from '../core/money-terms.ts'
import type { Unread } from '../core/unread.ts'
import { Failure, invalidField } from '../failures.ts'
import { unreadOf } from './body/unread-members.ts'
import { routeOf } from './route.ts'
import type { App } from './server.ts'

const IGNORED_HEADER = 'ignored-parameters'

/** The most names, and the longest name. */
const MAX_NAMES = 20
const LONGEST_NAME = 60
/** The most characters of a header: a name in another script takes nine for each of its own. */
const LONGEST_HEADER = 2_000
/** The most bytes of a body that says nothing: `null`, `[]`, `{}` and blank lines, which clients in use send with a GET. */
const SAYS_NOTHING = 4

/** Call it before the first endpoint. The header is absent when everything is known. */
export function nameIgnoredParameters(app: App): void {
  app.addHook('preHandler', (request, reply, done) => {
    if (!routeOf(request).url?.startsWith('/v1/')) return done()
    const parameters = unreadParameters(request)
    nameIgnored(reply, [...parameters.map(({ path }) => path), ...unreadNames(request)])
    done(changesMoney(request) ? refusalOf(request, parameters) : undefined)
  })
}

/** Adds names to the header of an answer; does nothing without any. */
export function nameIgnored(reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return
  const before = reply.getHeader(IGNORED_HEADER)
  const texts = typeof before === 'string' ? before.split(', ') : []
  for (const name of names) {
    const text = headerText(name)
    if (texts.length >= MAX_NAMES || [...texts, text].join(', ').length > LONGEST_HEADER) break
    if (!texts.includes(text)) texts.push(text)
  }
  if (texts.length > 0) reply.header(IGNORED_HEADER, texts.join(', '))
}

function unreadParameters(request: FastifyRequest): Unread[] {
  const given = Object.entries((request.query ?? {}) as object)
  if (given.length === 0) return []
  const query = routeOf(request).schema?.querystring as (TSchema & { properties?: object }) | undefined
  const known = Object.keys(query?.properties ?? {})
  return given.flatMap(([path, value]) => (known.includes(path) ? [] : [{ path, value }]))
}

/** The names of a body's members that nothing reads. */
function unreadNames(request: FastifyRequest): string[] {
  if (request.method === 'GET') return []
  // A deletion reads no body, and some clients send one.
  if (request.method === 'DELETE') return Object.keys((request.body ?? {}) as object)
  return unreadOf(routeOf(request).schema?.body as TSchema | undefined, request.body).map(({ path }) => path)
}

/** Whether a call may move money for its caller. Who reports from a network writes the address as the network does. */
function changesMoney(request: FastifyRequest): boolean {
  const { access, changes = request.method !== 'GET' } = routeOf(request).config
  return changes && access !== 'public'
}

function refusalOf({ method, headers }: FastifyRequest, parameters: Unread[]): Failure | undefined {
  if (method === 'GET' && ('transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > SAYS_NOTHING))
    return invalidField('body', 'body no se lee en un GET: déjalo vacío', 'body is not read in a GET: leave it empty')
  if (parameters.length === 0) return undefined
  const fields = uncarriedParameters(parameters)
  return Object.keys(fields).length > 0 ? new Failure('parameters-invalid', { fields }) : undefined
}

/** Percent-encodes characters that a header cannot hold, and masks a card number in place of a name. */
function headerText(name: string): string {
  return encodeURIComponent(maskedStart(name, LONGEST_NAME).toWellFormed())
}
