// Adds to the description of every call, besides its schema: a name for generated clients, its parameters, the refusals.
import type { FailureReason } from '../../failures.ts'
import type { Access } from '../caller.ts'
import { operationIdOf } from './operation-ids.ts'
import { isRepeatable, refusalResponses } from './refusals.ts'

export interface Call {
  method: string
  url: string
  /** The schema that checks it. */
  schema: Record<string, unknown>
  /** Who may make it. */
  access: Access
  /** The refusals of this call only; undefined: the endpoint does not declare them. */
  refusals: readonly FailureReason[] | undefined
  /** The media types of a body that is a file. */
  takes: readonly string[] | undefined
}

/**
 * Parameters by name: `[meaning, example]`; the meaning of `id` follows from the path. A route's own schema takes
 * precedence.
 */
const PARAMETERS: Record<string, readonly [meaning: string, example: string]> = {
  operation: ['Identifier of the operation: its `transaction`', '01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d'],
  customer: ['Identifier of the customer', 'cus_06gzm4nmanr01ank0qs25eymbc'],
  card: ['Token of the saved card', 'crd_06gzm4nn7dr018g1bjjwqrz0wg'],
  source: ['Identifier of the SPEI source', 'spe_06gzm4nmasr01dk4rpz54pxf6r'],
  checkout: ['Identifier of the checkout', 'chk_06gzm4nmanr01ank0qs25eymbc'],
  plan: ['Identifier of the plan', 'pln_06gzm4nmanr01ank0qs25eymbc'],
  payout: ['Identifier of the payout', 'po_06gzm4nmanr01ank0qs25eymbc'],
  affiliate: ['Identifier of the affiliate', 'aff_06gzm4nmanr01ank0qs25eymbc'],
  period: ['Month of Mexico City', '2026-11'],
  transfer: ['Identifier of the transfer', 'trf_06gzm4nmanr01ank0qs25eymbc'],
  refund: ['Identifier of the refund', 'ref_06gzm4nmanr01ank0qs25eymbc'],
  cause: ['Identifier of an operation, payout or transfer', '01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d'],
  dispute: ['Identifier of the dispute', 'dsp_06gzm4nmanr01ank0qs25eymbc'],
  file: ['Identifier of the file', 'dsf_06gzm4nmanr01ank0qs25eymbc'],
  webhook: ['Identifier of the webhook', 'whk_06gzm4nmanr01ank0qs25eymbc'],
  credential: ['Identifier of the credential', 'key_06gzm4nmanr01ank0qs25eymbc'],
  event: ['Identifier of the event', 'evt_06gzm4nmanr01ank0qs25eymbc'],
  export: ['Identifier of the export', 'exp_06gzm4nmanr01ank0qs25eymbc'],
  reference_number: ['Reference number of the operation: the merchant’s own', '1003'],
  bin: ['First six digits of the card', '512745'],
  amount: ['Total in Mexican pesos', '500.00'],
  starting_after: ['Goes on after this one, the last that was answered before', ''],
  type: ['Only events of this type', 'operation.paid'],
  recipient: ['Only messages to this e-mail address or phone', 'ana@example.mx'],
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Repeating the request under the same key within 24 hours answers the first result again and has no further effect; another body is refused with 422',
  examples: ['pedido-1003'],
}

/** The bytes of a file. */
export const FILE = { type: 'string', format: 'binary' }

/** The schema for the description of a call; another schema checks it. */
export function describedCall(call: Call): Record<string, unknown> {
  const { url, schema, access, takes } = call
  const operationId = operationIdOf(call)
  return {
    ...schema,
    operationId,
    ...(access === 'public' && { security: [] }),
    ...(takes !== undefined && {
      body: { content: Object.fromEntries(takes.map((type) => [type, { schema: FILE }])) },
    }),
    ...(schema.params !== undefined && { params: withMeaning(schema.params as Parameters, url) }),
    ...(schema.querystring !== undefined && { querystring: withMeaning(schema.querystring as Parameters, url) }),
    ...(isRepeatable(call) && { headers: { type: 'object', properties: { 'Idempotency-Key': IDEMPOTENCY_KEY } } }),
    response: successOf(operationId, schema),
  }
}

/** The refusals by status, for the finished document, because the reader of schemas ignores references. */
export function refusalsOf(call: Call): Record<string, object> {
  return refusalResponses(call)
}

/** The description of a success: from the route's schema, or from the call's name. */
function successOf(operationId: string, schema: Record<string, unknown>): Record<string, object> {
  const [[status, answer] = ['200', { type: 'string' }]] = Object.entries(
    (schema.response as Record<string, { description?: string }> | undefined) ?? {},
  )
  return { [status]: { ...answer, description: answer.description ?? successText(operationId) } }
}

/** `listOperations` is answered by `The operations`, `deleteCustomer` by `The customer, deleted`. */
function successText(operationId: string): string {
  const [verb = '', ...rest] = operationId.split(/(?=[A-Z])/)
  const noun = rest.map((word) => (word === 'Spei' ? 'SPEI' : word.toLowerCase())).join(' ')
  if (['list', 'get', 'find'].includes(verb)) return `The ${noun}`
  if (verb === 'create') return `The new ${noun}`
  return `The ${noun} as the call has left it`
}

interface Parameters {
  properties: Record<string, object>
}

function withMeaning(params: Parameters, url: string): Parameters {
  const properties = Object.entries(params.properties).map(([name, schema]) => {
    const about =
      name === 'id' ? (/\/(operation|webhook|event|export|plan|payout|credential)s?\//.exec(url)?.[1] ?? '') : name
    const [description, example] = PARAMETERS[about] ?? PARAMETERS[about.replace(/Id$/, '')] ?? []
    return [name, { ...(description && { description }), ...(example && { examples: [example] }), ...schema }]
  })
  return { ...params, properties: Object.fromEntries(properties) }
}
