// Requests of a person that another approves: the bodies of the calls themselves, checked in the same way, stored instead of carried out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { NewCredential, Roll } from '../../accounts/credential-schema.ts'
import { ownCredential, readCredentialRequest, STANDARD_GRACE_HOURS } from '../../accounts/make-credential.ts'
import { secondPersonAbove } from '../../accounts/second-person.ts'
import { requestActor } from '../../accounts/trail/record.ts'
import { languageOf } from '../../api/answer.ts'
import { scopesOf } from '../../api/caller.ts'
import { answer, Id, NoBody } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { optionalClabe } from '../../core/banks/clabe.ts'
import { Failure } from '../../failures.ts'
import { finder } from '../../operations/find.ts'
import { checkAllowed } from '../../operations/reversal/reverse.ts'
import { quoteRefund } from '../../refunds/quote.ts'
import { RefundBody, RetryBody, readBody } from '../../refunds/request.ts'
import { checkUnsent } from '../../refunds/retry.ts'
import { findRefund } from '../../refunds/search.ts'
import { readAccount, wayOf } from '../../refunds/way.ts'
import type { Operation } from '../../store/operation.ts'
import { checkRetry } from '../../transfers/retry.ts'
import { RetryBody as TransferRetryBody } from '../../transfers/routes.ts'
import { findTransfer } from '../../transfers/search.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { keepsPeople } from '../people/roles.ts'
import type { ApprovalRow } from '../tables.ts'
import { askSecond } from './ask-and-decide.ts'
import { isLooser } from './second-person.ts'
import { RuleBody, readAmount } from './second-person-routes.ts'

type Wanted = Parameters<typeof askSecond>[3]

export const ASK_PATH = '/v1/console/ask'
const path = ASK_PATH
const hide = { hide: true }
export const Kept = answer(Type.Object({ approval: Type.String(), expires_at: Type.String() }))
const operationParams = Type.Object({ id: Id })

/** Stores the request of a call, once, and answers the request that waits. */
export function keeper(needs: ConsoleNeeds & RouteNeeds) {
  return (request: FastifyRequest, reply: FastifyReply, wanted: () => Promise<Wanted>) =>
    needs.once(request, reply, async (effect) => {
      const shown = ({ id, expires_at }: ApprovalRow) => ({ success: true, result: { approval: id, expires_at } })
      const by = requestActor(request)
      return shown(await askSecond(needs, request.caller, by, await wanted(), (row) => effect.answered(shown(row))))
    })
}

export function askRoutes(app: App, needs: ConsoleNeeds & RouteNeeds): void {
  const { store, refunds } = needs
  const keep = keeper(needs)

  app.post(
    `${path}/operations/:id/refunds`,
    { config: { access: 'refund' }, schema: { ...hide, params: operationParams, body: RefundBody, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const { accountId, operator } = request.caller
        const operationId = request.params.id
        const wanted = readBody(request.body)
        const { operation, parts } = await quoteRefund(refunds, { accountId, operationId, ...wanted })
        const amountCentavos = parts.amount_centavos
        await wayOf(refunds, operation, { amountCentavos, destination: wanted.destination })
        const asked = { ...wanted, kind: 'refund', operation: operation.id, amountCentavos, operator } as const
        return { asked: { ...asked, language: languageOf(request) }, subject: operation.id, amountCentavos }
      }),
  )

  app.post(
    `${path}/operations/apply-reversal/:id`,
    { config: { access: 'refund' }, schema: { ...hide, params: operationParams, body: NoBody, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const operation = await finder(store).byId(request.caller.accountId, request.params.id)
        if (operation === undefined) throw new Failure('resource-unknown')
        refuseReversal(needs, operation)
        const asked = { kind: 'reversal', operation: operation.id } as const
        return { asked, subject: operation.id, amountCentavos: operation.total_centavos }
      }),
  )

  app.post(
    `${path}/refunds/:refund/retry`,
    {
      config: { access: 'refund' },
      schema: { ...hide, params: Type.Object({ refund: Id }), body: RetryBody, response: Kept },
    },
    async (request, reply) =>
      keep(request, reply, async () => {
        const { accountId } = request.caller
        const refund = await findRefund(store, { accountId, refundId: request.params.refund })
        checkUnsent(refund)
        const destination = request.body.destination ?? {}
        readAccount(destination)
        const asked = { kind: 'retry', refund: refund.id, destination } as const
        return { asked, subject: refund.id, amountCentavos: refund.amount_centavos }
      }),
  )

  app.post(
    `${path}/transfers/:transfer/retry`,
    {
      config: { access: 'refund' },
      schema: { ...hide, params: Type.Object({ transfer: Id }), body: TransferRetryBody, response: Kept },
    },
    async (request, reply) =>
      keep(request, reply, async () => {
        const { accountId } = request.caller
        const transfer = await findTransfer(store, { accountId, transferId: request.params.transfer })
        const clabe = optionalClabe(request.body.clabe) ?? transfer.destination
        const beneficiary = request.body.beneficiary || undefined
        checkRetry(transfer, { clabe, beneficiary })
        const asked = { kind: 'transfer', transfer: transfer.id, clabe, beneficiary } as const
        return { asked, subject: transfer.id, amountCentavos: transfer.amount_centavos }
      }),
  )

  app.post(
    `${path}/credentials`,
    { config: { access: 'admin' }, schema: { ...hide, body: NewCredential, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const wanted = readCredentialRequest(needs, request.caller, request.body)
        return { asked: { kind: 'credential', request: wanted }, subject: '', amountCentavos: null }
      }),
  )

  app.post(
    `${path}/credentials/:id/roll`,
    { config: { access: 'admin' }, schema: { ...hide, params: operationParams, body: Roll, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const row = await ownCredential(needs, request.caller, request.params.id)
        const graceHours = request.body.grace_hours ?? STANDARD_GRACE_HOURS
        const asked = { kind: 'roll', credential: row.id, appKey: row.app_key, graceHours } as const
        return { asked, subject: row.id, amountCentavos: null, alsoNeeds: scopesOf(row.scopes) }
      }),
  )

  app.post(
    `${path}/console/second-person`,
    { config: { access: 'person' }, schema: { ...hide, body: RuleBody, response: Kept } },
    async (request, reply) =>
      keep(request, reply, async () => {
        const { accountId, person } = request.caller
        if (!keepsPeople(person?.role ?? '')) throw new Failure('role-missing')
        const centavos = readAmount(request.body.above)
        const before = await secondPersonAbove(store, accountId)
        if (!isLooser({ before, centavos })) throw new Failure('approval-over')
        return { asked: { kind: 'rule', centavos, before }, subject: accountId, amountCentavos: null }
      }),
  )
}

/** Fails for what can be seen to be impossible already, as the reversal itself would. */
function refuseReversal({ clock, reversalWindow: window }: ConsoleNeeds & RouteNeeds, operation: Operation): void {
  const { status, refunded_centavos, disputed_centavos } = operation
  if (status !== 'paid' && status !== 'pending') throw new Failure('reversal-of-unpaid')
  if (refunded_centavos > 0) throw new Failure('reversal-of-refunded')
  if (disputed_centavos > 0) throw new Failure('reversal-of-disputed')
  checkAllowed({ clock, window }, operation)
}
