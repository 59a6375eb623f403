// The journal: every line of a merchant's entries, with its cause and references; it adds up to the ledger.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LedgerAccount, textOfLines } from '../../../src/ledger/postings.ts'
import { add, insert } from '../../../src/store/write.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { decided, disputed } from '../../support/fixtures/disputes.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { done, onBothEngines } from '../../support/harness/world.ts'
import { type JournalLine, journalOf } from '../../support/model/shop-driver.ts'

const CLABE = '002010077777777771'
const RECEPTOR = {
  rfc: 'URE180429TM6',
  name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  regime: '601',
  postal_code: '86991',
  cfdi_use: 'G03',
}
const JANUARY = 'start_date=2033-01-01&end_date=2033-01-31'
const ALL = 'start_date=2033-01-01&end_date=2033-03-31'

const centavos = ({ debit, credit }: JournalLine) => Math.round(Number(debit ?? 0) * 100 - Number(credit ?? 0) * 100)

onBothEngines('the journal has every line of a merchant’s entries once', (world) => {
  /** January 2033: a payment of each kind, money that nobody asked for, a refund, a dispute that is lost, a payout, and the month's fees. */
  const shopOfJanuary = async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: '2033-01-12T12:00:00-06:00' })
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE }))
    await done(merchant.call('PUT', '/v1/fees/receptor', RECEPTOR))
    const card = (await done(payByCard(world(), merchant, APPROVED))).operations[0].transaction
    const disputedOne = (await done(payByCard(world(), merchant, APPROVED))).operations[0].transaction
    const { transaction: store } = await storeVoucher(merchant, { total: 200 })
    await payAtStore(merchant, { transaction: store })
    const { transaction: spei } = await speiVoucher(merchant, { total: 300 })
    await payBySpei(merchant, { transaction: spei })
    // Another amount than asked for: it goes back to its payer.
    await payBySpei(merchant, { transaction: (await speiVoucher(merchant)).transaction, amount: 7 })
    await moveClock(merchant, { set: '2033-01-13T12:00:00-06:00' })
    await world().work()
    await done(payByCard(world(), merchant, APPROVED))
    const refund = await done(merchant.post(`/v1/operations/${card}/refunds`, { amount: '10.00' }))
    const { id: dispute } = await disputed(merchant, disputedOne)
    await decided(merchant, dispute, 'lost')
    await moveClock(merchant, { set: '2033-02-02T12:00:00-06:00' })
    await world().work()
    return { merchant, card, store, spei, refund: refund.id as string, dispute }
  }

  let made: ReturnType<typeof shopOfJanuary> | undefined
  const shop = () => {
    made ??= shopOfJanuary()
    return made
  }

  test('its lines balance entry by entry, and add up to the balances of each day and account', async () => {
    const { merchant } = await shop()
    const lines = await journalOf(merchant, `${ALL}&limit=3`)
    for (const [entry, of] of Map.groupBy(lines, (line) => line.entry)) {
      assert.equal(
        of.reduce((sum, line) => sum + centavos(line), 0),
        0,
        entry,
      )
      assert.ok(of.length >= 2)
      for (const { debit, credit } of of) assert.ok((debit === null) !== (credit === null))
    }
    const { balances } = await done(merchant.get(`/v1/ledger/balances?${ALL}`))
    const days = balances.flatMap((one: { account: string; days: { date: string; amount: string }[] }) =>
      one.days.map(({ date, amount }) => [`${one.account} ${date}`, Math.round(Number(amount) * 100)]),
    )
    const sums = [...Map.groupBy(lines, ({ account, date }) => `${account} ${date}`)].map(([key, of]) => [
      key,
      of.reduce((sum, line) => sum + centavos(line), 0),
    ])
    assert.ok(sums.length > 15)
    const moved = (all: [string, number][]) => all.filter(([, sum]) => sum !== 0).sort()
    assert.deepEqual(moved(sums as never), moved(days as never))
    const order = lines.map(({ date, entry, line }) => `${date} ${entry} ${line}`)
    assert.deepEqual(order, [...order].sort())
  })

  test('a page of any size, a file and a filter have the same lines', async () => {
    const { merchant } = await shop()
    const lines = await journalOf(merchant, ALL)
    assert.deepEqual(await journalOf(merchant, `${ALL}&limit=1`), lines)
    for (const account of new Set(lines.map((line) => line.account))) {
      const own = lines.filter((line) => line.account === account)
      assert.deepEqual(await journalOf(merchant, `${ALL}&account=${account}&limit=2`), own)
    }
    assert.deepEqual(await journalOf(merchant, `${ALL}&account=cost:differences`), [])
    const january = lines.filter(({ date }) => date <= '2033-01-31')
    assert.ok(january.length < lines.length)
    assert.deepEqual(await journalOf(merchant, JANUARY), january)
    const file = await merchant.get(`/v1/ledger/journal?${ALL}&format=csv&lang=es`)
    assert.equal(file.headers['content-disposition'], 'attachment; filename="ledger-journal.csv"')
    const [head = '', ...rows] = file.text.trim().split('\r\n')
    assert.match(head, /Día,.*Cargo,Abono/)
    assert.equal(rows.length, lines.length)
    for (const [at, { entry, debit, credit }] of lines.entries()) {
      assert.ok(rows[at]?.includes(entry))
      assert.ok(String(rows[at]).includes(`,${debit ?? ''},${credit ?? ''},MXN,`), String(rows[at]))
    }
  })

  test('each line names its cause, its operation and what the bank or network calls it', async () => {
    const { merchant, card, store, spei, refund, dispute } = await shop()
    const lines = await journalOf(merchant, ALL)
    const of = (entry: string) => lines.find((line) => line.entry === entry) as JournalLine
    const { network_reference, tracking_key } = of(`${card}:paid`)
    assert.ok(network_reference)
    assert.equal(tracking_key, null)
    assert.deepEqual(of(`${card}:paid`).cause, { kind: 'operation', id: card, event: 'paid' })
    assert.equal(of(`${card}:paid`).transaction, card)
    assert.ok(of(`${store}:paid`).network_reference)
    assert.ok(of(`${spei}:paid`).tracking_key)
    assert.equal(of(`${spei}:paid`).network_reference, null)
    assert.deepEqual(of(`${refund}:booked`).cause, { kind: 'refund', id: refund, event: 'booked' })
    assert.equal(of(`${refund}:booked`).transaction, card)
    assert.equal(of(`${dispute}:lost`).cause.kind, 'dispute')
    assert.ok(of(`${dispute}:lost`).network_reference)
    const [payout] = (await done(merchant.get('/v1/payouts'))).payouts
    assert.equal(of(`${payout.id}:sent`).tracking_key, payout.tracking_key)
    const transfers = (await done(merchant.get('/v1/transfers'))).transfers
    const back = transfers.find(({ kind }: { kind: string }) => kind === 'return')
    assert.equal(of(`${back.id}:sent`).tracking_key, back.tracking_key)
    assert.equal(of(`pay_${back.id.slice(4)}:returned`).cause.kind, 'received_payment')
    const kinds = new Set(lines.map(({ cause }) => cause.kind))
    for (const kind of ['operation', 'refund', 'dispute', 'payout', 'transfer', 'received_payment'])
      assert.ok(kinds.has(kind), kind)
  })

  test('with the merchant’s sides, each line is on the other side', async () => {
    const { merchant } = await shop()
    const lines = await journalOf(merchant, ALL)
    const own = await journalOf(merchant, `${ALL}&sides=merchant`)
    assert.deepEqual(
      own,
      lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit })),
    )
    assert.deepEqual(await journalOf(merchant, `${ALL}&sides=service`), lines)
  })

  test('one line among ten thousand entries of a day is found, page by page', async () => {
    const { store } = world().service
    const { accountId: account_id, get } = await world().merchant()
    const at = { day: '2033-05-02', created_at: '2033-05-02T12:00:00.000Z' } as const
    const posted = (entry: string, account: LedgerAccount) => {
      const lines = textOfLines([100, -100].map((amountCentavos) => ({ account, amountCentavos })))
      return { entry, account_id, lines, ...at }
    }
    const ours = account_id.slice(-8)
    const named = (nth: number) => `${nth.toString(16).padStart(8, '0')}-0000-7000-8000-0000${ours}:paid`
    for (let from = 0; from < 10_200; from += 600) {
      const entries = Array.from({ length: 600 }, (_, nth) => posted(named(from + nth), 'payable:merchant'))
      await store.commit([insert('entries', ...entries)])
    }
    const rare = posted(`ref_zzzzzzzzzzzzzzzzzz${ours}:booked`, 'payable:reserve')
    const sum = { account_id, ledger_account: 'payable:reserve', network: '', day: at.day, amount_centavos: 0 }
    await store.commit([
      insert('entries', rare),
      add('balances', ['account_id', 'ledger_account', 'network', 'day'], sum),
    ])
    const query = 'start_date=2033-05-01&end_date=2033-05-03&account=payable:reserve'
    const first = await done(get(`/v1/ledger/journal?${query}`))
    assert.deepEqual(first.lines, [])
    assert.ok(first.next)
    const lines = await journalOf({ get }, query)
    assert.deepEqual(
      lines.map(({ entry, line }) => [entry, line]),
      [0, 1].map((line) => [rare.entry, line]),
    )
    const { text } = await get(`/v1/ledger/journal?${query}&format=csv`)
    assert.equal(text.trim().split('\r\n').length, 3)
  })

  test('another merchant’s lines are in no page, and bad parameters are refused by name', async () => {
    const { merchant } = await shop()
    const other = await world().merchant()
    assert.deepEqual(await journalOf(other, ALL), [])
    const cursor = (await done(merchant.get(`/v1/ledger/journal?${ALL}&limit=2`))).next
    assert.deepEqual(await journalOf(other, `${ALL}&starting_after=${cursor}`), [])
    for (const [query, field] of [
      ['start_date=2033-02-30', 'start_date'],
      ['start_date=2031-01-01&end_date=2033-01-01', 'start_date'],
      ['end_date=x', 'end_date'],
      ['account=payable', 'account'],
      ['sides=mine', 'sides'],
      ['limit=0', 'limit'],
      ['starting_after=2033-01-01', 'starting_after'],
    ] as const) {
      const refused = await merchant.get(`/v1/ledger/journal?${query}`)
      assert.equal(refused.status, 400, query)
      assert.ok(refused.body.error.messages[field], refused.text)
    }
  })
})
