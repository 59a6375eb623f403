// The promise: with an operator's own service behind its ports a service in production takes cards, cash and SPEI. What the service says wrongly,
// late, twice or not at all moves no centavo, and neither the secret nor a card number is in a log or an answer.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { speiDay } from '../../../src/core/time.ts'
import { audit } from '../../../src/service/audit.ts'
import { cards, FAULTS, SECRET } from '../../http/fake-service.ts'
import { type Production, production } from '../../http/production.ts'
import { isSignedReceipt, nowText, signedRequest } from '../../http/signed.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

const CARD = '4242424242424242'
const PAYER = '012180001554321090'
/** What the next call does not have: they wait until the service gives up, so there are few. */
const SLOW_FAULTS = ['lost', 'silent']

for (const engine of PRODUCTION) {
  describe(`an operator’s own service in production [${engine}]`, () => {
    let it: Production
    before(async () => {
      it = await production(engine)
    })
    after(async () => {
      if (!it) return
      assert.deepEqual(it.fake.forged, [], 'the fake does not verify these calls')
      assert.deepEqual(it.fake.repeated(), [], 'done twice')
      const { clean, invariants } = await audit(it.store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      for (const text of [...it.logged, ...it.answered]) {
        assert.ok(!text.includes(SECRET), 'the secret is written')
        assert.ok(!text.includes(CARD), 'the card number is written')
      }
      await it.close()
    })

    /** The operation of an answer to a charge, wherever the answer has it. */
    const paid = async (amount = 100) => {
      const made = await it.pay(await it.tokenFor(CARD), amount)
      assert.equal(made.status, 200, made.text)
      return made.body.result.operations[0].transaction as string
    }

    test('a card is verified, charged with our id, refunded in part, and reversed', async () => {
      const id = await paid()
      assert.equal(await it.statusOf(id), 'N')
      assert.equal(it.fake.charges.get(id)?.kind, 'approved')
      const part = await it.call('POST', `/v1/operations/${id}/refunds`, { amount: 30 })
      assert.ok(part.status < 300, part.text)
      await it.settle()
      const refund = it.fake.calls.find(({ path }) => path === '/v1/acquirer/refund')?.body
      assert.deepEqual([refund?.operationId, refund?.refundCentavos], [id, 3_000])
      const other = await paid()
      const gone = await it.call('GET', `/v1/operations/apply-reversal/${other}`)
      assert.equal(gone.status, 200, gone.text)
      assert.equal(await it.statusOf(other), 'C')
      const declined = await it.pay(await it.tokenFor('4111111111111111'))
      assert.equal(declined.status, 402, declined.text)
    })

    test('a card is authorised and captured later, once and in part, also when the answers of the service are lost', async () => {
      for (const fault of ['html', 'lost'] as const) {
        const held = await it.authorise(await it.tokenFor(CARD))
        assert.deepEqual([held.status, held.body.result.recipe.status], [200, 'A'], held.text)
        const id = held.body.result.token as string
        const capture = () => it.call('POST', `/v1/operations/${id}/capture`, { amount: '60.00' })
        it.fake.fail('acquirer/capture', fault)
        assert.equal((await capture()).status, 503)
        assert.equal(await it.statusOf(id), 'A')
        const taken = await capture()
        assert.deepEqual([taken.status, taken.body.result?.total.amount], [200, '60.00'], taken.text)
        const asked = it.fake.calls.filter(
          ({ path, body }) => /authorise|capture/.test(path) && body.operationId === id,
        )
        assert.deepEqual(
          [...new Set(asked.map(({ body }) => `${body.amountCentavos} ${body.captureCentavos ?? body.capture}`))],
          ['10000 false', '10000 6000'],
        )
      }
      const released = (await it.authorise(await it.tokenFor(CARD))).body.result.token
      assert.equal((await it.call('GET', `/v1/operations/apply-reversal/${released}`)).status, 200)
      assert.equal(await it.statusOf(released), 'C')
    })

    test('a payer who must act is led away and back, and what became of it is asked for or reported; nobody is charged after the time', async () => {
      const token = () => it.tokenFor(cards.challenged.number)
      const begun = async () => {
        const made = await it.pay(await token())
        assert.equal(made.status, 200, made.text)
        const id = await it.newest()
        const { status, payer_url: url } = await it.operation(id)
        assert.deepEqual([status, made.body.result.payer_url], ['P', url])
        const asked = it.fake.calls.find(({ path, body }) => /authorise/.test(path) && body.operationId === id)?.body
        const away = await it.send('GET', new URL(url).pathname, undefined, {})
        assert.ok(`${away.text}${away.headers.location}`.includes(`https://acs.example.mx/${id}`), away.text)
        return { id, back: new URL(asked?.returnUrl) }
      }
      for (const [does, status] of [
        ['confirmed', 'N'],
        ['rejected', 'D'],
      ] as const) {
        const { id, back } = await begun()
        // Who comes back without having acted has paid nothing.
        await it.send('GET', back.pathname + back.search, undefined, {})
        assert.equal(await it.statusOf(id), 'P')
        it.fake.act(id, does)
        await it.send('GET', back.pathname + back.search, undefined, {})
        assert.equal(await it.statusOf(id), status)
      }
      const reported = await begun()
      it.fake.act(reported.id, 'confirmed')
      const outcome = it.fake.charges.get(reported.id)
      const notices = [{ kind: 'charge', operationId: reported.id, outcome }]
      for (const _ of [1, 2]) assert.equal((await it.report('http-acquirer/reports', { notices })).status, 200)
      assert.equal(await it.statusOf(reported.id), 'N')
      const left = await begun()
      await it.settle(8)
      assert.equal(await it.statusOf(left.id), 'D')
      assert.ok(it.fake.undone.has(left.id))
      it.fake.act(left.id, 'confirmed')
      await it.settle(2)
      assert.equal(await it.statusOf(left.id), 'D')
    })

    test('whatever comes instead of the answer, a charge is made once and ends as the network has it', async () => {
      for (const fault of FAULTS) {
        const token = await it.tokenFor(CARD)
        it.fake.fail('acquirer/authorise', fault)
        const { status, text } = await it.pay(token)
        const id = await it.newest()
        if (fault === 'twice' || fault === 'slow') assert.equal(status, 200)
        assert.ok(!text.includes('nginx'), text)
        await it.settle()
        const isMade = it.fake.charges.get(id)?.kind === 'approved' && !it.fake.undone.has(id)
        assert.equal(await it.statusOf(id), isMade ? 'N' : 'D', fault)
        // The next one is charged: eight failures in a row would stop the calls.
        await paid()
      }
    })

    test('an answer that does not come to a look-up, an advice or a refund is asked for again, with the same ids', async () => {
      for (const fault of FAULTS.filter((one) => !SLOW_FAULTS.includes(one))) {
        const token = await it.tokenFor(CARD)
        it.fake.fail('acquirer/authorise', 'html')
        for (const call of ['inquire', 'advise', 'refund']) it.fake.fail(`acquirer/${call}`, fault)
        await it.pay(token)
        const id = await it.newest()
        const other = await paid(50)
        await it.call('POST', `/v1/operations/${other}/refunds`, { amount: 10 })
        await it.settle(10)
        assert.equal(await it.statusOf(id), 'D', fault)
        assert.ok(it.fake.undone.has(id), `${fault}: not undone`)
        const { refunds } = (await it.call('GET', `/v1/operations/${other}/refunds`)).body.result
        assert.deepEqual(
          refunds.map((one: { status: string }) => one.status),
          ['settled'],
          fault,
        )
        it.fake.heal()
      }
    })

    test('a late approval is reported, once however often, and by nobody else', async () => {
      const token = await it.tokenFor(CARD)
      it.fake.fail('acquirer/authorise', 'taken-html')
      it.fake.fail('acquirer/inquire', 'html', 100)
      await it.pay(token)
      const id = await it.newest()
      assert.equal(await it.statusOf(id), 'P')
      const { kind, ...approved } = it.fake.charges.get(id) ?? {}
      const report = { notices: [{ kind: 'charge', operationId: id, outcome: { kind, ...approved } }] }
      const path = 'http-acquirer/reports'
      const whole = `/v1/networks/${path}`
      for (const forged of [
        signedRequest(`${SECRET}0`, 'report', whole, report),
        signedRequest(SECRET, 'report', `${whole}/`, report),
        signedRequest(SECRET, 'report', whole, report, { time: nowText(-400) }),
        { ...it.fake.report(whole, report), body: JSON.stringify({ ...report, more: 1 }) },
        { headers: {}, body: JSON.stringify(report) },
      ])
        assert.equal((await it.report(path, report, forged)).status, 403)
      assert.equal(await it.statusOf(id), 'P')
      const message = it.fake.report(whole, report)
      const answers = await Promise.all(Array.from({ length: 6 }, () => it.report(path, report, message)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
      const taken = answers.find(({ status }) => status === 200)
      assert.ok(taken && isSignedReceipt(SECRET, message, { ...taken, body: taken.text }))
      assert.equal(await it.statusOf(id), 'N')
      assert.equal((await it.report(path, report)).status, 200)
      it.fake.heal()
    })

    test('what is signed and cannot be read is kept for an operator, and answered so', async () => {
      const message = it.fake.report('/v1/networks/http-acquirer/reports', { notices: [{ kind: 'news' }] })
      const answer = await it.report('http-acquirer/reports', {}, message)
      assert.equal(answer.status, 400)
      assert.ok(isSignedReceipt(SECRET, message, { ...answer, body: answer.text }))
      assert.match(answer.body.reason, /^notice 1: its kind is none/)
    })

    test('a store voucher is paid at the till, once, and another is cancelled', async () => {
      const voucher = async () => {
        const made = await it.call('POST', '/v1/payment/convenience-store', { total: 150, store: 'OXXO' })
        assert.equal(made.status, 200, made.text)
        return made.body.result.transaction as string
      }
      const id = await voucher()
      const { reference } = it.fake.references.get(id) ?? {}
      const payment = {
        kind: 'payment',
        networkTransaction: 'T-77',
        institution: 'OXXO',
        operationDay: '2026-11-24',
        networkReference: reference,
        amountCentavos: 15_000,
      }
      for (const _ of [1, 2]) {
        const { status, text } = await it.report('http-cash-network/reports', { notices: [payment] })
        assert.equal(status, 200, text)
      }
      assert.equal(await it.statusOf(id), 'N')
      const other = await voucher()
      it.fake.fail('cash-network/cancel', 'taken-html')
      await it.call('GET', `/v1/operations/apply-reversal/${other}`)
      await it.settle()
      const gone = await it.call('GET', `/v1/operations/apply-reversal/${other}`)
      assert.equal(gone.status, 200, gone.text)
      assert.equal(await it.statusOf(other), 'C')
      const cancelled = it.fake.references.get(other)?.reference
      assert.ok(it.fake.cancelled.has(cancelled))
      // A till took it all the same: the money goes back, once.
      const late = { ...payment, networkTransaction: 'T-78', networkReference: cancelled }
      it.fake.fail('cash-network/give-back', 'forged')
      for (const _ of [1, 2])
        assert.equal((await it.report('http-cash-network/reports', { notices: [late] })).status, 200)
      await it.settle()
      const given = it.fake.calls.filter(({ path }) => path === '/v1/cash-network/give-back').map(({ body }) => body)
      assert.ok(given.length >= 2)
      assert.equal(new Set(given.map(({ returnId }) => returnId)).size, 1)
      assert.deepEqual([given[0]?.networkTransaction, given[0]?.amountCentavos], ['T-78', 15_000])
    })

    test('a reference whose answer was lost is cancelled, and the next request has one of its own', async () => {
      it.fake.fail('cash-network/issue', 'taken-html')
      const lost = await it.call('POST', '/v1/payment/convenience-store', { total: 150, store: 'OXXO' })
      assert.equal(lost.status, 503, lost.text)
      const reference = [...it.fake.references.values()].at(-1)?.reference
      await it.settle()
      assert.ok(it.fake.cancelled.has(reference))
    })

    const speiVoucher = async (total = 150.1) => {
      const made = await it.call('POST', '/v1/payment/spei', { total })
      assert.equal(made.status, 200, made.text)
      return { id: made.body.result.transaction as string, clabe: made.body.result.bank_account_number as string }
    }
    let deposits = 0
    const depositOf = (clabe: string, change: object = {}) => {
      deposits += 1
      return {
        kind: 'payment',
        networkTransaction: `PAYER${deposits}`,
        institution: '012',
        operationDay: speiDay(it.clock.epochMs()),
        networkReference: clabe,
        amountCentavos: 15_010,
        payerClabe: PAYER,
        payerName: 'Lucía Prado',
        ...change,
      }
    }

    test('a deposit is taken or sent back as its voucher says, signed, and a repeat is answered the same', async () => {
      const { id, clabe } = await speiVoucher()
      const path = 'http-spei-bank/deposits'
      const wrong = depositOf(clabe, { amountCentavos: 1_000 })
      const right = depositOf(clabe)
      const late = depositOf(clabe)
      for (const [deposit, expected] of [
        [wrong, { result: 'send-back', cause: 'amount' }],
        [right, { result: 'taken' }],
        [late, { result: 'send-back', cause: 'account-closed' }],
        [depositOf('646180999900000009'), { result: 'send-back', cause: 'account-unknown' }],
      ] as const) {
        for (const _ of [1, 2]) {
          const message = it.fake.report(`/v1/networks/${path}`, deposit)
          const answer = await it.report(path, deposit, message)
          assert.deepEqual([answer.status, answer.body], [200, expected])
          assert.ok(isSignedReceipt(SECRET, message, { ...answer, body: answer.text }))
        }
      }
      assert.equal(await it.statusOf(id), 'N')
    })

    test('a deposit whose report was lost is found in the movements of the day', async () => {
      const { id, clabe } = await speiVoucher()
      it.fake.deposits.push(depositOf(clabe))
      it.fake.fail('spei-bank/movements', 'half')
      await it.settle(12)
      assert.equal(await it.statusOf(id), 'N')
    })

    test('a credited deposit that pays nothing goes back by the bank’s own call, once', async () => {
      const { clabe } = await speiVoucher()
      const { payerClabe: _, ...deposit } = depositOf(clabe, { amountCentavos: 1_000 })
      it.fake.fail('spei-bank/return-deposit', 'taken-html')
      assert.equal((await it.report('http-spei-bank/reports', { notices: [deposit] })).status, 200)
      await it.settle()
      const returned = it.fake.calls.filter(({ path }) => path === '/v1/spei-bank/return-deposit')
      assert.ok(returned.length >= 1)
      assert.equal(new Set(returned.map(({ body }) => body.trackingKey)).size, 1)
      assert.equal(returned[0]?.body.deposit.trackingKey, deposit.networkTransaction)
    })

    test('a refund by SPEI is sent once whatever is answered, and ends as the bank reports it', async () => {
      // Eight failures in a row would stop the calls.
      for (const fault of FAULTS.filter((one) => !SLOW_FAULTS.includes(one)).flatMap((one) => [undefined, one])) {
        const { id, clabe } = await speiVoucher()
        const deposit = depositOf(clabe)
        assert.equal((await it.report('http-spei-bank/deposits', deposit)).status, 200)
        if (fault !== undefined) it.fake.fail('spei-bank/transfer', fault)
        it.fake.settleAs('accepted')
        const asked = await it.call('POST', `/v1/operations/${id}/refunds`, {})
        assert.ok(asked.status < 300, asked.text)
        await it.settle()
        const transfers = (await it.call('GET', '/v1/transfers?kind=refund&limit=100')).body.result.transfers
        const transfer = transfers.find((one: { transaction: string }) => one.transaction === id)
        assert.equal(transfer.status, 'accepted', fault ?? 'no fault')
        const key = transfer.tracking_key
        const sent = it.fake.transfers.get(key)
        assert.ok(sent && sent.destination === PAYER && sent.amountCentavos === 15_010)
        sent.state = 'settled'
        const settled = { kind: 'transfer', trackingKey: key, state: 'settled' }
        assert.equal((await it.report('http-spei-bank/reports', { notices: [settled] })).status, 200)
        const after = (await it.call('GET', '/v1/transfers?kind=refund&limit=100')).body.result.transfers
        assert.equal(after.find((one: { tracking_key: string }) => one.tracking_key === key).status, 'settled')
      }
    })

    test('every approved charge at the network is paid here, or was undone or given back there', async () => {
      await it.settle()
      for (const [id, expected] of it.fake.charges) {
        if (expected.kind !== 'approved') continue
        const status = await it.statusOf(id)
        assert.ok(status === 'N' || status === 'C' || it.fake.undone.has(id), `${id} is ${status}`)
      }
    })
  })
}
