// The headers of answers that a client acts on, described once in `components.headers`.

const HEADERS = {
  'request-id': ['RequestId', 'The id of the request in the service’s log', { type: 'string' }],
  'ignored-parameters': [
    'IgnoredParameters',
    'The names of parameters and fields that nothing read, percent-encoded, with commas between; absent when all were read',
    { type: 'string' },
  ],
  'idempotent-replayed': [
    'IdempotentReplayed',
    'This is the answer to the first request: this one had no further effect',
    { type: 'string', const: 'true' },
  ],
  'retry-after': ['RetryAfter', 'After so many seconds the same request may succeed', { type: 'integer', minimum: 1 }],
} as const satisfies Record<string, readonly [component: string, description: string, schema: object]>

type HeaderName = keyof typeof HEADERS

/** The statuses of refusals that pass by themselves; of a conflict, only some do. */
const PASSING = [409, 429, 503]
/** What a bank declined is answered again to a repeat. */
const DECLINED = 402

/** The headers of an answer. `isRepeated`: a repeat of the call under its key gets the answer again. */
export function headersOf(status: number, isRepeated = status === DECLINED): Record<string, { $ref: string }> {
  const names: HeaderName[] = [
    'request-id',
    'ignored-parameters',
    ...(isRepeated ? (['idempotent-replayed'] as const) : []),
    ...(PASSING.includes(status) ? (['retry-after'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${HEADERS[name][0]}` }]))
}

/** The `components.headers` that those references lead to. */
export function sharedHeaders(): Record<string, object> {
  return Object.fromEntries(
    Object.values(HEADERS).map(([component, description, schema]) => [component, { description, schema }]),
  )
}
