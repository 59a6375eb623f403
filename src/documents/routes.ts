// The documents of the project as pages, at /docs/pages: an index, each document under its own path, their pictures.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyReply } from 'fastify'
import { preferredLanguage } from '../api/answer.ts'
import type { App } from '../api/server.ts'
import { Failure, type Language } from '../core/failure.ts'
import { withTheme } from '../pages/assets.ts'
import { html, Markup } from '../pages/html.ts'
import { type Shelf, shelf } from './shelf.ts'

/** Only what this service serves; nothing runs and nothing is sent. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const inter = (file: string) => createRequire(import.meta.url).resolve(`@fontsource/inter/files/${file}`)

const assets: Record<string, [place: URL | string, type: string]> = {
  'documents.css': [new URL('./assets/documents.css', import.meta.url), 'text/css; charset=utf-8'],
  'inter-400.woff2': [inter('inter-latin-400-normal.woff2'), 'font/woff2'],
  'inter-600.woff2': [inter('inter-latin-600-normal.woff2'), 'font/woff2'],
}

const TEXTS = {
  es: {
    title: 'Documentación',
    calls: 'Todas las llamadas',
    lead: 'Los textos están en inglés; el README también en español.',
  },
  en: { title: 'Documentation', calls: 'Every call', lead: 'The README is in Spanish too.' },
} as const

export function documentRoutes(app: App): void {
  let known: Shelf | undefined
  const pages = new Map<string, string>()
  const open = { config: { access: 'public' as const }, schema: { hide: true } as object }

  app.get('/docs/pages', open, async (request, reply) => {
    known ??= shelf()
    return sent(reply, indexPage(known, preferredLanguage(request.headers['accept-language'])))
  })

  app.get<{ Params: { file: string } }>('/docs/pages/assets/:file', open, async (request, reply) => {
    const { file } = request.params
    const asset = Object.hasOwn(assets, file) ? assets[file] : undefined
    if (asset === undefined) throw new Failure('service-unknown')
    const [place, type] = asset
    return reply
      .header('cache-control', 'public, max-age=300')
      .type(type)
      .send(withTheme(file, readFileSync(place)))
  })

  app.get<{ Params: { '*': string } }>('/docs/pages/*', open, async (request, reply) => {
    known ??= shelf()
    const path = request.params['*']
    // The folder of decisions is linked to as a whole.
    if (path === '' || path.endsWith('/')) return sent(reply, indexPage(known, 'en'))
    const text = known.textOf(path)
    if (text !== undefined) {
      const page = pages.get(path) ?? (await documentPage(path, text))
      pages.set(path, page)
      return sent(reply, page)
    }
    const picture = known.pictureOf(path)
    if (picture === undefined) throw new Failure('service-unknown')
    const type = path.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
    return reply
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'public, max-age=300' })
      .type(type)
      .send(picture)
  })
}

function sent(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** The library that reads Markdown is loaded with the first page. */
async function documentPage(path: string, text: string): Promise<string> {
  const { rendered } = await import('./render.ts')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path
  return layout({ title, language: path.endsWith('.es.md') ? 'es' : 'en', body: new Markup(rendered(text)) })
}

function indexPage({ groups }: Shelf, language: Language): string {
  const say = TEXTS[language]
  const body = html`<h1>${say.title}</h1>
<p>${say.lead}</p>
<p><a href="/docs">${say.calls}</a> · <a href="/openapi.json">OpenAPI 3.1</a></p>
${groups.map(
  ({ heading, documents }) => html`<h2>${heading[language]}</h2>
<ul>${documents.map(({ path, title }) => html`<li><a href="/docs/pages/${path}">${title}</a></li>\n`)}</ul>\n`,
)}`
  return layout({ title: say.title, language, body })
}

function layout({ title, language, body }: { title: string; language: Language; body: Markup }): string {
  const say = TEXTS[language]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cobro</title>
<link rel="stylesheet" href="/docs/pages/assets/documents.css">
</head>
<body>
<header><strong>Cobro</strong> <a href="/docs/pages">${say.title}</a> <a href="/docs">${say.calls}</a></header>
<main>
${body}
</main>
</body>
</html>
`.toString()
}
