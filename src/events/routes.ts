// The endpoints under /v1/events: events and their deliveries.
import Type, { type Static } from 'typebox'
import { HasMore, Instant } from '../api/description/answer-members.ts'
import { answer, choice, describedAs, Id } from '../api/fields.ts'
import { beginningOf, endOf, moment } from '../api/moment.ts'
import { CursorQuery, cutPage, Next, readAfter, readLimit } from '../api/paging.ts'
import type { App } from '../api/server.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { keptObject, UNREADABLE_OBJECT } from '../core/kept-json.ts'
import { mexicoCityTime } from '../core/time.ts'
import { eventTypes } from '../event-types.ts'
import { Failure, refuseInvalid } from '../failures.ts'
import type { Store } from '../store/store.ts'
import { bodiesOf, type RecordsAtEvents } from './bodies.ts'
import { attemptsOf, deliveriesOf, findEvent, listEvents } from './log.ts'
import type { EventRow } from './tables.ts'
import type { DeliveryAttemptRow, WebhookDeliveryRow } from './webhooks/tables.ts'

const Attempt = Type.Object({
  timestamp: Instant,
  duration_ms: Type.Integer({ description: 'Until the answer or the failure, in milliseconds' }),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'The HTTP status; null without an answer' }),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why there was no answer' }),
  answer: Type.String({ description: 'The first kilobyte of the answer, with card data masked' }),
})

const Delivery = Type.Object({
  webhook: Type.String({ description: 'The endpoint, `whk_…`' }),
  status: choice(['pending', 'delivered', 'failed', 'cancelled'], {
    description: '`pending`, `delivered`, `failed` (given up) or `cancelled` (webhook deleted)',
  }),
  tries: Type.Integer({ description: 'How often it was sent up to now' }),
  next_try: Type.Union([Type.String(), Type.Null()], {
    description: 'ISO 8601 with the offset of Mexico City; null when it is not sent again',
  }),
  attempts: Type.Optional(Type.Array(Attempt, { description: 'Each time it was sent, with what came back' })),
})

const Event = Type.Object(
  {
    id: Type.String({ description: 'Also the `webhook-id` of every delivery' }),
    type: Type.String(describedAs({ type: 'string', enum: eventTypes, title: 'EventType' })),
    timestamp: Instant,
    operation: Type.Union([Type.String(), Type.Null()], {
      description: 'The operation that it is about, also through a refund, a dispute or a payment that arrived',
    }),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The webhook’s body: the operation record at the time of the event, or the data of another event',
    }),
    deliveries: Type.Array(Delivery, { description: 'One for each endpoint that the event goes to' }),
  },
  { title: 'Event' },
)

const params = Type.Object({ id: Id })

export function eventRoutes(app: App, needs: { store: Store; recordsAtEvents: RecordsAtEvents }): void {
  const { store, recordsAtEvents } = needs

  app.get(
    '/v1/events',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Events'],
        summary: 'List events',
        description:
          'Newest first, each with its webhook deliveries. The next page starts after the last event of this page.',
        querystring: Type.Object({
          type: Type.Optional(Type.String({ maxLength: 50 })),
          operation: Type.Optional(Id),
          delivery: Type.Optional(
            choice(['failed'], { description: '`failed`: only events that were given up for a webhook' }),
          ),
          since: Type.Optional(moment('From')),
          until: Type.Optional(moment('To')),
          ...CursorQuery,
        }),
        response: answer(
          Type.Object({ has_more: HasMore, events: Type.Array(Event, { description: 'Newest first' }), next: Next }),
        ),
      },
    },
    async (request) => {
      const { type, operation, delivery, since, until, ...paging } = request.query
      const fields: FieldProblems = {}
      const size = readLimit(paging, fields)
      const startingAfter = readAfter(paging, /^evt_[a-z0-9]{1,90}$/, fields)
      refuseInvalid(fields)
      const found = await listEvents(store, {
        accountId: request.caller.accountId,
        type,
        operationId: operation,
        isGivenUp: delivery === 'failed',
        since: since && beginningOf('since', since),
        until: until && endOf('until', until),
        startingAfter,
        limit: size + 1,
      })
      const { page: rows, next } = cutPage(found, size)
      const [bodies, deliveries] = await Promise.all([
        bodiesOf(rows, recordsAtEvents),
        deliveriesOf(
          store,
          request.caller.accountId,
          rows.map((row) => row.id),
        ),
      ])
      const events = rows.map((row) =>
        presentEvent(row, bodies.get(row.id), (deliveries.get(row.id) ?? []).map(presentDelivery)),
      )
      return { success: true, result: { has_more: next !== null, events, next } }
    },
  )

  app.get(
    '/v1/events/:id',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Events'],
        summary: 'Read an event with every try to deliver it',
        description:
          'The event, and for each webhook every try: time, status, duration and the beginning of the answer.',
        params,
        response: answer(Event),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const row = await findEvent(store, accountId, request.params.id)
      if (!row) throw new Failure('resource-unknown')
      const [bodies, deliveries, attempts] = await Promise.all([
        bodiesOf([row], recordsAtEvents),
        deliveriesOf(store, accountId, [row.id]),
        attemptsOf(store, accountId, row.id),
      ])
      const detailed = (deliveries.get(row.id) ?? []).map((delivery) => ({
        ...presentDelivery(delivery),
        attempts: (attempts.get(delivery.endpoint_id) ?? []).map(presentAttempt),
      }))
      return { success: true, result: presentEvent(row, bodies.get(row.id), detailed) }
    },
  )
}

function presentEvent(row: EventRow, body = '{}', deliveries: Static<typeof Delivery>[]): Static<typeof Event> {
  return {
    id: row.id,
    type: row.type,
    timestamp: mexicoCityTime(row.created_at),
    operation: row.operation_id,
    data: keptObject(body) ?? UNREADABLE_OBJECT,
    deliveries,
  }
}

function presentDelivery(row: WebhookDeliveryRow): Static<typeof Delivery> {
  return {
    webhook: row.endpoint_id,
    status: row.state,
    tries: row.attempts,
    next_try: row.due_at && mexicoCityTime(row.due_at),
  }
}

function presentAttempt(row: DeliveryAttemptRow): Static<typeof Attempt> {
  return {
    timestamp: mexicoCityTime(row.at),
    duration_ms: row.duration_ms,
    status: row.status,
    error: row.error,
    answer: row.answer,
  }
}
