// The live view: the calls of an account as they come, as server-sent events, for as long as the session is open.
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../api/server.ts'
import { Failure } from '../../failures.ts'
import type { Store } from '../../store/store.ts'
import { presentLine, requestLines } from './lines.ts'

/** The interval at which a view looks whether its session is still open, and for calls. */
const LOOK_MS = 1_000
/** How many looks pass before it writes, so that proxies keep the connection. */
const WRITES_EVERY = 10
const MAX_VIEWS = 50
const MAX_OF_PERSON = 5
/** An account has as many people as it likes. */
const MAX_OF_ACCOUNT = 20
/** The most bytes that wait for a client that does not read. */
const MAX_UNREAD_BYTES = 1024 * 1024
/** The calls before the view that are not shown, and the calls that one look shows at most. */
const SEEN_BEFORE = 200
const MAX_NEW = 50
/** The most calls that are remembered as shown. */
const MAX_SEEN = 800

interface View {
  accountId: string
  personId: string
  look(): void
  end(): void
}

export function liveViewRoute(
  app: App,
  {
    store,
    accountSeen,
    cookieOf,
  }: {
    store: Store
    /** The account that a request's session sees now, if its person may read requests; undefined when the session is over. */
    accountSeen(cookie: string | undefined): Promise<string | undefined>
    cookieOf(request: FastifyRequest): string | undefined
  },
): void {
  const views = new Set<View>()
  app.addHook('preClose', async () => {
    for (const view of views) view.end()
  })
  // Any change at the console may have ended a session, also of another person. What other processes change is seen at the next look.
  app.addHook('onResponse', (request, reply, done) => {
    if (request.caller?.person !== undefined && request.method !== 'GET' && reply.statusCode < 300)
      for (const view of views) view.look()
    done()
  })

  app.get(
    '/v1/console/requests/live',
    { config: { access: 'admin', endless: true }, schema: { hide: true } },
    async (request, reply) => {
      const { accountId, person } = request.caller
      if (person === undefined) throw new Failure('person-needed')
      const ofAccount = [...views].filter((view) => view.accountId === accountId)
      const own = ofAccount.filter(({ personId }) => personId === person.id)
      if (views.size >= MAX_VIEWS || ofAccount.length >= MAX_OF_ACCOUNT || own.length >= MAX_OF_PERSON)
        throw new Failure('too-many-requests', { retryAfterSeconds: 5 })
      const cookie = cookieOf(request)
      reply.hijack()
      const { raw } = reply
      const view = openView(
        raw,
        { accountId, personId: person.id },
        {
          newest: (limit) => requestLines(store, accountId, { limit }),
          isOpen: async () => (await accountSeen(cookie)) === accountId,
          ended: () => views.delete(view),
        },
      )
      views.add(view)
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'request-id': request.id,
      })
      raw.write('retry: 2000\n\n')
      view.look()
    },
  )
}

interface Watched {
  newest(limit: number): ReturnType<typeof requestLines>
  /** False when the session has ended, its role has changed, or its person has switched to another account. */
  isOpen(): Promise<boolean>
  ended(): void
}

/** The first look remembers the calls that are there already; each later one writes the calls that are new. */
function openView(raw: ServerResponse, of: Pick<View, 'accountId' | 'personId'>, watched: Watched): View {
  const { newest, isOpen, ended } = watched
  let seen: Set<string> | undefined
  let looks = 0
  let isLooking = false
  let isAsked = false
  let isOver = false

  const end = () => {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    ended()
    raw.end()
  }
  const lookOnce = async () => {
    if (seen === undefined) {
      seen = new Set((await newest(SEEN_BEFORE)).map(({ id }) => id))
      return
    }
    looks += 1
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
    if (raw.destroyed || !(await isOpen())) return end()
    if (looks % WRITES_EVERY === 0) raw.write(': still here\n\n')
    // Another process may have written an older call meanwhile: only calls that were already sent are left out.
    for (const line of (await newest(MAX_NEW)).reverse()) {
      if (seen.has(line.id)) continue
      seen.add(line.id)
      raw.write(`data: ${JSON.stringify(presentLine(line))}\n\n`)
    }
    for (const id of seen) {
      if (seen.size <= MAX_SEEN) break
      seen.delete(id)
    }
  }
  const look = async () => {
    isAsked = true
    if (isLooking) return
    isLooking = true
    try {
      while (isAsked && !isOver) {
        isAsked = false
        await lookOnce()
      }
    } catch {
      end()
    }
    isLooking = false
  }
  const timer = setInterval(look, LOOK_MS)
  raw.on('close', end)
  // It has nothing more to ask, and the view would never end.
  raw.socket?.once('end', end)
  return { ...of, look: () => void look(), end }
}
