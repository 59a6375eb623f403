// The promise: a right line that both statements have is judged again when the corrected one's wrong line had its record, so that the books are as if only the
// right statement had been read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { mexicoCityDay, speiDay } from '../../../src/core/time.ts'
import { closeLine } from '../../../src/reconciliation/close.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Write } from '../../../src/store/write.ts'
import {
  assertAudited,
  balanceOf,
  nowOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { reconcileIn } from '../../support/fixtures/stopped-reconciliation.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const PAYER = '012180001554321090'

onBothEngines('a right line whose record a wrong line had', (world) => {
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `AGAIN${keys}`
  }
  const reconcile = async (merchant: Merchant, content: string, corrects?: string) => {
    const body = { content, ...(corrects !== undefined && { corrects }) }
    const answer = await merchant.post('/v1/sandbox/reconcile', body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  const books = async (merchant: Merchant) => {
    const names = ['bank', 'receivable:bank', 'suspense:statements', 'cost:differences']
    const all = names.map(async (name) => [name, await balanceOf(world(), merchant, name)] as const)
    return Object.fromEntries(await Promise.all(all))
  }
  /** A deposit of 88.00 that pays its voucher, and a report of 89.00 under the same key, kept in suspense. */
  const prepared = async () => {
    const [merchant, tracking_key] = [await world().merchant(), nextKey()]
    const { transaction, bank_account_number: clabe } = await speiVoucher(merchant, { total: 88 })
    for (const amount of ['88.00', '89.00'])
      await payBySpei(merchant, { transaction, tracking_key, payer_clabe: PAYER, amount })
    const day = speiDay(await nowOf(merchant))
    const file = (...institutions: string[]) =>
      [
        `statement,1,sandbox-spei,${day},${day}`,
        'network,rail,id,day,amount,kind,reference,institution',
        ...institutions.map((one) => `sandbox-spei,spei,${tracking_key},${day},88.00,payment,${clabe},${one}`),
        `trailer,${institutions.length},${institutions.length * 88}.00`,
      ].join('\n')
    return { merchant, file }
  }
  const judgedOf = ({ counts, findings }: { counts: unknown; findings: { finding: string; amount: string }[] }) => [
    counts,
    findings.map(({ finding, amount }) => [finding, amount]),
  ]
  /** What the right statement alone does to the books, and what is said of it when it is handed in again. */
  const alone = async () => {
    const { merchant, file } = await prepared()
    await reconcile(merchant, file('012'))
    return { right: await books(merchant), said: judgedOf(await reconcile(merchant, file('012'))) }
  }

  test('finds it: nothing is different, and only the false report is missing', async () => {
    const { right, said } = await alone()
    const { merchant, file } = await prepared()
    const wrong = await reconcile(merchant, file('', '012'))
    assert.deepEqual([wrong.counts.matched, wrong.counts.different], [1, 1])
    const corrected = await reconcile(merchant, file('012'), wrong.id)
    assert.deepEqual([corrected.counts.matched, corrected.counts.superseded], [1, 2])
    assert.deepEqual(await books(merchant), right)
    assert.deepEqual(judgedOf(await reconcile(merchant, file('012'), wrong.id)), said)
    await assertAudited(world())
  })

  test('also when the wrong line is of another statement, which is corrected later', async () => {
    const { right } = await alone()
    const { merchant, file } = await prepared()
    // It says neither the institution nor the account, so it may be another deposit.
    const vague = file('').replace(/,payment,\d+,/, ',payment,,')
    const [first, second] = [await reconcile(merchant, vague), await reconcile(merchant, `${file('012')}\n`)]
    assert.equal(second.counts.different, 1)
    assert.equal((await reconcile(merchant, file('012'), second.id)).counts.different, 1)
    await reconcile(merchant, file('012'), first.id)
    assert.deepEqual(await books(merchant), right)
    await assertAudited(world())
  })

  test('also a line of the same amount, paid into another reference', async () => {
    const [merchant, tracking_key] = [await world().merchant(), nextKey()]
    const vouchers = [await speiVoucher(merchant), await speiVoucher(merchant)]
    for (const { transaction } of vouchers) await payBySpei(merchant, { transaction, tracking_key, payer_clabe: PAYER })
    const [own] = vouchers.map((one) => one.bank_account_number)
    const day = speiDay(await nowOf(merchant))
    const file = (...institutions: string[]) =>
      [
        `statement,1,sandbox-spei,${day},${day}`,
        'network,rail,id,day,amount,kind,reference,institution',
        ...institutions.map((one) => `sandbox-spei,spei,${tracking_key},${day},150.00,payment,${own},${one}`),
        `trailer,${institutions.length},${institutions.length * 150}.00`,
      ].join('\n')
    const wrong = await reconcile(merchant, file('', '012'))
    assert.equal(wrong.counts.matched, 2)
    const { findings } = await reconcile(merchant, file('012'), wrong.id)
    const rows = await world()
      .service.store.db.selectFrom('payments_received')
      .select(['id', 'stated'])
      .where('account_id', '=', merchant.accountId)
      .where('outcome', '=', 'suspended')
      .execute()
    // The one in suspense may be closed as never received.
    assert.deepEqual(
      [findings.map((one: { record: string }) => one.record), rows.map(({ stated }) => stated)],
      [rows.map(({ id }) => id), [0]],
    )
    await assertAudited(world())
  })

  test('also when two corrections run at once, and one judges it while the other takes the wrong line back', async () => {
    const [merchant, ticket] = [await world().merchant(), nextKey()]
    const { transaction, instructions } = await storeVoucher(merchant, { total: 88 })
    for (const amount of ['88.00', '89.00']) await payAtStore(merchant, { transaction, ticket, amount })
    const day = mexicoCityDay(await nowOf(merchant))
    const file = (...chains: string[]) =>
      [
        `statement,1,sandbox-cash,${day},${day}`,
        'network,rail,id,day,amount,kind,reference,institution',
        ...chains.map((one) => `sandbox-cash,store,${ticket},${day},88.00,payment,${instructions.number},${one}`),
        `trailer,${chains.length},${chains.length * 88}.00`,
      ].join('\n')
    // It does not say what was paid, so it may be another deposit.
    const vague = file('').replace(instructions.number, '')
    const [first, second] = [await reconcile(merchant, vague), await reconcile(merchant, file())]
    const { accountId } = merchant
    const { store } = world().service
    const [judged, freed, posted] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const about = (writes: Write[], kind: string) =>
      writes.some((one) => 'table' in one && one.kind === kind && one.table === 'statement_lines')
    const stepping = (commit: Store['commit']): Store => ({
      ...store,
      db: store.db,
      rows: (query) => store.rows(query),
      commit,
    })
    const judging = stepping(async (writes) => {
      if (about(writes, 'insert')) {
        judged?.resolve()
        await freed?.promise
      }
      await store.commit(writes)
      if (about(writes, 'insert')) posted?.resolve()
    })
    const freeing = stepping(async (writes) => {
      await store.commit(writes)
      if (!about(writes, 'update')) return
      freed?.resolve()
      await posted?.promise
    })
    const one = reconcileIn(world(), judging, file('OXXO'), { accountId, corrects: second.id })
    await judged?.promise
    await Promise.all([one, reconcileIn(world(), freeing, file('OXXO'), { accountId, corrects: first.id })])
    assert.equal((await books(merchant))['suspense:statements'], 0)
    const { counts } = await reconcile(merchant, file('OXXO'))
    assert.deepEqual([counts.different, counts.missing], [0, 1])
    await assertAudited(world())
  })

  test('one that a person has written off stays as it is', async () => {
    const { merchant, file } = await prepared()
    const wrong = await reconcile(merchant, file('', '012'))
    const rows = await world()
      .service.store.db.selectFrom('statement_lines')
      .select('id')
      .where('account_id', '=', merchant.accountId)
      .where('differs', '=', 'amount')
      .execute()
    for (const { id } of rows) await closeLine(world().service, id, { by: processActor('accounts') })
    const before = (await books(merchant))['cost:differences']
    assert.equal((await reconcile(merchant, file('012'), wrong.id)).counts.superseded, 1)
    assert.equal((await books(merchant))['cost:differences'], before)
    await assertAudited(world())
  })
})
