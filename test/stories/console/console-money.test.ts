// What the console says that giving money back would do is what it then does; and the days of a payout come to what was posted on them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { person } from '../../support/fixtures/console.ts'
import { decided, disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import {
  balanceOf,
  customerWithSource,
  moveClock,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('the console says what happens to money before it happens', (world) => {
  test('a partial refund: the balance moves as announced, and the preview takes nothing', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'finance')
    const { transaction } = await speiVoucher(merchant, { total: 800 })
    await payBySpei(merchant, { transaction })
    const owed = async () => -(await balanceOf(world(), merchant, 'payable:merchant'))
    const before = await owed()
    const path = `/v1/console/operations/${transaction}/give-back`
    const quote = (await call('GET', `${path}?amount=250.25`)).body.result
    assert.equal(await owed(), before)
    assert.equal(Math.round(Number(quote.owed) * 100), before)
    assert.deepEqual([quote.left, quote.amount, quote.cover, quote.asks], ['800.00', '250.25', 'taken', false])
    assert.equal(quote.reversal.amount, '800.00')
    const made = await call('POST', `/v1/operations/${transaction}/refunds`, { amount: '250.25' })
    assert.equal(made.status, 200, made.text)
    assert.equal(await owed(), Math.round(Number(quote.owed_after) * 100))
    const left = (await call('GET', path)).body.result
    assert.deepEqual([left.left, left.amount, left.reversal], ['549.75', '549.75', null])
    const refused = await call('GET', `${path}?amount=549.76`)
    assert.equal(refused.status >= 400 && refused.status < 500, true, refused.text)
    assert.equal((await call('GET', `${path}?amount=-1`)).status, 400)
    const { moments } = (await call('GET', `/v1/console/operations/${transaction}/timeline`)).body.result
    const booked = moments.filter(
      ({ kind, what }: { kind: string; what: string }) => `${kind} ${what}` === 'entry refund.booked',
    )
    assert.equal(
      booked.reduce((sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 100), 0),
      0,
      'its entry balances',
    )
    assert.ok(booked.length >= 2)
  })

  test('the story of a payment has the payouts of the merchant and of its own affiliate, and no others', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '032180000118359719' })
    await moveClock(merchant, { freeze: true, set: '2031-03-03T12:00:00-06:00' })
    const payments: Record<string, string> = {}
    for (const user of ['', 'uno', 'dos', 'tres']) {
      const share = { 'payment.affiliated.user': user, 'payment.affiliated.total_fee': '10.01' }
      if (user !== '') {
        const affiliate = { user, name: user, email: `${user}@ejemplo.mx`, clabe: '002010077777777771' }
        assert.equal((await merchant.post('/v1/affiliates', affiliate)).status, 200)
      }
      const paid = await payByCard(world(), merchant, APPROVED, user === '' ? {} : share)
      payments[user] = paid.body.result.operations[0].transaction
    }
    await moveClock(merchant, { set: '2031-03-05T12:00:00-06:00' })
    const payoutsOf = async (user: string) => {
      const story = await call('GET', `/v1/console/operations/${payments[user]}/timeline`)
      const { moments } = story.body.result
      return moments.filter(({ kind }: { kind: string }) => kind === 'payout')
    }
    assert.equal((await payoutsOf('')).length, 1)
    assert.deepEqual((await payoutsOf('dos')).map(({ who }: { who: string }) => who).sort(), [
      '002010077777777771',
      '032180000118359719',
    ])
  })

  test('the story of a payment keeps the newest ledger entries, in order of time', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    await moveClock(merchant, { freeze: true, set: '2031-04-03T12:00:00-06:00' })
    const { transaction } = await speiVoucher(merchant, { total: 1000 })
    await payBySpei(merchant, { transaction })
    const refund = async (amount: number) => {
      const made = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount })
      assert.equal(made.status, 200, made.text)
    }
    for (let nth = 0; nth < 110; nth += 1) await refund(1)
    await moveClock(merchant, { set: '2031-04-03T12:00:00.500-06:00' })
    await refund(99)
    const { moments } = (await call('GET', `/v1/console/operations/${transaction}/timeline`)).body.result
    const shown = moments.map(({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`)
    const asked = shown.indexOf('refund 99.00')
    assert.ok(asked > 0 && shown.includes('entry 99.00'), 'the newest refund and its entries')
    assert.ok(shown.lastIndexOf('entry 1.00') < asked, 'entries of before are above it, within the second too')
  })

  test('a SPEI payment can be cancelled on later days too, and the preview says so', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'finance')
    const { transaction } = await speiVoucher(merchant, { total: 80 })
    await payBySpei(merchant, { transaction })
    await moveClock(merchant, { freeze: true, advance: 'PT72H' })
    const quote = (await call('GET', `/v1/console/operations/${transaction}/give-back`)).body.result
    assert.equal(quote.reversal?.amount, '80.00')
    const { body } = await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    assert.equal(body.success, true, JSON.stringify(body))
  })

  test('cash has no account to go back to, and more than the merchant is owed is not refunded', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'owner')
    const { transaction } = await storeVoucher(merchant, { total: 300 })
    await payAtStore(merchant, { transaction })
    const quote = (await call('GET', `/v1/console/operations/${transaction}/give-back`)).body.result
    // The fee stays with the service, so that the whole is more than what is owed.
    assert.deepEqual([quote.asks, quote.reversal, quote.cover], [true, null, 'refused'])
    const other = await person(world(), await world().merchant(), 'owner')
    assert.equal((await other.call('GET', `/v1/console/operations/${transaction}/give-back`)).status, 404)
  })

  test('a payment is shown with its customer, its payer, what is left of it, and the payout that it went into', async () => {
    const merchant = await world().merchant()
    const other = await person(world(), await world().merchant(), 'reader')
    const { call } = await person(world(), merchant, 'reader')
    await moveClock(merchant, { freeze: true, set: '2035-03-05T12:00:00-06:00' })
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    const { id, clabe } = await customerWithSource(merchant)
    await payBySpei(merchant, { clabe, amount: 800 })
    const [paid] = (await merchant.get('/v1/operations')).body.result.operations
    const path = `/v1/console/operations/${paid.transaction}/about`
    const before = (await call('GET', path)).body.result
    assert.deepEqual(before.customer, { id, name: 'Ana Núñez', email: 'ana@example.mx' })
    assert.match(before.payer.clabe, /^\d{4}$/)
    assert.equal(Number(before.net) * 100, Math.round((800 - Number(paid.commission.amount)) * 100))
    assert.deepEqual([before.payout, before.declined, before.bank], [null, null, ''])
    assert.equal(before.payout_due, '2035-03-06')
    await moveClock(merchant, { set: '2035-03-07T12:00:00-06:00' })
    const [payout] = (await merchant.get('/v1/payouts')).body.result.payouts
    const after = (await call('GET', path)).body.result
    const { date, status, amount } = after.payout
    assert.deepEqual([date, after.payout_due], [before.payout_due, null])
    assert.deepEqual([date, status, amount], [payout.date, payout.status, payout.amount.amount])
    assert.equal((await other.call('GET', path)).status, 404, 'of another account')
    await payByCard(world(), merchant, '4111111111111111', { 'payment.external.transaction': 'sin-fondos' })
    const [declined] = (await merchant.get('/v1/operations?status=D')).body.result.operations
    const about = (await call('GET', `/v1/console/operations/${declined.transaction}/about`)).body.result
    assert.deepEqual(
      [about.declined, about.bank, about.external_transaction, about.payout],
      [
        {
          code: '51',
          text: { es: 'Fondos insuficientes', en: 'Insufficient funds' },
          payer: {
            es: 'Tu tarjeta no tiene fondos suficientes. Usa otra tarjeta.',
            en: 'Your card does not have sufficient funds. Use another card.',
          },
          reason: '',
        },
        'VISA TEST',
        'sin-fondos',
        null,
      ],
    )
  })

  test('a payment of a payout that came back is shown with the payout that pays it again', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    await moveClock(merchant, { freeze: true, set: '2035-05-14T12:00:00-06:00' })
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    const { transaction } = await speiVoucher(merchant, { total: 800 })
    await payBySpei(merchant, { transaction })
    const about = async () => {
      const { payout, payout_due } = (await call('GET', `/v1/console/operations/${transaction}/about`)).body.result
      return [payout?.date, payout?.status, payout_due]
    }
    const sendBack = async (nth: number) => {
      const { transfers } = (await merchant.get('/v1/transfers?kind=payout')).body.result
      const played = await merchant.post(`/v1/sandbox/transfers/${transfers[nth].id}`, { outcome: 'returned' })
      assert.equal(played.status, 200, played.text)
      await world().work()
    }
    await moveClock(merchant, { set: '2035-05-15T12:00:00-06:00' })
    assert.deepEqual(await about(), ['2035-05-15', 'paid', null])
    await sendBack(0)
    assert.deepEqual(await about(), ['2035-05-15', 'returned', '2035-05-16'])
    // The next one covers the same days.
    await moveClock(merchant, { set: '2035-05-16T12:00:00-06:00' })
    assert.deepEqual(await about(), ['2035-05-16', 'paid', null])
    const another = await speiVoucher(merchant, { total: 200 })
    await payBySpei(merchant, { transaction: another.transaction })
    await moveClock(merchant, { set: '2035-05-17T12:00:00-06:00' })
    // A payout that comes back after another one went out is carried by the one after that.
    await sendBack(1)
    assert.deepEqual(await about(), ['2035-05-16', 'returned', '2035-05-18'])
    await moveClock(merchant, { set: '2035-05-18T12:00:00-06:00' })
    assert.deepEqual(await about(), ['2035-05-18', 'paid', null])
  })

  test('the next payout shows what disputes cost as a line of its own, and nothing of it is left among the rest', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    await moveClock(merchant, { freeze: true })
    const [lost, won] = [await paidByCard(world(), merchant, 700), await paidByCard(world(), merchant, 800)]
    const cents = (text: string) => Math.round(Number(text) * 100)
    const costs = async () => {
      const { due, sums } = (await call('GET', '/v1/console/next-payout')).body.result
      const { sales, returned, disputed, fees, dispute_fees } = sums
      const rest = [returned, disputed, fees, dispute_fees].reduce((sum, text) => sum - cents(text), cents(sales))
      assert.equal(rest, cents(due))
      return cents(dispute_fees)
    }
    assert.equal(await costs(), 0)
    const first = await disputed(merchant, lost)
    const one = await costs()
    assert.ok(one > 0)
    const second = await disputed(merchant, won)
    assert.equal(await costs(), 2 * one)
    await decided(merchant, second.id, 'won')
    assert.equal(await costs(), one)
    const feesBefore = (await call('GET', '/v1/console/next-payout')).body.result.sums.fees
    await decided(merchant, first.id, 'lost')
    assert.equal(await costs(), one)
    const { sums } = (await call('GET', '/v1/console/next-payout')).body.result
    assert.equal(sums.fees, feesBefore, 'the fee of a lost dispute is none of the sales')
  })

  test('the next payout is known with its day, what it is made of and what hinders it, and is then paid as it was shown', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    const next = async () => (await call('GET', '/v1/console/next-payout')).body.result
    // A Friday.
    await moveClock(merchant, { freeze: true, set: '2035-06-01T12:00:00-06:00' })
    assert.deepEqual(
      [(await next()).amount, (await next()).hindrance, (await next()).date],
      ['0.00', 'account-missing', '2035-06-04'],
    )
    assert.deepEqual([(await next()).from_date, (await next()).to_date], ['2035-06-03', '2035-06-03'])
    const { transaction } = await speiVoucher(merchant, { total: 900 })
    await payBySpei(merchant, { transaction })
    assert.deepEqual([(await next()).hindrance, (await next()).due], ['account-missing', (await next()).amount])
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    await paidByCard(world(), merchant, 300)
    await merchant.call('PUT', '/v1/settlement/rules', { minimum: '5000.00', keep: '0.00' })
    assert.deepEqual([(await next()).hindrance, (await next()).amount], ['below-minimum', '0.00'])
    await merchant.call('PUT', '/v1/settlement/rules', { minimum: '0.00', keep: '100.00' })
    const one = await paidByCard(world(), merchant, 500)
    await merchant.post(`/v1/operations/${one}/refunds`, { amount: '50.00' })
    const shown = await next()
    assert.deepEqual(
      [shown.date, shown.from_date, shown.to_date, shown.open, shown.hindrance],
      ['2035-06-04', '2035-06-01', '2035-06-03', true, null],
    )
    const { sums } = shown
    assert.deepEqual([sums.sales, sums.returned, sums.disputed], ['1700.00', '50.00', '0.00'])
    const cents = (text: string) => Math.round(Number(text) * 100)
    assert.equal(cents(shown.due), cents(sums.sales) - cents(sums.returned) - cents(sums.fees))
    assert.equal(cents(shown.amount), cents(shown.due) - 10_000)
    await moveClock(merchant, { set: '2035-06-04T09:00:00-06:00' })
    const [payout] = (await merchant.get('/v1/payouts')).body.result.payouts
    assert.deepEqual(
      [payout.date, payout.from_date, payout.to_date, payout.amount.amount],
      [shown.date, shown.from_date, shown.to_date, shown.amount],
    )
    const after = await next()
    assert.deepEqual(
      [after.date, after.from_date, after.amount, after.hindrance],
      ['2035-06-05', '2035-06-04', '0.00', 'nothing-owed'],
    )
  })

  test('the fees of the next payout are those of its report, without the shares of affiliates', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    await moveClock(merchant, { freeze: true, set: '2036-05-30T12:00:00-06:00' })
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    const share = { 'payment.affiliated.user': 'luz', 'payment.affiliated.total_fee': '33.33' }
    const paid = [0, 1, 2].map(() => payByCard(world(), merchant, APPROVED, share))
    const [one, other] = (await Promise.all(paid)).map(({ body }) => body.result.token)
    await paidByCard(world(), merchant, 5_000)
    assert.equal((await merchant.post(`/v1/operations/${one}/refunds`, { amount: '50.00' })).status, 200)
    await decided(merchant, (await disputed(merchant, other)).id, 'lost')
    // The IVA of the month is settled on the days of this payout.
    await moveClock(merchant, { set: '2036-06-01T12:00:00-06:00' })
    const { date, sums } = (await call('GET', '/v1/console/next-payout')).body.result
    await moveClock(merchant, { set: `${date}T09:00:00-06:00` })
    const { payout, totals } = (await merchant.get(`/v1/settlement/report?date=${date}`)).body.result
    assert.equal(payout.date, date)
    const cents = (text: string) => Math.round(Number(text) * 100)
    assert.ok(cents(totals.affiliate) > 0)
    assert.equal(cents(sums.fees) + cents(sums.dispute_fees), cents(totals.fee) + cents(totals.iva))
  })

  test('the totals of days are those of the list by day of posting', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    const one = await paidByCard(world(), merchant, 500)
    const { transaction } = await speiVoucher(merchant, { total: 900 })
    await payBySpei(merchant, { transaction })
    await merchant.post(`/v1/operations/${one}/refunds`, { amount: '100.10' })
    await merchant.post(`/v1/operations/apply-reversal/${transaction}`, {})
    const { sales } = (await merchant.get('/v1/operations?date=paid')).body.result
    const posted = (await call('GET', '/v1/console/posted?from=2020-01-01&to=2099-12-31')).body.result
    assert.deepEqual(posted, {
      sales: '1400.00',
      returned: '1000.10',
      disputed: '0.00',
      fees: posted.fees,
      dispute_fees: '0.00',
    })
    const { commissions } = (await merchant.get('/v1/operations?date=paid')).body.result
    assert.equal(Number(posted.fees), commissions.amount)
    assert.equal(sales, '399.90')
    assert.equal((await call('GET', '/v1/console/posted?from=ayer')).status, 400)
    const [today] = (await call('GET', '/v1/console/today')).body.result.rails.map(
      ({ days }: { days: { sales: string; returned: string; payments: number }[] }) => days.at(-1),
    )
    assert.deepEqual([today.sales, today.returned, today.payments], ['399.90', '100.10', 1])
  })
})
