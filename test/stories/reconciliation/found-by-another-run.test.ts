// The promise: of two runs of one statement each names the payment that a line became, also when the other one writes it while this one compares.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import type { Store } from '../../../src/store/store.ts'
import type { Write } from '../../../src/store/write.ts'
import { assertAudited, storeVoucher } from '../../support/fixtures/payers.ts'
import { reconcile, withLines } from '../../support/fixtures/statements.ts'
import { reconcileIn } from '../../support/fixtures/stopped-reconciliation.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const step = () => Promise.withResolvers<void>()

onBothEngines('a payment that another run of the statement finds', (world) => {
  const holds = (writes: Write[], kind: string, table: string) =>
    writes.some((one) => 'table' in one && one.kind === kind && one.table === table)

  /** The table that each query reads, and what happens before its rows are answered. */
  const reading = (seen: (table: string, rows: Record<string, unknown>[]) => Promise<void>): KyselyPlugin => {
    const tables = new WeakMap<object, string>()
    return {
      transformQuery: ({ node, queryId }) => {
        const [from] = 'from' in node ? (node.from?.froms ?? []) : []
        if (from?.kind === 'TableNode') tables.set(queryId, (from as never as NamedTable).table.identifier.name)
        return node
      },
      transformResult: async ({ result, queryId }) => {
        await seen(tables.get(queryId) ?? '', result.rows)
        return result
      },
    }
  }
  interface NamedTable {
    table: { identifier: { name: string } }
  }

  test('is named by both', async () => {
    const merchant = await world().merchant()
    await storeVoucher(merchant, { total: 90 })
    const { content } = (await merchant.get('/v1/sandbox/statement?rail=store&extra=1&settled=false')).body.result
    const { accountId } = merchant
    const { store } = world().service
    const [atPay, judged, paid, compared, done] = [step(), step(), step(), step(), step()]
    const first: Store = {
      ...store,
      db: store.db,
      rows: (query) => store.rows(query),
      commit: async (writes) => {
        if (holds(writes, 'insert', 'payments_received')) {
          atPay.resolve()
          await judged.promise
        }
        if (holds(writes, 'update', 'statement_lines')) {
          paid.resolve()
          await compared.promise
        }
        await store.commit(writes)
      },
    }
    let asked = 0
    const db = store.db.withPlugin(
      reading(async (table, rows) => {
        if (table === 'directory') {
          asked += 1
          judged.resolve()
          await paid.promise
        }
        // It has asked for the payment in vain, then seen that its key is known, and compares the line once more.
        if (asked !== 2 || table !== 'statement_lines' || !rows.some((row) => row.cause_id === null)) return
        compared.resolve()
        await done.promise
      }),
    )
    const second: Store = { ...store, db, rows: (query) => store.rows(query), commit: (writes) => store.commit(writes) }
    const mine: { became?: string }[] = []
    const theirs: typeof mine = []
    const one = reconcileIn(world(), first, content, { accountId, findings: mine }).finally(done.resolve)
    await atPay.promise
    const other = reconcileIn(world(), second, content, { accountId, findings: theirs })
    const [answer, answered] = await Promise.all([one, other])
    assert.deepEqual([answered, theirs], [answer, mine])
    assert.equal(mine[0]?.became, 'matched: voucher-paid')
    await assertAudited(world())
  })

  test('is named at each line of its movement: one that is there twice is open at none of them', async () => {
    const merchant = await world().merchant()
    await storeVoucher(merchant, { total: 90 })
    const { content } = (await merchant.get('/v1/sandbox/statement?rail=store&extra=1&settled=false')).body.result
    const thrice = withLines(content, ([line = '']) => [line, line, line.replace(',90.00,', ',45.00,')])
    const { counts, findings } = await reconcile(merchant, thrice)
    assert.deepEqual([counts.extra, counts.repeated, counts.contradiction], [1, 1, 1])
    const [extra, contradiction] = findings
    assert.deepEqual([extra.became, contradiction.finding], ['matched: voucher-paid', 'contradiction'])
    assert.equal(contradiction.record, extra.record)
    assert.deepEqual((await reconcile(merchant, thrice)).findings, [contradiction])
    await assertAudited(world())
  })
})
