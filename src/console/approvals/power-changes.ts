// Changes by which a person takes a key's power, can stop the shop or gives money up: in an account with the rule of second persons, another
// person approves each; what the operator gives up takes two operators in any account. One table, looked at before any of these calls runs. A person is removed by one owner: whoever was broken into must not have to approve it, and
// it gives the remover nothing that needs two.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { requireSecondPerson } from '../../accounts/second-person.ts'
import { scopes, scopesOf } from '../../api/caller.ts'
import { routeOf } from '../../api/route.ts'
import type { App } from '../../api/server.ts'
import { disputeStates } from '../../core/dispute.ts'
import { findDispute } from '../../disputes/find.ts'
import { Failure } from '../../failures.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { mendChanges } from '../mending/decided-by-two.ts'
import { FACTOR_RULE_PATH, isLooserFactorRule } from '../sign-in/factor-rule.ts'
import type { PowerChange } from './power-change-type.ts'

export const powerChanges: readonly PowerChange[] = [
  {
    method: 'DELETE',
    url: '/v1/credentials/:id',
    needs: ['admin'],
    isThere: async (store, request) => (await keyOf(store, request)) !== undefined,
    // A key that only reads stops nothing.
    takes: async (store, request) => {
      const key = await keyOf(store, request)
      return key !== undefined && (key.kind === 'publishable' || key.scopes.some((scope) => scope !== 'read'))
    },
    alsoNeeds: async (store, request) => (await keyOf(store, request))?.scopes ?? [],
  },
  // A webhook that there is not yet is made, and its secret answered.
  { method: 'PUT', url: '/v1/webhook/:id', needs: ['webhooks'], takes: isKnownWebhook },
  { method: 'DELETE', url: '/v1/webhook/:id', needs: ['webhooks'], isThere: isKnownWebhook },
  { method: 'POST', url: '/v1/webhook/:id/pause', needs: ['webhooks'], isThere: isKnownWebhook },
  // The receiver knows notices by the secret: whoever rotates it can forge them, and a day later the old one is wrong.
  {
    method: 'POST',
    url: '/v1/webhook/:id/rotate-secret',
    needs: ['webhooks'],
    isThere: isKnownWebhook,
    isFetched: true,
  },
  {
    method: 'POST',
    url: '/v1/disputes/:dispute/accept',
    needs: ['refund'],
    amountOf: givenUp,
    // Not its evidence, which is about the payer.
    shows: ['reason', 'network', 'network_dispute'],
  },
  ...mendChanges,
  { method: 'PUT', url: '/v1/risk/rules', needs: ['admin'] },
  // Under `free` a repeated request may charge twice; under `unique` a client that always sends the same text charges nobody any more.
  { method: 'PUT', url: '/v1/payment-rules', needs: ['admin'] },
  { method: 'PUT', url: '/v1/refund-rules', needs: ['admin'] },
  { method: 'PUT', url: '/v1/settlement/rules', needs: ['payouts'] },
  { method: 'PUT', url: '/v1/affiliates/rules', needs: ['payouts'] },
  { method: 'PUT', url: FACTOR_RULE_PATH, needs: scopes, takes: isLooserFactorRule },
]

/** The change that a method of a route is; undefined: no such change. */
export function powerChangeOf(method: string, url: string | undefined): PowerChange | undefined {
  return powerChanges.find((one) => one.url === url && one.method === method)
}

/** Refuses such a change of a person alone, with `second-person-needed`. Call it before the first endpoint. */
export function guardPowerChanges(app: App, store: Store): void {
  app.addHook('preHandler', async (request) => {
    if (request.caller?.person === undefined) return
    const change = powerChangeOf(request.method, routeOf(request).url)
    if (change === undefined) return
    if (isApproved(request)) {
      request.caller = { ...request.caller, isApproved: true }
      return
    }
    if (change.amountOf !== undefined) return
    if (change.takes !== undefined && !(await change.takes(store, request))) return
    if (change.ofOperator) throw new Failure('second-person-needed')
    await requireSecondPerson(store, request.caller.accountId, request.caller.person)
  })
}

const MARK = 'cobro-approved'

/** Approved changes that this process carries out now, by a secret that never leaves it. */
const underWay = new Map<string, string>()

const nameOf = (accountId: string, method: string, path: string) => `${accountId} ${method} ${path}`

/** Runs `work` with the headers by which this process knows an approved change again. */
export async function asApproved<R>(
  { accountId, method, path }: { accountId: string; method: string; path: string },
  work: (headers: Record<string, string>) => Promise<R>,
): Promise<R> {
  const secret = randomBytes(32).toString('hex')
  underWay.set(secret, nameOf(accountId, method, path))
  try {
    return await work({ [MARK]: secret })
  } finally {
    underWay.delete(secret)
  }
}

function isApproved(request: FastifyRequest): boolean {
  const secret = request.headers[MARK]
  if (typeof secret !== 'string') return false
  return underWay.get(secret) === nameOf(request.caller.accountId, request.method, request.url)
}

/** The money of a dispute that is accepted. Fails with `resource-unknown` and `dispute-closed`. */
async function givenUp(store: Store, { caller, params }: FastifyRequest): Promise<number> {
  const { dispute: disputeId } = params as { dispute: string }
  const dispute = await findDispute(store, { accountId: caller.accountId, disputeId })
  if (!disputeStates[dispute.state].isOpen) throw new Failure('dispute-closed')
  return dispute.amount_centavos
}

async function keyOf({ db }: Store, request: FastifyRequest) {
  const row = await rowOf(db, 'credentials', { id: idOf(request), account_id: request.caller.accountId }, [
    'kind',
    'scopes',
  ])
  return row && { kind: row.kind, scopes: scopesOf(row.scopes) }
}

async function isKnownWebhook({ db }: Store, request: FastifyRequest): Promise<boolean> {
  const id = idOf(request)
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('account_id', '=', request.caller.accountId)
    .where((eb) => eb.or([eb('id', '=', id), eb('alias', '=', id)]))
    .executeTakeFirst()
  return row !== undefined
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id?: string }).id ?? ''
}
