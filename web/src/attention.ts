// What needs a person of the account, for the first page and the numbers in the navigation; and the rooms that the account uses.
import { useRead } from './read.ts'
import { useSession } from './session.tsx'
import type { Attention, AttentionItem } from './wire.ts'

export function useAttention() {
  const { can } = useSession()
  return useRead<Attention>(can('read') ? '/v1/console/attention' : undefined, 30_000)
}

/** Sample: `3`, `100+`. */
export function numberOf({ count, more }: Pick<AttentionItem, 'count' | 'more'>): string {
  return `${count}${more ? '+' : ''}`
}
