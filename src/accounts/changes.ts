// Changes of an existing credential: rolling its secret and revoking it. Each is recorded in the audit trail, in the same batch.
import type { StoreAndClock } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'
import type { CredentialRow } from './tables.ts'
import { type Actor, trailWrite } from './trail/record.ts'

/** A credential's data in the audit trail. */
export function trailed(row: CredentialRow): object {
  const { app_key, kind, name, operator, expires_at } = row
  return { app_key, kind, name, operator, scopes: row.scopes.split(' ').filter((one) => one !== ''), expires_at }
}

/** Ends a credential with its sessions. The batch throws `Unmet` when it has ended already. */
export function revocation(
  { store: { db }, clock }: StoreAndClock,
  { id, account_id, app_key }: Pick<CredentialRow, 'id' | 'account_id' | 'app_key'>,
  by: Actor,
  now = clock.now(),
): Write[] {
  const credential = db
    .updateTable('credentials')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .where('revoked_at', 'is', null)
  const sessions = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('account_id', '=', account_id)
    .where('credential_id', '=', id)
  const entry = { accountId: account_id, action: 'credential.revoked', subject: id } as const
  return [
    run(credential.compile(), 1),
    run(sessions.compile()),
    trailWrite(clock, by, { ...entry, before: { app_key, revoked_at: null }, after: { app_key, revoked_at: now } }),
  ]
}

/**
 * Gives a credential a new secret. The current secret stays valid until `previousUntil`, an older one ends now, and each session ends with
 * the secret that opened it. The batch throws `Unmet` when the credential was rolled or revoked meanwhile.
 */
export function rolling(
  { store: { db }, clock }: StoreAndClock,
  row: CredentialRow,
  next: { secretHash: string; previousUntil: string },
  by: Actor,
): { rolled: CredentialRow; writes: Write[] } {
  const set = {
    secret_hash: next.secretHash,
    secret_generation: row.secret_generation + 1,
    previous_hash: row.secret_hash,
    previous_until: next.previousUntil,
  }
  const query = db
    .updateTable('credentials')
    .set(set)
    .where('id', '=', row.id)
    .where('account_id', '=', row.account_id)
    .where('secret_generation', '=', row.secret_generation)
    .where('revoked_at', 'is', null)
  const entry = { accountId: row.account_id, action: 'credential.rolled', subject: row.id } as const
  const credentialRecord = ({ app_key, secret_generation, previous_until }: CredentialRow) => ({
    app_key,
    secret_generation,
    previous_until,
  })
  const rolled = { ...row, ...set }
  return {
    rolled,
    writes: [
      run(query.compile(), 1),
      trailWrite(clock, by, { ...entry, before: credentialRecord(row), after: credentialRecord(rolled) }),
    ],
  }
}
