// The refusals of a call: those of every call of its kind, and those that its endpoint declares (`config.refusals`).
import { STATUS_CODES } from 'node:http'
import { type FailureReason, failures } from '../../failures.ts'
import type { Access } from '../caller.ts'
import { headersOf } from './headers.ts'

interface Refusable {
  method: string
  url: string
  access: Access
  /** The refusals of this call only; undefined: the endpoint does not declare them. */
  refusals: readonly FailureReason[] | undefined
}

interface Response {
  description: string
  headers: object
  content: Record<string, { schema: object }>
}

/** Shared refusals are described once, under these names. */
const SHARED = {
  BadParameters: ['parameters-invalid'],
  BadRequest: ['parameters-invalid', 'body-not-json'],
  Unauthorized: [
    'credential-missing',
    'credential-invalid',
    'application-key-malformed',
    'credential-of-sandbox',
    'session-invalid',
  ],
  Forbidden: [
    'credential-not-allowed',
    'scope-missing',
    'other-page-refused',
    'page-outdated',
    'second-factor-required',
  ],
  NotFound: ['resource-unknown', 'service-unknown'],
  KeyInUse: ['idempotency-key-running'],
  BodyTooLarge: ['body-too-large'],
  UnsupportedMediaType: ['media-type-unsupported', 'body-encoded'],
  KeyReused: ['idempotency-key-reused'],
  TooManyRequests: ['too-many-requests'],
  InternalError: ['internal'],
  Busy: ['service-busy'],
} as const satisfies Record<string, readonly FailureReason[]>

type SharedName = keyof typeof SHARED

/** True for a call that may be repeated under a key: it changes something other than a session. */
export function isRepeatable({ method, url, access }: Pick<Refusable, 'method' | 'url' | 'access'>): boolean {
  return access !== 'public' && ['POST', 'PUT', 'DELETE'].includes(method) && !url.includes('/auth/')
}

function sharedBy(call: Refusable): SharedName[] {
  const writes = ['POST', 'PUT', 'DELETE'].includes(call.method)
  return [
    writes ? 'BadRequest' : 'BadParameters',
    ...(call.access === 'public' ? [] : (['Unauthorized', 'Forbidden'] as const)),
    ...(call.url.includes('/:') ? (['NotFound'] as const) : []),
    ...(writes ? (['BodyTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...(isRepeatable(call) ? (['KeyInUse', 'KeyReused'] as const) : []),
    'TooManyRequests',
    'InternalError',
    'Busy',
  ]
}

/** The refusals of a call by status: shared ones as references, its own in full. */
export function refusalResponses(call: Refusable): Record<string, Response | { $ref: string }> {
  if (isUndeclared(call)) return undeclaredResponses(call)
  const own = call.refusals ?? []
  const responses: Record<string, Response | { $ref: string }> = {}
  const shared = new Map(sharedBy(call).map((name) => [statusOf(SHARED[name][0]), name]))
  const statuses = new Set([...shared.keys(), ...own.map(statusOf)])
  for (const status of [...statuses].sort((a, b) => a - b)) {
    const name = shared.get(status)
    const known: readonly FailureReason[] = name === undefined ? [] : SHARED[name]
    const ownHere = own.filter((reason) => statusOf(reason) === status && !known.includes(reason))
    responses[status] =
      ownHere.length === 0 && name !== undefined
        ? { $ref: `#/components/responses/${name}` }
        : responseOf([...ownHere, ...known])
  }
  return responses
}

/** A call that changes something and declares no refusals: `npm run check` reports it. */
function isUndeclared({ method, refusals }: Pick<Refusable, 'method' | 'refusals'>): boolean {
  return refusals === undefined && ['POST', 'PUT', 'DELETE'].includes(method)
}

/** Without a declaration, any code is possible. */
function undeclaredResponses(call: Refusable): Record<string, Response | { $ref: string }> {
  const schema = { $ref: '#/components/schemas/Error' }
  const any = [400, 402, 403, 404, 409, 429, 503].map((status) => [
    status,
    {
      description: `${STATUS_CODES[status]}: not said yet`,
      headers: headersOf(status),
      content: { 'application/json': { schema } },
    },
  ])
  return { ...refusalResponses({ ...call, refusals: [] }), ...Object.fromEntries(any) }
}

/** The `components.responses` that those references lead to. */
export function sharedResponses(): Record<SharedName, Response> {
  const entries = Object.entries(SHARED).map(([name, reasons]) => [name, responseOf(reasons)])
  return Object.fromEntries(entries) as Record<SharedName, Response>
}

function statusOf(reason: FailureReason): number {
  return failures[reason][1]
}

/** Reasons of one status. */
function responseOf(reasons: readonly FailureReason[]): Response {
  const [first = 'internal'] = reasons
  const codes = [...new Set(reasons.map((reason) => failures[reason][0]))]
  const lines = reasons.map((reason) => `* \`${failures[reason][0]}\`, \`${reason}\`: ${failures[reason][3]}`)
  const later = statusOf(first) >= 500 ? '\n\nRepeat it after `Retry-After`, under the same `Idempotency-Key`.' : ''
  return {
    description: `${STATUS_CODES[statusOf(first)]}\n\n${lines.join('\n')}${later}`,
    headers: headersOf(statusOf(first)),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            {
              type: 'object',
              properties: {
                error: {
                  type: 'object',
                  properties: { code: { type: 'string', enum: codes }, reason: { type: 'string', enum: [...reasons] } },
                },
              },
            },
          ],
        },
      },
    },
  }
}
