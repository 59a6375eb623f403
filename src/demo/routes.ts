// The demo shop of the sandbox: its page, and the few calls of the shop's own server, which charges through the client like any shop.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type Cobro, createCobro } from '../../client/src/client.ts'
import { CobroError } from '../../client/src/errors.ts'
import type { Operation } from '../../client/src/types.ts'
import { SANDBOX_ACCOUNT } from '../accounts/open-account.ts'
import { languageOf } from '../api/answer.ts'
import { Id, strictObject } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import { prefixOf } from '../api/under-path.ts'
import { isLoopback } from '../config/addresses.ts'
import { Failure, type Language } from '../core/failure.ts'
import { type Rail, railByCode, railNames } from '../core/rail.ts'
import { languageFor, saidLanguage } from '../pages/reply.ts'
import { guarded } from './assets.ts'
import { MAX_OF_ONE, priced, products } from './basket.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { shopPage } from './page.ts'

/** The data of an order that the shop's page gets. */
interface Order {
  /** `pending` and `authenticating` wait for the payer, `confirming` for the bank: the money may have been taken already. */
  state: 'paid' | 'pending' | 'authenticating' | 'confirming' | 'declined' | 'over'
  id?: string
  total?: string
  /** Address of the receipt or slip. */
  url?: string
  /** Where the payer authenticates. */
  payerUrl?: string
  /** The CLABE, or the reference for the till. */
  clabe?: string
  reference?: string
  /** The deadline: ISO 8601 with the offset of Mexico City. */
  payBefore?: string
  /** The reason of the decline. */
  message?: string
}

const Basket = strictObject(
  Object.fromEntries(products.map(({ id }) => [id, Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OF_ONE }))])),
)

const NewOrder = strictObject({
  basket: Basket,
  method: Type.Unsafe<Rail>(Type.Union(railNames.map((rail) => Type.Literal(rail)))),
  token: Type.Optional(Type.String({ maxLength: 100 })),
  store: Type.Optional(Type.String({ maxLength: 64 })),
})

/** Call it only where the sandbox's own account is open: the shop sells on that account. */
export function demoRoutes(app: App, offered: Readonly<Record<Rail, boolean>>, baseUrl: () => string): void {
  const rails = railNames.filter((rail) => offered[rail])
  const shops: Record<Language, Cobro> = { es: shopIn(app, 'es'), en: shopIn(app, 'en') }
  // A foreign page that points its own name at this machine gets nothing: the shop answers under a name of this machine only.
  const onRequest = async (request: FastifyRequest) => {
    if (!isLoopback(request.hostname)) throw new Failure('service-unknown')
  }
  const open = { config: { access: 'public' as const }, onRequest }
  const hide = { hide: true } as object

  /** The page's address, as the browser has it. */
  const pageOf = ({ protocol, host }: FastifyRequest, language: Language) =>
    `${protocol}://${host}${prefixOf(baseUrl())}/demo?lang=${language}`

  app.get('/demo', { ...open, schema: hide }, async (request, reply) => {
    const page = shopPage({
      language: languageFor(request),
      said: saidLanguage(request),
      publishableKey: SANDBOX_ACCOUNT.publishableKey,
      rails,
    })
    return guarded(reply).type('text/html; charset=utf-8').send(page)
  })

  const inShop = { ...open, errorHandler: passedOn }
  app.post('/demo/orders', { ...inShop, schema: { ...hide, body: NewOrder } }, async (request): Promise<Order> => {
    const { basket, method, token = '', store = '' } = request.body
    const language = languageOf(request)
    const { total, description } = priced(basket as Record<string, number>, language)
    const shop = shops[language]
    switch (method) {
      case 'card':
        return payByCard(shop, { total, description, token, returnUrl: pageOf(request, language) })
      case 'store': {
        const slip = await shop.payments.convenienceStore({ total, store, payment: { reference: { description } } })
        return {
          state: 'pending',
          id: slip.transaction,
          total,
          url: slip.url,
          reference: slip.instructions.number,
          payBefore: slip.expiration_date,
        }
      }
      case 'spei': {
        const slip = await shop.payments.spei({ total, payment: { reference: { description } } })
        const { transaction: id, url, expiration_date: payBefore } = slip
        const clabe = slip.instructions.number
        return { state: 'pending', id, total, url, clabe, payBefore }
      }
    }
  })

  const ofOrder = { ...inShop, schema: { ...hide, params: Type.Object({ id: Id }) } }
  app.get('/demo/orders/:id', ofOrder, async (request): Promise<Order> => {
    return orderOf(await shops[languageOf(request)].operations.get(request.params.id))
  })

  app.post('/demo/orders/:id/pay', ofOrder, async (request): Promise<Order> => {
    const { id } = request.params
    const shop = shops[languageOf(request)]
    const operation = await shop.operations.get(id)
    const { state } = orderOf(operation)
    if (state === 'paid' || state === 'declined' || state === 'over') return orderOf(operation)
    await payBuyers[railByCode(operation.payment_method) as Rail](shop, id)
    return orderOf(await shop.operations.get(id))
  })
}

/** Plays the buyer, who pays the order. */
const payBuyers = {
  card: async () => {
    throw new Failure('operation-processing')
  },
  store: (shop, transaction) => shop.sandbox.payAtStore({ transaction }),
  spei: (shop, transaction) => shop.sandbox.payBySpei({ transaction }),
} satisfies Record<Rail, (shop: Cobro, transaction: string) => Promise<unknown>>

/** The shop passes on a refusal of the service in the same words. */
function passedOn(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof CobroError) || error.status < 400) throw error
  const { code, message, messages, detail, status } = error
  const refusal = { code, message, description: message, messages, ...(detail && { detail }) }
  return reply.code(status).send({ success: false, error: refusal, request_id: request.id })
}

/** The shop's own server, as any merchant would write it. */
async function payByCard(
  shop: Cobro,
  order: { total: string; description: string; token: string; returnUrl: string },
): Promise<Order> {
  const { total, description, token, returnUrl } = order
  try {
    const paid = await shop.payments.card({
      recurrent: token,
      return_url: returnUrl,
      payment: { total: { amount: total }, reference: { description } },
    })
    return orderOf(paid.recipe)
  } catch (error) {
    if (!(error instanceof CobroError) || error.status >= 500) throw error
    return { state: 'declined', message: error.detail?.payer_message || error.message }
  }
}

function orderOf({ transaction, status, payment_method, total, url, payer_url, instructions }: Operation): Order {
  const ofCard = payer_url === null ? 'confirming' : 'authenticating'
  const waiting = payment_method === 'POS' ? ofCard : 'pending'
  const states: Record<string, Order['state']> = { N: 'paid', P: waiting, D: 'declined' }
  const state = states[status] ?? 'over'
  const number = state === 'pending' ? instructions?.number : undefined
  const payWith = number && (instructions?.kind === 'clabe' ? { clabe: number } : { reference: number })
  return { state, id: transaction, total: total.amount, url, ...(payer_url && { payerUrl: payer_url }), ...payWith }
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
