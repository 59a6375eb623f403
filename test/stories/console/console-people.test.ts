import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Scope, scopes } from '../../../src/api/caller.ts'
import { roleNames, roles } from '../../../src/console/people/roles.ts'
import { totpCode, totpStep } from '../../../src/console/sign-in/totp.ts'
import { fromBase32 } from '../../support/fixtures/authenticator.ts'
import {
  inAccount,
  invited,
  joined,
  PASSWORD,
  person,
  send,
  signedIn,
  withCookie,
} from '../../support/fixtures/console.ts'
import { moveClock, storeVoucher } from '../../support/fixtures/payers.ts'
import { belongingsOf, everyCall, pathOf } from '../../support/harness/every-call.ts'
import { onBothEngines } from '../../support/harness/world.ts'

/** What the console reads besides the public API, and who may: a scope, or a role. */
const CONSOLE_CALLS: [method: string, path: string, needs: Scope | 'person' | 'people' | 'operator'][] = [
  ['GET', '/v1/console/today', 'read'],
  ['GET', '/v1/console/attention', 'read'],
  ['GET', '/v1/console/vouchers', 'read'],
  ['GET', '/v1/console/operations/none/about', 'read'],
  ['GET', '/v1/console/operations/none/timeline', 'read'],
  ['GET', '/v1/console/operations/none/give-back', 'refund'],
  ['GET', '/v1/console/posted?from=2026-11-01&to=2026-11-02', 'read'],
  ['GET', '/v1/console/next-payout', 'read'],
  ['GET', '/v1/console/plans', 'read'],
  ['GET', '/v1/console/subscriptions?limit=1', 'read'],
  ['GET', '/v1/console/requests', 'admin'],
  ['GET', '/v1/console/requests/none', 'admin'],
  ['GET', '/v1/console/service', 'operator'],
  ['GET', '/v1/console/open', 'operator'],
  ['GET', '/v1/console/open/none', 'operator'],
  ['POST', '/v1/console/open/none/retry', 'operator'],
  ['GET', '/v1/console/audit', 'operator'],
  ['POST', '/v1/console/audit', 'operator'],
  ['GET', '/v1/console/trail', 'operator'],
  ['GET', '/v1/console/accounts', 'operator'],
  ['GET', '/v1/console/claims', 'operator'],
  ['POST', '/v1/console/accounts/none/write-off', 'operator'],
  ['POST', '/v1/console/accounts', 'operator'],
  ['GET', '/v1/console/accounts/none', 'operator'],
  ['PUT', '/v1/console/accounts/none', 'operator'],
  ['PUT', '/v1/console/accounts/none/fees', 'operator'],
  ['POST', '/v1/console/accounts/none/owner', 'operator'],
  ['POST', '/v1/console/accounts/none/suspend', 'operator'],
  ['POST', '/v1/console/accounts/none/reopen', 'operator'],
  ['PUT', '/v1/console/accounts/none/limits', 'operator'],
  ['GET', '/v1/console/people', 'person'],
  ['POST', '/v1/console/people', 'people'],
  ['PUT', '/v1/console/people/none', 'people'],
  ['DELETE', '/v1/console/people/none', 'people'],
  ['DELETE', '/v1/console/invitations/none', 'people'],
  ['GET', '/v1/console/second-person', 'person'],
  ['PUT', '/v1/console/second-person', 'people'],
  ['GET', '/v1/console/approvals', 'person'],
  ['POST', '/v1/console/approvals/none/approve', 'person'],
  ['POST', '/v1/console/approvals/none/refuse', 'person'],
  ['DELETE', '/v1/console/approvals/none', 'person'],
  ['POST', '/v1/console/approvals/none/key', 'admin'],
  ['POST', '/v1/console/ask/operations/none/refunds', 'refund'],
  ['POST', '/v1/console/ask/operations/apply-reversal/none', 'refund'],
  ['POST', '/v1/console/ask/refunds/none/retry', 'refund'],
  ['POST', '/v1/console/ask/transfers/none/retry', 'refund'],
  ['POST', '/v1/console/ask/received-payments/none/release', 'refund'],
  ['POST', '/v1/console/ask/affiliates', 'payouts'],
  ['POST', '/v1/console/ask/affiliates/none', 'payouts'],
  ['POST', '/v1/console/ask/credentials', 'admin'],
  ['POST', '/v1/console/ask/credentials/none/roll', 'admin'],
  ['POST', '/v1/console/ask/console/second-person', 'people'],
  ['GET', '/v1/console/sessions', 'person'],
  ['DELETE', '/v1/console/sessions/none', 'person'],
  ['POST', '/v1/console/second-factor', 'person'],
  ['POST', '/v1/console/second-factor/confirm', 'person'],
  ['POST', '/v1/console/second-factor/remove', 'person'],
  ['GET', '/v1/console/passkeys', 'person'],
  ['POST', '/v1/console/passkeys', 'person'],
  ['POST', '/v1/console/passkeys/options', 'person'],
  ['PUT', '/v1/console/passkeys/none', 'person'],
  ['POST', '/v1/console/passkeys/none/remove', 'person'],
  ['GET', '/v1/console/views', 'person'],
  ['PUT', '/v1/console/views', 'person'],
  ['DELETE', '/v1/console/views/none', 'person'],
  ['POST', '/v1/console/session/account', 'person'],
]
/** Open to everybody, since they are how somebody gets in; a stream, which has a test of its own; and what would end the session. */
const OTHER_CALLS = [
  ['GET', '/v1/console/session', 'public'],
  ['POST', '/v1/console/session', 'public'],
  ['POST', '/v1/console/session/local', 'public'],
  ['POST', '/v1/console/session/factors', 'public'],
  ['POST', '/v1/console/session/passkey', 'public'],
  ['POST', '/v1/console/session/passkey/options', 'public'],
  ['POST', '/v1/console/invitation', 'public'],
  ['POST', '/v1/console/invitation/accept', 'public'],
  ['GET', '/v1/console/requests/live', 'admin'],
  ['DELETE', '/v1/console/session', 'person'],
] as const
const GOOD_BODIES: Record<string, object> = {
  'PUT /v1/console/accounts/none': { name: 'X' },
  'PUT /v1/console/accounts/none/fees': { payment_method: 'POS', percentage: 1, fixed: 0 },
  'POST /v1/console/accounts/none/suspend': { because: 'X' },
  'POST /v1/console/accounts/none/write-off': { because: 'X' },
  'PUT /v1/console/accounts/none/limits': { payment: null, day: null },
  'PUT /v1/console/second-person': { above: null },
  'POST /v1/console/ask/console/second-person': { above: null },
  'POST /v1/console/people': { email: 'x@y.mx', name: 'X', role: 'reader' },
  'PUT /v1/console/people/none': { role: 'reader' },
  'PUT /v1/console/passkeys/none': { name: 'X' },
  'PUT /v1/console/views': { name: 'X', query: 'status=P' },
}

onBothEngines('a person at the console may do exactly what their role allows', (world) => {
  test('an invitation is used once to set a password', async () => {
    const merchant = await world().merchant()
    const { email, token } = await invited(world(), merchant, 'owner')
    const shown = await send(world(), 'POST', '/v1/console/invitation', { token })
    assert.equal(shown.body.result.email, email)
    assert.equal(shown.body.result.account, 'Tienda')
    for (const password of ['corta', 'aaaaaaaaaaaaaaaa', `${email}12345`]) {
      const weak = await send(world(), 'POST', '/v1/console/invitation/accept', { token, password })
      assert.equal(weak.status, 400, weak.text)
    }
    const accept = () => send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
    const both = await Promise.all([accept(), accept()])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
    assert.equal((await accept()).status, 400)
    const ana = await signedIn(world(), email)
    assert.equal(ana.session.role, 'owner')
    assert.equal((await ana.call('GET', '/v1/operations')).status, 200)
    assert.match(String((await ana.call('GET', '/v1/console/session')).headers['cache-control']), /no-store/)
  })

  test('a reader of another person’s invitation cannot set a new password for that person', async () => {
    const merchant = await world().merchant()
    const email = await joined(world(), merchant, 'owner')
    const other = await world().merchant('Otra')
    const { token } = await invited(world(), other, 'owner', email)
    const accept = (password: string) => send(world(), 'POST', '/v1/console/invitation/accept', { token, password })
    assert.equal((await accept('otra contraseña larga')).status, 401)
    assert.equal((await accept(PASSWORD)).status, 200)
    const ana = await signedIn(world(), email)
    assert.equal(ana.session.accounts.length, 2)
    const there = await inAccount(world(), ana, other.accountId)
    assert.equal((await there.call('GET', '/v1/console/session')).body.result.account.id, other.accountId)
    const third = await world().merchant()
    assert.equal((await there.call('POST', '/v1/console/session/account', { account: third.accountId })).status, 404)
  })

  test('a page that shows one account neither changes nor reads another one that was chosen in another tab', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant('Otra')
    const ana = await person(world(), merchant, 'owner')
    const { token } = await invited(world(), other, 'owner', ana.email)
    const accepted = await send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
    assert.equal(accepted.status, 200)
    const there = await inAccount(world(), ana, other.accountId)
    const refused = [
      await ana.call('POST', '/v1/console/people', { email: 'nuevo@tienda.mx', name: 'Nuevo', role: 'owner' }),
      await ana.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' }),
      await ana.call('POST', '/v1/console/session/account', { account: merchant.accountId }),
      await ana.call('GET', '/v1/console/people'),
    ]
    for (const answer of refused) {
      assert.equal(answer.status, 403, answer.text)
      assert.equal(answer.body.error.code, 'PageOutdatedException')
    }
    assert.deepEqual((await there.call('GET', '/v1/console/people')).body.result.invitations, [])
    for (const one of [merchant, other]) assert.equal((await one.get('/v1/settlement/account')).body.result.clabe, null)
    // The page loads its session again, and goes on in the account that it then shows.
    assert.equal((await ana.call('GET', '/v1/console/session')).body.result.proof, there.proof)
    const back = await inAccount(world(), there, merchant.accountId)
    assert.equal(back.proof, ana.proof)
    assert.equal((await ana.call('GET', '/v1/console/people')).status, 200)
  })

  test('every call, with every role: 403 exactly where the role lacks the scope', async () => {
    const merchant = await world().merchant()
    const has = await belongingsOf(world(), merchant)
    const calls = (await everyCall(world())).filter(({ open }) => !open)
    const needed = new Map<string, string | undefined>()
    const reader = await person(world(), merchant, 'reader')
    for (const role of roleNames) {
      const one = role === 'reader' ? reader : await person(world(), merchant, role)
      for (const { method, path } of calls) {
        const name = `${method} ${path}`
        if (path.startsWith('/v1/auth/')) continue
        const answer = await one.call(method, pathOf(path, has), method === 'GET' ? undefined : { nothing: 1 }, {
          'accept-language': 'en',
        })
        const lacked = /lacks the scope (\w+)/.exec(answer.body?.error?.message ?? '')?.[1]
        if (lacked !== undefined) {
          assert.ok(!(roles[role] as readonly string[]).includes(lacked), `${role} has ${lacked}: ${name}`)
          needed.set(name, lacked)
        } else if (needed.has(name)) {
          assert.ok((roles[role] as readonly string[]).includes(needed.get(name) ?? ''), `${role} may not ${name}`)
        }
        assert.ok(answer.status < 500, answer.text)
      }
      for (const [method, path, needs] of CONSOLE_CALLS) {
        const may =
          needs === 'person' ||
          (needs === 'people' && (role === 'owner' || role === 'operator')) ||
          (needs === 'operator' && role === 'operator') ||
          (roles[role] as readonly string[]).includes(needs)
        const { status, text } = await one.call(
          method,
          path,
          GOOD_BODIES[`${method} ${path}`] ?? (method === 'POST' ? {} : undefined),
        )
        assert.equal(status === 403, !may, `${role} ${method} ${path}: ${text}`)
        assert.ok(status < 500, text)
      }
    }
    // Without anybody signed in, and with a role that lacks the scope.
    for (const [method, path, needs] of OTHER_CALLS) {
      if (needs === 'public') continue
      assert.equal((await send(world(), method, path)).status, 401, path)
      if (needs === 'admin') assert.equal((await reader.call(method, path)).status, 403, path)
    }
    for (const [method, path] of CONSOLE_CALLS) {
      const { status } = await send(
        world(),
        method,
        path,
        GOOD_BODIES[`${method} ${path}`] ?? (method === 'POST' ? {} : undefined),
      )
      assert.equal(status, 401, path)
    }
    // A credential, whatever it may do, is nobody at the console.
    for (const [method, path, needs] of CONSOLE_CALLS) {
      if ((scopes as readonly string[]).includes(needs)) continue
      assert.equal(
        (await merchant.call(method, path, GOOD_BODIES[`${method} ${path}`] ?? (method === 'POST' ? {} : undefined)))
          .status,
        403,
        path,
      )
    }
  })

  test('a session makes no other session, and no credential with more scopes', async () => {
    const merchant = await world().merchant()
    const dev = await person(world(), merchant, 'developer')
    assert.equal((await dev.call('POST', '/v1/auth/login/application', {})).status, 403)
    assert.equal((await dev.call('POST', '/v1/credentials', { name: 'x', scopes: ['payouts'] })).status, 403)
    assert.equal((await dev.call('POST', '/v1/credentials', { name: 'x', scopes: ['read'] })).status, 200)
  })

  test('a change needs the proof of the page, reads do not; another site’s page has neither', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const { transaction } = await storeVoucher(merchant)
    const bare = (method: string, path: string, headers = {}) =>
      send(world(), method, path, undefined, { cookie: ana.cookie, ...headers })
    assert.equal((await bare('GET', '/v1/operations')).status, 200)
    for (const method of ['GET', 'POST']) {
      assert.equal((await bare(method, `/v1/operations/apply-reversal/${transaction}`)).status, 403, method)
      const wrong = { 'cobro-console': `${ana.proof.slice(0, -1)}A`.replace(ana.proof, 'x') }
      assert.equal((await bare(method, `/v1/operations/apply-reversal/${transaction}`, wrong)).status, 403)
      const foreign = { 'cobro-console': ana.proof, 'sec-fetch-site': 'cross-site' }
      assert.equal((await bare(method, `/v1/operations/apply-reversal/${transaction}`, foreign)).status, 403)
    }
    assert.equal((await merchant.get(`/v1/operations/${transaction}`)).body.result.status, 'P')
    assert.equal((await ana.call('POST', `/v1/operations/apply-reversal/${transaction}`)).status, 200)
    assert.equal((await merchant.get(`/v1/operations/${transaction}`)).body.result.status, 'C')
    // Two cookies of the name, as a neighbouring host may plant, are none.
    const twice = await send(world(), 'GET', '/v1/operations', undefined, { cookie: `${ana.cookie}; ${ana.cookie}` })
    assert.equal(twice.status, 401)
  })

  test('signing out, and ending another session, are in the trail', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const other = await signedIn(world(), ana.email)
    assert.equal((await ana.call('DELETE', `/v1/console/sessions/${other.session.session}`)).status, 200)
    assert.equal((await other.call('GET', '/v1/console/people')).status, 401)
    assert.equal((await ana.call('DELETE', '/v1/console/session')).status, 200)
    const { records } = (await merchant.get('/v1/audit')).body.result
    const shown = records.map(({ action, subject, operator }: Record<string, string>) => [action, subject, operator])
    const by = `Ana Núñez <${ana.email}>`
    assert.deepEqual(shown.slice(0, 2), [
      ['person.signed_out', ana.session.session, by],
      ['person.acted', other.session.session, by],
    ])
  })

  test('an action of a person is in the trail with their name, before it is done', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const { transaction } = await storeVoucher(merchant)
    await ana.call('POST', `/v1/operations/apply-reversal/${transaction}`)
    await ana.call('POST', '/v1/operations/send', { id: transaction, email: 'cliente@example.mx' })
    const { records } = (await merchant.get(`/v1/audit?subject=${transaction}`)).body.result
    assert.deepEqual(
      records.map((one: { action: string; actor_kind: string; operator: string; after: object }) => [
        one.action,
        one.actor_kind,
        one.operator,
        one.after,
      ]),
      [
        ['person.acted', 'person', `Ana Núñez <${ana.email}>`, { method: 'POST', route: '/v1/operations/send' }],
        [
          'person.acted',
          'person',
          `Ana Núñez <${ana.email}>`,
          { method: 'POST', route: '/v1/operations/apply-reversal/:id' },
        ],
      ],
    )
    const { moments } = (await ana.call('GET', `/v1/console/operations/${transaction}/timeline`)).body.result
    assert.deepEqual([...new Set(moments.map((one: { kind: string }) => one.kind))].sort(), [
      'act',
      'created',
      'event',
      'message',
    ])
  })

  test('signing in replaces an existing cookie and ends its session', async () => {
    const merchant = await world().merchant()
    const email = await joined(world(), merchant, 'owner')
    const first = await signedIn(world(), email)
    const second = await signedIn(world(), email, { cookie: first.cookie })
    assert.notEqual(first.cookie, second.cookie)
    assert.equal((await first.call('GET', '/v1/operations')).status, 401, 'a planted session ends')
    const planted = `cobro-console=${'a'.repeat(64)}`
    const third = await signedIn(world(), email, { cookie: planted })
    assert.notEqual(third.cookie, planted)
    assert.match(
      String((await send(world(), 'POST', '/v1/console/session', { email, password: PASSWORD })).headers['set-cookie']),
      /HttpOnly; SameSite=Strict/,
    )
  })

  test('a stolen cookie is refused after its session was revoked or signed out, or the role was removed', async () => {
    const merchant = await world().merchant()
    const owner = await person(world(), merchant, 'owner')
    const email = await joined(world(), merchant, 'finance')
    const works = async (one: { call: typeof owner.call }) => (await one.call('GET', '/v1/operations')).status
    const thief = await signedIn(world(), email)
    const ana = await signedIn(world(), email)
    const { sessions } = (await ana.call('GET', '/v1/console/sessions')).body.result
    assert.equal(sessions.length, 2)
    const stolen = sessions.find((one: { current: boolean }) => !one.current)
    // Nobody ends another's.
    await owner.call('DELETE', `/v1/console/sessions/${stolen.id}`)
    assert.equal(await works(thief), 200)
    await ana.call('DELETE', `/v1/console/sessions/${stolen.id}`)
    assert.equal(await works(thief), 401)
    assert.equal(await works(ana), 200)
    await ana.call('DELETE', '/v1/console/session')
    assert.equal(await works(ana), 401)
    const again = await signedIn(world(), email)
    assert.equal(
      (await owner.call('PUT', `/v1/console/people/${again.session.person.id}`, { role: 'reader' })).status,
      200,
    )
    assert.equal(await works(again), 401)
    const last = await signedIn(world(), email)
    assert.equal((await last.call('GET', '/v1/operations')).status, 200)
    assert.equal((await owner.call('DELETE', `/v1/console/people/${last.session.person.id}`)).status, 200)
    assert.equal(await works(last), 401)
    assert.equal((await send(world(), 'POST', '/v1/console/session', { email, password: PASSWORD })).status, 401)
    const self = await owner.call('DELETE', `/v1/console/people/${owner.session.person.id}`)
    assert.equal(self.status, 409, 'an account keeps an owner')
  })

  test('the address that guesses has to wait, and the person whose password it guesses does not', async () => {
    const merchant = await world().merchant()
    const email = await joined(world(), merchant, 'owner')
    // With an address, so not to the other process.
    const from = async (remoteAddress: string, password: string) => {
      const { statusCode } = await world().service.app.inject({
        method: 'POST',
        url: '/v1/console/session',
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email, password }),
      })
      return { status: statusCode }
    }
    const statuses: number[] = []
    for (let at = 0; at < 7; at += 1) statuses.push((await from('203.0.113.66', `contraseña ${at}`)).status)
    assert.equal(statuses[0], 401)
    assert.equal(statuses.at(-1), 429)
    assert.equal((await from('203.0.113.66', PASSWORD)).status, 429, 'the right one is not told from the wrong ones')
    assert.equal((await from('198.51.100.7', PASSWORD)).status, 200)
    const nobody = await send(world(), 'POST', '/v1/console/session', { email: 'nadie@tienda.mx', password: PASSWORD })
    const wrong = await send(world(), 'POST', '/v1/console/session', { email, password: 'otra contraseña larga' })
    assert.deepEqual([nobody.status, nobody.body.error], [wrong.status, wrong.body.error])
  })

  test('with an authenticator in use its code is asked for, and each code works once', async () => {
    const merchant = await world().merchant()
    const email = await joined(world(), merchant, 'owner')
    const ana = await signedIn(world(), email)
    const { key, offer } = (await ana.call('POST', '/v1/console/second-factor', {})).body.result
    const bytes = fromBase32(key)
    // One after the other, so that both are good while the story lasts: a code holds a step before its time and one after.
    const step = totpStep(Date.now())
    assert.equal(
      (await ana.call('POST', '/v1/console/second-factor/confirm', { offer, code: '000000', password: PASSWORD }))
        .status,
      400,
    )
    const first = totpCode(bytes, step)
    assert.equal(
      (await ana.call('POST', '/v1/console/second-factor/confirm', { offer, code: first, password: PASSWORD })).status,
      200,
    )
    const open = (code?: string) =>
      send(world(), 'POST', '/v1/console/session', { email, password: PASSWORD, ...(code && { code }) })
    const missing = await open()
    assert.equal(missing.body.error.code, 'SecondFactorException')
    assert.equal((await open(first)).status, 401, 'used already')
    const second = totpCode(bytes, step + 1)
    const both = await Promise.all([open(second), open(second)])
    assert.equal(both.filter(({ status }) => status === 200).length, 1)
    const opened = both.find(({ status }) => status === 200)
    assert.ok(opened)
    assert.equal(withCookie(world(), email, opened).session.second_factor, true)
    assert.equal((await ana.call('POST', '/v1/console/second-factor/remove', { password: 'no es' })).status, 401)
    assert.equal((await ana.call('POST', '/v1/console/second-factor/remove', { password: PASSWORD })).status, 200)
    assert.equal((await open()).status, 200)
  })

  test('an owner invites by e-mail; an owner cannot grant the operator’s role, and sees no other account', async () => {
    const merchant = await world().merchant()
    const owner = await person(world(), merchant, 'owner')
    const wish = { email: 'luis@tienda.mx', name: 'Luis', role: 'cashier' }
    assert.equal((await owner.call('POST', '/v1/console/people', { ...wish, role: 'operator' })).status, 403)
    assert.equal(
      (await owner.call('POST', '/v1/console/people', { ...wish, email: 'sandbox@cobro.local' })).status,
      403,
    )
    assert.equal((await owner.call('POST', '/v1/console/people', wish)).status, 200)
    await world().work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox')).body.result
    const [{ subject, body }] = messages
    assert.equal(subject, 'Te invitan a la consola de pagos de Tienda')
    assert.match(body, /te invita a Tienda, con el rol Caja\./)
    const token = /\/console\/invitation#([0-9a-f]{64})/.exec(body)?.[1]
    assert.equal(
      (await send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })).status,
      200,
    )
    const { people } = (await owner.call('GET', '/v1/console/people')).body.result
    assert.deepEqual(people.map((one: { email: string }) => one.email).sort(), [owner.email, 'luis@tienda.mx'].sort())
    const other = await person(world(), await world().merchant(), 'owner')
    const luis = people.find((one: { email: string }) => one.email === 'luis@tienda.mx')
    assert.equal((await other.call('DELETE', `/v1/console/people/${luis.id}`)).status, 404)
  })

  test('an invitation that nobody accepted is listed for those who invite, and its link opens nothing once it is withdrawn', async () => {
    const merchant = await world().merchant()
    const [owner, reader] = [await person(world(), merchant, 'owner'), await person(world(), merchant, 'reader')]
    const { email, token } = await invited(world(), merchant, 'cashier')
    const listed = async (one = owner) => (await one.call('GET', '/v1/console/people')).body.result.invitations
    const [{ id, role, until, ...rest }, ...more] = await listed()
    assert.deepEqual([more, rest.email, role, rest.invited_by], [[], email, 'cashier', 'prueba'])
    assert.ok(until > rest.since)
    assert.equal(JSON.stringify(rest).includes(token), false)
    assert.deepEqual(await listed(reader), [])

    const path = `/v1/console/invitations/${id}`
    assert.equal((await reader.call('DELETE', path)).status, 403)
    const other = await person(world(), await world().merchant(), 'owner')
    assert.equal((await other.call('DELETE', path)).status, 404)
    // Withdrawn twice at once: it ends once.
    const answers = await Promise.all([owner.call('DELETE', path), owner.call('DELETE', path)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
    assert.deepEqual(await listed(), [])
    const opened = await send(world(), 'POST', '/v1/console/invitation', { token })
    const accepted = await send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
    assert.deepEqual([opened.status, accepted.status], [400, 400])
    const { records } = (await owner.call('GET', '/v1/audit?action=person.invitation_withdrawn')).body.result
    assert.deepEqual(
      records.map(({ subject, before }: { subject: string; before: object }) => [subject, before]),
      [[id, { email, role: 'cashier' }]],
    )
  })

  test('an invitation ends by the clock of the service, as everything that is shown beside it does', async () => {
    const merchant = await world().merchant()
    const owner = await person(world(), merchant, 'owner')
    const { token } = await invited(world(), merchant, 'cashier')
    const listed = async () => (await owner.call('GET', '/v1/console/people')).body.result.invitations
    const [{ until }] = await listed()
    await moveClock(merchant, { advance: 'PT71H' })
    assert.deepEqual(
      (await listed()).map((one: { until: string }) => one.until),
      [until],
    )
    assert.equal((await send(world(), 'POST', '/v1/console/invitation', { token })).status, 200)
    await moveClock(merchant, { advance: 'PT2H' })
    const { now } = (await merchant.get('/v1/sandbox/clock')).body.result
    assert.ok(now > until)
    assert.deepEqual(await listed(), [])
    const answer = await send(world(), 'POST', '/v1/console/invitation', { token })
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'InvalidAuthTokenException'], answer.text)
  })

  test('a link of an invitation that was cut is no invitation, and says so', async () => {
    const { token } = await invited(world(), await world().merchant(), 'cashier')
    const [cut, none] = await Promise.all(
      [token.slice(0, 40), '0'.repeat(64)].map((one) =>
        send(world(), 'POST', '/v1/console/invitation', { token: one }),
      ),
    )
    assert.equal(cut?.body.error.message, none?.body.error.message)
  })

  test('a person who is invited again has one invitation: the link of the earlier one, to another role, opens nothing', async () => {
    const merchant = await world().merchant()
    const owner = await person(world(), merchant, 'owner')
    const first = await invited(world(), merchant, 'owner')
    const second = await invited(world(), merchant, 'reader', first.email)
    const { invitations } = (await owner.call('GET', '/v1/console/people')).body.result
    assert.deepEqual(
      invitations.map((one: { email: string; role: string }) => [one.email, one.role]),
      [[first.email, 'reader']],
    )
    const accept = (token: string) =>
      send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
    assert.equal((await accept(first.token)).status, 400)
    assert.equal((await accept(second.token)).status, 200)
    assert.equal((await signedIn(world(), first.email)).session.role, 'reader')
  })

  test('an invitation takes no role away: neither an operator’s nor another owner’s', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const invite = (email: string, role: string) => ana.call('POST', '/v1/console/people', { email, name: 'Eva', role })
    const operator = await joined(world(), merchant, 'operator')
    for (const role of ['reader', 'owner']) assert.equal((await invite(operator, role)).status, 403)
    const owner = await joined(world(), merchant, 'owner')
    const refused = await invite(owner, 'developer')
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'InvalidParamException'])
    // The same role again, for a person whose password a terminal has reset, and a greater one are given.
    assert.equal((await invite(owner, 'owner')).status, 200)
    assert.equal((await invite(await joined(world(), merchant, 'cashier'), 'developer')).status, 200)
    for (const [email, role] of [
      [operator, 'operator'],
      [owner, 'owner'],
    ] as const)
      assert.equal((await signedIn(world(), email)).session.role, role)
  })

  test('an invitation that a terminal made for the operator’s role is not an owner’s to withdraw', async () => {
    const merchant = await world().merchant()
    const owner = await person(world(), merchant, 'owner')
    const { token } = await invited(world(), merchant, 'operator')
    const [{ id }] = (await owner.call('GET', '/v1/console/people')).body.result.invitations
    assert.equal((await owner.call('DELETE', `/v1/console/invitations/${id}`)).status, 403)
    assert.equal((await send(world(), 'POST', '/v1/console/invitation', { token })).status, 200)
  })

  test('the sandbox on this machine signs a browser in by itself, at its own name only', async () => {
    const local = (host: string) =>
      world().send({
        method: 'POST',
        url: '/v1/console/session/local',
        headers: { host, 'content-type': 'application/json' },
        payload: '{}',
      })
    assert.equal((await local('attacker.example')).status, 401, 'a name that points here')
    const answer = await local('127.0.0.1:8080')
    assert.equal(answer.status, 200, answer.text)
    const one = withCookie(world(), 'sandbox@cobro.local', answer)
    assert.equal(one.session.local, true)
    assert.equal(one.session.role, 'operator')
    assert.equal((await one.call('GET', '/v1/console/service')).status, 200)
    const typed = await send(world(), 'POST', '/v1/console/session', {
      email: 'sandbox@cobro.local',
      password: 'sandbox',
    })
    assert.equal(typed.status, 401)
  })
})
