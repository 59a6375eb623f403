// A person at all accounts: where the person has a role, and taking away every way in.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { across } from '../../store/across.ts'
import { isOutage } from '../../store/outage.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { run, update } from '../../store/write.ts'
import { presentStanding } from '../operator/standing.ts'
import { endPersonSessions } from '../sign-in/sessions.ts'
import type { UserRow } from '../tables.ts'

/** The accounts in which a person has a role, by name, with their standing. */
export async function accountsOf({ db }: Store, userId: string) {
  return rolesOf(db, userId).modifyEnd(across('person')).execute().then(presentAll)
}

/** The same; while a machine of a cluster is away, only the account that the person looks at. */
export async function accountsThere(store: Store, userId: string, accountId: string) {
  return accountsOf(store, userId).catch(async (error: unknown) => {
    if (!store.isDistributed() || !isOutage(error)) throw error
    return presentAll(await rolesOf(store.db, userId).where('accounts.id', '=', accountId).execute())
  })
}

function rolesOf(db: Store['db'], userId: string) {
  return db
    .selectFrom('user_roles')
    .innerJoin('accounts', 'accounts.id', 'user_roles.account_id')
    .select(['accounts.id', 'accounts.name', 'user_roles.role', 'suspended_at', 'suspended_because'])
    .where('user_id', '=', userId)
    .orderBy('accounts.name')
}

function presentAll(rows: Awaited<ReturnType<ReturnType<typeof rolesOf>['execute']>>) {
  return rows.map(({ id, name, role, ...standing }) => ({ id, name, role, ...presentStanding(standing) }))
}

/**
 * Removes password, authenticator and passkeys and ends all sessions: the person needs another invitation. At a terminal
 * only.
 */
export async function resetPerson({ store, clock }: StoreAndClock, user: UserRow, by: Actor): Promise<void> {
  const now = clock.now()
  const open = store.db
    .updateTable('invitations')
    .set({ ended_at: now })
    .where('user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .modifyEnd(across('person'))
  const ended = [
    run(store.db.deleteFrom('passkeys').where('user_id', '=', user.id).compile()),
    endPersonSessions({ store, clock }, user.id),
  ]
  await store.commit([
    update('users', { password_hash: null, sealed_totp: null }, { id: user.id }),
    run(open.compile()),
    ...ended,
    trailWrite(clock, by, { accountId: null, action: 'person.reset', subject: user.id, after: { email: user.email } }),
  ])
  // What came right before this batch was not seen by it. None comes later: a session and a passkey need the password in their batches, or the passkey.
  await store.commit(ended)
}
