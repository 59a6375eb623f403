// The passkeys of the signed-in person: listed, added and named, and removed with the password.
import Type from 'typebox'
import { requestActor, trailWrite } from '../../accounts/trail/record.ts'
import { answer, bareAnswer, freeText, Id, orNull, requiredText, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { newId } from '../../core/ids.ts'
import { instantOf, mexicoCityTime } from '../../core/time.ts'
import { Failure, invalidField } from '../../failures.ts'
import { conditionHeld, conflictOn, decide } from '../../store/decide.ts'
import { rowOf } from '../../store/rows.ts'
import { Duplicate, insert, run, update, type Write } from '../../store/write.ts'
import type { SignInNeeds } from '../needs.ts'
import { userByEmail } from '../people/membership.ts'
import type { UserRow } from '../tables.ts'
import { Attestation, CreationOptions } from './passkey-fields.ts'
import { createdKey, creationOptions, passkeysOf, relyingParty } from './passkeys.ts'
import { provePassword } from './second-factor.ts'

const MAX = 10

const hide = { hide: true }
const Shown = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    since: Type.String(),
    used: orNull(Type.String()),
    backed_up: Type.Boolean(),
  },
  { title: 'Passkey' },
)

export function passkeyRoutes(app: App, needs: SignInNeeds): void {
  const { store, clock } = needs
  const config = { access: 'person' } as const
  const params = Type.Object({ id: Id })
  const name = freeText(60, { minLength: 1 })

  app.get(
    '/v1/console/passkeys',
    {
      config,
      schema: { ...hide, response: answer(Type.Object({ usable: Type.Boolean(), passkeys: Type.Array(Shown) })) },
    },
    async (request) => {
      const rows = await passkeysOf(needs, request.caller.credentialId)
      const passkeys = rows.map((row) => ({
        id: row.id,
        name: row.name,
        since: mexicoCityTime(row.created_at),
        used: row.used_at && mexicoCityTime(row.used_at),
        backed_up: row.backed_up === 1,
      }))
      return { success: true, result: { usable: relyingParty(needs.baseUrl()) !== undefined, passkeys } }
    },
  )

  app.post(
    '/v1/console/passkeys/options',
    {
      config,
      schema: { ...hide, body: strictObject({ password: requiredText(200) }), response: answer(CreationOptions) },
    },
    async (request) => {
      await provePassword(needs, request, request.body.password)
      const { operator, person } = request.caller
      const user = await userByEmail(store, operator)
      if (user === undefined || person === undefined) throw new Failure('person-needed')
      const has = await passkeysOf(needs, user.id)
      if (has.length >= MAX) throw tooMany()
      return { success: true, result: await creationOptions(needs, user, person.sessionId, has) }
    },
  )

  app.post(
    '/v1/console/passkeys',
    {
      config,
      schema: { ...hide, body: strictObject({ name, answer: Attestation }), response: bareAnswer },
    },
    async (request) => {
      const { credentialId: userId, accountId, person } = request.caller
      const { name, answer } = request.body
      // Challenges are made with the password only.
      const proved = await userByEmail(store, request.caller.operator)
      if (proved === undefined || proved.password_hash === null) throw new Failure('sign-in-refused')
      const created = await createdKey(needs, answer, { userId, sessionId: person?.sessionId ?? '' })
      if (created === undefined)
        throw invalidField(
          'answer',
          'tu navegador no hizo una llave de acceso para esta página, o tardó demasiado: intenta de nuevo',
          'your browser made no passkey for this page, or took too long: try again',
        )
      const add = async () => {
        const taken = (await passkeysOf(needs, userId)).map(({ slot }) => slot)
        const slot = Array.from({ length: MAX }, (_, at) => at + 1).find((one) => !taken.includes(one))
        if (slot === undefined) throw tooMany()
        const id = newId(clock, 'psk')
        const created_at = instantOf(clock.wallMs())
        await store.commit([
          await stillHeld(proved),
          insert('passkeys', { id, user_id: userId, slot, ...created, name, created_at, used_at: null }),
          trailWrite(clock, requestActor(request), {
            accountId,
            action: 'person.passkey_added',
            subject: userId,
            after: { passkey: id, name },
          }),
        ])
      }
      await decide(add, {
        again: conflictOn('passkeys', 'slot'),
        tries: 2 * MAX,
        pauseMs: 2,
        exhausted: tooMany,
      }).catch((error: unknown) => {
        throw error instanceof Duplicate && error.of('passkeys', 'credential_id')
          ? invalidField('answer', 'esa llave de acceso ya está en uso', 'that passkey is in use already')
          : error
      })
      return { success: true }
    },
  )

  /** Holds the row of a person whose password is as it was: a reset at this moment takes away all keys that there are. */
  const stillHeld = async ({ id, password_hash }: UserRow): Promise<Write> => {
    const now = await rowOf(store.db, 'users', { id }, ['password_hash', 'totp_step'])
    if (now === undefined || now.password_hash !== password_hash) throw new Failure('sign-in-refused')
    return update('users', { totp_step: now.totp_step }, { id, ...now })
  }

  app.put(
    '/v1/console/passkeys/:id',
    { config, schema: { ...hide, params, body: strictObject({ name }), response: bareAnswer } },
    async (request) => {
      const { credentialId: userId, accountId } = request.caller
      const { id } = request.params
      const { name } = request.body
      const renamed = store.commit([
        update('passkeys', { name }, { id, user_id: userId }),
        trailWrite(clock, requestActor(request), {
          accountId,
          action: 'person.passkey_renamed',
          subject: userId,
          after: { passkey: id, name },
        }),
      ])
      if (!(await conditionHeld(renamed))) throw new Failure('resource-unknown')
      return { success: true }
    },
  )

  app.post(
    '/v1/console/passkeys/:id/remove',
    {
      config,
      schema: { ...hide, params, body: strictObject({ password: requiredText(200) }), response: bareAnswer },
    },
    async (request) => {
      await provePassword(needs, request, request.body.password)
      const { credentialId: userId, accountId } = request.caller
      const { id } = request.params
      const removed = store.db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId)
      const removing = store.commit([
        run(removed.compile(), 1),
        trailWrite(clock, requestActor(request), {
          accountId,
          action: 'person.passkey_removed',
          subject: userId,
          before: { passkey: id },
        }),
      ])
      if (!(await conditionHeld(removing))) throw new Failure('resource-unknown')
      return { success: true }
    },
  )
}

function tooMany(): Failure {
  return invalidField('name', `ya tienes ${MAX} llaves de acceso: quita una`, `you have ${MAX} passkeys: remove one`)
}
