import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { NO_ACCOUNT } from '../../../src/store/no-account.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { basic, type Merchant, onBothEngines, openWorld } from '../../support/harness/world.ts'

interface TrailRecord {
  id: string
  action: string
  subject: string
  actor_kind: string
  actor: string
  operator: string
  address: string
  request_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const trailOf = async (merchant: Merchant, query = ''): Promise<TrailRecord[]> => {
  const { status, body, text } = await merchant.get(`/v1/audit${query}`)
  assert.equal(status, 200, text)
  return body.result.records
}

onBothEngines('every change is recorded with its author and the state before', (world) => {
  test('changes of credentials, fees, risk rules, webhooks, the payout account and the clock leave records with before and after', async () => {
    const merchant = await world().merchant()
    const ok = async (
      answer: Promise<{ status: number; body: { result: { id: string; secret?: string } }; text: string }>,
    ) => {
      const { status, body, text } = await answer
      assert.equal(status, 200, text)
      return body.result
    }
    const key = await ok(merchant.post('/v1/credentials', { name: 'Caja', scopes: ['read'] }))
    await ok(merchant.post(`/v1/credentials/${key.id}/roll`, {}))
    await ok(merchant.call('DELETE', `/v1/credentials/${key.id}`))
    await ok(merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'POS', percentage: 2.5 }))
    await ok(merchant.call('PUT', '/v1/risk/rules', { rules: [{ kind: 'country-mismatch' }] }))
    const hook = await ok(merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/uno' }))
    await ok(merchant.call('PUT', `/v1/webhook/${hook.id}`, { url: 'http://127.0.0.1:9/dos' }))
    const rotated = await ok(merchant.post(`/v1/webhook/${hook.id}/rotate-secret`, {}))
    await ok(merchant.post(`/v1/webhook/${hook.id}/pause`, {}))
    await ok(merchant.call('DELETE', `/v1/webhook/${hook.id}`))
    await ok(merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' }))
    await ok(merchant.call('PUT', '/v1/sandbox/clock', { advance: 'PT1S' }))

    const records = (await trailOf(merchant)).reverse()
    assert.deepEqual(
      records.map(({ action }) => action),
      [
        'account.opened',
        'credential.created',
        'credential.created',
        'credential.created',
        'credential.rolled',
        'credential.revoked',
        'fees.changed',
        'risk_rules.changed',
        'webhook.created',
        'webhook.changed',
        'webhook.secret_rotated',
        'webhook.changed',
        'webhook.deleted',
        'payout_account.changed',
        'clock.moved',
      ],
    )
    const found = (action: string) => records.find((one) => one.action === action)
    const own = (await merchant.get('/v1/credentials')).body.result.credentials.find(
      (one: { app_key: string }) => one.app_key === merchant.appKey,
    )
    for (const record of records.slice(3)) {
      assert.deepEqual(
        [record.actor_kind, record.actor, record.operator, record.address],
        ['credential', own.id, merchant.operator, '127.0.0.0/24'],
      )
      assert.match(record.request_id, /^req_/)
    }
    const fees = (percentage: number) => ({ payment_method: 'POS', percentage, fixed: '0.00', dispute: '150.00' })
    assert.deepEqual(found('fees.changed')?.before, fees(3.6))
    assert.deepEqual(found('fees.changed')?.after, fees(2.5))
    assert.deepEqual(found('risk_rules.changed')?.before, { rules: [] })
    assert.deepEqual(
      [found('webhook.changed')?.before?.url, found('webhook.changed')?.after?.url],
      ['http://127.0.0.1:9/uno', 'http://127.0.0.1:9/dos'],
    )
    assert.equal(found('webhook.deleted')?.after, null)
    assert.deepEqual(found('payout_account.changed')?.before, { clabe: null })
    const text = JSON.stringify(records)
    for (const secret of [hook.secret, rotated.secret, merchant.secret]) assert.ok(!text.includes(secret ?? '?'))
  })

  test('a refused change leaves no record, and a repeat leaves no second one', async () => {
    const merchant = await world().merchant()
    const before = (await trailOf(merchant)).length
    assert.equal((await merchant.post('/v1/webhook', { url: 'nonsense' })).status, 400)
    const headers = { 'idempotency-key': 'hook' }
    for (let time = 1; time <= 3; time += 1) await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/' }, headers)
    assert.equal((await trailOf(merchant)).length, before + 1)
  })

  test('the trail is read in pages and by filters, by its own account only, and no call writes, changes or deletes it', async () => {
    const [merchant, other] = [await world().merchant(), await world().merchant()]
    for (let count = 0; count < 5; count += 1) {
      await merchant.call('PUT', '/v1/risk/rules', { rules: [] })
    }
    const all = await trailOf(merchant)
    const paged: TrailRecord[] = []
    for (let more = true; more; ) {
      const after = paged.at(-1)?.id
      const { body } = await merchant.get(`/v1/audit?limit=2${after ? `&starting_after=${after}` : ''}`)
      assert.ok(body.result.records.length <= 2)
      paged.push(...body.result.records)
      more = body.result.has_more
    }
    assert.deepEqual(paged, all)
    assert.equal((await trailOf(merchant, '?action=risk_rules.changed')).length, 5)
    assert.deepEqual(
      await trailOf(merchant, `?subject=${all[0]?.subject}`),
      all.filter((one) => one.subject === all[0]?.subject),
    )
    assert.equal((await trailOf(merchant, '?until=2020-01-01')).length, 0)
    // An empty parameter means none, as in the other lists.
    assert.deepEqual(await trailOf(merchant, '?action=&actor=&subject=&since=&until=&starting_after=&limit='), all)
    for (const bad of ['limit=0', 'limit=x', 'since=x'])
      assert.equal((await merchant.get(`/v1/audit?${bad}`)).status, 400)
    assert.ok((await trailOf(other)).every(({ action }) => action !== 'risk_rules.changed'))
    assert.equal((await trailOf(other, `?actor=${all[0]?.actor}`)).length, 0)
    for (const [method, path] of [
      ['DELETE', '/v1/audit'],
      ['POST', '/v1/audit'],
      ['PUT', `/v1/audit/${all[0]?.id}`],
      ['DELETE', `/v1/audit/${all[0]?.id}`],
    ] as const) {
      const { status } = await merchant.call(method, path, method === 'DELETE' ? undefined : {})
      assert.ok(status === 404 || status === 405, `${method} ${path} answers ${status}`)
    }
    // What is sent as an address is a header, not where the request comes from.
    await merchant.call('PUT', '/v1/risk/rules', { rules: [] }, { 'x-forwarded-for': '203.0.113.9' })
    assert.equal((await trailOf(merchant))[0]?.address, '127.0.0.0/24')
    assert.deepEqual((await trailOf(merchant)).slice(1), all)
  })

  test('the settings of the start are recorded, without secrets, and not again when nothing has changed', async () => {
    const { db } = world().service.store
    const rows = await db.selectFrom('events').selectAll().where('type', '=', 'settings.changed').execute()
    // Two processes that start at the same moment may both put them on record.
    assert.ok(rows.length >= 1 && rows.length <= (world().engine === 'postgres' ? 2 : 1))
    const settings = JSON.parse(rows[0]?.data ?? '{}').after
    assert.equal(settings.acquirer, 'sandbox')
    assert.match(settings.at_rest_key, /^[0-9a-f]{8}$/)
    assert.ok(rows.every(({ account_id }) => account_id === NO_ACCOUNT))
  })
})

for (const engine of ENGINES) {
  test(`a line of the log says who called, from where, what and why it was refused; failures to authenticate are counted [${engine}]`, async () => {
    const lines: Record<string, unknown>[] = []
    const sink = new Writable({
      write: (chunk, _, done) => {
        for (const line of String(chunk).split('\n')) if (line !== '') lines.push(JSON.parse(line))
        done()
      },
    })
    const world = await openWorld(engine, { ADDRESS_MASK: 'full' }, { log: pino({ level: 'info' }, sink) })
    try {
      const merchant = await world.merchant()
      const last = () => lines.filter(({ msg }) => msg === 'request').at(-1) ?? {}
      const voucher = await merchant.post('/v1/payment/convenience-store', { total: 150 })
      const { account, credential, address, operation, error } = last()
      assert.deepEqual(
        [account, address, operation, error],
        [merchant.accountId, '127.0.0.1', voucher.body.result.transaction, undefined],
      )
      assert.match(String(credential), /^key_/)
      await merchant.post('/v1/payment/convenience-store', { total: -1 })
      assert.deepEqual([last().status, last().error], [400, 'InvalidParamException'])

      const metric = async () =>
        Number(
          /^cobro_authentication_failures (\d+)/m.exec(
            (await world.send({ method: 'GET', url: '/metrics' })).text,
          )?.[1],
        )
      const before = await metric()
      const guess = 'not-the-secret-but-nearly'
      for (const authorization of [
        basic(merchant.appKey, guess),
        basic(merchant.secret, merchant.appKey),
        `Bearer ${'a'.repeat(63)}`,
      ]) {
        assert.equal(
          (await world.send({ method: 'GET', url: '/v1/operations', headers: { authorization } })).status,
          401,
        )
      }
      assert.equal((await metric()) - before, 3)
      const failed = lines.filter(({ msg }) => msg === 'authentication failed')
      assert.deepEqual(
        failed.map(({ reason, app_key, address }) => [reason, app_key, address]),
        [
          ['credential-invalid', merchant.appKey.slice(0, 11), '127.0.0.1'],
          ['application-key-malformed', undefined, '127.0.0.1'],
          ['session-invalid', undefined, '127.0.0.1'],
        ],
      )
      const text = JSON.stringify(lines)
      for (const secret of [guess, merchant.secret, merchant.appKey, merchant.operator])
        assert.ok(!text.includes(secret))
    } finally {
      await world.close()
    }
  })
}
after(stopPostgres)
