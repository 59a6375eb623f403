// The routes on which networks report to Cobro: one for each inbound call of a connector, which authenticates the network itself.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_LIMIT_BYTES } from '../../api/body/read-json.ts'
import { rateLimiter } from '../../api/limits/rate-limit.ts'
import type { Gauge } from '../../api/metrics.ts'
import type { App } from '../../api/server.ts'
import type { InboundNetwork } from '../../connectors/by-name.ts'
import type { InboundAnswer, InboundCall, InboundOutcome, InboundRequest } from '../../connectors/notice.ts'
import type { PortName } from '../../connectors/ports.ts'
import { outcomeFault } from '../../connectors/read-notice.ts'
import { type ConnectorRecorder, instantNow } from '../../connectors/recordings/recorder.ts'
import { addressBlock, maskAddress, plainAddress } from '../../core/address.ts'
import { maskCardData } from '../../core/cards/mask.ts'
import { Failure } from '../../failures.ts'
import { type Counts, postpone, RETRY_AFTER_SECONDS, type TakeNeeds, takeAll, takeDeposit } from './take.ts'

interface NoticeNeeds extends TakeNeeds {
  log: FastifyBaseLogger
  /** Real milliseconds. */
  wallMs(): number
  /** How long a connector may take to read a request. */
  deadlineMs: number
  networks: InboundNetwork[]
  /** Learns what other processes have changed: a network brings no credential of ours. */
  followClock(): Promise<void>
}

/** Requests a second from one address, ten times that in a burst. Networks repeat refused requests. */
const REQUESTS_PER_SECOND = 100

const BYTES = 'application/octet-stream'
/** As the server reads one. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[\t ]*(;|$)/

interface NetworkReports {
  gauges: Gauge[]
  addRoutes(app: App): Promise<void>
}

export function networkReports(needs: NoticeNeeds): NetworkReports {
  const counts: Counts = { taken: 0, refused: 0, unreadable: 0, kept: 0, postponed: 0, sent_back: 0 }
  const gauge = (count: keyof Counts, help: string): Gauge => ({
    name: `cobro_network_reports_${count}`,
    help,
    read: () => counts[count],
  })
  return {
    gauges: [
      gauge('taken', 'Notices of networks that were written down since the start'),
      gauge('refused', 'Requests that a connector refused since the start: they do not come from its network'),
      gauge(
        'unreadable',
        'Requests and statements of networks that could not be read since the start; they were refused',
      ),
      gauge('kept', 'Reports of networks since the start that nobody could act on; they are kept for a person'),
      gauge('sent_back', 'Deposits since the start that were not taken, and that their bank sent back'),
      gauge('postponed', 'Requests of networks that were answered 503 since the start, to be repeated'),
    ],
    addRoutes: (app) => addRoutes(app, needs, counts),
  }
}

async function addRoutes(app: App, needs: NoticeNeeds, counts: Counts): Promise<void> {
  const limitRate = rateLimiter(REQUESTS_PER_SECOND, needs.wallMs)
  await app.register(async (scope) => {
    // The raw bytes: the connector verifies the signature over them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', app.readBody)
    for (const network of needs.networks) {
      for (const call of network.calls) {
        scope.route({
          method: call.method,
          url: `/v1/networks/${network.name}${call.path}`,
          bodyLimit: BODY_LIMIT_BYTES,
          config: { access: 'public', changes: true, cost: 0 },
          schema: { hide: true },
          onRequest: async ({ ip, headers }) => {
            limitRate(`${network.name} ${addressBlock(ip)}`)
            // The server would refuse the body for what its sender calls it; the connector reads the bytes alone.
            if (!MEDIA_TYPE.test(headers['content-type'] ?? BYTES)) headers['content-type'] = BYTES
          },
          handler: (request, reply) => receive(needs, counts, { network, call, request, reply }),
          ...(network.recorder && recordingOf(network.recorder, call)),
        })
      }
    }
  })
}

/** As it is answered, whatever decided it. */
function recordingOf(recorder: ConnectorRecorder, call: InboundCall) {
  const arrivals = new WeakMap<FastifyRequest, string>()
  const preHandler = async (request: FastifyRequest): Promise<void> => {
    arrivals.set(request, instantNow())
  }
  const onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> => {
    const at = arrivals.get(request)
    if (at === undefined) return
    const { query, headers, body } = inboundRequest(call, request)
    const answerText = typeof payload === 'string' || payload instanceof Buffer ? payload.toString() : ''
    recorder.reported({
      at,
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      query,
      authorization: String(headers.authorization ?? ''),
      body: Buffer.from(body).toString('utf8'),
      answer: { status: reply.statusCode, body: answerText },
    })
  }
  return { preHandler, onSend }
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
      {
        request: request.id,
        network: network.name,
        call: call.path,
        from: maskAddress(request.ip, 'network') || '?',
        why,
        ...more,
      },
      text,
    )
  const followed = () =>
    needs.followClock().catch((error: unknown) => {
      throw postpone(counts, say, error)
    })
  const outcome = await outcomeInTime(needs, network.port, call, inboundRequest(call, request))
  switch (outcome.kind) {
    case 'unreadable': {
      counts.unreadable += 1
      const bytes = request.body instanceof Buffer ? request.body.length : 0
      say('a report of a network could not be read and is refused', outcome.why, { bytes })
      if (outcome.isAuthentic) {
        await keepBody(needs, counts, arrived, outcome.why).catch((error: unknown) => {
          throw postpone(counts, say, error)
        })
      }
      if (outcome.answer === undefined) throw new Failure('notice-unreadable')
      return answerWith(reply, outcome.answer)
    }
    case 'unknown':
      counts.postponed += 1
      say('a report of a network could not be checked now', outcome.why)
      throw new Failure('service-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    case 'refused':
      counts.refused += 1
      say('a report is refused: it does not come from the network', shown(outcome.reason))
      if (outcome.answer === undefined) throw new Failure('notice-refused')
      return answerWith(reply, outcome.answer)
    case 'deposit':
      await followed()
      return answerWith(reply, await takeDeposit(needs, counts, network, outcome, say))
    case 'taken':
      await followed()
      await takeAll(needs, counts, arrived, outcome.notices, say)
      return answerWith(reply, outcome.answer)
  }
}

async function keepBody(
  { keep }: NoticeNeeds,
  counts: Counts,
  { network, call, request }: Arrived,
  why: string,
): Promise<void> {
  const { query, body } = inboundRequest(call, request)
  const text = new TextDecoder().decode(body)
  await keep({
    network: network.name,
    call: call.path,
    why: 'unreadable',
    detail: why,
    text: query === '' || call.hidesQuery === true ? text : `?${query}\n${text}`,
  })
  counts.kept += 1
}

type Read =
  | Exclude<InboundOutcome, { kind: 'unknown' | 'unreadable' }>
  | { kind: 'unknown'; why: string }
  /** `isAuthentic`: the connector has verified that the request comes from the network. */
  | { kind: 'unreadable'; why: string; isAuthentic: boolean; answer?: InboundAnswer | undefined }

/** Has the connector read a request, within the deadline. Whatever it throws or answers is checked here. */
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
    if (outcome === undefined || fault !== undefined)
      return { kind: 'unreadable', why: fault ?? '', isAuthentic: isAuthentic(outcome) }
    if (outcome.kind === 'unknown') return { kind: 'unknown', why: 'the connector cannot tell' }
    if (outcome.kind === 'unreadable')
      return { kind: 'unreadable', why: shown(outcome.reason), isAuthentic: true, answer: outcome.answer }
    return outcome
  } catch (error) {
    // Only the name, because the message may quote the request.
    const name = error instanceof Error && /^\w{1,40}$/.test(error.name) ? error.name : 'no error object'
    return { kind: 'unreadable', why: `the connector threw ${name}`, isAuthentic: false }
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the connector has authenticated the request, even when its answer is malformed otherwise. */
function isAuthentic(outcome: unknown): boolean {
  const kind = (outcome as Partial<InboundOutcome> | null | undefined)?.kind
  return kind === 'taken' || kind === 'deposit' || kind === 'unreadable'
}

/** A connector's reason, which may quote the request, for the log. */
function shown(reason: string): string {
  return maskCardData(reason).slice(0, 200)
}

function inboundRequest({ path }: InboundCall, request: FastifyRequest): InboundRequest {
  const at = request.url.indexOf('?')
  return {
    method: request.method,
    path,
    query: at < 0 ? '' : request.url.slice(at + 1),
    headers: request.headers,
    body: request.body instanceof Buffer ? request.body : Buffer.alloc(0),
    address: plainAddress(request.ip),
  }
}

function answerWith(
  reply: FastifyReply,
  { status, contentType, body = '', headers = {} }: InboundAnswer,
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header('cache-control', 'no-store')
    .type(contentType || 'application/json')
    .send(Buffer.from(body))
}
