// Serves the console to browsers: one page for every address below /console, and the files that `scripts/bundle-console.js` has bundled.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { prefixOf } from '../api/addresses/under-path.ts'
import type { App } from '../api/server.ts'
import { unlessMissing } from '../core/shortage.ts'
import { Failure } from '../failures.ts'
import { assetType } from '../pages/assets.ts'
import { pagePolicy } from '../pages/reply.ts'
import type { ConsoleNeeds } from './needs.ts'

/** No text becomes markup. */
const CONTENT_SECURITY_POLICY = `${pagePolicy({ forms: 'nowhere' })}; require-trusted-types-for 'script'; trusted-types 'none'`

const folder = new URL('../../dist/console/', import.meta.url)

const UNBUNDLED = 'La consola no está armada todavía: npm run bundle · The console is not bundled yet: npm run bundle\n'

/** In production the console is what a person finds at the service's own address; the sandbox has a page there. */
export function pageRoutes(app: App, { mode, baseUrl }: Pick<ConsoleNeeds, 'mode' | 'baseUrl'>): void {
  const open = { config: { access: 'public' as const, cost: 0 }, schema: { hide: true } }
  const page = async (_request: FastifyRequest, reply: FastifyReply) => {
    const text = await readFile(new URL('index.html', folder), 'utf8').catch(unlessMissing)
    if (text === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(UNBUNDLED)
    return reply
      .headers({
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      })
      .type('text/html; charset=utf-8')
      .send(text)
  }
  if (mode === 'production')
    app.get('/', open, (_request, reply) => reply.redirect(`${prefixOf(baseUrl())}/console`, 302))
  app.get('/console', open, page)
  app.get('/console/*', open, page)

  const read = new Map<string, Buffer>()
  app.get<{ Params: { file: string } }>('/console/assets/:file', open, async (request, reply) => {
    const { file } = request.params
    // Names contain a hash of the file's content, so that a browser caches it for good.
    if (!/^[A-Za-z0-9_-]+\.(js|css|woff2|svg)$/.test(file)) throw new Failure('service-unknown')
    const packed = !file.endsWith('.woff2') && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    const name = packed ? `${file}.gz` : file
    const body = read.get(name) ?? readAsset(name)
    if (body === undefined) throw new Failure('service-unknown')
    read.set(name, body)
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        ...(packed && { 'content-encoding': 'gzip' }),
      })
      .type(assetType(file))
      .send(body)
  })
}

/** Read once for each file of a bundle: there are a few. Undefined when there is no such file. */
function readAsset(name: string): Buffer | undefined {
  try {
    return readFileSync(new URL(`assets/${name}`, folder))
  } catch (error) {
    return unlessMissing(error)
  }
}
