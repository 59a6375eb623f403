// Accounts and the credentials that open them: issued once in the clear, kept as a hash.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../api/caller.ts'
import type { Clock, ClockState } from '../core/clock.ts'
import { newId, randomBytes } from '../core/ids.ts'
import { railNames, railOf } from '../core/rail.ts'
import { clockColumns, clockStateOf } from '../store/clock-state.ts'
import { prepared } from '../store/prepared.ts'
import { sharedRead } from '../store/shared-read.ts'
import type { Store } from '../store/store.ts'
import { insert, run } from '../store/write.ts'

/** The account that a sandbox on a loopback address knows from the start. */
export const SANDBOX_ACCOUNT = {
  id: 'acc_sandbox',
  name: 'Cobro Sandbox',
  email: 'sandbox@cobro.local',
  appKey: 'sk_dev_00000000000000000000000000000000',
  secret: 'sandbox',
  publishableKey: 'pk_dev_00000000000000000000000000000000',
  payoutClabe: '002010077777777771',
} as const

/** A caller and, in the same round trip, what the service's clock is. */
export interface Recognised {
  caller: Caller
  clock: ClockState
}

export interface Needs {
  store: Store
  clock: Clock
}

export interface IssuedCredential {
  appKey: string
  /** Shown once. Empty for a publishable key. */
  secret: string
}

/** Looks an app_key and its secret up. Undefined when they open nothing; the comparison takes the same time either way. */
export function credentialReader(store: Store): (appKey: string, secret: string) => Promise<Recognised | undefined> {
  const byKey = prepared((hole) =>
    store.db
      .selectFrom('credentials')
      .innerJoin('clock', (join) => join.on('clock.id', '=', 1))
      .select(['credentials.id', 'account_id', 'kind', 'secret_hash', 'operator', 'revoked_at'])
      .select(clockColumns)
      .where('app_key', '=', hole('appKey'))
      .compile(),
  )
  const nobody = { secret_hash: hashOf(''), revoked_at: 'never issued' }
  const find = sharedRead(async (appKey) => (await store.rows(byKey({ appKey })))[0])
  return async (appKey, secret) => {
    const row = await find(appKey)
    const expected = Buffer.from(row?.kind === 'publishable' ? hashOf('') : (row?.secret_hash ?? nobody.secret_hash))
    const same = timingSafeEqual(expected, Buffer.from(hashOf(secret)))
    if (row === undefined || !same || row.revoked_at !== null) return undefined
    return {
      caller: { accountId: row.account_id, credentialId: row.id, kind: row.kind, operator: row.operator },
      clock: clockStateOf(row),
    }
  }
}

/** Opens an account with one secret credential, in one batch. */
export async function openAccount(
  { store, clock }: Needs,
  account: { name: string; email: string; mode: 'sandbox' | 'production' },
): Promise<IssuedCredential & { accountId: string }> {
  const accountId = newId(clock, 'acc')
  const issued = newCredential(account.mode)
  await store.commit([
    insert('accounts', {
      id: accountId,
      name: account.name,
      email: account.email,
      payout_clabe: null,
      created_at: clock.now(),
      settled_day: '',
      webhooks: 0,
    }),
    credentialWrite(clock, { accountId, operator: account.email, kind: 'secret', ...issued }),
    ...feeWrites(clock, accountId),
  ])
  return { accountId, ...issued }
}

/** Adds a credential to an account. */
export async function issueCredential(
  { store, clock }: Needs,
  wanted: { accountId: string; operator: string; kind: 'secret' | 'publishable'; mode: 'sandbox' | 'production' },
): Promise<IssuedCredential> {
  const issued = newCredential(wanted.mode, wanted.kind)
  await store.commit([credentialWrite(clock, { ...wanted, ...issued })])
  return issued
}

/** Revokes a credential at once, with the sessions opened by it. Throws `Unmet` when there is no such key in use. */
export async function revokeCredential({ store, clock }: Needs, appKey: string): Promise<void> {
  const { db } = store
  const sessions = db
    .updateTable('sessions')
    .set({ revoked_at: clock.now() })
    .where('revoked_at', 'is', null)
    .where('credential_id', 'in', db.selectFrom('credentials').select('id').where('app_key', '=', appKey))
  const credential = db
    .updateTable('credentials')
    .set({ revoked_at: clock.now() })
    .where('app_key', '=', appKey)
    .where('revoked_at', 'is', null)
  await store.commit([run(credential.compile(), 1), run(sessions.compile())])
}

/** Makes the sandbox's own account when it is not there yet. */
export async function ensureSandboxAccount({ store, clock }: Needs): Promise<void> {
  const { db } = store
  const found = await db.selectFrom('accounts').select('id').where('id', '=', SANDBOX_ACCOUNT.id).executeTakeFirst()
  if (found) return
  const { id, name, email, appKey, secret, publishableKey, payoutClabe } = SANDBOX_ACCOUNT
  const account = { id, name, email, payout_clabe: payoutClabe, created_at: clock.now(), settled_day: '', webhooks: 0 }
  await store
    .commit([
      insert('accounts', account),
      credentialWrite(clock, { accountId: id, operator: email, kind: 'secret', appKey, secret }),
      credentialWrite(clock, {
        accountId: id,
        operator: email,
        kind: 'publishable',
        appKey: publishableKey,
        secret: '',
      }),
      ...feeWrites(clock, id),
    ])
    .catch(async (error: unknown) => {
      // Another process of the same sandbox may have been first.
      const there = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()
      if (!there) throw error
    })
}

/** SHA-256 in hex: secrets are 256 random bits, so nothing slower is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function newCredential(mode: 'sandbox' | 'production', kind: 'secret' | 'publishable' = 'secret'): IssuedCredential {
  const environment = mode === 'production' ? 'live' : 'dev'
  const key = randomBytes(16).toString('hex')
  if (kind === 'publishable') return { appKey: `pk_${environment}_${key}`, secret: '' }
  return { appKey: `sk_${environment}_${key}`, secret: randomBytes(32).toString('hex') }
}

function credentialWrite(
  clock: Clock,
  credential: { accountId: string; operator: string; kind: 'secret' | 'publishable'; appKey: string; secret: string },
) {
  return insert('credentials', {
    id: newId(clock, 'key'),
    account_id: credential.accountId,
    app_key: credential.appKey,
    kind: credential.kind,
    secret_hash: credential.kind === 'publishable' ? '' : hashOf(credential.secret),
    operator: credential.operator,
    created_at: clock.now(),
    revoked_at: null,
  })
}

/** The terms with which an account begins, and that it was given them. */
function feeWrites(clock: Clock, accountId: string) {
  const terms = railNames.map((rail) => ({
    account_id: accountId,
    rail,
    percentage_millis: railOf(rail).standardFee.percentageMillis,
    fixed_centavos: railOf(rail).standardFee.fixedCentavos,
  }))
  return [
    insert('fee_schedules', ...terms),
    insert('fee_changes', ...terms.map((one) => ({ id: newId(clock, 'fch'), ...one, created_at: clock.now() }))),
  ]
}
