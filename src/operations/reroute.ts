// Gives a pending charge to another acquirer.

import type { Amendment } from '../store/changeable.ts'
import type { Operation } from '../store/operation.ts'
import { update, type Write } from '../store/write.ts'

/** `Unmet` when it was moved, is asked for, waits for its payer or is to be cancelled since it was read. */
export function rerouteWrite({ id, reroutes, reversals_asked }: Operation, to: Amendment): Write {
  const still = { status: 'pending', reroutes, reversals_asked, leased_until: 0, inquiries: 0, payer_acts: 0 } as const
  return update('operations', { ...to, reroutes: reroutes + 1 }, { id, ...still })
}
