// Keeps an account from losing its last owner, also when several leave at once.
import { Failure } from '../failures.ts'
import type { Store } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'
import { keepsPeople, type Role } from './roles.ts'

/**
 * The writes for a batch that changes or removes (undefined) a person's role. Throws `last-owner` when no person who manages
 * people would be left. Call it before reading anything else for the batch. The batch is `Unmet` when another such batch was written first.
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
