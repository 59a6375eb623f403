// When the next pending operation of some rails falls due.
import type { Rail } from '../core/rail.ts'
import type { Store } from '../store/store.ts'

/** The instant at which the next pending operation of these rails falls due; undefined when none does. */
export async function nextDueAt(store: Store, rails: readonly Rail[]): Promise<string | undefined> {
  const first = await store.db
    .selectFrom('operations')
    .select('due_at')
    .where('due_at', 'is not', null)
    .where('rail', 'in', rails)
    .where('status', '=', 'pending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return first?.due_at ?? undefined
}
