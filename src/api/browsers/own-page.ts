// Refuses requests that a browser sends automatically or for a page of another site, because the browser adds its
// remembered credential.
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../config/addresses.ts'
import { Failure } from '../../failures.ts'
import { routeOf } from '../route.ts'

/** Headers that proxies add to requests. */
const PASSED_ON = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether the request comes from this machine, by a loopback name. This excludes a page that points its own name here (DNS
 * rebinding), and clients behind a proxy or tunnel on this machine, which may set any `Host`.
 */
export function isFromHere({ hostname, headers, socket }: FastifyRequest): boolean {
  const isNear = socket.remoteAddress === undefined || isLoopback(socket.remoteAddress)
  return isNear && isLoopback(hostname) && PASSED_ON.every((name) => headers[name] === undefined)
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']
/** Headers by which browsers say that nobody has opened the page yet. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
/** Allowed values of Sec-Fetch-Site: no page, or one of this origin. Not `same-site`: that may be a shared domain or another port. */
const OWN_SITES = ['', 'none', 'same-origin']
/** Allowed values of Sec-Fetch-Dest: an opened page or a script's request; not an image, a frame or a style sheet. */
const ASKED_FOR = ['', 'document', 'empty']

/**
 * Runs before a request is authenticated. Checks every call that changes something, except those for publishable keys, which pages of
 * other sites make on purpose, and those to which other sites send their visitors. Browsers say where a request comes from in Sec-Fetch headers, which no page can change; servers send
 * none. To a service without HTTPS on another machine, and in older versions, browsers send only `Origin`. It must be that of the `Host` or of
 * `baseUrl`. Fails with `prefetch-refused` and `other-page-refused`.
 */
export function refuseOtherPages(request: FastifyRequest, baseUrl: () => string): void {
  const { method, headers } = request
  const { config } = routeOf(request)
  if (config.fromOtherPages === true) return
  if (config.access === 'publishable' || (SAFE.includes(method) && config.changes !== true)) return
  for (const name of PURPOSES) {
    const purpose = headers[name]
    if (purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose)))
      throw new Failure('prefetch-refused')
  }
  if (!isAmong(OWN_SITES, headers['sec-fetch-site']) || !isAmong(ASKED_FOR, headers['sec-fetch-dest']))
    throw new Failure('other-page-refused')
  if (headers['sec-fetch-site'] === undefined && isOtherOrigin(request, baseUrl))
    throw new Failure('other-page-refused')
}

/** A header that is missing is allowed. */
function isAmong(allowed: readonly string[], header: string | string[] | undefined): boolean {
  return header === undefined || allowed.includes(String(header).trim().toLowerCase())
}

/** A page without a referrer, such as a payer's page with a form, has the origin `null`: its calls need no credential. */
function isOtherOrigin(request: FastifyRequest, baseUrl: () => string): boolean {
  const { origin } = request.headers
  if (origin === undefined || (origin === 'null' && routeOf(request).config.access === 'public')) return false
  const page = URL.parse(origin)
  // The port is left out of an origin where it is that of the scheme.
  if (page === null) return true
  return (
    page.host !== URL.parse(`${page.protocol}//${request.host}`)?.host && page.origin !== URL.parse(baseUrl())?.origin
  )
}
