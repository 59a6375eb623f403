// What the description of every call says beyond its own schema: a name for generated clients, its parameters, the refusals.
import { ErrorAnswer } from './fields.ts'

export interface Call {
  method: string
  url: string
  /** The schema that checks it. */
  schema: Record<string, unknown>
  /** True for one that needs no credential. */
  open: boolean
  /** The media types of a body that is a file. */
  takes?: readonly string[] | undefined
}

/** Parameters by name: `[what it is, an example]`; `id` is told by what the path is about. A schema of its own says more. */
const PARAMETERS: Record<string, readonly [meaning: string, example: string]> = {
  operation: ['Identifier of the operation: its `transaction`', '01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d'],
  customer: ['Identifier of the customer', 'cus_06gzm4nmanr01ank0qs25eymbc'],
  card: ['Token of the saved card', 'crd_06gzm4nn7dr018g1bjjwqrz0wg'],
  source: ['Identifier of the SPEI source', 'spe_06gzm4nmasr01dk4rpz54pxf6r'],
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
  offset: ['How many to skip', '0'],
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

const FILE = { type: 'string', format: 'binary' }

/** The schema to describe a call by; it is not what checks it. */
export function describedCall({ method, url, schema, open, takes }: Call): Record<string, unknown> {
  const repeatable = !open && ['POST', 'PUT', 'DELETE'].includes(method) && !url.includes('/auth/')
  return {
    ...schema,
    operationId: nameOf(method, url),
    ...(open && { security: [] }),
    ...(takes !== undefined && {
      body: { content: Object.fromEntries(takes.map((type) => [type, { schema: FILE }])) },
    }),
    ...(schema.params !== undefined && { params: withMeaning(schema.params as Parameters, url) }),
    ...(schema.querystring !== undefined && { querystring: withMeaning(schema.querystring as Parameters, url) }),
    ...(repeatable && { headers: { type: 'object', properties: { 'Idempotency-Key': IDEMPOTENCY_KEY } } }),
    response: {
      ...((schema.response as object | undefined) ?? { 200: { type: 'string', description: 'The text itself' } }),
      '4xx': { description: 'Refused: `error.code` says why', ...ErrorAnswer },
      '5xx': {
        description: 'Not now: repeat it after `Retry-After`, under the same `Idempotency-Key`',
        ...ErrorAnswer,
      },
    },
  }
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

/** `GET /v1/customer/:customerId/cards` is `getCustomerCards`, with `ById` where a path ends in what it is about. */
function nameOf(method: string, url: string): string {
  const parts = url.split('/').filter((part) => part !== '' && part !== 'v1')
  const words = parts.flatMap((part, at) => {
    if (part.startsWith(':')) return at === parts.length - 1 ? ['by', part.slice(1)] : []
    return part.split(/[-._]/)
  })
  const name = words.map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1).replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
  )
  return method.toLowerCase() + name.join('')
}
