// Keeps an account that has owners from losing the last one, also when several leave at once.
import { Failure } from '../core/failure.ts'
import type { Store } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'
import { keepsPeople, type Role } from './roles.ts'

/**
 * What a batch needs that gives somebody this role (undefined: none) instead of theirs. Fails with `last-owner` when nobody who looks after the
 * people would be left. To be read before anything else that the batch goes by; it throws `Unmet` when another such batch was first.
 */
export async function ownerKept(
  { db }: Store,
  { accountId, userId, role }: { accountId: string; userId: string; role: Role | undefined },
): Promise<Write[]> {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('user_roles', 'user_roles.account_id', 'accounts.id')
    .select(['people_version', 'user_id', 'role'])
    .where('accounts.id', '=', accountId)
    .where('role', 'in', ['owner', 'operator'])
    .execute()
  const own = rows.find((one) => one.user_id === userId)
  if (own === undefined || keepsPeople(role ?? '')) return []
  if (rows.length === 1) throw new Failure('last-owner')
  const { people_version } = own
  return [update('accounts', { people_version: people_version + 1 }, { id: accountId, people_version })]
}
