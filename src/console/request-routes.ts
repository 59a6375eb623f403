// The calls of an account: the newest, one in full, and live as they come.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { answer, Id } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import { Failure } from '../core/failure.ts'
import { mexicoCityTime } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { RequestRow } from '../store/tables.ts'
import { timelineOf } from './timeline.ts'

interface RequestRouteNeeds {
  store: Store
  /** The account that a request's session sees now, if its person may read requests; undefined when the session is over. */
  accountSeen(cookie: string | undefined): Promise<string | undefined>
  cookieOf(request: FastifyRequest): string | undefined
}

const PAGE = 50
const MAX_PAGE = 200
/** The interval at which a live view looks whether its session is still open, and for calls. */
const LOOK_MS = 1_000
/** After so many looks it writes, so that proxies keep the connection. */
const WRITES_EVERY = 10
const MOST_STREAMS = 50
const MOST_OF_PERSON = 5
/** The most calls that wait for a client that does not read. */
const MOST_UNREAD_BYTES = 1024 * 1024

const LINE = [
  'id',
  'created_at',
  'method',
  'path',
  'route',
  'status',
  'code',
  'duration_ms',
  'caller',
  'operator',
] as const
const MORE = ['address', 'idempotency_key', 'replayed', 'operation_id'] as const

const Any = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export function requestRoutes(app: App, { store, accountSeen, cookieOf }: RequestRouteNeeds): void {
  const hide = { hide: true } as object
  const config = { access: 'admin' } as const
  const { db } = store

  const lines = async (
    accountId: string,
    given: { after?: string | undefined; only?: string | undefined; operation?: string | undefined; limit: number },
  ) => {
    let query = db
      .selectFrom('requests')
      .select([...LINE, ...MORE])
      .where('account_id', '=', accountId)
    if (given.after !== undefined) query = query.where('id', '<', given.after)
    if (given.only === 'refused') query = query.where('status', '>=', 400)
    if (given.operation !== undefined) query = query.where('operation_id', '=', given.operation)
    return query.orderBy('id', 'desc').limit(given.limit).execute()
  }

  app.get(
    '/v1/console/requests',
    {
      config,
      schema: {
        ...hide,
        querystring: Type.Object({
          only: Type.Optional(Type.String({ maxLength: 20 })),
          operation: Type.Optional(Id),
          starting_after: Type.Optional(Id),
          limit: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })),
        }),
        response: answer(Any),
      },
    },
    async (request) => {
      const { only, operation, starting_after: after, limit } = request.query
      const size = Math.min(Number(limit ?? PAGE), MAX_PAGE)
      const rows = await lines(request.caller.accountId, { after, only, operation, limit: size + 1 })
      return { success: true, result: { has_more: rows.length > size, requests: rows.slice(0, size).map(shown) } }
    },
  )

  app.get(
    '/v1/console/requests/:id',
    { config, schema: { ...hide, params: Type.Object({ id: Id }), response: answer(Any) } },
    async (request) => {
      const { accountId } = request.caller
      const row = await db
        .selectFrom('requests')
        .select(columns.requests)
        .where('account_id', '=', accountId)
        .where('id', '=', request.params.id)
        .executeTakeFirstOrThrow(() => new Failure('resource-unknown'))
      const moments = row.operation_id === null ? [] : ((await timelineOf(store, accountId, row.operation_id)) ?? [])
      const caused = moments.filter(({ kind }) => kind === 'event' || kind === 'webhook')
      const { headers, body, answer: answered } = row
      return { success: true, result: { ...shown(row), headers, body, answer: answered, caused } }
    },
  )

  let streams = 0
  const ofPeople = new Map<string, number>()
  const views = new Map<() => void, () => void>()
  app.addHook('preClose', async () => {
    for (const end of views.keys()) end()
  })
  // Any change at the console may have ended a session, also of another person. What other processes change is seen at the next look.
  app.addHook('onResponse', (request, reply, done) => {
    if (request.caller?.person !== undefined && request.method !== 'GET' && reply.statusCode < 300)
      for (const look of views.values()) look()
    done()
  })

  app.get(
    '/v1/console/requests/live',
    { config: { ...config, endless: true }, schema: hide },
    async (request, reply) => {
      const { accountId, person } = request.caller
      if (person === undefined) throw new Failure('person-needed')
      const own = ofPeople.get(person.id) ?? 0
      if (streams >= MOST_STREAMS || own >= MOST_OF_PERSON)
        throw new Failure('too-many-requests', { retryAfterSeconds: 5 })
      streams += 1
      ofPeople.set(person.id, own + 1)
      const personId = person.id
      const cookie = cookieOf(request)
      reply.hijack()
      const { raw } = reply
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        if (!views.delete(end)) return
        clearInterval(timer)
        streams -= 1
        const left = (ofPeople.get(personId) ?? 1) - 1
        if (left > 0) ofPeople.set(personId, left)
        else ofPeople.delete(personId)
        raw.end()
      }
      views.set(end, () => {})
      // From now on a client may leave, and the database may be away, before the first look.
      raw.on('close', end)
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'request-id': request.id,
      })
      raw.write('retry: 2000\n\n')
      const before = await lines(accountId, { limit: MAX_PAGE }).catch(end)
      if (before === undefined || !views.has(end)) return
      const seen = new Set(before.map(({ id }) => id))
      let looks = 0
      const look = async () => {
        looks += 1
        if (raw.writableLength > MOST_UNREAD_BYTES) return raw.destroy()
        // The session may have ended, its role changed, or its person switched to another account.
        if ((await accountSeen(cookie)) !== accountId) return end()
        if (looks % WRITES_EVERY === 0) raw.write(': still here\n\n')
        // Another process may have written an older call meanwhile: only calls that were already sent are left out.
        const fresh = (await lines(accountId, { limit: PAGE })).filter(({ id }) => !seen.has(id))
        for (const row of fresh.reverse()) {
          seen.add(row.id)
          raw.write(`data: ${JSON.stringify(shown(row))}\n\n`)
        }
        while (seen.size > 4 * MAX_PAGE) seen.delete(seen.values().next().value ?? '')
      }
      let isLooking = false
      let isAsked = false
      const lookSoon = async () => {
        isAsked = true
        if (isLooking) return
        isLooking = true
        try {
          while (isAsked && views.has(end)) {
            isAsked = false
            await look()
          }
        } catch {
          end()
        }
        isLooking = false
      }
      views.set(end, lookSoon)
      timer = setInterval(lookSoon, LOOK_MS)
    },
  )
}

function shown(row: Pick<RequestRow, (typeof LINE)[number] | (typeof MORE)[number]>): object {
  const { created_at, replayed, operation_id, ...rest } = row
  return {
    ...Object.fromEntries([...LINE, ...MORE].filter((name) => name in rest).map((name) => [name, row[name]])),
    timestamp: mexicoCityTime(created_at),
    replayed: replayed === 1,
    operation: operation_id,
  }
}
