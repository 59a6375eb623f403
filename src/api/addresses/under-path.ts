// Serves the pages under a path of another site: BASE_URL=https://shop/pagos behind a proxy, which may take the path away or leave it.
import type { FastifyInstance } from 'fastify'

/** The path of an address without a slash at its end. Sample: of `https://shop/pagos` it is `/pagos`, of `https://shop` it is empty. */
export function prefixOf(baseUrl: string): string {
  if (known.baseUrl !== baseUrl) known = { baseUrl, prefix: (URL.parse(baseUrl)?.pathname ?? '').replace(/\/+$/, '') }
  return known.prefix
}

/** Every request asks, and the address hardly ever changes. */
let known = { baseUrl: '', prefix: '' }

/** The first parts of our own paths. A prefix that begins like one of them is taken away by the proxy only: it would be ambiguous here. */
const OWN = [
  ...[
    'v1',
    'p',
    's',
    'r',
    'a',
    'exports',
    'console',
    'docs',
    'demo',
    'sandbox',
    'mailbox',
    'client',
    'swagger',
    'openapi.json',
  ],
  ...['metrics', 'healthz', 'readyz'],
]

/** The path of a request as the routes know it: without the prefix, if it came with it. */
export function withoutPrefix(url: string, prefix: string): string {
  if (prefix === '' || !url.startsWith(prefix) || OWN.includes(prefix.split('/')[1] ?? '')) return url
  const rest = url.slice(prefix.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

/** Attributes that hold an address. */
const ADDRESS = /(\s(?:href|src|action|formaction)=")\/(?!\/)([^"]*)/g
/** Addresses of a payer's pages are made from BASE_URL, and have the prefix already. */
const HAS_PREFIX = /^(?:p|r|s|a|exports|sandbox)\//

/** A page of ours as it is under the prefix; its scripts find the prefix at the root element. */
export function pageUnder(page: string, prefix: string): string {
  const bare = prefix.slice(1)
  return page
    .replace(ADDRESS, (whole, before: string, path: string) =>
      path.startsWith(`${bare}/`) && HAS_PREFIX.test(path.slice(bare.length + 1))
        ? whole
        : `${before}${prefix}/${path}`,
    )
    .replace(/<html(?=[\s>])/, `<html data-base="${prefix.replaceAll('"', '')}"`)
}

/** Adds the prefix to what leads a browser on: the addresses in pages, and redirections. Call it before the first endpoint. */
export function servePagesUnderPath(app: Pick<FastifyInstance, 'addHook'>, baseUrl: () => string): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const prefix = prefixOf(baseUrl())
    if (prefix === '') return done(null, payload)
    const location = reply.getHeader('location')
    if (typeof location === 'string') reply.header('location', underPrefix(location, prefix))
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    done(null, isPage && typeof payload === 'string' ? pageUnder(payload, prefix) : payload)
  })
}

function underPrefix(location: string, prefix: string): string {
  if (!location.startsWith('/') || location.startsWith('//')) return location
  const isUnder = location.startsWith(`${prefix}/`) && HAS_PREFIX.test(location.slice(prefix.length + 1))
  return isUnder ? location : `${prefix}${location}`
}
