// What the calls of clients in use may leave out may come as null, which serialisers write, and an object without entries as PHP's empty list: both
// mean that it is absent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a member that a client sends without a value', (world) => {
  for (const way of ['spei', 'convenience-store']) {
    test(`of a voucher means none: ${way}`, async () => {
      const merchant = await world().merchant()
      for (const nothing of [null, []]) {
        for (const payment of [nothing, { reference: nothing }]) {
          const { status, body, text } = await merchant.post(`/v1/payment/${way}`, { total: 10, payment })
          assert.equal(status, 200, text)
          assert.deepEqual(body.result.reference, { description: '' })
        }
      }
      for (const payment of ['', 0, false, [1], [null]]) {
        const answer = await merchant.post(`/v1/payment/${way}`, { total: 10, payment })
        assert.equal(answer.status, 400, answer.text)
        assert.deepEqual(Object.keys(answer.body.error.messages), ['payment'])
      }
    })
  }

  const metadataOf = async ({ accountId }: Merchant, id: string) => {
    const { db } = world().service.store
    const kept = db.selectFrom('customers').select('metadata').where('account_id', '=', accountId)
    return (await kept.where('id', '=', id).executeTakeFirstOrThrow()).metadata
  }

  test('of a customer stays as it is, metadata too', async () => {
    const merchant = await world().merchant()
    const ana = { name: 'Ana López', email: 'ana@ejemplo.mx' }
    const { id } = (await merchant.post('/v1/customer', { ...ana, metadata: { plan: 'oro' } })).body.result
    const put = (body: object) => merchant.call('PUT', `/v1/customer/${id}`, body)
    const changed = await put({ name: null, email: 'otra@ejemplo.mx', metadata: null })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(changed.body.result.name, ana.name)
    assert.equal(changed.body.result.email, 'otra@ejemplo.mx')
    assert.equal(await metadataOf(merchant, id), '{"plan":"oro"}')
    for (const body of [{ name: null }, { metadata: null }, { name: null, email: null, metadata: null }]) {
      const answer = await put(body)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.body.error.reason, 'customer-unchanged')
    }
    assert.equal((await put({ name: '' })).status, 400)
    for (const metadata of [[], {}]) {
      assert.equal((await put({ metadata: { plan: 'oro' } })).status, 200)
      assert.equal((await put({ metadata })).status, 200)
      assert.equal(await metadataOf(merchant, id), '{}')
    }
    assert.equal((await merchant.post('/v1/customer', { ...ana, name: null })).status, 400)
  })
})
