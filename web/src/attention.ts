// What needs a person of the account, for the first page and the numbers in the navigation; and the rooms that the account uses.
import { useRead } from './read.ts'
import { useSession } from './session.tsx'

export type AttentionKind = 'disputes' | 'suspense' | 'payouts' | 'refunds' | 'approvals' | 'webhooks' | 'vouchers'

export interface Attention {
  kind: AttentionKind
  count: number
  /** There are more than were counted. */
  more: boolean
  /** The sum; null where no money is in question. */
  amount: string | null
  /** The earliest deadline, or since when it is so. */
  at: string | null
  /** The id of the one with the earliest deadline. */
  first: string
}

export interface AttentionRead {
  /** The service’s day. */
  date: string
  needs: Attention[]
  rooms: { plans: boolean; affiliates: boolean }
  /** The steps of a new account; empty once all are done. */
  first_day: FirstDayStep[]
}

export interface FirstDayStep {
  step: 'payment' | 'profile' | 'payouts' | 'webhook' | 'people'
  done: boolean
}

export function useAttention() {
  const { can } = useSession()
  return useRead<AttentionRead>(can('read') ? '/v1/console/attention' : undefined, 30_000)
}

/** Sample: `3`, `100+`. */
export function numberOf({ count, more }: Pick<Attention, 'count' | 'more'>): string {
  return `${count}${more ? '+' : ''}`
}
