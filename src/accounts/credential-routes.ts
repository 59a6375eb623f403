// The endpoints of credentials: an account makes, rolls and revokes its own, and none with more power than the one it does it with.
import Type, { type Static } from 'typebox'
import { type Caller, type Scope, scopesOf } from '../api/caller.ts'
import { answer, Id } from '../api/fields.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import { endOf } from '../api/moment.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import { Failure, invalidField } from '../core/failure.ts'
import { instantPlus } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { conflictOn, decide } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import type { CredentialRow } from '../store/tables.ts'
import { insert, Unmet } from '../store/write.ts'
import { requestActor, trailWrite } from '../trail/record.ts'
import { revocation, rolling, trailed } from './changes.ts'
import { Credential, NewCredential, presentCredential, Roll } from './credential-schema.ts'
import { credentialRow, hashOf, newCredential, newSecret } from './credentials.ts'

export interface CredentialRouteNeeds {
  store: Store
  clock: Clock
  once: AnswerOnce
  mode: 'sandbox' | 'production'
}

/** Credentials in use, of one account, made by itself or at a terminal. */
const CREDENTIALS_PER_ACCOUNT = 100
const HOUR_MS = 3_600_000
const tags = ['Credentials']
const params = Type.Object({ id: Id })
const config = { access: 'admin' } as const

export function credentialRoutes(app: App, needs: CredentialRouteNeeds): void {
  const { store, clock, once, mode } = needs
  const present = (row: CredentialRow) => presentCredential(row, clock.now())

  app.get(
    '/v1/credentials',
    {
      config,
      schema: {
        tags,
        summary: 'List credentials',
        description: 'Every credential of the account, those that have ended too, newest first. No secret is in it.',
        response: answer(Type.Object({ total: Type.Integer(), credentials: Type.Array(Credential) })),
      },
    },
    async (request) => {
      const rows = await store.db
        .selectFrom('credentials')
        .select(columns.credentials)
        .where('account_id', '=', request.caller.accountId)
        .orderBy('id', 'desc')
        .execute()
      return { success: true, result: { total: rows.length, credentials: rows.map(present) } }
    },
  )

  app.get(
    '/v1/credentials/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Read a credential',
        description: 'What it may do, until when, and when it was last used.',
        params,
        response: answer(Credential),
      },
    },
    async (request) => ({
      success: true,
      result: present(await credentialOf(store, request.caller, request.params.id)),
    }),
  )

  app.post(
    '/v1/credentials',
    {
      config: { ...config, refusals: ['credential-exceeds', 'credential-limit'] },
      schema: {
        tags,
        summary: 'Make a credential',
        description:
          'For the operator who makes it, with at most the scopes and the life of the credential that it is made with. Credentials of other operators are issued by the operator of the service. Answers `app_secret`, once.',
        body: NewCredential,
        response: answer(Credential),
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const kind = body.kind ?? 'secret'
      const wanted = wantedScopes(kind, body.scopes)
      const expiresAt = body.expires_at ? endOf('expires_at', body.expires_at) : null
      if (expiresAt !== null && expiresAt <= clock.now())
        throw invalidField('expires_at', 'expires_at ya pasó', 'expires_at has passed')
      // Whoever makes card tokens may let others make them.
      refuseExcess(caller, kind === 'publishable' ? ['charge'] : wanted, expiresAt)
      const issued = newCredential(mode, kind)
      const { accountId, operator } = caller
      let secret: string | undefined
      const body200 = await once(request, reply, async (effect) => {
        const wish = { accountId, operator, kind, mode, name: body.name, scopes: wanted, expiresAt }
        const make = async () => {
          const row = { ...credentialRow(clock, wish, issued), made_as: await nextNumber(needs, accountId) }
          const result = { success: true, result: present(row) }
          const entry = { accountId, action: 'credential.created', subject: row.id, after: trailed(row) } as const
          const record = trailWrite(clock, requestActor(request), entry)
          await store.commit([insert('credentials', row), record, ...effect.answered(result)])
          return result
        }
        // Another that was made at the same moment has the number: look again how many there are.
        const made = await decide(make, { again: conflictOn('credentials'), tries: CREDENTIALS_PER_ACCOUNT })
        secret = issued.secret
        return made
      })
      return withSecret(body200, secret)
    },
  )

  app.post(
    '/v1/credentials/:id/roll',
    {
      config: { ...config, refusals: ['credential-exceeds', 'credential-of-another', 'credential-changed'] },
      schema: {
        tags,
        summary: 'Give a credential a new secret',
        description:
          'Answers `app_secret`, once. The secret before works for `grace_hours` more, and so do the sessions that it opened. Only the operator of a credential rolls it, with one that may do as much.',
        params,
        body: Roll,
        response: answer(Credential),
      },
    },
    async (request, reply) => {
      const row = await credentialOf(store, request.caller, request.params.id)
      if (row.kind === 'publishable')
        throw invalidField('id', 'una llave publicable no tiene secreto', 'a publishable key has no secret')
      if (row.operator !== request.caller.operator) throw new Failure('credential-of-another')
      refuseExcess(request.caller, scopesOf(row.scopes), row.expires_at)
      let secret: string | undefined
      const body = await once(request, reply, async (effect) => {
        const fresh = newSecret()
        const previousUntil = instantPlus(clock.now(), (request.body.grace_hours ?? 24) * HOUR_MS)
        const given = { secretHash: hashOf(fresh), previousUntil }
        const { rolled, writes } = rolling(needs, row, given, requestActor(request))
        const result = { success: true, result: present(rolled) }
        await store.commit([...writes, ...effect.answered(result)]).catch(changedWhenUnmet)
        secret = fresh
        return result
      })
      return withSecret(body, secret)
    },
  )

  app.delete(
    '/v1/credentials/:id',
    {
      config: { ...config, refusals: ['credential-changed'] },
      schema: {
        tags,
        summary: 'Revoke a credential',
        description: 'At once, with its sessions. It stays in the list. It cannot be undone.',
        params,
        response: answer(Credential),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const row = await credentialOf(store, request.caller, request.params.id)
        const now = clock.now()
        const body = { success: true, result: present({ ...row, revoked_at: now }) }
        await store
          .commit([...revocation(needs, row, requestActor(request), now), ...effect.answered(body)])
          .catch(changedWhenUnmet)
        return body
      }),
  )
}

/** A credential of the account. Fails with `resource-unknown`. */
async function credentialOf({ db }: Store, { accountId }: Caller, id: string): Promise<CredentialRow> {
  const row = await db
    .selectFrom('credentials')
    .select(columns.credentials)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new Failure('resource-unknown')
  return row
}

function wantedScopes(kind: CredentialRow['kind'], given: Scope[] | undefined): Scope[] {
  if (kind === 'publishable') {
    if (given === undefined || given.length === 0) return []
    throw invalidField(
      'scopes',
      'scopes: una llave publicable no lleva permisos',
      'scopes: a publishable key takes none',
    )
  }
  if (given === undefined || given.length === 0)
    throw invalidField('scopes', 'scopes debe nombrar al menos un permiso', 'scopes must name at least one scope')
  return given
}

/** Nobody makes more power than they have, nor power that outlives theirs. */
function refuseExcess(caller: Caller, wanted: readonly Scope[], expiresAt: string | null): void {
  const excess: string[] = wanted.filter((scope) => !caller.scopes.includes(scope))
  if (caller.until !== null && (expiresAt === null || expiresAt > caller.until)) excess.push('expires_at')
  if (excess.length > 0) throw new Failure('credential-exceeds', { values: { excess: excess.join(', ') } })
}

/** The number of the next credential that the account makes. Fails with `credential-limit`. */
async function nextNumber({ store: { db }, clock }: CredentialRouteNeeds, accountId: string): Promise<number> {
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

function withSecret<B extends { success: boolean; result: Static<typeof Credential> }>(body: B, secret?: string): B {
  return secret === undefined || secret === '' ? body : { ...body, result: { ...body.result, app_secret: secret } }
}

function changedWhenUnmet(error: unknown): never {
  throw error instanceof Unmet ? new Failure('credential-changed') : error
}
