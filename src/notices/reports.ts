// What networks report to Cobro: a route for each inbound call of a connector. Its own check says who is speaking.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_LIMIT_BYTES } from '../api/body.ts'
import type { Reading } from '../api/metrics.ts'
import { rateLimiter } from '../api/rate-limit.ts'
import type { App } from '../api/server.ts'
import type { InboundNetwork } from '../connectors/by-name.ts'
import type {
  InboundAnswer,
  InboundCall,
  InboundOutcome,
  InboundRequest,
  Notice,
  PaymentNotice,
  StatementNotice,
} from '../connectors/notice.ts'
import { type PortName, ports } from '../connectors/ports.ts'
import { outcomeFault } from '../connectors/read-notice.ts'
import { Failure } from '../core/failure.ts'
import { type ReportedRail, reportedRailBy } from '../core/rail.ts'
import { maskedAddress } from './masked-address.ts'

/** Who acts on a notice. Each is done when what follows from the notice is on disk; the same notice again changes nothing. */
export interface Takers {
  payment(notice: PaymentNotice & { network: string; rail: ReportedRail }): Promise<unknown>
  /** Throws a `Failure` of status 400 for a file that is no whole statement of the network. */
  statement(notice: StatementNotice & { network: string }): Promise<unknown>
}

export interface NoticeNeeds {
  log: FastifyBaseLogger
  /** Real milliseconds. */
  wallMs(): number
  /** How long a connector may take to read a request. */
  deadlineMs: number
  networks: InboundNetwork[]
  takers: Takers
}

/** What became of requests since the start. */
interface Counts {
  taken: number
  refused: number
  unreadable: number
  postponed: number
}

/** So many requests a second from one address, ten times that in a burst. Networks repeat what is refused. */
const REQUESTS_PER_SECOND = 100
const RETRY_AFTER_SECONDS = 5

export interface NetworkReports {
  readings: Reading[]
  addRoutes(app: App): Promise<void>
}

export function networkReports(needs: NoticeNeeds): NetworkReports {
  const counts: Counts = { taken: 0, refused: 0, unreadable: 0, postponed: 0 }
  const reading = (count: keyof Counts, help: string): Reading => ({
    name: `cobro_network_reports_${count}`,
    help,
    read: () => counts[count],
  })
  return {
    readings: [
      reading('taken', 'Notices of networks that were written down since the start'),
      reading('refused', 'Requests that a connector refused since the start: they do not come from its network'),
      reading('unreadable', 'Requests of networks that nobody could read since the start; they were refused'),
      reading('postponed', 'Requests of networks that were answered 503 since the start, to be repeated'),
    ],
    addRoutes: (app) => addRoutes(app, needs, counts),
  }
}

async function addRoutes(app: App, needs: NoticeNeeds, counts: Counts): Promise<void> {
  const limitRate = rateLimiter(REQUESTS_PER_SECOND, needs.wallMs)
  await app.register(async (scope) => {
    // The bytes as they come: a signature is made of them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
    for (const network of needs.networks) {
      for (const call of network.calls) {
        scope.route({
          method: call.method,
          url: `/v1/networks/${network.name}${call.path}`,
          bodyLimit: BODY_LIMIT_BYTES,
          config: { access: 'public', changes: true, cost: 0 },
          schema: { hide: true } as never,
          onRequest: async ({ ip }) => limitRate(`${network.name} ${ip}`),
          handler: (request, reply) => receive(needs, counts, { network, call, request, reply }),
        })
      }
    }
  })
}

interface Arrived {
  network: InboundNetwork
  call: InboundCall
  request: FastifyRequest
  reply: FastifyReply
}

async function receive(needs: NoticeNeeds, counts: Counts, arrived: Arrived): Promise<unknown> {
  const { network, call, request, reply } = arrived
  const say = (text: string, why: string, more: object = {}) =>
    needs.log.warn(
      { request: request.id, network: network.name, call: call.path, from: maskedAddress(request.ip), why, ...more },
      text,
    )
  const outcome = await outcomeInTime(needs, network.port, call, inboundRequest(call, request))
  switch (outcome.kind) {
    case 'unreadable': {
      counts.unreadable += 1
      const bytes = request.body instanceof Buffer ? request.body.length : 0
      say('a report of a network could not be read and is refused', outcome.why, { bytes })
      throw new Failure('notice-unreadable')
    }
    case 'unknown':
      counts.postponed += 1
      say('a report of a network could not be checked now', outcome.why)
      throw new Failure('service-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    case 'refused':
      counts.refused += 1
      say('a report is refused: it does not come from the network', outcome.reason.slice(0, 200))
      if (outcome.answer === undefined) throw new Failure('notice-refused')
      return answerWith(reply, outcome.answer)
    case 'taken':
      await takeAll(needs, counts, network, outcome.notices, say)
      return answerWith(reply, outcome.answer)
  }
}

/** Writes down every notice. When one cannot be written now, the network is asked to repeat all: those that are written are known then. */
async function takeAll(
  { takers }: NoticeNeeds,
  counts: Counts,
  { port, name }: InboundNetwork,
  notices: readonly Notice[],
  say: (text: string, why: string) => void,
): Promise<void> {
  for (const notice of notices) {
    try {
      await take(takers, { port, network: name }, notice)
      counts.taken += 1
    } catch (error) {
      if (error instanceof Failure && error.status === 400) {
        counts.unreadable += 1
        say('a statement of a network is refused', error.reason)
        throw new Failure('notice-unreadable', { cause: error })
      }
      counts.postponed += 1
      say(
        'a report of a network could not be written down now',
        error instanceof Error ? error.name : 'no error object',
      )
      throw new Failure('service-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error })
    }
  }
}

/** The connector says what happened; whose it is, and by which way of paying, is known here. */
async function take(
  takers: Takers,
  { port, network }: { port: PortName; network: string },
  notice: Notice,
): Promise<void> {
  switch (notice.kind) {
    case 'payment': {
      const rail = reportedRailBy(ports[port].railPort)
      if (rail === undefined) throw new Error(`a network of the port ${port} reports no payments`)
      await takers.payment({ ...notice, network, rail })
      return
    }
    case 'statement':
      await takers.statement({ ...notice, network })
  }
}

type Read =
  | Exclude<InboundOutcome, { kind: 'unknown' }>
  | { kind: 'unknown'; why: string }
  | { kind: 'unreadable'; why: string }

/** What the connector makes of a request. Nothing that it throws or answers leaves this function unchecked. */
async function outcomeInTime(
  { deadlineMs }: NoticeNeeds,
  port: PortName,
  call: InboundCall,
  request: InboundRequest,
): Promise<Read> {
  const deadline = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => {
    deadline.abort()
    resolve(undefined)
  }, deadlineMs)
  try {
    const received = Promise.try(() => call.receive(request, deadline.signal))
    received.catch(() => {})
    const outcome = await Promise.race([received, late])
    if (deadline.signal.aborted) return { kind: 'unknown', why: 'the connector took too long' }
    const fault = outcomeFault(port, outcome)
    if (fault !== undefined) return { kind: 'unreadable', why: fault }
    if (outcome?.kind === 'unknown') return { kind: 'unknown', why: 'the connector cannot tell' }
    return outcome as Read
  } catch (error) {
    // Its message may quote the request.
    const name = error instanceof Error && /^\w{1,40}$/.test(error.name) ? error.name : 'no error object'
    return { kind: 'unreadable', why: `the connector threw ${name}` }
  } finally {
    clearTimeout(timer)
  }
}

function inboundRequest({ path }: InboundCall, request: FastifyRequest): InboundRequest {
  const at = request.url.indexOf('?')
  return {
    method: request.method,
    path,
    query: at < 0 ? '' : request.url.slice(at + 1),
    headers: request.headers,
    body: request.body instanceof Buffer ? request.body : Buffer.alloc(0),
    address: request.ip,
  }
}

function answerWith(reply: FastifyReply, { status, contentType, body = '' }: InboundAnswer): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(contentType || 'application/json')
    .send(Buffer.from(body))
}
