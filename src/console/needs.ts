// What the functions of the console are handed.
import type { Actor } from '../accounts/trail/record.ts'
import type { Audit } from '../audit/audit.ts'
import type { Issuer } from '../core/cards/issuers.ts'
import type { RailPort } from '../core/rail-port.ts'
import type { ReverseNeeds, Reverser } from '../operations/reversal/reverse.ts'
import type { SettlementTerms } from '../payouts/calendar.ts'
import type { ChangeNeeds } from '../payouts/needs.ts'
import type { OpenedForRest } from '../reconciliation/notices/open-for-rest.ts'
import type { OpenItem } from '../reconciliation/open.ts'
import type { RetryNeeds } from '../refunds/retry.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { ReadCauses } from '../transfers/read-causes.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { ReleaseNeeds } from '../vouchers/suspense/release.ts'
import type { InvitationLetter } from './people/membership.ts'
import type { KnownBrowsers } from './sign-in/known-browser.ts'
import type { SignInLimits } from './sign-in/limits.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { CookiePlace } from './sign-in/session-cookie.ts'
import type { ApprovalRow } from './tables.ts'

export interface ConsoleNeeds extends StoreAndClock {
  baseUrl(): string
  mode: 'sandbox' | 'production'
  version: string
  atRest: AtRest
  networks(): NetworkState[]
  /** The delay of the oldest due work, in seconds. */
  lagSeconds(): number
  /** Opens what is sealed too. */
  audit: Audit
  /** Everything that waits for an operator or a network. */
  eachWaiting(store: Store): AsyncGenerator<OpenItem>
  /** Open items that nobody but the operator mends, of networks' missing answers those since before an instant. */
  eachOfOperator(store: Store, before: string): AsyncGenerator<OpenItem>
  readCauses: ReadCauses
  issuerOf(digits: string): Readonly<Issuer>
  reversalWindow: ReverseNeeds['window']
  reverser: Reverser
  refunds: RetryNeeds
  releases: ReleaseNeeds
  unanswered: Unanswered
  /** Opens the dispute of a kept report for what is left of its payment. */
  openDisputeForRest(id: string, because: string, by: Actor): Promise<OpenedForRest>
  payoutAccounts: ChangeNeeds
  /** When payouts are made. */
  terms: SettlementTerms
  /** The write that queues the e-mail of an invitation. */
  letter(letter: InvitationLetter): Write
  /** The write that queues the e-mail to a person who may decide. */
  approvalLetter(letter: ApprovalLetter): Write
}

/** What signs people in and proves who they are. */
export interface SignInNeeds extends ConsoleNeeds {
  passwords: Passwords
  limits: SignInLimits
  browsers: KnownBrowsers
  place(): CookiePlace
  /** Whether a browser on this machine needs no password: the sandbox on a loopback address. */
  local: boolean
  /** Whether bodies of requests are kept. */
  bodiesKept: boolean
}

/** A network and its state as the service sees it. */
export interface NetworkState {
  port: RailPort
  name: string
  /** The longest wait of a call. */
  deadlineMs: number
  /** True for a simulated network. */
  simulated: boolean
  /** False when the service goes without it. */
  offered: boolean
  /** The number of methods that are blocked now, after repeated failures. */
  openCircuits: number
}

interface ApprovalLetter {
  accountId: string
  to: string
  kind: ApprovalRow['kind']
  amountCentavos: number | null
  /** Name and e-mail of the author. */
  askedBy: string
  until: string
  page: string
}

/** Ends what a network never answers for, as the rooms of a running service do. */
export interface Unanswered {
  endReversal(id: string, ended: { isReversed: boolean; because: string; by: Actor }): Promise<void>
  giveUpCharge(id: string, because: string, by: Actor): Promise<void>
}
