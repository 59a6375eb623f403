// The files that the sandbox's pages load: style, script, pictures and fonts, all from this service.
import type { FastifyReply } from 'fastify'
import type { App } from '../../api/server.ts'
import { assetRoute } from '../../pages/asset-route.ts'
import { pagePolicy } from '../../pages/reply.ts'
import { products } from './basket.ts'

const own = (file: string) => new URL(`./assets/${file}`, import.meta.url)
const files = [
  'shop.css',
  'shop.js',
  'start.css',
  'start.js',
  'basket.svg',
  'cobro.svg',
  ...products.map(({ id }) => `${id}.svg`),
]

/** Serves them at `/demo/assets/{file}`. */
export function demoAssetRoute(app: App): void {
  assetRoute(app, '/demo/assets', Object.fromEntries(files.map((file) => [file, own(file)])))
}

/** The headers of a page. */
export function guarded(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': pagePolicy({ forms: 'nowhere' }),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'Accept-Language',
  })
}
