// The calls about an account's webhook endpoints, under /v1/webhook.
import Type from 'typebox'
import { unreadOf } from '../../api/body/unread-members.ts'
import { Total } from '../../api/description/answer-members.ts'
import { answer, Id, NoBody } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { cardNumberProblem, holdsCardNumber } from '../../core/cards/number-in-text.ts'
import { meantAs, sentAs } from '../../core/language/meant-field.ts'
import { Failure, invalidField } from '../../failures.ts'
import { endpointChanges } from './endpoint-changes.ts'
import { endpointRequestOf, NewWebhook, presentEndpoint, Webhook, WebhookChange } from './endpoint-schema.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointNeeds,
  type EndpointRequest,
  type Extra,
  endpointOf,
  findEndpoint,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  setFaults,
} from './endpoints.ts'
import { Faults } from './faults.ts'
import { bringingWork, pingWrites } from './replay.ts'

const tags = ['Webhooks']
const params = Type.Object({ id: Id })
/** Events whose body is an operation record, which a client that sends only `PUT {url}` expects. */
const OPERATION_EVENTS = [
  'voucher.issued',
  'operation.paid',
  'operation.cancelled',
  'operation.expired',
  'operation.declined',
] as const

export function endpointRoutes(app: App, needs: EndpointNeeds & RouteNeeds & { sandbox: boolean }): void {
  const { clock, once, sandbox } = needs
  const { bodyOf, changing } = endpointChanges(needs)

  app.post(
    '/v1/webhook',
    {
      config: { access: 'webhooks', refusals: ['webhook-limit'] },
      schema: {
        tags,
        summary: 'Create a webhook',
        description:
          'Events are posted to `url` as the bare operation record (other events: their data), signed as Standard Webhooks ' +
          '1.0.0 says. The answer shows the secret.',
        body: NewWebhook,
        response: answer(Webhook),
      },
    },
    async (request, reply) =>
      changing(request, reply, (extra) =>
        createEndpoint(
          needs,
          request.caller.accountId,
          { ...endpointRequestOf(request.body), url: request.body.url },
          extra,
        ),
      ),
  )

  app.get(
    '/v1/webhook',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks',
        description: 'Every webhook of the account, without its secret.',
        response: answer(
          Type.Object({ total: Total, webhooks: Type.Array(Webhook, { description: 'All endpoints of the account' }) }),
        ),
      },
    },
    async (request) => {
      const rows = await listEndpoints(needs, request.caller.accountId)
      const webhooks = rows.map((row) => presentEndpoint(row, clock.now()))
      return { success: true, result: { total: rows.length, webhooks } }
    },
  )

  app.get(
    '/v1/webhook/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a webhook',
        description: 'One webhook with its state: active, paused or disabled, and why.',
        params,
        response: answer(Webhook),
      },
    },
    async (request) => bodyOf(await endpointOf(needs, request.caller.accountId, request.params.id)),
  )

  app.put(
    '/v1/webhook/:id',
    {
      config: { access: 'webhooks', refusals: ['webhook-limit', 'webhook-changed', 'second-person-needed'] },
      schema: {
        tags,
        summary: 'Change a webhook, or make one under an id of your own',
        description:
          'Fields that you leave out stay. An id of your own that names no webhook yet creates one: `url` is then required, ' +
          'the answer shows the secret, and it gets only events of operations unless you name others. A new address makes a ' +
          'webhook that was failing or gone active again. Once this is answered, no new request goes to the address before.',
        params,
        body: WebhookChange,
        response: answer(Webhook),
      },
    },
    async (request, reply) => {
      const { accountId } = request.caller
      const { id } = request.params
      const wanted = endpointRequestOf(request.body)
      refuseEmptyRequest(wanted, request.body)
      const make = (extra: Extra) => {
        if (id.startsWith('whk_')) throw new Failure('resource-unknown')
        if (holdsCardNumber(id)) throw invalidField('id', `id ${cardNumberProblem[0]}`, `id ${cardNumberProblem[1]}`)
        if (wanted.url === undefined) throw invalidField('url', 'url es obligatorio', 'url is required')
        const events = wanted.events === undefined ? [...OPERATION_EVENTS] : wanted.events
        return createEndpoint(needs, accountId, { ...wanted, url: wanted.url, events, alias: id }, extra)
      }
      return changing(request, reply, async (extra) => {
        const existing = await findEndpoint(needs, accountId, id)
        return existing ? changeEndpoint(needs, existing, wanted, extra) : make(extra)
      })
    },
  )

  app.delete(
    '/v1/webhook/:id',
    {
      config: { access: 'webhooks', refusals: ['webhook-changed', 'second-person-needed'] },
      schema: {
        tags,
        summary: 'Delete a webhook',
        description:
          'Waiting deliveries are cancelled: once this is answered, no new request is sent. Answers the deleted webhook.',
        params,
        response: answer(Webhook),
      },
    },
    async (request, reply) =>
      changing(request, reply, async (extra) => {
        const row = await endpointOf(needs, request.caller.accountId, request.params.id)
        await deleteEndpoint(needs, row, extra)
        return row
      }),
  )

  app.post(
    '/v1/webhook/:id/rotate-secret',
    {
      config: { access: 'webhooks', refusals: ['webhook-changed', 'second-person-needed'] },
      schema: {
        tags,
        summary: 'Give a webhook a new secret',
        description: 'Answers the new secret. For a day both secrets sign: `webhook-signature` has two signatures.',
        params,
        body: NoBody,
        response: answer(Webhook),
      },
    },
    async (request, reply) =>
      changing(request, reply, async (extra) =>
        rotateSecret(needs, await endpointOf(needs, request.caller.accountId, request.params.id), extra),
      ),
  )

  for (const [verb, change, summary, description] of [
    [
      'pause',
      pauseEndpoint,
      'Pause a webhook',
      'Once this is answered, no new request is sent until it is resumed; its events wait.',
    ],
    ['resume', resumeEndpoint, 'Resume a webhook', 'What waited is sent, in order.'],
  ] as const) {
    app.post(
      `/v1/webhook/:id/${verb}`,
      {
        config: { access: 'webhooks', refusals: ['webhook-changed', 'second-person-needed'] },
        schema: { tags, summary, description, params, body: NoBody, response: answer(Webhook) },
      },
      async (request, reply) =>
        changing(request, reply, async (extra) =>
          change(needs, await endpointOf(needs, request.caller.accountId, request.params.id), extra),
        ),
    )
  }

  app.post(
    '/v1/webhook/:id/test',
    {
      config: { access: 'webhooks', refusals: ['webhook-not-active'] },
      schema: {
        tags,
        summary: 'Send a test event to a webhook',
        description: 'Queues a `webhook.ping` for this webhook alone. `GET /v1/events/{event}` shows its deliveries.',
        params,
        body: NoBody,
        response: answer(
          Type.Object({
            event: Type.String({ description: 'Of the event that was queued: see `GET /v1/events/{id}`' }),
          }),
          'The event that was queued',
        ),
      },
    },
    async (request, reply) =>
      once(request, reply, (effect) =>
        bringingWork(needs, request.caller.accountId, async () => {
          const row = await endpointOf(needs, request.caller.accountId, request.params.id)
          if (row.state !== 'active') throw new Failure('webhook-not-active')
          const { eventId, writes } = pingWrites(clock, row)
          const result = { success: true, result: { event: eventId } }
          return { writes: [...writes, ...effect.answered(result)], result }
        }),
      ),
  )

  if (!sandbox) return
  app.put(
    '/v1/webhook/:id/faults',
    {
      config: { access: 'webhooks', refusals: [] },
      schema: {
        operationId: 'setWebhookFaults',
        tags: ['Sandbox'],
        summary: 'Rehearse a webhook with faults',
        description:
          'What the sandbox does wrong to this webhook from now on: late, twice, out of order, not at all, badly signed. An ' +
          'empty body makes everything right again. For the webhooks of one request alone, send that request with the header ' +
          '`Sandbox-Webhook-Faults: delay_seconds=2, duplicate=1, reorder`: the same names, and they take precedence over these.',
        params,
        body: Faults,
        response: answer(Webhook),
      },
    },
    async (request, reply) =>
      changing(request, reply, async (extra) => {
        const row = await endpointOf(needs, request.caller.accountId, request.params.id)
        const faults = Object.keys(request.body).length > 0 ? request.body : null
        return setFaults(needs, row, faults, extra)
      }),
  )
}

/** A change without a member that we know is a mistake: the address may be there under another name. */
function refuseEmptyRequest({ url, events, description }: EndpointRequest, body: object): void {
  if (url !== undefined || events !== undefined || description !== undefined) return
  const sent = meantAs('url', unreadOf(WebhookChange, body))
  throw invalidField(
    'url',
    ...(sent === undefined ? (['url es obligatorio', 'url is required'] as const) : sentAs('url', sent)),
  )
}
