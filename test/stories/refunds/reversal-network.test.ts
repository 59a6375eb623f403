// A reversal goes to the network that carries the operation, and to no other: while another one is configured it waits.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { update } from '../../../src/store/write.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock, operationOf, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

for (const engine of ENGINES) {
  describe(`a reversal is sent to the network of its payment [${engine}]`, () => {
    const own = sandboxAcquirer()
    let asked = 0
    const acquirer = {
      ...own,
      reverse: async (...request: Parameters<typeof own.reverse>) => {
        asked += 1
        return own.reverse(...request)
      },
    }
    let world: World
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { acquirer } })
    })
    after(() => world.close())

    const carriedBy = (id: string, network: string) =>
      world.service.store.commit([update('operations', { network } as never, { id })])
    const issue: Record<string, (merchant: Merchant) => Promise<string>> = {
      card: async (merchant) => (await payByCard(world, merchant, APPROVED)).body.result.operations[0].transaction,
      store: async (merchant) => (await storeVoucher(merchant)).transaction,
      spei: async (merchant) => (await speiVoucher(merchant)).transaction,
    }

    for (const [rail, make] of Object.entries(issue)) {
      test(`of ${rail}`, async () => {
        const merchant = await world.merchant()
        await moveClock(merchant, { freeze: true })
        const id = await make(merchant)
        const { status, network } = await world.service.store.db
          .selectFrom('operations')
          .select(['status', 'network'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        await carriedBy(id, 'the-network-of-before')
        asked = 0
        const answer = await merchant.get(`/v1/operations/apply-reversal/${id}`)
        assert.deepEqual([answer.status, asked], [503, 0], answer.text)
        await moveClock(merchant, { advance: 'PT2H' })
        assert.equal(asked, 0)
        assert.equal((await operationOf(merchant, id)).status, status === 'paid' ? 'N' : 'P')
        // Its connector is configured again.
        await carriedBy(id, network)
        await moveClock(merchant, { advance: 'PT2H' })
        assert.equal((await operationOf(merchant, id)).status, 'C')
        assert.equal(asked, rail === 'card' ? 1 : 0)
        await assertAudited(world)
        await moveClock(merchant, { resume: true })
      })
    }
  })
}
