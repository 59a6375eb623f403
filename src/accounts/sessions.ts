// Bearer tokens: opened with a credential, stored as a hash, valid for 30 days of the service's clock or until they are
// ended.
import type { Caller } from '../api/caller.ts'
import { randomBytes } from '../core/ids.ts'
import { DAY_MS, instantPlus } from '../core/time.ts'
import { clockColumns, clockStateOf } from '../store/clock-state.ts'
import { directoryWrite, forgetAllWrite, rowsByPlace } from '../store/directory.ts'
import { prepared } from '../store/prepared.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { insert, run, type Write } from '../store/write.ts'
import { callerOf, earlier, hashOf, type Recognised } from './credentials.ts'

const DAYS_OPEN = 30
/** The most sessions of a credential at a time; a new one ends the oldest. */
const MAX_OPEN = 100
/** Expired sessions that a new one removes at most. */
const MAX_ENDED = 1_000
/** Clients in use expect tokens of 63 hexadecimal digits: 252 random bits. */
const TOKEN_DIGITS = 63

interface OpenedSession {
  /** Shown once. */
  token: string
  expiresAt: string
}

/** Opens a session for a caller, and deletes expired sessions of the same credential. */
export async function openSession({ store, clock }: StoreAndClock, caller: Caller): Promise<OpenedSession> {
  const token = randomBytes(32).toString('hex').slice(0, TOKEN_DIGITS)
  const now = clock.now()
  // The session ends with its credential.
  const expiresAt = earlier(instantPlus(now, DAYS_OPEN * DAY_MS), caller.until) ?? now
  const tokenHash = hashOf(token)
  const over = await sessionsOf(store, caller).where('expires_at', '<=', now).limit(MAX_ENDED).execute()
  await store.commit([
    ...removals(store, caller, over),
    directoryWrite('session', tokenHash, { accountId: caller.accountId, subject: caller.credentialId }),
    insert('sessions', {
      token_hash: tokenHash,
      account_id: caller.accountId,
      credential_id: caller.credentialId,
      secret_generation: caller.secretGeneration,
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    }),
  ])
  await endOldest(store, caller, tokenHash)
  return { token, expiresAt }
}

/**
 * Ends the oldest sessions beyond MAX_OPEN, except `own`. It runs when the new session is in the database: of sessions that are
 * opened at the same moment, the one that looks last sees all others.
 */
async function endOldest(store: Store, caller: Owner, own: string): Promise<void> {
  const others = sessionsOf(store, caller)
    .where('token_hash', '<>', own)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .offset(MAX_OPEN - 1)
    .limit(MAX_OPEN)
  const oldest = await others.execute()
  if (oldest.length > 0) await store.commit(removals(store, caller, oldest))
}

type Owner = Pick<Caller, 'accountId' | 'credentialId'>

function sessionsOf({ db }: Store, { accountId, credentialId }: Owner) {
  return db
    .selectFrom('sessions')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
}

function removals(store: Store, { accountId }: Owner, removed: { token_hash: string }[]): Write[] {
  if (removed.length === 0) return []
  const hashes = removed.map(({ token_hash }) => token_hash)
  const sessions = store.db.deleteFrom('sessions').where('account_id', '=', accountId).where('token_hash', 'in', hashes)
  return [run(sessions.compile()), forgetAllWrite(store, 'session', hashes)]
}

/** Looks a token up: its caller, while the token, its credential and the secret that opened it are valid. */
export function sessionReader({
  store,
  clock: ours,
}: StoreAndClock): (token: string) => Promise<Recognised | undefined> {
  const byToken = prepared((hole) =>
    store.db
      .selectFrom('sessions')
      .innerJoin('credentials', (join) =>
        join
          .onRef('credentials.account_id', '=', 'sessions.account_id')
          .onRef('credentials.id', '=', 'sessions.credential_id'),
      )
      .innerJoin('clock', (join) => join.on('clock.id', '=', 1))
      .select(['credentials.id', 'credentials.account_id', 'kind', 'scopes', 'operator', 'sessions.expires_at'])
      .select(['sessions.secret_generation', 'credentials.secret_generation as current_generation', 'previous_until'])
      .select(['credentials.expires_at as credential_expires_at', 'last_used_at'])
      .select(clockColumns)
      .where('sessions.account_id', '=', hole('accountId'))
      .where('token_hash', '=', hole('tokenHash'))
      .where('sessions.revoked_at', 'is', null)
      .where('credentials.revoked_at', 'is', null)
      .compile(),
  )
  const find = rowsByPlace(
    store,
    'session',
    async (accountId, tokenHash) => (await store.rows(byToken({ accountId, tokenHash })))[0],
  )
  return async (token) => {
    const row = await find(hashOf(token))
    if (row === undefined) return undefined
    const clock = clockStateOf(row)
    // Another process may have moved the clock since this process last read it.
    const until = endOf(row)
    if (until === undefined || until <= ours.nowBy(clock)) return undefined
    return { caller: callerOf(row, row.secret_generation, until), clock, lastUsedAt: row.last_used_at }
  }
}

/** When a session ends: at its time, with its credential, or with the grace of the secret that opened it. Undefined: it has ended. */
function endOf(row: {
  expires_at: string
  credential_expires_at: string | null
  secret_generation: number
  current_generation: number
  previous_until: string | null
}): string | undefined {
  const own = earlier(row.expires_at, row.credential_expires_at) ?? row.expires_at
  if (row.secret_generation === row.current_generation) return own
  if (row.secret_generation !== row.current_generation - 1 || row.previous_until === null) return undefined
  return earlier(own, row.previous_until) ?? own
}

/** Ends one session, or without a token every session of the credential. Ended sessions stay unchanged. */
export async function endSessions({ store, clock }: StoreAndClock, caller: Caller, token?: string): Promise<void> {
  let open = store.db
    .updateTable('sessions')
    .set({ revoked_at: clock.now() })
    .where('account_id', '=', caller.accountId)
    .where('credential_id', '=', caller.credentialId)
    .where('revoked_at', 'is', null)
  if (token !== undefined) open = open.where('token_hash', '=', hashOf(token))
  await store.commit([run(open.compile())])
}
