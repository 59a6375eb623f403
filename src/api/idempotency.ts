// Answers a repeated request with the first answer: the key is written in the batch of the effect, or not at all.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../core/clock.ts'
import { HOUR_MS, instantOf } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { Duplicate, insert, run, update, type Write } from '../store/write.ts'
import { type CallerPower, holding } from './holding.ts'
import type { IdempotencyRow } from './tables.ts'

/**
 * How long a repeat finds the answer, in real time, because a request may move the sandbox's clock by days and be repeated
 * a second later.
 */
export const IDEMPOTENCY_KEPT_HOURS = 24

/** What a request is refused with when an equal one has done its work a moment ago: there is a conflict with it, or what it removed is gone. */
const REFUSED_BY_A_REPEAT: ReadonlySet<number> = new Set([404, 409])

/** Keys older than this instant have expired. */
export function keptSince(clock: Clock): string {
  return instantOf(clock.wallMs() - IDEMPOTENCY_KEPT_HOURS * HOUR_MS)
}

/** The writes that a handler adds to its batches, so that a repeat finds the answer. Without a key they are empty. */
export interface Once {
  /** For an effect of one batch: the key with its answer, and the operation concerned. */
  answered(body: unknown, status?: number, operationId?: string): Write[]
  /**
   * For an effect of several batches: the key alone, in the first batch. With the operation's id, the process that finishes
   * the operation after a crash can write the answer: `answerLater`.
   */
  begun(operationId?: string): Write[]
  /** For an effect of several batches: the answer, in the last batch. It is made only when it is stored. */
  finished(answer: () => { body: unknown; status: number }): Write[]
  /** Throws `Duplicate` of `idempotency` when another request with the key has begun. Call it before a new try. */
  throwIfBegun(): Promise<void>
}

/** For work without a key. */
const NEVER: Once = {
  answered: () => [],
  begun: () => [],
  finished: () => [],
  throwIfBegun: async () => {},
}

interface IdempotencyNeeds extends StoreAndClock {
  power: CallerPower
  /**
   * Keyed hashes of a text, which may hold a card number that a plain hash would not hide. First the hash to store, then
   * those under earlier keys, so that a repeat is recognised after a change of the key.
   */
  fingerprints(text: string): string[]
  /** Fails when the key is the number of a card that the account knows. */
  refuseKey(accountId: string, key: string): Promise<void>
}

export type AnswerOnce = <R>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (once: Once) => Promise<R>,
  /** The content of the request, for a body that is sealed again at every try. */
  content?: unknown,
  also?: {
    /** Called before the first answer is repeated. */
    onReplay?(first: FirstAnswer): Promise<void>
    /** Called when the first request has begun and has no answer: ends what nobody else does. Then the answer is looked for once more. */
    onRunning?(first: RunningRequest): Promise<void>
  },
) => Promise<R>

/** A request that has begun its effect. */
export interface RunningRequest {
  operationId: string
  /** When it began, in real milliseconds. */
  begunMs: number
}

/** The stored answer for a repeat. */
export interface FirstAnswer {
  /** Null when the request made none. */
  operationId: string | null
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any call.
  body: any
}

/**
 * Runs `work` at most once for each Idempotency-Key of an account. Publishable credentials, which are public, have separate
 * keys. Fails with `idempotency-key-reused` for another content and `idempotency-key-running` while the first still runs.
 */
export function answerOnce({ store, clock, fingerprints, refuseKey, power }: IdempotencyNeeds): AnswerOnce {
  const byKey = prepared((hole) =>
    store.db
      .selectFrom('idempotency')
      .select(columns.idempotency)
      .where('account_id', '=', hole('accountId'))
      .where('credential_kind', '=', hole('kind'))
      .where('key', '=', hole('key'))
      .compile(),
  )
  return async (request, reply, unguarded, content = request.body ?? null, also = {}) => {
    const work = holding(power, request, unguarded)
    const key = idempotencyKeyOf(request)
    if (key === undefined) return work(noting(request, NEVER))
    const { accountId, kind } = request.caller
    await refuseKey(accountId, key)
    const prints = fingerprints(`${request.method} ${pathOnce(request.url)} ${JSON.stringify(content)}`)
    const ended = async ({ operation_id: operationId, created_at }: IdempotencyRow) => {
      if (operationId === null) return undefined
      await also.onRunning?.({ operationId, begunMs: Date.parse(created_at) })
      return (await store.rows(byKey({ accountId, kind, key })))[0]
    }
    const replay = async () => {
      let row = (await store.rows(byKey({ accountId, kind, key })))[0]
      if (row === undefined) return undefined
      if (row.created_at < keptSince(clock)) {
        await forget(store, row)
        return undefined
      }
      if (!prints.includes(row.fingerprint)) throw new Failure('idempotency-key-reused')
      request.operationId = row.operation_id ?? undefined
      if (row.response_body === null) row = (await ended(row)) ?? row
      if (row.response_body === null) throw new Failure('idempotency-key-running', { retryAfterSeconds: 1 })
      const body = JSON.parse(row.response_body)
      await also.onReplay?.({ operationId: row.operation_id, body })
      reply.header('idempotent-replayed', 'true').code(row.response_status ?? 200)
      return body
    }
    const first = await replay()
    if (first !== undefined) return first
    try {
      const throwIfBegun = async () => {
        const rows = await store.rows(byKey({ accountId, kind, key }))
        if (rows.length > 0) throw new Duplicate('idempotency', ['account_id', 'credential_kind', 'key'])
      }
      const own = onceWith({ accountId, kind, key, print: prints[0] ?? '', now: instantOf(clock.wallMs()) })
      return await work(noting(request, { ...own, throwIfBegun }))
    } catch (error) {
      // A request with the same key was quicker, so its answer counts. Its effect may conflict with ours before its key is
      // visible.
      if (
        (error instanceof Duplicate && error.of('idempotency')) ||
        (error instanceof Failure && REFUSED_BY_A_REPEAT.has(error.status))
      ) {
        const other = await replay()
        if (other !== undefined) return other
      }
      throw error
    }
  }
}

/** An address without the slashes that its path has too many: the router takes them for one, so it is the same call. */
function pathOnce(url: string): string {
  return url.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, '/'))
}

/** Throws a refusal again, unless a concurrent equal request caused it: then that request's answer counts. */
export function unlessAnswered(effect: Once): (error: unknown) => Promise<never> {
  return async (error) => {
    await effect.throwIfBegun()
    throw error
  }
}

/** Adds the operation's id to the request's log line. */
function noting(request: FastifyRequest, once: Once): Once {
  const note = (operationId: string | undefined) => {
    if (operationId !== undefined) request.operationId = operationId
  }
  // Each named: a copy by `...` costs every payment more than what it copies.
  return {
    finished: once.finished,
    throwIfBegun: once.throwIfBegun,
    answered: (body, status, operationId) => {
      note(operationId)
      return once.answered(body, status, operationId)
    },
    begun: (operationId) => {
      note(operationId)
      return once.begun(operationId)
    },
  }
}

/** Frees an expired key for a new request. Does nothing when that request has already begun. */
async function forget(store: Store, { account_id, credential_kind, key, created_at }: IdempotencyRow): Promise<void> {
  const old = store.db
    .deleteFrom('idempotency')
    .where('account_id', '=', account_id)
    .where('credential_kind', '=', credential_kind)
    .where('key', '=', key)
    .where('created_at', '=', created_at)
  await store.commit([run(old.compile())])
}

/** Stores the answer of a request that began this operation and did not finish. Does nothing without such a request. */
export function answerLater(
  store: Store,
  { account_id, id }: { account_id: string; id: string },
  body: unknown,
  status: number,
): Write {
  const query = store.db
    .updateTable('idempotency')
    .set({ response_status: status, response_body: JSON.stringify(body) })
    .where('account_id', '=', account_id)
    .where('operation_id', '=', id)
    .where('response_status', 'is', null)
  return run(query.compile())
}

function onceWith({
  accountId,
  kind,
  key,
  print,
  now,
}: {
  accountId: string
  kind: IdempotencyRow['credential_kind']
  key: string
  print: string
  now: string
}): Omit<Once, 'throwIfBegun'> {
  const owned = { account_id: accountId, credential_kind: kind, key }
  const row = { ...owned, fingerprint: print, created_at: now }
  return {
    answered: (body, status = 200, operationId) => [
      insert('idempotency', {
        ...row,
        operation_id: operationId ?? null,
        response_status: status,
        response_body: JSON.stringify(body),
      }),
    ],
    begun: (operationId) => [
      insert('idempotency', {
        ...row,
        operation_id: operationId ?? null,
        response_status: null,
        response_body: null,
      }),
    ],
    finished: (answer) => {
      const { body, status } = answer()
      return [update('idempotency', { response_status: status, response_body: JSON.stringify(body) }, owned)]
    },
  }
}

/** Undefined for a request without a key, or one that needs none. Fails with `parameters-invalid`. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method === 'GET') return undefined
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    const texts = [
      'Idempotency-Key acepta de 1 a 255 caracteres ASCII',
      'Idempotency-Key takes 1 to 255 ASCII characters',
    ]
    throw new Failure('parameters-invalid', { fields: { 'Idempotency-Key': [[texts[0] ?? '', texts[1] ?? '']] } })
  }
  return key
}
