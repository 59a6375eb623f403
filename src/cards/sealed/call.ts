// Shared by all calls with a sealed message: one envelope has one outcome, with any Idempotency-Key.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FirstAnswer, Once, RunningRequest } from '../../api/idempotency.ts'
import type { RouteNeeds } from '../../api/room.ts'
import { Failure, type FailureReason, type LastingReason } from '../../failures.ts'
import { conditionHeld, conflictOn } from '../../store/decide.ts'
import { declineFailure } from '../../vault/declined.ts'
import type { EnvelopeClaim } from '../../vault/envelope-claims.ts'

interface SealedCall<R> {
  claim: EnvelopeClaim
  /** The content of the message, without what may not be stored. */
  content: unknown
  /** Makes the effect, unless this envelope has already made it. Settles the claim in the batch of the effect. */
  work(once: Once): Promise<R>
  /** The id of the result of an earlier request with the same Idempotency-Key and another envelope. */
  idOf(first: FirstAnswer): string | null | undefined
  /** Ends an earlier request with the same Idempotency-Key that has begun its effect and has no answer, if nobody else will. */
  onRunning?(first: RunningRequest): Promise<void>
  /** Refusals that depend on more than the message. They are stored, because a repeat could be answered differently. */
  refusals: readonly LastingReason[]
}

/** Answers a request whose envelope is open. A refusal of `refusals` stays the answer of this envelope; its repeats are marked, as those of an effect. */
export async function answerSealed<R>(
  { store, once }: Pick<RouteNeeds, 'store' | 'once'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { claim, content, work, idOf, onRunning, refusals }: SealedCall<R>,
): Promise<R> {
  const isKept = (reason: FailureReason) => refusals.some((one) => one === reason)
  /** False when another request with the same envelope was quicker. */
  const settle = async (outcome: string): Promise<boolean> => {
    if ((await claim.outcome()) !== undefined) return false
    const isFirst = await conditionHeld(store.commit([claim.settle(outcome)]), conflictOn('envelope_claims'))
    if (isFirst) claim.settled()
    return isFirst
  }
  const onReplay = async (first: FirstAnswer) => {
    const id = idOf(first)
    if (id) await settle(id)
  }
  for (let attempt = 1; ; attempt += 1) {
    const refusal = refusalIn(await claim.outcome())
    if (refusal !== undefined) {
      reply.header('idempotent-replayed', 'true')
      throw refusal
    }
    try {
      return await once(request, reply, work, content, { onReplay, ...(onRunning && { onRunning }) })
    } catch (error) {
      if (!(error instanceof Failure && isKept(error.reason) && error.options.fields === undefined)) throw error
      // If another request with the same envelope has settled the claim meanwhile, its outcome is the answer.
      if ((await settle(outcomeOf(error))) || attempt > 1) throw error
    }
  }
}

/** The id of an envelope's result; undefined while it has none. Throws the refusal of its first request. */
export async function madeBy(claim: EnvelopeClaim): Promise<string | undefined> {
  const outcome = await claim.outcome()
  const refusal = refusalIn(outcome)
  if (refusal !== undefined) throw refusal
  return outcome
}

const REFUSED = 'refused '

/** `refused token-used`, `refused payment-declined 82`. Nothing of the message is in it. */
function outcomeOf({ reason, options }: Failure): string {
  return `${REFUSED}${[reason, options.detail?.code].filter((part) => part !== undefined).join(' ')}`
}

function refusalIn(outcome: string | undefined): Failure | undefined {
  if (!outcome?.startsWith(REFUSED)) return undefined
  const [reason = '', code] = outcome.slice(REFUSED.length).split(' ')
  return code === undefined ? new Failure(reason as LastingReason) : declineFailure(code)
}
