// People of an account: inviting them, letting them in, changing their roles, removing them. Each is recorded in the batch of its change.
import { randomBytes } from 'node:crypto'
import { hashOf } from '../../accounts/credentials.ts'
import { type Actor, nameAndAddress, trailWrite } from '../../accounts/trail/record.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import type { Bilingual, Language } from '../../core/language/bilingual.ts'
import { HOUR_MS, instantOf } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { columns } from '../../store/columns.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import { directoryWrite, placeOf } from '../../store/directory.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { insert, run, update, type Write } from '../../store/write.ts'
import { withdrawnWith } from '../approvals/rows.ts'
import { roleWords } from '../code-words.ts'
import { endPersonSessions } from '../sign-in/sessions.ts'
import type { InvitationRow, UserRow } from '../tables.ts'
import { losesPeople, peopleWrite, readPeopleVersion } from './last-owner.ts'
import { keepsPeople, type Role, takesAway } from './roles.ts'

/** The data of an invitation's e-mail. */
export interface InvitationLetter {
  accountId: string
  to: string
  language: Language
  /** The end of the link; it is sealed until the e-mail is sent. */
  code: string
  step: 'invited'
  /** The name of the account, and the role in it. */
  account: string
  role: Bilingual
  /** The inviting person. */
  operator: string
  /** The instant until which it is valid. */
  at: string
  /** The page that accepts the token. */
  page: string
}

const INVITED_HOURS = 72

export async function userByEmail({ db }: Store, email: string): Promise<UserRow | undefined> {
  const query = db.selectFrom('users').select(columns.users).where('email', '=', email.toLowerCase())
  return query.executeTakeFirst()
}

interface Invitation {
  accountId: string
  email: string
  name: string
  role: Role
  invitedBy: string
}

/** What the e-mail of an invitation learns from it. */
export type Sent = Pick<InvitationLetter, 'account' | 'role' | 'code' | 'at'>

/**
 * Invites a person to an account; an earlier invitation of the same person to it ends. Answers the token of the link, which is stored nowhere
 * in the clear. `letter` makes the e-mail's write and reads what else the batch needs, anew in each try.
 */
export async function invite(
  { store, clock }: StoreAndClock,
  { accountId, email, name, role, invitedBy }: Invitation,
  by: Actor,
  letter: (invitation: Sent) => Write[] | Promise<Write[]>,
): Promise<{ token: string; row: InvitationRow }> {
  const token = randomBytes(32).toString('hex')
  const make = async () => {
    const people = await readPeopleVersion(store, accountId)
    const known = await userByEmail(store, email)
    const user = known ?? newUser(clock, { email, name })
    const row: InvitationRow = {
      id: newId(clock, 'inv'),
      account_id: accountId,
      user_id: user.id,
      role,
      token_hash: hashOf(token),
      invited_by: invitedBy,
      created_at: clock.now(),
      expires_at: instantOf(clock.epochMs() + INVITED_HOURS * HOUR_MS),
      ended_at: null,
    }
    const entry = { accountId, action: 'person.invited', subject: user.id, after: { email: user.email, role } } as const
    await store.commit([
      peopleWrite(people),
      ...(known === undefined ? [insert('users', user)] : [earlierEnded({ store, clock }, row)]),
      insert('invitations', row),
      directoryWrite('invitation', row.token_hash, { accountId, subject: row.id }),
      trailWrite(clock, by, entry),
      ...(await letter({ account: people.name, role: roleWords[role], code: token, at: row.expires_at })),
    ])
    return { token, row }
  }
  return decide(make, { again: conflictOn('users'), row: `people ${accountId}` })
}

/** Ends a person's open invitations to an account. Only a terminal gives or takes away a role that reaches beyond the account. */
function earlierEnded(
  { store, clock }: StoreAndClock,
  { account_id, user_id }: Pick<InvitationRow, 'account_id' | 'user_id'>,
): Write {
  const query = store.db
    .updateTable('invitations')
    .set({ ended_at: clock.now() })
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .where('role', '<>', 'operator')
    .where('ended_at', 'is', null)
  return run(query.compile())
}

export function newUser(clock: Clock, { email, name }: { email: string; name: string }): UserRow {
  return {
    id: newId(clock, 'usr'),
    email: email.toLowerCase(),
    name,
    password_hash: null,
    sealed_totp: null,
    totp_step: 0,
    created_at: clock.now(),
  }
}

/** The open invitation of a token, with the person that it invites. Fails with `invitation-invalid`. */
export async function openInvitation({ store, clock }: StoreAndClock, token: string) {
  const tokenHash = hashOf(token)
  const place = await placeOf(store, 'invitation', tokenHash)
  const row = await store.db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
    .select(['invitations.id', 'invitations.account_id', 'user_id', 'role', 'invited_by', 'expires_at'])
    .select(['users.email', 'users.name', 'users.password_hash', 'accounts.name as account_name'])
    .where('invitations.account_id', '=', place?.accountId ?? NO_ACCOUNT)
    .where('invitations.id', '=', place?.subject ?? '')
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.expires_at <= clock.now()) throw new Failure('invitation-invalid')
  return row
}

/**
 * Accepts an invitation: the role applies from now on. Fails with `invitation-invalid` when the invitation, or the password, was used
 * meanwhile, and with `last-owner`.
 */
export async function join(
  needs: StoreAndClock,
  token: string,
  fresh: { name: string; passwordHash: string } | undefined,
  by: Actor,
): Promise<void> {
  const { store, clock } = needs
  return decide(
    async () => {
      const { id, account_id, user_id, role, email, password_hash } = await openInvitation(needs, token)
      if (fresh !== undefined && password_hash !== null) throw new Failure('invitation-invalid')
      const now = clock.now()
      const people = await readPeopleVersion(store, account_id)
      const loses = await losesPeople(store, { accountId: account_id, userId: user_id, role })
      const set = { role, created_at: now }
      const joined = store.db
        .insertInto('user_roles')
        .values({ account_id, user_id, ...set })
        .onConflict((earlier) => earlier.columns(['account_id', 'user_id']).doUpdateSet(set))
      const entry = { accountId: account_id, subject: user_id, after: { email, role } }
      await store.commit([
        update('invitations', { ended_at: now }, { id, account_id, ended_at: null }),
        earlierEnded(needs, { account_id, user_id }),
        ...(fresh === undefined
          ? []
          : [
              update(
                'users',
                { name: fresh.name, password_hash: fresh.passwordHash },
                { id: user_id, password_hash: null },
              ),
            ]),
        ...(loses ? [peopleWrite(people)] : []),
        withdrawnWith({ store, clock }, { accountId: account_id, userId: user_id }),
        run(joined.compile(), 1),
        trailWrite(clock, by, { ...entry, action: 'person.joined' }),
      ])
    },
    { row: `invitation ${hashOf(token)}` },
  )
}

/** The person's role in the account; undefined without one. */
export async function roleOf({ db }: Store, accountId: string, userId: string): Promise<Role | undefined> {
  const query = db.selectFrom('user_roles').select('role').where('account_id', '=', accountId)
  return (await query.where('user_id', '=', userId).executeTakeFirst())?.role
}

/**
 * For an invitation by a person at the console: it gives a role and takes none away. Fails with `role-held` when the invited
 * person has a role in the account that may do more, and with `role-missing` when that is an operator's.
 */
export async function refuseLessRole(
  store: Store,
  { accountId, email, role }: { accountId: string; email: string; role: Role },
): Promise<void> {
  const known = await userByEmail(store, email)
  const held = known && (await roleOf(store, accountId, known.id))
  if (held === undefined || !takesAway(held, role)) return
  throw new Failure(held === 'operator' ? 'role-missing' : 'role-held')
}

/** The people with a role in an account, with their names. */
export async function peopleOf({ db }: Store, accountId: string) {
  return db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['users.id', 'email', 'name', 'role', 'user_roles.created_at', 'sealed_totp'])
    .select((eb) =>
      eb
        .selectFrom('passkeys')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
    )
    .where('account_id', '=', accountId)
    .orderBy('name')
    .limit(1_000)
    .execute()
}

/**
 * Removes or changes a person's role in an account, with `extra` in the batch; either ends their sessions there. Fails with `last-owner`, and with
 * `role-missing` when the caller no longer manages people.
 */
export async function changeRole(
  { store, clock }: StoreAndClock,
  { accountId, userId, role }: { accountId: string; userId: string; role: Role | undefined },
  by: Actor,
  extra: () => Write[] = () => [],
): Promise<void> {
  return decide(
    async () => {
      const version = await readPeopleVersion(store, accountId)
      await losesPeople(store, { accountId, userId, role })
      const people = await peopleOf(store, accountId)
      const person = people.find(({ id }) => id === userId)
      if (person === undefined) throw new Failure('resource-unknown')
      // Only a terminal gives or removes a role that reaches beyond the account.
      if (person.role === 'operator' || role === 'operator') throw new Failure('role-missing')
      if (!people.some((one) => one.id === by.actor && keepsPeople(one.role))) throw new Failure('role-missing')
      const key = { account_id: accountId, user_id: userId, role: person.role }
      const removed = store.db
        .deleteFrom('user_roles')
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId)
        .where('role', '=', person.role)
      const entry = { accountId, subject: userId, before: { email: person.email, role: person.role } }
      // Ends invitations to and by a person who loses a role, so that the person cannot come back by them.
      const invitations = store.db
        .updateTable('invitations')
        .set({ ended_at: clock.now() })
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .where((eb) =>
          eb.or([eb('user_id', '=', userId), eb('invited_by', '=', nameAndAddress(person.name, person.email))]),
        )
      await store.commit([
        peopleWrite(version),
        run(invitations.compile()),
        withdrawnWith({ store, clock }, { accountId, userId }),
        role === undefined ? run(removed.compile(), 1) : update('user_roles', { role }, key),
        endPersonSessions({ store, clock }, userId, { accountId }),
        role === undefined
          ? trailWrite(clock, by, { ...entry, action: 'person.removed' })
          : trailWrite(clock, by, { ...entry, action: 'person.role_changed', after: { email: person.email, role } }),
        ...extra(),
      ])
    },
    { row: `people ${accountId}` },
  )
}
