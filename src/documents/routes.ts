// The documents of the project as pages, at /docs/pages: two indexes, each document under its own path, their pictures, and what the search looks through.
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../api/server.ts'
import { Failure } from '../failures.ts'
import { assetType } from '../pages/assets.ts'
import { pagePolicy, requestedLanguage } from '../pages/reply.ts'
import type { Site } from '../pages/site-bar.ts'
import type { Opened } from './built.ts'
import { filled, readerOf } from './frame.ts'
import { CONTRIBUTORS } from './page.ts'

/** `baseUrl` is known when the service listens. */
export function documentRoutes(app: App, site: Site, baseUrl: () => string, known: () => Opened): void {
  const searches = new Map<string, Buffer>()
  const settings = { config: { access: 'public' as const }, schema: { hide: true } }

  const index =
    (audience: 'users' | 'contributors', path: string) => async (request: FastifyRequest, reply: FastifyReply) => {
      const reader = readerOf(request, site, baseUrl())
      return sent(reply, filled(await known().built.index(reader.language, audience), reader, path, true))
    }
  const main = index('users', '/docs/pages')
  app.get('/docs/pages', settings, main)
  app.get(CONTRIBUTORS, settings, index('contributors', CONTRIBUTORS))

  app.get<{ Params: { language: string } }>('/docs/search/:language', settings, async (request, reply) => {
    const [, language] = /^(es|en)\.json$/.exec(request.params.language) ?? []
    if (language !== 'es' && language !== 'en') throw new Failure('service-unknown')
    const text = await known().built.search(language)
    reply
      .headers({ 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' })
      .type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(text)
    const packed = searches.get(language) ?? gzipSync(text)
    searches.set(language, packed)
    return reply.header('content-encoding', 'gzip').send(packed)
  })

  app.get<{ Params: { '*': string } }>('/docs/pages/*', settings, async (request, reply) => {
    const path = request.params['*']
    // Documents link to the folder of decisions as a whole: it gets the index of which it is a part.
    if (/^docs\/decisions\/?$/.test(path)) {
      const askedLanguage = requestedLanguage(request)
      return reply.redirect(askedLanguage === undefined ? CONTRIBUTORS : `${CONTRIBUTORS}?lang=${askedLanguage}`)
    }
    if (path === '' || path.endsWith('/')) return main(request, reply)
    const found = known().shelf.documentAt(path)
    if (found !== undefined) {
      const reader = readerOf(request, site, baseUrl())
      const { document } = found
      // A document has one address. The path of its Spanish text selects the language.
      if (found.language === 'es')
        return reply.redirect(`/docs/pages/${document.path}?lang=${reader.askedLanguage ?? 'es'}`)
      const page = await known().built.page(document, reader.language)
      return sent(reply, filled(page, reader, `/docs/pages/${document.path}`, document.files.es !== undefined))
    }
    const picture = known().shelf.pictureOf(path)
    if (picture === undefined) throw new Failure('service-unknown')
    return reply
      .headers({ 'content-security-policy': pagePolicy({ forms: 'nowhere' }), 'cache-control': 'public, max-age=300' })
      .type(assetType(path))
      .send(picture)
  })
}

function sent(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': pagePolicy({ forms: 'nowhere' }),
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}
