// What goes back of a payment, by a refund or a dispute, takes its part of the affiliate's share once, and its part of the fee as the terms say.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import { refundWrite } from '../../../src/operations/record.ts'
import { readCauses } from '../../../src/service/transfer-causes.ts'
import { update } from '../../../src/store/write.ts'
import { closeWithheld } from '../../../src/transfers/withheld.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { decided, disputed } from '../../support/fixtures/disputes.ts'
import { assertAudited, balanceOf, moveClock, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const OTHER = '032180000118359719'

onBothEngines('refunds and disputes take their part of fees and shares', (world) => {
  const at = (merchant: Merchant, set: string) => moveClock(merchant, { freeze: true, set })
  const charge = async (merchant: Merchant, change: object = {}): Promise<string> => {
    const of = {
      'payment.total.amount': 100,
      'payment.affiliated.user': 'luz',
      'payment.affiliated.total_fee': '10.01',
    }
    return (await done(payByCard(world(), merchant, APPROVED, { ...of, ...change }))).operations[0].transaction
  }
  const paidBySpei = async (merchant: Merchant, total: number): Promise<string> => {
    const { transaction } = await speiVoucher(merchant, { total })
    await payBySpei(merchant, { transaction, payer_clabe: CLABE })
    return transaction
  }
  const refund = (merchant: Merchant, transaction: string, body: object = {}) =>
    done(merchant.post(`/v1/operations/${transaction}/refunds`, body))
  const owedTo = async (merchant: Merchant) => {
    const { affiliates } = await done(merchant.get('/v1/ledger/affiliates'))
    return affiliates.map((one: { user: string; amount: string }) => `${one.user} ${one.amount}`).join()
  }

  test('refunds and disputes take the share in proportion, together all of it, and a won dispute gives its part back', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2031-03-03T12:00:00-06:00')
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: OTHER }))
    const luz = await done(
      merchant.post('/v1/affiliates', { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: CLABE }),
    )
    const transaction = await charge(merchant)
    const other = await charge(merchant)
    await paidBySpei(merchant, 900)
    assert.equal((await refund(merchant, transaction, { amount: 50 })).fee.affiliate, '5.01')
    const dispute = await disputed(merchant, transaction, { amount: 30, respond_days: 20 })
    assert.equal(dispute.affiliate, '3.00')
    assert.equal(await owedTo(merchant), 'luz 12.01')
    assert.equal((await refund(merchant, transaction)).fee.affiliate, '2.00')
    assert.equal(await owedTo(merchant), 'luz 10.01')
    await assertAudited(world())
    await decided(merchant, dispute.id, 'won')
    assert.equal(await owedTo(merchant), 'luz 13.01')
    // A refund that was cancelled brings its part again; what is refunded then takes no more than it.
    assert.equal((await refund(merchant, transaction)).fee.affiliate, '3.00')
    assert.equal(await owedTo(merchant), 'luz 10.01')
    await world().work()
    await assertAudited(world())

    await moveClock(merchant, { set: '2031-03-04T12:00:00-06:00' })
    const report = await done(merchant.get(`/v1/affiliates/${luz.id}/report?date=2031-03-04`))
    const shown = report.lines.map((line: Record<string, string>) => [
      line.transaction,
      line.type,
      line.total,
      line.share,
    ])
    const lines = [
      [transaction, 'payment', '100.00', '10.01'],
      [other, 'payment', '100.00', '10.01'],
      [transaction, 'refund', '-50.00', '-5.01'],
      [transaction, 'dispute', '-30.00', '-3.00'],
      [transaction, 'refund', '-20.00', '-2.00'],
      [transaction, 'dispute_won', '30.00', '3.00'],
      [transaction, 'refund', '-30.00', '-3.00'],
    ]
    assert.deepEqual(shown.sort(), lines.sort())
    assert.equal(report.totals.payout, '10.01')
    const own = await done(merchant.get('/v1/settlement/report?date=2031-03-04'))
    const taken = own.lines.filter((line: { type: string }) => line.type.startsWith('dispute'))
    assert.deepEqual(
      taken.map((line: Record<string, string>) => [
        line.type,
        line.total,
        line.fee,
        line.iva,
        line.affiliate,
        line.net,
      ]),
      [
        ['dispute', '-30.00', '150.00', '24.00', '-3.00', '-201.00'],
        ['dispute_won', '30.00', '-150.00', '-24.00', '3.00', '201.00'],
      ],
    )
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('the merchant pays the part of the share that the affiliate was paid out, and nobody owes us money', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2031-05-05T12:00:00-06:00')
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: OTHER }))
    await done(merchant.post('/v1/affiliates', { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: CLABE }))
    const large = { 'payment.total.amount': 1_000, 'payment.affiliated.total_fee': '950.00' }
    const transaction = await charge(merchant, large)
    await moveClock(merchant, { set: '2031-05-19T12:00:00-06:00' })
    assert.equal(await owedTo(merchant), 'luz 0.00')
    await paidBySpei(merchant, 60)
    const refused = await merchant.post(`/v1/operations/${transaction}/refunds`, {})
    assert.equal(refused.status, 409, refused.text)
    // A later share covers a part of it.
    await charge(merchant)
    await paidBySpei(merchant, 1_000)
    assert.equal((await refund(merchant, transaction)).fee.affiliate, '10.01')
    assert.equal(await owedTo(merchant), 'luz 0.00')
    await world().work()
    assert.ok((await balanceOf(world(), merchant, 'payable:merchant')) <= 0)
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('a refund that waits is made when the merchant and the affiliate are owed enough', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2031-07-07T12:00:00-06:00')
    await done(merchant.call('PUT', '/v1/refund-rules', { beyond_balance: 'wait' }))
    await done(merchant.post('/v1/affiliates', { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: CLABE }))
    const transaction = await charge(merchant)
    const waiting = await refund(merchant, transaction)
    assert.deepEqual([waiting.waits_for, waiting.fee.affiliate], ['balance', '10.01'])
    await moveClock(merchant, { set: '2031-07-09T12:00:00-06:00' })
    await paidBySpei(merchant, 500)
    await moveClock(merchant, { advance: 'PT2H' })
    const state = async () => (await done(merchant.get(`/v1/refunds/${waiting.id}`))).waits_for
    assert.equal(await state(), 'balance')
    await charge(merchant)
    await moveClock(merchant, { advance: 'PT2H' })
    assert.equal(await state(), '')
    assert.equal(await owedTo(merchant), 'luz 0.00')
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('by the rule that the merchant pays all, neither takes anything from the affiliate', async () => {
    const merchant = await world().merchant()
    await done(merchant.call('PUT', '/v1/affiliates/rules', { take_back: 'merchant' }))
    const transaction = await charge(merchant)
    await paidBySpei(merchant, 900)
    assert.equal((await refund(merchant, transaction, { amount: 50 })).fee.affiliate, '0.00')
    const dispute = await disputed(merchant, transaction, { amount: 50, respond_days: 20 })
    assert.equal(dispute.affiliate, '0.00')
    await decided(merchant, dispute.id, 'lost')
    await world().work()
    assert.equal(await owedTo(merchant), 'luz 10.01')
    await assertAudited(world())
  })

  test('a dispute that was lost and then won owes the affiliate its part again', async () => {
    const merchant = await world().merchant()
    const transaction = await charge(merchant)
    const dispute = await disputed(merchant, transaction, { respond_days: 20 })
    assert.equal(await owedTo(merchant), 'luz 0.00')
    await decided(merchant, dispute.id, 'lost')
    await decided(merchant, dispute.id, 'won')
    assert.equal(await owedTo(merchant), 'luz 10.01')
    await assertAudited(world())
  })

  test('the statement of a month subtracts the fees that refunds gave back, and has the cost of lost disputes', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2032-02-10T12:00:00-06:00')
    const terms = { payment_method: 'SPE', fee_back: true }
    await done(merchant.call('PUT', '/v1/sandbox/refund-fees', terms))
    await paidBySpei(merchant, 1_000)
    const half = await paidBySpei(merchant, 100)
    assert.deepEqual((await refund(merchant, half, { amount: 50 })).fee.amount, '1.80')
    const transaction = await charge(merchant)
    const dispute = await disputed(merchant, transaction, { respond_days: 20 })
    await decided(merchant, dispute.id, 'lost')
    const conceptsOf = async () => {
      const { concepts, base } = await done(merchant.get('/v1/fees/statements/2032-02'))
      return [base, ...concepts.map((one: Record<string, unknown>) => `${one.concept} ${one.base}`)]
    }
    const expected = ['191.40', 'card 3.60', 'spei 37.80', 'disputes 150.00']
    assert.deepEqual(await conceptsOf(), expected)
    await moveClock(merchant, { set: '2032-03-02T12:00:00-06:00' })
    assert.deepEqual(await conceptsOf(), expected)
    assert.equal((await done(merchant.get('/v1/fees/statements/2032-02'))).status, 'closed')
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('when the operator gives up the transfer of a refund, the refund has failed and the merchant can have its money back', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    await paidBySpei(merchant, 900)
    const transaction = await paidBySpei(merchant, 100)
    const made = await refund(merchant, transaction)
    const { store, clock } = world().service
    await store.commit([update('transfers', { destination: OTHER }, { id: made.transfer })])
    await world().work()
    assert.equal((await done(merchant.get(`/v1/transfers/${made.transfer}`))).status, 'withheld')

    assert.equal(
      await closeWithheld(
        { store, clock, readCauses, refundWrite },
        made.transfer,
        'altered',
        operatorActor('ana', 'cobro held'),
      ),
      0,
    )
    await world().work()
    assert.equal((await done(merchant.get(`/v1/refunds/${made.id}`))).status, 'failed')
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -10_000)
    await assertAudited(world())
    assert.equal((await merchant.post(`/v1/refunds/${made.id}/retry`, {})).status, 409)
    assert.equal((await done(merchant.call('POST', `/v1/refunds/${made.id}/cancel`))).status, 'cancelled')
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    await assertAudited(world())
  })
})
