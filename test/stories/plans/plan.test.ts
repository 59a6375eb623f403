import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('plans are made, listed and read', (world) => {
  test('an account without plans gets the empty list with its bounds', async () => {
    const merchant = await world().merchant()
    const answer = await merchant.get('/v1/plan')
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, {
      success: true,
      result: { limit: 50, offset: 0, total: 0, customers: [], plans: [] },
    })
  })

  test('a plan is listed and read as it was made, and only by its own account', async () => {
    const [merchant, other] = [await world().merchant(), await world().merchant()]
    const made = await merchant.post('/v1/plan', { name: 'Mensual', amount: '299.50', period: 'month' })
    assert.equal(made.status, 200)
    const { id, date_create, ...rest } = made.body.result
    assert.match(id, /^pln_/)
    assert.match(date_create, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-06:00$/)
    assert.deepEqual(rest, { name: 'Mensual', amount: { amount: '299.50', currency: 'MXN' }, period: 'month' })
    assert.deepEqual((await merchant.get(`/v1/plan/${id}`)).body.result, made.body.result)
    assert.deepEqual((await merchant.get('/v1/plan')).body.result.plans, [made.body.result])
    assert.equal((await other.get(`/v1/plan/${id}`)).status, 404)
    assert.deepEqual((await other.get('/v1/plan')).body.result.plans, [])
  })

  for (const [title, body, field] of [
    ['without a name', { amount: 10, period: 'month' }, 'name'],
    ['below one peso', { name: 'A', amount: '0.99', period: 'month' }, 'amount'],
    ['with three decimals', { name: 'A', amount: 10.005, period: 'month' }, 'amount'],
    ['with an unknown period', { name: 'A', amount: 10, period: 'decade' }, 'period'],
    ['in dollars', { name: 'A', amount: 10, period: 'month', currency: 'USD' }, 'currency'],
    ['with an unknown field', { name: 'A', amount: 10, period: 'month', color: 'red' }, 'color'],
  ] as const) {
    test(`a plan ${title} is refused by name`, async () => {
      const merchant = await world().merchant()
      const answer = await merchant.post('/v1/plan', body)
      assert.equal(answer.status, 400)
      assert.deepEqual(Object.keys(answer.body.error.messages), [field])
    })
  }

  test('the same Idempotency-Key makes one plan', async () => {
    const merchant = await world().merchant()
    const make = () =>
      merchant.post('/v1/plan', { name: 'Anual', amount: 999, period: 'year' }, { 'idempotency-key': 'one' })
    const [first, second] = [await make(), await make()]
    assert.deepEqual(second.body, first.body)
    assert.equal((await merchant.get('/v1/plan')).body.result.plans.length, 1)
  })
})
