// The payout days, and the days whose payments each of them pays.
import { addDays, businessDaysAfter, isBusinessDay } from '../core/time.ts'

/**
 * `settlementDays` business days pass between a payment and its payout (T+1 of a Friday, Saturday or Sunday is the Monday).
 * Zero pays on every day of the calendar, for the day before.
 */
export interface SettlementTerms {
  settlementDays: number
}

/** Whether payouts are made on a Mexico City day. */
export function isPayoutDay({ settlementDays }: SettlementTerms, day: string): boolean {
  return settlementDays === 0 || isBusinessDay(day)
}

/** The day itself if it is a payout day, otherwise the last payout day before it. Sample: for a Sunday it is the Friday. */
export function lastPayoutDay(terms: SettlementTerms, today: string): string {
  let day = today
  while (!isPayoutDay(terms, day)) day = addDays(day, -1)
  return day
}

/** The first payout day after a day. Sample: for a Friday it is the Monday. */
export function nextPayoutDay(terms: SettlementTerms, day: string): string {
  let next = addDays(day, 1)
  while (!isPayoutDay(terms, next)) next = addDays(next, 1)
  return next
}

/** The last day whose payments are due on a payout day. Sample: T+1 on Monday 23 November 2026 pays up to Sunday 22. */
export function lastDayDue({ settlementDays }: SettlementTerms, payoutDay: string): string {
  let day = addDays(payoutDay, -1)
  while (settlementDays > 0 && businessDaysAfter(day, settlementDays) > payoutDay) day = addDays(day, -1)
  return day
}
