// The demo shop of the sandbox: its page, and the few calls of the shop's own server, which sells through the client like any shop.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type Cobro, createCobro } from '../../../client/src/client.ts'
import { CobroError } from '../../../client/src/errors.ts'
import type { CheckoutWithPayments } from '../../../client/src/types.ts'
import { SANDBOX_ACCOUNT } from '../../accounts/open-account.ts'
import { prefixOf } from '../../api/addresses/under-path.ts'
import { languageOf } from '../../api/answer.ts'
import { isFromHere } from '../../api/browsers/own-page.ts'
import { Id, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { newShortCode } from '../../core/ids.ts'
import type { Language } from '../../core/language/bilingual.ts'
import { Failure } from '../../failures.ts'
import { languageFor, requestedLanguage } from '../../pages/reply.ts'
import { guarded } from './assets.ts'
import { MAX_OF_ONE, priced, products } from './basket.ts'
import { shopPage } from './page.ts'

/** The data of an order that the shop's page gets. */
interface Order {
  /** `waiting`: it can still be paid, or a payment is under way. */
  state: 'waiting' | 'paid' | 'over'
  id: string
  total: string
  /** Where it is paid, or the receipt. */
  url: string
}

const Basket = strictObject(
  Object.fromEntries(products.map(({ id }) => [id, Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OF_ONE }))])),
)

/** The shop's own numbers of orders. */
const ORDER = /^demo-[0-9a-z]{12}$/

/** Call it only where the sandbox's own account is open: the shop sells on that account. */
export function demoRoutes(app: App, baseUrl: () => string): void {
  const shops: Record<Language, Cobro> = { es: shopIn(app, 'es'), en: shopIn(app, 'en') }
  // It sells without a credential: not to a page that points its own name at this machine, nor through a proxy or tunnel on it.
  const onRequest = async (request: FastifyRequest) => {
    if (!isFromHere(request)) throw new Failure('service-unknown')
  }
  const open = { config: { access: 'public' as const }, onRequest }
  const hide = { hide: true }

  /** The page's address, as the browser has it. */
  const pageOf = ({ protocol, host }: FastifyRequest, language: Language) =>
    `${protocol}://${host}${prefixOf(baseUrl())}/demo?lang=${language}`

  app.get('/demo', { ...open, schema: hide }, async (request, reply) => {
    const page = shopPage({ language: languageFor(request), askedLanguage: requestedLanguage(request) })
    return guarded(reply).type('text/html; charset=utf-8').send(page)
  })

  const inShop = { ...open, errorHandler: passedOn }
  const newOrder = { ...inShop, schema: { ...hide, body: strictObject({ basket: Basket }) } }
  app.post('/demo/orders', newOrder, async (request): Promise<Order> => {
    const language = languageOf(request)
    const id = `demo-${newShortCode()}`
    const { items, description } = priced(request.body.basket as Record<string, number>, language)
    const checkout = await shops[language].checkouts.create({
      items,
      description,
      reference: id,
      return_url: `${pageOf(request, language)}&order=${id}`,
    })
    return orderOf(id, { ...checkout, payments: [] })
  })

  const ofOrder = { ...inShop, schema: { ...hide, params: Type.Object({ id: Id }) } }
  app.get('/demo/orders/:id', ofOrder, async (request): Promise<Order> => {
    const { id } = request.params
    const shop = shops[languageOf(request)]
    if (ORDER.test(id)) {
      for await (const { id: checkout } of shop.checkouts.list({ reference: id }))
        return orderOf(id, await shop.checkouts.get(checkout))
    }
    throw new Failure('resource-unknown')
  })
}

/** What comes with the buyer is not believed: the checkout says whether it is paid. */
function orderOf(id: string, { status, uses_pending, amount, url, payments }: CheckoutWithPayments): Order {
  const total = amount?.amount ?? ''
  const paid = payments.find((payment) => payment.status === 'N')
  if (status === 'paid' && paid !== undefined) return { state: 'paid', id, total, url: paid.url }
  return { state: status === 'open' || uses_pending > 0 ? 'waiting' : 'over', id, total, url }
}

/** The shop passes on a refusal of the service in the same words. */
function passedOn(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof CobroError) || error.status < 400) throw error
  const { code, message, messages, detail, status } = error
  const refusal = { code, message, description: message, messages, ...(detail && { detail }) }
  return reply.code(status).send({ success: false, error: refusal, request_id: request.id })
}

function shopIn(app: App, language: Language): Cobro {
  const { appKey, secret } = SANDBOX_ACCOUNT
  return createCobro({
    baseUrl: 'http://shop.invalid',
    appKey,
    appSecret: secret,
    language,
    fetch: inProcessFetch(app),
  })
}

/**
 * `fetch` that calls this service without the network, so that the demo shop works behind any address and certificate. Only the path of the address
 * counts.
 */
function inProcessFetch(app: App): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input))
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(response.body, { status: response.statusCode, headers })
  }
}
