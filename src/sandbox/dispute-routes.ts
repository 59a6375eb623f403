// The sandbox's calls that play the cardholder's bank: dispute a card payment, and decide. Absent in production.
import Type from 'typebox'
import { amount, answer, describedAs, describedId, freeText, Id, optionalText, strictObject } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { type DisputeStage, disputeStageNames, mayDisputeMove } from '../core/dispute.ts'
import { type DisputeScheme, disputeSchemeOf } from '../core/dispute-reasons.ts'
import { parseAmount } from '../core/money.ts'
import { DAY_MS, instantOf, mexicoCityTime, plusDuration } from '../core/time.ts'
import { disputesOf, findDispute } from '../disputes/find.ts'
import { Dispute, presentDispute, DisputeStage as Stage } from '../disputes/present.ts'
import type { DisputeRow } from '../disputes/tables.ts'
import { Failure, invalidField } from '../failures.ts'
import { finder } from '../operations/find.ts'
import { isCharge } from '../store/operation.ts'
import { insert } from '../store/write.ts'
import type { SandboxNeeds } from './needs.ts'
import { decideOn, planOf, reportOf } from './play-disputes.ts'
import type { SandboxDisputeRow } from './tables.ts'

const LONGEST_MS = 366 * DAY_MS

/** The bank's text when the request has none. */
const usualReasons: Record<DisputeScheme, Record<DisputeStage, string>> = {
  visa: { retrieval: '33', chargeback: '10.4', arbitration: '10.4' },
  mastercard: { retrieval: '6341', chargeback: '4837', arbitration: '4837' },
  other: { retrieval: 'R01', chargeback: 'C01', arbitration: 'C01' },
}

const ReasonCode = Type.Refine(
  freeText(20, { description: 'A code of the card’s network', examples: ['13.1'] }),
  (text) => /^[A-Za-z0-9.-]*$/.test(text),
  () =>
    JSON.stringify({
      problem: [
        'debe tener solo letras sin acento, dígitos, puntos y guiones, como 13.1',
        'must have only letters without accents, digits, points and hyphens, such as 13.1',
      ],
    }),
)

const DisputeBody = strictObject(
  {
    transaction: describedId({ description: 'The card payment that is disputed' }),
    stage: Type.Optional(
      Type.Union(
        disputeStageNames.map((stage) => Type.Literal(stage)),
        { description: 'chargeback when left out', ...describedAs(Stage) },
      ),
    ),
    reason_code: Type.Optional(Type.Union([ReasonCode, Type.Null()])),
    amount: Type.Optional(amount({ description: 'All that is left of the payment when left out' })),
    respond_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 120, description: 'Days to answer; 20 when left out', examples: [20] }),
    ),
    after: optionalText(40, {
      description: 'An ISO 8601 duration of at most a year; at once when left out',
      examples: ['P2D'],
    }),
    outcome: Type.Optional(
      Type.Union([Type.Literal('won'), Type.Literal('lost')], {
        description: 'How the bank decides three days after it has evidence; it waits for a call when left out',
      }),
    ),
  },
  { title: 'SandboxDisputeRequest' },
)

const Planned = Type.Object(
  {
    dispute: Type.Union([Dispute, Type.Null()], { description: 'null while it is still to come' }),
    opens_at: Type.String({ description: 'When the bank opens it' }),
  },
  { title: 'SandboxDisputePlanned' },
)

export function sandboxDisputeRoutes(app: App, needs: SandboxNeeds & RouteNeeds): void {
  const { store, clock } = needs
  const { byId } = finder(store)

  app.post(
    '/v1/sandbox/disputes',
    {
      config: { access: 'admin', refusals: ['resource-unknown', 'dispute-not-possible', 'dispute-existing'] },
      schema: {
        tags: ['Sandbox'],
        summary: 'Play the bank that disputes a card payment',
        description:
          'Now or after some time of the service’s clock, and reported as an acquirer reports it. The same request again answers the same dispute. The ' +
          'cards of the README do it without a call.',
        body: DisputeBody,
        response: answer(Planned, 'The dispute, or when the bank will open it'),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        const { transaction, stage = 'chargeback', respond_days: respondDays = 20, after, outcome = '' } = request.body
        const operation = await byId(request.caller.accountId, transaction)
        if (operation === undefined) throw new Failure('resource-unknown')
        if (!isCharge(operation)) throw new Failure('dispute-not-possible')
        const reasonCode = request.body.reason_code || usualReasons[disputeSchemeOf(operation.card_brand)][stage]
        const amountCentavos = readAmount(request.body.amount)
        const opensAt = after ? readAfter(clock.epochMs(), after) : clock.now()
        const plan = planOf(clock, operation, { stage, reasonCode, amountCentavos, respondDays, outcome, opensAt })
        if (after) {
          const body = bodyOf(undefined, opensAt)
          await store.commit([insert('sandbox_disputes', plan), ...effect.answered(body)])
          return body
        }
        const dispute = (await sameAs(needs, plan)) ?? (await openNow(needs, operation, plan))
        const body = bodyOf(dispute, dispute.opened_at)
        // The report is written already, and is not repeated.
        const writes = effect.answered(body)
        if (writes.length > 0) await store.commit(writes)
        return body
      }),
  )

  app.post(
    '/v1/sandbox/disputes/:dispute',
    {
      config: { access: 'admin', refusals: ['dispute-outcome'] },
      schema: {
        operationId: 'decideSandboxDispute',
        tags: ['Sandbox'],
        summary: 'Play the bank that decides on a dispute',
        description: 'For the merchant or for the cardholder, at once, and reported as an acquirer reports it.',
        params: Type.Object({ dispute: Id }),
        body: strictObject(
          {
            outcome: Type.Union([Type.Literal('won'), Type.Literal('lost')], {
              description: 'won: for the merchant; lost: for the cardholder',
            }),
          },
          { title: 'SandboxDisputeOutcome' },
        ),
        response: answer(Dispute, 'The dispute, won or lost'),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        const wanted = { accountId: request.caller.accountId, disputeId: request.params.dispute }
        const before = await findDispute(store, wanted)
        const { outcome } = request.body
        if (before.state !== outcome && !mayDisputeMove(before.state, outcome))
          throw new Failure('dispute-outcome', { values: { status: before.state } })
        const verdict = await decideOn(needs, before, outcome)
        const dispute = await findDispute(store, wanted)
        if (verdict === 'contradiction') throw new Failure('dispute-outcome', { values: { status: dispute.state } })
        const body = { success: true, result: presentDispute(dispute) }
        const writes = effect.answered(body)
        if (writes.length > 0) await store.commit(writes)
        return body
      }),
  )
}

function bodyOf(dispute: DisputeRow | undefined, opensAt: string) {
  const result = { dispute: dispute === undefined ? null : presentDispute(dispute), opens_at: mexicoCityTime(opensAt) }
  return { success: true, result }
}

function readAmount(amount: unknown): number | undefined {
  if (amount === undefined) return undefined
  const read = parseAmount(amount)
  if ('problem' in read) throw invalidField('amount', `amount ${read.problem[0]}`, `amount ${read.problem[1]}`)
  if (read.centavos === 0) throw invalidField('amount', 'amount debe ser mayor que 0', 'amount must be more than 0')
  return read.centavos
}

function readAfter(nowMs: number, after: string): string {
  const dueMs = plusDuration(nowMs, after)
  if (dueMs === undefined || dueMs < nowMs || dueMs > nowMs + LONGEST_MS) {
    const [es, en] = [
      'una duración ISO 8601 de hasta un año, como P2D',
      'an ISO 8601 duration of at most a year, such as P2D',
    ]
    throw invalidField('after', `after debe ser ${es}`, `after must be ${en}`)
  }
  return instantOf(dueMs)
}

/** The dispute that an equal call has opened earlier. */
async function sameAs({ store }: SandboxNeeds & RouteNeeds, plan: SandboxDisputeRow): Promise<DisputeRow | undefined> {
  const all = await disputesOf(store, { id: plan.operation_id, account_id: plan.account_id })
  const same = all.find(({ stage }) => stage === plan.stage)
  if (same === undefined) return undefined
  const isEqual =
    same.reason_code === plan.reason_code &&
    (plan.amount_centavos === null || same.amount_centavos === plan.amount_centavos)
  if (!isEqual) throw new Failure('dispute-existing')
  return same
}

async function openNow(
  needs: SandboxNeeds & RouteNeeds,
  operation: Parameters<typeof reportOf>[0],
  plan: SandboxDisputeRow,
): Promise<DisputeRow> {
  const report = reportOf(operation, plan)
  if (report === undefined) throw new Failure('dispute-not-possible')
  await needs.disputeReported(report)
  // An equal request may have come first.
  const existing = await sameAs(needs, plan)
  if (existing === undefined) throw new Failure('dispute-not-possible')
  // The bank decides by the plan; the dispute has been opened.
  if (plan.outcome !== '' && existing.network_dispute === report.networkDispute)
    await needs.store.commit([insert('sandbox_disputes', { ...plan, due_at: null })])
  return existing
}
