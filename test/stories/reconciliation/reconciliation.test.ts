// A network's statement is held against the books: what was reported and paid clears to zero, and whatever is missing, extra or different is
// named, goes in like a network's report, or stands in suspense. No line counts twice.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { addDays, mexicoCityDay, speiDay } from '../../../src/core/time.ts'
import { UNMATCHED_ACCOUNT } from '../../../src/ledger/owner.ts'
import { closeLine } from '../../../src/reconciliation/close.ts'
import { audit } from '../../../src/service/audit.ts'
import { update } from '../../../src/store/write.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  balanceOf,
  moveClock,
  nowOf,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { reconcile, withLines } from '../../support/fixtures/statements.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

async function statement(merchant: Merchant, query: string): Promise<string> {
  const answer = await merchant.get(`/v1/sandbox/statement?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.result.content
}

const PAYER = '012180001554321090'

const RECEIVABLES = ['receivable:acquirer', 'receivable:cash-network', 'receivable:bank', 'suspense:statements']

const CLOSED_ACCOUNT = '646180990000000012'

onBothEngines('reconciliation', (world) => {
  const balances = async (merchant: Merchant) =>
    Object.fromEntries(
      await Promise.all(RECEIVABLES.map(async (name) => [name, await balanceOf(world(), merchant, name)] as const)),
    )
  const charge = async (merchant: Merchant, amount: number) => {
    const answer = await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': amount })
    assert.equal(answer.status, 200, answer.text)
  }
  const cleared = Object.fromEntries(RECEIVABLES.map((name) => [name, 0]))

  test('reported and paid payments clear to zero, fees are costs, and our bank account holds the rest', async () => {
    const merchant = await world().merchant()
    await charge(merchant, 1_000)
    const store = await storeVoucher(merchant, { total: 200 })
    await payAtStore(merchant, { transaction: store.transaction })
    const spei = await speiVoucher(merchant, { total: 300 })
    await payBySpei(merchant, { transaction: spei.transaction })
    const refunded = await speiVoucher(merchant, { total: 50 })
    await payBySpei(merchant, { transaction: refunded.transaction })
    await merchant.get(`/v1/operations/apply-reversal/${refunded.transaction}`)
    await world().work()
    for (const rail of ['card', 'store', 'spei']) {
      const { counts, findings } = await reconcile(merchant, await statement(merchant, `rail=${rail}`))
      assert.deepEqual(findings, [], rail)
      assert.equal(counts.matched + counts.stated, counts.lines)
    }
    assert.deepEqual(await balances(merchant), cleared)
    assert.equal(await balanceOf(world(), merchant, 'cost:acquirer-fees'), 1_500)
    assert.equal(await balanceOf(world(), merchant, 'cost:cash-network-fees'), 500)
    assert.equal(await balanceOf(world(), merchant, 'cost:bank-fees'), 300)
    assert.equal(await balanceOf(world(), merchant, 'bank'), 150_000 - 1_500 - 500 - 300)
    await assertAudited(world())
  })

  test('a payment without a report pays its voucher by the statement, once', async () => {
    const merchant = await world().merchant()
    for (const [rail, issue] of [
      ['store', storeVoucher],
      ['spei', speiVoucher],
    ] as const) {
      const { transaction } = await issue(merchant, { total: 80 })
      const content = await statement(merchant, `rail=${rail}&extra=1`)
      const first = await reconcile(merchant, content)
      assert.equal(first.counts.extra, 1, JSON.stringify(first))
      assert.equal(first.findings[0].became, 'matched: voucher-paid')
      assert.equal((await operationOf(merchant, transaction)).status, 'N')
      const again = await reconcile(merchant, content)
      assert.equal(again.repeated, true)
      assert.deepEqual([again.counts.extra, again.counts.repeated, again.findings], [0, again.counts.lines, []])
    }
    await reconcile(merchant, await statement(merchant, 'rail=spei'))
    assert.deepEqual(await balances(merchant), cleared)
    await assertAudited(world())
  })

  test('the sandbox states nothing of the days ahead: a statement ends today, and one that begins later is refused', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant, { total: 100 })
    await payAtStore(merchant, { transaction })
    const today = mexicoCityDay(await nowOf(merchant))
    const content = await statement(merchant, `rail=store&start_date=${today}&end_date=${addDays(today, 40)}`)
    assert.equal(content, await statement(merchant, `rail=store&start_date=${today}&end_date=${today}`))
    assert.ok(content.startsWith(`statement,1,sandbox-cash,${today},${today}\r\n`), content)
    assert.ok(content.includes(`,${today},95.00,settlement,`), content)
    const { findings, counts } = await reconcile(merchant, content)
    assert.deepEqual([findings, counts.matched, counts.stated], [[], 1, 1])
    const [start, end] = [addDays(today, 1), addDays(today, 40)]
    const ahead = await merchant.get(`/v1/sandbox/statement?rail=store&start_date=${start}&end_date=${end}`)
    assert.deepEqual([ahead.status, Object.keys(ahead.body.error.messages)], [400, ['start_date']])
    await assertAudited(world())
  })

  test('amounts beyond what a balance of a day holds are refused, and the books and their audit go on', async () => {
    const merchant = await world().merchant()
    const day = mexicoCityDay(await nowOf(merchant))
    const most = '999999999999.99'
    const settled = (...ids: string[]) =>
      [
        `statement,1,sandbox-cash,${day},${day}`,
        'network,rail,id,day,amount,kind',
        ...ids.map((id) => `sandbox-cash,store,${id}-${merchant.accountId},${day},${most},settlement`),
        `trailer,${ids.length},${ids.length === 1 ? most : '4999999999999.95'}`,
      ].join('\n')
    assert.equal((await reconcile(merchant, settled('A'))).counts.stated, 1)
    const { status, body } = await merchant.post('/v1/sandbox/reconcile', { content: settled('B', 'C', 'D', 'E', 'F') })
    assert.deepEqual([status, body.error.reason], [409, 'balance-too-large'])
    assert.equal(await balanceOf(world(), merchant, 'receivable:cash-network'), -99_999_999_999_999)
    assert.equal((await merchant.get('/v1/ledger/balances')).status, 200)
    // Also at once, lines leave room in the balance of the day for payments.
    const each = await Promise.all(
      ['G', 'H', 'I', 'J'].map((id) => merchant.post('/v1/sandbox/reconcile', { content: settled(id) })),
    )
    assert.deepEqual(each.map((one) => one.status).sort(), [200, 409, 409, 409])
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction })
    await charge(merchant, 1_000)
    await assertAudited(world())
  })

  test('and lines of many days leave balances that can be added up', async () => {
    const merchant = await world().merchant()
    const most = '999999999999.99'
    const states: number[] = []
    for (let n = 0; n < 21; n += 1) {
      await moveClock(merchant, { advance: 'P1D' })
      const day = mexicoCityDay(await nowOf(merchant))
      const lines = ['A', 'B'].map(
        (id) => `sandbox-cash,store,DAY${n}${id}-${merchant.accountId},${day},${most},settlement`,
      )
      const head = [`statement,1,sandbox-cash,${day},${day}`, 'network,rail,id,day,amount,kind']
      const content = [...head, ...lines, 'trailer,2,1999999999999.98'].join('\n')
      states.push((await merchant.post('/v1/sandbox/reconcile', { content })).status)
    }
    assert.deepEqual(states, [...Array.from({ length: 20 }, () => 200), 409])
    const { status, body } = await merchant.get('/v1/ledger/balances')
    assert.equal(status, 200, body.error?.reason)
    assert.equal((await merchant.get('/v1/sandbox/statement?rail=store')).status, 200)
    await assertAudited(world())
  })

  test('a transfer of the last evening, under the banking day that begins then, is in time when the bank states no instant', async () => {
    const merchant = await world().merchant()
    // A Friday.
    const [friday, monday] = ['2031-06-13', '2031-06-16']
    await moveClock(merchant, { freeze: true, set: `${friday}T12:00:00-06:00` })
    const issue = async (expiration_date: string) => speiVoucher(merchant, { expiration_date, total: 83 })
    const [inTime, late] = [await issue(friday), await issue(friday)]
    await moveClock(merchant, { set: `${monday}T19:00:00-06:00` })
    const lineOf = (day: string, clabe: string) =>
      `sandbox-spei,spei,EVENING${day},${day},83.00,payment,,${clabe},012,${PAYER},`
    const content = [
      `statement,1,sandbox-spei,${friday},2031-06-17`,
      'network,rail,id,day,amount,kind,fee,reference,institution,payer_clabe,paid_at',
      lineOf(monday, inTime.bank_account_number),
      lineOf('2031-06-17', late.bank_account_number),
      'trailer,2,166.00',
    ].join('\n')
    const { findings } = await reconcile(merchant, content)
    assert.deepEqual(
      findings.map(({ became }: { became: string }) => became),
      ['matched: voucher-paid', 'returned: expired'],
    )
    assert.match((await operationOf(merchant, inTime.transaction)).paid_at, /^2031-06-13T23:59:59/)
    await assertAudited(world())
  })

  test('a payment that a file repeats with another day or institution is paid out to no account', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant, { total: 72 })
    await payBySpei(merchant, { transaction, payer_clabe: '012180001554321090' })
    const whole = await statement(merchant, 'rail=spei')
    await reconcile(merchant, whole)
    const line = whole.split('\n').find((one) => one.includes(',72.00,payment')) ?? ''
    const institution = /,(\d{3}|\d{5}),/.exec(line)?.[1] ?? ''
    assert.ok(institution !== '', line)
    const retold = withLines(whole, (lines) => lines.map((one) => one.replace(`,${institution},`, ',40999,')))
    assert.equal((await reconcile(merchant, retold)).counts.extra, 1)
    await world().work()
    assert.deepEqual(await transfersOf(world(), merchant), [])
    await assertAudited(world())
  })

  test('a line that says its payer’s account and no institution is held against a payment of that bank only', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant, { total: 73 })
    await payBySpei(merchant, { transaction, payer_clabe: PAYER })
    const whole = await statement(merchant, 'rail=spei')
    const from = (clabe: string) =>
      withLines(whole, (lines) => lines.map((one) => one.replace(`,012,${PAYER},`, `,,${clabe},`)))
    assert.notEqual(from(PAYER), whole.trimEnd().replaceAll('\r\n', '\n'))
    const other = await reconcile(merchant, from('002010077777777771'))
    assert.deepEqual([other.counts.matched, other.counts.extra], [0, 1])
    const own = await reconcile(merchant, from(PAYER))
    assert.deepEqual([own.counts.matched, own.counts.extra], [1, 0])
    await assertAudited(world())
  })

  test('a report after the statement is the payment of its line', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant, { total: 81 })
    const content = await statement(merchant, 'rail=spei&extra=1')
    await reconcile(merchant, content)
    const [row] = await world()
      .service.store.db.selectFrom('payments_received')
      .selectAll()
      .where('operation_id', '=', transaction)
      .execute()
    assert.equal(row?.outcome, 'matched')
    for (const payer_clabe of ['012180001554321090', '012180001554321090']) {
      const report = await payBySpei(merchant, { transaction, payer_clabe, tracking_key: row?.network_transaction })
      assert.equal(report.id, row?.id)
    }
    await world().work()
    assert.deepEqual(await transfersOf(world(), merchant), [])
    await assertAudited(world())
  })

  test('a missing payment is named and stays owed; one with another amount is in suspense with the difference', async () => {
    const merchant = await world().merchant()
    for (const total of [100, 200]) {
      const { transaction } = await storeVoucher(merchant, { total })
      await payAtStore(merchant, { transaction })
    }
    const done = await reconcile(merchant, await statement(merchant, 'rail=store&missing=1&other_amount=1'))
    const [different, missing] = done.findings
    assert.deepEqual([different.finding, different.differs, different.amount], ['different', 'amount', '101.00'])
    assert.deepEqual([missing.finding, missing.kind, missing.amount], ['missing', 'payment', '200.00'])
    assert.ok(missing.record.startsWith('pay_'))
    const suspense = await balances(merchant)
    assert.equal(suspense['suspense:statements'], -100)
    assert.equal(suspense['receivable:cash-network'], 20_000, 'the other was settled, with the peso too much')
    // The network states it a day later: a file of its own.
    const whole = await statement(merchant, 'rail=store')
    const later = await reconcile(
      merchant,
      withLines(whole, (lines) => lines.filter((line) => !line.includes(',100.00,payment'))),
    )
    assert.equal(later.counts.missing, 0)
    await assertAudited(world())
  })

  test('an extra payment into an unknown destination is kept, and a charge without our record is in suspense', async () => {
    const merchant = await world().merchant()
    await charge(merchant, 10)
    const content = withLines(await statement(merchant, 'rail=card&settled=false'), (lines) => [
      ...lines,
      ...lines.map((line) => line.replace(/payment.*/, 'payment,0.00,unknown').replace(/card,[^,]*/, 'card,OTHER')),
    ])
    const done = await reconcile(merchant, content)
    assert.deepEqual([done.counts.matched, done.counts.extra], [1, 1])
    assert.equal((await balances(merchant))['suspense:statements'], -1_000)
    const again = await reconcile(merchant, content)
    assert.deepEqual(
      again.findings.map((one: { finding: string }) => one.finding),
      ['extra'],
      'it is still open',
    )
    await assertAudited(world())
  })

  test('a card without a security code is not declined for a wrong one', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant, { total: 100 })
    await payAtStore(merchant, { transaction })
    const content = await statement(merchant, 'rail=store&settled=false')
    await reconcile(merchant, content)
    const before = await balances(merchant)
    const other = await reconcile(merchant, content.replaceAll(',100.00', ',90.00'))
    assert.deepEqual([other.repeated, other.findings[0].finding, other.counts.matched], [false, 'contradiction', 0])
    assert.deepEqual(await balances(merchant), before)
    await assertAudited(world())
  })

  test('an incomplete file is refused whole, and malformed lines are named while the others are read', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant, { total: 70 })
    await payAtStore(merchant, { transaction })
    const content = await statement(merchant, 'rail=store&settled=false')
    const refused = async (text: string) => {
      const answer = await merchant.post('/v1/sandbox/reconcile', { content: text })
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.body.error.description.length > 0)
    }
    const lines = content.trimEnd().split('\r\n')
    await refused(lines.slice(0, -1).join('\n'))
    await refused(content.replace(/trailer,1,70.00/, 'trailer,2,70.00'))
    await refused(content.replace(/trailer,1,70.00/, 'trailer,1,71.00'))
    await refused(content.replaceAll('sandbox-cash', 'nobody'))
    await refused('hello')
    // Its days run far ahead; the rest of the running month is no fault.
    const today = mexicoCityDay(await nowOf(merchant))
    const ahead = (days: number) => lines[0]?.replace(/[^,]*$/, addDays(today, days)) ?? ''
    const far = await merchant.post('/v1/sandbox/reconcile', {
      content: [ahead(40), ...lines.slice(1)].join('\n'),
    })
    assert.deepEqual([far.status, far.body.error.reason], [400, 'statement-future'])
    assert.equal((await balances(merchant))['receivable:cash-network'], 7_000)
    assert.equal(
      (await reconcile(merchant, [ahead(30), ...lines.slice(1, -2), 'trailer,0,0.00'].join('\n'))).counts.lines,
      0,
    )
    const broken = withLines(content, (good) => ['sandbox-cash,store,X,2999-01-01,1.00,payment', ...good])
    const done = await reconcile(merchant, broken)
    assert.deepEqual(done.findings[0], { ...done.findings[0], finding: 'malformed', line: 3, faults: ['day'] })
    assert.equal(done.counts.matched, 1)
    await assertAudited(world())
  })

  test('two reconciliations at once, and one that continues a stopped one, post each line once', async () => {
    const merchant = await world().merchant()
    for (let count = 0; count < 4; count += 1) {
      const { transaction } = await storeVoucher(merchant, { total: 25 })
      if (count < 3) await payAtStore(merchant, { transaction })
    }
    const content = await statement(merchant, 'rail=store&extra=1')
    await Promise.all([1, 2, 3].map(() => reconcile(merchant, content)))
    // Another file with the same lines.
    await Promise.all([1, 2].map((turn) => reconcile(merchant, content.replaceAll('\r\n', '\n'.repeat(turn)))))
    const found = await world()
      .service.store.db.selectFrom('statement_lines')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', merchant.accountId)
      .executeTakeFirstOrThrow()
    assert.equal(Number(found.count), 5)
    assert.equal((await balances(merchant))['receivable:cash-network'], 0)
    await assertAudited(world())
  })

  test('a statement of one account shows nothing of another account’s payments', async () => {
    const [merchant, other] = [await world().merchant(), await world().merchant()]
    const { transaction } = await storeVoucher(merchant, { total: 33 })
    await payAtStore(merchant, { transaction })
    const waiting = await storeVoucher(merchant, { total: 34 })
    const content = await statement(merchant, 'rail=store&extra=1&settled=false')
    const stolen = await reconcile(other, content)
    assert.deepEqual([stolen.counts.matched, stolen.counts.extra], [0, 2])
    assert.deepEqual(
      stolen.findings.map((one: { record: string | null }) => one.record),
      [null, null],
    )
    assert.equal((await operationOf(merchant, waiting.transaction)).status, 'P')
    const own = await reconcile(merchant, content)
    assert.deepEqual([own.counts.matched, own.counts.extra], [1, 1])
    await assertAudited(world())
  })

  test('a movement that is compared with one account’s books and with all books counts once, in either order', async () => {
    for (const isAllFirst of [false, true]) {
      const merchant = await world().merchant()
      const { transaction } = await storeVoucher(merchant, { total: 45 })
      await payAtStore(merchant, { transaction })
      await storeVoucher(merchant, { total: 46 })
      // A payment, an unreported payment, a settlement, and a charge without our record.
      const stated = await statement(merchant, 'rail=store&extra=1')
      const unknown = `sandbox-cash,store,FEE-${merchant.accountId},${mexicoCityDay(await nowOf(merchant))},3.00,fee`
      const content = withLines(stated, (lines) => [...lines, unknown])
      const ofAll = async () => {
        const findings: string[] = []
        const { counts } = await world().service.reconcile({
          source: async function* () {
            yield Buffer.from(content)
          },
          accountId: undefined,
          onFinding: ({ kind }) => void findings.push(kind),
        })
        return { counts, findings }
      }
      const ofOne = async () => {
        const { counts, findings } = await reconcile(merchant, content)
        return { counts, findings: findings.map(({ finding }: { finding: string }) => finding) }
      }
      const entries = async () =>
        (
          await world()
            .service.store.db.selectFrom('entries')
            .select(['entry', 'lines'])
            .where('account_id', 'in', [merchant.accountId, UNMATCHED_ACCOUNT])
            .orderBy('entry')
            .execute()
        ).map(({ entry, lines }) => `${entry} ${lines}`)
      const first = await (isAllFirst ? ofAll() : ofOne())
      assert.equal(first.counts.extra, 1)
      const posted = await entries()
      const second = await (isAllFirst ? ofOne() : ofAll())
      const { lines, repeated, extra, contradiction } = second.counts
      assert.deepEqual([repeated, extra, contradiction], [lines, 0, 0])
      assert.deepEqual(await entries(), posted)
      assert.deepEqual(
        second.findings.filter((kind: string) => kind !== 'missing'),
        [],
      )
    }
    await assertAudited(world())
  })

  test('a written-off line is matched, once, when its record arrives after all', async () => {
    const { store } = world().service
    for (const amount of ['60.00', '61.00']) {
      const merchant = await world().merchant()
      await moveClock(merchant, { freeze: true })
      const { transaction } = await speiVoucher(merchant, { total: 60 })
      await payBySpei(merchant, { transaction })
      await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
      // The bank tells of a refund that nobody has asked it to send yet.
      const [refund] = (await merchant.get('/v1/transfers')).body.result.transfers
      const content = withLines(await statement(merchant, 'rail=spei&settled=false'), (lines) => {
        const [network, rail, , day] = lines[0]?.split(',') ?? []
        return [
          ...lines,
          [network, rail, refund.tracking_key, day, amount, 'transfer-out', '0.00', '', '', '', ''].join(),
        ]
      })
      const first = await reconcile(merchant, content)
      const extra = first.findings.find((one: { finding: string }) => one.finding === 'extra')
      assert.ok(extra, JSON.stringify(first))
      const lines = () =>
        store.db.selectFrom('statement_lines').selectAll().where('movement', '=', refund.tracking_key).execute()
      const [line] = await lines()
      await closeLine(world().service, line?.id ?? '', { by: processActor('accounts') })
      const costs = () => balanceOf(world(), merchant, 'cost:differences')
      assert.equal(await costs(), Number(amount) * 100)
      await assertAudited(world())
      await world().work()
      await Promise.all([1, 2, 3].map(() => reconcile(merchant, content)))
      const again = await reconcile(merchant, content)
      assert.deepEqual(again.findings, [])
      const [matched] = await lines()
      assert.ok(matched?.cause_id === refund.id && matched?.found_at !== null && matched?.closed_at !== null)
      assert.deepEqual(await balances(merchant), cleared)
      assert.equal(await costs(), Number(amount) * 100 - 6_000, 'what differs stays written off')
      await assertAudited(world())
      await moveClock(merchant, { resume: true })
    }
  })

  test('a return that the bank dates before all time is found on the statement, and shown with an instant', async () => {
    const merchant = await world().merchant()
    for (const at of ['0001-01-01T00:00:00Z', '0000-12-31T23:00:00-06:00']) {
      const { transaction } = await speiVoucher(merchant, { total: 70 })
      await payBySpei(merchant, { transaction })
      await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
      await world().work()
      const shown = async () => (await merchant.get(`/v1/transfers?operation=${transaction}`)).body.result.transfers[0]
      const { tracking_key: trackingKey, status } = await shown()
      assert.equal(status, 'settled')
      await world().service.transferChanged({ network: 'sandbox-spei', trackingKey, state: 'returned', at })
      assert.match((await shown()).network_timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
      const content = withLines(await statement(merchant, 'rail=spei&settled=false'), (lines) => {
        const [network, rail, , day] = lines[0]?.split(',') ?? []
        return [
          ...lines.filter((line) => !line.includes(trackingKey)),
          ...['transfer-out', 'return'].map((kind) =>
            [network, rail, trackingKey, day, '70.00', kind, '0.00', '', '', '', ''].join(),
          ),
        ]
      })
      const { counts } = await reconcile(merchant, content)
      assert.equal(counts.extra, 0)
    }
    assert.equal((await balances(merchant))['suspense:statements'], 0)
    await assertAudited(world())
  })

  test('a transfer that the bank had rejected is settled by its line on the statement, and is not sent again', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const { transaction } = await speiVoucher(merchant, { total: 60 })
    await payBySpei(merchant, { transaction, payer_clabe: CLOSED_ACCOUNT })
    await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    await world().work()
    const shown = async () => (await merchant.get('/v1/transfers')).body.result.transfers[0]
    const refund = await shown()
    assert.equal(refund.status, 'rejected')
    const content = withLines(await statement(merchant, 'rail=spei&settled=false'), (lines) => {
      const [network, rail, , day] = lines[0]?.split(',') ?? []
      return [
        ...lines,
        [network, rail, refund.tracking_key, day, '60.00', 'transfer-out', '0.00', '', '', '', ''].join(),
      ]
    })
    const first = await reconcile(merchant, content)
    assert.deepEqual(first.findings, [])
    assert.equal((await shown()).status, 'settled')
    assert.equal((await merchant.post(`/v1/transfers/${refund.id}/retry`, {})).status, 409)
    assert.deepEqual(await balances(merchant), cleared)
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })

  test('a transfer that the bank returned is on the statement as gone and come back', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant, { total: 60 })
    await payBySpei(merchant, { transaction })
    await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    await world().work()
    const transfers = (await merchant.get('/v1/transfers')).body.result.transfers
    const played = await merchant.post(`/v1/sandbox/transfers/${transfers[0].id}`, { outcome: 'returned' })
    assert.equal(played.status, 200, played.text)
    await world().work()
    const done = await reconcile(merchant, await statement(merchant, 'rail=spei'))
    assert.deepEqual(done.findings, [])
    assert.equal(done.counts.matched, 3)
    assert.deepEqual(await balances(merchant), cleared)
    await assertAudited(world())
  })

  test('each movement of a returned transfer that the bank’s statement does not have is missing, and no longer when a later one has it', async () => {
    for (const { left, missing } of [
      { left: ['return'], missing: ['return'] },
      { left: ['transfer-out'], missing: ['transfer-out'] },
      { left: ['transfer-out', 'return'], missing: ['transfer-out', 'return'] },
    ]) {
      const merchant = await world().merchant()
      const { transaction } = await speiVoucher(merchant, { total: 200 })
      await payBySpei(merchant, { transaction })
      // The fees stay with the service, so another sale carries the whole refund.
      await payBySpei(merchant, { transaction: (await speiVoucher(merchant, { total: 100 })).transaction })
      const refund = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: '200.00' })
      assert.equal(refund.status, 200, refund.text)
      await world().work()
      const [transfer] = await transfersOf(world(), merchant)
      assert.equal(transfer?.state, 'settled')
      const played = await merchant.post(`/v1/sandbox/transfers/${transfer.id}`, { outcome: 'returned' })
      assert.equal(played.status, 200, played.text)
      await world().work()
      const whole = await statement(merchant, 'rail=spei')
      const gaps = withLines(whole, (lines) =>
        lines.filter((one) => !left.some((kind): boolean => one.includes(`,${kind},`))),
      )
      for (const _ of [1, 2]) {
        const findings: Record<string, string>[] = (await reconcile(merchant, gaps)).findings
        const named: string[][] = findings.map(({ finding = '', kind = '', amount = '', id = '', record = '' }) => [
          finding,
          kind,
          amount,
          id,
          record,
        ])
        assert.deepEqual(
          named,
          missing.map((kind): string[] => ['missing', kind, '200.00', transfer.tracking_key, transfer.id]),
        )
      }
      assert.deepEqual((await reconcile(merchant, whole)).findings, [])
    }
    await assertAudited(world())
  })

  test('a transfer that the bank returned without settling it is missing only its other movement', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant, { total: 70 })
    await payBySpei(merchant, { transaction })
    await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    const [transfer] = await transfersOf(world(), merchant)
    const trackingKey = transfer?.tracking_key ?? ''
    const played = await merchant.post(`/v1/sandbox/transfers/${transfer?.id}`, { outcome: 'returned' })
    assert.equal(played.status, 200, played.text)
    await world().work()
    // The bank has accepted it, and says that it came back before it was settled.
    await world().service.transferChanged({ network: 'sandbox-spei', trackingKey, state: 'returned' })
    await world().work()
    const [row] = await transfersOf(world(), merchant)
    assert.deepEqual([row?.state, row?.settled_at], ['returned', null])
    const whole = await statement(merchant, 'rail=spei')
    const without = (...kinds: string[]) =>
      withLines(whole, (lines) => lines.filter((one) => !kinds.some((kind) => one.includes(`,${kind},`))))
    assert.deepEqual((await reconcile(merchant, without('transfer-out', 'return'))).findings, [])
    const { findings } = await reconcile(merchant, without('return'))
    assert.deepEqual(
      findings.map((one: { finding: string; kind: string }) => [one.finding, one.kind]),
      [['missing', 'return']],
    )
  })

  test('a returned transfer counts once, whether the bank lists it as a return, as a payment, or as both', async () => {
    const { store, reconcile: hold } = world().service
    const nobody = { accountId: UNMATCHED_ACCOUNT }
    const kinds = [
      { reported: ['return', 'payment'], isReported: false },
      { reported: ['payment', 'return'], isReported: false },
      { reported: ['return', 'payment'], isReported: true },
      { reported: ['payment', 'return'], isReported: true },
      { reported: ['payment'], isReported: false },
      { reported: ['payment'], isReported: true },
    ]
    for (const { reported, isReported } of kinds) {
      const merchant = await world().merchant()
      const { transaction } = await speiVoucher(merchant, { total: 64 })
      await payBySpei(merchant, { transaction })
      await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
      await world().work()
      const [refund] = await transfersOf(world(), merchant)
      assert.equal(refund?.state, 'settled')
      const report = { clabe: '646180110400000007', amount: 64, tracking_key: refund.tracking_key, payer_clabe: PAYER }
      if (isReported) assert.equal((await payBySpei(merchant, report)).outcome, 'taken-back')
      const content = withLines(await statement(merchant, 'rail=spei'), (lines) => {
        const all = lines.filter((one) => !one.includes(',return,'))
        const out = all.find((one) => one.includes(',transfer-out,')) ?? assert.fail('no transfer')
        const cells = out.split(',')
        const back = reported.map((kind) => {
          const line = [...cells]
          line[5] = kind
          line[7] = '646180110400000007'
          line[8] = PAYER.slice(0, 3)
          line[9] = kind === 'payment' ? PAYER : ''
          return line.join(',')
        })
        return [...all, ...back]
      })
      const banked = async () =>
        (await balanceOf(world(), nobody, 'bank')) + (await balanceOf(world(), nobody, 'cost:bank-fees'))
      const bankBefore = await banked()
      const suspenseBefore = await balanceOf(world(), nobody, 'suspense:statements')
      const name = `${reported.join(' then ')}, ${isReported ? 'reported' : 'not reported'}`
      let extra = 0
      const source = () => Readable.from([Buffer.from(content)])
      for (const round of [1, 2]) {
        const { counts } = await hold({ source, accountId: undefined, onFinding: () => {} })
        if (round === 1) extra = counts.extra
      }
      const lines = await store.db
        .selectFrom('statement_lines')
        .selectAll()
        .where('movement', '=', refund.tracking_key)
        .where('kind', '<>', 'transfer-out')
        .execute()
      assert.equal(lines.filter(({ cause_id }) => cause_id !== null).length, 1, name)
      assert.equal(lines.filter(({ returned_transfer }) => returned_transfer === refund.id).length, 1, name)
      // The second time that the bank says so is for a person: it stands on the account of what is to be explained.
      const doubled = reported.length === 2 ? 6_400 : 0
      assert.equal(await balanceOf(world(), nobody, 'suspense:statements'), suspenseBefore - doubled, name)
      assert.equal(await banked(), bankBefore + 6_400 + doubled, name)
      assert.ok(extra >= reported.length - 1, name)
      assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -6_400, name)
      await assertAudited(world())
    }
  })

  test('a transfer that went, was retried, and came back as a deposit leaves nothing to explain', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const { transaction } = await speiVoucher(merchant, { total: 64 })
    await payBySpei(merchant, { transaction, payer_clabe: CLOSED_ACCOUNT })
    await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    await world().work()
    const [first] = await transfersOf(world(), merchant)
    assert.equal(first?.state, 'rejected')
    const retried = await merchant.post(`/v1/transfers/${first.id}/retry`, { clabe: PAYER, beneficiary: 'Ana' })
    assert.equal(retried.status, 200, retried.text)
    await world().work()
    const deposit = { clabe: '646180110400000007', amount: 64, tracking_key: first.tracking_key, payer_clabe: PAYER }
    const back = await payBySpei(merchant, deposit)
    assert.equal(back.outcome, 'taken-back')
    const content = withLines(await statement(merchant, 'rail=spei&settled=false'), (lines) => {
      const others = lines.filter((one) => !one.includes(first.tracking_key))
      const [network, rail, , day] = others[0]?.split(',') ?? []
      const line = (kind: string, ...more: string[]) => [network, rail, first.tracking_key, day, '64.00', kind, ...more]
      return [
        ...others,
        line('transfer-out', '0.00', '', '', '', '').join(),
        line('payment', '0.00', deposit.clabe, PAYER.slice(0, 3), PAYER, '').join(),
      ]
    })
    const { counts, findings } = await reconcile(merchant, content)
    assert.deepEqual([counts.matched, findings], [4, []], JSON.stringify(findings))
    assert.deepEqual(await balances(merchant), cleared)
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })

  test('the sum of many payments is read, posted and matched: a settlement, a payout, and the deposit that returns it', async () => {
    const merchant = await world().merchant()
    const day = (await statement(merchant, 'rail=store')).split(',')[3] ?? ''
    const content = (amount: string) =>
      [
        `statement,1,sandbox-cash,${day},${day}`,
        'network,rail,id,day,amount,kind',
        `sandbox-cash,store,SUM${amount},${day},${amount},settlement`,
        `trailer,1,${amount}`,
      ].join('\n')
    for (const amount of ['100000000.00', '999999999999.99'])
      assert.equal((await reconcile(merchant, content(amount))).counts.stated, 1, amount)
    const { findings } = await reconcile(
      merchant,
      content('999999999999.99').replace(',999999999999.99,', ',1000000000000.00,'),
    )
    assert.deepEqual(
      findings.map((one: { finding: string }) => one.finding),
      ['malformed'],
    )
    await assertAudited(world())
  })

  test('a settlement that is stated again with another day is the same one: it counts once, and the contradiction is named', async () => {
    const merchant = await world().merchant()
    const today = (await statement(merchant, 'rail=store')).split(',')[3] ?? ''
    const before = addDays(today, -1)
    const stated = (day: string, line: string) =>
      [
        `statement,1,sandbox-cash,${before},${today}`,
        'network,rail,id,day,amount,kind',
        line.replace('DAY', day),
        'trailer,1,145.00',
      ].join('\n')
    const line = 'sandbox-cash,store,SETONCE,DAY,145.00,settlement'
    assert.equal((await reconcile(merchant, stated(today, line))).counts.stated, 1)
    const posted = await balances(merchant)
    const other = await reconcile(merchant, stated(before, line))
    assert.deepEqual([other.findings[0].finding, other.counts.stated], ['contradiction', 0])
    assert.deepEqual(await balances(merchant), posted)
    // Two files at once, each with another day.
    const twice = 'sandbox-cash,store,SETTWICE,DAY,145.00,settlement'
    const both = await Promise.all([today, before].map((day) => reconcile(merchant, stated(day, twice))))
    assert.deepEqual(both.map(({ counts }) => [counts.stated, counts.contradiction]).sort(), [
      [0, 1],
      [1, 0],
    ])
    await assertAudited(world())
  })

  test('a return that was released long after its payment is missing when the bank does not have it', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const { transaction } = await storeVoucher(merchant, { total: 90 })
    const cash = await payAtStore(merchant, { transaction, amount: 80 })
    assert.equal(cash.outcome, 'suspended')
    await moveClock(merchant, { advance: 'P60D' })
    const to = { action: 'return', clabe: '032180000118359719', beneficiary: 'Ana Ruiz' }
    assert.equal((await merchant.post(`/v1/received-payments/${cash.id}/release`, to)).status, 200)
    await world().work()
    const [transfer] = await transfersOf(world(), merchant)
    const day = speiDay(transfer?.settled_at ?? '')
    const empty = [`statement,1,sandbox-spei,${day},${day}`, 'network,rail,id,day,amount,kind', 'trailer,0,0.00'].join(
      '\n',
    )
    const { counts, findings } = await reconcile(merchant, empty)
    assert.deepEqual([counts.missing, findings[0]?.id], [1, transfer?.tracking_key], JSON.stringify(findings))
    await moveClock(merchant, { resume: true })
  })

  test('the audit names a line whose record or entry was changed', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant, { total: 61 })
    await payAtStore(merchant, { transaction })
    await reconcile(merchant, await statement(merchant, 'rail=store&settled=false'))
    const { store } = world().service
    const line = await store.db
      .selectFrom('statement_lines')
      .select(['id', 'recorded_centavos', 'cause_id'])
      .where('account_id', '=', merchant.accountId)
      .executeTakeFirstOrThrow()
    const change = (set: { recorded_centavos: number; cause_id: string | null }) =>
      store.commit([update('statement_lines', set, { id: line.id })])
    const { recorded_centavos, cause_id } = line
    for (const set of [
      { recorded_centavos: 1, cause_id },
      { recorded_centavos, cause_id: 'pay_none' },
      { recorded_centavos, cause_id: null },
    ]) {
      await change(set)
      const { invariants } = await audit(store, { accountId: merchant.accountId })
      const broken = invariants.filter(({ faults }) => faults > 0).map(({ name }) => name)
      assert.deepEqual(broken, ['statement-lines'])
    }
    await change({ recorded_centavos, cause_id })
    await assertAudited(world())
  })

  test('a bad request for a statement is refused by field', async () => {
    const merchant = await world().merchant()
    for (const query of [
      '',
      'rail=gold',
      'rail=card&missing=-1',
      'rail=card&start_date=2026-02-30',
      'rail=card&settled=1',
    ]) {
      const answer = await merchant.get(`/v1/sandbox/statement?${query}`)
      assert.equal(answer.status, 400, query)
    }
  })
})

onBothEngines(
  'reconciliation of late reversals',
  (world) => {
    test('a reversal that the acquirer does not state is missing, however old its payment is', async () => {
      for (const days of [5, 15]) {
        const merchant = await world().merchant()
        await moveClock(merchant, { freeze: true })
        const { body } = await payByCard(world(), merchant, APPROVED)
        const id = body.result.operations[0].transaction
        const { counts, network } = await reconcile(merchant, await statement(merchant, 'rail=card&settled=false'))
        assert.equal(counts.matched, 1)
        await moveClock(merchant, { advance: `P${days}D` })
        assert.equal((await merchant.post(`/v1/operations/apply-reversal/${id}`, {})).status, 200)
        const day = mexicoCityDay(await nowOf(merchant))
        const empty = [
          `statement,1,${network},${day},${day}`,
          'network,rail,id,day,amount,kind',
          'trailer,0,0.00',
        ].join('\n')
        const found = await reconcile(merchant, empty)
        assert.equal(found.counts.missing, 1, `${days} days: ${JSON.stringify(found)}`)
        await moveClock(merchant, { resume: true })
      }
    })
  },
  { REVERSAL_WINDOW: '720' },
)
