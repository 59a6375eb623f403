// Stopped before or after any of its writes, a reconciliation that is run again with the same file ends as if it had never been stopped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeReader } from '../../../src/fees/schedules.ts'
import { type Reconciliation, reconciler } from '../../../src/reconciliation/reconcile.ts'
import type { Store } from '../../../src/store/store.ts'
import { matcher } from '../../../src/vouchers/match.ts'
import { assertAudited, balanceOf, operationOf, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

class Stopped extends Error {}

/** The store of a process that stops at its nth write: before it is written, or when nobody hears that it was. */
function stoppingAt(store: Store, nth: number, when: 'before' | 'after'): Store {
  let count = 0
  return {
    ...store,
    db: store.db,
    rows: (query) => store.rows(query),
    commit: async (writes) => {
      count += 1
      if (count > nth || (count === nth && when === 'before')) throw new Stopped()
      await store.commit(writes)
      if (count === nth) throw new Stopped()
    },
  }
}

function run(world: World, store: Store, content: string): Promise<Reconciliation> {
  const { clock } = world.service
  const reconcile = reconciler({
    store,
    clock,
    networks: new Map([['sandbox-cash', ['store']]]),
    maskIdentifier: async (text) => text,
    pay: matcher({
      store,
      clock,
      fees: feeReader({ store, clock }),
      canReturn: { store: false, spei: true },
      canReturnDeposit: false,
    }),
    tell: async () => 'unknown',
  })
  return reconcile({
    source: async function* () {
      yield Buffer.from(content)
    },
    accountId: undefined,
    onFinding: () => {},
  })
}

async function prepared(merchant: Merchant) {
  const paid = await storeVoucher(merchant, { total: 100 })
  await payAtStore(merchant, { transaction: paid.transaction })
  const lost = await storeVoucher(merchant, { total: 40 })
  const { body } = await merchant.get('/v1/sandbox/statement?rail=store&extra=1&other_amount=1')
  return { lost: lost.transaction as string, content: body.result.content as string }
}

onBothEngines('a stopped reconciliation', (world) => {
  const nobody = { accountId: 'acc_unmatched' }
  const accounts = ['receivable:cash-network', 'receivable:bank', 'suspense:statements', 'cost:cash-network-fees']
  const books = async (merchant: Merchant) =>
    Promise.all(
      accounts.map(
        async (name) => (await balanceOf(world(), merchant, name)) + (await balanceOf(world(), nobody, name)),
      ),
    )

  test('is repeated from the same file, and nothing is lost or counts twice', async () => {
    const stops: string[] = []
    for (const when of ['before', 'after'] as const) {
      for (let nth = 1; ; nth += 1) {
        const merchant = await world().merchant()
        const before = await books(merchant)
        const { lost, content } = await prepared(merchant)
        const { store } = world().service
        const stopped = await run(world(), stoppingAt(store, nth, when), content).then(
          () => false,
          (error: unknown) => {
            if (!(error instanceof Stopped) && !(error instanceof Error && error.cause instanceof Stopped)) throw error
            return true
          },
        )
        const again = await run(world(), store, content)
        assert.equal(again.counts.lines, 3)
        assert.equal((await operationOf(merchant, lost)).status, 'N')
        const after = await books(merchant)
        // The peso that the network states and nobody recorded; its two fees; what it has paid.
        const changed = after.map((sum, index) => sum - (before[index] ?? 0))
        assert.deepEqual(changed, [0, 13_100, -100, 1_000], `${when} write ${nth}`)
        const third = await run(world(), store, content)
        assert.deepEqual([third.isRepeated, third.counts.repeated, third.counts.extra], [true, 3, 0])
        if (!stopped) break
        stops.push(`${when} ${nth}`)
      }
    }
    // The statement, its lines, the payment of the lost report, the line that finds it, and the end.
    assert.equal(stops.length, 10, stops.join())
    await assertAudited(world())
  })
})
