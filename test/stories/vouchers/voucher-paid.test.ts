import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unusualDestinations } from '../../../src/connectors/sandbox/spei-bank.ts'
import { PAYER } from '../../../src/sandbox/who-paid.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { columns } from '../../../src/store/columns.ts'
import {
  assertAudited,
  balanceOf,
  customerWithSource,
  eventsOf,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const UNKNOWN_CLABE = '646180118012345673'
const ANA = { payer_clabe: '032180000118359719', payer_name: 'Ana Núñez' }

onBothEngines('the exact amount pays a voucher', (world) => {
  for (const name of ['transaction', 'payment_id', 'short_id', 'reference'] as const) {
    for (const store of ['OXXO', 'Soriana']) {
      test(`at a till of ${store}, by ${name}`, async () => {
        const merchant = await world().merchant()
        const voucher = await storeVoucher(merchant, { store })
        const barcode = await world()
          .service.store.db.selectFrom('operations')
          .select('network_reference')
          .where('id', '=', voucher.transaction)
          .executeTakeFirstOrThrow()
        const value = name === 'reference' ? barcode.network_reference : voucher[name]
        const paid = await payAtStore(merchant, { [name]: value })
        assert.equal(paid.outcome, 'settled')
        assert.equal(paid.reason, 'voucher-paid')
        assert.equal(paid.return, null)
        assert.equal(paid.operation.status, 'N')
        const operation = await operationOf(merchant, voucher.transaction)
        assert.equal(operation.status, 'N')
        assert.equal(operation.hasDevolution, false)
        assert.deepEqual(paid.operation, operation)
        assert.deepEqual(await eventsOf(world(), voucher.transaction), { 'voucher.issued': 1, 'operation.paid': 1 })
        assert.equal(await balanceOf(world(), merchant, 'receivable:cash-network'), 15_000)
        assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), -14_374)
      })
    }
  }

  test('by SPEI: the money is counted, and its tracking key is the authorisation', async () => {
    const merchant = await world().merchant()
    const voucher = await speiVoucher(merchant)
    const clabe = voucher.bank_account_number
    const paid = await payBySpei(merchant, { clabe, amount: '150.00', tracking_key: 'RASTREO1', ...ANA })
    assert.equal(paid.outcome, 'settled')
    assert.equal(paid.network_transaction, 'RASTREO1')
    assert.equal((await operationOf(merchant, voucher.transaction)).authorization_code, 'RASTREO1')
    assert.equal((await merchant.get('/v1/operations')).body.result.sales, '150.00')
    await assertAudited(world())
  })
})

onBothEngines('a transfer that pays no voucher goes back, cash is kept in suspense, and neither is lost', (world) => {
  const cases: [string, string, (total: number) => number][] = [
    ['too little', 'amount-differs', (total) => total - 0.01],
    ['too much', 'amount-differs', (total) => total + 1],
  ]
  for (const [title, reason, amountOf] of cases) {
    test(`${title}: the voucher stays pending and can still be paid`, async () => {
      const merchant = await world().merchant()
      const [atStore, bySpei] = [await storeVoucher(merchant), await speiVoucher(merchant)]
      for (const paid of [
        await payAtStore(merchant, { transaction: atStore.transaction, amount: amountOf(150), ticket: `T-${title}` }),
        await payBySpei(merchant, { transaction: bySpei.transaction, amount: amountOf(150), ...ANA }),
      ]) {
        const isCash = paid.operation.transaction === atStore.transaction
        assert.equal(paid.outcome, isCash ? 'suspended' : 'returned')
        assert.equal(paid.reason, reason)
        assert.equal(paid.operation.status, 'P')
        assert.equal(paid.return?.state, isCash ? undefined : 'pending')
        assert.equal(paid.return?.amount.amount, isCash ? undefined : amountOf(150).toFixed(2))
      }
      const owed = Math.round(amountOf(150) * 100)
      assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -owed)
      assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), -owed)
      await world().work()
      const transfers = await transfersOf(world(), merchant)
      assert.deepEqual(
        transfers.map(({ kind, state, destination, amount_centavos }) => [kind, state, destination, amount_centavos]),
        [['return', 'settled', ANA.payer_clabe, owed]],
      )
      assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
      assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), 0)
      assert.deepEqual(await eventsOf(world(), bySpei.transaction), {
        'voucher.issued': 1,
        'payment.returned': 1,
        'refund.sent': 1,
      })
      assert.equal((await payAtStore(merchant, { transaction: atStore.transaction })).outcome, 'settled')
      assert.equal((await payBySpei(merchant, { transaction: bySpei.transaction })).outcome, 'settled')
      await assertAudited(world())
    })
  }

  test('paid twice: the second payment goes back, the first stands', async () => {
    const merchant = await world().merchant()
    const voucher = await speiVoucher(merchant)
    const pay = () => payBySpei(merchant, { transaction: voucher.transaction, ...ANA })
    assert.equal((await pay()).outcome, 'settled')
    const second = await pay()
    assert.equal(second.outcome, 'returned')
    assert.equal(second.reason, 'already-paid')
    assert.equal(second.operation.status, 'N')
    await assertAudited(world())
  })

  test('paid after it was cancelled', async () => {
    const merchant = await world().merchant()
    for (const voucher of [await storeVoucher(merchant), await speiVoucher(merchant)]) {
      assert.equal((await merchant.get(`/v1/operations/apply-reversal/${voucher.transaction}`)).status, 200)
      const pay = voucher.short_id ? payAtStore : payBySpei
      const paid = await pay(merchant, { transaction: voucher.transaction })
      assert.equal(paid.reason, 'cancelled')
      assert.equal(paid.operation.status, 'C')
    }
    await world().work()
    assert.deepEqual(
      (await transfersOf(world(), merchant)).map((row) => row.state),
      ['settled'],
    )
    assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), -15_000)
    await assertAudited(world())
  })

  test('into an unknown CLABE: the money belongs to no account, and goes back', async () => {
    const merchant = await world().merchant()
    const key = `X${merchant.accountId.slice(-20)}`
    const paid = await payBySpei(merchant, { clabe: UNKNOWN_CLABE, amount: 10, tracking_key: key, ...ANA })
    assert.equal(paid.outcome, 'unmatched')
    assert.equal(paid.reason, 'reference-unknown')
    assert.equal(paid.operation, null)
    assert.equal(paid.return.destination, ANA.payer_clabe)
    await world().work()
    const again = await payBySpei(merchant, { clabe: UNKNOWN_CLABE, amount: 10, tracking_key: key, ...ANA })
    assert.equal(again.return.state, 'settled')
    assert.equal(await balanceOf(world(), { accountId: 'acc_unmatched' }, 'payable:returns'), 0)
    await assertAudited(world())
  })

  test('a return that the bank refuses is kept as rejected and stays owed; one that it does not answer is requested again', async () => {
    const merchant = await world().merchant()
    const [refused, unanswered] = Object.keys(unusualDestinations)
    const voucher = await speiVoucher(merchant)
    for (const payer_clabe of [refused, unanswered]) {
      await payBySpei(merchant, { transaction: voucher.transaction, amount: 10, payer_clabe })
    }
    await moveClock(merchant, { freeze: true })
    await world().work()
    const states = async () => (await transfersOf(world(), merchant)).map((row) => [row.state, row.attempts])
    assert.deepEqual(await states(), [
      ['rejected', 1],
      ['pending', 1],
    ])
    await moveClock(merchant, { advance: 'PT10M', resume: true })
    assert.deepEqual(await states(), [
      ['rejected', 1],
      ['settled', 2],
    ])
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -1_000)
    await assertAudited(world())
  })
})

onBothEngines("a customer's own CLABE", (world) => {
  test('with no voucher waiting, a paid operation of that customer appears', async () => {
    const merchant = await world().merchant()
    const { clabe } = await customerWithSource(merchant)
    const paid = await payBySpei(merchant, { clabe, amount: 80.5, tracking_key: 'UNASKED1', ...ANA })
    assert.equal(paid.outcome, 'settled')
    assert.equal(paid.reason, 'customer-paid')
    const listed = (await merchant.get('/v1/operations')).body.result
    assert.equal(listed.total, 1)
    assert.equal(listed.sales, '80.50')
    assert.deepEqual(listed.operations[0], paid.operation)
    assert.equal(paid.operation.status, 'N')
    assert.equal(paid.operation.payment_method, 'SPE')
    assert.deepEqual(await eventsOf(world(), paid.operation.transaction), { 'operation.paid': 1 })
    await assertAudited(world())
  })

  test('reported again, or many times at once, it is one operation; another transfer is another', async () => {
    const merchant = await world().merchant()
    const { clabe } = await customerWithSource(merchant)
    const pay = (tracking_key: string) => payBySpei(merchant, { clabe, amount: 10, tracking_key })
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay('SAME1')))
    assert.equal(new Set(answers.map((answer) => answer.operation.transaction)).size, 1)
    await pay('SAME1')
    await pay('OTHER1')
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 2)
    await assertAudited(world())
  })

  test('with vouchers waiting, the exact amount pays its voucher and any other goes back', async () => {
    const merchant = await world().merchant()
    const { clabe, source } = await customerWithSource(merchant)
    const first = await speiVoucher(merchant, { total: 100, source })
    const second = await speiVoucher(merchant, { total: 250, source })
    assert.equal(first.bank_account_number, clabe)
    assert.equal(second.bank_account_number, clabe)
    const other = await payBySpei(merchant, { clabe, amount: 99, ...ANA })
    assert.equal(other.outcome, 'returned')
    assert.equal(other.reason, 'amount-differs')
    const paid = await payBySpei(merchant, { clabe, amount: 250 })
    assert.equal(paid.operation.transaction, second.transaction)
    assert.equal(
      (await payBySpei(merchant, { transaction: first.transaction })).operation.transaction,
      first.transaction,
    )
    const unasked = await payBySpei(merchant, { clabe, amount: 99 })
    assert.equal(unasked.reason, 'customer-paid')
    const events = await world()
      .service.store.db.selectFrom('events')
      .select(['data'])
      .where('account_id', '=', merchant.accountId)
      .where('type', '=', 'payment.returned')
      .execute()
    assert.equal(events.length, 1)
    assert.equal(JSON.parse(events[0]?.data ?? '').amount, 99)
    await assertAudited(world())
  })

  test('two vouchers of the same amount are paid by two transfers, also at once', async () => {
    const merchant = await world().merchant()
    const { clabe, source } = await customerWithSource(merchant)
    const vouchers = [await speiVoucher(merchant, { source }), await speiVoucher(merchant, { source })]
    const paid = await Promise.all([
      payBySpei(merchant, { clabe, amount: 150 }),
      payBySpei(merchant, { clabe, amount: 150 }),
    ])
    assert.deepEqual(
      paid.map((answer) => answer.operation.transaction).sort(),
      vouchers.map((voucher) => voucher.transaction).sort(),
    )
    await assertAudited(world())
  })

  test('sixty vouchers of the same amount are paid by sixty transfers at once', async () => {
    const merchant = await world().merchant()
    const { clabe, source } = await customerWithSource(merchant)
    const vouchers = await Promise.all(Array.from({ length: 60 }, () => speiVoucher(merchant, { source })))
    const paid = await Promise.all(vouchers.map(() => payBySpei(merchant, { clabe, amount: 150 })))
    assert.deepEqual(new Set(paid.map(({ reason }) => reason)), new Set(['voucher-paid']))
    assert.deepEqual(
      paid.map((answer) => answer.operation.transaction).sort(),
      vouchers.map((voucher) => voucher.transaction).sort(),
    )
    await assertAudited(world())
  })

  for (const [what, pathOf] of [
    ['source', (id: string, source: string) => `/v1/customer/${id}/sources/${source}`],
    ['customer', (id: string) => `/v1/customer/${id}`],
  ] as const) {
    test(`of a deactivated ${what} still takes the money of a voucher that was issued before, and no other`, async () => {
      const merchant = await world().merchant()
      const { id, clabe, source } = await customerWithSource(merchant)
      const { transaction } = await speiVoucher(merchant, { source })
      assert.equal((await merchant.call('DELETE', pathOf(id, source))).status, 200)
      const other = await payBySpei(merchant, { clabe, amount: 10 })
      assert.deepEqual([other.outcome, other.reason], ['returned', 'amount-differs'])
      const paid = await payBySpei(merchant, { clabe, amount: 150 })
      assert.deepEqual([paid.reason, paid.operation.transaction], ['voucher-paid', transaction])
      const again = await payBySpei(merchant, { clabe, amount: 150 })
      assert.deepEqual([again.outcome, again.reason], ['returned', 'account-closed'])
      await assertAudited(world())
    })
  }

  test('finds the voucher of exactly the amount behind a thousand others', async () => {
    const merchant = await world().merchant()
    const { clabe, source } = await customerWithSource(merchant)
    const first = await speiVoucher(merchant, { source, total: 10 })
    const { db } = world().service.store
    const row = await db
      .selectFrom('operations')
      .select(columns.operations)
      .where('id', '=', first.transaction)
      .executeTakeFirstOrThrow()
    for (let portion = 0; portion < 10; portion += 1) {
      const copies = Array.from({ length: 100 }, (_, n) => ({
        ...row,
        id: row.id.slice(0, -12) + String(portion * 100 + n).padStart(12, '0'),
      }))
      await db.insertInto('operations').values(copies).execute()
    }
    const { transaction } = await speiVoucher(merchant, { source, total: 77 })
    const paid = await payBySpei(merchant, { clabe, amount: 77 })
    assert.deepEqual([paid.reason, paid.operation.transaction], ['voucher-paid', transaction])
    // The copies are in no total.
    const own = [first.transaction, transaction]
    await db.deleteFrom('operations').where('source_id', '=', source).where('id', 'not in', own).execute()
  })

  test('that was closed takes no more money', async () => {
    const merchant = await world().merchant()
    const { id, clabe, source } = await customerWithSource(merchant)
    assert.equal((await merchant.call('DELETE', `/v1/customer/${id}/sources/${source}`)).status, 200)
    const paid = await payBySpei(merchant, { clabe, amount: 10 })
    assert.equal(paid.outcome, 'returned')
    assert.equal(paid.reason, 'account-closed')
    assert.equal((await merchant.post('/v1/payment/spei', { total: 10, source })).status, 400)
    await assertAudited(world())
  })
})

onBothEngines('concurrent events move money once', (world) => {
  test('the same notification many times is one payment', async () => {
    const merchant = await world().merchant()
    const voucher = await speiVoucher(merchant)
    const pay = () => payBySpei(merchant, { transaction: voucher.transaction, tracking_key: 'ONCE1' })
    for (const paid of await Promise.all(Array.from({ length: 12 }, pay))) {
      assert.equal(paid.outcome, 'settled')
      assert.equal(paid.operation.transaction, voucher.transaction)
    }
    assert.deepEqual(await eventsOf(world(), voucher.transaction), { 'voucher.issued': 1, 'operation.paid': 1 })
    assert.deepEqual(await transfersOf(world(), merchant), [])
  })

  test('of many payments of one voucher exactly one pays it', async () => {
    const merchant = await world().merchant()
    const voucher = await storeVoucher(merchant)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => payAtStore(merchant, { transaction: voucher.transaction })),
    )
    assert.equal(answers.filter(({ outcome }) => outcome === 'settled').length, 1)
    assert.equal(answers.filter(({ reason }) => reason === 'already-paid').length, 11)
    assert.deepEqual(await transfersOf(world(), merchant), [])
    assert.equal(await balanceOf(world(), merchant, 'receivable:cash-network'), 12 * 15_000)
    assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), -11 * 15_000)
    await assertAudited(world())
  })

  test('payment and cancellation: either it is paid and stays, or it is cancelled and the cash is kept', async () => {
    const merchant = await world().merchant()
    for (let round = 0; round < 10; round += 1) {
      const voucher = await storeVoucher(merchant)
      const reversal = `/v1/operations/apply-reversal/${voucher.transaction}`
      const [paid] = await Promise.all([
        payAtStore(merchant, { transaction: voucher.transaction }),
        merchant.post(reversal, {}),
      ])
      const { status } = await operationOf(merchant, voucher.transaction)
      assert.equal(`${status} ${paid.outcome}`, status === 'N' ? 'N settled' : 'C suspended')
    }
    await assertAudited(world())
  })

  test('payment and expiry: either it is paid and stays, or it expires and the transfer goes back', async () => {
    const merchant = await world().merchant()
    const vouchers = []
    for (let n = 0; n < 10; n += 1) vouchers.push(await speiVoucher(merchant))
    const { clock, store } = world().service
    await moveClock(merchant, { freeze: true })
    // The day ends and the expiry runs while the payments are on their way.
    const state = { offsetMs: 0, frozenMs: clock.epochMs() + 3 * 86_400_000 }
    const [, , ...notify] = await Promise.all([
      writeClockState(store, state).then(() => world().work()),
      world().work(),
      ...vouchers.map((voucher) => payBySpei(merchant, { transaction: voucher.transaction })),
    ])
    await moveClock(merchant, { resume: true })
    for (const [n, voucher] of vouchers.entries()) {
      const { status } = await operationOf(merchant, voucher.transaction)
      assert.equal(`${status} ${notify[n]?.outcome}`, status === 'N' ? 'N settled' : 'E returned')
    }
    await assertAudited(world())
  })
})

onBothEngines('a payer pays the vouchers of its own account only', (world) => {
  test('another account’s voucher and CLABE are out of reach, and its tracking key pays nothing', async () => {
    const [owner, other] = [await world().merchant(), await world().merchant()]
    const [atStore, bySpei] = [await storeVoucher(owner), await speiVoucher(owner)]
    const { clabe } = await customerWithSource(owner)
    for (const [path, body] of [
      ['store', { transaction: atStore.transaction }],
      ['store', { short_id: atStore.short_id }],
      ['spei', { transaction: bySpei.transaction }],
      ['spei', { clabe: bySpei.bank_account_number, amount: 150 }],
      ['spei', { clabe, amount: 10 }],
    ] as const) {
      assert.equal((await other.post(`/v1/sandbox/pay/${path}`, body)).status, 404)
    }
    await payBySpei(owner, { transaction: bySpei.transaction, tracking_key: 'MINE1' })
    const own = await speiVoucher(other)
    const reused = await payBySpei(other, { transaction: own.transaction, tracking_key: 'MINE1' })
    assert.equal(reused.outcome, 'suspended')
    assert.equal(reused.operation.transaction, own.transaction)
    assert.equal((await operationOf(other, own.transaction)).status, 'P')
  })

  test('an impossible payment is refused by the name of the wrong field', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    const { bank_account_number: clabe } = await speiVoucher(merchant)
    for (const [path, body, field] of [
      ['store', {}, 'transaction'],
      ['store', { transaction, short_id: '00000422' }, 'transaction'],
      ['store', { transaction, amount: 0 }, 'amount'],
      ['store', { transaction, amount: 'abc' }, 'amount'],
      ['store', { transaction, monto: 1 }, 'monto'],
      ['spei', {}, 'clabe'],
      ['spei', { clabe, transaction }, 'clabe'],
      ['spei', { clabe: '646180118012345674', amount: 1 }, 'clabe'],
      ['spei', { clabe: UNKNOWN_CLABE }, 'amount'],
      ['spei', { clabe, amount: -1 }, 'amount'],
      ['spei', { clabe, amount: 1, payer_clabe: '123' }, 'payer_clabe'],
      ['spei', { clabe, amount: 1, tracking_key: 'with blanks' }, 'tracking_key'],
    ] as const) {
      const answer = await merchant.post(`/v1/sandbox/pay/${path}`, body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.ok(Object.keys(answer.body.error.messages).includes(field), `${answer.text} names ${field}`)
    }
    for (const body of [
      { short_id: '00000420' },
      { payment_id: '1' },
      { reference: '9'.repeat(14) },
      { transaction: 'x' },
    ]) {
      assert.equal((await merchant.post('/v1/sandbox/pay/store', body)).status, 404, JSON.stringify(body))
    }
    assert.equal((await merchant.get('/v1/operations')).body.result.sales, '0.00')
  })

  test('the simulated payer without a name has a CLABE, so that a paid voucher can be refunded', async () => {
    const merchant = await world().merchant()
    const voucher = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction: voucher.transaction })
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${voucher.transaction}`)).status, 200)
    await world().work()
    const operation = await operationOf(merchant, voucher.transaction)
    assert.equal(operation.status, 'C')
    assert.equal(operation.hasDevolution, true)
    const transfers = await transfersOf(world(), merchant)
    assert.deepEqual(
      transfers.map(({ kind, state, destination, amount_centavos }) => [kind, state, destination, amount_centavos]),
      [['refund', 'settled', PAYER.clabe, 15_000]],
    )
    assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), 0)
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    await assertAudited(world())
  })
})
