// Serves the first page of the sandbox, at the address that the start prints.
import { isFromHere } from '../../api/browsers/own-page.ts'
import type { App } from '../../api/server.ts'
import { nearAddress } from '../../config/addresses.ts'
import { languageFor, requestedLanguage } from '../../pages/reply.ts'
import { demoAssetRoute, guarded } from './assets.ts'
import { type StartFacts, startPage } from './start-page.ts'

/**
 * Sandbox only: in production `/` is not found. `ownAccount`: whether the sandbox's own account is open, and with it the shop and its mailbox, to
 * requests from this machine.
 */
export function startRoutes(
  app: App,
  { baseUrl, ownAccount, offered }: Pick<StartFacts, 'ownAccount' | 'offered'> & { baseUrl(): string },
): void {
  demoAssetRoute(app)
  app.get('/', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const page = startPage({
      language: languageFor(request),
      askedLanguage: requestedLanguage(request),
      ...(ownAccount && isFromHere(request)
        ? { ownAccount, baseUrl: nearAddress(baseUrl(), `${request.protocol}://${request.host}`) }
        : { ownAccount: false, baseUrl: baseUrl() }),
      offered,
    })
    return guarded(reply).type('text/html; charset=utf-8').send(page)
  })
}
