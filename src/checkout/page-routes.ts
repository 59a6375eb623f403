// The page of a checkout and what it asks for: its state, a payment, another way to pay, its logo and colour. The token is the only credential.
import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { readLogo, readProfile } from '../accounts/profile/read.ts'
import { failureOf } from '../api/answer.ts'
import { choice, strictObject } from '../api/fields.ts'
import { EXPENSIVE } from '../api/limits/rate-limit.ts'
import type { App } from '../api/server.ts'
import { refusalOf as declineOf } from '../cards/outcome.ts'
import { sealedFields } from '../cards/sealed/body.ts'
import type { Language } from '../core/language/bilingual.ts'
import { isVoucher, railNames } from '../core/rail.ts'
import { Failure } from '../failures.ts'
import { withTransaction } from '../pages/payer-action-routes.ts'
import { assetsOf, guarded, languageFor, pathOf, plainPages, requestedLanguage, sendHtml } from '../pages/reply.ts'
import { fill } from '../pages/texts.ts'
import { clockFollower } from '../store/clock-state.ts'
import { isCharge, type Operation } from '../store/operation.ts'
import { checkoutOfPage, paymentById, paymentOfAttempt, standingPayment } from './find.ts'
import type { CheckoutNeeds } from './needs.ts'
import type { CheckoutFacts, Standing } from './page.ts'
import { payAt } from './pay.ts'
import { stateAt } from './present.ts'
import type { CheckoutRow } from './tables.ts'
import { type PageState, say } from './texts.ts'
import { refusalOf } from './use.ts'

const ATTEMPT = '^[A-Za-z0-9-]{16,64}$'

const PayBody = strictObject({
  way: choice(railNames),
  attempt: Type.String({ pattern: ATTEMPT }),
  amount: Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Number()])),
  store: Type.Optional(Type.String({ maxLength: 20 })),
  key: Type.Optional(sealedFields.key),
  data: Type.Optional(sealedFields.data),
})

/** `state`: `declined` tells why in `message`; any other leads to `next`. */
interface Answer {
  state: 'declined' | 'done'
  next?: string
  message?: string
}

/** Loaded at the first page: it draws symbols. */
const drawing = () => import('./page.ts')

/** `/c/{token}`, and below it `/pay`, `/slip`, `/change`, `/state`, `/qr.svg`, `/logo`, `/colour.css`. */
export function checkoutPageRoutes(app: App, needs: CheckoutNeeds): void {
  const { store, clock, links } = needs
  const { notFound, errorHandler } = plainPages(links)
  const followClock = clockFollower(needs)
  const config = { access: 'public' as const, isSecret: true }
  const hide = { hide: true }
  const options = { config, schema: hide, errorHandler }

  const rowOf = async (request: FastifyRequest): Promise<CheckoutRow | undefined> => {
    const { token } = request.params as { token: string }
    const id = links.checkoutOf(token)
    return id === undefined ? undefined : checkoutOfPage(store, id)
  }
  const selfOf = ({ id }: CheckoutRow) => pathOf(links.checkoutUrl(id))
  const stateOf = (row: CheckoutRow): PageState => {
    const state = stateAt(row, clock.now())
    return state === 'open' && refusalOf(row, clock.now()) !== undefined ? 'taken' : state
  }
  const nextAddress = (row: CheckoutRow, { id }: Operation, request: FastifyRequest): string =>
    row.return_url === null ? inLanguage(pathOf(links.urlOf(id)), request) : withTransaction(row.return_url, id)

  /** Where the payer follows a payment. */
  const followed = (operation: Operation, attempt: string, request: FastifyRequest): Standing => {
    if (isCharge(operation) && operation.status === 'pending' && operation.payer_acts === 1)
      return { kind: 'bank', path: inLanguage(pathOf(links.payerUrl(operation.id)), request), attempt }
    const isSlip = isVoucher(operation.rail) && operation.status === 'pending'
    const path = inLanguage(pathOf(links.urlOf(operation.id)), request)
    return { kind: isSlip ? 'slip' : 'receipt', path, attempt }
  }

  /** What a try has made; undefined when it has made nothing yet, or is no name of a try. */
  const madeBy = async (row: CheckoutRow, attempt: unknown): Promise<Operation | undefined> =>
    typeof attempt === 'string' && new RegExp(ATTEMPT).test(attempt) ? paymentOfAttempt(store, row, attempt) : undefined
  const answerOf = (row: CheckoutRow, made: Operation, attempt: string, request: FastifyRequest): Answer => {
    if (made.status === 'declined')
      return { state: 'declined', message: whyDeclined(needs, made, languageFor(request)) }
    if (made.status === 'paid') return { state: 'done', next: nextAddress(row, made, request) }
    return { state: 'done', next: followed(made, attempt, request).path }
  }

  const factsOf = async (
    row: CheckoutRow,
    request: FastifyRequest,
    outcome: Partial<Pick<CheckoutFacts, 'declined' | 'refused'>> = {},
  ): Promise<CheckoutFacts> => {
    const state = stateOf(row)
    const [merchant, profile, standing] = await Promise.all([
      needs.payerName(row.account_id),
      readProfile(store, row.account_id),
      row.uses === 1 && state !== 'open' ? standingPayment(store, row) : undefined,
    ])
    return {
      checkout: row,
      state,
      merchant,
      profile,
      sandbox: needs.sandbox,
      url: links.checkoutUrl(row.id),
      standing: standing && followed(standing.operation, standing.attempt, request),
      declined: outcome.declined,
      refused: outcome.refused,
      attempt: randomUUID(),
    }
  }
  const pageOf = async (row: CheckoutRow, request: FastifyRequest, outcome?: Parameters<typeof factsOf>[2]) => {
    const { checkoutPage } = await drawing()
    const paths = { language: languageFor(request), self: selfOf(row), assets: assetsOf(links) }
    return checkoutPage(await factsOf(row, request, outcome), paths)
  }

  app.get('/c/:token', options, async (request, reply) => {
    const row = await rowOf(request)
    if (row === undefined) return notFound(request, reply)
    const language = languageFor(request)
    const back = await cameBack(needs, row, request)
    if (back?.status === 'paid') return guarded(reply).redirect(nextAddress(row, back, request), 303)
    const declined = back?.status === 'declined' ? whyDeclined(needs, back, language) : undefined
    return sendHtml(guarded(reply), 200, await pageOf(row, request, { declined }))
  })

  app.get('/c/:token/state', options, async (request, reply) => {
    guarded(reply)
    const row = await rowOf(request)
    if (row === undefined) return reply.code(404).send({ state: 'unknown' })
    const { attempt } = request.query as { attempt?: unknown }
    const made = await madeBy(row, attempt)
    return {
      state: stateOf(row),
      ...(made !== undefined && { attempt: answerOf(row, made, attempt as string, request) }),
    }
  })

  app.get('/c/:token/qr.svg', options, async (request, reply) => {
    guarded(reply)
    const row = await rowOf(request)
    if (row === undefined) return notFound(request, reply)
    const label = fill(say.qr, languageFor(request))
    const { qrCode, symbolSvg } = await import('../pages/barcode.ts')
    const svg = symbolSvg(qrCode(links.checkoutUrl(row.id)), { unit: 8, label, className: 'symbol' })
    const drawn = svg.text
      .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
      .replace('><path', '><rect width="100%" height="100%" fill="#fff"/><path')
    return reply.type('image/svg+xml; charset=utf-8').send(drawn)
  })

  app.get('/c/:token/logo', options, async (request, reply) => {
    guarded(reply)
    const row = await rowOf(request)
    const logo = row && (await readLogo(store, row.account_id))
    if (!logo) return notFound(request, reply)
    reply.header('cache-control', 'private, max-age=86400').type(logo.type)
    return reply.send(Buffer.from(logo.content, 'base64'))
  })

  app.get('/c/:token/colour.css', options, async (request, reply) => {
    guarded(reply)
    const row = await rowOf(request)
    const colour = row && (await readProfile(store, row.account_id))?.colour
    if (!colour) return notFound(request, reply)
    reply.header('cache-control', 'private, max-age=86400').type('text/css; charset=utf-8')
    return reply.send(`:root{--brand:${colour};--brand-ink:#ffffff}`)
  })

  const paying = { config: { ...config, cost: () => PAY_COST }, schema: { ...hide, body: PayBody } }
  app.post('/c/:token/pay', paying, async (request, reply): Promise<Answer> => {
    reply.header('cache-control', 'no-store')
    const row = await rowOf(request)
    if (row === undefined) throw new Failure('resource-unknown')
    await followClock()
    const { way, attempt, amount, store: chain, key, data } = request.body
    const language = languageFor(request)
    const operation = await payAt(needs, row, {
      way,
      attempt,
      amount,
      store: chain,
      sealed: key === undefined || data === undefined ? undefined : { key, data },
      language,
      ip: request.ip,
      returnUrl: links.checkoutUrl(row.id),
    })
    return answerOf(row, operation, attempt, request)
  })

  // Without a script: a voucher, by a form.
  const slip = { ...options, config: { ...config, form: true, cost: () => PAY_COST } }
  app.post('/c/:token/slip', slip, async (request, reply) => {
    const row = await rowOf(request)
    if (row === undefined) return notFound(request, reply)
    await followClock()
    const { way, attempt, amount, store: chain } = (request.body ?? {}) as Record<string, unknown>
    const language = languageFor(request)
    const rail = railNames.filter(isVoucher).find((name) => name === way)
    if (rail === undefined || typeof attempt !== 'string' || !new RegExp(ATTEMPT).test(attempt))
      return toPage(request, guarded(reply), selfOf(row))
    try {
      const operation = await payAt(needs, row, {
        way: rail,
        attempt,
        amount: typeof amount === 'string' ? typedAmount(amount) : undefined,
        store: typeof chain === 'string' ? chain : undefined,
        sealed: undefined,
        language,
        ip: request.ip,
        returnUrl: links.checkoutUrl(row.id),
      })
      return guarded(reply).redirect(followed(operation, attempt, request).path, 303)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { status, options: why } = failureOf(error, request)
      if (why.retryAfterSeconds !== undefined) reply.header('retry-after', why.retryAfterSeconds)
      return sendHtml(guarded(reply), status, await pageOf(row, request, { refused: wordsOf(error, language) }))
    }
  })

  app.post('/c/:token/change', { ...options, config: { ...config, form: true } }, async (request, reply) => {
    const row = await rowOf(request)
    if (row === undefined) return notFound(request, reply)
    const { attempt } = (request.body ?? {}) as { attempt?: unknown }
    const operation = await madeBy(row, attempt)
    // A card that its bank may have charged is not given up here, and what was paid meanwhile stays paid.
    if (operation !== undefined && isVoucher(operation.rail) && operation.status === 'pending')
      await needs.reverser.reverse(row.account_id, operation.id).catch(unlessRefused)
    return toPage(request, guarded(reply), selfOf(row))
  })
}

/** As costly as a PDF: it asks a bank or a network. */
const PAY_COST = EXPENSIVE / 4

/** As people write it: `$1,250.50`. */
function typedAmount(text: string): string {
  return text.replace(/[\s$]/g, '').replace(/,(?=\d{3}(\D|$))/g, '')
}

function wordsOf(failure: Failure, language: Language): string {
  const faults = Object.values(failure.options.fields ?? {}).flat()
  if (faults.length === 0) return failure.remedy(language)
  return faults.map((text) => fill(text, language)).join('; ')
}

/** A slip that cannot be cancelled stays, and the page shows it. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

function toPage(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(`${path}?lang=${languageFor(request)}`, 303)
}

/** The payment from whose bank the payer comes back; of another checkout: none. */
async function cameBack({ store }: CheckoutNeeds, row: CheckoutRow, { query }: FastifyRequest) {
  const { transaction } = query as { transaction?: unknown }
  if (typeof transaction !== 'string' || !/^[0-9a-f-]{36}$/.test(transaction)) return undefined
  return paymentById(store, row, transaction)
}

/** A page of ours in the language that the payer has asked for. */
function inLanguage(path: string, request: FastifyRequest): string {
  const language = requestedLanguage(request)
  return language === undefined ? path : `${path}?lang=${language}`
}

/** In the payer's words. */
function whyDeclined({ coarse }: Pick<CheckoutNeeds, 'coarse'>, operation: Operation, language: Language): string {
  const refusal = isCharge(operation) ? declineOf(operation) : undefined
  return coarse || refusal === undefined ? new Failure('payment-declined').remedy(language) : refusal.remedy(language)
}
