// The promise: a statement that is handed in several times at once, as a caller does that got no answer in time, is answered alike each time, whole, and
// counts once; so is one that was stopped before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { presentFinding } from '../../../src/reconciliation/present.ts'
import {
  assertAudited,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { reconcile, withLines } from '../../support/fixtures/statements.ts'
import { isDone, reconcileIn, stoppingAt } from '../../support/fixtures/stopped-reconciliation.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('one statement, handed in several times at once', (world) => {
  const statement = async (merchant: Merchant, query: string): Promise<string> =>
    (await merchant.get(`/v1/sandbox/statement?${query}`)).body.result.content

  /** Each run has begun before any of them reads its lines. */
  const atOnce = ({ accountId }: Merchant, content: string, times: number, corrects?: string) => {
    const begun = Promise.withResolvers<void>()
    let waiting = 0
    const one = async () => {
      const findings: unknown[] = []
      let opened = 0
      const done = await world().service.reconcile({
        source: async function* () {
          opened += 1
          if (opened === 2) {
            waiting += 1
            if (waiting === times) begun.resolve()
            await begun.promise
          }
          yield Buffer.from(content)
        },
        accountId,
        correction: corrects === undefined ? undefined : { statement: corrects, by: processActor('accounts') },
        onFinding: (finding) => void findings.push(presentFinding(finding, 'en')),
      })
      return { ...done, findings: findings as { finding: string; became: string | null }[] }
    }
    return Promise.all(Array.from({ length: times }, one))
  }

  test('is answered alike each time, as the first alone would be, and as a repeat from then on', async () => {
    const answers: unknown[] = []
    for (const times of [1, 4]) {
      const merchant = await world().merchant()
      const ofBoth: unknown[] = []
      for (const [rail, issue, pay] of [
        ['store', storeVoucher, payAtStore],
        ['spei', speiVoucher, payBySpei],
      ] as const) {
        const paid = await issue(merchant, { total: 80 })
        await pay(merchant, { transaction: paid.transaction })
        const lost = await issue(merchant, { total: 90 })
        const content = await statement(merchant, `rail=${rail}&extra=1&other_amount=1&settled=false`)
        const [first, ...others] = await atOnce(merchant, content, times)
        for (const one of others) assert.deepEqual(one, first)
        assert.equal(first?.isRepeated, false)
        assert.deepEqual(
          first.findings.map(({ finding, became }) => [finding, became]),
          [
            ['different', null],
            ['extra', 'matched: voucher-paid'],
          ],
        )
        ofBoth.push(first.counts)
        assert.equal((await operationOf(merchant, lost.transaction)).status, 'N')
        const again = await reconcile(merchant, content)
        assert.deepEqual([again.repeated, again.counts.repeated, again.counts.lines], [true, 2, 2])
      }
      answers.push(ofBoth)
    }
    assert.deepEqual(answers[0], answers[1])
    await assertAudited(world())
  })

  test('and its correction: each answer has all lines that were taken back, also after one that was stopped', async () => {
    const merchant = await world().merchant()
    for (const total of [100, 40]) {
      const { transaction } = await storeVoucher(merchant, { total })
      await payAtStore(merchant, { transaction })
    }
    const right = await statement(merchant, 'rail=store&settled=false')
    const wrong = withLines(right, (lines) => lines.map((line) => line.replace('.00,payment', '.50,payment')))
    const { id: corrects } = await reconcile(merchant, wrong)
    const { accountId } = merchant
    const stopping = stoppingAt(world().service.store, 2, 'after')
    assert.equal(await isDone(reconcileIn(world(), stopping, right, { accountId, corrects })), false)
    const [first, ...others] = await atOnce(merchant, right, 3, corrects)
    for (const one of others) assert.deepEqual(one, first)
    assert.deepEqual([first?.isRepeated, first?.findings], [false, []])
    assert.deepEqual([first?.counts.superseded, first?.counts.matched], [2, 2])
    await assertAudited(world())
  })
})
