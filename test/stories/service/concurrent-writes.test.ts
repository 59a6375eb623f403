// Writes of one account that need each other's row wait for each other: none of many at once fails because the others came first, in one process and
// in two, and together they try as often as one after the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../../src/store/store.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { type Answer, MANY_AT_ONCE, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('writes of one account at once', writes, MANY_AT_ONCE)

function writes(world: Parameters<typeof secondPersons>[0]): void {
  const { paid } = secondPersons(world)
  const all = (count: number, send: (nth: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, nth) => send(nth)))
  const assertAll200 = (answers: Answer[]) => {
    for (const { status, text } of answers) assert.equal(status, 200, text)
  }

  test('124 refunds at once are all made, in no more tries than one after the other', async () => {
    const merchant = await world().merchant()
    const [first, second] = [await paid(merchant), await paid(merchant)]
    const refund = (id: string) => merchant.post(`/v1/operations/${id}/refunds`, { amount: 1 })
    const tries = triesOf(world().service.store)
    for (let nth = 0; nth < 40; nth += 1) assertAll200([await refund(first)])
    const eachAlone = tries.taken() / 40
    assertAll200(await all(124, (nth) => refund(nth % 2 === 0 ? first : second)))
    const eachAtOnce = tries.taken() / 124
    assert.ok(
      eachAlone > 0 && eachAtOnce < 1.5 * eachAlone,
      `${eachAtOnce} batches each at once, ${eachAlone} each alone`,
    )
    await assertAudited(world())
  })

  test('refunds and moves of the reserve at once are all made', async () => {
    const merchant = await world().merchant()
    const id = await paid(merchant)
    const made = await all(20, () => merchant.post(`/v1/operations/${id}/refunds`, { amount: 1 }))
    assertAll200(made)
    assertAll200(
      await all(60, (nth) =>
        nth % 2 === 0
          ? merchant.post(`/v1/operations/${id}/refunds`, { amount: 1 })
          : merchant.post('/v1/reserve', { amount: 1, direction: 'in' }),
      ),
    )
    await assertAudited(world())
  })

  test('sixty changes of one noun at once are all made: customers, profile, rules, keys, webhooks', async () => {
    const merchant = await world().merchant()
    const customer = await merchant.post('/v1/customer', { name: 'Ana Núñez', email: 'ana@example.mx' })
    const path = `/v1/customer/${customer.body.result.id}`
    assertAll200(await all(60, (nth) => merchant.call('PUT', path, { name: `Ana ${nth}` })))
    assertAll200(await all(60, (nth) => merchant.call('PUT', '/v1/profile', { trade_name: `Tienda ${nth}` })))
    assertAll200(await all(60, (nth) => merchant.call('PUT', '/v1/webhook/caja', { url: `https://a.example/${nth}` })))
    assertAll200(await all(60, () => merchant.post('/v1/webhook/caja/rotate-secret', {})))
    assertAll200(await all(60, (nth) => merchant.post(`/v1/webhook/caja/${nth % 2 === 0 ? 'pause' : 'resume'}`, {})))
    assertAll200(await all(60, (nth) => merchant.post('/v1/credentials', { name: `k${nth}`, scopes: ['read'] })))
  })

  test('sixty times one refund under one idempotency key is one refund, and all get it', async () => {
    const merchant = await world().merchant()
    const id = await paid(merchant)
    const answers = await all(60, () =>
      merchant.post(`/v1/operations/${id}/refunds`, { amount: 1 }, { 'idempotency-key': 'una-vez' }),
    )
    assertAll200(answers)
    assert.equal(new Set(answers.map(({ body }) => body.result.id)).size, 1)
  })
}

/** Counts the batches that are tried from now on; `taken` answers the count and begins anew. */
function triesOf(store: Store): { taken(): number } {
  let tries = 0
  const { commit } = store
  store.commit = (writes) => {
    tries += 1
    return commit(writes)
  }
  return {
    taken: () => {
      const made = tries
      tries = 0
      return made
    },
  }
}
