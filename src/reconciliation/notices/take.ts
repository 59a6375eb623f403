// Passes each notice of a request to the handler of its kind, and keeps notices that cannot be processed for an operator.
import { withoutCards } from '../../connectors/bounded.ts'
import type { InboundNetwork } from '../../connectors/by-name.ts'
import type {
  ChargeNotice,
  DisputeNotice,
  DisputeOutcomeNotice,
  InboundAnswer,
  InboundOutcome,
  Notice,
  PaymentNotice,
  StatementNotice,
  TransferStateNotice,
} from '../../connectors/notice.ts'
import { type PortName, ports } from '../../connectors/ports.ts'
import { type ReportedRail, reportedRailBy } from '../../core/rail.ts'
import type { NoticeVerdict } from '../../core/verdict.ts'
import { Failure } from '../../failures.ts'
import { isUnavailable } from '../../store/outage.ts'
import type { DepositVerdict } from '../../vouchers/received/refuse-deposit.ts'
import { isOfDispute } from './again.ts'
import type { Unread, WhyKept } from './unread.ts'
import { whyKept } from './why-kept.ts'

/**
 * The handlers by kind of notice. Each resolves when the effect is on disk, so that the network may be answered; repeats
 * change nothing.
 */
interface Takers {
  payment(notice: PaymentNotice & { network: string; rail: ReportedRail }): Promise<unknown>
  /** Decides about a deposit whose bank waits for the answer. */
  deposit(notice: PaymentNotice & { network: string; rail: ReportedRail }): Promise<DepositVerdict>
  transfer(notice: TransferStateNotice & { network: string }): Promise<NoticeVerdict>
  charge(notice: ChargeNotice & { network: string }): Promise<NoticeVerdict>
  dispute(notice: DisputeNotice & { network: string }): Promise<NoticeVerdict>
  disputeOutcome(notice: DisputeOutcomeNotice & { network: string }): Promise<NoticeVerdict>
  /** Throws a `Failure` of status 400 for a file that is not a complete statement of the network. */
  statement(notice: StatementNotice & { network: string }): Promise<unknown>
}

/** The results of requests since the start. */
export interface Counts {
  taken: number
  refused: number
  unreadable: number
  kept: number
  postponed: number
  /** Deposits that their bank sent back at our answer. */
  sent_back: number
}

export interface TakeNeeds {
  takers: Takers
  /** Keeps a report that the service cannot act on. Resolves when it is on disk. */
  keep(report: Unread): Promise<void>
  /** Takes kept notices about the disputes of an operation again, which came before the one that was recorded. */
  again(network: string, operationId: string): Promise<void>
}

export const RETRY_AFTER_SECONDS = 5

type Say = (text: string, why: string) => void

/**
 * Records every notice. If one cannot be recorded now, the others are still recorded; the network is then asked to repeat
 * all of them, and repeats change nothing. A refused statement is kept for an operator, and the network gets the refusal.
 */
export async function takeAll(
  needs: TakeNeeds,
  counts: Counts,
  { network, call }: { network: InboundNetwork; call: { path: string } },
  notices: readonly Notice[],
  say: Say,
): Promise<void> {
  let postponed: unknown
  let refused: Failure | undefined
  for (const notice of notices) {
    try {
      const verdict = await take(needs.takers, network, notice).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
        refused = error
        return error
      })
      if (verdict !== 'recorded' && verdict !== 'known') {
        const why: WhyKept =
          verdict instanceof Failure
            ? { why: 'refused', notice: notice.kind, detail: verdict.reason }
            : { why: verdict, notice: notice.kind }
        say('nobody can act on a report of a network; it is kept', whyKept(why)[1])
        await needs.keep({ network: network.name, call: call.path, text: JSON.stringify(notice), ...why })
        counts.kept += 1
      }
      if ((verdict === 'recorded' || verdict === 'known') && isOfDispute(notice))
        await needs.again(network.name, notice.operationId)
      if (verdict instanceof Failure) counts.unreadable += 1
      else counts.taken += 1
    } catch (error) {
      postponed = error
      // During an outage of the database the other notices would fail too.
      if (isUnavailable(error)) break
    }
  }
  if (postponed !== undefined) throw postpone(counts, say, postponed)
  if (refused !== undefined) throw new Failure('notice-unreadable', { cause: refused })
}

/** Whether a statement was refused as incomplete or foreign: a repeat would be refused too. */
function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && error.status === 400
}

/** Network and rail are set here, not by the connector, so that it cannot report for another network. */
async function take(takers: Takers, { port, name: network }: InboundNetwork, notice: Notice): Promise<NoticeVerdict> {
  switch (notice.kind) {
    case 'payment':
      await takers.payment({ ...notice, network, rail: railOfPayments(port) })
      return 'recorded'
    case 'transfer':
      return takers.transfer({ ...notice, network })
    case 'charge':
      return takers.charge({ ...notice, outcome: withoutCards(notice.outcome), network })
    case 'dispute':
      return takers.dispute({ ...notice, network })
    case 'dispute-outcome':
      return takers.disputeOutcome({ ...notice, network })
    case 'statement':
      await takers.statement({ ...notice, network })
      return 'recorded'
  }
}

function railOfPayments(port: PortName): ReportedRail {
  const rail = reportedRailBy(ports[port].railPort)
  if (rail === undefined) throw new Error(`a network of the port ${port} reports no payments`)
  return rail
}

/** Decides about a deposit, and returns the answer to its bank; the decision is on disk by then. */
export async function takeDeposit(
  { takers }: TakeNeeds,
  counts: Counts,
  { port, name: network }: InboundNetwork,
  { notice, answers }: Extract<InboundOutcome, { kind: 'deposit' }>,
  say: Say,
): Promise<InboundAnswer> {
  try {
    const verdict = await takers.deposit({ ...notice, network, rail: railOfPayments(port) })
    if (verdict.kind === 'taken') {
      counts.taken += 1
      return answers.taken
    }
    counts.sent_back += 1
    say('a deposit is not taken, and its bank sends it back', verdict.cause)
    return answers.sentBack[verdict.cause]
  } catch (error) {
    throw postpone(counts, say, error)
  }
}

/** The answer 503, so that the network repeats a request that could not be recorded. */
export function postpone(counts: Counts, say: Say, cause: unknown): Failure {
  counts.postponed += 1
  say('a report of a network could not be written down now', cause instanceof Error ? cause.name : 'no error object')
  return new Failure('service-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}
