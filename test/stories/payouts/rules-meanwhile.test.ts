// A payout goes by the rules that are answered before it is booked, also when the process that books it had read others.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { stoppedWorld } from '../../support/harness/stopped-world.ts'
import { done } from '../../support/harness/world.ts'

for (const engine of ENGINES)
  describe(`the rules of a payout that is being booked [${engine}]`, () => {
    after(stopPostgres)

    test('are those of the last answer', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      await moveClock(merchant, { freeze: true, set: '2034-03-06T12:00:00-06:00' })
      await done(merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' }))
      await done(payByCard(world, merchant, APPROVED, { 'payment.total.amount': '1000' }))
      stopAt('payouts', () => done(merchant.call('PUT', '/v1/settlement/rules', { keep: '300.00' })))
      await moveClock(merchant, { advance: 'P1D' })
      const { payouts } = await done(merchant.get('/v1/payouts'))
      assert.deepEqual(
        payouts.map(({ amount }: { amount: { amount: string } }) => amount.amount),
        ['658.24'],
      )
      await assertAudited(world)
    })
  })
