// The expected payouts of a shop's affiliates, with their days: own rules, no code of src/.
import type { Entry, Shop } from './shop-model.ts'
import { type Payer, send } from './shop-transfers.ts'

/** From the day after the registration on an affiliate is paid, including earlier shares. */
export interface Affiliate {
  user: string
  registeredDay: string
  to: Payer
}

/** A payout of an affiliate. */
export interface SharePayout {
  user: string
  day: string
  amount: number
  state: 'pending' | 'paid'
  /** The day of the previous one; empty: there is none. */
  since: string
}

/** Shares, and with a minus their returned parts. */
export function sharesOf({ entries }: Shop, user: string): Entry[] {
  return entries.filter(({ sale, share }) => sale?.user === user && share !== 0)
}

/** What an affiliate is owed now, due or not; negative: taken off the shares to come. */
export function shareOwed(shop: Shop, user: string): number {
  return sumOf(sharesOf(shop, user)) - paidTo(shop, user)
}

/** All that is due, if positive; amounts that later days took back are subtracted. */
export function payShares(shop: Shop, day: string, isDue: (entry: Entry) => boolean): void {
  for (const { user, registeredDay, to } of shop.affiliates) {
    if (registeredDay >= day) continue
    const owed = shareOwed(shop, user)
    const notDue = sumOf(sharesOf(shop, user).filter((entry) => !isDue(entry)))
    const amount = Math.min(owed - notDue, owed)
    if (amount <= 0) continue
    const since = shop.sharePayouts.findLast((one) => one.user === user)?.day ?? ''
    const payout: SharePayout = { user, day, amount, state: 'pending', since }
    shop.sharePayouts.push(payout)
    const report = (state: string) => {
      if (state === 'settled') payout.state = 'paid'
    }
    send(shop.transfers, shop.nowMs, { kind: 'payout', transaction: null, amount, to, report })
  }
}

function paidTo({ sharePayouts }: Shop, user: string): number {
  return sharePayouts.reduce((paid, one) => paid + (one.user === user ? one.amount : 0), 0)
}

function sumOf(entries: Entry[]): number {
  return entries.reduce((total, { sign, share }) => total + sign * share, 0)
}
