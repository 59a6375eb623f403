// Which methods a path answers: HEAD wherever a page or a file is read, and 405 with Allow for every other one.
import type { RouteOptions } from 'fastify'
import { Failure } from '../core/failure.ts'
import type { App } from './server.ts'

const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Called before the first endpoint; the answers are added by the returned function after the last. A page has GET, is
 * public, changes nothing and is not described as a call: browsers, chats and link checkers send HEAD before they open a
 * page. Calls answer only their described methods.
 */
export function refuseOtherMethods(app: App): () => void {
  const methods = new Map<string, Set<string>>()
  const pages = new Map<string, RouteOptions>()
  app.addHook('onRoute', (route) => {
    const { url, method } = route
    const known = methods.get(url) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    methods.set(url, known)
    if (isPage(route)) pages.set(url, { ...route })
  })
  return () => {
    for (const [url, page] of [...pages]) {
      if (methods.get(url)?.has('HEAD')) continue
      // The whole route is copied, because its hooks decide who sees the page.
      app.route({ ...page, method: 'HEAD' })
    }
    for (const [url, known] of [...methods]) {
      if (url.includes('*')) continue
      const others = ALL.filter((one) => !known.has(one))
      if (others.length === 0) continue
      // Read before the refusing route adds its own methods.
      const allow = [...known].join(', ')
      app.route({
        method: others,
        url,
        config: { access: 'public' },
        schema: { hide: true } as never,
        handler: (request, reply) => {
          reply.header('allow', allow)
          throw new Failure('method-not-allowed', { values: { method: request.method } })
        },
      })
    }
  }
}

/** A network's inbound call may also have GET; it changes something, and answers no other method. */
function isPage({ url, method, config, schema }: RouteOptions): boolean {
  const isHidden = (schema as { hide?: boolean } | undefined)?.hide === true
  return (
    method === 'GET' && isHidden && config?.access === 'public' && config.changes !== true && !url.startsWith('/v1/')
  )
}
