// Creates and rolls an account's own credentials, none with more power than the caller.
import type { Static } from 'typebox'
import { type Caller, type Scope, scopesOf } from '../api/caller.ts'
import { endOf } from '../api/moment.ts'
import { HOUR_MS, instantPlus } from '../core/time.ts'
import { Failure, invalidField } from '../failures.ts'
import { decide } from '../store/decide.ts'
import { knownRow } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { Duplicate, type Write } from '../store/write.ts'
import { rolling, trailed } from './changes.ts'
import type { NewCredential } from './credential-schema.ts'
import { credentialRow, credentialWrites, hashOf, newCredential, newSecret } from './credentials.ts'
import type { CredentialRow } from './tables.ts'
import { type Actor, trailWrite } from './trail/record.ts'

export interface MakingNeeds extends StoreAndClock {
  mode: 'sandbox' | 'production'
}

/** A checked request for a credential within the caller's power. */
export interface CredentialRequest {
  kind: CredentialRow['kind']
  name: string
  scopes: Scope[]
  expiresAt: string | null
}

/** The most credentials in use of one account, created by itself or at a terminal. */
const CREDENTIALS_PER_ACCOUNT = 100
/** How long the previous secret works, by default. */
export const STANDARD_GRACE_HOURS = 24

/** Fails with `parameters-invalid` and `credential-exceeds`. */
export function readCredentialRequest(
  { clock }: MakingNeeds,
  caller: Caller,
  body: Static<typeof NewCredential>,
): CredentialRequest {
  const kind = body.kind ?? 'secret'
  const scopes = wantedScopes(kind, body.scopes)
  const expiresAt = body.expires_at === undefined ? null : endOf('expires_at', body.expires_at)
  if (expiresAt !== null && expiresAt <= clock.now())
    throw invalidField('expires_at', 'expires_at ya pasó', 'expires_at has passed')
  // A publishable key needs only the caller's `charge`.
  refuseExcess(caller, kind === 'publishable' ? ['charge'] : scopes, ...laterEnd(caller, expiresAt))
  return { kind, name: body.name, scopes, expiresAt }
}

/**
 * Creates it with `extra` in its batch. The secret is shown once; a publishable key has none. Fails with
 * `credential-limit`.
 */
export async function makeCredential(
  needs: MakingNeeds,
  { accountId, operator }: Pick<Caller, 'accountId' | 'operator'>,
  request: CredentialRequest,
  by: Actor,
  extra: (row: CredentialRow) => Write[],
): Promise<{ row: CredentialRow; secret: string }> {
  const { store, clock, mode } = needs
  const issued = newCredential(mode, request.kind)
  const make = async () => {
    const wanted = { ...request, accountId, operator, mode }
    const row = { ...credentialRow(clock, wanted, issued), made_as: await nextNumber(needs, accountId) }
    const entry = { accountId, action: 'credential.created', subject: row.id, after: trailed(row) } as const
    await store.commit([...credentialWrites(row), trailWrite(clock, by, entry), ...extra(row)])
    return row
  }
  // A credential that was created at the same moment has the number: count again.
  const again = (error: unknown) => error instanceof Duplicate && error.of('credentials')
  return { row: await decide(make, { again, row: `credentials ${accountId}` }), secret: issued.secret }
}

/** A credential that the caller may roll. Fails with `resource-unknown`, `credential-of-another`, `credential-exceeds`. */
export async function ownCredential({ store }: MakingNeeds, caller: Caller, id: string): Promise<CredentialRow> {
  const row = await credentialOf(store, caller, id)
  if (row.kind === 'publishable')
    throw invalidField('id', 'una llave publicable no tiene secreto', 'a publishable key has no secret')
  if (row.operator !== caller.operator) throw new Failure('credential-of-another')
  refuseExcess(caller, scopesOf(row.scopes), ...laterEnd(caller, row.expires_at))
  return row
}

/** Gives it a new secret, with `extra` in the batch. Throws `Unmet` when it was rolled or revoked meanwhile. */
export async function rollOwn(
  { store, clock }: MakingNeeds,
  row: CredentialRow,
  graceHours: number,
  by: Actor,
  extra: (row: CredentialRow) => Write[],
): Promise<{ row: CredentialRow; secret: string }> {
  const secret = newSecret()
  const next = { secretHash: hashOf(secret), previousUntil: instantPlus(clock.now(), graceHours * HOUR_MS) }
  const { rolled, writes } = rolling({ store, clock }, row, next, by)
  await store.commit([...writes, ...extra(rolled)])
  return { row: rolled, secret }
}

/** A credential of the account. Fails with `resource-unknown`. */
export async function credentialOf(
  { db }: Store,
  { accountId }: Pick<Caller, 'accountId'>,
  id: string,
): Promise<CredentialRow> {
  return knownRow(db, 'credentials', { id, account_id: accountId })
}

/** A credential that the caller may revoke: nobody takes away more than they hold. Fails with `resource-unknown` and `credential-exceeds`. */
export async function revocableCredential(store: Store, caller: Caller, id: string): Promise<CredentialRow> {
  const row = await credentialOf(store, caller, id)
  // Whoever holds a key may end it, also in a session with less.
  if (row.id === caller.credentialId) return row
  refuseExcess(caller, row.kind === 'publishable' ? ['charge'] : scopesOf(row.scopes))
  return row
}

function wantedScopes(kind: CredentialRow['kind'], scopes: Scope[] | undefined): Scope[] {
  if (kind === 'publishable') {
    if (scopes === undefined || scopes.length === 0) return []
    throw invalidField(
      'scopes',
      'scopes: una llave publicable no lleva permisos',
      'scopes: a publishable key takes none',
    )
  }
  if (scopes === undefined || scopes.length === 0)
    throw invalidField('scopes', 'scopes debe nombrar al menos un permiso', 'scopes must name at least one scope')
  return scopes
}

/** Fails with `credential-exceeds` for scopes that the caller lacks, and for what else exceeds the caller. */
export function refuseExcess({ scopes }: Pick<Caller, 'scopes'>, wanted: readonly Scope[], ...others: string[]): void {
  const excess = [...wanted.filter((scope) => !scopes.includes(scope)), ...others]
  if (excess.length > 0) throw new Failure('credential-exceeds', { values: { excess: excess.join(', ') } })
}

/** The expiry, when it is later than the caller's. */
function laterEnd({ until }: Caller, expiresAt: string | null): 'expires_at'[] {
  return until !== null && (expiresAt === null || expiresAt > until) ? ['expires_at'] : []
}

/** The number of the account's next credential. Fails with `credential-limit`. */
async function nextNumber({ store: { db }, clock }: MakingNeeds, accountId: string): Promise<number> {
  const now = clock.now()
  const { highest, live } = await db
    .selectFrom('credentials')
    .select((eb) => [
      eb.fn.max('made_as').as('highest'),
      eb.fn
        .count<number>('id')
        .filterWhere('revoked_at', 'is', null)
        .filterWhere((one) => one.or([one('expires_at', 'is', null), one('expires_at', '>', now)]))
        .as('live'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (Number(live) >= CREDENTIALS_PER_ACCOUNT)
    throw new Failure('credential-limit', { values: { limit: CREDENTIALS_PER_ACCOUNT } })
  return (highest ?? 0) + 1
}
