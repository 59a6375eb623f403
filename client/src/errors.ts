// The errors of a call, to branch on: a refusal by the service, or no answer at all.

/** The network's answer to a payment, e.g. the ISO 8583 response code `51`. */
export interface RefusalDetail {
  code: string
  message: string
  /** The text for the payer. */
  payer_message?: string
  http_status_code?: number
}

/** The service refused. `code` is stable; `message` is for people, in the requested language. */
export class CobroError extends Error {
  override readonly name: string = 'CobroError'
  /** E.g. `InvalidParamException`, `PaymentException`. Empty when the answer was not the service's own. */
  readonly code: string
  /** Which of the reasons of its code it is, e.g. `refund-exceeds`. Empty when the answer was not the service's own. */
  readonly reason: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The error of each field, by its name in the API. */
  readonly messages: Record<string, string[]>
  readonly detail: RefusalDetail | undefined
  /** Names the request in the service's log. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next try. */
  readonly retryAfterSeconds: number | undefined

  constructor(refusal: Refusal) {
    super(refusal.message, { cause: refusal.cause })
    this.code = refusal.code
    this.reason = refusal.reason
    this.status = refusal.status
    this.messages = refusal.messages ?? {}
    this.detail = refusal.detail
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }

  /** The bank declined the payment; `detail.code` says why. */
  get declined(): boolean {
    return this.code === 'PaymentException'
  }

  /** The same request may succeed later: nothing is wrong with it. */
  get transient(): boolean {
    return isTransient(this.status, this.code)
  }
}

/** No answer came: the connection failed or took too long. The service may have acted; a repeat with the same idempotency key tells. */
export class CobroConnectionError extends CobroError {
  override readonly name = 'CobroConnectionError'

  constructor(message: string, cause?: unknown) {
    super({ code: '', reason: '', status: 0, message, cause })
  }
}

export interface Refusal {
  code: string
  reason: string
  status: number
  message: string
  messages?: Record<string, string[]> | undefined
  detail?: RefusalDetail | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** Worth another try: no answer, too many requests, a server error, or the first try with this key still runs. */
function isTransient(status: number, code: string): boolean {
  return status === 0 || status === 429 || status >= 500 || (status === 409 && code === 'IdempotencyException')
}

/** Reads the service's error body; anything else (a proxy's page) becomes an error without a code. */
export function refusalOf(status: number, body: unknown, headers: Headers): CobroError {
  const answer = record(body)
  const error = record(answer.error)
  const detail = record(error.detail)
  return new CobroError({
    code: text(error.code),
    reason: text(error.reason),
    status,
    message: text(error.description) || text(error.message) || `The service answered ${status}`,
    messages: error.messages as Record<string, string[]> | undefined,
    detail:
      error.detail === undefined ? undefined : { ...detail, code: text(detail.code), message: text(detail.message) },
    requestId: text(answer.request_id) || headers.get('request-id') || undefined,
    retryAfterSeconds: secondsUntil(headers.get('retry-after') ?? ''),
  })
}

/** Of `Retry-After`: seconds, or, as a proxy may write it, a date. Undefined for anything else. */
function secondsUntil(retryAfter: string): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  if (!retryAfter.endsWith('GMT')) return undefined
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
