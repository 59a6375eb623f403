// The people of an account change one after another, in whatever processes; and the account does not lose its last owner.
import { Failure } from '../../failures.ts'
import type { Store } from '../../store/store.ts'
import { update, type Write } from '../../store/write.ts'
import { keepsPeople, type Role } from './roles.ts'

/** The version of an account's people and its rule of second persons, as they were read. */
interface PeopleRead {
  id: string
  /** Of the account. */
  name: string
  people_version: number
  second_person_centavos: number | null
}

/** To be called before anything else is read for a batch with `peopleWrite`. */
export async function readPeopleVersion({ db }: Store, accountId: string): Promise<PeopleRead> {
  const query = db.selectFrom('accounts').select(['id', 'name', 'people_version', 'second_person_centavos'])
  return query.where('id', '=', accountId).executeTakeFirstOrThrow()
}

/**
 * For the batch of an invitation, or of a change of a role. It is `Unmet` when another such batch was written since the version was read, or the rule
 * has changed: what such a batch ends (invitations, requests, sessions) has no row that is written at the same moment and that it does not see.
 */
export function peopleWrite({ id, people_version, second_person_centavos }: PeopleRead): Write {
  const set = { people_version: people_version + 1 }
  return update('accounts', set, { id, people_version, second_person_centavos })
}

/**
 * Throws `last-owner` when no person who manages people would be left after a change or removal (undefined) of a person's role. Answers whether the
 * person loses the power to manage people: the batch then needs `peopleWrite`.
 */
export async function losesPeople(
  { db }: Store,
  { accountId, userId, role }: { accountId: string; userId: string; role: Role | undefined },
): Promise<boolean> {
  const rows = await db
    .selectFrom('user_roles')
    .select(['user_id', 'role'])
    .where('account_id', '=', accountId)
    .where('role', 'in', ['owner', 'operator'])
    .execute()
  const own = rows.find((one) => one.user_id === userId)
  if (own === undefined || keepsPeople(role ?? '')) return false
  if (rows.length === 1) throw new Failure('last-owner')
  return true
}
