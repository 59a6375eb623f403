import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeVoucher } from '../../support/fixtures/payers.ts'
import { belongingsOf, everyCall, goodBodies, pathOf } from '../../support/harness/every-call.ts'
import { assertWritesNothing } from '../../support/harness/rows.ts'
import { basic, type Merchant, onBothEngines } from '../../support/harness/world.ts'
import { operationIn } from '../../support/model/operation-rows.ts'

const ownerOf = (merchant: Merchant) => ({ account_id: merchant.accountId, operator: merchant.operator })
const REVERSAL = '/v1/operations/apply-reversal'

/** What a browser tells of a request that the person who reads a page never asked for. */
const NOT_ASKED: [title: string, headers: Record<string, string>][] = [
  [
    'a link on another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  ],
  [
    'a script of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'no-cors' },
  ],
  ['a page of a sibling', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'no-cors' }],
  ['a value that no browser of today sends', { 'sec-fetch-site': 'elsewhere' }],
  // Without HTTPS, and from an older browser, only the origin is told.
  ['a script of another site in a browser that tells the origin only', { origin: 'https://otra.example' }],
  ['a page at another port, told by its origin only', { origin: 'http://localhost:3000' }],
  ['a page at another port of the public address, told by its origin only', { origin: 'http://127.0.0.1:8081' }],
  ['a frame without an origin', { origin: 'null' }],
  ['an origin that no browser sends', { origin: 'http://' }],
]
const EMBEDDED = [
  'image',
  'script',
  'style',
  'iframe',
  'frame',
  'embed',
  'object',
  'font',
  'video',
  'manifest',
  'worker',
]
const ASKED: [title: string, headers: Record<string, string>][] = [
  ['a server', {}],
  ['an address that was typed', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
  ['a script of the service’s own pages', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
  ['a script of the service’s own pages, told by its origin only', { host: 'localhost', origin: 'http://localhost' }],
  [
    'a script of the service’s own pages at its public address, told by its origin only',
    { origin: 'http://127.0.0.1:8080' },
  ],
  [
    'a script of the service’s own pages, under a name that a proxy replaced',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', origin: 'https://pagos.example.mx' },
  ],
]

onBothEngines('a page of another site changes nothing with a credential that the browser remembers', (world) => {
  const refusedHeaders = [
    ...NOT_ASKED,
    ...EMBEDDED.map((dest): (typeof NOT_ASKED)[number] => [
      `an element of a page (${dest})`,
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest },
    ]),
  ]

  for (const [title, headers] of refusedHeaders) {
    test(`a reversal by ${title} is refused, by GET and by POST`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
      for (const method of ['GET', 'POST']) {
        const { status, body } = await merchant.call(method, `${REVERSAL}/${operation.id}`, undefined, headers)
        assert.equal(status, 403, method)
        assert.equal(body.success, false)
      }
      assert.equal((await merchant.get(`/v1/operations/${operation.id}`)).body.result.status, 'N')
    })
  }

  for (const [title, headers] of ASKED) {
    test(`a reversal by ${title} is made`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
      const { status, text } = await merchant.get(`${REVERSAL}/${operation.id}`, headers)
      assert.equal(status, 200, text)
    })
  }

  test('every other changing call is refused too, before its body is read', async () => {
    const merchant = await world().merchant()
    const has = await belongingsOf(world(), merchant)
    const calls = (await everyCall(world())).filter(({ method, path }) => method !== 'GET' && path !== '/v1/token')
    assert.ok(calls.length > 30)
    for (const call of calls) {
      const name = `${call.method} ${call.path}`
      const body = await goodBodies[name]?.(world(), merchant, has)
      await assertWritesNothing(world(), name, async () => {
        for (const [title, headers] of NOT_ASKED) {
          const { status } = await merchant.call(call.method, pathOf(call.path, has), body, headers)
          assert.equal(status, 403, `${name} by ${title}`)
        }
      })
    }
  })

  test('a page of another site may make a card token, and read data', async () => {
    const merchant = await world().merchant()
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }
    const body = (await goodBodies['POST /v1/token']?.(world(), merchant, {})) ?? {}
    assert.equal((await merchant.post('/v1/token', body, headers)).status, 200)
    assert.equal((await merchant.get('/v1/operations', headers)).status, 200)
  })
})

onBothEngines('fields that a call would ignore are refused by name', (world) => {
  test('a reversal of a part of the money is refused, and nothing is given back', async () => {
    const merchant = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
    for (const [body, field] of [
      [{ amount: 10 }, 'amount'],
      [{ total: { amount: '10.00' } }, 'total'],
      [{ reason: 'x' }, 'reason'],
    ] as const) {
      const answer = await merchant.post(`${REVERSAL}/${operation.id}`, body)
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.error.messages), [field])
    }
    assert.equal((await merchant.get(`/v1/operations/${operation.id}`)).body.result.status, 'N')
  })

  for (const [title, payload, type] of [
    ['no body and no type', undefined, undefined],
    ['no body', undefined, 'application/json'],
    ['an empty body', '', 'application/json'],
    ['an empty object', '{}', 'application/json'],
    ['an empty list, as PHP writes it', '[]', 'application/json'],
  ] as const) {
    test(`a reversal with ${title} is made`, async () => {
      const merchant = await world().merchant()
      const { transaction } = await storeVoucher(merchant)
      const answer = await world().send({
        method: 'POST',
        url: `${REVERSAL}/${transaction}`,
        headers: {
          authorization: basic(merchant.appKey, merchant.secret),
          ...(type !== undefined && { 'content-type': type }),
        },
        ...(payload !== undefined && { payload }),
      })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.body.result.recipe.status, 'C')
    })
  }

  test('the description of every call names its body, and a call without fields takes none', async () => {
    const merchant = await world().merchant()
    const has = await belongingsOf(world(), merchant)
    for (const call of (await everyCall(world())).filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const name = `${call.method} ${call.path}`
      if (call.takesFile) continue
      assert.ok(call.body !== undefined, `${name} does not say what its body is`)
      if (Object.keys(call.body.properties ?? { some: 1 }).length > 0) continue
      const { status, body, text } = await merchant.call(call.method, pathOf(call.path, has), { until: 'tomorrow' })
      assert.equal(status, 400, `${name}: ${text}`)
      assert.deepEqual(Object.keys(body.error.messages), ['until'], name)
    }
  })
})
