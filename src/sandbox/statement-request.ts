// What a simulated statement is asked to hold, and what its makers share: fees and the most rows.
import { shareOf } from '../core/money.ts'
import { type Rail, rails } from '../core/rail.ts'
import type { Day } from '../core/time.ts'
import type { Store } from '../store/store.ts'

export interface StatementRequest {
  accountId: string
  rail: Rail
  firstDay: Day
  lastDay: Day
  /** The last payments are left out; this is their number. */
  missing: number
  /** The number of unpaid vouchers that are stated as paid. */
  extra: number
  /** The number of first payments that are stated with one peso more. */
  otherAmount: number
  /** Whether an acquirer and a cash network have paid us what they state. */
  isSettled: boolean
}

export interface StatementMakerNeeds {
  store: Store
  /** The simulated network of each rail. */
  networks: Readonly<Record<Rail, string>>
}

/** More than a rehearsal needs. */
export const MAX_ROWS = 5_000
/** The fee that a network keeps of a payment, by where its payer pays from. */
const fees: Record<(typeof rails)[Rail]['paidFrom'], (amountCentavos: number) => number> = {
  card: (amount) => shareOf(amount, { numerator: 15, denominator: 1_000 }),
  till: (amount) => Math.min(500, amount),
  account: () => 0,
}

export function networkFee(rail: Rail, amountCentavos: number): number {
  return fees[rails[rail].paidFrom](amountCentavos)
}

/** The texts that a movement may lack, and no fee. */
export const blank = { reference: '', institution: '', payerClabe: '', paidAt: '', feeCentavos: 0 }
