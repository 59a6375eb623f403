import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isValidClabe } from '../../../src/core/banks/clabe.ts'
import { insert } from '../../../src/store/write.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const ANA = { name: 'Ana López', email: 'ana@ejemplo.mx' }

onBothEngines('a customer is created, read, changed and deleted', (world) => {
  const create = async (merchant: Merchant, body: object = ANA) => {
    const answer = await merchant.post('/v1/customer', body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  const eventsOf = async (merchant: Merchant) => {
    const rows = await world()
      .service.store.db.selectFrom('events')
      .select(['type', 'data'])
      .where('account_id', '=', merchant.accountId)
      .where('actor_kind', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(({ type, data }) => [type, JSON.parse(data ?? '{}')])
  }
  const metadataOf = async (id: string) =>
    (
      await world()
        .service.store.db.selectFrom('customers')
        .select('metadata')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).metadata

  test('created with five fields, read with its CLABE, and an event says so', async () => {
    const merchant = await world().merchant()
    const customer = await create(merchant, { ...ANA, metadata: { plan: 'oro' } })
    assert.deepEqual(Object.keys(customer), ['id', 'name', 'email', 'active', 'date_create'])
    assert.deepEqual({ ...customer, id: '', date_create: '' }, { id: '', ...ANA, active: true, date_create: '' })
    assert.match(customer.date_create, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-06:00$/)
    const read = (await merchant.get(`/v1/customer/${customer.id}`)).body.result
    const { sources, cards, deactivated_cards, ...five } = read
    assert.deepEqual(five, customer)
    assert.deepEqual([cards, deactivated_cards, sources.length], [[], 0, 1])
    const { id, clabe, ...source } = sources[0]
    assert.match(id, /^spe_/)
    assert.ok(isValidClabe(clabe))
    assert.deepEqual(source, { type: 'SPEI', name: ANA.name, reference: '', bank_name: 'STP' })
    assert.deepEqual(await eventsOf(merchant), [['customer.created', customer]])
    assert.equal(await metadataOf(customer.id), '{"plan":"oro"}')
  })

  test('the saved cards are shown masked, the deactivated ones counted', async () => {
    const merchant = await world().merchant()
    const { id } = await create(merchant)
    const card = (n: number, deactivated_at: string | null) => ({
      id: `crd_${id}_${n}`,
      account_id: merchant.accountId,
      customer_id: id,
      sealed_network: null,
      sealed_number: 'sealed',
      fingerprint: `print-${n}`,
      holder_name: 'ANA LOPEZ',
      brand: 'VISA',
      first_six: '424242',
      last_four: '4242',
      expiration: '3012',
      country_code: 'MX',
      bank_name: 'VISA TEST',
      funding: 'DEBIT' as const,
      created_at: world().service.clock.now(),
      deactivated_at,
    })
    await world().service.store.commit([insert('cards', card(1, null), card(2, world().service.clock.now()))])
    const read = (await merchant.get(`/v1/customer/${id}`)).body.result
    assert.equal(read.deactivated_cards, 1)
    assert.deepEqual(read.cards, [
      {
        token: `crd_${id}_1`,
        holder_name: 'ANA LOPEZ',
        type: 'VISA',
        number: '424242XXXXXX4242',
        expiration: '3012',
        country_code: 'MX',
        bank_name: 'VISA TEST',
        funding: 'DEBIT',
      },
    ])
  })

  test('an update changes the given fields, keeps the rest, and replaces metadata', async () => {
    const merchant = await world().merchant()
    const { id, ...rest } = await create(merchant, { ...ANA, metadata: { plan: 'oro', nivel: '2' } })
    const put = async (body: object) => (await merchant.call('PUT', `/v1/customer/${id}`, body)).body.result
    assert.deepEqual(await put({ name: 'Ana L.' }), { id, ...rest, name: 'Ana L.' })
    assert.equal(await metadataOf(id), '{"plan":"oro","nivel":"2"}')
    assert.deepEqual(await put({ email: 'a@b.mx', metadata: { plan: 'plata' } }), {
      id,
      ...rest,
      name: 'Ana L.',
      email: 'a@b.mx',
    })
    assert.equal(await metadataOf(id), '{"plan":"plata"}')
    await put({ metadata: {} })
    assert.equal(await metadataOf(id), '{}')
    assert.deepEqual(
      (await eventsOf(merchant)).map(([type, data]) => `${type} ${data.name} ${data.email}`),
      [
        'customer.created Ana López ana@ejemplo.mx',
        'customer.updated Ana L. ana@ejemplo.mx',
        'customer.updated Ana L. a@b.mx',
        'customer.updated Ana L. a@b.mx',
      ],
    )
  })

  test('concurrent updates of different fields all apply', async () => {
    const merchant = await world().merchant()
    const { id } = await create(merchant)
    const answers = await Promise.all([
      merchant.call('PUT', `/v1/customer/${id}`, { name: 'Uno' }),
      merchant.call('PUT', `/v1/customer/${id}`, { email: 'dos@ejemplo.mx' }),
      merchant.call('PUT', `/v1/customer/${id}`, { metadata: { tres: '3' } }),
    ])
    assert.ok(answers.every((one) => one.status === 200))
    const { name, email } = (await merchant.get(`/v1/customer/${id}`)).body.result
    assert.deepEqual([name, email, await metadataOf(id)], ['Uno', 'dos@ejemplo.mx', '{"tres":"3"}'])
    assert.deepEqual((await eventsOf(merchant)).length, 4)
  })

  test('of many changes at the same moment each is applied, or asked to try again', async () => {
    const merchant = await world().merchant()
    const { id } = await create(merchant)
    const change = (at: number) => merchant.call('PUT', `/v1/customer/${id}`, { name: `Ana ${at}` })
    const all = await Promise.all(Array.from({ length: 40 }, (_, at) => change(at)))
    const refused = all.filter(({ status }) => status !== 200)
    assert.ok(
      refused.every(({ status }) => status === 503),
      refused.map(({ text }) => text).join('\n'),
    )
    const taken = all.filter(({ status }) => status === 200)
    assert.equal((await eventsOf(merchant)).length, taken.length + 1)
    const { name } = (await merchant.get(`/v1/customer/${id}`)).body.result
    assert.ok(taken.some(({ body }) => body.result.name === name))
  })

  test('a deleted customer is echoed inactive, stays readable, and can neither change nor get a source', async () => {
    const merchant = await world().merchant()
    const { id, ...rest } = await create(merchant)
    for (const body of [undefined, '[]', undefined]) {
      const deleted = await merchant.call('DELETE', `/v1/customer/${id}`, body)
      assert.equal(deleted.status, 200)
      assert.deepEqual(deleted.body.result, { id, ...rest, active: false })
    }
    const read = (await merchant.get(`/v1/customer/${id}`)).body.result
    assert.deepEqual([read.active, read.sources], [false, []])
    assert.equal((await merchant.call('PUT', `/v1/customer/${id}`, { name: 'Otra' })).status, 409)
    assert.equal((await merchant.post(`/v1/customer/${id}/sources`, { type: 'SPEI' })).status, 409)
    assert.deepEqual(
      (await eventsOf(merchant)).map(([type]) => type),
      ['customer.created', 'customer.deleted'],
    )
  })

  test('the list is newest first, in pages, of this account only', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const ids: string[] = []
    for (const n of [1, 2, 3, 4, 5]) ids.unshift((await create(merchant, { ...ANA, name: `Ana ${n}` })).id)
    await create(other)
    const list = async (query: string) => (await merchant.get(`/v1/customer${query}`)).body.result
    const all = await list('')
    assert.deepEqual([all.limit, all.offset, all.total], [50, 0, 5])
    assert.deepEqual(Object.keys(all.customers[0]), ['id', 'name', 'email', 'active', 'date_create'])
    assert.deepEqual(
      all.customers.map((one: { id: string }) => one.id),
      ids,
    )
    const page = await list('?limit=2&offset=3')
    assert.deepEqual([page.limit, page.offset, page.total], [2, 3, 5])
    assert.deepEqual(
      page.customers.map((one: { id: string }) => one.id),
      ids.slice(3),
    )
    for (const query of ['?limit=-1', '?limit=x', '?offset=-1']) {
      assert.equal((await merchant.get(`/v1/customer${query}`)).status, 400)
    }
  })

  test('the same key creates one customer, also when both requests come at the same moment', async () => {
    const merchant = await world().merchant()
    const post = () => merchant.post('/v1/customer', ANA, { 'idempotency-key': 'customer-1' })
    const answers = await Promise.all([post(), post(), post(), post()])
    assert.equal(new Set(answers.map((one) => one.body.result.id)).size, 1)
    assert.equal((await merchant.get('/v1/customer')).body.result.total, 1)
    assert.equal(
      (await merchant.post('/v1/customer', { ...ANA, name: 'Otra' }, { 'idempotency-key': 'customer-1' })).status,
      422,
    )
  })

  for (const [title, body, field] of [
    ['no name', { email: ANA.email }, 'name'],
    ['no email', { name: ANA.name }, 'email'],
    ['null for a name', { ...ANA, name: null }, 'name'],
    ['an empty name', { ...ANA, name: '  ' }, 'name'],
    ['a name with a line break', { ...ANA, name: 'Ana\nLópez' }, 'name'],
    ['a name with NUL', { ...ANA, name: 'Ana\0' }, 'name'],
    ['a name of 251 characters', { ...ANA, name: 'a'.repeat(251) }, 'name'],
    ['half a character', '{"name":"\\ud800","email":"ana@ejemplo.mx"}', 'name'],
    ['an e-mail that is none', { ...ANA, email: 'ana' }, 'email'],
    ['a number for an e-mail', { ...ANA, email: 7 }, 'email'],
    ['metadata that is a text', { ...ANA, metadata: 'x' }, 'metadata'],
    ['metadata of 16 KiB and more', { ...ANA, metadata: { a: 'x'.repeat(16 * 1024) } }, 'metadata'],
  ] as const) {
    test(`${title} is refused by name and nothing is written`, async () => {
      const merchant = await world().merchant()
      const { status, body: answer } = await merchant.post('/v1/customer', body)
      assert.equal(status, 400)
      assert.equal(answer.error.code, 'InvalidParamException')
      assert.deepEqual(Object.keys(answer.error.messages), [field])
      assert.equal((await merchant.get('/v1/customer')).body.result.total, 0)
    })
  }

  test('metadata takes 500 texts, and may be null', async () => {
    const merchant = await world().merchant()
    const metadata = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`nombre ${n}`, 'v'.repeat(10)]))
    await create(merchant, { ...ANA, metadata })
    await create(merchant, { ...ANA, metadata: null })
  })

  test('an empty update, or one with an invalid name, is refused', async () => {
    const merchant = await world().merchant()
    const { id } = await create(merchant)
    for (const body of [undefined, {}, { name: '' }, { name: null }, { email: 'x' }, { active: false }, '[1]']) {
      assert.equal((await merchant.call('PUT', `/v1/customer/${id}`, body)).status, 400, JSON.stringify(body))
    }
  })

  test('a missing customer and another account’s customer are unknown to every call', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const { id } = await create(other)
    const { sources } = (await other.get(`/v1/customer/${id}`)).body.result
    for (const unknown of [id, 'cus_nobody', 'a%00b', '%2F', '%E6%B3%A8', 'x'.repeat(10_240)]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { name: 'Suya' }],
        ['DELETE', '', undefined],
        ['GET', '/sources', undefined],
        ['POST', '/sources', { type: 'SPEI' }],
        ['GET', `/sources/${sources[0].id}`, undefined],
        ['DELETE', `/sources/${sources[0].id}`, undefined],
      ] as const) {
        const { status } = await merchant.call(method, `/v1/customer/${unknown}${path}`, body)
        assert.equal(status, 404, `${method} ${unknown.slice(0, 20)}${path}`)
      }
    }
    assert.equal((await other.get(`/v1/customer/${id}`)).body.result.name, ANA.name)
  })
})

onBothEngines('a customer may have several CLABEs', (world) => {
  test('listed, added, read, deactivated', async () => {
    const merchant = await world().merchant()
    const { id } = (await merchant.post('/v1/customer', ANA)).body.result
    const path = `/v1/customer/${id}/sources`
    const [first] = (await merchant.get(path)).body.result
    const added = (await merchant.post(path, { type: 'SPEI', name: 'Colegiaturas' })).body.result
    assert.equal(added.name, 'Colegiaturas')
    assert.ok(isValidClabe(added.clabe))
    assert.notEqual(added.clabe, first.clabe)
    assert.equal((await merchant.post(path, { type: 'SPEI' })).body.result.name, ANA.name)
    assert.deepEqual((await merchant.get(`${path}/${added.id}`)).body.result, added)
    assert.equal((await merchant.get(path)).body.result.length, 3)
    assert.deepEqual((await merchant.call('DELETE', `${path}/${first.id}`)).body.result, first)
    assert.equal((await merchant.call('DELETE', `${path}/${first.id}`)).status, 404)
    assert.equal((await merchant.get(`${path}/${first.id}`)).status, 404)
    assert.equal((await merchant.get(path)).body.result.length, 2)
  })

  test('the same key adds one CLABE', async () => {
    const merchant = await world().merchant()
    const { id } = (await merchant.post('/v1/customer', ANA)).body.result
    const post = () => merchant.post(`/v1/customer/${id}/sources`, { type: 'SPEI' }, { 'idempotency-key': 's' })
    const answers = await Promise.all([post(), post()])
    assert.equal(answers[0]?.text, answers[1]?.text)
    assert.equal((await merchant.get(`/v1/customer/${id}/sources`)).body.result.length, 2)
  })

  test('an invalid source is refused, and so are more than twenty', async () => {
    const merchant = await world().merchant()
    const { id } = (await merchant.post('/v1/customer', ANA)).body.result
    const path = `/v1/customer/${id}/sources`
    for (const body of [{}, { type: 'OXXO' }, { type: 'SPEI', name: 'a\tb' }, undefined]) {
      assert.equal((await merchant.post(path, body)).status, 400, JSON.stringify(body))
    }
    for (let n = 1; n < 20; n += 1) assert.equal((await merchant.post(path, { type: 'SPEI' })).status, 200)
    assert.equal((await merchant.post(path, { type: 'SPEI' })).status, 409)
  })
})
