// The routes for payers: the page of an operation, its PDF, its calendar file, its state for the script, and in the sandbox
// "pay now".
import type { FastifyRequest } from 'fastify'
import { EXPENSIVE } from '../api/limits/rate-limit.ts'
import type { App } from '../api/server.ts'
import { placeOf } from '../store/directory.ts'
import type { Operation } from '../store/operation.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { readAsset } from './assets.ts'
import { payerContent, payerStateOf } from './content.ts'
import { type PayerFactsNeeds, payerFactsReader } from './payer-facts.ts'
import { pdfFile } from './pdf-file.ts'
import type { PdfRenderer } from './pdf-renderer.ts'
import { assetsOf, guarded, languageFor, pathOf, plainPages, sendHtml } from './reply.ts'

export interface PageNeeds extends PayerFactsNeeds {
  pdfs: PdfRenderer
  /** Plays the payer of a slip; sandbox only. */
  pay?: ((operation: Operation) => Promise<unknown>) | undefined
}

/** Loaded with the first page, because the barcode library is large and many processes never need it. */
const drawing = () => import('./page.ts')

/**
 * `/p/{token}`, `/p/{token}.pdf`, `/p/{token}.ics`, `/p/{token}/state`, `/p/{token}/pay`, `/p/assets/…`; the token is the
 * only credential. `/s/{code}` redirects there.
 */
export function pageRoutes(app: App, needs: PageNeeds): void {
  const { links, pdfs } = needs
  const pay = needs.sandbox ? needs.pay : undefined
  const read = payerFactsReader(needs)
  const factsOf = async (token: string, picture = false) => {
    const id = links.operationOf(token)
    return id === undefined ? undefined : read(id, { picture })
  }
  const { notFound, errorHandler } = plainPages(links)
  const options = {
    config: { access: 'public' as const, isSecret: true },
    schema: { hide: true },
    errorHandler,
  }

  const page = { ...options, config: { ...options.config, cost: costOf } }
  app.get('/p/:token', page, async (request, reply) => {
    guarded(reply)
    const { token } = request.params as { token: string }
    const language = languageFor(request)
    const asPdf = isPdf(token)
    const asCalendar = token.endsWith('.ics')
    const facts = await factsOf(asPdf || asCalendar ? token.slice(0, -4) : token, asPdf)
    if (!facts) return notFound(request, reply)
    if (asCalendar) {
      const { calendarFile } = await import('./calendar.ts')
      const file = calendarFile(payerContent(facts, language), facts.operation.id, facts.now)
      if (file === undefined) return notFound(request, reply)
      return reply
        .header('content-disposition', 'inline; filename="cobro.ics"')
        .type('text/calendar; charset=utf-8')
        .send(file)
    }
    if (asPdf) {
      const { name, bytes } = await pdfFile(pdfs, facts, language)
      reply.header('content-disposition', `inline; filename="${name}"`)
      return reply.type('application/pdf').send(bytes)
    }
    const { payerPage } = await drawing()
    const content = payerContent(facts, language)
    const paths = { self: pathOf(facts.url), assets: assetsOf(links) }
    return sendHtml(reply, 200, payerPage(content, { ...paths, payNow: pay !== undefined }))
  })

  // A short address for SMS.
  app.get('/s/:code', page, async (request, reply) => {
    guarded(reply)
    const { code } = request.params as { code: string }
    const id = /^[0-9a-z]{12}$/.test(code) ? await operationOfCode(needs.store, code) : undefined
    return id === undefined ? notFound(request, reply) : reply.redirect(pathOf(links.urlOf(id)), 302)
  })

  app.get('/p/:token/logo', options, async (request, reply) => {
    guarded(reply)
    const { token } = request.params as { token: string }
    const picture = (await factsOf(token, true))?.picture
    if (!picture) return notFound(request, reply)
    reply.header('cache-control', 'private, max-age=86400').type(picture.type)
    return reply.send(Buffer.from(picture.content, 'base64'))
  })

  app.get('/p/:token/colour.css', options, async (request, reply) => {
    guarded(reply)
    const { token } = request.params as { token: string }
    const colour = (await factsOf(token))?.profile?.colour
    if (!colour) return notFound(request, reply)
    reply.header('cache-control', 'private, max-age=86400').type('text/css; charset=utf-8')
    return reply.send(`:root{--brand:${colour}}`)
  })

  app.get('/p/:token/state', options, async (request, reply) => {
    guarded(reply)
    const { token } = request.params as { token: string }
    const facts = await factsOf(token)
    if (!facts) return reply.code(404).send({ state: 'unknown' })
    return { state: payerStateOf(facts) }
  })

  app.get('/p/assets/:version/:name', { ...options, config: { access: 'public' } }, async (request, reply) => {
    const { version, name } = request.params as { version: string; name: string }
    const asset = readAsset(version, name)
    if (!asset) return notFound(request, guarded(reply))
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(asset.type)
    return reply.send(asset.body)
  })

  if (!pay) return
  app.post('/p/:token/pay', { ...options, config: { ...options.config, form: true } }, async (request, reply) => {
    guarded(reply)
    const { token } = request.params as { token: string }
    const facts = await factsOf(token)
    if (!facts) return notFound(request, reply)
    // The page shows the present state in every case.
    if (['pending', 'held'].includes(payerStateOf(facts))) await pay(facts.operation)
    return reply.redirect(`${pathOf(facts.url)}?lang=${languageFor(request)}`, 303)
  })
}

/** The directory says which message has the code, and the message is asked whether it has. */
async function operationOfCode(store: Store, code: string): Promise<string | undefined> {
  const place = await placeOf(store, 'short address', code)
  if (place === undefined) return undefined
  const found = await rowOf(
    store.db,
    'messages',
    { account_id: place.accountId, id: place.subject, short_code: code },
    ['operation_id'],
  )
  return found?.operation_id
}

/** A PDF costs more, because all accounts share the drawing thread. */
function costOf({ params }: Pick<FastifyRequest, 'params'>): number {
  return isPdf((params as { token?: string }).token ?? '') ? EXPENSIVE : 1
}

function isPdf(token: string): boolean {
  return token.endsWith('.pdf')
}
