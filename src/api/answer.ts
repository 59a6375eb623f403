// Turns refusals into HTTP answers; no other file does.
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { maskCardData, maskedStart } from '../core/cards/mask.ts'
import { cardNumberProblem, holdsCardNumber } from '../core/cards/number-in-text.ts'
import { codeProblem } from '../core/cards/security-code.ts'
import type { Bilingual, Language } from '../core/language/bilingual.ts'
import { isShortage } from '../core/shortage.ts'
import { Failure, type FailureReason, type LastingReason } from '../failures.ts'
import { isOutage } from '../store/outage.ts'
import { Unmet } from '../store/write.ts'
import { BODY_LIMIT_BYTES } from './body/read-json.ts'
import type { OwedAnswers } from './connections/owed-answers.ts'
import { tellFault } from './faults/tell-fault.ts'
import type { ErrorBody } from './fields.ts'
import { routeOf } from './route.ts'

/** Spanish, unless the client asks for English first. */
export function languageOf(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language'])
}

/** The preferred one of the two languages in an Accept-Language header (RFC 9110, 12.5.4); Spanish when neither is. */
export function preferredLanguage(header: string | undefined): Language {
  if (header === undefined) return 'es'
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find((text) => text !== undefined)
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ language, quality }) => (language === 'es' || language === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted[0]?.language === 'en' ? 'en' : 'es'
}

type Detail = NonNullable<Failure['options']['detail']>

/** The body of a refusal. */
export function errorBody(failure: Failure, language: Language, requestId: string): ErrorBody {
  const { fields, detail } = failure.options
  const pick = language === 'es' ? 0 : 1
  const message = failure.sentence(language)
  const messages =
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, texts]) => [masked(name), texts.map((text) => masked(text[pick]))]),
    )
  const description = messages ? Object.values(messages).flat().join('; ') : masked(failure.remedy(language))
  return {
    success: false,
    error: {
      code: failure.code,
      reason: failure.reason,
      message,
      description,
      ...(messages && { messages }),
      ...(detail && { detail: detailIn(detail, pick) }),
    },
    request_id: requestId,
  }
}

function detailIn({ code, message, payer_message, http_status_code }: Detail, pick: 0 | 1) {
  return {
    code,
    message: message[pick],
    ...(payer_message && { payer_message: payer_message[pick] }),
    ...(http_status_code && { http_status_code }),
  }
}

/** Whether the refusal is for card data in a text. */
function namesCardData({ options }: Failure): boolean {
  const problems = [cardNumberProblem[0], codeProblem[0]]
  return Object.values(options.fields ?? {}).some((texts) =>
    texts.some(([text]) => problems.some((problem) => text.endsWith(problem))),
  )
}

/** The client chooses the names of fields, so a card number among them is not repeated. */
function masked(text: string): string {
  return holdsCardNumber(text) ? maskCardData(text) : text
}

/** Refusals whose answer names the wanted authentication scheme. */
const CHALLENGED: readonly FailureReason[] = [
  'credential-invalid',
  'application-key-malformed',
  'credential-missing',
  'credential-of-sandbox',
]

/**
 * Fastify's error handler: refusals unchanged, the framework's errors as refusals of the table, any other error as a bare
 * 500.
 */
export function answerError(error: FastifyError | Failure, request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error, request, routeOf(request).bodyLimit)
  request.refusal = failure.code
  request.refusalReason = failure.reason
  request.hadCardData ||= namesCardData(failure)
  if (failure.status >= 500) tellFault(request, failure, error)
  const retryAfter = failure.options.retryAfterSeconds
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (CHALLENGED.includes(failure.reason) && !isFromPage(request))
    reply.header('www-authenticate', 'Basic realm="Cobro", charset="UTF-8"')
  if (failure.reason === 'session-invalid')
    reply.header('www-authenticate', 'Bearer realm="Cobro", error="invalid_token"')
  // The framework closes the connection of a refused body. Its client still sends, and would get a reset in place of the answer; the rest is
  // thrown away as it comes, in the time for a request.
  if (request.raw.complete === false && !request.raw.destroyed) reply.removeHeader('connection')
  reply.code(failure.status).send(errorBody(failure, languageOf(request), request.id))
}

/**
 * Whether a script or an image of a page sent the request. A challenge would make the browser show the payer a password
 * dialog and remember the input. A person who opens an address, such as another account's mailbox, does get the challenge.
 */
function isFromPage({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  return mode !== undefined && mode !== 'navigate'
}

/**
 * Whether a person has typed or followed an address and expects a page. Older clients also accept `text/html`, but send a
 * credential; a browser sends one automatically only with the header of a navigation.
 */
export function wantsPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (!/\btext\/html\b/i.test(headers.accept ?? '')) return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? headers.authorization === undefined : mode === 'navigate'
}

/**
 * Answers input that the HTTP parser rejected: there is no request, and the language is unknown. While answers to earlier requests are owed,
 * they go out and the connection is closed, because the client would take this refusal for one of them.
 */
export function answerUnreadable(
  error: { code?: string },
  socket: Socket,
  { requestId, owed }: { requestId: string; owed: OwedAnswers },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // After CONNECT, Node listens no more, and a reset would end the process.
  if (socket.listenerCount('error') === 0) socket.on('error', () => socket.destroy())
  const last = owed.lastOwed(socket)
  if (last !== undefined) {
    closeAfter(last, socket)
    return
  }
  if (owed.isAnswering(socket)) {
    socket.destroySoon()
    return
  }
  const reason = unreadable[error.code ?? ''] ?? 'request-unreadable'
  const failure = new Failure(reason)
  const body = JSON.stringify(errorBody(failure, 'es', requestId))
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy()
}

/** Connections that are shut after the last owed answer. */
const shutting = new WeakSet<Socket>()

/** Further input on the connection is not read as requests, but may be reported again. */
function closeAfter(last: ServerResponse, socket: Socket): void {
  if (shutting.has(socket)) return
  shutting.add(socket)
  // Its header then says `connection: close`, if it has not been sent.
  last.shouldKeepAlive = false
  last.once('finish', () => socket.destroySoon())
}

const unreadable: Record<string, LastingReason> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-unfinished',
}

/** The refusal for an unknown path. It repeats the path up to a length, without its query. `near`: the call that was probably meant. */
function unknownService(
  { method, originalUrl }: Pick<FastifyRequest, 'method' | 'originalUrl'>,
  near: Bilingual | string = '',
): Failure {
  const path = `${method} ${maskedStart(originalUrl.split('?')[0] ?? '', 100)}`
  return new Failure('service-unknown', { values: { path, near } })
}

/** The refusal that a request is answered with. `limit`: how many bytes its body may have. */
export function failureOf(
  error: unknown,
  request: Pick<FastifyRequest, 'method' | 'originalUrl'>,
  limit = BODY_LIMIT_BYTES,
): Failure {
  if (error instanceof Failure && error.reason !== 'internal')
    return error.reason === 'service-unknown' ? unknownService(request, error.options.near) : error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('body-too-large', { values: { limit } })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Failure('media-type-unsupported')
  if (status >= 400 && status < 500) return new Failure('parameters-invalid', { cause: error })
  // Somebody else was first, nothing was written, and no code has a better word for it.
  if (isOutage(error) || error instanceof Unmet || isShortage(error))
    return new Failure('service-busy', { retryAfterSeconds: 1, cause: error })
  return error instanceof Failure ? error : new Failure('internal', { cause: error })
}
