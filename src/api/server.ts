// The HTTP server of all endpoints: limits, authentication, one log line for each request, one form of errors.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { Failure, type FailureReason } from '../failures.ts'
import { isUuid } from '../store/uuid.ts'
import { endSlashes } from './addresses/end-slash.ts'
import { prefixOf, servePagesUnderPath, withoutPrefix } from './addresses/under-path.ts'
import { unreadableAddresses } from './addresses/unreadable-address.ts'
import { answerError, answerUnreadable, wantsPage } from './answer.ts'
import { bodyReader, type ReadBody } from './body/read-bytes.ts'
import { BODY_LIMIT_BYTES, parseBody, readText } from './body/read-json.ts'
import { refuseOtherPages } from './browsers/own-page.ts'
import type { Access, Caller } from './caller.ts'
import { closedBehind, tellAllEnds } from './connections/left-clients.ts'
import { refuseOtherReadings } from './connections/one-reading.ts'
import { owedAnswers } from './connections/owed-answers.ts'
import { TLS } from './connections/tls.ts'
import { heldBytes } from './limits/held-bytes.ts'
import { requestQueue } from './limits/in-turn.ts'
import type { AddressLimiter, LimitCaller } from './limits/rate-limit.ts'
import { unreadAnswers } from './limits/unread-answers.ts'
import { refuseRepeatedHeaders } from './repeated-headers.ts'
import { routeOf } from './route.ts'
import { serializerCompiler } from './serialize.ts'
import { validatorCompiler } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null on a public call. */
    caller: Caller
    /** The client's address, masked by the setting. */
    address: string
    /** The operation of the request, for the log. */
    operationId: string | undefined
    /** The code and the reason of the refusal, for the log. */
    refusal: string | undefined
    refusalReason: string | undefined
    /** Whether it was refused for card data in its texts: no copy of them may be kept. */
    hadCardData: boolean
  }
  interface FastifyInstance {
    /** Reads the bytes of a body, for a parser of its own. */
    readBody: ReadBody
  }
  interface FastifyContextConfig {
    /** Who may call. Required: the service does not start if an endpoint lacks it. */
    access?: Access
    /** The media types of a body that is a file, for the description. */
    takes?: readonly string[]
    /** The media types of the files that it answers when it is asked for one, for the description. */
    files?: readonly string[]
    /** The refusals of this call, besides those of its kind: `api/description/refusals`. */
    refusals?: readonly FailureReason[]
    /** True if a browser's form is accepted. */
    form?: boolean
    /** True if pages of other sites may send a browser there, as an acquirer does with a payer. */
    fromOtherPages?: boolean
    /** True for a GET that changes something. */
    changes?: boolean
    /** True for an answer that lasts until its reader leaves or the service stops: the stop does not wait for it. */
    endless?: boolean
    /** The number of requests that it counts as, for the limit of its address; 0 if it has another limit or none. */
    cost?: number | ((request: Pick<FastifyRequest, 'params'>) => number)
    /** Of a list: a record that a file of it has behind the others, of what the answer says of them all. */
    remainder?: (result: never) => object | undefined
    /** True if the address of the page is the secret: a request for an unknown one may be a guess. */
    isSecret?: boolean
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

interface ServerNeeds {
  clock: Clock
  log: FastifyBaseLogger
  trustProxy: string[]
  /** The public address of the service. */
  baseUrl(): string
  tls: { cert: Buffer; key: Buffer } | undefined
  /** True if clients use HTTPS only: the answers then have Strict-Transport-Security. */
  secure: boolean
  authenticate(request: FastifyRequest, access: Access): Promise<Caller>
  limitRate: LimitCaller
  addresses: AddressLimiter
  /** Masks the address of a request for storage. */
  maskAddress(address: string): string
  /** Sends the page for an unknown address to a browser. */
  sendUnknownPage(request: FastifyRequest, reply: FastifyReply): void
}

/** A year. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * How long a client may take to send a request (when the time for headers is longer, as it is by default, Node takes it for the time of the
 * whole request), to send the next one on its connection, and to take nothing of an answer.
 */
const SERVER_TIMES = { requestTimeout: 30_000, headersTimeout: 30_000, keepAliveTimeout: 72_000, timeout: 300_000 }
/** How often requests that take too long are looked for: Node does it every thirty seconds by itself. */
const LOOK_EVERY_MS = 1_000

/** A client that closes its side has asked for all it wants, and may still read: Node would close the connection without the answers that it waits for. */
const ANSWERS_FIRST = { httpAllowHalfOpen: true }

/** Node would refuse a request without Host with an empty body. */
const UNANSWERED = { requireHostHeader: false, connectionsCheckingInterval: LOOK_EVERY_MS }

export function createServer(needs: ServerNeeds): App {
  const owed = owedAnswers()
  const readBody = bodyReader(heldBytes())
  const slashes = endSlashes()
  const strange = unreadableAddresses((request, response) => app.routing(request, response))
  const queue = requestQueue({ behindProxy: needs.trustProxy.length > 0 })
  const unreadable = (error: { code?: string }, socket: Socket) =>
    answerUnreadable(error, socket, { requestId: newId(needs.clock, 'req'), owed })
  const app = Fastify({
    loggerInstance: warningsOf(needs.log),
    logController: new LogController({ disableRequestLogging: true }),
    // Set, so that Fastify does not load its own compilers.
    schemaController: {
      compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
    },
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: strange.orElse(({ method = 'GET', url = '/' }) =>
      slashes.without(method, withoutPrefix(url, prefixOf(needs.baseUrl()))),
    ),
    trustProxy: needs.trustProxy.length > 0 ? needs.trustProxy : false,
    serverFactory: (handle: RequestListener) => {
      const inTurn = queue.before(handle)
      const server = needs.tls
        ? createHttpsServer({ ...needs.tls, ...TLS, ...UNANSWERED }, inTurn)
        : createHttpServer(UNANSWERED, inTurn)
      server.prependListener('request', owed.note)
      server.prependListener('request', closedBehind())
      // The header Expect may be ignored (RFC 9110, 10.1.1); Node would answer it itself.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      // CONNECT: Node would end the connection without an answer.
      server.on('connect', ({ socket }) => unreadable({}, socket))
      server.on('connection', queue.accepted)
      return Object.assign(server, SERVER_TIMES, ANSWERS_FIRST)
    },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500, ignoreDuplicateSlashes: true, ...strange.handlers },
    genReqId: () => newId(needs.clock, 'req'),
    // Requests that arrive during a stop are answered like the others: see drain.
    return503OnClosing: false,
    clientErrorHandler: unreadable,
  } as never).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  // No logger for each request, because it is expensive: log calls name the request.
  app.log.child = () => app.log
  app.decorateRequest('caller', null as never)
  app.decorateRequest('route', undefined)
  app.decorateRequest('address', '')
  app.decorateRequest('operationId', undefined)
  app.decorateRequest('answering', undefined)
  app.decorate('readBody', readBody)
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('refusalReason', undefined)
  app.decorateRequest('hadCardData', false)
  tellAllEnds(app)
  app.addHook('onRoute', slashes.learn)
  refuseSilentRoutes(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\b/i,
    async (request: FastifyRequest, payload: IncomingMessage) =>
      parseBody(readText(await readBody(request, payload), request.headers['content-encoding'])),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      if (routeOf(request).config.form !== true) throw new Failure('media-type-unsupported')
      return Object.fromEntries(new URLSearchParams((await readBody(request, payload)).toString()))
    },
  )
  app.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    const isUnknown = error instanceof Failure && error.reason === 'service-unknown'
    if (!isUnknown || !wantsPage(request)) return answerError(error, request, reply)
    request.refusal = error.code
    request.refusalReason = error.reason
    needs.sendUnknownPage(request, reply)
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('request-id', request.id)
    request.answering = reply.raw
    // Read once, because the framework parses the headers of proxies at each access.
    const { ip } = request
    request.address = needs.maskAddress(ip)
    if (needs.secure) reply.header('strict-transport-security', STRICT_TRANSPORT)
    refuseRepeatedHeaders(request)
    refuseOtherReadings(request)
    const { cost = 1 } = routeOf(request).config ?? {}
    needs.addresses.arrive(ip, typeof cost === 'number' ? cost : cost(request))
    if (request.is404) return
    refuseOtherPages(request, needs.baseUrl)
    const { access = 'admin' } = routeOf(request).config
    if (access === 'public') return
    reply.header('cache-control', 'no-store')
    request.caller = await needs.authenticate(request, access).catch((error: unknown) => {
      if (error instanceof Failure && error.status === 401) {
        needs.addresses.failed(ip)
        queue.forget(request.raw)
      }
      throw error
    })
    if (request.caller.kind === 'secret') queue.recognise(request.raw)
    await needs.limitRate(request.caller, ip)
  })

  servePagesUnderPath(app, needs.baseUrl)
  app.addHook('onSend', unreadAnswers())

  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 404 && routeOf(request).config?.isSecret) needs.addresses.failed(request.ip)
    const route = routeOf(request).url ?? 'unknown'
    const fields = {
      request: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.address || undefined,
      account: request.caller?.accountId,
      credential: request.caller?.credentialId,
      operation: request.operationId ?? operationAskedFor(request.params),
      error: request.refusal,
      reason: request.refusalReason,
      left: request.isLeft || request.raw.socket.readableEnded || undefined,
    }
    needs.log.info(fields, 'request')
    done()
  })
  return app
}

/** The operation in the path. Only texts with the form of our ids are logged. */
function operationAskedFor(params: unknown): string | undefined {
  const { id } = (params ?? {}) as { id?: string }
  return id !== undefined && isUuid(id) ? id : undefined
}

/** Refuses to start if an endpoint does not declare `access`. */
function refuseSilentRoutes(app: App): void {
  const routes: { method: string | string[]; url: string; config?: { access?: Access } }[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  // Checked when ready, because plug-ins add routes in their own hooks.
  app.addHook('onReady', async () => {
    const silent = routes.filter(({ config }) => config?.access === undefined)
    if (silent.length === 0) return
    const names = silent.map(({ method, url }) => `${[method].flat().join(' ')} ${url}`)
    throw new Error(`These endpoints do not say who may call them (config.access): ${names.join(', ')}`)
  })
}

/** Passes on only the framework's warnings; the service itself logs its address and each request. */
function warningsOf(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { level: ['debug', 'info'].includes(log.level) ? 'warn' : log.level })
}
