import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { changeOf } from '../../../src/accounts/trail/read.ts'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { userByEmail } from '../../../src/console/people/membership.ts'
import { resetPerson } from '../../../src/console/people/person-everywhere.ts'
import { totpCode, totpStep } from '../../../src/console/sign-in/totp.ts'
import { run } from '../../../src/store/write.ts'
import { type Device, device, fromBase32, type Overrides } from '../../support/fixtures/authenticator.ts'
import { joined, PASSWORD, person, type SignedIn, send, signedIn, withCookie } from '../../support/fixtures/console.ts'
import { type Answer, basic, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

/** Self-signed, for a hundred years; whether it was revoked is said to stand at http://10.0.0.1/crl. */
const CERTIFICATE =
  'MIIBlDCCATugAwIBAgIUYpSX/R30bwjjFBcc8wnmHyvQ7fkwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBeDAgFw0yNjExMjIxNDE4MTVaGA8yMTI2MTAyOTE0MTgxNVowDDEKMAgGA1UEAwwBeDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBL82tm7yTDOHehTkZrNCGw+WqyJilT+7R264OnotxBRShkv7ckvXHdOmOOgSKT2lfNzwXIo2yUT+ReplKyD8sejeTB3MB0GA1UdDgQWBBSvral9n4I809IGLyO9wStgrxR7EDAfBgNVHSMEGDAWgBSvral9n4I809IGLyO9wStgrxR7EDAPBgNVHRMBAf8EBTADAQH/MCQGA1UdHwQdMBswGaAXoBWGE2h0dHA6Ly8xMC4wLjAuMS9jcmwwCgYIKoZIzj0EAwIDRwAwRAIgMB2+Ljq1Ja1gqRGlH168WX+Ahp8H6H0o5N/oilJWQ7gCIDkBZ2EXaYCNN46lGB+h2Qrr1kzR4XyyXBLDLEbGdJ7g'

const SESSION = '/v1/console/session'
const KEYS = '/v1/console/passkeys'

/** Somebody with a passkey, signed in as before it was there. */
async function withPasskey(world: World, role: 'owner' | 'reader' = 'owner') {
  const merchant = await world.merchant()
  const ana = await person(world, merchant, role)
  return { merchant, ana, key: await added(ana) }
}

async function optionsOf(ana: SignedIn) {
  const { status, body, text } = await ana.call('POST', `${KEYS}/options`, { password: PASSWORD })
  assert.equal(status, 200, text)
  return body.result
}

async function added(ana: SignedIn, name = 'Mi teléfono'): Promise<Device> {
  const key = device()
  const answer = await ana.call('POST', KEYS, { name, answer: key.create(await optionsOf(ana)) })
  assert.equal(answer.status, 200, answer.text)
  return key
}

async function asked(world: World) {
  const { status, body, text } = await send(world, 'POST', `${SESSION}/passkey/options`, {})
  assert.equal(status, 200, text)
  return body.result
}

/** Answers one process, from an address of its own: wrong answers are counted by address. */
async function open(world: World, given: object, remoteAddress = randomAddress()) {
  const { statusCode, headers, body } = await world.service.app.inject({
    method: 'POST',
    url: `${SESSION}/passkey`,
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ answer: given }),
  })
  return { status: statusCode, headers, body: JSON.parse(body), text: body }
}

function randomAddress(): string {
  return `198.18.${randomInt(256)}.${randomInt(256)}`
}

async function factors(world: World, email: string, password = PASSWORD) {
  return (await send(world, 'POST', `${SESSION}/factors`, { email, password })).body.result
}

async function trailOf(world: World, accountId: string) {
  const rows = await world.service.store.db
    .selectFrom('events')
    .select(['type', 'operator', 'data'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.filter(({ type }) => /passkey|signed_in/.test(type))
}

onBothEngines(
  'a passkey signs in its person only, once for each challenge',
  (world) => {
    test('a passkey signs its person in without a password, and every step is in the trail', async () => {
      const { merchant, ana, key } = await withPasskey(world())
      const options = await asked(world())
      assert.deepEqual([options.rpId, options.userVerification], ['localhost', 'required'])
      assert.equal((options.allowCredentials ?? []).length, 0, 'nobody is told whose keys there are')
      const answer = await open(world(), key.get(options))
      assert.equal(answer.status, 200, answer.text)
      const again = withCookie(world(), ana.email, answer as Answer)
      assert.equal(again.session.person.email, ana.email)
      assert.match(String(answer.headers['set-cookie']), /HttpOnly; SameSite=Strict/)
      const [shown] = (await again.call('GET', KEYS)).body.result.passkeys
      assert.equal(shown.name, 'Mi teléfono')
      assert.ok(shown.used)
      assert.equal((await again.call('PUT', `${KEYS}/${shown.id}`, { name: 'Teléfono nuevo' })).status, 200)
      const trail = await trailOf(world(), merchant.accountId)
      assert.deepEqual(
        trail.map((row) => [row.type, changeOf(row).after]),
        [
          ['person.signed_in', null],
          ['person.passkey_added', { passkey: shown.id, name: 'Mi teléfono' }],
          ['person.signed_in', { passkey: shown.id }],
          ['person.passkey_renamed', { passkey: shown.id, name: 'Teléfono nuevo' }],
        ],
      )
      assert.ok(trail.every(({ operator }) => operator === `Ana Núñez <${ana.email}>`))
      const people = (await again.call('GET', '/v1/console/people')).body.result.people
      assert.equal(people[0].second_factor, true)
    })

    test('an answer signs in once, also when it arrives twice at once', async () => {
      const { key } = await withPasskey(world())
      const answer = key.get(await asked(world()))
      const both = await Promise.all([open(world(), answer), open(world(), answer)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
      assert.equal((await open(world(), answer)).status, 401)
    })

    test('another page, another party, no user presence, another type of data and a lower counter are refused', async () => {
      const { ana, key } = await withPasskey(world())
      const wrong: Overrides[] = [
        { origin: 'http://localhost:8081' },
        { origin: 'https://localhost.attacker.example' },
        { rpId: 'attacker.example' },
        { verified: false },
        { type: 'webauthn.create' },
        { userHandle: 'usr_otra' },
      ]
      for (const overrides of wrong) {
        const answer = await open(world(), key.get(await asked(world()), overrides))
        assert.equal(answer.status, 401, JSON.stringify(overrides))
        assert.equal(answer.headers['set-cookie'], undefined)
      }
      assert.equal((await open(world(), key.get(await asked(world()), { counter: 50 }))).status, 200)
      for (const counter of [50, 49, 0])
        assert.equal((await open(world(), key.get(await asked(world()), { counter }))).status, 401, String(counter))
      const wrongHere = key.create(await optionsOf(ana), { origin: 'http://localhost:8081' })
      assert.equal((await ana.call('POST', KEYS, { name: 'x', answer: wrongHere })).status, 400)
    })

    test('a passkey without a counter signs again and again', async () => {
      const ana = await person(world(), await world().merchant(), 'owner')
      const key = device()
      const created = key.create(await optionsOf(ana), { counter: 0 })
      assert.equal((await ana.call('POST', KEYS, { name: 'Nube', answer: created })).status, 200)
      for (let at = 0; at < 3; at += 1)
        assert.equal((await open(world(), key.get(await asked(world()), { counter: 0 }))).status, 200)
    })

    test('a changed signature, or one of an unknown key, is refused', async () => {
      const { key } = await withPasskey(world())
      const answer = key.get(await asked(world()))
      const other = device().get(await asked(world()))
      assert.equal((await open(world(), other)).status, 401)
      const forged = { id: key.id, response: { ...other.response, userHandle: answer.response.userHandle } }
      assert.equal((await open(world(), forged)).status, 401)
      const { signature: _, ...response } = answer.response
      assert.equal((await open(world(), { ...answer, response })).status, 400)
      assert.equal((await open(world(), { ...answer, response: { ...answer.response, more: 'x' } })).status, 400)
      const noNote = { ...answer, response: { ...answer.response, clientDataJSON: 'AAAA' } }
      assert.equal((await open(world(), noNote)).status, 401)
    })

    test('an expired challenge, and one for another purpose or person, is refused', async () => {
      const { ana, key } = await withPasskey(world())
      const late = await asked(world())
      const { store } = world().service
      const aged = store.db.updateTable('passkey_challenges').set({ expires_at: '2026-01-01T00:00:00.000Z' })
      await store.commit([run(aged.compile())])
      assert.equal((await open(world(), key.get(late))).status, 401)
      // Asked to register, or after a password: not to sign in.
      const registering = await optionsOf(ana)
      assert.equal((await open(world(), key.get({ ...registering, rpId: 'localhost' }))).status, 401)
      const { passkey } = await factors(world(), ana.email)
      assert.equal((await open(world(), key.get(passkey))).status, 401)
      // Asked to sign in: neither after a password nor to register.
      const signing = await asked(world())
      const second = { email: ana.email, password: PASSWORD, passkey: key.get(signing) }
      assert.equal((await send(world(), 'POST', SESSION, second)).status, 401)
      const made = device().create({ ...registering, challenge: (await asked(world())).challenge })
      assert.equal((await ana.call('POST', KEYS, { name: 'x', answer: made })).status, 400)
      // Asked of another person, or in another session of the same.
      const luis = await withPasskey(world())
      const ofLuis = (await factors(world(), luis.ana.email)).passkey
      const crossed = { email: ana.email, password: PASSWORD, passkey: key.get(ofLuis) }
      assert.equal((await send(world(), 'POST', SESSION, crossed)).status, 401)
      const offered = await optionsOf(luis.ana)
      const stolen = device().create(offered)
      assert.equal((await ana.call('POST', KEYS, { name: 'x', answer: stolen })).status, 400)
      assert.equal((await luis.ana.call('POST', KEYS, { name: 'x', answer: stolen })).status, 200)
    })

    test('with a password a passkey is the second factor; another person’s passkey is not', async () => {
      const { ana, key } = await withPasskey(world())
      const bare = await send(world(), 'POST', SESSION, { email: ana.email, password: PASSWORD })
      assert.equal(bare.body.error.code, 'SecondFactorException')
      const guessed = await send(world(), 'POST', SESSION, { email: ana.email, password: PASSWORD, code: '123456' })
      assert.equal(guessed.status, 401)
      const found = await factors(world(), ana.email)
      assert.equal(found.code, false)
      assert.deepEqual(
        found.passkey.allowCredentials.map(({ id }: { id: string }) => id),
        [key.id],
      )
      const luis = await withPasskey(world())
      const withKey = async (passkey: object, password = PASSWORD) =>
        (await send(world(), 'POST', SESSION, { email: ana.email, password, passkey })).status
      assert.equal(await withKey(luis.key.get((await factors(world(), ana.email)).passkey)), 401)
      assert.equal(await withKey(key.get((await factors(world(), ana.email)).passkey), 'no es la contraseña'), 401)
      assert.equal(await withKey(key.get((await factors(world(), ana.email)).passkey, { verified: false })), 401)
      const good = key.get(found.passkey)
      assert.equal(await withKey(good), 200)
      assert.equal(await withKey(good), 401, 'once')
      assert.equal(await factors(world(), ana.email, 'no es la contraseña'), undefined)
      assert.equal(await factors(world(), 'nadie@tienda.mx'), undefined)
    })

    test('beside an authenticator app, either of the two signs in', async () => {
      const { ana, key } = await withPasskey(world())
      const { key: secret, offer } = (await ana.call('POST', '/v1/console/second-factor', {})).body.result
      const code = () => totpCode(fromBase32(secret), totpStep(Date.now()))
      const confirmed = { offer, code: code(), password: PASSWORD }
      assert.equal((await ana.call('POST', '/v1/console/second-factor/confirm', confirmed)).status, 200)
      const found = await factors(world(), ana.email)
      assert.equal(found.code, true)
      const passkey = key.get(found.passkey)
      assert.equal(
        (await send(world(), 'POST', SESSION, { email: ana.email, password: PASSWORD, passkey })).status,
        200,
      )
      const next = totpCode(fromBase32(secret), totpStep(Date.now()) + 1)
      const typed = await send(world(), 'POST', SESSION, { email: ana.email, password: PASSWORD, code: next })
      assert.equal(typed.status, 200, typed.text)
    })

    test('a stolen session neither adds nor removes a passkey without the password; a removed passkey is refused', async () => {
      const { merchant, ana, key } = await withPasskey(world())
      for (const password of ['no es la contraseña', 'x'])
        assert.equal((await ana.call('POST', `${KEYS}/options`, { password })).status, 401)
      const [{ id }] = (await ana.call('GET', KEYS)).body.result.passkeys
      assert.equal((await ana.call('POST', `${KEYS}/${id}/remove`, {})).status, 400)
      assert.equal((await ana.call('POST', `${KEYS}/${id}/remove`, { password: 'no es' })).status, 401)
      const luis = await person(world(), merchant, 'owner')
      assert.equal((await luis.call('POST', `${KEYS}/${id}/remove`, { password: PASSWORD })).status, 404)
      assert.equal((await luis.call('PUT', `${KEYS}/${id}`, { name: 'x' })).status, 404)
      const before = await asked(world())
      assert.equal((await ana.call('POST', `${KEYS}/${id}/remove`, { password: PASSWORD })).status, 200)
      assert.equal((await open(world(), key.get(before))).status, 401)
      assert.equal((await ana.call('POST', `${KEYS}/${id}/remove`, { password: PASSWORD })).status, 404)
      await signedIn(world(), ana.email)
      assert.equal(
        (await trailOf(world(), merchant.accountId)).filter(({ type }) => type.endsWith('passkey_removed')).length,
        1,
      )
    })

    test('a device certificate makes the service call no address of the certificate', async (context) => {
      const called: unknown[] = []
      context.mock.method(globalThis, 'fetch', async (address: unknown) => {
        called.push(address)
        return new Response('')
      })
      const ana = await person(world(), await world().merchant(), 'owner')
      const certificate = Buffer.from(CERTIFICATE, 'base64')
      const answer = device().create(await optionsOf(ana), { certificate })
      assert.equal((await ana.call('POST', KEYS, { name: 'x', answer })).status, 400)
      assert.deepEqual(called, [])
    })

    test('one key belongs to one person, and a person has at most ten', async () => {
      const { ana, key } = await withPasskey(world())
      const luis = await person(world(), await world().merchant(), 'owner')
      const taken = key.create(await optionsOf(luis))
      assert.equal((await luis.call('POST', KEYS, { name: 'x', answer: taken })).status, 400)
      assert.equal((await optionsOf(ana)).excludeCredentials[0].id, key.id)
      const spare = await optionsOf(luis)
      const offers: object[] = []
      for (let at = 0; at < 11; at += 1) offers.push(await optionsOf(luis))
      const all = await Promise.all(
        offers.map((options) => luis.call('POST', KEYS, { name: 'Una', answer: device().create(options) })),
      )
      assert.ok(
        all.every(({ status }) => status === 200 || status === 400 || status === 409 || status === 503),
        all.map(({ text }) => text).join(),
      )
      const { passkeys } = (await luis.call('GET', KEYS)).body.result
      assert.ok(passkeys.length <= 10 && passkeys.length > 4, String(passkeys.length))
      for (let at = passkeys.length; at < 10; at += 1) await added(luis)
      assert.equal((await luis.call('POST', `${KEYS}/options`, { password: PASSWORD })).status, 400)
      const late = await luis.call('POST', KEYS, { name: 'Una más', answer: device().create(spare) })
      assert.equal(late.status, 400, late.text)
    })

    test('a reset at a terminal removes passkeys, and a person who lost the role cannot sign in', async () => {
      const first = await withPasskey(world())
      const user = await userByEmail(world().service.store, first.ana.email)
      assert.ok(user)
      await resetPerson(world().service, user, processActor('accounts'))
      assert.equal((await open(world(), first.key.get(await asked(world())))).status, 401)
      const { merchant, ana, key } = await withPasskey(world(), 'reader')
      const owner = await person(world(), merchant, 'owner')
      assert.equal((await owner.call('DELETE', `/v1/console/people/${ana.session.person.id}`)).status, 200)
      assert.equal((await open(world(), key.get(await asked(world())))).status, 401)
    })

    test('wrong answers of one address are slowed down like wrong passwords', async () => {
      const from = (address: string) => open(world(), device().get({ challenge: 'AAAA', rpId: 'localhost' }), address)
      const all = await Promise.all(Array.from({ length: 8 }, () => from('203.0.113.77')))
      assert.deepEqual(all.map(({ status }) => status).sort(), [401, 401, 401, 401, 401, 429, 429, 429])
      assert.equal((await from('198.51.100.77')).status, 401)
    })

    test('no credential of a program reaches a person’s passkeys', async () => {
      const merchant = await world().merchant()
      const authorization = basic(merchant.appKey, merchant.secret)
      assert.equal((await send(world(), 'GET', KEYS, undefined, { authorization })).status, 403)
      await joined(world(), merchant, 'owner')
    })
  },
  { BASE_URL: 'http://localhost:8080' },
)

test('at a numeric address browsers make no passkeys, and the console offers none', async () => {
  const world = await openWorld('sqlite')
  const ana = await person(world, await world.merchant(), 'owner')
  assert.equal((await ana.call('GET', KEYS)).body.result.usable, false)
  assert.equal((await send(world, 'GET', SESSION)).body.result.passkeys, false)
  assert.equal((await ana.call('POST', `${KEYS}/options`, { password: PASSWORD })).status, 409)
  assert.equal((await send(world, 'POST', `${SESSION}/passkey/options`, {})).status, 409)
  await world.close()
})
