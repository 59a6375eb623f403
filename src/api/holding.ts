// Makes what a request gives to last depend on its caller's power, which may be taken away while the request is under way.
import type { FastifyRequest } from 'fastify'
import type { Failure } from '../failures.ts'
import type { Write } from '../store/write.ts'
import type { Caller } from './caller.ts'
import { routeOf } from './route.ts'

/** What a caller may do, and whether it still may. */
export interface CallerPower {
  /** Writes that make a batch `Unmet` once the caller's power is taken away. */
  held(caller: Caller): Write[]
  /** The refusal of a caller whose power was taken away, with the scope of the call. */
  lost(caller: Caller, scope: string): Promise<Failure | undefined>
}

/** Scopes by which a call gives something that lasts. What only takes away, such as the end of a key, needs no power that lasts. */
const LASTING: readonly unknown[] = ['admin', 'webhooks', 'payouts']

/** The same work, whose batch holds the caller. It fails as any other request of the caller does from then on. */
export function holding<O extends { answered(body: unknown, status?: number, operationId?: string): Write[] }, R>(
  power: CallerPower,
  request: FastifyRequest,
  work: (once: O) => Promise<R>,
): (once: O) => Promise<R> {
  const { access } = routeOf(request).config
  if (!LASTING.includes(access) || request.method === 'DELETE') return work
  const { caller, params } = request
  // A key that rolls itself is held by that, and a batch changes a row once.
  if ((params as { id?: string }).id === caller.credentialId) return work
  const lost = () => power.lost(caller, String(access))
  return async (once) => {
    let tries = 0
    let refusal: Failure | undefined
    const answered: O['answered'] = (...answer) => {
      // Another writer makes a batch be tried again, and so does a lost power, for as long as others are outwaited: so it is looked at beside the next try.
      if (refusal !== undefined) throw refusal
      tries += 1
      if (tries > 1)
        void lost().then(
          (found) => {
            refusal = found
          },
          () => {},
        )
      return [...power.held(caller), ...once.answered(...answer)]
    }
    try {
      return await work({ ...once, answered })
    } catch (error) {
      throw (await lost().catch(() => undefined)) ?? error
    }
  }
}
