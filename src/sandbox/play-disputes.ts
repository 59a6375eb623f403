// Plays the cardholder's bank: opens planned disputes when they are due, and decides some days after it has the evidence.
import { sql } from 'kysely'
import { SANDBOX_ACQUIRER } from '../connectors/sandbox/acquirer.ts'
import { disputeOfCard } from '../connectors/sandbox/test-cards.ts'
import type { Clock } from '../core/clock.ts'
import { disputeSchemeOf } from '../core/dispute-reasons.ts'
import { newId } from '../core/ids.ts'
import { leftOf } from '../core/operation.ts'
import type { Task } from '../core/task.ts'
import { DAY_MS, earliest, instantPlus } from '../core/time.ts'
import type { NoticeVerdict } from '../core/verdict.ts'
import type { ReportedDispute } from '../disputes/report.ts'
import type { DisputeRow } from '../disputes/tables.ts'
import { across } from '../store/across.ts'
import { columnsOf } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import { type CardOperation, type Operation, operationOf } from '../store/operation.ts'
import { dueRows } from '../store/queues/due-rows.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { insert, update, type Write } from '../store/write.ts'
import type { SandboxNeeds } from './needs.ts'
import type { SandboxDisputeRow } from './tables.ts'

const BATCH_SIZE = 50
/** The bank's time to consider the evidence. */
const REVIEW_MS = 3 * DAY_MS

/** The writes that plan the dispute of a payment with a card of the table. */
export function planDispute(clock: Clock) {
  return (operation: CardOperation): Write[] => {
    if (operation.network !== SANDBOX_ACQUIRER) return []
    const dispute = disputeOfCard(operation.card_first_six, operation.card_last_four)
    if (dispute === undefined) return []
    const { stage, reasonCode, afterMs, respondDays, outcome } = dispute
    const opensAt = instantPlus(operation.created_at, afterMs)
    return [insert('sandbox_disputes', planOf(clock, operation, { stage, reasonCode, respondDays, outcome, opensAt }))]
  }
}

interface Planned {
  stage: SandboxDisputeRow['stage']
  reasonCode: string
  amountCentavos?: number | undefined
  respondDays: number
  outcome: SandboxDisputeRow['outcome']
  opensAt: string
}

export function planOf(clock: Clock, operation: Operation, planned: Planned): SandboxDisputeRow {
  return {
    id: newId(clock, 'sbd'),
    account_id: operation.account_id,
    operation_id: operation.id,
    stage: planned.stage,
    reason_code: planned.reasonCode,
    amount_centavos: planned.amountCentavos ?? null,
    respond_days: planned.respondDays,
    outcome: planned.outcome,
    opens_at: planned.opensAt,
    due_at: planned.opensAt,
  }
}

/** The bank's notice for a plan; undefined when nothing is left of the payment. */
export function reportOf(operation: Operation, plan: SandboxDisputeRow): ReportedDispute | undefined {
  const amountCentavos =
    plan.amount_centavos ?? (plan.stage === 'retrieval' ? operation.total_centavos : leftOf(operation))
  if (amountCentavos <= 0) return undefined
  return {
    network: operation.network,
    operationId: operation.id,
    networkDispute: `sbx-${plan.id}`,
    stage: plan.stage,
    scheme: disputeSchemeOf(operation.card_brand),
    reasonCode: plan.reason_code,
    amountCentavos,
    openedAt: plan.opens_at,
    respondBy: instantPlus(plan.opens_at, plan.respond_days * DAY_MS),
  }
}

/** Reports what is due: first the report, then the deletion of the plan, so that each is reported at least once, and disputed once. */
export function playDisputesTask(needs: SandboxNeeds): Task {
  const { store, clock } = needs
  const work = dueRows(needs, 'sandbox_disputes')
  return {
    name: 'sandbox disputes',
    wokenBy: ['sandbox_disputes', 'disputes'],
    nextDueAt: async () => {
      const [planDueAt, [decided]] = await Promise.all([work.nextDueAt(), toDecide(store, 1)])
      const decidedAt = decided?.submitted_at == null ? undefined : instantPlus(decided.submitted_at, REVIEW_MS)
      return earliest([planDueAt, decidedAt])
    },
    run: async () => {
      const now = clock.now()
      const plans = await work.read(BATCH_SIZE)
      await work.each(plans, (plan) => open(needs, plan), { oneByOne: true })
      const reviewed = (await toDecide(store, BATCH_SIZE)).filter(
        ({ submitted_at }) => submitted_at !== null && instantPlus(submitted_at, REVIEW_MS) <= now,
      )
      for (const dispute of reviewed) await decideOn(needs, dispute, dispute.outcome)
      return plans.length + reviewed.length
    },
  }
}

async function open({ store, disputeReported }: SandboxNeeds, plan: SandboxDisputeRow): Promise<void> {
  const row = await rowOf(store.db, 'operations', { account_id: plan.account_id, id: plan.operation_id })
  const { id, account_id, due_at } = plan
  if (row?.status === 'authorized') {
    // Nothing is charged yet that a cardholder could dispute.
    const later = instantPlus(plan.opens_at, DAY_MS)
    const put = update('sandbox_disputes', { opens_at: later, due_at: later }, { account_id, id, due_at })
    await conditionHeld(store.commit([put]))
    return
  }
  const report = row === undefined ? undefined : reportOf(operationOf(row), plan)
  if (report !== undefined) await disputeReported(report)
  await conditionHeld(store.commit([update('sandbox_disputes', { due_at: null }, { account_id, id, due_at })]))
}

/** The disputes whose evidence the bank has and is planned to decide, the oldest first. */
async function toDecide({ db }: Store, limit: number) {
  return db
    .selectFrom('disputes')
    .innerJoin('sandbox_disputes as plan', (join) =>
      join
        .onRef('plan.account_id', '=', 'disputes.account_id')
        .onRef('plan.operation_id', '=', 'disputes.operation_id')
        .onRef('plan.stage', '=', 'disputes.stage')
        .on('plan.outcome', '<>', ''),
    )
    .select(columnsOf('disputes'))
    .select('plan.outcome')
    .where('state', '=', sql.lit('under_review' as const))
    .orderBy('submitted_at')
    .limit(limit)
    .modifyEnd(across('due'))
    .execute()
}

/** The bank decides. Answers the result of its notice. */
export async function decideOn(
  { disputeEnded }: Pick<SandboxNeeds, 'disputeEnded'>,
  dispute: DisputeRow,
  outcome: SandboxDisputeRow['outcome'],
): Promise<NoticeVerdict> {
  if (outcome === '') return 'unknown'
  const { network, operation_id: operationId, network_dispute: networkDispute, stage } = dispute
  return disputeEnded({ network, operationId, networkDispute, stage, outcome })
}
