// The challenge of the sandbox's bank: its page, and the payer's decision on it.
import type { App } from '../api/server.ts'
import { SANDBOX_ACQUIRER } from '../connectors/sandbox/acquirer.ts'
import { CHALLENGE_PATH, challenges } from '../connectors/sandbox/challenges.ts'
import { connectorState } from '../connectors/state.ts'
import { type PayerFactsNeeds, payerFactsReader } from '../pages/payer-facts.ts'
import { assetsOf, guarded, languageFor, pagePolicy, pathOf, plainPages, sendHtml } from '../pages/reply.ts'
import { challengePage } from './challenge-page.ts'

/** The bank knows nothing of the service's records: it has a challenge when the acquirer began one, and the first decision on it counts. */
export function challengeRoutes(app: App, needs: PayerFactsNeeds): void {
  const { links } = needs
  const read = payerFactsReader(needs)
  const begun = challenges(connectorState(needs, SANDBOX_ACQUIRER))
  const { notFound, errorHandler } = plainPages(links)
  const options = {
    config: { access: 'public' as const, isSecret: true, form: true },
    schema: { hide: true } as object,
    errorHandler,
  }
  const idOf = async (params: unknown): Promise<string | undefined> => {
    const id = links.payerOf((params as { token: string }).token)
    return id !== undefined && (await begun.urlOf(id)) !== undefined ? id : undefined
  }

  app.get(`${CHALLENGE_PATH}/:token`, options, async (request, reply) => {
    const id = await idOf(request.params)
    const facts = id === undefined ? undefined : await read(id)
    if (id === undefined || facts === undefined) return notFound(request, reply)
    const language = languageFor(request)
    const page = challengePage(facts, {
      language,
      self: `${pathOf((await begun.urlOf(id)) ?? '')}?lang=${language}`,
      back: `${pathOf(links.returnUrl(id))}?lang=${language}`,
      assets: assetsOf(links),
      isOver: (await begun.decisionOf(id)) !== undefined,
    })
    // The answer to the form leads on to the merchant.
    guarded(reply).header('content-security-policy', pagePolicy({ forms: 'anywhere' }))
    return sendHtml(reply, 200, page)
  })

  app.post(`${CHALLENGE_PATH}/:token`, options, async (request, reply) => {
    const id = await idOf(request.params)
    if (id === undefined) return notFound(request, reply)
    const { decision } = (request.body ?? {}) as { decision?: unknown }
    if (decision === 'confirmed' || decision === 'rejected') await begun.decide(id, decision)
    return guarded(reply).redirect(`${pathOf(links.returnUrl(id))}?lang=${languageFor(request)}`, 303)
  })
}
