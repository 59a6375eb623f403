// Invitations that nobody has accepted yet: the list, and withdrawing one, recorded in the batch of the change.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { Failure } from '../../failures.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { update } from '../../store/write.ts'
import { peopleOf } from './membership.ts'
import { keepsPeople } from './roles.ts'

const SHOWN = 200

/** The account's invitations that can still be accepted, newest first. */
export async function waitingInvitations({ store, clock }: StoreAndClock, accountId: string) {
  return store.db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .select(['invitations.id', 'email', 'name', 'role', 'invited_by', 'invitations.created_at', 'expires_at'])
    .where('invitations.account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('invitations.id', 'desc')
    .limit(SHOWN)
    .execute()
}

/**
 * Ends an invitation: its link opens nothing any more. Fails with `resource-unknown` when it is over or another account's, with
 * `role-missing` when the caller no longer manages people or it is for the operator's role, and is `Unmet` when it is accepted meanwhile.
 */
export async function withdrawInvitation(
  needs: StoreAndClock,
  { accountId, id }: { accountId: string; id: string },
  by: Actor,
): Promise<void> {
  const { store, clock } = needs
  const [people, waiting] = await Promise.all([peopleOf(store, accountId), waitingInvitations(needs, accountId)])
  if (!people.some((one) => one.id === by.actor && keepsPeople(one.role))) throw new Failure('role-missing')
  const invitation = waiting.find((one) => one.id === id)
  if (invitation === undefined) throw new Failure('resource-unknown')
  const { email, role } = invitation
  // Only a terminal gives or takes away a role that reaches beyond the account.
  if (role === 'operator') throw new Failure('role-missing')
  await store.commit([
    update('invitations', { ended_at: clock.now() }, { id, account_id: accountId, ended_at: null }),
    trailWrite(clock, by, { accountId, action: 'person.invitation_withdrawn', subject: id, before: { email, role } }),
  ])
}
