// Signing in with a passkey alone, which proves the person and the device; and the second factors that a person has besides the password.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { answer, NoBody, orNull, requiredText, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { Failure } from '../../failures.ts'
import { rowOf } from '../../store/rows.ts'
import { Unmet, type Write } from '../../store/write.ts'
import type { SignInNeeds } from '../needs.ts'
import { userByEmail } from '../people/membership.ts'
import { Assertion, RequestOptions } from './passkey-fields.ts'
import { FOR_SIGN_IN, passkeysOf, relyingParty, requestOptions, signedBy } from './passkeys.ts'
import { Session } from './session-answer.ts'

/** Begins a session, together with more writes; `by` is the method, for the trail. */
type Begin = (
  request: FastifyRequest,
  reply: FastifyReply,
  user: { id: string; name: string; email: string },
  more: Write[],
  by: object,
) => Promise<{ success: boolean; result: Static<typeof Session> }>

/** The key under which an address's wrong answers are counted, in the place of an e-mail. */
const NOBODY_NAMED = 'passkey'

export function passkeySignInRoutes(app: App, needs: SignInNeeds, begin: Begin): void {
  const { store, passwords, limits, browsers } = needs
  const config = { access: 'public', cost: 10 } as const
  const hide = { hide: true }

  app.post(
    '/v1/console/session/passkey/options',
    { config, schema: { ...hide, body: NoBody, response: answer(RequestOptions) } },
    async () => ({ success: true, result: await requestOptions(needs, FOR_SIGN_IN) }),
  )

  app.post(
    '/v1/console/session/passkey',
    { config, schema: { ...hide, body: strictObject({ answer: Assertion }), response: answer(Session) } },
    async (request, reply) => {
      const right = await limits.arrive(request.ip, NOBODY_NAMED)
      const signed = await signedBy(needs, request.body.answer, FOR_SIGN_IN)
      const user = signed && (await rowOf(store.db, 'users', { id: signed.passkey.user_id }, ['id', 'name', 'email']))
      if (signed === undefined || user === undefined) throw new Failure('passkey-refused')
      await right()
      return begun(begin(request, reply, user, [signed.used], { passkey: signed.passkey.id }))
    },
  )

  app.post(
    '/v1/console/session/factors',
    {
      config,
      schema: {
        ...hide,
        body: strictObject({ email: requiredText(254), password: requiredText(200) }),
        response: answer(Type.Object({ code: Type.Boolean(), passkey: orNull(RequestOptions) })),
      },
    },
    async (request) => {
      const { email, password } = request.body
      const right = await limits.arrive(request.ip, email.toLowerCase())
      const user = await userByEmail(store, email)
      const sender = { address: request.ip, isKnown: browsers.knows(request, email) }
      if (!(await passwords.matches(password, user?.password_hash, sender)) || user === undefined)
        throw new Failure('sign-in-refused')
      await right()
      const has = relyingParty(needs.baseUrl()) === undefined ? [] : await passkeysOf(needs, user.id)
      const wanted = { purpose: 'second-factor', user_id: user.id, session_id: null } as const
      const passkey = has.length === 0 ? null : await requestOptions(needs, wanted, has)
      return { success: true, result: { code: user.sealed_totp !== null, passkey } }
    },
  )
}

/** Of two uses with the same counter, one finds that the other was counted. */
export async function begun<R>(beginning: Promise<R>): Promise<R> {
  return beginning.catch((error: unknown) => {
    throw error instanceof Unmet ? new Failure('passkey-refused') : error
  })
}
