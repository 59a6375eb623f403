// An account's next payout before it is made: its day, the days that it pays, and its amount so far.
import { dayStartAt, mexicoCityDay } from '../core/time.ts'
import { rowOf } from '../store/rows.ts'
import type { StoreAndClock } from '../store/store.ts'
import { lastDayDue, lastPayoutDay, nextPayoutDay, type SettlementTerms } from './calendar.ts'
import { readCovered } from './covered.ts'
import { firstMerchantDay, readOwed } from './owed.ts'
import { type PayoutRules, payableOf } from './rules.ts'

/** Why nothing is sent on its day as things are. */
export const payoutHindrances = ['suspended', 'account-missing', 'below-minimum', 'nothing-owed'] as const

export interface NextPayout {
  day: string
  /** The days that it pays, both included. */
  fromDay: string
  toDay: string
  /** Until its last day has ended, payments and refunds still change it. */
  isOpen: boolean
  /** Of earlier payouts that were refused, less those that arrived after all. */
  carriedCentavos: number
  /** Owed for these days; negative when refunds took more than was sold. */
  dueCentavos: number
  /** What would be sent now: what is owed, less what the account's rules and waiting refunds keep back. */
  amountCentavos: number
  rules: PayoutRules
  hindrance: (typeof payoutHindrances)[number] | null
}

interface Needs extends StoreAndClock {
  terms: SettlementTerms
}

/** The cost does not grow with the number of payments: it reads balances by day. */
export async function nextPayout({ store, clock, terms }: Needs, accountId: string): Promise<NextPayout> {
  const today = mexicoCityDay(clock.epochMs())
  const columns = ['settled_day', 'created_at', 'suspended_at', 'payout_clabe'] as const
  const account = await rowOf(store.db, 'accounts', { id: accountId }, columns)
  if (account === undefined) throw new Error(`no account ${accountId}`)
  const last = lastPayoutDay(terms, today)
  const isLate = account.settled_day < last && account.created_at < dayStartAt(last) && account.suspended_at === null
  const day = isLate ? last : nextPayoutDay(terms, today)
  const toDay = lastDayDue(terms, day)
  const [covered, { dueCentavos, freeCentavos, rules }] = await Promise.all([
    readCovered(store, { account_id: accountId, affiliate: '' }, () => firstMerchantDay(store, accountId)),
    readOwed(store, { accountId, toDay }),
  ])
  const amountCentavos = payableOf({ dueCentavos, freeCentavos }, rules)
  const { fromDay } = covered
  // An account that was never owed anything has no first day.
  const isBegun = fromDay <= toDay && fromDay >= mexicoCityDay(account.created_at)
  return {
    day,
    fromDay: isBegun ? fromDay : toDay,
    toDay,
    isOpen: toDay >= today,
    carriedCentavos: covered.carried.reduce((sum, line) => sum + line.amount_centavos, 0),
    dueCentavos,
    amountCentavos,
    rules,
    hindrance: hindranceOf(),
  }

  function hindranceOf(): NextPayout['hindrance'] {
    if (account?.suspended_at !== null) return 'suspended'
    if (account.payout_clabe === null) return 'account-missing'
    if (amountCentavos > 0) return null
    return payableOf({ dueCentavos, freeCentavos }, { ...rules, minimum_centavos: 0 }) > 0
      ? 'below-minimum'
      : 'nothing-owed'
  }
}

/** The payout day that pays a payment posted on `posted`, of the days that come. */
export function payoutDayOf({ clock, terms }: Omit<Needs, 'store'>, posted: string): string {
  let day = nextPayoutDay(terms, mexicoCityDay(clock.epochMs()))
  while (lastDayDue(terms, day) < posted) day = nextPayoutDay(terms, day)
  return day
}
