// A payment reads little from the database, and requests that are answered together read once. Counted, so that no machine is too slow for it.
import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

describe('on SQLite, which reads on the event loop,', () => {
  let world: World
  let merchant: Merchant
  before(async () => {
    world = await openWorld('sqlite')
    merchant = await world.merchant()
    await storeVoucher(merchant)
  })
  after(() => world.close())

  /** The tables that `work` reads from, in order. */
  const readBy = async (work: () => Promise<unknown>): Promise<string[]> => {
    const asked: string[] = []
    const { all } = StatementSync.prototype
    StatementSync.prototype.all = function (...values) {
      asked.push(/\bfrom "?(?:\(select .*? from )?"?(\w+)/.exec(this.sourceSQL)?.[1] ?? this.sourceSQL)
      return all.apply(this, values as never)
    }
    try {
      await work()
    } finally {
      StatementSync.prototype.all = all
    }
    return asked
  }

  test('a voucher reads its credential, and nothing else', async () => {
    assert.deepEqual(await readBy(() => storeVoucher(merchant)), ['credentials'])
  })

  test('twenty equal lists at once read what one list reads', async () => {
    const list = () => merchant.get('/v1/operations?limit=2')
    await list()
    const one = await readBy(list)
    let answers: { text: string }[] = []
    const twenty = await readBy(async () => {
      answers = await Promise.all(Array.from({ length: 20 }, list))
    })
    assert.ok(one.includes('operations'), one.join())
    assert.deepEqual(twenty.filter((name) => name === 'operations').length, 1, twenty.join())
    assert.deepEqual([...new Set(answers.map(({ text }) => text))].length, 1)
  })

  test('lists of other queries and of other accounts have answers of their own', async () => {
    const other = await world.merchant()
    const [all, none, ofOther] = await Promise.all([
      merchant.get('/v1/operations'),
      merchant.get('/v1/operations?status=N'),
      other.get('/v1/operations'),
    ])
    assert.deepEqual(
      [all, none, ofOther].map(({ body }) => body.result.operations.length),
      [2, 0, 0],
    )
  })
})
