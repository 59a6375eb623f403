// The reference of the calls, at /docs: made from the description on the first request, in the frame of the documents.
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SANDBOX_ACCOUNT } from '../accounts/open-account.ts'
import { scriptOf } from '../api/browsers/client-scripts.ts'
import type { App } from '../api/server.ts'
import { Failure } from '../failures.ts'
import { assetRoute } from '../pages/asset-route.ts'
import { languageFor, pagePolicy } from '../pages/reply.ts'
import { type Site, siteFor } from '../pages/site-bar.ts'
import { filled, readerOf } from './frame.ts'
import { type ApiDocument, groupsOf } from './reference-model.ts'
import type { ReferenceFacts } from './reference-page.ts'
import { groupName } from './reference-texts.ts'

const assets = {
  'documents.css': new URL('./assets/documents.css', import.meta.url),
  'documents.js': new URL('./assets/documents.js', import.meta.url),
  'reference.js': new URL('./assets/reference.js', import.meta.url),
  'cobro.svg': new URL('../pages/assets/icon.svg', import.meta.url),
}

/** Modules of the server that the reader's browser runs too. */
const SHARED = {
  'literals.js': new URL('./samples/literals.ts', import.meta.url),
  'request-programs.js': new URL('./samples/request-programs.ts', import.meta.url),
}

/** Loaded at the first request: the texts of all calls in two languages. */
const pages = () => import('./reference-page.ts')

/** `ownAccount`: the sandbox's own account is open, and its credential is filled in. `baseUrl` is known when the service listens. */
export function referenceRoutes(app: App, site: Site, baseUrl: () => string): void {
  const open = { config: { access: 'public' as const }, schema: { hide: true } }
  const own = { appKey: SANDBOX_ACCOUNT.appKey, secret: SANDBOX_ACCOUNT.secret }
  const facts = async (request: FastifyRequest): Promise<ReferenceFacts> => {
    const { rendered } = await import('./render.ts')
    return {
      language: languageFor(request),
      sandbox: site.sandbox,
      credential: siteFor(site, request).ownAccount ? own : undefined,
      rendered,
      document: app.swagger() as never as ApiDocument,
    }
  }
  for (const path of ['/docs', '/docs/'])
    app.get(path, open, async (request, reply) => {
      const { referenceIndex } = await pages()
      return sent(
        reply,
        filled(referenceIndex(await facts(request)), readerOf(request, site, baseUrl()), '/docs', true),
      )
    })

  app.get<{ Params: { id: string } }>('/docs/calls/:id', open, async (request, reply) => {
    const [known, { callPath, referenceCall }] = [await facts(request), await pages()]
    const { id } = request.params
    const call = groupsOf(known.document)
      .flatMap(({ calls }) => calls)
      .find(({ operationId }) => operationId === id)
    if (call === undefined) throw new Failure('service-unknown')
    return sent(reply, filled(referenceCall(known, call), readerOf(request, site, baseUrl()), callPath(id), true))
  })

  /** What the search of the pages looks through besides the documents. */
  app.get('/docs/calls.json', open, async (request, reply) => {
    const language = languageFor(request)
    const [{ callPath }, { translated }] = [await pages(), await import('./reference-language.ts')]
    const calls = groupsOf(app.swagger() as never as ApiDocument).flatMap(({ tag, calls }) =>
      calls.map(({ operationId, method, path, summary = operationId, description = '' }) => ({
        page: translated(summary, language).words,
        section: groupName(tag, language),
        href: callPath(operationId),
        words: `${operationId} ${path} ${summary} ${translated(description, language).words}`,
        beginning: `${method} ${path}`,
      })),
    )
    return reply
      .headers({ vary: 'Accept-Language', 'cache-control': 'public, max-age=300' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(calls))
  })

  // The former address of the description.
  for (const path of ['/docs/json', '/docs/yaml'])
    app.get(path, open, async (_request, reply) => reply.redirect('/openapi.json'))

  assetRoute(app, '/docs/assets', assets)

  const scripts = new Map<string, string>()
  app.get<{ Params: { file: string } }>('/docs/samples/:file', open, async (request, reply) => {
    const { file } = request.params
    if (file !== 'literals.js' && file !== 'request-programs.js') throw new Failure('service-unknown')
    const script = scripts.get(file) ?? scriptOf(readFileSync(SHARED[file], 'utf8'))
    scripts.set(file, script)
    return reply.header('cache-control', 'public, max-age=300').type('text/javascript; charset=utf-8').send(script)
  })
}

function sent(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': pagePolicy({ forms: 'nowhere' }),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      vary: 'Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}
