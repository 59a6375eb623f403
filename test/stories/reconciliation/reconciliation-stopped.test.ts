// Stopped before or after any of its writes, a reconciliation that is run again with the same file ends as if it had never been stopped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAudited, balanceOf, operationOf, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { isDone, reconcileIn, stoppingAt } from '../../support/fixtures/stopped-reconciliation.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

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
        const stopped = !(await isDone(reconcileIn(world(), stoppingAt(store, nth, when), content)))
        const again = await reconcileIn(world(), store, content)
        assert.equal(again.counts.lines, 3)
        assert.equal((await operationOf(merchant, lost)).status, 'N')
        const after = await books(merchant)
        // The peso that the network states and nobody recorded; its two fees; what it has paid.
        const changed = after.map((sum, index) => sum - (before[index] ?? 0))
        assert.deepEqual(changed, [0, 13_100, -100, 1_000], `${when} write ${nth}`)
        const third = await reconcileIn(world(), store, content)
        assert.deepEqual([third.isRepeated, third.counts.repeated, third.counts.extra], [true, 3, 0])
        if (!stopped) break
        stops.push(`${when} ${nth}`)
      }
    }
    // The statement, its lines, the payment of the lost report, the line that finds it, and the end.
    assert.equal(stops.length, 10, stops.join())
    await assertAudited(world())
  })

  test('a correction is repeated from the same file, wherever it stopped, and its wrong statement is read no more', async () => {
    const { store } = world().service
    const stops: string[] = []
    const ofMerchant = (merchant: Merchant) => Promise.all(accounts.map((name) => balanceOf(world(), merchant, name)))
    for (const when of ['before', 'after'] as const) {
      for (let nth = 1; ; nth += 1) {
        const merchant = await world().merchant()
        const { accountId } = merchant
        for (const total of [100, 40]) {
          const { transaction } = await storeVoucher(merchant, { total })
          await payAtStore(merchant, { transaction })
        }
        const { body } = await merchant.get('/v1/sandbox/statement?rail=store')
        const right = body.result.content as string
        const wrong = right
          .replace(',100.00,payment', ',90.00,payment')
          .replace(',40.00,payment', ',40.00,transfer-out')
          .replace(/trailer,3,.*/, 'trailer,3,260.00')
        const { id: corrects } = await reconcileIn(world(), store, wrong, { accountId })
        const correct = (of = store) => reconcileIn(world(), of, right, { accountId, corrects })
        const isWhole = await isDone(correct(stoppingAt(store, nth, when)))
        const isBegun = nth > 1 || when === 'after'
        if (isBegun)
          await assert.rejects(reconcileIn(world(), store, wrong, { accountId }), { reason: 'statement-corrected' })
        const again = await correct()
        assert.deepEqual([again.corrects, again.counts.lines, again.counts.missing], [corrects, 3, 0])
        assert.deepEqual(await ofMerchant(merchant), [0, 13_000, 0, 1_000], `${when} write ${nth}`)
        const third = await correct()
        assert.deepEqual([third.isRepeated, third.counts.repeated, third.counts.superseded], [true, 3, 0])
        assert.deepEqual(await ofMerchant(merchant), [0, 13_000, 0, 1_000])
        if (isWhole) break
        stops.push(`${when} ${nth}`)
      }
    }
    // The correction, what it has in common, two lines that are taken back, its lines, and the end.
    assert.equal(stops.length, 12, stops.join())
    await assertAudited(world())
  })
})
