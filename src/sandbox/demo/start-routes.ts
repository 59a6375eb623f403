// Serves the first page of the sandbox, at the address that the start prints.
import type { App } from '../../api/server.ts'
import type { Rail } from '../../core/rail.ts'
import { languageFor, requestedLanguage } from '../../pages/reply.ts'
import { demoAssetRoute, guarded } from './assets.ts'
import { startPage } from './start-page.ts'

interface StartNeeds {
  /** Public address of the service. */
  baseUrl(): string
  /** True where the sandbox's own account is open, and with it the shop and its mailbox. */
  ownAccount: boolean
  /** The ways of paying that the service has. */
  offered: Readonly<Record<Rail, boolean>>
}

/** Sandbox only: in production `/` is not found. */
export function startRoutes(app: App, { baseUrl, ownAccount, offered }: StartNeeds): void {
  demoAssetRoute(app)
  app.get('/', { config: { access: 'public' }, schema: { hide: true } as object }, async (request, reply) => {
    const page = startPage({
      language: languageFor(request),
      askedLanguage: requestedLanguage(request),
      baseUrl: baseUrl(),
      ownAccount,
      offered,
    })
    return guarded(reply).type('text/html; charset=utf-8').send(page)
  })
}
