// What the functions of vouchers are handed.
import type { FeeReader } from '../accounts/fees/schedules.ts'
import type { PayerName } from '../accounts/profile/payer-name.ts'
import type { Admit } from '../accounts/standing.ts'
import type { CashNetworkPort } from '../connectors/cash-network.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import type { ReportedRail, VoucherRail } from '../core/rail.ts'
import type { PageLinks } from '../operations/page-link.ts'
import type { VoucherOperation } from '../store/operation.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { RefuseKnownCards } from '../vault/known-cards.ts'
import type { Notification } from './received/notification.ts'

export interface VoucherNeeds extends StoreAndClock {
  links: PageLinks
  cashNetwork: CashNetworkPort
  speiBank: SpeiBankPort
  admit: Admit
  fees: FeeReader
  payerName: PayerName
  refuseKnownCards: RefuseKnownCards
  /** How long after its last day a voucher still waits for the report of a payment made in time. */
  graceMinutes: Record<VoucherRail, number>
  /** Whether the network of each rail can return a payment. */
  canReturn: Record<ReportedRail, boolean>
  /** Whether the bank sends a deposit back whose payer's CLABE it did not report. */
  canReturnDeposit: boolean
  /** Masks card numbers in what a network says of a payment. Fails while the database is unavailable. */
  masked(notification: Notification): Promise<Notification>
  /** Writes that go with a new voucher: the sandbox plans its payer here. */
  alongside?(operation: VoucherOperation): Write[] | Promise<Write[]>
}

/** What matches a reported payment with a voucher. */
export type MatchNeeds = Pick<VoucherNeeds, 'store' | 'clock' | 'fees' | 'canReturn' | 'canReturnDeposit'>
