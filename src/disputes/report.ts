// Records an acquirer's notices about disputes: opens each stage of an operation's dispute once, and ends it. Repeated and
// contradictory notices change nothing.
import type { DisputeNotice, DisputeOutcomeNotice } from '../connectors/notice.ts'
import { disputeStages, mayDisputeMove } from '../core/dispute.ts'
import { disputeSchemeOf } from '../core/dispute-reasons.ts'
import { leftOf } from '../core/operation.ts'
import { type Instant, readInstant } from '../core/time.ts'
import type { NoticeVerdict } from '../core/verdict.ts'
import { cardPaymentOf } from '../operations/find.ts'
import { isReversing } from '../operations/reversal/under-way.ts'
import { busy, conflictOn, decide } from '../store/decide.ts'
import type { CardOperation } from '../store/operation.ts'
import { rowOf } from '../store/rows.ts'
import { Unmet, type Write } from '../store/write.ts'
import { disputesOf } from './find.ts'
import type { DisputeNeeds } from './needs.ts'
import { endingWrites, type NewDispute, openingWrites } from './record.ts'
import type { DisputeRow } from './tables.ts'

/** A notice, with its network. */
export type ReportedDispute = Omit<DisputeNotice, 'kind'> & { network: string }
export type ReportedOutcome = Omit<DisputeOutcomeNotice, 'kind'> & { network: string }

/** Another notice, a refund or a change of the evidence was written first. While a reversal is under way this gives up, and the network repeats its notice. */
const CONFLICT = {
  again: conflictOn('disputes'),
  tries: 20,
  pauseMs: 5,
  exhausted: busy,
  patienceMs: 0,
}

/** Notices about one payment take turns. */
function inTurnOf({ network, operationId }: Pick<ReportedDispute | ReportedOutcome, 'network' | 'operationId'>) {
  return { ...CONFLICT, row: `disputes ${network} ${operationId}` }
}

/** Records a dispute that an acquirer reports. Throws when it cannot be recorded now. */
export function disputeRecorder(needs: DisputeNeeds): (report: ReportedDispute) => Promise<NoticeVerdict> {
  return (report) => decide(() => open(needs, report, newDispute(report, needs.clock.now())), inTurnOf(report))
}

/**
 * Records a dispute of more than is left of its payment, for what is left, because an operator decided so. `alongside` goes
 * into its batch. It is a `contradiction` when nothing is left, or the notice contradicts the record in another way.
 */
export function restDisputer(
  needs: DisputeNeeds,
): (report: ReportedDispute, alongside: readonly Write[]) => Promise<NoticeVerdict> {
  return (report, alongside) =>
    decide(async () => {
      const operation = await cardPaymentOf(needs.store, report)
      const waiting = operation === undefined ? 0 : (await needs.withdrawRefunds(operation)).amount_centavos
      const amountCentavos = operation === undefined ? 0 : restOf(operation, waiting, report.amountCentavos)
      return open(needs, report, newDispute({ ...report, amountCentavos }, needs.clock.now()), alongside)
    }, inTurnOf(report))
}

/** For how much an operator may open a dispute: what is left of its payment, with refunds that only wait for money, and no more than was demanded. */
export function restOf(
  operation: Parameters<typeof leftOf>[0],
  waitingCentavos: number,
  demandedCentavos: number,
): number {
  return Math.min(demandedCentavos, leftOf(operation) + waitingCentavos)
}

async function open(
  needs: DisputeNeeds,
  report: ReportedDispute,
  wanted: NewDispute,
  alongside: readonly Write[] = [],
): Promise<NoticeVerdict> {
  const operation = await cardPaymentOf(needs.store, report)
  if (operation === undefined) return 'unknown'
  const others = await disputesOf(needs.store, operation)
  const same = others.find(({ stage }) => stage === report.stage)
  if (same !== undefined) return isSame(same, wanted, report) ? 'known' : 'contradiction'
  const isMore = disputeStages[wanted.stage].takesMoney && wanted.amount_centavos > leftOf(operation)
  const withdrawn = isMore ? await needs.withdrawRefunds(operation) : undefined
  const left = leftOf(operation) + (withdrawn?.amount_centavos ?? 0)
  if (!mayOpen(operation, others, wanted, left) || (await isTaken(needs, operation, report))) return 'contradiction'
  // After the operation was read: a reversal that begins later makes the batch `Unmet`.
  if (await isReversing(needs.store, operation)) throw new Unmet('a reversal is under way')
  const { writes } = await openingWrites(needs, operation, wanted, withdrawn)
  const asked = others.find(({ stage, state }) => stage === 'retrieval' && mayDisputeMove(state, 'lost'))
  const escalated = asked === undefined ? [] : (await endingWrites(needs, asked, 'lost', 'escalated')).writes
  await needs.store.commit([...writes, ...escalated, ...alongside])
  return 'recorded'
}

/** Records the end of a dispute that an acquirer reports. Throws when it cannot be recorded now. */
export function outcomeRecorder(needs: DisputeNeeds): (report: ReportedOutcome) => Promise<NoticeVerdict> {
  return (report) =>
    decide(async () => {
      const operation = await cardPaymentOf(needs.store, report)
      if (operation === undefined) return 'unknown'
      const ofStage = (await disputesOf(needs.store, operation)).filter(({ stage }) => stage === report.stage)
      const dispute = ofStage.find(({ network_dispute }) => network_dispute === report.networkDispute)
      if (dispute === undefined) return 'unknown'
      // The network reports an accepted dispute as lost.
      if (dispute.state === report.outcome || (dispute.state === 'accepted' && report.outcome === 'lost'))
        return 'known'
      if (!mayDisputeMove(dispute.state, report.outcome)) return 'contradiction'
      // The chargeback that followed has its own outcome.
      if (dispute.closed_because === 'escalated') return 'contradiction'
      await needs.store.commit((await endingWrites(needs, dispute, report.outcome, 'network')).writes)
      return 'recorded'
    }, inTurnOf(report))
}

function newDispute(report: ReportedDispute, now: Instant): NewDispute {
  return {
    network_dispute: report.networkDispute,
    stage: report.stage,
    scheme: report.scheme,
    reason_code: report.reasonCode,
    amount_centavos: report.amountCentavos,
    opened_at: report.openedAt === undefined ? now : instantIn(report.openedAt),
    respond_by: instantIn(report.respondBy),
  }
}

/** The notice was checked before, so its instants are readable. */
function instantIn(text: string): Instant {
  const at = readInstant(text)
  if (at === undefined) throw new RangeError('a dispute with an instant that cannot be read')
  return at
}

/** Whether a notice repeats the record. A missing instant of the opening is not a difference. */
function isSame(known: DisputeRow, wanted: NewDispute, report: ReportedDispute): boolean {
  const { opened_at: openedAt, ...facts } = wanted
  const names = Object.keys(facts) as (keyof typeof facts)[]
  return names.every((name) => known[name] === facts[name]) && (!report.openedAt || known.opened_at === openedAt)
}

/** Whether a stage may follow now, and it takes no more than is left of the payment. */
function mayOpen(operation: CardOperation, others: DisputeRow[], wanted: NewDispute, left: number): boolean {
  const brand = disputeSchemeOf(operation.card_brand)
  if (wanted.scheme !== 'other' && brand !== 'other' && wanted.scheme !== brand) return false
  if (operation.status !== 'paid' || wanted.amount_centavos === 0) return false
  const chargeback = others.find(({ stage }) => stage === 'chargeback')
  switch (wanted.stage) {
    case 'retrieval':
      return others.length === 0 && wanted.amount_centavos <= operation.total_centavos
    case 'chargeback':
      return wanted.amount_centavos <= left
    case 'arbitration':
      return chargeback?.state === 'won' && wanted.amount_centavos <= left
  }
}

/** Whether another payment of the account has a dispute with this id of the acquirer. */
async function isTaken({ store }: DisputeNeeds, operation: CardOperation, report: ReportedDispute): Promise<boolean> {
  const other = await rowOf(
    store.db,
    'disputes',
    {
      account_id: operation.account_id,
      network: report.network,
      network_dispute: report.networkDispute,
      stage: report.stage,
    },
    ['id'],
  )
  return other !== undefined
}
