// In an account with the rule of second persons nobody alone takes power from others or stops the shop; and nobody revokes what is wider than
// they hold.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person, type SignedIn } from '../../support/fixtures/console.ts'
import { disputed, disputeOf, paidByCard } from '../../support/fixtures/disputes.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('what takes power or stops the shop needs two people', (world) => {
  const shopOfTwo = async () => {
    const merchant = await world().merchant()
    const [ana, luz, dev] = [
      await person(world(), merchant, 'owner'),
      await person(world(), merchant, 'owner'),
      await person(world(), merchant, 'developer'),
    ] as const
    const rule = await ana.call('PUT', '/v1/console/second-person', { above: '100.00' })
    assert.equal(rule.status, 200, rule.text)
    return { merchant, ana, luz, dev }
  }
  const ask = (one: SignedIn, method: string, path: string, body: object = {}) =>
    one.call('POST', path.replace('/v1/', '/v1/console/ask/'), body, { 'cobro-asked-method': method })
  const fullKey = async (merchant: Merchant) => {
    const { credentials } = (await merchant.get('/v1/credentials')).body.result
    return credentials.find(({ app_key }: { app_key: string }) => app_key === merchant.appKey).id as string
  }

  test('nobody revokes a key that is wider than what they hold, with or without the rule', async () => {
    const merchant = await world().merchant()
    const dev = await person(world(), merchant, 'developer')
    const id = await fullKey(merchant)
    const refused = await dev.call('DELETE', `/v1/credentials/${id}`)
    assert.equal(refused.status, 403, refused.text)
    const scopes = ['read', 'admin']
    const narrow = (await merchant.post('/v1/credentials', { name: 'Estrecha', scopes })).body.result
    const asNarrow = {
      authorization: `Basic ${Buffer.from(`${narrow.app_key}:${narrow.app_secret}`).toString('base64')}`,
    }
    const byKey = await world().send({ method: 'DELETE', url: `/v1/credentials/${id}`, headers: asNarrow })
    assert.equal(byKey.status, 403, byKey.text)
    // A key ends itself.
    const itself = await world().send({ method: 'DELETE', url: `/v1/credentials/${narrow.id}`, headers: asNarrow })
    assert.equal(itself.status, 200, itself.text)
    const owner = await person(world(), merchant, 'owner')
    assert.equal((await owner.call('DELETE', `/v1/credentials/${id}`)).status, 200)
  })

  test('a key is revoked when another person approves, and not before', async () => {
    const { merchant, ana, luz, dev } = await shopOfTwo()
    const path = `/v1/credentials/${await fullKey(merchant)}`
    for (const one of [ana, dev]) {
      const alone = await one.call('DELETE', path)
      assert.deepEqual([alone.status, alone.body.error.code], [403, 'SecondPersonException'], alone.text)
    }
    const asked = await ask(dev, 'DELETE', path)
    assert.equal(asked.status, 200, asked.text)
    assert.equal((await merchant.get('/v1/plan')).status, 200)
    const approval = `/v1/console/approvals/${asked.body.result.approval}`
    const own = await dev.call('POST', `${approval}/approve`, {})
    assert.equal(own.status, 403)
    const approved = await luz.call('POST', `${approval}/approve`, {})
    assert.deepEqual([approved.status, approved.body.result.status], [200, 'done'], approved.text)
    assert.equal((await merchant.get('/v1/plan')).status, 401)
    assert.equal((await ana.call('POST', `${approval}/approve`, {})).status, 409)
    const { records } = (await luz.call('GET', '/v1/audit?action=credential.revoked')).body.result
    assert.equal(records.length, 1)
  })

  test('webhooks and rules: one person is refused, another approves', async () => {
    const { merchant, ana, luz, dev } = await shopOfTwo()
    const hook = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })).body.result.id
    await ana.call('PUT', '/v1/console/second-factor/roles', { roles: ['cashier'] })
    const changes: [who: SignedIn, method: string, path: string, body?: object][] = [
      [dev, 'PUT', `/v1/webhook/${hook}`, { url: 'http://127.0.0.1:9/otra' }],
      [dev, 'POST', `/v1/webhook/${hook}/pause`, {}],
      [dev, 'DELETE', `/v1/webhook/${hook}`],
      [dev, 'PUT', '/v1/refund-rules', { beyond_balance: 'wait' }],
      [dev, 'PUT', '/v1/payment-rules', { external_transactions: 'free' }],
      [dev, 'PUT', '/v1/risk/rules', { rules: [] }],
      [ana, 'PUT', '/v1/affiliates/rules', { take_back: 'merchant' }],
      [ana, 'PUT', '/v1/settlement/rules', { minimum: '1000000.00' }],
      [ana, 'PUT', '/v1/console/second-factor/roles', { roles: [] }],
    ]
    for (const [who, method, path, body] of changes) {
      // A key of that name from outside opens nothing.
      const alone = await who.call(method, path, body, { 'cobro-approved': 'x' })
      assert.deepEqual([alone.status, alone.body.error?.code], [403, 'SecondPersonException'], `${method} ${path}`)
      const asked = await ask(who, method, path, body)
      assert.equal(asked.status, 200, `${method} ${path}: ${asked.text}`)
      const approve = () => luz.call('POST', `/v1/console/approvals/${asked.body.result.approval}/approve`, {})
      const both = await Promise.all([approve(), approve()])
      assert.ok(
        both.some(({ status, body }) => status === 200 && body.result.status === 'done'),
        `${method} ${path}: ${both.map(({ text }) => text).join()}`,
      )
    }
    assert.equal((await merchant.get(`/v1/webhook/${hook}`)).status, 404)
  })

  test('a key of one’s own that can do more than read is rolled by two people, with any grace', async () => {
    const { luz, dev } = await shopOfTwo()
    const key = async (scopes: string[]) => {
      const made = await dev.call('POST', '/v1/credentials', { name: 'Caja', scopes })
      assert.equal(made.status, 200, made.text)
      return made.body.result
    }
    const charging = await key(['charge', 'read'])
    const asIt = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${charging.app_key}:${secret}`).toString('base64')}`,
    })
    const works = async (secret: string) =>
      (await world().send({ method: 'GET', url: '/v1/plan', headers: asIt(secret) })).status
    const path = `/v1/credentials/${charging.id}/roll`
    for (const body of [{ grace_hours: 0 }, { grace_hours: 168 }, {}])
      assert.equal((await dev.call('POST', path, body)).body.error?.code, 'SecondPersonException')
    assert.equal(await works(charging.app_secret), 200)
    const asked = await dev.call('POST', path.replace('/v1/', '/v1/console/ask/'), { grace_hours: 0 })
    const approval = `/v1/console/approvals/${asked.body.result.approval}`
    assert.equal((await luz.call('POST', `${approval}/approve`, {})).status, 200)
    const fetched = await dev.call('POST', `${approval}/key`, {})
    assert.equal(fetched.status, 200, fetched.text)
    assert.deepEqual([await works(charging.app_secret), await works(fetched.body.result.app_secret)], [401, 200])
    const reading = await key(['read'])
    assert.equal((await dev.call('POST', `/v1/credentials/${reading.id}/roll`, { grace_hours: 0 })).status, 200)
  })

  test('a webhook’s secret is rotated by two people, and only whoever asked sees it', async () => {
    const { merchant, luz, dev } = await shopOfTwo()
    const hook = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })).body.result
    const path = `/v1/webhook/${hook.id}/rotate-secret`
    assert.equal((await dev.call('POST', path, {})).body.error?.code, 'SecondPersonException')
    const asked = await ask(dev, 'POST', path)
    const approval = `/v1/console/approvals/${asked.body.result.approval}`
    assert.equal((await dev.call('POST', `${approval}/key`, {})).status, 409, 'nobody has approved it')
    const approved = await luz.call('POST', `${approval}/approve`, {})
    assert.deepEqual([approved.status, approved.body.result.status], [200, 'approved'], approved.text)
    assert.doesNotMatch(approved.text, /whsec_/)
    assert.equal((await luz.call('POST', `${approval}/key`, {})).status, 403)
    const both = await Promise.all([1, 2].map(() => dev.call('POST', `${approval}/key`, {})))
    const secrets = both.flatMap(({ body }) => body.result?.secret ?? [])
    assert.equal(secrets.length, 1, both.map(({ text }) => text).join())
    assert.notEqual(secrets[0], hook.secret)
    assert.equal((await dev.call('POST', `${approval}/key`, {})).status, 409)
    const { records } = (await luz.call('GET', '/v1/audit?action=webhook.secret_rotated')).body.result
    assert.equal(records.length, 1)
  })

  test('a dispute is accepted like a refund is made: above the amount, also in a day, by two people', async () => {
    const { merchant, ana, luz } = await shopOfTwo()
    const opened = async (pesos: number, asked = {}) =>
      (await disputed(merchant, await paidByCard(world(), merchant, pesos), asked)).id as string
    const accept = (one: SignedIn, id: string) => one.call('POST', `/v1/disputes/${id}/accept`, {})
    const large = await opened(500)
    assert.equal((await accept(ana, large)).body.error?.code, 'SecondPersonException')
    assert.equal((await disputeOf(merchant, large)).status, 'needs_response')
    const small = await Promise.all([60, 60].map((pesos) => opened(pesos)))
    const answers = await Promise.all(small.map((id) => accept(ana, id)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403], 'the day has one amount')
    const question = await opened(500, { stage: 'retrieval' })
    assert.equal((await accept(ana, question)).status, 200, 'a question moves no money')
    const asked = await ask(ana, 'POST', `/v1/disputes/${large}/accept`)
    assert.equal(asked.status, 200, asked.text)
    const { approvals } = (await luz.call('GET', '/v1/console/approvals')).body.result
    assert.equal(approvals[0].amount, '500.00')
    const approval = `/v1/console/approvals/${asked.body.result.approval}`
    assert.equal((await ana.call('POST', `${approval}/approve`, {})).status, 403)
    const approved = await luz.call('POST', `${approval}/approve`, {})
    assert.deepEqual([approved.status, approved.body.result.status], [200, 'done'], approved.text)
    assert.equal((await disputeOf(merchant, large)).status, 'accepted')
    assert.equal((await ask(ana, 'POST', `/v1/disputes/${large}/accept`)).status, 409)
    const { given_today } = (await luz.call('GET', '/v1/console/second-person')).body.result
    assert.equal(given_today, '0.00', 'what two people decide does not count for one')
    assert.equal(
      (await merchant.post(`/v1/disputes/${await opened(700)}/accept`, {})).status,
      200,
      'a key needs nobody',
    )
    await assertAudited(world())
  })

  test('a call that is refused when it is approved is answered as it is, and waits again', async () => {
    const { merchant, luz, dev } = await shopOfTwo()
    const hook = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })).body.result.id
    const asked = await ask(dev, 'PUT', `/v1/webhook/${hook}`, { url: 'no es una dirección' })
    assert.equal(asked.status, 200, asked.text)
    const approval = `/v1/console/approvals/${asked.body.result.approval}`
    const refused = await luz.call('POST', `${approval}/approve`, {})
    assert.equal(refused.status, 400, refused.text)
    assert.ok(refused.body.error.messages.url)
    const { approvals } = (await luz.call('GET', '/v1/console/approvals')).body.result
    assert.equal(approvals[0].status, 'asked')
    for (const [method, path] of [
      ['DELETE', '/v1/refund-rules'],
      ['PUT', `/v1/webhook/${hook}x`],
      ['GET', '/v1/risk/rules'],
    ] as const)
      assert.equal((await ask(dev, method, path)).status, 409, `${method} ${path}`)
  })

  test('a change of what is not there, or is another account’s, is not asked for, and nobody is mailed', async () => {
    const { merchant, dev } = await shopOfTwo()
    const other = await world().merchant()
    const hook = (await other.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })).body.result.id
    for (const [method, path] of [
      ['DELETE', `/v1/webhook/${hook}`],
      ['POST', `/v1/webhook/${hook}/pause`],
      ['POST', `/v1/webhook/${hook}/rotate-secret`],
      ['DELETE', '/v1/webhook/nunca-hecho'],
      ['DELETE', `/v1/credentials/${await fullKey(other)}`],
    ] as const) {
      const asked = await ask(dev, method, path)
      assert.deepEqual([asked.status, asked.body.error?.reason], [404, 'resource-unknown'], `${method} ${path}`)
    }
    await world().work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox?limit=50')).body.result
    assert.deepEqual(
      messages.filter(({ subject }: { subject: string }) => /aprobación/.test(subject)),
      [],
    )
  })

  test('without the rule, each does what the role allows; keys of programs need nobody', async () => {
    const { merchant } = await shopOfTwo()
    assert.equal((await merchant.call('PUT', '/v1/refund-rules', { beyond_balance: 'wait' })).status, 200)
    const other = await world().merchant()
    const dev = await person(world(), other, 'developer')
    assert.equal((await dev.call('PUT', '/v1/refund-rules', { beyond_balance: 'wait' })).status, 200)
  })
})
