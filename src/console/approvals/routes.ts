// Requests that a second person approves: listed, approved, refused, withdrawn; and a key of such a request, which its author fetches.
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { presentCredential } from '../../accounts/credential-schema.ts'
import { makeCredential, ownCredential, refuseExcess, rollOwn } from '../../accounts/make-credential.ts'
import type { CredentialRow } from '../../accounts/tables.ts'
import { requestActor, trailWrite } from '../../accounts/trail/record.ts'
import { answer, bareAnswer, choice, freeText, Id, NoBody, orNull, strictObject } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { approvalKinds } from '../../core/approval.ts'
import { formatAmount } from '../../core/money.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { owedByUser } from '../../payouts/affiliates/registry.ts'
import { moved } from '../../store/moves.ts'
import { update } from '../../store/write.ts'
import { openIdOf } from '../mending/item-kinds.ts'
import { approvalMoves } from '../moves.ts'
import type { ConsoleNeeds } from '../needs.ts'
import type { ApprovalRow } from '../tables.ts'
import { type DisputeReport, disputeReportsOf } from '../views/dispute-reports.ts'
import { approvalRecord, decidable, decision, overWhenDecided, personOf, waits } from './ask-and-decide.ts'
import { carryOutChange } from './ask-change-routes.ts'
import { approve } from './carry-out.ts'
import { approvalOf, approvalsOf } from './rows.ts'
import { type Asked, AskedShown, askedOf, isFetched, maySee, powerOf, presentAsked } from './stored-request.ts'

const path = '/v1/console/approvals'
const config = { access: 'person' } as const
const hide = { hide: true }
const params = Type.Object({ id: Id })
/** A credential with its secret, or what the call answers that was approved. */
const Fetched = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const Approval = Type.Object(
  {
    id: Type.String(),
    kind: choice(approvalKinds),
    subject: Type.String(),
    amount: orNull(Type.String()),
    asked: AskedShown,
    owed: orNull(
      Type.String({
        description:
          'What the next payout would send to the affiliate’s account; null where it does not apply, or no longer',
      }),
    ),
    left: orNull(
      Type.String({
        description: 'What is left now of the payment of a dispute; null where it does not apply, or no longer',
      }),
    ),
    status: Type.String(),
    asked_by: Type.String(),
    asked_at: Type.String(),
    expires_at: Type.String(),
    decided_by: Type.String(),
    decided_at: orNull(Type.String()),
    reason: Type.String(),
    result: Type.String({ description: 'The id of what was made; empty before' }),
    mine: Type.Boolean(),
    may_decide: Type.Boolean(),
    may_resume: Type.Boolean(),
    may_fetch: Type.Boolean(),
  },
  { title: 'Approval' },
)

export function approvalRoutes(app: App, needs: ConsoleNeeds & RouteNeeds): void {
  const { store, clock } = needs

  const presented = (
    request: FastifyRequest,
    row: ApprovalRow,
    owed?: Map<string, number>,
    disputed?: Map<string, DisputeReport>,
  ): Static<typeof Approval> => {
    const asked = askedOf(row)
    const isMine = row.asked_by === personOf(request.caller).id
    const isOpen = row.expires_at > clock.now()
    const isLost = !isOpen && (row.state === 'asked' || (row.state === 'approved' && isFetched(asked)))
    return {
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      amount: row.amount_centavos === null ? null : formatAmount(row.amount_centavos),
      asked: presentAsked(asked),
      owed: owed !== undefined && 'user' in asked && waits(row, clock) ? formatAmount(owed.get(asked.user) ?? 0) : null,
      left: waits(row, clock) ? leftNow(disputed?.get(disputeReportIn(asked) ?? '')) : null,
      status: isLost ? 'expired' : row.state,
      asked_by: row.asked_name,
      asked_at: mexicoCityTime(row.created_at),
      expires_at: mexicoCityTime(row.expires_at),
      decided_by: row.decided_name,
      decided_at: row.decided_at === null ? null : mexicoCityTime(row.decided_at),
      reason: row.reason,
      result: row.result,
      mine: isMine,
      may_decide: !isMine && waits(row, clock) && maySee(row, powerOf(request.caller)),
      may_resume:
        !isMine &&
        (row.kind === 'reversal' || (row.kind === 'change' && !isFetched(asked))) &&
        row.state === 'approved' &&
        maySee(row, powerOf(request.caller)),
      may_fetch: isMine && isFetched(asked) && row.state === 'approved' && isOpen,
    }
  }

  app.get(
    path,
    { config, schema: { ...hide, response: answer(Type.Object({ approvals: Type.Array(Approval) })) } },
    async (request) => {
      const rows = await approvalsOf(store, request.caller.accountId, clock.now())
      const own = personOf(request.caller).id
      const seen = rows.filter((row) => row.asked_by === own || maySee(row, powerOf(request.caller)))
      const waiting = seen.filter((row) => waits(row, clock)).map(askedOf)
      const users = waiting.flatMap((asked) => ('user' in asked ? asked.user : []))
      const reports = waiting.flatMap((asked) => disputeReportIn(asked) ?? [])
      const [owed, disputed] = await Promise.all([
        owedByUser(store, request.caller.accountId, users),
        disputeReportsOf(store, reports),
      ])
      return { success: true, result: { approvals: seen.map((row) => presented(request, row, owed, disputed)) } }
    },
  )

  app.post(
    `${path}/:id/approve`,
    { config, schema: { ...hide, params, body: NoBody, response: answer(Approval) } },
    async (request, reply) => {
      const row = await approve(needs, request.caller, requestActor(request), request.params.id)
      if (row.kind !== 'change' || row.state !== 'approved' || isFetched(askedOf(row)))
        return { success: true, result: presented(request, row) }
      const { isDone, status, body } = await carryOutChange(app, needs, request, row)
      if (!isDone) return reply.code(status as 200).send(body as never)
      const done = await approvalOf(store, request.caller.accountId, row.id)
      return { success: true, result: presented(request, done) }
    },
  )

  app.post(
    `${path}/:id/refuse`,
    {
      config,
      schema: { ...hide, params, body: strictObject({ reason: Type.Optional(freeText(250)) }), response: bareAnswer },
    },
    async (request) => {
      const { caller, body } = request
      const row = await decidable(needs, caller, request.params.id)
      const refused = { to: 'refused', reason: body.reason?.trim() ?? '' } as const
      await store
        .commit(decision(needs, caller, requestActor(request), row, refused))
        .catch((error: unknown) => overWhenDecided(store, row, error))
      return { success: true }
    },
  )

  app.delete(`${path}/:id`, { config, schema: { ...hide, params, response: bareAnswer } }, async (request) => {
    const { caller } = request
    const { accountId } = caller
    const row = await approvalOf(store, accountId, request.params.id)
    if (row.asked_by !== personOf(caller).id) throw new Failure('role-missing')
    const { id, state } = row
    if (state !== 'asked' && !(state === 'approved' && isFetched(askedOf(row)))) throw new Failure('approval-over')
    const set = { state: moved(approvalMoves, state, 'withdrawn'), decided_at: clock.now() }
    const entry = { accountId, action: 'approval.withdrawn', subject: id, after: approvalRecord(row) } as const
    await store
      .commit([
        update('approvals', set, { id, account_id: accountId, state }),
        trailWrite(clock, requestActor(request), entry),
      ])
      .catch((error: unknown) => overWhenDecided(store, row, error))
    return { success: true }
  })

  app.post(
    `${path}/:id/key`,
    { config: { access: 'admin' }, schema: { ...hide, params, body: NoBody, response: answer(Fetched) } },
    async (request, reply) => {
      const { caller } = request
      const row = await approvalOf(store, caller.accountId, request.params.id)
      if (row.asked_by !== personOf(caller).id) throw new Failure('role-missing')
      if (row.state !== 'approved' || row.expires_at <= clock.now() || !isFetched(askedOf(row)))
        throw new Failure('approval-over')
      if (row.kind === 'change') {
        const { status, body } = await carryOutChange(app, needs, request, row)
        return reply.code(status as 200).send(body as never)
      }
      const by = requestActor(request)
      const asked = askedOf(row)
      const used = ({ id }: CredentialRow) => [
        update(
          'approvals',
          { state: moved(approvalMoves, 'approved', 'done'), result: id },
          { id: row.id, account_id: row.account_id, state: 'approved' },
        ),
        trailWrite(clock, by, {
          accountId: row.account_id,
          action: 'approval.done',
          subject: row.id,
          after: { ...approvalRecord(row), decided_by: row.decided_name, result: id },
        }),
      ]
      const over = (error: unknown) => overWhenDecided(store, row, error)
      const make = async () => {
        switch (asked.kind) {
          case 'credential':
            if (asked.request.expiresAt !== null && asked.request.expiresAt <= clock.now())
              throw new Failure('approval-over')
            // The author may have fewer permissions by now than at the request.
            refuseExcess(caller, asked.request.scopes)
            return makeCredential(needs, caller, asked.request, by, used)
          case 'roll':
            return rollOwn(needs, await ownCredential(needs, caller, asked.credential), asked.graceHours, by, used)
          default:
            throw new Failure('approval-over')
        }
      }
      const made = await make().catch(over)
      const shown = presentCredential(made.row, clock.now())
      return { success: true, result: { ...shown, ...(made.secret !== '' && { app_secret: made.secret }) } }
    },
  )
}

/** The kept report whose dispute a request opens for what is left. */
function disputeReportIn(asked: Asked): string | undefined {
  return asked.kind === 'change' && asked.mends?.act === 'open' ? openIdOf(asked.path) : undefined
}

function leftNow(report: DisputeReport | undefined): string | null {
  return report === undefined ? null : formatAmount(report.leftCentavos)
}
