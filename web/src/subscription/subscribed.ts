// The subscriptions of a plan, as the console reads them.
import type { Subscription } from '../../../client/src/types.ts'
import type { Words } from '../language.tsx'
import { PAGE } from '../parts/pages.tsx'

export interface Subscribed extends Subscription {
  plan_name: string
  amount: string
  period: string
  customer_name: string
  card_last4: string
  card_gone: boolean
  under_way: boolean
  resumed_charge: string | null
}

export interface SubscriptionsRead {
  total: number
  subscriptions: Subscribed[]
}

export const periods: Record<string, Words> = {
  day: ['al día', 'a day'],
  week: ['a la semana', 'a week'],
  month: ['al mes', 'a month'],
  year: ['al año', 'a year'],
}

/** The path of a page of them; `of` filters it. */
export function subscriptionsPath(of: Record<string, string>, offset = 0): string {
  return `/v1/console/subscriptions?${new URLSearchParams({ limit: String(PAGE), offset: String(offset), ...of })}`
}
