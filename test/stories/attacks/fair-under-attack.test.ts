// Whoever floods the service gets in nobody's way: honest cards are paid while junk, wrong secrets and PDFs are asked for without end.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addressOf, cardOf, eachOf, tokenFromPage } from '../../support/fixtures/card-thieves.ts'
import { publicKeyOf, sealedCard, tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { heldClock } from '../../support/harness/held-clock.ts'
import { type Answer, basic, MANY_AT_ONCE, type Merchant, openWorld, type World } from '../../support/harness/world.ts'

/** As in the attack that was seen. */
const FLOOD = 1_600
const HONEST = 40

for (const engine of ENGINES) {
  describe(`a flood delays nobody else [${engine}]`, () => {
    let world: World
    before(async () => {
      world = await openWorld(
        engine,
        { ...MANY_AT_ONCE, ATTACK_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
        { clock: heldClock() },
      )
      await publicKeyOf(world)
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    const junk = (merchant: Merchant, address: string): Promise<Answer> =>
      world.send({
        method: 'POST',
        url: '/v1/token',
        headers: {
          authorization: basic(merchant.publishableKey, ''),
          'content-type': 'application/json',
          'x-forwarded-for': address,
        },
        payload: JSON.stringify({
          key: randomBytes(256).fill(1, 0, 1).toString('base64'),
          data: randomBytes(96).toString('base64'),
        }),
      })

    /** How many of 40 card payments by the merchant's server and of 40 shoppers at the page are answered as on a quiet day. */
    const honest = async (merchant: Merchant) => {
      const payments = eachOf(HONEST, 8, async (nth) => {
        const token = await merchant.post('/v1/token', await sealedCard(world, { number: cardOf('424242', nth) }))
        if (token.status !== 200) return token.status
        return (await sendCharge(world, merchant, chargeOf(token.body.result.token))).status
      })
      const shoppers = eachOf(HONEST, 8, async (nth) => {
        return (await tokenFromPage(world, merchant, { number: cardOf('545454', nth) }, `192.0.2.${nth + 1}`)).status
      })
      const good = (statuses: number[]) => statuses.filter((status) => status === 200).length
      return { payments: good(await payments), shoppers: good(await shoppers) }
    }

    for (const [title, addressFor] of [
      ['one address', () => '203.0.113.7'],
      ['forty addresses', (nth: number) => addressOf(nth % 40)],
    ] as const) {
      test(`while 1,600 junk envelopes come at once from ${title}, honest payments and shoppers succeed`, async () => {
        const merchant = await world.merchant()
        const flood = Promise.all(Array.from({ length: FLOOD }, (_, nth) => junk(merchant, addressFor(nth))))
        const { payments, shoppers } = await honest(merchant)
        const answers = await flood
        assert.ok(payments >= 0.95 * HONEST, `${payments} of ${HONEST} payments`)
        assert.ok(shoppers >= 0.95 * HONEST, `${shoppers} of ${HONEST} shoppers`)
        assert.ok(
          answers.every(({ status }) => [400, 429, 503].includes(status)),
          JSON.stringify(answers.find(({ status }) => ![400, 429, 503].includes(status))?.body),
        )
        assert.ok(answers.filter(({ status }) => status === 429).every(({ headers }) => Number(headers['retry-after'])))
      })
    }

    test('of junk envelopes that an address sends at once, no more are opened than of those one after the other', async () => {
      const merchant = await world.merchant()
      const answers = await Promise.all(Array.from({ length: 200 }, () => junk(merchant, '203.0.113.12')))
      const opened = answers.filter(({ status }) => status === 400).length
      assert.ok(opened >= 10 && opened <= 20, `${opened} were opened`)
      assert.equal((await tokenFromPage(world, merchant, { number: APPROVED }, '203.0.113.13')).status, 200)
    })

    test('an address whose envelopes do not open becomes slow; other addresses and the secret key do not', async () => {
      const merchant = await world.merchant()
      const answers = await eachOf(40, 1, () => junk(merchant, '203.0.113.8'))
      const refused = answers.filter(({ status }) => status === 429)
      assert.ok(refused.length >= 15, `${refused.length} refused`)
      assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) >= 1))
      assert.equal((await tokenFromPage(world, merchant, { number: APPROVED }, '203.0.113.8')).status, 429)
      assert.equal((await tokenFromPage(world, merchant, { number: APPROVED }, '203.0.113.9')).status, 200)
      await tokenFor(world, merchant, APPROVED)
    })
  })

  describe(`an address is limited before its credential is looked up [${engine}]`, () => {
    let world: World
    before(async () => {
      const settings = { TRUST_PROXY: '127.0.0.1', ADDRESS_RATE_LIMIT: '10', RATE_LIMIT: '10' }
      world = await openWorld(engine, { ...MANY_AT_ONCE, ...settings }, { clock: heldClock() })
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })
    const from = (address: string, authorization: string, url = '/v1/operations') =>
      world.send({ method: 'GET', url, headers: { authorization, 'x-forwarded-for': address } })
    const assertTooMany = (answer: Answer) => {
      assert.equal(answer.status, 429, answer.text)
      assert.ok(Number(answer.headers['retry-after']) >= 1)
    }

    test('wrong secrets are refused with 429 after a few; the right one works from another address', async () => {
      const merchant = await world.merchant()
      const wrong = (nth: number) => from('203.0.113.20', basic(merchant.appKey, `wrong-${nth}`))
      const answers = await eachOf(200, 1, wrong)
      const tried = answers.filter(({ status }) => status === 401).length
      assert.ok(tried >= 3 && tried <= 12, `${tried} were tried`)
      assertTooMany(answers[199] as Answer)
      assert.equal((await from('203.0.113.21', basic(merchant.appKey, merchant.secret))).status, 200)
    })

    test('wrong secrets at once, and wrong session tokens, count the same', async () => {
      const merchant = await world.merchant()
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, nth) =>
          from('203.0.113.22', nth % 2 ? basic(merchant.appKey, `wrong-${nth}`) : `Bearer ${'x'.repeat(40)}${nth}`),
        ),
      )
      assert.ok(answers.filter(({ status }) => status === 401).length <= 100)
      assertTooMany(await from('203.0.113.22', basic(merchant.appKey, merchant.secret)))
    })

    test('households of one network have separate limits, the addresses of one household share one', async () => {
      const merchant = await world.merchant()
      await eachOf(40, 1, (nth) => from(`2806:1:2:3::${nth + 1}`, basic(merchant.appKey, `wrong-${nth}`)))
      const right = basic(merchant.appKey, merchant.secret)
      assertTooMany(await from('2806:1:2:3::ffff', right))
      assert.equal((await from('2806:1:2:4::1', right)).status, 200)
    })

    test('an address that asks for endless PDFs is refused, while payments and balancers are answered', async () => {
      const merchant = await world.merchant()
      const slips = await eachOf(6, 2, async () => {
        const { body } = await merchant.post('/v1/payment/spei', { total: 150 }, { 'x-forwarded-for': '192.0.2.50' })
        return new URL(body.result.url).pathname
      })
      const asked = Promise.all(
        Array.from({ length: 60 }, (_, nth) =>
          from('203.0.113.30', '', `${slips[nth % slips.length]}${nth % 2 ? '.pdf' : '%2Epdf'}`),
        ),
      )
      const payments = await eachOf(30, 4, () =>
        merchant.post('/v1/payment/spei', { total: 10 }, { 'x-forwarded-for': '192.0.2.51' }),
      )
      const answers = await asked
      assert.deepEqual([...new Set(payments.map(({ status }) => status))], [200])
      const drawn = answers.filter(({ status }) => status === 200).length
      assert.ok(drawn >= 1 && drawn <= 8, `${drawn} drawn`)
      assert.ok(answers.every(({ status }) => [200, 429, 503].includes(status)))
      const documents = await eachOf(150, 1, () => from('203.0.113.30', '', '/openapi.json'))
      assertTooMany(documents.findLast(({ status }) => status !== 200) as Answer)
      assert.equal((await from('203.0.113.30', '', '/healthz')).status, 200)
      assert.equal((await from('203.0.113.31', '', `${slips[0]}.pdf`)).status, 200)
    })

    test('one visitor of a page exhausts neither the page’s share nor the account’s', async () => {
      const merchant = await world.merchant()
      const visit = (address: string) =>
        world.send({
          method: 'POST',
          url: '/v1/token',
          headers: {
            authorization: basic(merchant.publishableKey, ''),
            'content-type': 'application/json',
            'x-forwarded-for': address,
          },
          payload: '{}',
        })
      const answers = await eachOf(30, 1, () => visit('203.0.113.40'))
      assert.ok(answers.some(({ status }) => status === 429))
      assert.equal((await visit('203.0.113.41')).status, 400)
      await eachOf(200, 4, (nth) => visit(addressOf(nth)))
      assertTooMany(await visit('203.0.113.42'))
      assert.equal((await from('192.0.2.60', basic(merchant.appKey, merchant.secret))).status, 200)
    })
  })
}
