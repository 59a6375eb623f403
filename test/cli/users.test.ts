// The first owner comes by the terminal, and a lost password goes by it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PASSWORD, send, signedIn } from '../support/fixtures/console.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

test('cobro users invite, list and reset', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-users-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const AT_REST_KEY = '8f1d2c3b4a5968778695a4b3c2d1e0f0123456789abcdeffedcba98765432100'
  const world = await openWorld('sqlite', { DATABASE_URL: url, AT_REST_KEY })
  try {
    const settings = { DATABASE_URL: url, DATA_DIR: folder, BASE_URL: 'http://tienda.test', AT_REST_KEY }
    const cobro = (...words: string[]) => runCobro(words, settings)
    const merchant = await world.merchant()
    const email = 'Ana@Tienda.mx'
    assert.equal((await cobro('users', 'invite', 'acc_none', email, 'Ana')).code, 2)
    assert.equal((await cobro('users', 'invite', merchant.accountId, 'nada', 'Ana')).code, 2)
    assert.equal((await cobro('users', 'invite', merchant.accountId, email, 'Ana', '--role', 'dios')).code, 2)
    const invited = await cobro('users', 'invite', merchant.accountId, email, 'Ana Núñez')
    assert.equal(invited.code, 0, invited.error)
    const [link = '', token = ''] = /^http:\/\/tienda\.test\/console\/invitation#([0-9a-f]{64})/.exec(invited.out) ?? []
    assert.ok(link)
    // The same link is in the e-mail.
    await world.work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox')).body.result
    assert.ok(messages[0].body.includes(link))
    const accept = { token, password: PASSWORD }
    assert.equal((await send(world, 'POST', '/v1/console/invitation/accept', accept)).status, 200)
    const ana = await signedIn(world, 'ana@tienda.mx')
    assert.equal(ana.session.role, 'owner')
    assert.match((await cobro('users')).out, /ana@tienda\.mx\tAna Núñez\towner/)

    const pay = async () => (await merchant.post('/v1/payment/spei', { total: 10 })).status
    assert.equal((await cobro('accounts', 'suspend', merchant.accountId)).code, 2)
    assert.equal((await cobro('accounts', 'suspend', 'acc_none', '--because', 'prueba')).code, 2)
    assert.equal((await cobro('accounts', 'suspend', merchant.accountId, '--because', 'prueba')).code, 0)
    assert.equal(await pay(), 403)
    assert.match((await cobro('accounts', 'reopen', merchant.accountId)).out, /takes payments/)
    assert.match((await cobro('accounts', 'limits', merchant.accountId, '9.99', 'any')).out, /9\.99, a day any amount/)
    assert.equal(await pay(), 403)
    assert.equal((await cobro('accounts', 'limits', merchant.accountId, 'mucho', 'any')).code, 2)
    assert.match((await cobro('accounts', 'second-person', merchant.accountId, '5000')).out, /more than 5000\.00/)
    assert.equal((await ana.call('GET', '/v1/console/second-person')).body.result.above, '5000.00')
    assert.equal((await cobro('accounts', 'second-person', merchant.accountId, 'off')).code, 0)
    assert.equal((await ana.call('GET', '/v1/console/second-person')).body.result.above, null)

    assert.equal((await cobro('users', 'reset', 'nadie@tienda.mx')).code, 1)
    assert.equal((await cobro('users', 'reset', email)).code, 0)
    assert.equal((await ana.call('GET', '/v1/operations')).status, 401)
    const again = await send(world, 'POST', '/v1/console/session', { email, password: PASSWORD })
    assert.equal(again.status, 401)
    const trail = (await cobro('trail')).out
    for (const action of ['person.invited', 'person.joined', 'person.signed_in', 'person.reset'])
      assert.ok(trail.includes(action))
    assert.doesNotMatch(trail, new RegExp(token))
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
