// The page that a payer opens from the e-mail or SMS of a refund: the payer enters the account, once, and sees the state of
// the refund.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readProfile } from '../accounts/profile/read.ts'
import type { App } from '../api/server.ts'
import { clabeProblem, plainClabe } from '../core/banks/clabe.ts'
import { holdsCardNumber } from '../core/cards/number-in-text.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { type RefundFacts, type RefundPageState, refundPage, type Typed } from '../pages/refund-page.ts'
import { assetsOf, guarded, languageFor, pathOf, plainPages, sendHtml } from '../pages/reply.ts'
import { decide } from '../store/decide.ts'
import { placeOf } from '../store/directory.ts'
import { rowOf } from '../store/rows.ts'
import type { RefundNeeds } from './needs.ts'
import { carried, hashOfLink } from './next-step.ts'
import { stayWrites } from './steps.ts'
import type { RefundRow } from './tables.ts'
import { nameProblem } from './way.ts'

const UNTOUCHED: Typed = { name: '', clabe: '', faults: {} }

/** `/r/{secret}`: the secret of the link is the only credential; the form needs no script and no cookie. */
export function payerRefundRoutes(app: App, needs: RefundNeeds & { links: PageLinks; sandbox: boolean }): void {
  const { store, clock, links, sandbox } = needs
  const { notFound, errorHandler } = plainPages(links)
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { refund, typed = UNTOUCHED, status = 200 }: { refund: RefundRow; typed?: Typed; status?: number },
  ) => {
    const [merchant, profile] = await Promise.all([
      needs.payerName(refund.account_id),
      readProfile(store, refund.account_id),
    ])
    const facts: RefundFacts = {
      merchant,
      profile,
      centavos: refund.amount_centavos,
      state: pageStateOf(refund, clock.now()),
      until: refund.link_expires_at ?? '',
      clabe: refund.destination,
      name: refund.beneficiary,
      receiptUrl: links.urlOf(refund.operation_id),
      sandbox,
    }
    const { secret } = request.params as { secret: string }
    const paths = {
      language: languageFor(request),
      self: pathOf(links.refundUrl(secret)),
      assets: assetsOf(links),
      receiptPath: pathOf(facts.receiptUrl),
    }
    return sendHtml(guarded(reply), status, refundPage(facts, typed, paths))
  }
  const options = { schema: { hide: true }, errorHandler }

  app.get('/r/:secret', { ...options, config: { access: 'public', isSecret: true } }, async (request, reply) => {
    const { secret } = request.params as { secret: string }
    const refund = await byLink(needs, secret)
    return refund === undefined ? notFound(request, reply) : show(request, reply, { refund })
  })

  app.post(
    '/r/:secret',
    { ...options, config: { access: 'public', isSecret: true, form: true } },
    async (request, reply) => {
      const { secret } = request.params as { secret: string }
      const typed = readTyped(request.body)
      const isWrong = typed.faults.name !== undefined || typed.faults.clabe !== undefined
      const refund = isWrong
        ? await byLink(needs, secret)
        : await sayAccount(needs, { secret, name: typed.name, clabe: typed.clabe })
      if (refund === undefined) return notFound(request, reply)
      if (isWrong && pageStateOf(refund, clock.now()) === 'asks')
        return show(request, reply, { refund, typed, status: 422 })
      // The page shows the refund's present state.
      const path = `${pathOf(links.refundUrl(secret))}?lang=${languageFor(request)}`
      return guarded(reply).redirect(path, 303)
    },
  )
}

function readTyped(body: unknown): Typed {
  const fields = (body ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].slice(0, 200) : '')
  const [name, typedClabe] = [text('name').trim(), text('clabe')]
  const clabe = plainClabe(typedClabe)
  // A card number is refused in both fields, the name and the account.
  const isCard = clabe.length !== 18 && holdsCardNumber(clabe)
  return {
    name: holdsCardNumber(name) ? '' : name,
    clabe: isCard ? '' : clabe,
    faults: { name: nameProblem(holdsCardNumber(name) ? '' : name), clabe: clabeProblem(clabe) },
  }
}

async function byLink({ store }: RefundNeeds, secret: string): Promise<RefundRow | undefined> {
  if (!/^[A-Za-z0-9_-]{24}$/.test(secret)) return undefined
  const hash = hashOfLink(secret)
  const place = await placeOf(store, 'refund link', hash)
  if (place === undefined) return undefined
  return rowOf(store.db, 'refunds', { account_id: place.accountId, id: place.subject, link_hash: hash })
}

/** Only the first account counts. Returns the refund's present state, also when an account can no longer be entered. */
async function sayAccount(
  needs: RefundNeeds,
  { secret, name, clabe }: { secret: string; name: string; clabe: string },
): Promise<RefundRow | undefined> {
  const { store, clock } = needs
  return decide(
    async () => {
      const refund = await byLink(needs, secret)
      if (refund === undefined || pageStateOf(refund, clock.now()) !== 'asks') return refund
      const { refund: next, writes } = carried(needs, { ...refund, destination: clabe, beneficiary: name })
      const { destination, beneficiary, waits_for, transfer_id, due_at } = next
      await store.commit([
        ...stayWrites(needs, refund, { destination, beneficiary, waits_for, transfer_id, due_at, leased_until: 0 }),
        ...writes,
      ])
      return next
    },
    { row: `refund link ${secret}` },
  )
}

/** The state of the page; after the deadline it asks for no account, also before the worker has run. */
function pageStateOf(refund: RefundRow, now: string): RefundPageState {
  const asks = refund.waits_for === 'details'
  switch (refund.state) {
    case 'pending':
      if (!asks) return 'given'
      return (refund.link_expires_at ?? '') > now ? 'asks' : 'over'
    case 'sent':
      return 'given'
    case 'settled':
      return 'settled'
    case 'failed':
    case 'returned':
      return refund.destination === null ? 'over' : 'failed'
    case 'cancelled':
      return 'over'
  }
}
