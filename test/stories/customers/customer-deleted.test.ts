// Nothing is added to a customer who is deleted at the same moment: no saved card whose number stays, and no account to pay into.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connected } from '../../../src/connectors/connector.ts'
import type { SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { makeClabe } from '../../../src/core/banks/clabe.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { ENGINES } from '../../support/harness/engines.ts'
import { type Merchant, onBothEngines, openWorld } from '../../support/harness/world.ts'

const customerOf = async (merchant: Merchant): Promise<string> =>
  (await merchant.post('/v1/customer', { name: 'Ana López', email: 'ana@ejemplo.mx' })).body.result.id

onBothEngines('a card that is saved while its customer is deleted', (world) => {
  test('is refused, or deleted with the customer', async () => {
    const merchant = await world().merchant()
    for (let n = 0; n < 8; n += 1) {
      const customer = await customerOf(merchant)
      const path = `/v1/customer/${customer}`
      const save = async () =>
        merchant.post(`${path}/cards`, { token: await tokenFor(world(), merchant, '4242424242424242') })
      const [saved, gone] = await Promise.all([save(), merchant.call('DELETE', path)])
      assert.equal(gone.status, 200, gone.text)
      assert.ok([200, 409].includes(saved.status), saved.text)
      const rows = world().service.store.db.selectFrom('cards').select('sealed_number')
      for (const { sealed_number } of await rows.where('customer_id', '=', customer).execute())
        assert.equal(sealed_number, '', 'the number is deleted')
      assert.deepEqual((await merchant.get(`${path}/cards`)).body.result, [])
      const later = await save()
      assert.deepEqual([later.status, later.body.error.message], [409, 'El cliente está desactivado'], later.text)
    }
  })
})

for (const engine of ENGINES)
  test(`an account that the bank issues while its customer is deleted is not the customer’s [${engine}]`, async (t) => {
    let issued = 0
    let asked = () => {}
    let answered: Promise<void> | undefined
    const speiBank = {
      name: 'lento',
      keyLife: 'always',
      issueAccount: async () => {
        asked()
        await answered
        issued += 1
        const account = String(issued).padStart(11, '0')
        return {
          kind: 'issued',
          clabe: makeClabe({ bank: '646', place: '180', account }),
          bankName: 'STP',
          paymentId: `${issued}`,
        }
      },
      closeAccount: async () => ({ kind: 'closed' }),
    } as unknown as Connected<SpeiBank>
    const world = await openWorld(engine, {}, { connectors: { speiBank } })
    t.after(() => world.close())
    const merchant = await world.merchant()
    const path = `/v1/customer/${await customerOf(merchant)}`
    const bankAnswers = Promise.withResolvers<void>()
    const bankAsked = Promise.withResolvers<void>()
    answered = bankAnswers.promise
    asked = bankAsked.resolve
    const adding = merchant.post(`${path}/sources`, { type: 'SPEI' })
    await bankAsked.promise
    assert.equal((await merchant.call('DELETE', path)).status, 200)
    bankAnswers.resolve()
    const added = await adding
    assert.equal(added.status, 409, added.text)
    assert.deepEqual((await merchant.get(path)).body.result.sources, [])
  })
