// The documents of the project as pages, at /docs/pages: an index, each document under its own path, their pictures.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../api/server.ts'
import { Failure } from '../core/failure.ts'
import { assetRoute } from '../pages/asset-route.ts'
import { assetType } from '../pages/assets.ts'
import { languageFor, saidLanguage } from '../pages/reply.ts'
import type { Site } from '../pages/site-bar.ts'
import { documentPage, indexPage } from './page.ts'
import { type Shelf, shelf } from './shelf.ts'

/** Only files of this service; no scripts and no forms. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const assets = { 'documents.css': new URL('./assets/documents.css', import.meta.url) }

/** `baseUrl` is known when the service listens. */
export function documentRoutes(app: App, site: Site, baseUrl: () => string): void {
  let known: Shelf | undefined
  const pages = new Map<string, string>()
  const open = { config: { access: 'public' as const }, schema: { hide: true } as object }

  const wishOf = (request: FastifyRequest) => ({
    site,
    address: baseUrl(),
    language: languageFor(request),
    said: saidLanguage(request),
  })

  app.get('/docs/pages', open, async (request, reply) => {
    known ??= shelf()
    return sent(reply, indexPage(known, wishOf(request)))
  })

  assetRoute(app, '/docs/pages/assets', assets)

  app.get<{ Params: { '*': string } }>('/docs/pages/*', open, async (request, reply) => {
    known ??= shelf()
    const path = request.params['*']
    // Documents link to the folder of decisions as a whole: it gets the index.
    if (path === '' || path.endsWith('/')) return sent(reply, indexPage(known, wishOf(request)))
    const found = known.documentAt(path)
    if (found !== undefined) {
      const wish = wishOf(request)
      const { language, said } = wish
      // A document has one address. The path of its Spanish text selects the language.
      if (found.language === 'es') return reply.redirect(`/docs/pages/${found.document.path}?lang=${said ?? 'es'}`)
      const name = `${path} ${language} ${said} ${wish.address}`
      const page = pages.get(name) ?? (await documentPage(known, found.document, wish))
      pages.set(name, page)
      return sent(reply, page)
    }
    const picture = known.pictureOf(path)
    if (picture === undefined) throw new Failure('service-unknown')
    return reply
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'public, max-age=300' })
      .type(assetType(path))
      .send(picture)
  })
}

function sent(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(page)
}
