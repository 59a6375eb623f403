// The promise: with Openpay behind its ports a service in production takes cards, cash and SPEI. What Openpay says wrongly, late, twice or not at all
// moves no centavo, and no secret, card number or token of a card is in a log or an answer.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aboutOperation } from '../../../src/console/views/operation-about.ts'
import { unknownIssuer } from '../../../src/core/cards/issuers.ts'
import { audit } from '../../../src/service/audit.ts'
import { cards, FAULTS, PRIVATE_KEY, WEBHOOK_PASSWORD } from '../../openpay/fake-openpay.ts'
import { type Production, production } from '../../openpay/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

const CARD = cards.approved.number
const PAYER = '012180001554321090'
/** They wait until the service gives up, so there are few. */
const SLOW_FAULTS = ['lost', 'silent']
const QUICK_FAULTS = FAULTS.filter((one) => !SLOW_FAULTS.includes(one))

for (const engine of PRODUCTION) {
  describe(`Openpay in production [${engine}]`, () => {
    let it: Production
    before(async () => {
      it = await production(engine)
    })
    after(async () => {
      if (!it) return
      assert.deepEqual(it.fake.repeated(), [], 'done twice')
      const { clean, invariants } = await audit(it.store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      const secrets = [
        PRIVATE_KEY,
        WEBHOOK_PASSWORD,
        Buffer.from(`${PRIVATE_KEY}:`).toString('base64'),
        ...Object.values(cards).map((one) => ('card' in one ? one.card : one).number),
        ...it.fake.stored.keys(),
      ]
      for (const text of [...it.logged, ...it.answered])
        for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is written`)
      const kept = await Promise.all(
        (['cards', 'card_tokens', 'connector_state', 'operations'] as const).map((table) =>
          it.store.db.selectFrom(table).selectAll().execute(),
        ),
      )
      for (const secret of secrets) assert.ok(!JSON.stringify(kept).includes(secret), `${secret} is kept in the clear`)
      await it.close()
    })

    const paid = async (amount = 100, more: object = {}) => {
      const made = await it.pay(await it.tokenFor(CARD), amount, '', more)
      assert.equal(made.status, 200, made.text)
      return made.body.result.operations[0].transaction as string
    }
    const asked = (call: string, orderId: string) =>
      it.fake.calls.filter((one) => one.call === call && one.body.order_id === orderId).map(({ body }) => body)
    const isMade = (id: string) => {
      const made = it.fake.charge(id)
      return made?.status === 'completed' && made.refunds === undefined
    }

    test('a charge carries who pays, what for and what is marked for the bank, and Openpay’s own card instead of the number', async () => {
      const more = {
        payer: { name: 'Lucía Prado', email: 'lucia@ejemplo.mx', phone: '+52 55 1234 5678' },
        device_session_id: 'kR1MiQhz2otdIuUlQkbEyitIqVMiI16f',
        metadata: { note: 'not for the bank', bank: { order: '42', tries: 1, list: ['no'] } },
      }
      const id = await paid(600, more)
      const [body] = asked('POST /charges', id)
      assert.equal(body?.card, undefined)
      assert.ok(it.fake.stored.has(body?.source_id))
      const { source_id: _, ...rest } = body ?? {}
      assert.deepEqual(rest, {
        method: 'card',
        amount: 600,
        currency: 'MXN',
        description: 'Pedido 1',
        order_id: id,
        customer: { name: 'Lucía Prado', email: 'lucia@ejemplo.mx', phone_number: '5512345678' },
        device_session_id: 'kR1MiQhz2otdIuUlQkbEyitIqVMiI16f',
        metadata: { order: '42', tries: '1' },
      })
      const wrong = await it.pay(await it.tokenFor(CARD), 600, '', { payer: { email: 'nobody', name: CARD } })
      assert.equal(wrong.status, 400)
      assert.deepEqual(Object.keys(wrong.body.error.messages).sort(), ['payer.email', 'payer.name'])
    })

    test('a card is refunded in part, and another reversed; a decline has Openpay’s words for the merchant alone', async () => {
      const id = await paid()
      const part = await it.call('POST', `/v1/operations/${id}/refunds`, { amount: 30 })
      assert.ok(part.status < 300, part.text)
      await it.settle()
      assert.deepEqual(
        it.fake.charge(id)?.refunds.map(({ amount }: { amount: number }) => amount),
        [30],
      )
      const other = await paid()
      const gone = await it.call('GET', `/v1/operations/apply-reversal/${other}`)
      assert.equal(gone.status, 200, gone.text)
      assert.equal(await it.statusOf(other), 'C')
      const declined = await it.pay(await it.tokenFor(cards.declined.card.number))
      assert.equal(declined.status, 402, declined.text)
      assert.ok(!declined.text.includes('3003'), declined.text)
      const id51 = await it.newest()
      const about = await aboutOperation(
        { store: it.store, clock: it.clock, terms: { settlementDays: 1 }, issuerOf: () => unknownIssuer },
        it.account.accountId,
        id51,
      )
      assert.equal(about?.declined?.code, '51')
      assert.equal(about?.declined?.reason, "3003: The card doesn't have sufficient funds")
      const record = await it.call('GET', `/v1/operations/${id51}`)
      assert.ok(!record.text.includes('3003'), 'a receipt is made of the record')
    })

    test('a saved card keeps Openpay’s token, and is charged by its number when Openpay has the card no more', async () => {
      const customer = await it.call('POST', '/v1/customer', { name: 'Ana López', email: 'ana@ejemplo.mx' })
      const { id: customerId } = customer.body.result
      const token = await it.tokenFor(CARD)
      const saved = await it.call('POST', `/v1/customer/${customerId}/cards`, { token })
      assert.equal(saved.status, 200, saved.text)
      const card = saved.body.result.token
      const first = await it.pay(card, 50)
      assert.equal(first.status, 200, first.text)
      const [body] = asked('POST /charges', await it.newest())
      assert.deepEqual([body?.card, body?.customer.email], [undefined, 'ana@ejemplo.mx'])
      it.fake.stored.delete(body?.source_id)
      const second = await it.pay(card, 50)
      assert.equal(second.status, 200, second.text)
      assert.equal(asked('POST /charges', await it.newest()).at(-1)?.card.card_number, CARD)
    })

    test('whatever comes instead of the answer, a charge is made once and ends as Openpay has it', async () => {
      for (const fault of FAULTS) {
        const token = await it.tokenFor(CARD)
        it.fake.fail('POST /charges', fault)
        const { status } = await it.pay(token)
        const id = await it.newest()
        if (fault === 'slow') assert.equal(status, 200)
        await it.settle(10)
        assert.equal(await it.statusOf(id), isMade(id) ? 'N' : 'D', fault)
        assert.equal(asked('POST /charges', id).length, 1, fault)
        // The next one is charged: eight failures in a row would stop the calls.
        await paid()
      }
    })

    test('an answer that does not come to a look-up, a refund or a reversal is asked for again, and nothing is given back twice', async () => {
      for (const fault of QUICK_FAULTS) {
        const token = await it.tokenFor(CARD)
        it.fake.fail('POST /charges', 'taken-html')
        it.fake.fail('GET /charges', fault)
        await it.pay(token)
        const id = await it.newest()
        await it.settle(8)
        assert.equal(await it.statusOf(id), 'N', fault)
        for (const call of ['GET /charges/:id', 'POST /charges/:id/refund']) it.fake.fail(call, fault)
        const asking = await it.call('POST', `/v1/operations/${id}/refunds`, { amount: 10 })
        assert.ok(asking.status < 300, asking.text)
        await it.settle(16)
        const { refunds } = (await it.call('GET', `/v1/operations/${id}/refunds`)).body.result
        assert.equal(refunds[0].status, 'settled', fault)
        assert.equal(it.fake.charge(id)?.refunds.length, 1, fault)
        it.fake.heal()
        const other = await paid(70)
        it.fake.fail('POST /charges/:id/refund', fault)
        await it.call('GET', `/v1/operations/apply-reversal/${other}`)
        await it.settle(8)
        assert.equal(await it.statusOf(other), 'C', fault)
        assert.equal(it.fake.charge(other)?.refunds.length, 1, fault)
        it.fake.heal()
      }
    })

    test('refunds whose answers were lost, and of which Openpay keeps no description, are each made once', async () => {
      const id = await paid(80)
      it.fake.habits.keepsDescriptions = false
      const refund = (amount: number) => it.call('POST', `/v1/operations/${id}/refunds`, { amount })
      const states = async () => {
        const { refunds } = (await it.call('GET', `/v1/operations/${id}/refunds`)).body.result
        return refunds.map((one: { status: string }) => one.status)
      }
      it.fake.fail('POST /charges/:id/refund', 'taken-html')
      await refund(20)
      await it.settle(2)
      assert.deepEqual(await states(), ['settled'])
      assert.equal(it.fake.charge(id)?.refunds.length, 1)
      // Two of one amount: one is taken, and one never arrives. Openpay shows one more, which is not both of them, and not the one before.
      it.fake.fail('POST /charges/:id/refund', 'taken-html')
      await refund(20)
      await it.work()
      it.fake.fail('POST /charges/:id/refund', 'lost')
      await refund(20)
      await it.settle(2)
      assert.equal(it.fake.charge(id)?.refunds.length, 2)
      await it.settle(10)
      it.fake.habits.keepsDescriptions = true
      assert.deepEqual(await states(), ['settled', 'settled', 'settled'])
      assert.equal(it.fake.charge(id)?.refunds.length, 3)
    })

    test('a refund without an answer whose ids Openpay does not show is left for a person and never made again', async () => {
      const id = await paid(80)
      Object.assign(it.fake.habits, { keepsDescriptions: false, showsRefundIds: false })
      it.fake.fail('POST /charges/:id/refund', 'taken-html')
      await it.call('POST', `/v1/operations/${id}/refunds`, { amount: 20 })
      await it.settle(16)
      Object.assign(it.fake.habits, { keepsDescriptions: true, showsRefundIds: true })
      assert.equal(it.fake.charge(id)?.refunds.length, 1)
      const { refunds } = (await it.call('GET', `/v1/operations/${id}/refunds`)).body.result
      assert.equal(refunds[0].status, 'pending')
    })

    test('without money at Openpay a refund is refused with its words, and another one is made later', async () => {
      const id = await paid(90)
      it.fake.setFunds(false)
      await it.call('POST', `/v1/operations/${id}/refunds`, { amount: 20 })
      await it.settle()
      it.fake.setFunds(true)
      const later = await it.call('POST', `/v1/operations/${id}/refunds`, { amount: 20 })
      assert.ok(later.status < 300, later.text)
      await it.settle()
      assert.equal(it.fake.charge(id)?.refunds.length, 1)
    })

    const challenged = async () => {
      const made = await it.pay(await it.tokenFor(cards.challenged.number), 100)
      assert.equal(made.status, 200, made.text)
      const id = await it.newest()
      assert.equal(await it.statusOf(id), 'P')
      assert.match((await it.operation(id)).payer_url, /^https:\/\/pagos\.example\.mx\/a\//)
      return id
    }

    test('a payer whom the fraud system stops authenticates, and is charged or not by what Openpay then says', async () => {
      for (const [does, status] of [
        ['confirmed', 'N'],
        ['rejected', 'D'],
      ] as const) {
        const id = await challenged()
        const [, secure] = asked('POST /charges', id)
        assert.equal(secure?.use_3d_secure, true)
        assert.match(secure?.redirect_url, /^https:\/\/pagos\.example\.mx\/a\//)
        it.fake.act(id, does)
        const { status: answered } = await it.notify('card', 'charge.succeeded', { id: it.fake.charge(id)?.id })
        assert.equal(answered, 200)
        assert.equal(await it.statusOf(id), status)
      }
    })

    test('a payer who stays away is declined, and what waits at Openpay is cancelled', async () => {
      const id = await challenged()
      it.fake.fail('POST /charges/:id/cancel', 'taken-html')
      await it.settle(12)
      assert.equal(await it.statusOf(id), 'D')
      assert.equal(it.fake.charge(id)?.status, 'cancelled')
      it.fake.act(id, 'confirmed')
      assert.equal(it.fake.charge(id)?.status, 'cancelled')
    })

    test('a late approval is reported by Openpay, once however often; what is forged or untrue changes nothing', async () => {
      const token = await it.tokenFor(CARD)
      it.fake.fail('POST /charges', 'taken-html')
      it.fake.fail('GET /charges', 'html', 100)
      await it.pay(token)
      const id = await it.newest()
      const charge = it.fake.charge(id) ?? {}
      const forged = await it.notify('card', 'charge.succeeded', charge, 'another-password-than-ours')
      assert.equal(forged.status, 403)
      // It says that it was paid, and Openpay does not know it.
      const lie = { ...charge, id: 'tr999999999999999999' }
      assert.equal((await it.notify('card', 'charge.succeeded', lie)).status, 200)
      it.fake.fail('GET /charges/:id', 'html')
      assert.equal((await it.notify('card', 'charge.succeeded', charge)).status, 503)
      assert.equal(await it.statusOf(id), 'P')
      // The amount and the status of a notice are never believed.
      const wrong = { ...charge, status: 'failed', amount: 1, order_id: await paid(10) }
      const answers = await Promise.all(Array.from({ length: 5 }, () => it.notify('card', 'charge.failed', wrong)))
      assert.ok(answers.every(({ status }) => status === 200))
      assert.equal(await it.statusOf(id), 'N')
      assert.equal(await it.statusOf(wrong.order_id), 'N')
      it.fake.heal()
    })

    const storeVoucher = async (total = 150) => {
      const made = await it.call('POST', '/v1/payment/convenience-store', { total, store: '7-Eleven' })
      assert.equal(made.status, 200, made.text)
      return made.body.result.transaction as string
    }

    test('a store voucher is paid by its Paynet reference, once, and another is cancelled', async () => {
      const id = await storeVoucher()
      const charge = it.fake.charge(id) ?? {}
      assert.match((await it.operation(id)).url, /^https:/)
      // Openpay has not been paid yet, whatever is said: it has to say it again.
      assert.equal((await it.notify('store', 'charge.succeeded', { ...charge, status: 'completed' })).status, 503)
      assert.equal(await it.statusOf(id), 'P')
      charge.status = 'completed'
      for (const _ of [1, 2, 3]) assert.equal((await it.notify('store', 'charge.succeeded', charge)).status, 200)
      assert.equal(await it.statusOf(id), 'N')
      const other = await storeVoucher()
      it.fake.fail('POST /charges/:id/cancel', 'taken-html')
      await it.call('GET', `/v1/operations/apply-reversal/${other}`)
      await it.settle()
      assert.equal(await it.statusOf(other), 'C')
      assert.equal(it.fake.charge(other)?.status, 'cancelled')
      const none = await it.call('POST', '/v1/payment/convenience-store', { total: 150, store: 'OXXO' })
      assert.ok(none.status >= 400, none.text)
    })

    test('a reference that Openpay does not cancel is asked about until it ends, and is paid when the till was quicker', async () => {
      it.fake.habits.cancelsStores = false
      const id = await storeVoucher()
      const charge = it.fake.charge(id) ?? {}
      await it.call('GET', `/v1/operations/apply-reversal/${id}`)
      await it.settle(3)
      assert.equal(await it.statusOf(id), 'P')
      charge.status = 'completed'
      assert.equal((await it.notify('store', 'charge.succeeded', charge)).status, 200)
      assert.equal(await it.statusOf(id), 'N')
      await it.settle(3)
      it.fake.habits.cancelsStores = true
      assert.equal(await it.statusOf(id), 'N')
    })

    test('a reference whose answer was lost is cancelled, whatever Openpay answers', async () => {
      for (const fault of QUICK_FAULTS.filter((one) => one.startsWith('taken') || one === 'half')) {
        it.fake.fail('POST /charges', fault)
        const lost = await it.call('POST', '/v1/payment/convenience-store', { total: 150, store: '7-Eleven' })
        assert.equal(lost.status, 503, lost.text)
        const charge = [...it.fake.charges.values()].at(-1)
        await it.settle(8)
        assert.equal(charge?.status, 'cancelled', fault)
      }
    })

    const speiVoucher = async (total = 150.1) => {
      const made = await it.call('POST', '/v1/payment/spei', { total })
      assert.equal(made.status, 200, made.text)
      return { id: made.body.result.transaction as string, clabe: made.body.result.bank_account_number as string }
    }
    const speiPaid = async () => {
      const { id, clabe } = await speiVoucher()
      const deposit = it.fake.deposit(clabe, 150.1)
      for (const _ of [1, 2]) assert.equal((await it.notify('bank', 'spei.received', deposit)).status, 200)
      assert.equal(await it.statusOf(id), 'N')
      return id
    }
    const transferOf = async (id: string) =>
      (await it.call('GET', '/v1/transfers?kind=refund&limit=100')).body.result.transfers.find(
        (one: { transaction: string }) => one.transaction === id,
      )

    test('a deposit into a CLABE of its own pays its voucher, once, and only one that Openpay has', async () => {
      const { id, clabe } = await speiVoucher()
      const owner = [...it.fake.customers.values()].find((one) => one.clabe === clabe)
      const lie = { id: 'tr999999999999999999', customer_id: owner?.id, amount: 150.1, status: 'completed' }
      assert.equal((await it.notify('bank', 'spei.received', lie)).status, 200)
      assert.equal(await it.statusOf(id), 'P')
      await speiPaid()
    })

    test('a refund by payout is queued, sent once whatever is answered, and ends as Openpay reports it', async () => {
      // Eight failures in a row would stop the calls.
      for (const fault of QUICK_FAULTS.flatMap((one) => [undefined, one])) {
        const id = await speiPaid()
        if (fault !== undefined) it.fake.fail('POST /payouts', fault)
        const destination = { clabe: PAYER, name: 'Lucía Prado' }
        const asking = await it.call('POST', `/v1/operations/${id}/refunds`, { destination })
        assert.ok(asking.status < 300, asking.text)
        await it.settle(10)
        const transfer = await transferOf(id)
        assert.equal(transfer?.status, 'accepted', fault ?? 'no fault')
        const payout = it.fake.payout(transfer.tracking_key) ?? {}
        assert.deepEqual([payout.amount, payout.bank_account.clabe], [150.1, PAYER])
        // Queued until Openpay shows it as done.
        assert.equal((await it.notify('bank', 'payout.succeeded', { ...payout, status: 'completed' })).status, 200)
        assert.equal((await transferOf(id)).status, 'accepted')
        payout.status = 'completed'
        for (const _ of [1, 2]) assert.equal((await it.notify('bank', 'payout.succeeded', payout)).status, 200)
        assert.equal((await transferOf(id)).status, 'settled')
      }
    })

    test('a payout that fails is rejected, and one that fails after it was done is returned: both are owed again', async () => {
      for (const [first, then] of [
        ['failed', 'rejected'],
        ['completed', 'returned'],
      ] as const) {
        const id = await speiPaid()
        await it.call('POST', `/v1/operations/${id}/refunds`, { destination: { clabe: PAYER, name: 'Lucía Prado' } })
        await it.settle(2)
        const payout = it.fake.payout((await transferOf(id)).tracking_key) ?? {}
        payout.status = first
        await it.notify('bank', 'payout.succeeded', payout)
        Object.assign(payout, { status: 'failed', error_message: 'Cuenta inexistente' })
        await it.notify('bank', 'payout.failed', payout)
        assert.equal((await transferOf(id)).status, then)
      }
    })

    test('every charge that Openpay has made is paid here, or was given back there', async () => {
      await it.settle(8)
      for (const charge of it.fake.charges.values()) {
        if (charge.method !== 'card' || charge.status !== 'completed') continue
        const status = await it.statusOf(charge.order_id)
        const back = (charge.refunds ?? []).reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
        assert.ok(status === 'N' || back === charge.amount, `${charge.order_id} is ${status}`)
      }
    })
  })
}
