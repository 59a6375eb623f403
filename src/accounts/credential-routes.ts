// The endpoints of credentials: an account creates, rolls and revokes its own, and none with more scopes than the
// credential of the request.
import Type, { type Static } from 'typebox'
import { scopesOf } from '../api/caller.ts'
import { answer, Id } from '../api/fields.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import { Failure } from '../core/failure.ts'
import { columns } from '../store/columns.ts'
import type { CredentialRow } from '../store/tables.ts'
import { Unmet } from '../store/write.ts'
import { requestActor } from '../trail/record.ts'
import { revocation } from './changes.ts'
import { Credential, NewCredential, presentCredential, Roll } from './credential-schema.ts'
import {
  credentialOf,
  type MakingNeeds,
  makeCredential,
  ownCredential,
  readWish,
  rollOwn,
  STANDARD_GRACE_HOURS,
} from './make-credential.ts'
import { refuseKeyAlone } from './second-person.ts'

interface CredentialRouteNeeds extends MakingNeeds {
  once: AnswerOnce
}

const tags = ['Credentials']
const params = Type.Object({ id: Id })
const config = { access: 'admin' } as const

export function credentialRoutes(app: App, needs: CredentialRouteNeeds): void {
  const { store, clock, once } = needs
  const present = (row: CredentialRow) => presentCredential(row, clock.now())

  app.get(
    '/v1/credentials',
    {
      config,
      schema: {
        tags,
        summary: 'List credentials',
        description: 'Every credential of the account, also expired and revoked ones, newest first, without secrets.',
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
        description: 'Its scopes, its expiry, and its last use.',
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
      config: { ...config, refusals: ['credential-exceeds', 'credential-limit', 'second-person-needed'] },
      schema: {
        tags,
        summary: 'Make a credential',
        description:
          'For the same operator, with at most the scopes and the life of the credential of the request. Credentials of other operators are issued by the operator of the service. Answers `app_secret`, once.',
        body: NewCredential,
        response: answer(Credential),
      },
    },
    async (request, reply) => {
      const { caller } = request
      const wish = readWish(needs, caller, request.body)
      await refuseKeyAlone(store, caller, wish.scopes)
      let secret: string | undefined
      const body = await once(request, reply, async (effect) => {
        const made = await makeCredential(needs, caller, wish, requestActor(request), (row) =>
          effect.answered({ success: true, result: present(row) }),
        )
        secret = made.secret
        return { success: true, result: present(made.row) }
      })
      return withSecret(body, secret)
    },
  )

  app.post(
    '/v1/credentials/:id/roll',
    {
      config: {
        ...config,
        refusals: ['credential-exceeds', 'credential-of-another', 'credential-changed', 'second-person-needed'],
      },
      schema: {
        tags,
        summary: 'Give a credential a new secret',
        description:
          'Answers `app_secret`, once. The previous secret works for `grace_hours` more, and so do its sessions. Only the operator of a credential can roll it, with a credential that has the same scopes or more.',
        params,
        body: Roll,
        response: answer(Credential),
      },
    },
    async (request, reply) => {
      const row = await ownCredential(needs, request.caller, request.params.id)
      await refuseKeyAlone(store, request.caller, scopesOf(row.scopes))
      let secret: string | undefined
      const body = await once(request, reply, async (effect) => {
        const graceHours = request.body.grace_hours ?? STANDARD_GRACE_HOURS
        const rolled = await rollOwn(needs, row, graceHours, requestActor(request), (one) =>
          effect.answered({ success: true, result: present(one) }),
        ).catch(changedWhenUnmet)
        secret = rolled.secret
        return { success: true, result: present(rolled.row) }
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

function withSecret<B extends { success: boolean; result: Static<typeof Credential> }>(body: B, secret?: string): B {
  return secret === undefined || secret === '' ? body : { ...body, result: { ...body.result, app_secret: secret } }
}

function changedWhenUnmet(error: unknown): never {
  throw error instanceof Unmet ? new Failure('credential-changed') : error
}
