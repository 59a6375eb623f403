// Slots for work under way, limited in all and for each account, so that what takes long for one account delays no other.

interface AccountSlots {
  /** Takes a slot, when there is one for the account. */
  take(account: string): boolean
  giveBack(account: string): void
  /** Whether the account holds a slot. */
  has(account: string): boolean
  /** The accounts that hold as many slots as one account may. */
  full(): string[]
  used(): number
}

interface SlotLimits {
  all: number
  /** The most slots of one account. */
  account: number
  /** How many accounts get their first slot even when all slots are taken, so that they need not wait for others. */
  firsts?: number
}

export function accountSlots({ all, account: most, firsts = 0 }: SlotLimits): AccountSlots {
  const counts = new Map<string, number>()
  let used = 0
  const isFree = (account: string) => {
    const own = counts.get(account) ?? 0
    if (own === 0 && counts.size < firsts) return true
    return own < most && used < all
  }
  return {
    has: (account) => counts.has(account),
    take: (account) => {
      if (!isFree(account)) return false
      counts.set(account, (counts.get(account) ?? 0) + 1)
      used += 1
      return true
    },
    giveBack: (account) => {
      const left = (counts.get(account) ?? 0) - 1
      if (left > 0) counts.set(account, left)
      else counts.delete(account)
      used -= 1
    },
    full: () => [...counts].filter(([, count]) => count >= most).map(([account]) => account),
    used: () => used,
  }
}
