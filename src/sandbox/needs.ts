// What the functions of the simulator are handed.
import type { Rail } from '../core/rail.ts'
import type { NoticeVerdict } from '../core/verdict.ts'
import type { ReportedDispute, ReportedOutcome } from '../disputes/report.ts'
import type { PageLinks } from '../operations/page-link.ts'
import type { Reconcile } from '../reconciliation/reconcile.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { TransferNotice } from '../transfers/report.ts'
import type { RefuseKnownCards } from '../vault/known-cards.ts'
import type { Notification } from '../vouchers/received/notification.ts'
import type { PaymentReceivedRow } from '../vouchers/tables.ts'

export interface SandboxNeeds extends StoreAndClock {
  sandbox: boolean
  links: PageLinks
  /** The names of the networks that carry store and SPEI payments. */
  cashNetwork: string
  speiBank: string
  /** The simulated networks of each rail; of cards there may be several. */
  networks: Readonly<Record<Rail, readonly string[]>>
  match(notification: Notification): Promise<PaymentReceivedRow>
  reconcile: Reconcile
  transferChanged(notice: TransferNotice): Promise<NoticeVerdict>
  disputeReported(report: ReportedDispute): Promise<NoticeVerdict>
  disputeEnded(report: ReportedOutcome): Promise<NoticeVerdict>
  /** Checks networks' own ids: one that is a card number of the account is refused, by its field's name. */
  refuseKnownCards: RefuseKnownCards
}

/** What plays a payer. */
export type PayerPlay = Pick<SandboxNeeds, 'store' | 'clock' | 'cashNetwork' | 'speiBank' | 'match'>
