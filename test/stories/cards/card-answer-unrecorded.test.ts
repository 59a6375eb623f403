import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

for (const engine of ENGINES) {
  describe(`a charge that the bank approved is never answered with "try again" [${engine}]`, () => {
    const own = sandboxAcquirer()
    /** What happens between the bank's approval and its recording. */
    let meanwhile = async () => {}
    /** The reference under which the bank knows every charge; its own when undefined. */
    let reference: string | undefined
    const acquirer: Acquirer = {
      ...own,
      authorise: async (...asked) => {
        const outcome = await own.authorise(...asked)
        await meanwhile()
        return outcome.kind === 'approved' && reference !== undefined
          ? { ...outcome, networkReference: reference }
          : outcome
      },
    }
    let world: World
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { acquirer } })
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    test('the database is away at that moment: the payment is pending, and then found paid, once', async () => {
      const merchant = await world.merchant()
      const message = chargeOf(await tokenFor(world, merchant, APPROVED), { 'payment.reference.number': 'away-1' })
      const { store } = world.service
      const commit = store.commit
      meanwhile = async () => {
        store.commit = async () => {
          throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
        }
      }
      const { status, body, text } = await sendCharge(world, merchant, message)
      store.commit = commit
      meanwhile = async () => {}
      assert.equal(status, 200, text)
      assert.equal(body.result.recipe.status, 'P')
      assert.equal((await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'PT1H' })).status, 200)
      const found = await merchant.get('/v1/operations')
      assert.deepEqual(
        found.body.result.operations.map((one: { status: string }) => one.status),
        ['N'],
      )
    })

    test('the bank uses a reference again, as banks do after a while', async () => {
      const merchant = await world.merchant()
      reference = 'RRN000000001'
      for (const number of ['again-1', 'again-2']) {
        const message = chargeOf(await tokenFor(world, merchant, APPROVED), { 'payment.reference.number': number })
        const { status, body, text } = await sendCharge(world, merchant, message)
        assert.equal(status, 200, text)
        assert.equal(body.result.recipe.status, 'N')
      }
      reference = undefined
    })
  })
}
