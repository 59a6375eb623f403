// Withholds a transfer that its cause does not ask for, until an operator decides.
import type { Store } from '../store/store.ts'
import { update } from '../store/write.ts'
import type { TransferNeeds } from './needs.ts'
import type { TransferRow } from './tables.ts'
import type { TransferFault } from './transfer-causes.ts'

/** Throws `Unmet` when it was moved or asked for meanwhile. */
export async function withhold(
  { store, log, clock }: Pick<TransferNeeds, 'log' | 'clock'> & { store: Store },
  row: TransferRow,
  fault: TransferFault,
): Promise<void> {
  const at = clock.now()
  const set = { state: 'withheld', state_at: at, withheld_because: fault, due_at: null, leased_until: 0 } as const
  await store.commit([update('transfers', set, pendingOf(row))])
  log.error({ transfer: row.id, kind: row.kind, fault }, 'a transfer is withheld: its cause does not ask for it')
}

/** The transfer as it was read: nobody has sent or withheld it meanwhile. */
export function pendingOf({ id, account_id, attempts }: TransferRow) {
  return { id, account_id, state: 'pending', attempts } as const
}
