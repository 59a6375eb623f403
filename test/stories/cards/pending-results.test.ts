// The promise: "not yet" is an answer. Networks that have no result yet are called on, and one account's failing calls stop no other.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import { FAILURES_TO_OPEN } from '../../../src/connectors/breaker.ts'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { sandboxCashNetwork } from '../../../src/connectors/sandbox/cash-network.ts'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import type { SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { createClock } from '../../../src/core/clock.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

const MANY = 2 * FAILURES_TO_OPEN + 2
const notYet = async () => ({ kind: 'unknown' }) as const
const refusesConnection = async () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}

for (const engine of ENGINES) {
  describe(`a network without a result yet is not a network that fails [${engine}]`, () => {
    let ofNetworks: Store
    let world: World
    let card: Partial<Acquirer> = {}
    let cash: Partial<CashNetwork> = {}
    let bank: Partial<SpeiBank> = {}

    before(async () => {
      ofNetworks = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 2 })
      const own = sandboxAcquirer()
      const [ownCash, ownBank] = [sandboxCashNetwork(ofNetworks), sandboxSpeiBank(ofNetworks, createClock())]
      const acquirer: Acquirer = {
        ...own,
        name: 'story-bank',
        simulated: false,
        authorise: (...asked) => (card.authorise ?? own.authorise)(...asked),
        verify: (...asked) => (card.verify ?? own.verify)(...asked),
      }
      const cashNetwork: CashNetwork = {
        ...ownCash,
        name: 'story-cash',
        simulated: false,
        issue: (...asked) => (cash.issue ?? ownCash.issue)(...asked),
      }
      const speiBank: SpeiBank = {
        ...ownBank,
        name: 'story-spei',
        simulated: false,
        issueAccount: (...asked) => (bank.issueAccount ?? ownBank.issueAccount)(...asked),
      }
      world = await openWorld(engine, {}, { connectors: { acquirer, cashNetwork, speiBank } })
    })
    after(async () => {
      await world.close()
      await ofNetworks.close()
      await stopPostgres()
    })
    const openCircuits = async () => {
      const { text } = await world.send({ method: 'GET', url: '/metrics' })
      return [...text.matchAll(/^cobro_\w+_open_circuits (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
    }

    test('charges that wait for their payer are pending, however many, and cards go on', async () => {
      const [merchant, other] = [await world.merchant(), await world.merchant()]
      card = { authorise: notYet }
      for (let count = 0; count < MANY; count += 1) {
        const { status, body, text } = await payByCard(world, merchant, APPROVED)
        assert.deepEqual([status, body.result?.operations[0].status], [200, 'P'], text)
      }
      card = {}
      for (const one of [merchant, other]) assert.equal((await payByCard(world, one, APPROVED)).status, 200)
      assert.equal(await openCircuits(), 0)
    })

    test('checks, references and accounts without a result are refused one by one, and the next with a result is made', async () => {
      const merchant = await world.merchant()
      card = { verify: notYet }
      cash = { issue: notYet }
      bank = { issueAccount: notYet }
      const store = () => merchant.post('/v1/payment/convenience-store', { total: 150, store: 'OXXO' })
      const spei = () => merchant.post('/v1/payment/spei', { total: 150 })
      for (let count = 0; count < MANY; count += 1) {
        assert.equal((await store()).status, 503)
        assert.equal((await spei()).status, 503)
        await assert.rejects(tokenFor(world, merchant, APPROVED))
      }
      card = cash = bank = {}
      assert.equal((await store()).status, 200)
      assert.equal((await spei()).status, 200)
      assert.equal((await payByCard(world, merchant, APPROVED)).status, 200)
      assert.equal(await openCircuits(), 0)
    })

    test('the failing calls of one account are refused at once after a while, and the calls of others are made', async () => {
      const [merchant, other] = [await world.merchant(), await world.merchant()]
      const [mine, theirs] = [await tokenFor(world, merchant, APPROVED), await tokenFor(world, other, APPROVED)]
      let asked = 0
      const reports = (): Promise<never> => {
        asked += 1
        return refusesConnection()
      }
      cash = { issue: reports }
      const store = (one = merchant) => one.post('/v1/payment/convenience-store', { total: 150, store: 'OXXO' })
      for (let count = 0; count < MANY; count += 1) assert.equal((await store()).status, 503)
      assert.ok(asked >= FAILURES_TO_OPEN && asked < 2 * FAILURES_TO_OPEN, `${asked} calls`)
      assert.equal(await openCircuits(), 1)
      cash = {}
      assert.equal((await store(other)).status, 200)
      // The answer to another account does not tell that the first one's calls are answered.
      card = { authorise: reports }
      asked = 0
      for (let count = 0; count < MANY; count += 1) await sendCharge(world, merchant, chargeOf(mine))
      card = {}
      assert.equal((await sendCharge(world, other, chargeOf(theirs))).status, 200)
      card = {}
    })

    test('a network that refuses every connection is not called for anybody after a while', async () => {
      const merchants = await Promise.all([1, 2, 3].map(() => world.merchant()))
      let asked = 0
      bank = {
        issueAccount: () => {
          asked += 1
          return refusesConnection()
        },
      }
      for (let count = 0; count < MANY; count += 1)
        assert.equal((await merchants[count % 3]?.post('/v1/payment/spei', { total: 150 }))?.status, 503)
      // A probe may have been due on a slow machine.
      assert.ok(asked < 2 * FAILURES_TO_OPEN, `${asked} calls`)
      assert.ok((await openCircuits()) >= 1)
      bank = {}
    })
  })
}
