// One wrapped key opens one message of one account, whoever sends it, however often and however many at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicKeyOf, sealedCard, tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, DECLINED, type Message, operationsOf } from '../../support/fixtures/charges.ts'
import {
  CAPTURED_AS,
  type Captured,
  codeByCbc,
  codeByCounter,
  secretMessage,
} from '../../support/fixtures/envelope-attacks.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { type Answer, basic, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const SLOW = '4000000000010019'
const UNKNOWN = '4000000000010027'
const MANY = 50

const typed = (number: string) => ({ number, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' })
const typedCharge = (number: string, change: Record<string, unknown> = {}): Message =>
  chargeOf('', { recurrent: undefined, card: typed(number), ...change })

const isUnreadable = (answer: Answer) =>
  answer.status === 400 && answer.body.error.code === 'InvalidEncryptionException'
const assertUnreadable = (answer: Answer) => assert.ok(isUnreadable(answer), answer.text)
const withoutId = ({ request_id: _, ...body }: Record<string, unknown>) => body

onBothEngines('one wrapped key opens one message', (world) => {
  const seal = async (message: Message | string) => sealEnvelope(message, await publicKeyOf(world()))
  const pay = (merchant: Merchant, sealed: Captured, headers?: Record<string, string>, beside: object = {}) =>
    merchant.post('/v1/payment/card', { ...sealed, ...beside }, headers)

  /** A call with the publishable key alone, as anybody who has opened the shop's page can make it. */
  const asOutsider = (merchant: Merchant, body: Captured, headers: Record<string, string> = {}) =>
    world().send({
      method: 'POST',
      url: '/v1/token',
      headers: {
        authorization: basic(merchant.publishableKey, ''),
        'content-type': 'application/json',
        ...headers,
      },
      payload: JSON.stringify(body),
    })

  const sendMany = <R>(ask: (index: number) => Promise<R>) =>
    Promise.all(Array.from({ length: MANY }, (_, index) => ask(index)))

  test('a wrapped key that is longer than the public key leaves no row', async () => {
    const merchant = await world().merchant()
    const count = async () => {
      const rows = await world().service.store.db.selectFrom('envelope_claims').select('wrapped_key').execute()
      return rows.length
    }
    const { data } = await seal(secretMessage('042'))
    const before = await count()
    assertUnreadable(await asOutsider(merchant, { key: Buffer.alloc(257, 1).toString('base64'), data }))
    assert.equal(await count(), before)
  })

  test('an attacker with a captured ECB envelope learns no digit of it through chosen CBC data', async () => {
    const merchant = await world().merchant()
    const captured = sealEnvelope(secretMessage('042'), await publicKeyOf(world()), CAPTURED_AS.ecb)
    assert.equal((await merchant.post('/v1/token', captured)).status, 200)
    const learned = await codeByCbc(captured, async (data) => {
      return !isUnreadable(await asOutsider(merchant, { key: captured.key, data }))
    })
    assert.notEqual(learned, '042')
  })

  test('an attacker with a captured GCM envelope under OAEP gets no guess confirmed', async () => {
    const merchant = await world().merchant()
    const captured = sealEnvelope(secretMessage('042'), await publicKeyOf(world()), CAPTURED_AS['GCM under OAEP'])
    assert.equal((await merchant.post('/v1/token', captured)).status, 200)
    const opens = async (data: string) => !isUnreadable(await asOutsider(merchant, { key: captured.key, data }))
    assert.equal(await codeByCounter(captured, opens, 50), undefined)
  })

  test('an attacker who holds an envelope back and asks with its key many times at once learns at most one fact', async () => {
    const merchant = await world().merchant()
    const { key } = await seal(secretMessage('042'))
    const messageKey = Buffer.alloc(32, 'k')
    const known = sealEnvelope({}, await publicKeyOf(world()), { messageKey })
    for (const wrapped of [key, known.key]) {
      const answers = await sendMany((index) => {
        const { data } = sealEnvelope({ number: String(index) }, '', { messageKey, wrapped })
        return asOutsider(merchant, { key: wrapped, data })
      })
      const opened = answers.filter((answer) => !isUnreadable(answer))
      assert.equal(opened.length, wrapped === key ? 0 : 1)
      for (const answer of answers) assert.notEqual(answer.status, 500)
    }
  })

  for (const [title, first] of Object.entries({
    'did not open': Buffer.alloc(32).toString('base64'),
    'lacked fields': undefined,
  })) {
    test(`an envelope whose first message ${title} opens no second one`, async () => {
      const merchant = await world().merchant()
      const messageKey = Buffer.alloc(32, title[0])
      const options = { messageKey }
      const good = sealEnvelope({ ...typed(APPROVED), cardholder_name: 'Ana' }, await publicKeyOf(world()), options)
      const bad = { key: good.key, data: first ?? sealEnvelope({ a: 1 }, '', { messageKey, wrapped: good.key }).data }
      const refused = await merchant.post('/v1/token', bad)
      assert.equal(refused.status, 400)
      assertUnreadable(await merchant.post('/v1/token', good))
      assert.deepEqual(withoutId((await merchant.post('/v1/token', bad)).body), withoutId(refused.body))
    })
  }

  test('another spelling of the wrapped key is the same key', async () => {
    const merchant = await world().merchant()
    const messageKey = Buffer.alloc(32, 's')
    const sealed = sealEnvelope({ a: 1 }, await publicKeyOf(world()), { messageKey })
    const { data } = sealEnvelope({ ...typed(APPROVED), cardholder_name: 'Ana' }, '', { messageKey, wrapped: '' })
    const bytes = Buffer.from(sealed.key, 'base64')
    assert.equal((await merchant.post('/v1/token', sealed)).status, 400)
    for (const key of [
      sealed.key,
      bytes.toString('base64url'),
      sealed.key.replace(/.{60}/g, '$&\n'),
      Buffer.concat([Buffer.alloc(1), bytes]).toString('base64'),
      Buffer.concat([Buffer.alloc(100), bytes]).toString('base64'),
    ]) {
      assertUnreadable(await merchant.post('/v1/token', { key, data }))
    }
  })

  test('a wrapped key that begins with zero bytes is the same key without them', async () => {
    const merchant = await world().merchant()
    const messageKey = Buffer.alloc(32, 'z')
    const pem = await publicKeyOf(world())
    let sealed = sealEnvelope(secretMessage('042'), pem, { messageKey })
    while (Buffer.from(sealed.key, 'base64')[0] !== 0) sealed = sealEnvelope(secretMessage('042'), pem, { messageKey })
    const short = Buffer.from(sealed.key, 'base64').subarray(1).toString('base64')
    const first = await merchant.post('/v1/token', { key: short, data: sealed.data })
    assert.equal(first.status, 200, first.text)
    assert.deepEqual((await merchant.post('/v1/token', sealed)).body, first.body)
    const { data } = sealEnvelope(secretMessage('043'), '', { messageKey, wrapped: short })
    for (const key of [short, sealed.key]) assertUnreadable(await merchant.post('/v1/token', { key, data }))
  })

  test('an envelope of one account opens in no other', async () => {
    const [owner, other] = [await world().merchant(), await world().merchant()]
    const charge = await seal(typedCharge(APPROVED))
    assert.equal((await pay(owner, charge)).status, 200)
    assertUnreadable(await pay(other, charge))
    const card = await sealedCard(world(), { number: APPROVED })
    assert.equal((await owner.post('/v1/token', card)).status, 200)
    assertUnreadable(await other.post('/v1/token', card))
    assert.equal((await operationsOf(world(), other)).length, 0)
  })

  test('an envelope of one call opens in no other', async () => {
    const merchant = await world().merchant()
    const both = { ...typedCharge(APPROVED), number: APPROVED, cardholder_name: 'Ana', expiration: '3912', cvv: '123' }
    const [one, two] = [await seal(both), await seal(both)]
    assert.equal((await merchant.post('/v1/token', one)).status, 200)
    assertUnreadable(await pay(merchant, one))
    assert.equal((await pay(merchant, two)).status, 200)
    assertUnreadable(await merchant.post('/v1/token', two))
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('the same envelope many times at once is one payment, and every request gets that payment', async () => {
    const merchant = await world().merchant()
    for (const number of [APPROVED, SLOW]) {
      const before = (await operationsOf(world(), merchant)).length
      const sealed = await seal(typedCharge(number))
      const answers = await sendMany(() => pay(merchant, sealed))
      for (const answer of answers) {
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(answer.body, answers[0]?.body)
        assert.equal(answer.body.result.status, true)
      }
      assert.equal((await operationsOf(world(), merchant)).length, before + 1)
    }
  })

  test('the same envelope many times at once is one token', async () => {
    const merchant = await world().merchant()
    const sealed = await sealedCard(world(), { number: APPROVED })
    const answers = await sendMany((index) =>
      index % 2 === 0 ? merchant.post('/v1/token', sealed) : asOutsider(merchant, sealed),
    )
    for (const answer of answers) assert.deepEqual([answer.status, answer.body], [200, answers[0]?.body])
    const { db } = world().service.store
    const rows = await db.selectFrom('card_tokens').select('id').where('account_id', '=', merchant.accountId).execute()
    assert.equal(rows.length, 1)
  })

  test('a repeat is the same payment, under any Idempotency-Key and with any metadata', async () => {
    const merchant = await world().merchant()
    const sealed = await seal(typedCharge(APPROVED))
    const first = await pay(merchant, sealed, { 'idempotency-key': 'one' })
    for (const [headers, beside] of [
      [{}, {}],
      [{ 'idempotency-key': 'one' }, {}],
      [{ 'idempotency-key': 'two' }, { metadata: { try: '2' } }],
      [{ 'idempotency-key': 'two' }, {}],
    ] as const) {
      const again = await pay(merchant, sealed, headers, beside)
      assert.deepEqual([again.status, again.body], [200, first.body])
      assert.equal(again.headers['idempotent-replayed'], 'true')
    }
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('a message sealed anew under the same Idempotency-Key is the same payment, and so is its envelope afterwards', async () => {
    const merchant = await world().merchant()
    for (const number of [APPROVED, DECLINED]) {
      const before = (await operationsOf(world(), merchant)).length
      const [one, two] = [await seal(typedCharge(number)), await seal(typedCharge(number))]
      const headers = { 'idempotency-key': `retry ${number.slice(-4)}` }
      const first = await pay(merchant, one, headers)
      const again = await pay(merchant, two, headers)
      assert.deepEqual([again.status, again.body], [first.status, first.body])
      const bare = await pay(merchant, two)
      assert.deepEqual([bare.status, withoutId(bare.body)], [first.status, withoutId(first.body)])
      assert.equal((await operationsOf(world(), merchant)).length, before + 1)
    }
    const cards = [await sealedCard(world(), { number: APPROVED }), await sealedCard(world(), { number: APPROVED })]
    const headers = { 'idempotency-key': 'retry token' }
    const tokens = []
    for (const card of cards) tokens.push((await merchant.post('/v1/token', card, headers)).body.result.token)
    for (const card of cards) tokens.push((await merchant.post('/v1/token', card)).body.result.token)
    assert.equal(new Set(tokens).size, 1)
  })

  test('a declined payment, a used token and a card that the bank refuses are refused again in the same way', async () => {
    const merchant = await world().merchant()
    const used = await tokenFor(world(), merchant, APPROVED)
    assert.equal((await pay(merchant, await seal(chargeOf(used)))).status, 200)
    for (const [path, message, status] of [
      ['/v1/payment/card', typedCharge(DECLINED), 402],
      ['/v1/payment/card', chargeOf(used), 409],
      ['/v1/payment/card', chargeOf(`tok_${'1'.repeat(26)}`), 404],
      ['/v1/payment/card', typedCharge(APPROVED, { 'payment.total.amount': 0 }), 400],
      ['/v1/token', { ...typed('4000000000000820') }, 402],
      ['/v1/token', { ...typed('4111111111111137') }, 400],
    ] as const) {
      const sealed = await seal(message)
      const first = await merchant.post(path, sealed)
      assert.equal(first.status, status, first.text)
      for (const headers of [{}, { 'idempotency-key': `again ${status}` }]) {
        const again = await merchant.post(path, sealed, headers)
        assert.deepEqual([again.status, withoutId(again.body)], [status, withoutId(first.body)])
      }
    }
    assert.equal((await operationsOf(world(), merchant)).length, 2)
  })

  test('a refusal stays after its reason has gone; the message is sealed anew for another try', async () => {
    const merchant = await world().merchant()
    const named = (number: string, total: number) =>
      seal(typedCharge(number, { 'payment.external.transaction': 'N-1', 'payment.total.amount': total }))
    const holder = await named(APPROVED, 10)
    const late = await named(APPROVED, 20)
    assert.equal((await pay(merchant, holder)).status, 200)
    assert.equal((await pay(merchant, late)).body.error.code, 'SwitchException')
    const { store } = world().service
    await store.commit([
      { kind: 'update', table: 'operations', set: { external_claim: null }, where: { account_id: merchant.accountId } },
    ])
    assert.equal((await pay(merchant, late)).body.error.code, 'SwitchException')
    assert.equal((await pay(merchant, await named(APPROVED, 20))).status, 200)
  })

  test('an expired token is not returned a second time', async () => {
    const merchant = await world().merchant()
    const sealed = await sealedCard(world(), { number: APPROVED })
    const { token } = (await merchant.post('/v1/token', sealed)).body.result
    await world().service.store.commit([
      { kind: 'update', table: 'card_tokens', set: { expires_at: '2020-01-01T00:00:00.000Z' }, where: { id: token } },
    ])
    await world().work()
    const again = await merchant.post('/v1/token', sealed)
    assert.deepEqual([again.status, again.body.error.code], [404, 'CardInformationNotFoundException'])
  })
})

onBothEngines(
  'a repeat of a payment waits for its answer, and no longer than the bank may take',
  (world) => {
    test('a payment that the bank does not answer is answered as pending, and made once', async () => {
      const merchant = await world().merchant()
      const sealed = sealEnvelope(typedCharge(UNKNOWN), await publicKeyOf(world()))
      const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/payment/card', sealed)))
      answers.push(await merchant.post('/v1/payment/card', sealed))
      for (const { status, body } of answers) {
        assert.deepEqual([status, body.result.status, body.result.recipe.status], [200, false, 'P'])
      }
      assert.equal(new Set(answers.map(({ body }) => body.result.token)).size, 1)
      assert.equal((await operationsOf(world(), merchant)).length, 1)
    })

    test('a card check that the bank does not answer may be repeated', async () => {
      const merchant = await world().merchant()
      const sealed = await sealedCard(world(), { number: '4000000000010050' })
      for (const _ of [1, 2]) assert.equal((await merchant.post('/v1/token', sealed)).status, 503)
    })
  },
  { ACQUIRER_TIMEOUT_MS: '300' },
)

onBothEngines('publishable and secret keys have their own Idempotency-Keys', (world) => {
  test('a repeat under one key neither is refused for, nor learns of, the request of the other', async () => {
    const merchant = await world().merchant()
    const headers = { 'idempotency-key': 'order-1', 'content-type': 'application/json' }
    const ask = async (authorization: string, number: string) =>
      world().send({
        method: 'POST',
        url: '/v1/token',
        headers: { ...headers, authorization },
        payload: JSON.stringify(await sealedCard(world(), { number })),
      })
    const secret = basic(merchant.appKey, merchant.secret)
    const publishable = basic(merchant.publishableKey, '')
    const theirs = await ask(publishable, '5555555555554444')
    const own = await ask(secret, APPROVED)
    assert.deepEqual([theirs.status, own.status], [200, 200], own.text)
    const guess = await ask(publishable, APPROVED)
    assert.equal(guess.status, 422)
    assert.deepEqual((await ask(secret, APPROVED)).body, own.body)
    assert.deepEqual((await ask(publishable, '5555555555554444')).body, theirs.body)
  })
})
