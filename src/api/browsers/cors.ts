// Lets pages of other origins make card tokens: only the calls named here, and never with cookies.
import type { App } from '../server.ts'

/** The calls that a merchant's page makes with a publishable key. */
const OPEN: Record<string, 'GET' | 'POST'> = {
  '/v1/token': 'POST',
  '/v1/public-key': 'GET',
  '/v1/public-key.pem': 'GET',
}
const ONE_DAY_SECONDS = 86_400

/** Call it before those endpoints are added. Refusals carry the header too, so that a page can read them. */
export function openToBrowsers(app: App): void {
  app.addHook('onRoute', (route) => {
    if (OPEN[route.url] === undefined || route.method === 'OPTIONS') return
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (_request: unknown, reply: { header(name: string, value: string): unknown }) => {
        reply.header('access-control-allow-origin', '*')
        reply.header(
          'access-control-expose-headers',
          'request-id, retry-after, idempotent-replayed, ignored-parameters',
        )
      },
    ]
  })
  for (const [url, method] of Object.entries(OPEN)) {
    app.options(url, { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': method,
          'access-control-allow-headers': 'authorization, content-type, accept-language, idempotency-key',
          'access-control-max-age': ONE_DAY_SECONDS,
        })
        .send(),
    )
  }
}
