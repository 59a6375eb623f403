// The promise: a merchant says how small a payout may be and what each leaves on the balance for refunds; what is not paid stays owed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const RULES = '/v1/settlement/rules'
const CLABE = '002010077777777771'

onBothEngines('rules of payouts', (world) => {
  /** On a Monday at noon, with an account to pay to. */
  const shop = async (monday: string) => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: `${monday}T12:00:00-06:00` })
    assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })).status, 200)
    return merchant
  }
  const set = async (merchant: Merchant, rules: object) => {
    const answer = await merchant.call('PUT', RULES, rules)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  /** A sale of 1,000.00 is owed with 958.24. */
  const sell = async (merchant: Merchant, amount: number): Promise<string> => {
    const paid = await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': String(amount) })
    assert.equal(paid.status, 200, paid.text)
    return paid.body.result.operations[0].transaction
  }
  const amounts = async (merchant: Merchant): Promise<string[]> =>
    (await merchant.get('/v1/payouts')).body.result.payouts
      .map((one: { amount: { amount: string } }) => one.amount.amount)
      .reverse()
  const owed = async (merchant: Merchant) => (await merchant.get('/v1/reserve')).body.result.owed

  test('what a payout leaves pays a refund of the next morning, which is refused without it', async () => {
    const merchant = await shop('2034-03-06')
    const [first, second] = [await sell(merchant, 1_000), await sell(merchant, 1_000)]
    assert.deepEqual(await set(merchant, { keep: '300.00' }), { minimum: '0.00', keep: '300.00' })
    await moveClock(merchant, { advance: 'P1D' })
    assert.deepEqual(await amounts(merchant), ['1616.48'])
    assert.equal(await owed(merchant), '300.00')
    const refunded = await merchant.post(`/v1/operations/${first}/refunds`, { amount: '250.00' })
    assert.equal(refunded.status, 200, refunded.text)
    await set(merchant, { keep: 0 })
    await moveClock(merchant, { advance: 'P1D' })
    assert.deepEqual(await amounts(merchant), ['1616.48', '50.00'], 'what was left is part of the next payout')
    const refused = await merchant.post(`/v1/operations/${second}/refunds`, { amount: '250.00' })
    assert.deepEqual([refused.status, refused.body.error?.reason], [409, 'refund-beyond-balance'], refused.text)
    await assertAudited(world())
  })

  test('payments of less than the smallest payout are paid together, each in the lines of that payout', async () => {
    const merchant = await shop('2034-04-17')
    await set(merchant, { minimum: 900 })
    for (let day = 1; day <= 3; day += 1) {
      await sell(merchant, 400)
      await moveClock(merchant, { advance: 'P1D' })
    }
    // Three times 383.296, by centavos: 383.30, 383.30, 383.30.
    const [only, ...more] = await amounts(merchant)
    assert.deepEqual([only, more], ['1149.90', []])
    const { lines, totals } = (await merchant.get('/v1/settlement/report?date=2034-04-20')).body.result
    assert.deepEqual([lines.length, totals.payout, totals.carried], [3, '1149.90', '0.00'])
    await assertAudited(world())
  })

  test('a rule is an amount from zero to a million; a fault is named, and what is omitted stays', async () => {
    const merchant = await world().merchant()
    assert.deepEqual((await merchant.get(RULES)).body.result, { minimum: '0.00', keep: '0.00' })
    for (const wrong of [-1, '1.001', '1000000.01', 'x', null, [], { amount: 1 }, 1e21])
      for (const name of ['minimum', 'keep']) {
        const answer = await merchant.call('PUT', RULES, { [name]: wrong })
        assert.equal(answer.status, 400, `${name} ${JSON.stringify(wrong)}: ${answer.text}`)
        assert.ok(answer.body.error.messages[name], answer.text)
      }
    assert.equal((await merchant.call('PUT', RULES, { floor: 1 })).status, 400)
    await set(merchant, { minimum: '1000000.00' })
    assert.deepEqual(await set(merchant, { keep: 20.5 }), { minimum: '1000000.00', keep: '20.50' })
    assert.deepEqual((await merchant.get(RULES)).body.result, { minimum: '1000000.00', keep: '20.50' })
    const { records } = (await merchant.get('/v1/audit?action=payout_rules.changed')).body.result
    assert.deepEqual(
      records.map(({ before, after }: { before: object; after: object }) => [before, after]),
      [
        [
          { minimum: '1000000.00', keep: '0.00' },
          { minimum: '1000000.00', keep: '20.50' },
        ],
        [
          { minimum: '0.00', keep: '0.00' },
          { minimum: '1000000.00', keep: '0.00' },
        ],
      ],
    )
    const reader = (await merchant.post('/v1/credentials', { name: 'Lectura', scopes: ['read'] })).body.result
    const authorization = `Basic ${Buffer.from(`${reader.app_key}:${reader.app_secret}`).toString('base64')}`
    assert.equal((await merchant.call('PUT', RULES, { keep: 0 }, { authorization })).status, 403)
    await assertAudited(world())
  })

  test('changes at once are all made, in some order', async () => {
    const merchant = await world().merchant()
    const changes = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? { minimum: at + 1 } : { keep: at + 1 }))
    const answers = await Promise.all(changes.map((rules) => merchant.call('PUT', RULES, rules)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      changes.map(() => 200),
    )
    const { minimum, keep } = (await merchant.get(RULES)).body.result
    assert.ok(changes.some((one) => `${one.minimum}.00` === minimum))
    assert.ok(changes.some((one) => `${one.keep}.00` === keep))
    const { records } = (await merchant.get('/v1/audit?action=payout_rules.changed&limit=100')).body.result
    assert.equal(records.length, changes.length)
  })
})
