// Credentials of accounts: shown once in the clear, stored as a hash.
import { hash, timingSafeEqual } from 'node:crypto'
import { type Caller, type Scope, scopes, scopesOf } from '../api/caller.ts'
import type { Clock, ClockState } from '../core/clock.ts'
import { newId, randomBytes } from '../core/ids.ts'
import { HOUR_MS, instantPlus } from '../core/time.ts'
import { among, pairsIn } from '../store/among.ts'
import { clockColumns, clockStateOf } from '../store/clock-state.ts'
import { directoryWrite, placeOf, rowsByPlace } from '../store/directory.ts'
import { prepared } from '../store/prepared.ts'
import { readOfAccounts } from '../store/read-together.ts'
import { rowOf } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { insert, Unmet, type Write } from '../store/write.ts'
import { revocation, rolling, trailed } from './changes.ts'
import type { CredentialRow } from './tables.ts'
import { type Actor, processActor, trailWrite } from './trail/record.ts'

/** A caller and, from the same round trip, the service's clock. */
export interface Recognised {
  caller: Caller
  clock: ClockState
  /** The recorded last use of the credential. */
  lastUsedAt: string | null
}

export interface IssuedCredential {
  appKey: string
  /** Shown once. Empty for a publishable key. */
  secret: string
}

/** A new credential. Without scopes it has all of them; without an expiry it does not expire. */
interface NewCredentialTerms {
  accountId: string
  operator: string
  kind: 'secret' | 'publishable'
  mode: 'sandbox' | 'production'
  name?: string | undefined
  scopes?: readonly Scope[] | undefined
  expiresAt?: string | null | undefined
}

/** Looks an app_key and the hash of its secret up. Undefined when they are wrong; the comparison takes the same time in both cases. */
export function credentialReader({
  store,
  clock: ours,
}: StoreAndClock): (appKey: string, secretHash: string) => Promise<Recognised | undefined> {
  const withClock = store.db
    .selectFrom('credentials')
    .innerJoin('clock', (join) => join.on('clock.id', '=', 1))
    .select(['credentials.id', 'credentials.account_id', 'app_key', 'kind', 'scopes', 'secret_hash'])
    .select([
      'secret_generation',
      'previous_hash',
      'previous_until',
      'operator',
      'expires_at',
      'last_used_at',
      'revoked_at',
    ])
    .select(clockColumns)
  const ofOne = prepared((hole) =>
    withClock
      .where('account_id', '=', hole('accountId'))
      .where(among(store, 'app_key', hole('keys')))
      .compile(),
  )
  const ofSeveral = prepared((hole) =>
    withClock
      .innerJoin(pairsIn(store, hole('pairs')).as('asked'), (join) =>
        join.onRef('asked.account_id', '=', 'credentials.account_id').onRef('asked.key', '=', 'credentials.app_key'),
      )
      .compile(),
  )
  const read = readOfAccounts(store, {
    ofOne: (accountId, keys) => ofOne({ accountId, keys }),
    ofSeveral: (pairs) => ofSeveral({ pairs }),
    keyOf: (row) => row.app_key,
  })
  const nobody = Buffer.from(hashOf(''))
  const hashedIn = (text: string | null | undefined) => (text ? Buffer.from(text) : nobody)
  const find = rowsByPlace(store, 'key', read)
  return async (appKey, secretHash) => {
    const row = await find(appKey)
    const presented = Buffer.from(secretHash)
    const open = row?.kind === 'publishable'
    const current = timingSafeEqual(open ? nobody : hashedIn(row?.secret_hash), presented)
    const previous = timingSafeEqual(hashedIn(row?.previous_hash), presented)
    if (row === undefined || row.revoked_at !== null) return undefined
    if (!current && (!previous || row.previous_hash === null)) return undefined
    const clock = clockStateOf(row)
    const until = current ? row.expires_at : earlier(row.previous_until, row.expires_at)
    if (until !== null && until <= ours.nowBy(clock)) return undefined
    const generation = current ? row.secret_generation : row.secret_generation - 1
    return { caller: callerOf(row, generation, until), clock, lastUsedAt: row.last_used_at }
  }
}

export function callerOf(
  row: Pick<CredentialRow, 'id' | 'account_id' | 'kind' | 'scopes' | 'operator'>,
  secretGeneration: number,
  until: string | null,
): Caller {
  return {
    accountId: row.account_id,
    credentialId: row.id,
    kind: row.kind,
    scopes: row.kind === 'publishable' ? [] : scopesOf(row.scopes),
    operator: row.operator,
    secretGeneration,
    until,
  }
}

/** The earlier of two instants; null is never. */
export function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** Adds a credential to an account. */
export async function issueCredential(
  { store, clock }: StoreAndClock,
  wanted: NewCredentialTerms,
  by: Actor = processActor('accounts'),
): Promise<IssuedCredential & { id: string }> {
  const issued = newCredential(wanted.mode, wanted.kind)
  const row = credentialRow(clock, wanted, issued)
  const { accountId } = wanted
  await store.commit([
    ...credentialWrites(row),
    trailWrite(clock, by, { accountId, action: 'credential.created', subject: row.id, after: trailed(row) }),
  ])
  return { id: row.id, ...issued }
}

/** Revokes a credential at once, with its sessions. Throws `Unmet` when there is no such key in use. */
export async function revokeCredential(
  { store, clock }: StoreAndClock,
  appKey: string,
  by: Actor = processActor('accounts'),
): Promise<void> {
  const row = await credentialOfKey(store, appKey)
  await store.commit(revocation({ store, clock }, row ?? { id: '', account_id: '', app_key: appKey }, by))
}

/**
 * Gives a secret credential a new secret; the previous one works for `graceHours` more. Throws `Unmet` when there is no
 * such key in use.
 */
export async function rollCredential(
  { store, clock }: StoreAndClock,
  appKey: string,
  graceHours: number,
  by: Actor,
): Promise<string> {
  const row = await credentialOfKey(store, appKey)
  if (row?.kind !== 'secret') throw new Unmet(`there is no secret key ${appKey}`)
  const secret = newSecret()
  const previousUntil = instantPlus(clock.now(), graceHours * HOUR_MS)
  await store.commit(rolling({ store, clock }, row, { secretHash: hashOf(secret), previousUntil }, by).writes)
  return secret
}

/** A new credential. No other one, of any account, has its key. */
export function credentialWrites(row: CredentialRow): Write[] {
  return [
    insert('credentials', row),
    directoryWrite('key', row.app_key, { accountId: row.account_id, subject: row.id }),
  ]
}

async function credentialOfKey(store: Store, appKey: string): Promise<CredentialRow | undefined> {
  const place = await placeOf(store, 'key', appKey)
  if (place === undefined) return undefined
  return rowOf(store.db, 'credentials', { account_id: place.accountId, id: place.subject, app_key: appKey })
}

/** SHA-256 in hex: secrets are 256 random bits, so nothing slower is needed. */
export function hashOf(secret: string): string {
  return hash('sha256', secret)
}

export function newSecret(): string {
  return randomBytes(32).toString('hex')
}

export function newCredential(
  mode: 'sandbox' | 'production',
  kind: 'secret' | 'publishable' = 'secret',
): IssuedCredential {
  const environment = mode === 'production' ? 'live' : 'dev'
  const key = randomBytes(16).toString('hex')
  if (kind === 'publishable') return { appKey: `pk_${environment}_${key}`, secret: '' }
  return { appKey: `sk_${environment}_${key}`, secret: newSecret() }
}

export function credentialRow(
  clock: Clock,
  request: NewCredentialTerms,
  { appKey, secret }: IssuedCredential,
): CredentialRow {
  const publishable = request.kind === 'publishable'
  return {
    id: newId(clock, 'key'),
    account_id: request.accountId,
    app_key: appKey,
    kind: request.kind,
    scopes: publishable ? '' : scopes.filter((one) => (request.scopes ?? scopes).includes(one)).join(' '),
    name: request.name ?? '',
    secret_hash: publishable ? '' : hashOf(secret),
    secret_generation: 1,
    previous_hash: null,
    previous_until: null,
    operator: request.operator,
    created_at: clock.now(),
    expires_at: request.expiresAt ?? null,
    made_as: null,
    last_used_at: null,
    revoked_at: null,
  }
}
