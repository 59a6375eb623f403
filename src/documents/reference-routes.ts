// The reference of the calls, at /docs: made from the description on the first request, in the theme of the other pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SANDBOX_ACCOUNT } from '../accounts/open-account.ts'
import type { App } from '../api/server.ts'
import { Failure } from '../core/failure.ts'
import { assetRoute } from '../pages/asset-route.ts'
import { languageFor, pagePolicy, saidLanguage } from '../pages/reply.ts'
import { type ApiDocument, groupsOf } from './reference-model.ts'
import { type ReferenceFacts, referenceCall, referenceIndex } from './reference-page.ts'

const assets = {
  'reference.css': new URL('./assets/reference.css', import.meta.url),
  'reference.js': new URL('./assets/reference.js', import.meta.url),
  'cobro.svg': new URL('../pages/assets/icon.svg', import.meta.url),
}

interface ReferenceNeeds {
  sandbox: boolean
  /** True where the sandbox's own account is open: its credential is filled in. */
  ownAccount: boolean
}

export function referenceRoutes(app: App, { sandbox, ownAccount }: ReferenceNeeds): void {
  const open = { config: { access: 'public' as const }, schema: { hide: true } as object }
  const credential = ownAccount ? { appKey: SANDBOX_ACCOUNT.appKey, secret: SANDBOX_ACCOUNT.secret } : undefined
  const facts = async (request: FastifyRequest): Promise<ReferenceFacts> => {
    const { rendered } = await import('./render.ts')
    return {
      language: languageFor(request),
      said: saidLanguage(request),
      sandbox,
      ownAccount,
      credential,
      rendered,
      document: app.swagger() as never as ApiDocument,
    }
  }
  for (const path of ['/docs', '/docs/'])
    app.get(path, open, async (request, reply) => sent(reply, referenceIndex(await facts(request))))

  app.get<{ Params: { id: string } }>('/docs/calls/:id', open, async (request, reply) => {
    const known = await facts(request)
    const call = groupsOf(known.document)
      .flatMap(({ calls }) => calls)
      .find(({ operationId }) => operationId === request.params.id)
    if (call === undefined) throw new Failure('service-unknown')
    return sent(reply, referenceCall(known, call))
  })

  // The former address of the description.
  for (const path of ['/docs/json', '/docs/yaml'])
    app.get(path, open, async (_request, reply) => reply.redirect('/openapi.json'))

  assetRoute(app, '/docs/assets', assets)
}

function sent(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': pagePolicy({ forms: false }),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      vary: 'Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}
