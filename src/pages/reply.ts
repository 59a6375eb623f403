// Shared by page routes: the language, the headers, and the pages for unknown addresses and failures.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failureOf, languageOf } from '../api/answer.ts'
import type { Language } from '../core/language/bilingual.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { plainPage } from './layout.ts'

/**
 * A content security policy: only files of this service, no inline code, no framing. `forms`: where the page may send forms: to this service, or `anywhere`
 * their answers redirect, which browsers count as sent there too.
 */
export function pagePolicy({ forms }: { forms: keyof typeof formTargets }): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${formTargets[forms]}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const formTargets = { nowhere: "'none'", here: "'self'", anywhere: "'self' https: http:" } as const

/** The headers of pages with a token: not cached, not indexed, no referrer. */
export function guarded(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    vary: 'Accept-Language',
    'content-security-policy': pagePolicy({ forms: 'here' }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  })
}

export function sendHtml(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

/** The plain pages: unknown address, busy service, failure. */
export function plainPages(links: PageLinks) {
  const send = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const kind = status === 404 ? 'notFound' : status === 503 || status === 429 ? 'busy' : 'broken'
    return sendHtml(guarded(reply), status, plainPage(kind, languageFor(request), assetsOf(links)))
  }
  return {
    notFound: (request: FastifyRequest, reply: FastifyReply): FastifyReply => send(request, reply, 404),
    /** The error handler of routes for payers, who get a page and not JSON. */
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
      const { status, options } = failureOf(error, request)
      if (status >= 500) request.log.error({ request: request.id, err: error }, 'page failed')
      if (options.retryAfterSeconds !== undefined) reply.header('retry-after', options.retryAfterSeconds)
      send(request, reply, status)
    },
  }
}

/** The folder of the pages' stylesheet, script and fonts. */
export function assetsOf(links: PageLinks): string {
  return `${pathOf(links.urlOf('')).replace(/\/[^/]*$/, '')}/assets`
}

/** The path of an address of ours, which may lie under a prefix. */
export function pathOf(url: string): string {
  return new URL(url, 'http://localhost').pathname
}

/** The language of `?lang=`, otherwise the browser's preference, otherwise Spanish. */
export function languageFor(request: FastifyRequest): Language {
  return requestedLanguage(request) ?? languageOf(request)
}

/** The language of `?lang=`, which the links of a page pass on; undefined without `?lang=`. */
export function requestedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown }
  return lang === 'es' || lang === 'en' ? lang : undefined
}
