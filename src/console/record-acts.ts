// Records a person's request at the console in the audit trail before it is carried out, so that its author is known whatever the outcome.
import type { FastifyRequest } from 'fastify'
import { requestActor, trailWrite } from '../accounts/trail/record.ts'
import { routeOf } from '../api/route.ts'
import type { App } from '../api/server.ts'
import { holdsCardNumber } from '../core/cards/number-in-text.ts'
import type { StoreAndClock } from '../store/store.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']
/** Signing in and out have records of their own; choosing an account changes none. */
const OWN = '/v1/console/session'

/** A change that is also recorded in its own batch has two records: of the request and of the change. */
export function recordActs(app: App, { store, clock }: StoreAndClock): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (!changesByPerson(request)) return done()
    const { url: route = '' } = routeOf(request)
    const { accountId } = request.caller
    const entry = { accountId, action: 'person.acted', subject: subjectOf(request) || route } as const
    const after = { method: request.method, route }
    store.commit([trailWrite(clock, requestActor(request), { ...entry, after })]).then(() => done(), done)
  })
}

function changesByPerson(request: FastifyRequest): boolean {
  if (!request.caller?.person) return false
  const { config, url = '' } = routeOf(request)
  return (!SAFE.includes(request.method) || config.changes === true) && url !== OWN && !url.startsWith(`${OWN}/`)
}

/** The object of the call: the id in its path or in its body. Only text in the form of an id. */
function subjectOf({ params, body }: FastifyRequest): string {
  const named = [
    ...Object.values((params ?? {}) as Record<string, unknown>),
    ...['id', 'transaction'].map((name) => field(body, name)),
  ]
  // A card number in the place of an id is not an id, and is stored nowhere.
  const isId = (one: unknown): one is string =>
    typeof one === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(one) && !holdsCardNumber(one)
  return named.find(isId) ?? ''
}

function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}
