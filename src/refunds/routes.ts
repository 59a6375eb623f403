// The calls about refunds: make one, read one, list those of an operation or all, cancel one, send a failed one again.
import Type from 'typebox'
import { singleActorOf } from '../accounts/second-person.ts'
import { languageOf } from '../api/answer.ts'
import { answer, Id, NoBody } from '../api/fields.ts'
import { cutPage, Next } from '../api/paging.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { Failure } from '../failures.ts'
import { finder } from '../operations/find.ts'
import { cancelRefund } from './cancel.ts'
import { createRefund } from './create.ts'
import { presentRefund, Refund } from './present.ts'
import { ListQuery, RefundBody, RetryBody, readBody, readFilter } from './request.ts'
import { type RetryNeeds, retryRefund } from './retry.ts'
import { findRefund, listRefunds, type RefundFilter } from './search.ts'
import type { RefundRow } from './tables.ts'

const tags = ['Refunds']

const RefundList = Type.Object(
  {
    refunds: Type.Array(Refund, { description: 'Newest first' }),
    next: Next,
  },
  { title: 'RefundList' },
)

const REFUND_REFUSALS = [
  'refund-of-pending',
  'refund-of-authorized',
  'refund-of-expired',
  'refund-of-declined',
  'refund-of-cancelled',
  'refund-of-disputed',
  'refund-during-reversal',
  'refund-window-over',
  'refund-exceeds',
  'refunds-too-many',
  'refund-beyond-balance',
  'transfers-not-offered',
  'refund-without-acquirer',
  'second-person-needed',
  'second-person-of-day',
] as const

const bodyOf = (refund: RefundRow) => ({ success: true, result: presentRefund(refund) })

export function refundRoutes(app: App, needs: RetryNeeds & RouteNeeds): void {
  const { store, once } = needs
  const operationParams = Type.Object({ id: Id })
  const refundParams = Type.Object({ refund: Id })
  const list = async (filter: RefundFilter) => {
    const { page, next } = cutPage(await listRefunds(store, filter), filter.limit)
    return { success: true, result: { refunds: page.map(presentRefund), next } }
  }

  app.post(
    '/v1/operations/:id/refunds',
    {
      config: { access: 'refund', refusals: REFUND_REFUSALS },
      schema: {
        operationId: 'createRefund',
        tags,
        summary: 'Refund a payment, wholly or in part',
        description:
          'All that is left of it, or `amount`; several times, up to what was paid. A card gets it back through its acquirer where that can do it, a SPEI payment goes ' +
          'back to the account it came from. Cash, and what an acquirer cannot give back, goes to `destination.clabe`; without one the payer is ' +
          'asked for it by e-mail and SMS, on a page that is good once and for 14 days. The money is taken from what you are owed at once. A person at the console of an account with the rule of second ' +
          'persons gives back up to its amount alone, of a payment and in a day, all their refunds and reversals together; keys are not held to it.',
        params: operationParams,
        body: RefundBody,
        response: answer(Refund, 'The refund: on its way, or waiting for what `waits_for` says'),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { accountId, operator } = request.caller
        const wanted = {
          alone: singleActorOf(request),
          ...readBody(request.body),
          accountId,
          operationId: request.params.id,
          operator,
          language: languageOf(request),
        }
        return bodyOf(await createRefund(needs, wanted, (refund) => effect.answered(bodyOf(refund))))
      }),
  )

  app.get(
    '/v1/operations/:id/refunds',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List the refunds of an operation',
        description: 'Newest first, by pages, with the same filters as `GET /v1/refunds`.',
        params: operationParams,
        querystring: ListQuery,
        response: answer(RefundList),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const { id } = request.params
      if ((await finder(store).keyOf(accountId, id)) === undefined) throw new Failure('resource-unknown')
      return list({ ...readFilter(accountId, request.query), operationId: id })
    },
  )

  app.get(
    '/v1/refunds',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List refunds',
        description:
          'Newest first, for all operations. `status=failed` lists the refunds whose money is owed until you send it again or cancel.',
        querystring: ListQuery,
        response: answer(RefundList),
      },
    },
    async (request) => list(readFilter(request.caller.accountId, request.query)),
  )

  app.get(
    '/v1/refunds/:refund',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a refund',
        description: 'One refund in its present state.',
        params: refundParams,
        response: answer(Refund),
      },
    },
    async (request) =>
      bodyOf(await findRefund(store, { accountId: request.caller.accountId, refundId: request.params.refund })),
  )

  app.post(
    '/v1/refunds/:refund/cancel',
    {
      config: { access: 'refund', refusals: ['refund-not-cancellable'] },
      schema: {
        tags,
        summary: 'Cancel a refund that waits or has failed',
        description:
          'You get its money back, and the payment can be refunded again. A refund that may still reach the payer cannot be cancelled. Repeating the call answers the same.',
        params: refundParams,
        body: NoBody,
        response: answer(Refund, 'The refund, cancelled: its money is yours again'),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const wanted = { accountId: request.caller.accountId, refundId: request.params.refund }
        return bodyOf(await cancelRefund(needs, wanted, (refund) => effect.answered(bodyOf(refund))))
      }),
  )

  app.post(
    '/v1/refunds/:refund/retry',
    {
      config: {
        access: 'refund',
        refusals: [
          'refund-cancelled',
          'refund-not-failed',
          'transfer-not-failed',
          'transfer-replaced',
          'transfers-not-offered',
          'second-person-needed',
          'second-person-of-day',
        ],
      },
      schema: {
        tags,
        summary: 'Send a failed refund again',
        description:
          'In the same way, or to another account (`destination.clabe`). If the payer has entered no account, the payer gets a new link.',
        params: refundParams,
        body: RetryBody,
        response: answer(Refund, 'The refund, on its way again'),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const wanted = {
          accountId: request.caller.accountId,
          refundId: request.params.refund,
          destination: request.body.destination ?? undefined,
          alone: singleActorOf(request),
        }
        return bodyOf(await retryRefund(needs, wanted, (refund) => effect.answered(bodyOf(refund))))
      }),
  )
}
