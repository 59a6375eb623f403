// Which methods a path answers: HEAD wherever a page or a file is read, and 405 with Allow for every other one.
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import findMyWay from 'find-my-way'
import { Failure } from '../../failures.ts'
import type { App } from '../server.ts'
import { type KnownCall, knownCall, nearestCall } from './near-call.ts'

const ALL: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

type Methods = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Called before the first endpoint; the answers are added by the returned function after the last. A page has GET, is
 * public, changes nothing and is not described as a call: browsers, chats and link checkers send HEAD before they open a
 * page. Calls answer only their described methods.
 */
export function refuseOtherMethods(app: App): () => void {
  const methods = new Map<string, Set<string>>()
  const pages = new Map<string, RouteOptions>()
  const calls: KnownCall[] = []
  app.addHook('onRoute', (route) => {
    const { url, method, schema } = route
    const known = methods.get(url) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    methods.set(url, known)
    if (url.startsWith('/v1/') && (schema as { hide?: boolean } | undefined)?.hide !== true)
      calls.push(...[method].flat().map((one) => knownCall(one, url)))
    if (isPage(route)) pages.set(url, { ...route })
  })
  return () => {
    for (const [url, page] of [...pages]) {
      if (methods.get(url)?.has('HEAD')) continue
      // The whole route is copied, because its hooks decide who sees the page.
      app.route({ ...page, method: 'HEAD' })
    }
    const described = new Map([...methods].map(([url, known]) => [url, new Set(known)]))
    for (const [url, others] of answeredElsewhere(described)) {
      app.route({
        method: others,
        url,
        config: { access: 'public' },
        schema: { hide: true },
        onRequest: async (request, reply) => refuse(request, reply, described.get(url) ?? new Set()),
        handler: () => {},
      })
    }
    const find = finderOf(described)
    // Before the body is read: what is wrong with it does not matter then.
    app.addHook('onRequest', async (request, reply) => {
      if (isWithoutId(request)) throw unknownNear(request, calls)
      if (!request.is404) return
      const known = find(request.url)
      if (known === undefined) throw unknownNear(request, calls)
      refuse(request, reply, known)
    })
    app.setNotFoundHandler(() => {
      throw new Failure('service-unknown')
    })
  }
}

function refuse({ method }: FastifyRequest, reply: FastifyReply, known: ReadonlySet<string>): never {
  const allowed = [...known].join(', ')
  reply.header('allow', allowed)
  throw new Failure('method-not-allowed', { values: { method, allowed } })
}

/** Whether the path ends where an id is missing. What follows `*` may be empty. */
function isWithoutId({ params }: FastifyRequest): boolean {
  return Object.entries(params as Record<string, string>).some(([name, value]) => value === '' && name !== '*')
}

/** For an address that no call has; it names the call that was probably meant. */
function unknownNear({ method, url }: FastifyRequest, calls: readonly KnownCall[]): Failure {
  const call = nearestCall(method, url, calls)
  if (call === undefined) return new Failure('service-unknown')
  return new Failure('service-unknown', { near: [` ¿Era ${call}?`, ` Did you mean ${call}?`] })
}

/** The methods of a request's path; undefined for a path without any. The paths are laid out when the first one is asked for. */
function finderOf(methods: Methods): (url: string) => ReadonlySet<string> | undefined {
  let paths: ReturnType<typeof findMyWay> | undefined
  const layOut = () => {
    const router = findMyWay({ ignoreDuplicateSlashes: true, maxParamLength: 500 })
    for (const [url, known] of methods) if (!url.includes('*')) router.on('GET', url, () => {}, known)
    return router
  }
  return (url) => {
    paths ??= layOut()
    return paths.find('GET', url)?.store
  }
}

/** Of a path that ends with `*`. */
const ANY_LENGTH = -1

/**
 * By path, the methods that the router would find under another path, whose parameter it would take this one's part for. Sample: `DELETE` of
 * `/v1/things/search`, beside `DELETE /v1/things/:id`.
 */
function answeredElsewhere(methods: Methods): Map<string, HTTPMethods[]> {
  // Taken apart once: there are as many pairs as paths squared, and every start looks at them.
  const paths = [...methods].map(([url, known]) => ({ url, known, parts: url.split('/') }))
  const wide = paths.filter(({ url }) => /[:*]/.test(url))
  const byLength = Map.groupBy(wide, ({ parts }) => (parts.at(-1) === '*' ? ANY_LENGTH : parts.length))
  const found = new Map<string, HTTPMethods[]>()
  for (const { url, known, parts } of paths) {
    if (url.includes('*')) continue
    const others = [parts.length, ANY_LENGTH]
      .flatMap((length) => byLength.get(length) ?? [])
      .filter((one) => one.url !== url && covers(one.parts, parts))
    const taken = ALL.filter((one) => !known.has(one) && others.some((other) => other.known.has(one)))
    if (taken.length > 0) found.set(url, taken)
  }
  return found
}

/** Whether a path with parameters takes every request to another one. Both are given in their parts. */
function covers(wide: string[], of: string[]): boolean {
  if (wide.at(-1) === '*' ? wide.length > of.length : wide.length !== of.length) return false
  return wide.every((part, at) => part === '*' || part.startsWith(':') || part === of[at])
}

/** A network's inbound call may also have GET; it changes something, and answers no other method. */
function isPage({ url, method, config, schema }: RouteOptions): boolean {
  const isHidden = (schema as { hide?: boolean } | undefined)?.hide === true
  return (
    method === 'GET' && isHidden && config?.access === 'public' && config.changes !== true && !url.startsWith('/v1/')
  )
}
