// The codes of changes of a payout account can be guessed, so there are five requests in 24 hours, whichever processes are asked.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { stoppedWorld } from '../../support/harness/stopped-world.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const OWN = '002010077777777771'
const OTHER = '032180000118359719'
const ACCOUNT = '/v1/settlement/account'

const ask = (merchant: Merchant, clabe = OTHER) => merchant.call('PUT', ACCOUNT, { clabe })
const cancel = (merchant: Merchant) => merchant.call('DELETE', `${ACCOUNT}/change`)

function good({ status, text }: Answer): void {
  assert.equal(status, 200, text)
}

for (const engine of ENGINES)
  describe(`requests of changes of a payout account [${engine}]`, () => {
    after(stopPostgres)

    test('the fifth one of two processes is the last one', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      good(await ask(merchant, OWN))
      for (let nth = 1; nth < 5; nth += 1) {
        good(await ask(merchant))
        good(await cancel(merchant))
      }
      stopAt('payout_account_changes', async () => {
        good(await ask(merchant))
        good(await cancel(merchant))
      })
      const sixth = await ask(merchant)
      assert.equal(sixth.status, 429, sixth.text)
      assert.equal(sixth.body.error.code, 'TooManyRequestsException')
      const hours = Number(sixth.headers['retry-after']) / 3_600
      assert.ok(hours > 23 && hours <= 24, String(sixth.headers['retry-after']))
    })
  })

onBothEngines('requests of changes at once', (world) => {
  test('are five at most, with what is cancelled between them', async () => {
    const merchant = await world().merchant()
    good(await ask(merchant, OWN))
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? ask(merchant) : cancel(merchant))),
    )
    for (const { status, text } of answers) assert.ok([200, 409, 429, 503].includes(status), text)
    const rows = await world()
      .service.store.db.selectFrom('payout_account_changes')
      .select('id')
      .where('account_id', '=', merchant.accountId)
      .where('state', '<>', 'changed')
      .execute()
    assert.ok(rows.length <= 5, `${rows.length} requests`)
  })
})
