// The way of a payer to the acquirer's challenge (3-D Secure), back from it, and on to the merchant: redirects, and a page while the outcome is not known.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../api/server.ts'
import type { CardOperation } from '../store/operation.ts'
import { payerActionPage } from './payer-action-page.ts'
import { type PayerFactsNeeds, payerFactsReader } from './payer-facts.ts'
import { assetsOf, guarded, languageFor, pathOf, plainPages, requestedLanguage, sendHtml } from './reply.ts'

/** A payment as its payer finds it. */
interface PayerVisit {
  operation: CardOperation
  /** The acquirer's address, while the payer can act there. */
  payerUrl: string | undefined
}

export type Visit = (operationId: string) => Promise<PayerVisit | undefined>

/** A form of an acquirer; none of it is read. */
const RETURN_LIMIT_BYTES = 64 * 1024

/**
 * `/a/{token}` leads to the acquirer, `/a/{token}/return` back from it, `/a/{token}/wait` waits for the outcome; each leads on to the merchant when
 * there is one. The token is the only credential, and the only thing that is believed: an acquirer's redirect brings neither a cookie nor anything
 * that proves what became of the charge. Each may be opened again, in any order.
 */
export async function payerActionRoutes(
  app: App,
  needs: PayerFactsNeeds & {
    /** Undefined for an operation whose payer was never sent anywhere. */
    find: Visit
    /** Asks the acquirer what became of the charge. */
    returned: Visit
  },
): Promise<void> {
  const { links, find, returned } = needs
  const read = payerFactsReader(needs)
  const { notFound, errorHandler } = plainPages(links)
  const config = { access: 'public' as const, isSecret: true }
  const options = { config, schema: { hide: true } as object, errorHandler }

  const visitOf = (request: FastifyRequest, visit: Visit) => {
    const { token } = request.params as { token: string }
    const id = links.payerOf(token)
    return id === undefined ? undefined : visit(id)
  }
  const nextStep = (reply: FastifyReply, address: string) => guarded(reply).redirect(address, 303)
  const pathsOf = (request: FastifyRequest, { operation }: PayerVisit) => {
    const lang = requestedLanguage(request)
    const query = lang === undefined ? '' : `?lang=${lang}`
    const path = pathOf(links.payerUrl(operation.id))
    return { bank: `${path}${query}`, wait: `${path}/wait${query}` }
  }
  const toMerchant = (reply: FastifyReply, { id, return_url }: CardOperation) =>
    nextStep(reply, return_url === null ? pathOf(links.urlOf(id)) : withTransaction(return_url, id))

  app.get('/a/:token', options, async (request, reply) => {
    const visit = await visitOf(request, find)
    if (visit === undefined) return notFound(request, reply)
    if (visit.operation.status !== 'pending') return toMerchant(reply, visit.operation)
    return nextStep(reply, visit.payerUrl ?? pathsOf(request, visit).wait)
  })

  app.get('/a/:token/wait', options, async (request, reply) => {
    const visit = await visitOf(request, find)
    const facts = visit && (await read(visit.operation.id))
    if (visit === undefined || facts === undefined) return notFound(request, reply)
    if (visit.operation.status !== 'pending') return toMerchant(reply, visit.operation)
    const { bank, wait } = pathsOf(request, visit)
    const page = payerActionPage(facts, {
      language: languageFor(request),
      assets: assetsOf(links),
      bankPath: visit.payerUrl === undefined ? undefined : bank,
      waitPath: wait,
      receiptPath: pathOf(facts.url),
    })
    return sendHtml(guarded(reply), 200, page)
  })

  const comeBack = async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(request, returned)
    if (visit === undefined) return notFound(request, reply)
    if (visit.operation.status !== 'pending') return toMerchant(reply, visit.operation)
    return nextStep(reply, pathsOf(request, visit).wait)
  }
  app.get('/a/:token/return', { ...options, config: { ...config, changes: true, fromOtherPages: true } }, comeBack)
  await app.register(async (scope) => {
    // Whatever an acquirer sends along is received to its limit and thrown away.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (...read: Parameters<App['readBody']>) => {
      await app.readBody(...read)
    })
    const post = { ...options, bodyLimit: RETURN_LIMIT_BYTES, config: { ...config, fromOtherPages: true } }
    scope.post('/a/:token/return', post, comeBack)
  })
}

/** The merchant's address with `transaction` added: it names the operation, and says nothing of its state, which a payer could write there too. */
export function withTransaction(returnUrl: string, operationId: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('transaction', operationId)
  return url.href
}
