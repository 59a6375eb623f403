// An envelope of our own client opens for the credential, the call and the time it was sealed for; wherever else it is taken, all that is
// heard is the one refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentedToken } from '../../../client/src/seal.ts'
import { APPROVED, chargeOf, operationsOf } from '../../support/fixtures/charges.ts'
import { type HpkeUse, hpkeKeyOf, sealHpkeEnvelope } from '../../support/fixtures/hpke-seal.ts'
import { type Answer, basic, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CARD = { cardholder_name: 'ANA LOPEZ', number: APPROVED, expiration: '3912', cvv: '123' }
const TYPED = { number: APPROVED, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' }
const charge = () => chargeOf('', { recurrent: undefined, card: TYPED })
const withoutId = ({ request_id: _, ...body }: Record<string, unknown>) => body

onBothEngines('an HPKE envelope works once', (world) => {
  const seal = (message: unknown, use: HpkeUse) => sealHpkeEnvelope(world(), message, use)
  const tokenUse = (merchant: Merchant): HpkeUse => ({ call: 'POST /v1/token', presentedAs: merchant.appKey })
  const chargeUse = (merchant: Merchant): HpkeUse => ({ call: 'POST /v1/payment/card', presentedAs: merchant.appKey })
  const post = (authorization: string, path: string, body: unknown) =>
    world().send({
      method: 'POST',
      url: path,
      headers: { authorization, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  const claims = async () => {
    const rows = await world().service.store.db.selectFrom('envelope_claims').select('wrapped_key').execute()
    return rows.length
  }

  test('a card becomes a token and a charge a payment, for a secret key, a page’s key and a session', async () => {
    const merchant = await world().merchant()
    const { body } = await merchant.post('/v1/auth/login/application', { application_bundle: '' })
    const bearer: string = body.connection.token
    for (const [authorization, presentedAs] of [
      [basic(merchant.appKey, merchant.secret), merchant.appKey],
      [basic(merchant.publishableKey, ''), merchant.publishableKey],
      [`Bearer ${bearer}`, await presentedToken(bearer)],
    ] as const) {
      const card = await post(authorization, '/v1/token', await seal(CARD, { call: 'POST /v1/token', presentedAs }))
      assert.equal(card.status, 200, card.text)
      if (presentedAs === merchant.publishableKey) continue
      const sealed = await seal(chargeOf(card.body.result.token), { call: 'POST /v1/payment/card', presentedAs })
      const paid = await post(authorization, '/v1/payment/card', sealed)
      assert.deepEqual([paid.status, paid.body.result.status], [200, true], paid.text)
    }
  })

  test('moved, late, early, cut or changed envelopes get one refusal, no row, and no payment', async () => {
    const [owner, other] = [await world().merchant(), await world().merchant()]
    const sealed = await seal(charge(), chargeUse(owner))
    const [form, id, at, point = ''] = sealed.key.split('.')
    const data = Buffer.from(sealed.data, 'base64')
    const flipped = Buffer.from(data)
    flipped[20] = (flipped[20] ?? 0) ^ 1
    const otherPoint = (await seal(charge(), chargeUse(owner))).key.split('.')[3]
    const key = (...parts: unknown[]) => parts.join('.')
    const attempts: [string, Promise<Answer>][] = [
      ['another account', other.post('/v1/payment/card', sealed)],
      ['another call', owner.post('/v1/token', sealed)],
      ['the page’s key', post(basic(owner.publishableKey, ''), '/v1/token', sealed)],
      ['a later time', owner.post('/v1/payment/card', { ...sealed, key: key(form, id, Number(at) + 1000, point) })],
      ['too old', owner.post('/v1/payment/card', await seal(charge(), { ...chargeUse(owner), agoMs: 601_000 }))],
      ['too new', owner.post('/v1/payment/card', await seal(charge(), { ...chargeUse(owner), agoMs: -90_000 }))],
      ['another key', owner.post('/v1/payment/card', { ...sealed, key: key(form, 'rsa_none', at, point) })],
      ['another point', owner.post('/v1/payment/card', { ...sealed, key: key(form, id, at, otherPoint) })],
      ['no point', owner.post('/v1/payment/card', { ...sealed, key: key(form, id, at, '') })],
      ['cut', owner.post('/v1/payment/card', { ...sealed, data: data.subarray(0, -1).toString('base64') })],
      ['cut to nothing', owner.post('/v1/payment/card', { ...sealed, data: 'AA==' })],
      ['a bit flipped', owner.post('/v1/payment/card', { ...sealed, data: flipped.toString('base64') })],
    ]
    const before = await claims()
    const refusals = new Set<string>()
    for (const [what, attempt] of attempts) {
      const { status, body } = await attempt
      assert.deepEqual([status, body.error?.code], [400, 'InvalidEncryptionException'], what)
      refusals.add(JSON.stringify(withoutId(body)))
    }
    assert.equal(refusals.size, 1)
    assert.equal(await claims(), before, 'junk leaves no row')
    assert.deepEqual([...(await operationsOf(world(), owner)), ...(await operationsOf(world(), other))], [])
    assert.equal((await owner.post('/v1/payment/card', sealed)).status, 200, 'none of that has used it up')
  })

  test('the same envelope many times at once, and again, is one payment and one token', async () => {
    const merchant = await world().merchant()
    const [payment, card] = [await seal(charge(), chargeUse(merchant)), await seal(CARD, tokenUse(merchant))]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? merchant.post('/v1/payment/card', payment) : merchant.post('/v1/token', card),
      ),
    )
    answers.push(await merchant.post('/v1/payment/card', payment), await merchant.post('/v1/token', card))
    for (const answer of answers) assert.equal(answer.status, 200, answer.text)
    assert.equal(new Set(answers.map(({ body }) => body.result.token)).size, 2)
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('the public key tells the suite, the age and the time, and changes with the RSA key', async () => {
    const { body } = await world().send({ method: 'GET', url: '/v1/public-key' })
    assert.equal(body.result.hpke.suite, 'DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM')
    assert.equal(body.result.hpke.max_age_seconds, 600)
    assert.equal(Buffer.from(body.result.hpke.public_key, 'base64').length, 65)
    assert.ok(Math.abs(body.result.time_ms - world().service.clock.wallMs()) < 5_000)
  })

  test('a key from before HPKE gets its pair without losing its own, once, and all processes open with it', async () => {
    const { store } = world().service
    const before = (await world().send({ method: 'GET', url: '/v1/public-key' })).body.result
    await store.commit([
      {
        kind: 'update',
        table: 'transport_keys',
        set: { hpke_public: null, sealed_hpke_private: null },
        where: { id: before.key_id },
      },
    ])
    const after = (await world().send({ method: 'GET', url: '/v1/public-key' })).body.result
    assert.deepEqual([after.key_id, after.public_key], [before.key_id, before.public_key])
    assert.notEqual(after.hpke.public_key, before.hpke.public_key)
    assert.equal((await hpkeKeyOf(world())).publicKey, after.hpke.public_key)
    const merchant = await world().merchant()
    for (const _ of [1, 2]) {
      const answer = await merchant.post('/v1/token', await seal(CARD, tokenUse(merchant)))
      assert.equal(answer.status, 200, answer.text)
    }
  })
})
