// The endpoints that send events again: one event, or all that a webhook missed.
import Type from 'typebox'
import { answer, Id, requiredText, strictObject } from '../../api/fields.ts'
import type { Once } from '../../api/idempotency.ts'
import { beginningOf, endOf, moment } from '../../api/moment.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { Failure, unknownField } from '../../failures.ts'
import type { Write } from '../../store/write.ts'
import { findEvent } from '../log.ts'
import { type EndpointNeeds, endpointOf, findEndpoint } from './endpoints.ts'
import { bringingWork, replayEvent, replayFailed } from './replay.ts'

const params = Type.Object({ id: Id })
const Replayed = Type.Object({
  replayed: Type.Integer({ description: 'The number of deliveries that are sent again' }),
})

export function replayRoutes(app: App, needs: EndpointNeeds & RouteNeeds): void {
  const { store, once } = needs

  app.post(
    '/v1/events/:id/replay',
    {
      config: { access: 'webhooks', refusals: [] },
      schema: {
        tags: ['Events'],
        summary: 'Send an event again',
        description:
          'To all its webhooks, whether it was delivered or given up; or only to `webhook`, also if the event was never sent there.',
        params,
        body: strictObject({
          webhook: Type.Optional(
            requiredText(100, { description: 'Only this webhook; every one that takes the event when left out' }),
          ),
        }),
        response: answer(Replayed, 'The webhooks that it is sent to again'),
      },
    },
    async (request, reply) =>
      once(request, reply, (effect) => {
        const { accountId } = request.caller
        const { webhook } = request.body
        return bringingWork(needs, accountId, async () => {
          const event = await findEvent(store, accountId, request.params.id)
          if (!event) throw new Failure('resource-unknown')
          const endpoint = webhook === undefined ? undefined : await findEndpoint(needs, accountId, webhook)
          if (webhook !== undefined && endpoint === undefined)
            throw unknownField(
              'webhook',
              'webhook no es un webhook de la cuenta',
              'webhook is not a webhook of the account',
            )
          return replayed(effect, await replayEvent(needs, event, endpoint))
        })
      }),
  )

  app.post(
    '/v1/webhook/:id/replay',
    {
      config: { access: 'webhooks', refusals: [] },
      schema: {
        operationId: 'replayFailedEvents',
        tags: ['Webhooks'],
        summary: 'Send again what failed since a time',
        description: 'Every event since then that was given up for this webhook. Each keeps its webhook-id.',
        params,
        body: strictObject({ since: moment('From'), until: Type.Optional(moment('To')) }),
        response: answer(Replayed, 'How many deliveries are made again'),
      },
    },
    async (request, reply) =>
      once(request, reply, (effect) => {
        const { accountId } = request.caller
        const { since, until } = request.body
        return bringingWork(needs, accountId, async () => {
          const endpoint = await endpointOf(needs, accountId, request.params.id)
          const span = { since: beginningOf('since', since), until: until && endOf('until', until) }
          return replayed(effect, await replayFailed(needs, endpoint, span))
        })
      }),
  )
}

/** The batch of a replay, with the answer of the request. */
function replayed(effect: Once, { writes, count }: { writes: Write[]; count: number }) {
  const result = { success: true, result: { replayed: count } }
  return { writes: [...writes, ...effect.answered(result)], result }
}
