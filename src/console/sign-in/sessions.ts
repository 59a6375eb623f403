// Sessions of people: a random token in a cookie, stored as a hash; a session ends after an hour unused, after twelve, or by revocation.
import { randomBytes } from 'node:crypto'
import { hashOf, type Recognised } from '../../accounts/credentials.ts'
import { SANDBOX_ACCOUNT } from '../../accounts/open-account.ts'
import { maskedStart } from '../../core/cards/mask.ts'
import { newId } from '../../core/ids.ts'
import { HOUR_MS, instantOf } from '../../core/time.ts'
import { clockColumns, clockStateOf } from '../../store/clock-state.ts'
import { columns } from '../../store/columns.ts'
import { rowsByAccount } from '../../store/directory.ts'
import { isUnavailable } from '../../store/outage.ts'
import { prepared } from '../../store/prepared.ts'
import { sameAccount } from '../../store/same-account.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, run, type Write } from '../../store/write.ts'
import { roles } from '../people/roles.ts'
import type { UserSessionRow } from '../tables.ts'
import { lacksFactor } from './needs-factor.ts'

const IDLE_MS = HOUR_MS
const MAX_MS = 12 * HOUR_MS
/** The precision of the last use. */
const SEEN_EVERY_MS = 60_000
const BROWSER_LENGTH = 200

interface NewSession {
  userId: string
  accountId: string
  address: string
  browser: string
}

/** A new session, whose token is in the clear only here: it goes into the cookie. */
export function openPersonSession(
  { clock }: StoreAndClock,
  wanted: NewSession,
): { token: string; id: string; write: Write } {
  const token = randomBytes(32).toString('hex')
  const now = instantOf(clock.wallMs())
  const id = newId(clock, 'ses')
  const row: UserSessionRow = {
    id,
    token_hash: hashOf(token),
    user_id: wanted.userId,
    account_id: wanted.accountId,
    created_at: now,
    seen_at: now,
    expires_at: instantOf(clock.wallMs() + MAX_MS),
    address: wanted.address,
    browser: maskedStart(wanted.browser, BROWSER_LENGTH),
    revoked_at: null,
  }
  return { token, id, write: insert('user_sessions', row) }
}

/**
 * The person of the token's session, while it is open and the person has a role in its account. The person that the sandbox signs in by
 * itself counts only where it does so (`local`): not after a restart on an address that others reach.
 */
export function personReader({
  store,
  clock,
  local,
}: StoreAndClock & { local: boolean }): (token: string) => Promise<Recognised | undefined> {
  const byToken = prepared((hole) =>
    store.db
      .selectFrom('user_sessions')
      .innerJoin('users', 'users.id', 'user_sessions.user_id')
      .innerJoin('user_roles', sameAccount('user_roles.user_id', 'user_sessions.user_id'))
      .innerJoin('accounts', 'accounts.id', 'user_roles.account_id')
      .innerJoin('clock', (join) => join.on('clock.id', '=', 1))
      .select(['user_sessions.id', 'user_sessions.user_id', 'user_sessions.account_id', 'seen_at', 'expires_at'])
      .select(['users.email', 'users.name', 'users.sealed_totp', 'user_roles.role', 'accounts.factor_roles'])
      .select(clockColumns)
      .where('user_sessions.account_id', '=', hole('accountId'))
      .where('token_hash', '=', hole('tokenHash'))
      .where('revoked_at', 'is', null)
      .compile(),
  )
  const accountOf = (tokenHash: string) =>
    store.db
      .selectFrom('user_sessions')
      .select('account_id')
      .where('token_hash', '=', tokenHash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  // A cluster asks only the machine of the account that the session shows.
  const find = rowsByAccount(
    async (tokenHash) => (await accountOf(tokenHash))?.account_id,
    async (accountId, tokenHash) => (await store.rows(byToken({ accountId, tokenHash })))[0],
  )
  return async (token) => {
    const row = await find(hashOf(token))
    if (row === undefined || (row.email === SANDBOX_ACCOUNT.email && !local)) return undefined
    const now = clock.wallMs()
    const unseenMs = now - Date.parse(row.seen_at)
    if (instantOf(now) >= row.expires_at || unseenMs >= IDLE_MS) return undefined
    if (unseenMs >= SEEN_EVERY_MS) {
      const seen = store.db
        .updateTable('user_sessions')
        .set({ seen_at: instantOf(now) })
        .where('id', '=', row.id)
        .where('revoked_at', 'is', null)
      // A person may look while the database is read only; the session then ends an hour after its last noted use.
      await store.commit([run(seen.compile())]).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
      })
    }
    return {
      caller: {
        accountId: row.account_id,
        credentialId: row.user_id,
        kind: 'secret',
        scopes: roles[row.role],
        operator: row.email,
        secretGeneration: 0,
        until: null,
        person: {
          id: row.user_id,
          name: row.name,
          role: row.role,
          operator: row.role === 'operator',
          sessionId: row.id,
          lacksFactor: await lacksFactor(store, row),
        },
      },
      clock: clockStateOf(row),
      lastUsedAt: null,
    }
  }
}

/** The open sessions of a person, newest first. */
export async function sessionsOf({ store, clock }: StoreAndClock, userId: string): Promise<UserSessionRow[]> {
  const now = clock.wallMs()
  return store.db
    .selectFrom('user_sessions')
    .select(columns.user_sessions)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', instantOf(now))
    .where('seen_at', '>', instantOf(now - IDLE_MS))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** Ends sessions of a person: one, those in an account, or all of them. */
export function endPersonSessions(
  { store, clock }: StoreAndClock,
  userId: string,
  only: { id?: string; accountId?: string } = {},
): Write {
  let query = store.db
    .updateTable('user_sessions')
    .set({ revoked_at: instantOf(clock.wallMs()) })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (only.id !== undefined) query = query.where('id', '=', only.id)
  if (only.accountId !== undefined) query = query.where('account_id', '=', only.accountId)
  return run(query.compile())
}
