// Signing in at the console and out again: with e-mail and password and a second factor, or in the sandbox on this machine without.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { SANDBOX_ACCOUNT } from '../../accounts/open-account.ts'
import { nameAndAddress, requestActor, trailWrite } from '../../accounts/trail/record.ts'
import { isFromHere } from '../../api/browsers/own-page.ts'
import type { Caller } from '../../api/caller.ts'
import { answer, bareAnswer, Id, NoBody, requiredText, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { instantOf, mexicoCityTime } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { conditionHeld } from '../../store/decide.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { Duplicate, insert, run, Unmet, update, type Write } from '../../store/write.ts'
import type { SignInNeeds } from '../needs.ts'
import { newUser, userByEmail } from '../people/membership.ts'
import { accountsOf, accountsThere } from '../people/person-everywhere.ts'
import { Assertion } from './passkey-fields.ts'
import { begun, passkeySignInRoutes } from './passkey-sign-in.ts'
import { passkeysOf, relyingParty, signedBy } from './passkeys.ts'
import { totpOpened } from './second-factor.ts'
import { OpenSession, offersOf, Session, SessionFound } from './session-answer.ts'
import { cookieOf, proofOf, setCookie } from './session-cookie.ts'
import { endPersonSessions, openPersonSession, personReader, sessionsOf } from './sessions.ts'
import { stepOfCode } from './totp.ts'

const hide = { hide: true }

/** A wrong password costs an address as much as a wrong credential. */
const COST = 10

export function sessionRoutes(app: App, needs: SignInNeeds): void {
  const { store, clock, place, local, browsers } = needs
  const readPerson = personReader(needs)
  const senderOf = (request: FastifyRequest, email: string) => ({
    address: request.ip,
    isKnown: browsers.knows(request, email),
  })
  const isLocal = (request: FastifyRequest) => local && isFromHere(request)

  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    user: { id: string; name: string; email: string },
    more: Write[] = [],
    by?: object,
  ) => {
    const [account] = await accountsOf(store, user.id)
    if (account === undefined) throw new Failure('sign-in-refused')
    // The browser's previous session ends: an attacker cannot have set it beforehand.
    const before = cookieOf(request, place())
    const former = before === undefined ? undefined : await readPerson(before)
    const browser = String(request.headers['user-agent'] ?? '')
    const { token, id, write } = openPersonSession(needs, {
      userId: user.id,
      accountId: account.id,
      address: request.address,
      browser,
    })
    const over = store.db
      .deleteFrom('user_sessions')
      .where('user_id', '=', user.id)
      .where('expires_at', '<=', instantOf(clock.wallMs()))
    const actor = {
      actor_kind: 'person',
      actor: user.id,
      operator: nameAndAddress(user.name, user.email),
      address: request.address,
      request_id: request.id,
    } as const
    await store.commit([
      ...(former?.caller.person
        ? [endPersonSessions(needs, former.caller.person.id, { id: former.caller.person.sessionId })]
        : []),
      run(over.compile()),
      write,
      ...more,
      trailWrite(clock, actor, { accountId: account.id, action: 'person.signed_in', subject: id, after: by }),
    ])
    setCookie(reply, place(), token)
    browsers.remember(reply, user.email)
    const opened = await readPerson(token)
    if (opened === undefined) throw new Failure('sign-in-refused')
    return { success: true, result: await presented(opened.caller, token) }
  }

  const presented = async (caller: Caller, token: string): Promise<Static<typeof Session>> => {
    const { person } = caller
    const accounts = await accountsThere(store, caller.credentialId, caller.accountId)
    const account = accounts.find(({ id }) => id === caller.accountId)
    const user = await userByEmail(store, caller.operator)
    // Their role may end at this moment.
    if (person === undefined || account === undefined) throw new Failure('session-invalid')
    return {
      signed_in: true,
      // The person that the sandbox on this machine signs in; not one who was invited there.
      local: local && caller.operator === SANDBOX_ACCOUNT.email,
      mode: needs.mode,
      version: needs.version,
      bodies_kept: needs.bodiesKept,
      offers: offersOf(needs.networks()),
      proof: proofOf(token, caller.accountId),
      person: { id: caller.credentialId, name: person.name, email: caller.operator },
      role: person.role,
      scopes: [...caller.scopes],
      account,
      accounts,
      second_factor: Boolean(user?.sealed_totp),
      factor_required: person.lacksFactor === true,
      session: person.sessionId,
    }
  }

  app.get(
    '/v1/console/session',
    { config: { access: 'public' }, schema: { ...hide, response: answer(SessionFound) } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = cookieOf(request, place())
      const found = token === undefined ? undefined : await readPerson(token)
      if (token === undefined || found === undefined) {
        const passkeys = relyingParty(needs.baseUrl()) !== undefined
        const signedOut = { signed_in: false, local: isLocal(request), mode: needs.mode, passkeys } as const
        return { success: true, result: signedOut }
      }
      return { success: true, result: await presented(found.caller, token) }
    },
  )

  app.post(
    '/v1/console/session',
    {
      config: { access: 'public', cost: COST },
      schema: {
        ...hide,
        body: strictObject({
          email: requiredText(254),
          password: requiredText(200),
          code: Type.Optional(Type.String({ maxLength: 10 })),
          passkey: Type.Optional(Assertion),
        }),
        response: answer(Session),
      },
    },
    async (request, reply) => {
      const { email, password, code = '', passkey } = request.body
      const sender = senderOf(request, email)
      const right = await needs.limits.arriveAs(request.ip, email.toLowerCase(), sender.isKnown)
      const wrong = () => new Failure('sign-in-refused')
      const user = await userByEmail(store, email)
      if (!(await needs.passwords.matches(password, user?.password_hash, sender)) || user === undefined) throw wrong()
      const isAlone = user.sealed_totp === null && (await passkeysOf(needs, user.id)).length === 0
      if (isAlone || (code === '' && passkey === undefined)) await right()
      // A reset at this moment takes the password away: then the batch of the session is `Unmet`.
      const held = { id: user.id, totp_step: user.totp_step, password_hash: user.password_hash }
      const beginAs = (set: { totp_step: number }) =>
        begin(request, reply, user, [update('users', set, held)]).catch((error: unknown) => {
          throw error instanceof Unmet ? wrong() : error
        })
      if (isAlone) return beginAs({ totp_step: user.totp_step })
      if (passkey !== undefined) {
        const wanted = { purpose: 'second-factor', user_id: user.id, session_id: null } as const
        const signed = await signedBy(needs, passkey, wanted)
        if (signed === undefined) throw new Failure('passkey-refused')
        await right()
        return begun(begin(request, reply, user, [signed.used], { passkey: signed.passkey.id }))
      }
      if (code === '') throw new Failure('second-factor-needed')
      // A person with passkeys only has no code: none is right.
      if (user.sealed_totp === null) throw wrong()
      const codeRight = await needs.limits.arriveWithCode(user.id)
      const wanted = { wallMs: clock.wallMs(), lastStep: user.totp_step }
      const step = stepOfCode(totpOpened(needs.atRest, user), code, wanted)
      if (step === undefined) throw wrong()
      await right()
      await codeRight()
      // Of two requests with one code, one finds it used.
      return beginAs({ totp_step: step })
    },
  )

  passkeySignInRoutes(app, needs, begin)

  if (local) {
    app.post(
      '/v1/console/session/local',
      { config: { access: 'public', cost: COST }, schema: { ...hide, body: NoBody, response: answer(Session) } },
      async (request, reply) => {
        if (!isLocal(request)) throw new Failure('sign-in-refused')
        await ensureLocalPerson(needs)
        const user = await userByEmail(store, SANDBOX_ACCOUNT.email)
        if (user === undefined) throw new Failure('sign-in-refused')
        return begin(request, reply, user)
      },
    )
  }

  app.delete(
    '/v1/console/session',
    { config: { access: 'person' }, schema: { ...hide, response: bareAnswer } },
    async (request, reply) => {
      const { accountId, person } = request.caller
      if (person === undefined) throw new Failure('person-needed')
      const signedOut = { accountId, action: 'person.signed_out', subject: person.sessionId } as const
      await store.commit([
        endPersonSessions(needs, person.id, { id: person.sessionId }),
        trailWrite(clock, requestActor(request), signedOut),
      ])
      setCookie(reply, place(), '')
      return { success: true }
    },
  )

  app.get(
    '/v1/console/sessions',
    {
      config: { access: 'person' },
      schema: { ...hide, response: answer(Type.Object({ sessions: Type.Array(OpenSession) })) },
    },
    async (request) => {
      const rows = await sessionsOf(needs, request.caller.credentialId)
      const sessions = rows.map((row) => ({
        id: row.id,
        current: row.id === request.caller.person?.sessionId,
        since: mexicoCityTime(row.created_at),
        seen: mexicoCityTime(row.seen_at),
        address: row.address,
        browser: row.browser,
      }))
      return { success: true, result: { sessions } }
    },
  )

  app.delete(
    '/v1/console/sessions/:id',
    { config: { access: 'person' }, schema: { ...hide, params: Type.Object({ id: Id }), response: bareAnswer } },
    async (request) => {
      await store.commit([endPersonSessions(needs, request.caller.credentialId, { id: request.params.id })])
      return { success: true }
    },
  )

  app.post(
    '/v1/console/session/account',
    {
      config: { access: 'person' },
      schema: { ...hide, body: strictObject({ account: Id }), response: answer(Session) },
    },
    async (request) => {
      const { person } = request.caller
      const accounts = await accountsOf(store, request.caller.credentialId)
      const account = accounts.find(({ id }) => id === request.body.account)
      if (account === undefined || person === undefined) throw new Failure('resource-unknown')
      const chosen = update('user_sessions', { account_id: account.id }, { id: person.sessionId, revoked_at: null })
      // It may end at this moment.
      if (!(await conditionHeld(store.commit([chosen])))) throw new Failure('session-invalid')
      // Pages that show the former account learn it: their proof is of that account.
      const token = cookieOf(request, place()) ?? ''
      const now = await readPerson(token)
      if (now === undefined) throw new Failure('session-invalid')
      return { success: true, result: await presented(now.caller, token) }
    },
  )
}

/** The person that the sandbox on this machine signs in: without a password, so that signing in from elsewhere is impossible. */
async function ensureLocalPerson({ store, clock }: StoreAndClock): Promise<void> {
  if ((await userByEmail(store, SANDBOX_ACCOUNT.email)) !== undefined) return
  const user = newUser(clock, { email: SANDBOX_ACCOUNT.email, name: 'Sandbox' })
  const role = {
    account_id: SANDBOX_ACCOUNT.id,
    user_id: user.id,
    role: 'operator',
    created_at: user.created_at,
  } as const
  await store.commit([insert('users', user), insert('user_roles', role)]).catch((error: unknown) => {
    if (!(error instanceof Duplicate)) throw error
  })
}
