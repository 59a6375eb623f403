// A role may need a second factor: who has none sets one up before anything else. Guesses of one person's password are bounded wherever they come from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totpCode, totpStep } from '../../../src/console/sign-in/totp.ts'
import { invited, joined, PASSWORD, person, send, signedIn } from '../../support/fixtures/console.ts'
import { fromBase32 } from '../../support/fixtures/totp.ts'
import { ENGINES } from '../../support/harness/engines.ts'
import { onBothEngines, openWorld } from '../../support/harness/world.ts'

onBothEngines('a role may need a second factor', (world) => {
  const RULE = '/v1/console/second-factor/roles'

  test('who has none can do nothing but set one up, also in a session that was open before', async () => {
    const merchant = await world().merchant()
    const owner = await person(world(), merchant, 'owner')
    const cashier = await person(world(), merchant, 'cashier')
    assert.equal((await cashier.call('PUT', RULE, { roles: [] })).status, 403)
    assert.equal((await owner.call('PUT', RULE, { roles: ['nobody'] })).status, 400)
    assert.deepEqual((await owner.call('PUT', RULE, { roles: ['cashier'] })).body.result.roles, ['cashier'])
    for (const one of [cashier, await signedIn(world(), cashier.email)]) {
      for (const [method, path] of [
        ['GET', '/v1/operations'],
        ['GET', '/v1/console/people'],
        ['GET', '/v1/console/sessions'],
        ['PUT', RULE],
        ['POST', '/v1/payment/spei'],
      ] as const) {
        const refused = await one.call(method, path, method === 'GET' ? undefined : { roles: [], total: 10 })
        assert.deepEqual([refused.status, refused.body.error.code], [403, 'SecondFactorException'], path)
      }
      assert.equal((await one.call('GET', '/v1/console/session')).body.result.factor_required, true)
    }
    assert.equal((await owner.call('GET', '/v1/operations')).status, 200)
    const offer = (await cashier.call('POST', '/v1/console/second-factor', {})).body.result
    const set = { offer: offer.offer, code: totpCode(fromBase32(offer.key), totpStep(Date.now())), password: PASSWORD }
    const confirmed = await cashier.call('POST', '/v1/console/second-factor/confirm', set)
    assert.equal(confirmed.status, 200, confirmed.text)
    assert.equal((await cashier.call('GET', '/v1/operations')).status, 200)
    const { records } = (await owner.call('GET', '/v1/audit?action=second_factor.roles_changed')).body.result
    assert.deepEqual([records.length, records[0].after], [1, { roles: ['cashier'] }])
  })

  test('passwords that are guessed first are refused', async () => {
    const merchant = await world().merchant('Café La Esquina')
    const { token } = await invited(world(), merchant, 'owner')
    for (const password of [
      '123456789012',
      'password1234',
      'Contraseña2026!',
      'qwertyuiop12',
      'CaféLaEsquina2026',
      'AnaNunez1234',
    ]) {
      const answer = await send(world(), 'POST', '/v1/console/invitation/accept', { token, password })
      assert.equal(answer.status, 400, password)
      assert.ok(answer.body.error.messages.password, answer.text)
    }
  })
})

// One process: requests to another one would all come from this machine's address.
for (const engine of ENGINES)
  test(`guesses from many addresses are bounded for each person, and a browser that is known still comes in [${engine}]`, async (t) => {
    const opened = await openWorld(engine)
    t.after(() => opened.close())
    const world = () => opened
    const email = await joined(world(), await world().merchant(), 'owner')
    const from = (nth: number, password: string, cookie = '') =>
      world().send({
        method: 'POST',
        url: '/v1/console/session',
        remoteAddress: `203.0.${nth}.7`,
        headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }) },
        payload: JSON.stringify({ email: nth % 2 === 0 ? email : email.toUpperCase(), password }),
      })
    const first = await from(0, PASSWORD)
    assert.equal(first.status, 200)
    const known = [first.headers['set-cookie']]
      .flat()
      .map((one) => String(one).split(';')[0])
      .find((one) => one?.includes('browser'))
    const guesses = []
    for (let nth = 1; nth <= 25; nth += 1) guesses.push((await from(nth, `contraseña ${nth}`)).status)
    assert.equal(guesses.filter((status) => status === 401).length, 10)
    assert.equal(guesses.filter((status) => status === 429).length, 15)
    assert.equal((await from(40, PASSWORD)).status, 429)
    assert.equal((await from(41, PASSWORD, known)).status, 200)
    const other = await joined(world(), await world().merchant(), 'owner')
    const payload = JSON.stringify({ email: other, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    const elsewhere = await world().send({
      method: 'POST',
      url: '/v1/console/session',
      remoteAddress: '203.0.99.7',
      headers,
      payload,
    })
    assert.equal(elsewhere.status, 200)
  })
