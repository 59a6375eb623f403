// The promise: a statement that is compared with the books of one account and with all books at one moment counts once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../../src/store/store.ts'
import { assertAudited, storeVoucher } from '../../support/fixtures/payers.ts'
import { withLines } from '../../support/fixtures/statements.ts'
import { reconcileIn } from '../../support/fixtures/stopped-reconciliation.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('one statement, with the books of an account and with all books', (world) => {
  /** Stores of two runs, each of which writes its first lines when both have judged theirs. */
  const together = (store: Store): [Store, Store] => {
    const both = Promise.withResolvers<void>()
    let waiting = 0
    const one = (): Store => {
      let isFirst = true
      return {
        ...store,
        db: store.db,
        rows: (query) => store.rows(query),
        commit: async (writes) => {
          if (isFirst && writes.some((write) => 'table' in write && write.table === 'statement_lines')) {
            isFirst = false
            waiting += 1
            if (waiting === 2) both.resolve()
            await both.promise
          }
          return store.commit(writes)
        },
      }
    }
    return [one(), one()]
  }

  test('at one moment: each line stands once, in the books of the account', async () => {
    const merchant = await world().merchant()
    const lost = await storeVoucher(merchant, { total: 90 })
    const { content } = (await merchant.get('/v1/sandbox/statement?rail=store&extra=1')).body.result
    const text = withLines(content, (all) => [
      ...all,
      (all[0] ?? '').replace(/store,[^,]*/, 'store,FEE1').replace('payment,5.00', 'fee,'),
      (all[0] ?? '').replace(/store,[^,]*/, 'store,OUT1').replace('payment,5.00', 'transfer-out,'),
    ])
    const { accountId } = merchant
    const [own, all] = together(world().service.store)
    await Promise.all([reconcileIn(world(), own, text, { accountId }), reconcileIn(world(), all, text)])
    // Each of the two again: nothing more happens.
    for (const given of [{ accountId }, {}]) {
      const { counts } = await reconcileIn(world(), world().service.store, text, given)
      assert.deepEqual([counts.lines, counts.repeated, counts.contradiction, counts.missing], [4, 4, 0, 0])
    }
    const rows = await world()
      .service.store.db.selectFrom('statement_lines')
      .select(['account_id', 'kind', 'amount_centavos', 'cause_id'])
      .where('network', '=', 'sandbox-cash')
      .where('superseded_at', 'is', null)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map((row) => [row.account_id, row.kind, row.amount_centavos, row.cause_id !== null]),
      [
        [accountId, 'payment', 9_000, true],
        [accountId, 'settlement', 8_500, false],
        [accountId, 'fee', 9_000, false],
        [accountId, 'transfer-out', 9_000, false],
      ],
    )
    assert.equal((await merchant.get(`/v1/operations/${lost.transaction}`)).body.result.status, 'N')
    await assertAudited(world())
  })
})
