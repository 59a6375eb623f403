// The promise: whatever a network, a forger or a broken connector sends to a network's route, no payment is lost, doubled or invented,
// and nothing of it is an error of ours; what could not be written down is said again.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import type { InboundOutcome, InboundRequest, PaymentNotice } from '../../../src/connectors/notice.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { holdableClock } from '../../support/harness/held-clock.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const HOOK = '/v1/networks/red-de-prueba/payments'

/** What the connector does with the next requests, and the last one that it got. */
let receive: (request: InboundRequest) => unknown
let got: InboundRequest | undefined
let issued = 0

const network: Connected<CashNetwork> = {
  name: 'red-de-prueba',
  issue: async () => {
    issued += 1
    const reference = String(issued).padStart(14, '0')
    return {
      kind: 'issued',
      reference,
      paymentId: reference,
      shortId: reference,
      bankAccountNumber: '646180118012345673',
      bankName: 'STP',
    }
  },
  cancel: async () => ({ kind: 'cancelled' }),
  giveBack: async () => ({ kind: 'sent' }),
  inbound: [
    {
      method: 'POST',
      path: '/payments',
      receive: async (request) => {
        got = request
        return (await receive(request)) as InboundOutcome
      },
    },
  ],
}

const DONE = { status: 201, contentType: 'text/xml', body: '<ok/>' }
const taken = (...notices: object[]) => ({ kind: 'taken', notices, answer: DONE })

for (const engine of ENGINES) {
  describe(`reports of networks [${engine}]`, () => {
    let world: World
    let merchant: Merchant
    const clock = holdableClock()
    before(async () => {
      world = await openWorld(engine, { NETWORK_TIMEOUT_MS: '300' }, { clock, connectors: { cashNetwork: network } })
      merchant = await world.merchant()
    })
    after(() => world.close())

    const report = (body: string | Buffer = '{}', headers: Record<string, string> = {}, url = HOOK) =>
      world.send({ method: 'POST', url, payload: body, headers })
    const voucher = async (): Promise<{ transaction: string; payment_id: string }> => {
      const made = await merchant.post('/v1/payment/convenience-store', {
        total: 150,
        store: 'OXXO',
        payment: { reference: { description: 'Pedido' } },
      })
      assert.equal(made.status, 200, made.text)
      return made.body.result
    }
    const paymentOf = (reference: string, change: object = {}): PaymentNotice => ({
      kind: 'payment',
      networkTransaction: `T-${reference}`,
      institution: 'OXXO',
      operationDay: new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(Date.now()),
      networkReference: reference,
      amountCentavos: 15_000,
      paidAt: new Date().toISOString(),
      ...change,
    })
    const metric = async (name: string) => {
      const { text } = await world.send({ method: 'GET', url: '/metrics' })
      return Number(new RegExp(`^cobro_network_reports_${name} (\\d+)$`, 'm').exec(text)?.[1])
    }
    const received = async () =>
      (await world.service.store.db.selectFrom('payments_received').select('network_transaction').execute()).length
    const statusOf = async (id: string) =>
      (
        await world.service.store.db
          .selectFrom('operations')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status
    afterEach(() => {
      receive = () => ({ kind: 'unknown' })
    })

    test('the connector gets the original bytes, query and headers, and its answer is sent', async () => {
      receive = () => taken()
      for (const body of [Buffer.from([0xff, 0x00, 0x7b]), Buffer.from('{"a": 1e400 }'), Buffer.from('')]) {
        const answer = await report(body, { 'content-type': 'application/json', 'X-Firma': 'Ñ' }, `${HOOK}?a=%20&b`)
        assert.deepEqual([answer.status, answer.text], [201, '<ok/>'])
        assert.equal(answer.headers['content-type'], 'text/xml')
        assert.deepEqual(Buffer.from(got?.body ?? []), body)
        assert.equal(got?.query, 'a=%20&b')
        assert.equal(got?.headers['x-firma'], 'Ñ')
      }
      const gzip = await report(Buffer.from([0x1f, 0x8b]), { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      assert.equal(gzip.status, 201, 'what is compressed is the connector’s to open')
      for (const called of ['', 'json', '"text/xml"', 'text/xml, text/xml', 'text/xml;charset=UTF-8;', 'x;']) {
        const answer = await report(Buffer.from('<a/>'), { 'content-type': called })
        assert.equal(answer.status, 201, `whatever its sender calls it: ${called}`)
        assert.equal(Buffer.from(got?.body ?? []).toString(), '<a/>')
      }
    })

    test('a too large body, another method, another path and another network are refused without asking the connector', async () => {
      receive = () => taken()
      got = undefined
      assert.equal((await report(Buffer.alloc(256 * 1024 + 1), { 'content-type': 'text/plain' })).status, 413)
      assert.equal((await world.send({ method: 'GET', url: HOOK })).status, 405)
      assert.equal((await report('{}', {}, `${HOOK}/more`)).status, 404)
      assert.equal((await report('{}', {}, '/v1/networks/otra/payments')).status, 404)
      assert.equal(got, undefined)
    })

    test('a payment is on disk before the answer, and is one payment despite repeats, also at once', async () => {
      const { transaction, payment_id } = await voucher()
      receive = () => taken(paymentOf(payment_id), paymentOf(payment_id))
      const answers = await Promise.all(Array.from({ length: 8 }, () => report()))
      for (const answer of answers) assert.equal(answer.status, 201)
      assert.equal(await statusOf(transaction), 'paid')
      const rows = await world.service.store.db
        .selectFrom('payments_received')
        .select(['network', 'rail'])
        .where('operation_id', '=', transaction)
        .execute()
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [{ network: 'red-de-prueba', rail: 'store' }],
      )
    })

    test('a statement is reconciled before the answer; an incomplete one and another network’s are refused', async () => {
      const { transaction, payment_id } = await voucher()
      const { operationDay: day, institution, paidAt } = paymentOf(payment_id)
      const lines = [
        `statement,1,red-de-prueba,${day},${day}`,
        'network,rail,id,day,amount,kind,fee,reference,institution,payer_clabe,paid_at',
        `red-de-prueba,store,S-${payment_id},${day},150.00,payment,2.00,${payment_id},${institution},,${paidAt}`,
        'trailer,1,150.00',
      ]
      const state = (text: string) => {
        receive = () => taken({ kind: 'statement', content: text })
        return report()
      }
      assert.equal((await state(lines.slice(0, -1).join('\n'))).status, 400)
      assert.equal((await state(lines.join('\n').replaceAll('red-de-prueba', 'sandbox-spei'))).status, 400)
      receive = () => taken({ kind: 'statement', content: 7 })
      assert.equal((await report()).status, 400)
      assert.equal(await statusOf(transaction), 'pending')
      for (let turn = 0; turn < 2; turn += 1) assert.equal((await state(lines.join('\n'))).status, 201)
      assert.equal(await statusOf(transaction), 'paid')
      const fees = await world.service.store.db
        .selectFrom('postings')
        .select('amount_centavos')
        .where('ledger_account', '=', 'cost:cash-network-fees')
        .execute()
      assert.deepEqual(
        fees.map((row) => row.amount_centavos),
        [200],
      )
    })

    test('a refused statement is kept for a person, and the notices beside it are processed', async () => {
      const { transaction, payment_id } = await voucher()
      const held = () => {
        const kept = world.service.store.db
          .selectFrom('unread_reports')
          .select(['why', 'notice', 'detail', 'body', 'times'])
        return kept.where('body', 'like', `%HALF-${payment_id}%`).execute()
      }
      const half = { kind: 'statement', content: `statement,1,red-de-prueba,HALF-${payment_id}` }
      receive = () => taken(half, paymentOf(payment_id), { kind: 'statement', content: 'nothing' })
      for (let turn = 0; turn < 2; turn += 1) assert.equal((await report()).status, 400, 'the network is told')
      assert.equal(await statusOf(transaction), 'paid')
      const [row, ...others] = await held()
      assert.deepEqual([others.length, row?.times], [0, 2])
      assert.deepEqual([row?.why, row?.notice], ['refused', 'statement'])
      assert.match(row?.detail ?? '', /^statement-/)
    })

    test('a notice that cannot be written is repeated, and delays none of the others', async () => {
      const { transaction, payment_id } = await voucher()
      const poison = paymentOf(payment_id, {
        networkReference: '99999999999997',
        networkTransaction: `P-${payment_id}`,
      })
      const { store } = world.service
      const commit = store.commit
      store.commit = async (writes) => {
        if (JSON.stringify(writes).includes(poison.networkReference)) throw new Error('no room')
        return commit.call(store, writes)
      }
      try {
        receive = () => taken(poison, paymentOf(payment_id))
        assert.equal((await report()).status, 503)
        assert.equal(await statusOf(transaction), 'paid')
      } finally {
        store.commit = commit
      }
    })

    test('the connector’s notices of a request are checked together: one wrong notice, and nothing is written', async () => {
      const { transaction, payment_id } = await voucher()
      const good = paymentOf(payment_id)
      const known = await received()
      const before = await metric('unreadable')
      const wrong: unknown[] = [
        undefined,
        null,
        'taken',
        {},
        { kind: 'approved' },
        { kind: 'taken' },
        { kind: 'taken', notices: [good] },
        { kind: 'taken', notices: [good], answer: { status: 500 } },
        { kind: 'taken', notices: [good], answer: { status: 302 } },
        { kind: 'taken', notices: [good], answer: { status: 200, contentType: 'a\r\nb' } },
        { kind: 'taken', notices: [good], answer: { status: 200, body: 'a'.repeat(70_000) } },
        { kind: 'taken', notices: good, answer: DONE },
        taken(...Array.from({ length: 1_001 }, () => good)),
        { kind: 'refused' },
        ...[
          { kind: 'transfer' },
          { kind: 'charge' },
          { kind: 'toString' },
          { amountCentavos: 0 },
          { amountCentavos: -15_000 },
          { amountCentavos: 150.5 },
          { amountCentavos: '15000' },
          { amountCentavos: Number.NaN },
          { amountCentavos: 1e15 },
          { networkTransaction: '' },
          { networkTransaction: 'a\0b' },
          { networkTransaction: 'a'.repeat(101) },
          { networkReference: undefined },
          { operationDay: '2026-02-30' },
          { operationDay: '20261123' },
          { institution: 7 },
          { payerClabe: '123' },
          { payerName: '\ud800' },
          { paidAt: '2026-11-23T18:00:00' },
          { paidAt: 'yesterday' },
          { paidAt: 1_763_000_000 },
          { network: 'sandbox-spei' },
          { rail: 'spei' },
        ].map((change) => taken(good, { ...good, ...change })),
      ]
      for (const outcome of wrong) {
        receive = () => outcome
        const answer = await report()
        assert.equal(answer.status, 400, `${JSON.stringify(outcome)?.slice(0, 200)}: ${answer.text}`)
        assert.equal(answer.body.error.message, 'No se entiende lo que la red reporta')
      }
      for (const error of [new Error('4242424242424242'), 'text', undefined]) {
        receive = () => {
          throw error
        }
        const answer = await report()
        assert.equal(answer.status, 400)
        assert.doesNotMatch(JSON.stringify(answer.body.error), /4242/)
        assert.deepEqual(Object.keys(answer.body).sort(), ['error', 'request_id', 'success'])
      }
      assert.equal(await metric('unreadable'), before + wrong.length + 3)
      assert.equal(await received(), known)
      assert.equal(await statusOf(transaction), 'pending')
    })

    test('a refusal is the connector’s own answer, or 403', async () => {
      receive = () => ({ kind: 'refused', reason: 'the signature' })
      const plain = await report('', { 'accept-language': 'en' })
      assert.deepEqual([plain.status, plain.body.error.message], [403, 'The report does not come from the network'])
      receive = () => ({ kind: 'refused', reason: '', answer: { status: 401, body: '{"no":1}' } })
      assert.deepEqual((await report()).body, { no: 1 })
    })

    test('when the connector cannot answer, or not in time, the network is asked to repeat', async () => {
      receive = () => ({ kind: 'unknown' })
      const postponed = await report()
      assert.equal(postponed.status, 503)
      assert.ok(Number(postponed.headers['retry-after']) > 0)
      receive = () => new Promise(() => {})
      assert.equal((await report()).status, 503)
    })

    test('a notice that the database does not take is repeated, and is then one payment', async () => {
      const [first, second] = [await voucher(), await voucher()]
      receive = () => taken(paymentOf(first.payment_id), paymentOf(second.payment_id))
      const { store } = world.service
      const { commit } = store
      let batches = 0
      store.commit = async (...batch) => {
        batches += 1
        if (batches > 1) throw new Error('the disk is full')
        return commit.apply(store, batch)
      }
      const failed = await report()
      store.commit = commit
      assert.equal(failed.status, 503)
      assert.ok(Number(failed.headers['retry-after']) > 0)
      assert.deepEqual([await statusOf(first.transaction), await statusOf(second.transaction)], ['paid', 'pending'])
      assert.equal((await report()).status, 201)
      assert.deepEqual([await statusOf(first.transaction), await statusOf(second.transaction)], ['paid', 'paid'])
    })

    test('one sender that floods is asked to slow down', async () => {
      receive = () => ({ kind: 'refused', reason: 'forged' })
      // As long as they take, they are as many of one moment.
      clock.hold()
      const answers = await Promise.all(Array.from({ length: 1_100 }, () => report()))
      clock.letGo()
      const statuses = new Set(answers.map(({ status }) => status))
      assert.deepEqual([...statuses].sort(), [403, 429])
      assert.ok(answers.find(({ status }) => status === 429)?.headers['retry-after'])
    })

    test('one sender with many IPv6 addresses counts as one', async () => {
      receive = () => ({ kind: 'refused', reason: 'forged' })
      const from = (at: number) =>
        world.send({ method: 'POST', url: HOOK, payload: '{}', remoteAddress: `2001:db8:1:2::${at.toString(16)}` })
      const answers = await Promise.all(Array.from({ length: 1_100 }, (_, at) => from(at)))
      assert.ok(answers.some(({ status }) => status === 429))
    })

    test('and the books add up', async () => {
      const audit = await merchant.get('/v1/sandbox/audit')
      assert.equal(audit.status, 200, audit.text)
      assert.equal(audit.body.result.clean, true, audit.text)
    })
  })
}
