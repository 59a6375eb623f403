// The way of a payer to the acquirer's challenge (3-D Secure), back from it, and on to the merchant: redirects, and a page while the outcome is not known.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../api/server.ts'
import type { Bilingual, Language } from '../core/language/bilingual.ts'
import type { CardOperation } from '../store/operation.ts'
import { merchantName, merchantOf, type PayerFacts } from './content.ts'
import { pesosText } from './format.ts'
import { html } from './html.ts'
import { toneIcons } from './icons.ts'
import { framed } from './layout.ts'
import { amountLine, merchantCard } from './parts.ts'
import { type PayerFactsNeeds, payerFactsReader } from './payer-facts.ts'
import { assetsOf, guarded, languageFor, pathOf, plainPages, requestedLanguage, sendHtml } from './reply.ts'
import { fill, texts } from './texts.ts'

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
  const options = { config, schema: { hide: true }, errorHandler }

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

/** The page of a payer who is back from the bank's challenge while the outcome is not known yet. */
const say = {
  document: ['Confirmación del pago', 'Confirmation of the payment'],
  heading: ['Pago a {merchant}', 'Payment to {merchant}'],
  asks: ['Confirmando con tu banco', 'Confirming with your bank'],
  asksNote: [
    'No pagues otra vez: en cuanto tu banco responda te llevamos de regreso a {merchant}.',
    'Do not pay again: as soon as your bank answers we take you back to {merchant}.',
  ],
  unfinished: [
    'Si no terminaste en la página de tu banco, vuelve a ella.',
    'If you did not finish on your bank’s page, go back to it.',
  ],
  again: ['Volver a mi banco', 'Back to my bank'],
  look: ['Ver si ya respondió', 'See whether it has answered'],
} as const satisfies Record<string, Bilingual>

/**
 * The whole document; its script leaves it when the payment has an outcome. `bankPath`: the path that leads to the bank again, while the payer can act there; `waitPath`: the page's own; `receiptPath`: of
 * the payment's receipt, which has the merchant's logo and colour too.
 */
function payerActionPage(
  facts: PayerFacts,
  paths: {
    language: Language
    assets: string
    bankPath: string | undefined
    waitPath: string
    receiptPath: string
  },
): string {
  const { language, bankPath, waitPath } = paths
  const merchant = merchantName(facts.merchant)
  const { contact, legal, logo, colour } = merchantOf(facts.profile)
  const text = (name: keyof typeof say) => fill(say[name], language, { merchant })
  const amount = pesosText(facts.operation.total_centavos)
  return framed({
    language,
    paths: { self: waitPath, assets: paths.assets },
    title: `${text('document')} · ${amount} · ${text('asks')}`,
    document: text('document'),
    merchant,
    brand: { logo, colour, at: paths.receiptPath },
    sandboxMark: facts.sandbox ? fill(texts.sandbox, language) : undefined,
    live: true,
    main: html`<main id="content" class="refund" data-state="processing" data-watch="${paths.receiptPath}/state" data-leave><div class="column"><section class="summary" aria-labelledby="heading">
<p class="state waiting">${toneIcons.waiting}<span><strong>${text('asks')}</strong> <span class="sentence">${text('asksNote')}</span></span></p>
<h1 id="heading">${text('heading')}</h1>
${amountLine(amount)}
</section></div><div class="column"><section><div class="fields">
${bankPath !== undefined && html`<p class="note">${text('unfinished')}</p><a class="button primary" href="${bankPath}">${text('again')}</a>`}
<a class="button" href="${waitPath}">${text('look')}</a>
</div></section>${merchantCard({ content: { language, merchant, contact, legal } })}</div></main>`,
  })
}
