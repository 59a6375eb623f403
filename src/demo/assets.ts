// What the pages of the sandbox load besides themselves: style, script, pictures and fonts, all from this service.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyReply } from 'fastify'
import type { App } from '../api/server.ts'
import { Failure } from '../core/failure.ts'
import { withTheme } from '../pages/assets.ts'
import { products } from './basket.ts'

/** Only what this service serves; nothing inline; nobody may frame it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const own = (file: string) => new URL(`./assets/${file}`, import.meta.url)
const inter = (file: string) => createRequire(import.meta.url).resolve(`@fontsource/inter/files/${file}`)

const assets: Record<string, [place: URL | string, type: string]> = {
  'shop.css': [own('shop.css'), 'text/css; charset=utf-8'],
  'shop.js': [own('shop.js'), 'text/javascript; charset=utf-8'],
  'start.css': [own('start.css'), 'text/css; charset=utf-8'],
  'start.js': [own('start.js'), 'text/javascript; charset=utf-8'],
  'basket.svg': [own('basket.svg'), 'image/svg+xml'],
  'cobro.svg': [own('cobro.svg'), 'image/svg+xml'],
  ...Object.fromEntries(products.map(({ id }) => [`${id}.svg`, [own(`${id}.svg`), 'image/svg+xml']])),
  'inter-400.woff2': [inter('inter-latin-400-normal.woff2'), 'font/woff2'],
  'inter-600.woff2': [inter('inter-latin-600-normal.woff2'), 'font/woff2'],
}

/** Serves them at `/demo/assets/{file}`. */
export function assetRoutes(app: App): void {
  app.get<{ Params: { file: string } }>(
    '/demo/assets/:file',
    { config: { access: 'public' }, schema: { hide: true } as object },
    async (request, reply) => {
      const { file } = request.params
      const asset = Object.hasOwn(assets, file) ? assets[file] : undefined
      if (asset === undefined) throw new Failure('service-unknown')
      return reply
        .header('cache-control', 'public, max-age=300')
        .type(asset[1])
        .send(withTheme(file, readFileSync(asset[0])))
    },
  )
}

/** The headers of a page. */
export function guarded(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'Accept-Language',
  })
}
