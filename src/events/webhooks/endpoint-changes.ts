// A change of a webhook endpoint: answered with the endpoint, once, and recorded on the audit trail.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { requestActor, trailWrite } from '../../accounts/trail/record.ts'
import type { AnswerOnce } from '../../api/idempotency.ts'
import { Failure } from '../../failures.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import type { Write } from '../../store/write.ts'
import { presentEndpoint, type Webhook } from './endpoint-schema.ts'
import { type EndpointChange, type EndpointNeeds, type Extra, openSecret } from './endpoints.ts'
import type { WebhookEndpointRow } from './tables.ts'

/** `work` reads the endpoint anew each time that it is called. */
type Changing = (
  request: FastifyRequest,
  reply: FastifyReply,
  work: (extra: Extra) => Promise<unknown>,
) => Promise<Body>

type Body = { success: true; result: Static<typeof Webhook> }

export function endpointChanges({
  clock,
  atRest,
  once,
}: Pick<EndpointNeeds, 'clock' | 'atRest'> & { once: AnswerOnce }) {
  const bodyOf = (row: WebhookEndpointRow): Body => ({ success: true, result: presentEndpoint(row, clock.now()) })

  /** For the audit trail. */
  const recordOf = (request: FastifyRequest, row: WebhookEndpointRow, { action, before }: EndpointChange): Write =>
    trailWrite(clock, requestActor(request), {
      accountId: row.account_id,
      action,
      subject: row.id,
      before: before && presentEndpoint(before, clock.now()),
      after: action === 'webhook.deleted' ? undefined : presentEndpoint(row, clock.now()),
    })

  /**
   * One change of one endpoint, answered with the endpoint, and with its secret when that is new. The stored answer has the
   * secret sealed, and a repeat with the same key answers it again.
   */
  const changing: Changing = (request, reply, work) =>
    // Of changes at once each keeps what the others have set.
    decide(() => changeOnce(request, reply, work), {
      row: `webhooks ${request.caller.accountId}`,
      again: (error) => isConflict(error) || (error instanceof Failure && error.reason === 'webhook-changed'),
      exhausted: (cause) => new Failure('webhook-changed', { cause }),
    })

  const changeOnce: Changing = async (request, reply, work) => {
    let body: Body | undefined
    const kept = await once(request, reply, async (effect) => {
      await work((row, change) => {
        const { success, result } = bodyOf(row)
        body = { success, result: { ...result, ...(hasNewSecret(change) && { secret: row.sealed_secret }) } }
        return [...effect.answered(body), recordOf(request, row, change)]
      })
      return body as Body
    })
    const { result } = kept
    if (result.secret === undefined) return kept
    return {
      success: true,
      result: {
        ...result,
        secret: openSecret(atRest, { id: result.id, account_id: request.caller.accountId }, result.secret),
      },
    }
  }

  return { bodyOf, changing }
}

const isConflict = conflictOn('webhook_endpoints')

function hasNewSecret({ action }: EndpointChange): boolean {
  return action === 'webhook.created' || action === 'webhook.secret_rotated'
}
