// Webhook endpoints as the wire has them.
import Type, { type Static } from 'typebox'
import { Instant } from '../../api/description/answer-members.ts'
import { choice, freeText, openObject, requiredText, strictObject } from '../../api/fields.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { eventTypes } from '../../event-types.ts'
import { type EndpointRequest, eventsOf } from './endpoints.ts'
import { Faults, faultsOf } from './faults.ts'
import type { WebhookEndpointRow } from './tables.ts'

const EventName = Type.Union(eventTypes.map((type) => Type.Literal(type)))

const url = requiredText(2_048, {
  description:
    'Where events are posted: https (in the sandbox http too), a public address (in the sandbox loopback too)',
  examples: ['https://tienda.example.mx/avisos'],
})
const events = Type.Array(Type.Union([EventName, Type.Literal('*')]), {
  minItems: 1,
  maxItems: 50,
  description:
    'The types that it is sent; `["*"]` means all but `books.head`, which is sent only when it is named. An empty list and null are refused',
  examples: [['operation.paid', 'operation.cancelled']],
})
const description = freeText(250, { description: 'Your own words for it', examples: ['Tienda en línea'] })

export const NewWebhook = strictObject(
  { url, events: Type.Optional(events), description: Type.Optional(description) },
  { title: 'NewWebhook' },
)

export const WebhookChange = openObject(
  { url: Type.Optional(url), events: Type.Optional(events), description: Type.Optional(description) },
  { title: 'WebhookChange', minProperties: 1 },
)

export const Webhook = Type.Object(
  {
    id: Type.String({ description: 'Of the endpoint, `whk_…`', examples: ['whk_01m2q3r4s5t6v7w8x9y0z1a2b3'] }),
    alias: Type.Optional(
      Type.String({ description: 'The id that the client chose with PUT; it can be used like `id`' }),
    ),
    url: Type.String({ description: 'Where events are sent, by POST' }),
    description: Type.String({ description: 'Your own words for it; may be empty' }),
    events: Type.Array(Type.String(), { description: '`["*"]` means all but `books.head`' }),
    status: choice(['active', 'paused', 'disabled'], {
      description:
        '`active`; `paused`: events wait until it is resumed; `disabled`: it answered 410 and gets no new events',
    }),
    paused_reason: Type.Union([choice(['by-merchant', 'failing', 'gone']), Type.Null()], {
      description: '`by-merchant`, `failing` (no delivery succeeded for three days) or `gone` (it answered 410)',
    }),
    failing_since: Type.Union([Type.String(), Type.Null()], {
      description: 'Since when no delivery has succeeded; null when the last one did',
    }),
    previous_secret_until: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when the previous secret signs too',
    }),
    faults: Type.Optional(Faults),
    timestamp: Instant,
    secret: Type.Optional(
      Type.String({ description: '`whsec_…` of Standard Webhooks; shown only when it is made and when it is rotated' }),
    ),
  },
  { title: 'Webhook' },
)

export function presentEndpoint(row: WebhookEndpointRow, now: string): Static<typeof Webhook> {
  const rotating = row.previous_until !== null && row.previous_until > now
  return {
    id: row.id,
    ...(row.alias !== null && { alias: row.alias }),
    url: row.url,
    description: row.description,
    events: eventsOf(row) ?? ['*'],
    status: row.state,
    paused_reason: row.state_reason === '' ? null : row.state_reason,
    failing_since: row.failing_since && mexicoCityTime(row.failing_since),
    previous_secret_until: rotating && row.previous_until ? mexicoCityTime(row.previous_until) : null,
    ...(row.faults !== null && { faults: faultsOf(row) }),
    timestamp: mexicoCityTime(row.created_at),
  }
}

/** Reads a body of either form. */
export function endpointRequestOf(body: Static<typeof WebhookChange>): EndpointRequest {
  const { url, events, description } = body
  if (events === undefined) return { url, description }
  const all = events.includes('*')
  return { url, description, events: all ? null : events.filter((type) => type !== '*') }
}
