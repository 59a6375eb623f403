// Keeps the calls of the last days for an account's developers. A request leaves only a note in memory; the worker writes a sample of them.
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from '../../api/route.ts'
import type { App } from '../../api/server.ts'
import { maskedStart } from '../../core/cards/mask.ts'
import type { Task } from '../../core/task.ts'
import { DAY_MS, instantPlus } from '../../core/time.ts'
import { across } from '../../store/across.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { isUuid } from '../../store/uuid.ts'
import { insert, run } from '../../store/write.ts'
import { maskedAnswer, maskedBody, maskedHeaders, maskedPath } from '../approvals/mask-request.ts'
import type { RequestRow } from './tables.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of the answer, until its note is written. */
    answered: string | undefined
  }
}

/** `lines`: without headers and bodies. */
type RequestsKept = 'bodies' | 'lines' | 'none'

interface RequestRecorder {
  /** Call it before the first endpoint. */
  addHooks(app: App): void
  task: Task
}

/** The most calls of an account; older ones make room. */
export const MAX_OF_ACCOUNT = 1_000
const KEPT_DAYS = 3
/** The most waiting notes, of answers and of refusals each: more than a person reads are dropped. */
const MAX_WAITING = 40
const FULL_PAUSE_MS = 3_000
const CLEAR_EVERY = 20

interface Note {
  request: FastifyRequest
  status: number
  ms: number
  replayed: boolean
  at: string
}

export function requestRecorder({ store, clock }: StoreAndClock, kept: RequestsKept): RequestRecorder {
  let answers: Note[] = []
  let refusals: Note[] = []
  let writtenAtMs = 0
  let writes = 0

  const placeOf = ({ statusCode }: FastifyReply) => (statusCode < 400 ? answers : refusals)
  const hasRoom = (reply: FastifyReply) => placeOf(reply).length < MAX_WAITING
  const note = (request: FastifyRequest, reply: FastifyReply) => {
    const replayed = reply.getHeader('idempotent-replayed') !== undefined
    const { statusCode: status, elapsedTime } = reply
    placeOf(reply).push({ request, status, ms: Math.round(elapsedTime), replayed, at: clock.now() })
  }

  return {
    addHooks: (app) => {
      if (kept === 'none') return
      app.decorateRequest('answered', undefined)
      app.addHook('onSend', (request, reply, payload, done) => {
        if (kept === 'bodies' && typeof payload === 'string' && hasRoom(reply) && isKept(request))
          request.answered = payload
        done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        if (hasRoom(reply) && isKept(request)) note(request, reply)
        done()
      })
    },
    task: {
      name: 'requests for developers',
      // Notes have no due instant of the service's clock: a move of the clock does not wait for them.
      run: async () => {
        const full = answers.length >= MAX_WAITING
        if (answers.length + refusals.length === 0) return 0
        // Under load, no more rows than these are written in one pause.
        if (full && clock.wallMs() - writtenAtMs < FULL_PAUSE_MS) return 0
        const notes = [...answers, ...refusals]
        answers = []
        refusals = []
        writtenAtMs = clock.wallMs()
        writes += 1
        const rows: RequestRow[] = []
        const maskedOf = maskedOnce()
        for (const one of notes) {
          rows.push(rowOf(one, kept, maskedOf))
          // A long answer takes a millisecond to mask. Waiting requests go first.
          await setImmediate()
        }
        await store.commit([insert('requests', ...rows)])
        if (writes % CLEAR_EVERY === 1)
          await clear({ store, clock }, new Set(notes.map((one) => one.request.caller.accountId)))
        return notes.length
      },
    },
  }
}

/** Calls of programs, and the changes that people make; the console's own reads are left out. */
function isKept(request: FastifyRequest): boolean {
  const { caller, method } = request
  const route = routeOf(request).url ?? ''
  if (!caller?.accountId || !route.startsWith('/v1/') || route.startsWith('/v1/console/')) return false
  return caller.person === undefined || method !== 'GET'
}

/** Masks equal answers of a call once: such as those of a list that is read again and again. */
function maskedOnce(): typeof maskedAnswer {
  const known = new Map<string, string | null>()
  return (route, answer) => {
    const key = `${route} ${answer ?? ''}`
    const masked = known.get(key) ?? maskedAnswer(route, answer)
    known.set(key, masked)
    return masked
  }
}

function rowOf(
  { request, status, ms, replayed, at }: Note,
  kept: RequestsKept,
  maskedOf: typeof maskedAnswer,
): RequestRow {
  const { caller, headers } = request
  const route = routeOf(request).url ?? ''
  const { hadCardData } = request
  // Written in a way that only its sender reads, it cannot be masked: nothing of the texts is kept.
  const bodies = kept === 'bodies' && !hadCardData
  return {
    id: request.id,
    account_id: caller.accountId,
    created_at: at,
    method: request.method,
    path: hadCardData ? route : maskedPath(request.url, 500),
    route,
    status,
    code: request.refusal ?? '',
    duration_ms: ms,
    caller: caller.credentialId,
    operator: caller.operator,
    address: request.address,
    idempotency_key: hadCardData ? '' : maskedStart(String(headers['idempotency-key'] ?? ''), 255),
    replayed: replayed ? 1 : 0,
    operation_id: request.operationId ?? operationIn(request),
    headers: bodies ? maskedHeaders(headers) : null,
    body: bodies ? maskedBody(route, request.body) : null,
    answer: bodies ? maskedOf(route, request.answered) : null,
  }
}

/** An operation that the path or the answer names: such as that of a new payment or voucher. */
function operationIn({ params, answered, method }: FastifyRequest): string | null {
  const { id } = (params ?? {}) as { id?: string }
  if (id !== undefined && isUuid(id)) return id
  if (method === 'GET') return null
  return /"transaction":"([0-9a-f-]{36})"/.exec(answered?.slice(0, 4_096) ?? '')?.[1] ?? null
}

/** Deletes calls that are too old, and those beyond the limit of these accounts. */
async function clear({ store, clock }: StoreAndClock, accounts: Set<string>): Promise<void> {
  const { db } = store
  const old = db
    .deleteFrom('requests')
    .where('created_at', '<', instantPlus(clock.now(), -KEPT_DAYS * DAY_MS))
    .modifyEnd(across('due'))
  const tooMany = [...accounts].map((accountId) =>
    db
      .deleteFrom('requests')
      .where('account_id', '=', accountId)
      .where('id', '<=', (eb) =>
        eb
          .selectFrom('requests')
          .select('id')
          .where('account_id', '=', accountId)
          .orderBy('id', 'desc')
          .limit(1)
          .offset(MAX_OF_ACCOUNT),
      ),
  )
  await store.commit([run(old.compile()), ...tooMany.map((query) => run(query.compile()))])
}
