// The endpoints of credentials: an account creates, rolls and revokes its own, and none with more scopes than the
// credential of the request.
import Type, { type Static } from 'typebox'
import { scopesOf } from '../api/caller.ts'
import { Total } from '../api/description/answer-members.ts'
import { answer, Id } from '../api/fields.ts'
import { CursorQuery, cutPage, MAX_LIMIT, Next, queryChoice, queryNumber, readAfter, readLimit } from '../api/paging.ts'
import { queryReader } from '../api/query.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { Failure, refuseInvalid } from '../failures.ts'
import { Unmet } from '../store/write.ts'
import { revocation } from './changes.ts'
import { Credential, credentialStates, NewCredential, presentCredential, Roll } from './credential-schema.ts'
import { listCredentials } from './list-credentials.ts'
import {
  credentialOf,
  type MakingNeeds,
  makeCredential,
  ownCredential,
  readCredentialRequest,
  revocableCredential,
  rollOwn,
  STANDARD_GRACE_HOURS,
} from './make-credential.ts'
import { requireSecondPersonForKey, requireSecondPersonForRoll } from './second-person.ts'
import type { CredentialRow } from './tables.ts'
import { requestActor } from './trail/record.ts'

const tags = ['Credentials']
const params = Type.Object({ id: Id })
const config = { access: 'admin' } as const

export function credentialRoutes(app: App, needs: MakingNeeds & RouteNeeds): void {
  const { store, clock, once } = needs
  const present = (row: CredentialRow) => presentCredential(row, clock.now())

  app.get(
    '/v1/credentials',
    {
      config,
      schema: {
        tags,
        summary: 'List credentials',
        description:
          'The credentials of the account, also expired and revoked ones, newest first, without secrets. `total` counts them over all pages.',
        querystring: Type.Object({
          status: queryChoice(credentialStates, 'Only credentials in this state'),
          limit: queryNumber(`How many, from 1; default and at most ${MAX_LIMIT}`, { minimum: 1 }, 50),
          starting_after: CursorQuery.starting_after,
        }),
        response: answer(
          Type.Object({
            total: Total,
            credentials: Type.Array(Credential, { description: 'Newest first' }),
            next: Next,
          }),
        ),
      },
    },
    async (request) => {
      const fields: FieldProblems = {}
      const { oneOf } = queryReader(request.query, fields)
      const status = oneOf('status', credentialStates)
      const after = readAfter(request.query, /^key_[a-z0-9]{1,90}$/, fields)
      const limit = readLimit({ limit: request.query.limit || String(MAX_LIMIT) }, fields)
      refuseInvalid(fields)
      const { rows, total } = await listCredentials(needs, request.caller, { status, after, limit: limit + 1 })
      const { page, next } = cutPage(rows, limit)
      return { success: true, result: { total, credentials: page.map(present), next } }
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
      let secret: string | undefined
      const body = await once(request, reply, async (effect) => {
        const wanted = readCredentialRequest(needs, caller, request.body)
        await requireSecondPersonForKey(store, caller, wanted.scopes)
        const made = await makeCredential(needs, caller, wanted, requestActor(request), (row) =>
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
      const { caller } = request
      let secret: string | undefined
      // A repeat gets the first answer also when the request may not be made any more: its secret may be the rolled one.
      const body = await once(request, reply, async (effect) => {
        const row = await ownCredential(needs, caller, request.params.id)
        await requireSecondPersonForRoll(store, caller, scopesOf(row.scopes))
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
      config: { ...config, refusals: ['credential-changed', 'credential-exceeds', 'second-person-needed'] },
      schema: {
        tags,
        summary: 'Revoke a credential',
        description:
          'At once, with its sessions. It stays in the list. It cannot be undone. Nobody revokes a credential with more scopes than they have themselves.',
        params,
        response: answer(Credential),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const row = await revocableCredential(store, request.caller, request.params.id)
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
