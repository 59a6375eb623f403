// A network's corrected statement takes the place of the wrong one: what that one posted wrong is taken back today, the right lines are posted,
// and both stay on record.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorActor, processActor } from '../../../src/accounts/trail/record.ts'
import { closeLine } from '../../../src/reconciliation/close.ts'
import { audit } from '../../../src/service/audit.ts'
import { update } from '../../../src/store/write.ts'
import { closeNeverReceived } from '../../../src/vouchers/suspense/never-received.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  balanceOf,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { withLines } from '../../support/fixtures/statements.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const swap = (content: string, from: string | RegExp, to: string) =>
  withLines(content, (lines) => lines.map((line) => line.replace(from, to)))

const ACCOUNTS = [
  'bank',
  'receivable:acquirer',
  'receivable:cash-network',
  'receivable:bank',
  'suspense:statements',
  'cost:acquirer-fees',
  'cost:cash-network-fees',
  'cost:bank-fees',
  'cost:differences',
]

onBothEngines('a corrected statement', (world) => {
  const send = (merchant: Merchant, content: string, corrects?: string) =>
    merchant.post('/v1/sandbox/reconcile', { content, ...(corrects !== undefined && { corrects }) })
  const reconcile = async (merchant: Merchant, content: string, corrects?: string) => {
    const answer = await send(merchant, content, corrects)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  const refused = async (merchant: Merchant, content: string, corrects: string | undefined, reason: string) => {
    const before = await books(merchant)
    const { status, body, text } = await send(merchant, content, corrects)
    assert.deepEqual([status >= 400 && status < 500, body.error?.reason], [true, reason], text)
    assert.deepEqual(await books(merchant), before)
    return body.error
  }
  const statement = async (merchant: Merchant, query: string): Promise<string> => {
    const answer = await merchant.get(`/v1/sandbox/statement?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result.content
  }
  const books = async (merchant: Merchant) =>
    Object.fromEntries(
      await Promise.all(ACCOUNTS.map(async (name) => [name, await balanceOf(world(), merchant, name)] as const)),
    )
  const lines = (merchant: Merchant) =>
    world()
      .service.store.db.selectFrom('statement_lines')
      .selectAll()
      .where('account_id', '=', merchant.accountId)
      .orderBy('id')
      .execute()
  const paid = async (merchant: Merchant, ...totals: number[]) => {
    for (const total of totals) {
      const { transaction } = await storeVoucher(merchant, { total })
      await payAtStore(merchant, { transaction })
    }
  }
  /** The books of a merchant who had only the right statement. */
  const asIfRight = async (prepare: (merchant: Merchant) => Promise<string>) => {
    const merchant = await world().merchant()
    await reconcile(merchant, await prepare(merchant))
    return books(merchant)
  }

  test('leaves the books as if only the right one had been read, and the wrong lines on record', async () => {
    const prepare = async (merchant: Merchant) => {
      await paid(merchant, 100, 200, 300)
      return statement(merchant, 'rail=store&settled=false')
    }
    const right = await asIfRight(prepare)
    const merchant = await world().merchant()
    const content = await prepare(merchant)
    // Another amount, another fee, and a line that never was, in place of one.
    const wrong = withLines(content, ([one = '', other = '', last = '']) => [
      one.replace(',100.00,', ',90.00,'),
      other.replace(',payment,5.00', ',payment,7.00'),
      last.replace(/store,[^,]*/, 'store,NEVER').replace(',payment,', ',transfer-out,'),
    ])
    const first = await reconcile(merchant, wrong)
    assert.deepEqual([first.corrects, first.counts.superseded], [null, 0])
    assert.notDeepEqual(await books(merchant), right)
    const again = await reconcile(merchant, content, first.id)
    assert.equal(again.corrects, first.id)
    assert.deepEqual(again.findings, [])
    assert.deepEqual([again.counts.superseded, again.counts.matched, again.counts.contradiction], [3, 3, 0])
    assert.deepEqual(await books(merchant), right)
    const rows = await lines(merchant)
    assert.deepEqual(
      rows.map(({ statement_id, superseded_by }) => [statement_id, superseded_by]),
      [...Array.from({ length: 3 }, () => [first.id, again.id]), ...Array.from({ length: 3 }, () => [again.id, null])],
    )
    await assertAudited(world())
    // The same correction, and the corrected file, again.
    for (const _ of [1, 2]) {
      const { repeated, findings, counts } = await reconcile(merchant, content, first.id)
      assert.deepEqual([repeated, findings, counts.superseded, counts.repeated], [true, [], 0, 3])
      const { description, message } = await refused(merchant, wrong, undefined, 'statement-corrected')
      assert.ok(`${message} ${description}`.includes(again.id))
    }
    assert.equal((await lines(merchant)).length, 6)
    assert.deepEqual(await books(merchant), right)
    await assertAudited(world())
  })

  test('keeps the lines that both say, with their entries', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 100, 200)
    const content = await statement(merchant, 'rail=store')
    const first = await reconcile(merchant, swap(content, /,200.00,/, ',210.00,'))
    const again = await reconcile(merchant, content, first.id)
    assert.deepEqual([again.counts.repeated, again.counts.superseded, again.counts.matched], [2, 1, 1])
    assert.equal((await lines(merchant)).filter((row) => row.superseded_at !== null).length, 1)
    await assertAudited(world())
  })

  test('that was read before without naming the wrong one is read again under its name', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 100)
    const content = await statement(merchant, 'rail=store&settled=false')
    const first = await reconcile(merchant, swap(content, ',100.00,', ',90.00,'))
    const forgotten = await reconcile(merchant, content)
    assert.deepEqual(
      forgotten.findings.map((one: { finding: string; statement: string }) => [one.finding, one.statement]),
      [['contradiction', first.id]],
    )
    const named = await reconcile(merchant, content, first.id)
    assert.notEqual(named.id, forgotten.id)
    assert.deepEqual([named.counts.matched, named.findings], [1, []])
    assert.equal((await books(merchant))['suspense:statements'], 0)
    const without = await reconcile(merchant, content)
    assert.deepEqual([without.id, without.repeated, without.findings], [forgotten.id, true, []])
    await assertAudited(world())
  })

  test('is corrected itself, also back to the first file, and each statement is corrected once', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 100, 50)
    const content = await statement(merchant, 'rail=store&settled=false')
    const wrong = swap(content, ',100.00,', ',90.00,')
    const worse = withLines(wrong, (all) => all.slice(0, 1))
    const first = await reconcile(merchant, content)
    const right = await books(merchant)
    const second = await reconcile(merchant, wrong, first.id)
    assert.notDeepEqual(await books(merchant), right)
    const third = await reconcile(merchant, worse, second.id)
    assert.equal(third.counts.missing, 1)
    assert.ok((await refused(merchant, worse, first.id, 'statement-corrected')).description.includes(second.id))
    await refused(merchant, content, second.id, 'statement-corrected')
    const back = await reconcile(merchant, content, third.id)
    assert.deepEqual([back.findings, back.counts.matched], [[], 2])
    assert.deepEqual(await books(merchant), right)
    await assertAudited(world())
  })

  test('two at once correct a statement once, and the other is refused or the same', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 100)
    const content = await statement(merchant, 'rail=store&settled=false')
    const first = await reconcile(merchant, swap(content, ',100.00,', ',90.00,'))
    const same = await Promise.all([1, 2, 3].map(() => send(merchant, content, first.id)))
    assert.deepEqual(
      same.map(({ status }) => status),
      [200, 200, 200],
    )
    const [one] = same
    const others = await Promise.all(
      ['80.00', '70.00'].map((amount) => send(merchant, swap(content, ',100.00,', `,${amount},`), one?.body.result.id)),
    )
    assert.deepEqual(others.map(({ status }) => status).sort(), [200, 409])
    const standing = (await lines(merchant)).filter((row) => row.superseded_at === null)
    assert.equal(standing.length, 1)
    const difference = (standing[0]?.amount_centavos ?? 0) - 10_000
    assert.equal((await books(merchant))['suspense:statements'], -difference)
    await assertAudited(world())
  })

  test('of another network, account or day, of an unknown or unfinished statement, half, or with a line that cannot be read, is refused', async () => {
    const [merchant, stranger] = [await world().merchant(), await world().merchant()]
    await paid(merchant, 100)
    const content = await statement(merchant, 'rail=store&settled=false')
    const wrong = swap(content, ',100.00,', ',90.00,')
    const { id } = await reconcile(merchant, wrong)
    await refused(merchant, content, 'stm_none', 'statement-unknown')
    await refused(stranger, content, id, 'statement-unknown')
    await refused(merchant, wrong, id, 'statement-correction-same')
    await refused(
      merchant,
      content.replaceAll('sandbox-cash,store', 'sandbox-spei,spei').replace('sandbox-cash', 'sandbox-spei'),
      id,
      'statement-correction-network',
    )
    const [, , , day = ''] = content.split(/[,\r]/)
    const oneDay = content.replace(`,${day},`, `,${content.split(/[,\r]/)[4]},`)
    await refused(merchant, oneDay, id, 'statement-correction-days')
    await refused(merchant, content.slice(0, -30), id, 'statement-half')
    const broken = withLines(content, (all) => [...all, 'sandbox-cash,store,X,2999-01-01,1.00,payment'])
    const { description, message } = await refused(merchant, broken, id, 'statement-correction-line')
    assert.match(`${message} ${description}`, /4/)
    const { store } = world().service
    await store.commit([update('statements', { state: 'reading' }, { id })])
    await refused(merchant, content, id, 'statement-unfinished')
    await store.commit([update('statements', { state: 'done' }, { id })])
    assert.deepEqual((await reconcile(merchant, content, id)).findings, [])
    assert.deepEqual((await reconcile(stranger, content)).counts.matched, 0)
    await assertAudited(world())
  })

  test('takes back what was found later and what was written off', async () => {
    const merchant = await world().merchant()
    await storeVoucher(merchant, { total: 80 })
    const content = await statement(merchant, 'rail=store&extra=1&settled=false')
    const clean = await asIfRight(async (other) => {
      const issued = await storeVoucher(other, { total: 80 })
      const text = await statement(other, 'rail=store&extra=1&settled=false')
      await reconcile(other, text)
      assert.equal((await operationOf(other, issued.transaction)).status, 'N')
      return text
    })
    const wrong = withLines(content, (all) => [
      ...all.map((line) => line.replace(',80.00,', ',70.00,')),
      `${(all[0] ?? '').replace(/store,[^,]*/, 'store,GHOST').replace('payment', 'transfer-out')}`,
    ])
    const first = await reconcile(merchant, wrong)
    assert.equal(first.counts.extra, 2)
    for (const row of await lines(merchant))
      await closeLine(world().service, row.id, { by: processActor('accounts') }).catch(() => {})
    assert.notEqual((await books(merchant))['cost:differences'], 0)
    const again = await reconcile(merchant, content, first.id)
    assert.equal(again.counts.superseded, 2)
    // The voucher was paid with too little by the wrong line: its payment stays for a person, and the right amount is explained by it.
    const now = await books(merchant)
    assert.equal(now['cost:differences'], 0)
    assert.equal(now['cost:cash-network-fees'], clean['cost:cash-network-fees'])
    await assertAudited(world())
    const trail = await world()
      .service.store.db.selectFrom('events')
      .select(['subject', 'actor_kind'])
      .where('account_id', '=', merchant.accountId)
      .where('type', '=', 'statement.corrected')
      .execute()
    assert.deepEqual(trail, [{ subject: first.id, actor_kind: 'credential' }])
  })

  test('a payment that only the wrong statement had stays with its merchant, and is named as missing', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 100)
    const { transaction } = await storeVoucher(merchant, { total: 80 })
    const content = await statement(merchant, 'rail=store&extra=1&settled=false')
    const first = await reconcile(merchant, content)
    assert.equal((await operationOf(merchant, transaction)).status, 'N')
    const corrected = withLines(content, (all) => all.filter((line) => !line.includes(',80.00,')))
    const { findings } = await reconcile(merchant, corrected, first.id)
    assert.deepEqual(
      findings.map((one: Record<string, string>) => [one.finding, one.kind, one.amount]),
      [['missing', 'payment', '80.00']],
    )
    assert.equal((await operationOf(merchant, transaction)).status, 'N')
    const { 'receivable:cash-network': owed, 'suspense:statements': open } = await books(merchant)
    assert.deepEqual([owed, open], [17_500, 0])
    await assertAudited(world())
  })

  test('a card payment under a wrong reference finds its record', async () => {
    const merchant = await world().merchant()
    const answer = await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': 500 })
    const id = answer.body.result.operations[0].transaction
    const content = await statement(merchant, 'rail=card&settled=false')
    const first = await reconcile(merchant, content.replaceAll(id, 'somebody-elses'))
    assert.deepEqual([first.counts.extra, first.counts.missing], [1, 1])
    const again = await reconcile(merchant, content, first.id)
    assert.deepEqual([again.findings, again.counts.matched], [[], 1])
    assert.equal((await books(merchant))['suspense:statements'], 0)
    await assertAudited(world())
  })

  test('a bank’s statement with a settlement of another day, a wrong transfer and a wrong deposit: bank equals the bank again', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 150)
    const spei = await speiVoucher(merchant, { total: 300 })
    await payBySpei(merchant, { transaction: spei.transaction })
    const refunded = await speiVoucher(merchant, { total: 50 })
    await payBySpei(merchant, { transaction: refunded.transaction })
    await merchant.get(`/v1/operations/apply-reversal/${refunded.transaction}`)
    await world().work()
    assert.deepEqual((await reconcile(merchant, await statement(merchant, 'rail=store'))).findings, [])
    const content = await statement(merchant, 'rail=spei')
    const atBank = content
      .trimEnd()
      .split('\r\n')
      .slice(2, -1)
      .reduce((sum, line) => {
        const [, , , , amount, kind, fee] = line.split(',')
        return (
          sum + (kind === 'transfer-out' ? -1 : 1) * Math.round(Number(amount) * 100) - Math.round(Number(fee) * 100)
        )
      }, 0)
    const [, , , firstDay = ''] = content.split(/[,\r]/)
    const wrong = withLines(content, (all) =>
      all.map((line) => {
        const cells = line.split(',')
        if (cells[5] === 'settlement') cells[3] = firstDay
        if (cells[5] === 'transfer-out') cells[4] = '40.00'
        if (cells[4] === '300.00') cells[4] = '310.00'
        return cells.join()
      }),
    )
    const first = await reconcile(merchant, wrong)
    assert.notEqual((await books(merchant)).bank, atBank)
    const again = await reconcile(merchant, content, first.id)
    assert.deepEqual([again.findings, again.counts.superseded], [[], 3])
    const now = await books(merchant)
    assert.equal(now.bank, atBank)
    for (const name of ['receivable:bank', 'receivable:cash-network', 'suspense:statements']) assert.equal(now[name], 0)
    await assertAudited(world())
  })

  test('leaves a line that another statement has too, unless it says the same movement otherwise', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 100, 200, 300)
    const content = await statement(merchant, 'rail=store&settled=false')
    const morning = withLines(content, (all) => all.slice(0, 2))
    await reconcile(merchant, morning)
    const evening = swap(content, ',300.00,', ',330.00,')
    const { id } = await reconcile(merchant, evening)
    // Without the first line, and with another amount of the second.
    const corrected = withLines(content, (all) => all.slice(1).map((line) => line.replace(',200.00,', ',220.00,')))
    const done = await reconcile(merchant, corrected, id)
    assert.deepEqual([done.counts.superseded, done.counts.matched, done.counts.different], [2, 1, 1])
    const standing = (await lines(merchant)).filter((row) => row.superseded_at === null)
    assert.deepEqual(standing.map((row) => row.amount_centavos).sort(), [10_000, 22_000, 30_000])
    await assertAudited(world())
  })

  test('a payment in suspense that only the wrong statement had can be closed as never received', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 100)
    const { transaction } = await storeVoucher(merchant, { total: 90 })
    const held = await payAtStore(merchant, { transaction, amount: 80 })
    assert.equal(held.outcome, 'suspended')
    const content = await statement(merchant, 'rail=store&settled=false')
    const first = await reconcile(merchant, content)
    const stated = () =>
      world()
        .service.store.db.selectFrom('payments_received')
        .select('stated')
        .where('id', '=', held.id)
        .executeTakeFirstOrThrow()
    assert.equal((await stated()).stated, 1)
    const close = () =>
      closeNeverReceived(world().service, held.id, 'the chain annulled it', operatorActor('ana', 'cobro held close'))
    await assert.rejects(close(), { reason: 'payment-stated' })
    const corrected = withLines(content, (all) => all.filter((line) => !line.includes(',80.00,')))
    const done = await reconcile(merchant, corrected, first.id)
    assert.deepEqual([done.counts.superseded, done.counts.missing], [1, 1])
    assert.equal((await stated()).stated, 0)
    // The network takes it back: the line is stated, and holds the payment, again.
    const back = await reconcile(merchant, content, done.id)
    assert.equal((await stated()).stated, 1)
    await assert.rejects(close(), { reason: 'payment-stated' })
    assert.deepEqual((await reconcile(merchant, `${corrected}\n`, back.id)).counts.missing, 1)
    await close()
    assert.deepEqual((await reconcile(merchant, `${corrected}\n`, back.id)).findings, [])
    await assertAudited(world())
  })

  test('the audit names a superseded line whose reversal or correction was changed', async () => {
    const merchant = await world().merchant()
    await paid(merchant, 100)
    const content = await statement(merchant, 'rail=store&settled=false')
    const first = await reconcile(merchant, swap(content, ',100.00,', ',90.00,'))
    const { id } = await reconcile(merchant, content, first.id)
    const { store } = world().service
    const row = (await lines(merchant)).find((one) => one.superseded_by === id) ?? assert.fail()
    const at = row.superseded_at
    for (const set of [{ superseded_at: null, superseded_by: null }, { superseded_by: null }] as const) {
      // The record belongs to the right line: the wrong one cannot stand beside it.
      const change = store.commit([update('statement_lines', set, { id: row.id })])
      if ('superseded_at' in set) {
        await assert.rejects(change)
        continue
      }
      await change
      const { invariants } = await audit(store, { accountId: merchant.accountId })
      const broken = invariants.filter(({ faults }) => faults > 0).map(({ name }) => name)
      assert.deepEqual(broken, ['statement-lines'])
      await store.commit([update('statement_lines', { superseded_by: id, superseded_at: at }, { id: row.id })])
    }
    await assertAudited(world())
  })
})
