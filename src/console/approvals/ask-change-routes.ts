// Requests of a person for a change that takes power or can stop the shop: the call is kept as it is, and made once it is approved.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { secondPersonAbove } from '../../accounts/second-person.ts'
import { requestActor, trailWrite } from '../../accounts/trail/record.ts'
import { Id } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import { routeOf } from '../../api/route.ts'
import type { App } from '../../api/server.ts'
import { Failure } from '../../failures.ts'
import { moved } from '../../store/moves.ts'
import { update } from '../../store/write.ts'
import { notOpen } from '../mending/actions.ts'
import { approvalMoves } from '../moves.ts'
import type { ConsoleNeeds } from '../needs.ts'
import type { ApprovalRow } from '../tables.ts'
import { approvalRecord, endOthers, isGone, overWhenDecided } from './ask-and-decide.ts'
import { ASK_PATH, Kept, keeper } from './ask-routes.ts'
import type { PowerChange } from './power-change-type.ts'
import { asApproved, powerChangeOf, powerChanges } from './power-changes.ts'
import { approvalOf } from './rows.ts'
import { askedOf } from './stored-request.ts'

const hide = { hide: true }
/** The method of the call that is asked for. */
const METHOD = 'cobro-asked-method'
const MAX_BYTES = 64 * 1024

export function askChangeRoutes(app: App, needs: ConsoleNeeds & RouteNeeds): void {
  const ask = changeAsker(app, needs)
  for (const url of new Set(powerChanges.map((one) => one.url))) {
    const name = /:(\w+)/.exec(url)?.[1]
    const params = name === undefined ? {} : { params: Type.Object({ [name]: Id }) }
    const asked = powerChanges.find((one) => one.url === url)?.body
    const body = asked === undefined ? {} : { body: asked }
    app.post(
      `${ASK_PATH}${url.slice('/v1'.length)}`,
      { config: { access: 'person' }, schema: { ...hide, ...params, ...body, response: Kept } as never },
      ask,
    )
  }
}

/** Keeps the request for the change whose path follows `ASK_PATH`. */
function changeAsker(app: App, needs: ConsoleNeeds & RouteNeeds) {
  const { store } = needs
  const keep = keeper(needs)
  return (request: FastifyRequest, reply: FastifyReply) =>
    keep(request, reply, async () => {
      const method = String(request.headers[METHOD] ?? 'PUT')
      const url = `/v1${routeOf(request).url?.slice(ASK_PATH.length)}`
      const change = powerChangeOf(method, url)
      if (change === undefined) throw new Failure('approval-over')
      if (change.ofOperator && !request.caller.person?.operator) throw new Failure('role-missing')
      const mending = await change.mends?.(needs, request).catch(notOpen)
      // What the person could not ask for at all needs nobody's approval.
      if (!change.needs.every((scope) => request.caller.scopes.includes(scope))) throw new Failure('role-missing')
      // Nobody is mailed about a thing that is not there.
      if (change.isThere !== undefined && !(await change.isThere(store, request))) throw new Failure('resource-unknown')
      const isOne = change.takes === undefined || (await change.takes(store, request))
      const isRuled = change.ofOperator || (await secondPersonAbove(store, request.caller.accountId)) !== null
      if (!isOne || !isRuled) throw new Failure('approval-over')
      const body = method === 'DELETE' ? undefined : (request.body ?? {})
      if (JSON.stringify(body ?? {}).length > MAX_BYTES) throw new Failure('body-too-large')
      const path = calledPath(url, request.params)
      const alsoNeeds = [...change.needs, ...((await change.alsoNeeds?.(store, request)) ?? [])]
      const amountCentavos = mending?.amountCentavos ?? ((await change.amountOf?.(store, request)) || null)
      const { isFetched, ofOperator } = change
      const was = mending === undefined ? await readBefore(app, request, { path, shows: change.shows }) : undefined
      const asked = {
        ...({ kind: 'change', method, path, body } as const),
        ...(isFetched && { fetched: isFetched }),
        ...(ofOperator && { ofOperator }),
        ...(mending && { mends: mending.mends }),
        ...(was !== undefined && { was }),
      }
      return { asked, subject: path, amountCentavos, alsoNeeds }
    })
}

/** What a change is about, as its author reads it: the thing of its path. Undefined when it cannot be read. */
async function readBefore(
  app: App,
  { headers, ip }: FastifyRequest,
  { path, shows }: { path: string; shows: PowerChange['shows'] },
): Promise<unknown> {
  const { cookie = '', 'accept-language': language = '', host = '' } = headers
  const answer = await app.inject({
    method: 'GET',
    url: path.replace(/\/(pause|rotate-secret|accept)$/, ''),
    remoteAddress: ip,
    headers: { cookie, 'accept-language': language, host },
  })
  if (answer.statusCode !== 200) return undefined
  const { result } = answer.json() as { result: Record<string, unknown> }
  return shows === undefined ? result : Object.fromEntries(shows.map((name) => [name, result[name]]))
}

/** A path as every client would write it, so that equal calls are equal. Sample: `/v1/credentials/:id` with `{ id: 'crd_1' }` is `/v1/credentials/crd_1`. */
function calledPath(url: string, params: unknown): string {
  const values = params as Readonly<Record<string, string>>
  return url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** The answer of the call itself, as it came. */
interface CallAnswer {
  isDone: boolean
  status: number
  body: unknown
}

/**
 * Makes an approved call, as the person of the request and under a key of its own, so that it is made once. Without success the request waits again, or ends when nothing is left
 * to do.
 */
export async function carryOutChange(
  app: App,
  { store, clock }: ConsoleNeeds & RouteNeeds,
  request: FastifyRequest,
  row: ApprovalRow,
): Promise<CallAnswer> {
  const asked = askedOf(row)
  if (asked.kind !== 'change') throw new Error(`${row.id} is no change`)
  const { id, account_id: accountId } = row
  const { method, path, body } = asked
  const { 'content-length': _, 'transfer-encoding': _encoding, ...rest } = request.headers
  const answer = await asApproved({ accountId, method, path }, (mark) =>
    app.inject({
      method: method as 'PUT',
      url: path,
      remoteAddress: request.ip,
      headers: { ...rest, ...mark, 'idempotency-key': `approval-${id}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body ?? {}),
    }),
  )
  const isDone = answer.statusCode < 300
  const answered = answer.json()
  const by = requestActor(request)
  const ended = (
    from: 'approved' | 'asked' | 'gone',
    change: Partial<ApprovalRow>,
    action: 'approval.done' | 'approval.gone' | undefined,
  ) =>
    store.commit([
      update('approvals', change, { id, account_id: accountId, state: from }),
      ...(action === undefined
        ? []
        : [trailWrite(clock, by, { accountId, action, subject: id, after: approvalRecord(row) })]),
    ])
  if (isDone) {
    const { decided_by, decided_name, decided_at, subject: result } = row
    const end = (from: 'approved' | 'asked' | 'gone') =>
      ended(
        from,
        { state: moved(approvalMoves, from, 'done'), result, decided_by, decided_name, decided_at },
        'approval.done',
      )
    await end('approved').catch(async (error: unknown) => {
      // Somebody approved it at the same time, and was refused because it is done: so it waits again, or has ended.
      const { state } = await approvalOf(store, accountId, id)
      return state === 'asked' || state === 'gone' ? end(state) : overWhenDecided(store, row, error)
    })
    await endOthers({ store, clock }, by, row)
  } else {
    const undecided = { decided_by: null, decided_name: '' }
    const isOver = isGone(answered.error?.reason)
    const change = isOver
      ? { ...undecided, state: moved(approvalMoves, 'approved', 'gone'), decided_at: clock.now() }
      : { ...undecided, state: moved(approvalMoves, 'approved', 'asked'), decided_at: null }
    await ended('approved', change, isOver ? 'approval.gone' : undefined).catch((error: unknown) =>
      overWhenDecided(store, row, error),
    )
  }
  return { isDone, status: answer.statusCode, body: answered }
}
