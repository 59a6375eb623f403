// The promise: with STP as its bank a service in production takes and sends SPEI money. Nothing is credited twice, nothing is sent twice, and
// what STP says wrongly, late or not at all changes no centavo.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS, speiDay } from '../../../src/core/time.ts'
import { audit } from '../../../src/service/audit.ts'
import { ACCOUNT, PREFIX } from '../../stp/fake-stp.ts'
import { type Production, production } from '../../stp/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

/** As the wire writes them. */
const STATUSES: Record<string, string> = { P: 'pending', N: 'paid' }
const PAYER = '012180001554321090'
const CONFIRMED = '{"mensaje":"confirmar"}'
const sentBack = (cause: number) => `{"mensaje":"devolver","id":${cause}}`

for (const engine of PRODUCTION) {
  describe(`STP in production [${engine}]`, () => {
    let it: Production
    before(async () => {
      it = await production(engine)
    })
    after(async () => {
      if (!it) return
      assert.deepEqual(it.fake.forged, [], 'openssl does not verify these chains')
      const { clean, invariants } = await audit(it.store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      await it.close()
    })

    const voucher = async (total = 150.1, more: object = {}): Promise<{ transaction: string; clabe: string }> => {
      const { status, body, text } = await it.call('POST', '/v1/payment/spei', { total, ...more })
      assert.equal(status, 200, text)
      return { transaction: body.result.transaction, clabe: body.result.bank_account_number }
    }
    const statusOf = async (id: string) => STATUSES[await it.statusOf(id)]
    const received = async (key: unknown) => {
      const rows = await it.store.db
        .selectFrom('payments_received')
        .select(['outcome', 'reason', 'amount_centavos'])
        .where('network_transaction', '=', String(key))
        .orderBy('id')
        .execute()
      return rows.map(({ outcome, reason }) => `${outcome} ${reason}`)
    }
    const transfers = async (kind: string) =>
      (await it.call('GET', `/v1/transfers?kind=${kind}&limit=100`)).body.result.transfers
    const transferOf = async (transaction: string) =>
      (await transfers('refund')).find((one: { transaction: string }) => one.transaction === transaction)
    /** A payment of PAYER that is refunded whole; its transfer. */
    const refund = async (total = 150.1) => {
      const { transaction, clabe } = await voucher(total)
      assert.equal((await it.deposit({ cuentaBeneficiario: clabe, monto: total })).text, CONFIRMED)
      const asked = await it.call('POST', `/v1/operations/${transaction}/refunds`, {})
      assert.ok(asked.status < 300, asked.text)
      await it.work()
      await it.work()
      return { transaction, transfer: await transferOf(transaction) }
    }
    const ordersOf = (key: string) => [...it.fake.sent.values()].filter((one) => one.claveRastreo === key).length

    test('a voucher has a CLABE under the prefix, and its deposit pays it once, however often and from wherever it is reported', async () => {
      const { transaction, clabe } = await voucher()
      assert.ok(clabe.startsWith(PREFIX), clabe)
      const body = it.fake.deposit({ cuentaBeneficiario: clabe })
      const answers = await Promise.all(Array.from({ length: 8 }, () => it.report('/deposits', body)))
      for (const answer of answers) assert.deepEqual([answer.status, answer.text], [200, CONFIRMED])
      assert.equal(await statusOf(transaction), 'paid')
      assert.deepEqual(await received(body.claveRastreo), ['matched voucher-paid'])
      // With the payer left out, and as text.
      const again = await it.report('/deposits', { ...body, cuentaOrdenante: null, monto: '150.10' })
      assert.equal(again.text, CONFIRMED)
      assert.deepEqual(await received(body.claveRastreo), ['matched voucher-paid'])
    })

    test('what the CLABE is not waiting for is sent back with its cause, and a repeat has the same answer', async () => {
      const open = await voucher()
      const paid = await voucher()
      assert.equal((await it.deposit({ cuentaBeneficiario: paid.clabe })).text, CONFIRMED)
      const cancelled = await voucher()
      const gone = await it.call('GET', `/v1/operations/apply-reversal/${cancelled.transaction}`)
      assert.ok(gone.status < 300, gone.text)
      for (const [clabe, monto, cause, why] of [
        [open.clabe, 150.11, 20, 'amount-differs'],
        [open.clabe, '0.01', 20, 'amount-differs'],
        [paid.clabe, 150.1, 3, 'already-paid'],
        [cancelled.clabe, 150.1, 3, 'cancelled'],
        [`${PREFIX}9999999`.padEnd(17, '0'), 150.1, 1, 'reference-unknown'],
        ['646180110400000007', 150.1, 1, 'reference-unknown'],
      ] as const) {
        const cuentaBeneficiario = clabe.length === 18 ? clabe : withControl(clabe)
        const { status, text, deposit } = await it.deposit({ cuentaBeneficiario, monto })
        assert.deepEqual([status, text], [400, sentBack(cause)], why)
        assert.deepEqual(await received(deposit.claveRastreo), [`refused ${why}`])
        assert.equal((await it.report('/deposits', deposit)).text, sentBack(cause))
        assert.deepEqual(await received(deposit.claveRastreo), [`refused ${why}`])
      }
      assert.equal(await statusOf(open.transaction), 'pending')
      assert.equal((await it.deposit({ cuentaBeneficiario: open.clabe })).text, CONFIRMED)
      const list = await it.call('GET', '/v1/received-payments?outcome=refused')
      assert.equal(list.body.result.payments.length, 4, 'the payments of the merchant')
    })

    test('a customer pays into a CLABE of their own, as often as they like, until the customer is deleted', async () => {
      const { id } = (await it.call('POST', '/v1/customer', { name: 'Ana Núñez', email: 'ana@example.mx' })).body.result
      const { sources } = (await it.call('GET', `/v1/customer/${id}`)).body.result
      const { clabe } = sources[0]
      assert.ok(clabe.startsWith(PREFIX))
      for (const monto of [10, 20.5]) {
        const { text, deposit } = await it.deposit({ cuentaBeneficiario: clabe, monto })
        assert.equal(text, CONFIRMED)
        assert.equal((await it.report('/deposits', deposit)).text, CONFIRMED)
        assert.deepEqual(await received(deposit.claveRastreo), ['matched customer-paid'])
      }
      assert.equal((await it.call('DELETE', `/v1/customer/${id}`)).status, 200)
      const { text, deposit } = await it.deposit({ cuentaBeneficiario: clabe, monto: 30 })
      assert.equal(text, sentBack(3))
      assert.deepEqual(await received(deposit.claveRastreo), ['refused account-closed'])
    })

    test('a deposit under the key of another is sent back as repeated; the first stays', async () => {
      const [one, two] = [await voucher(), await voucher(99)]
      const { deposit } = await it.deposit({ cuentaBeneficiario: one.clabe })
      const other = { ...deposit, id: 5, cuentaBeneficiario: two.clabe, monto: 99 }
      assert.equal((await it.report('/deposits', other)).text, sentBack(30))
      assert.equal((await it.report('/deposits', { ...deposit, id: 6, monto: 150.11 })).text, sentBack(30))
      // Under STP's id of the first, and on another day.
      const later = { ...deposit, fechaOperacion: Number(deposit.fechaOperacion) - 1 }
      assert.equal((await it.report('/deposits', later)).text, sentBack(30))
      assert.equal((await received(deposit.claveRastreo)).length, 3)
      assert.equal((await it.report('/deposits', deposit)).text, CONFIRMED)
      assert.equal(await statusOf(two.transaction), 'pending')
    })

    test('two processes never answer one deposit in two ways', async () => {
      for (let round = 0; round < 6; round += 1) {
        const { transaction, clabe } = await voucher()
        const [mine, other] = [
          it.fake.deposit({ cuentaBeneficiario: clabe }),
          it.fake.deposit({ cuentaBeneficiario: clabe }),
        ]
        const answers = await Promise.all(
          [mine, other, mine, other, mine, other].map((body) => it.report('/deposits', body)),
        )
        const [of, ofOther] = [0, 1].map(
          (at) => new Set(answers.filter((_, index) => index % 2 === at).map(({ text }) => text)),
        )
        assert.equal(of?.size, 1)
        assert.equal(ofOther?.size, 1)
        assert.deepEqual([...(of ?? []), ...(ofOther ?? [])].sort(), [CONFIRMED, sentBack(3)])
        assert.equal(await statusOf(transaction), 'paid')
      }
    })

    test('a refund is one signed order, is accepted with STP’s id, settled by its report, and owed again when it comes back', async () => {
      it.fake.settleAs('C')
      const { transaction, transfer } = await refund()
      it.fake.settleAs('LQ')
      assert.equal(transfer.status, 'accepted')
      const row = await it.store.db
        .selectFrom('transfers')
        .select(['network_reference'])
        .where('id', '=', transfer.id)
        .executeTakeFirstOrThrow()
      assert.equal(row.network_reference, String(it.fake.order(transfer.tracking_key)?.idEF))
      assert.equal(it.fake.order(transfer.tracking_key)?.cuentaBeneficiario, PAYER)
      for (const _ of [1, 2])
        assert.deepEqual((await it.orderChanged(transfer.tracking_key, 'LQ')).text, '{"mensaje":"recibido"}')
      assert.equal((await transferOf(transaction)).status, 'settled')
      await it.orderChanged(transfer.tracking_key, 'D', { causaDevolucion: 3 })
      const back = await transferOf(transaction)
      assert.equal(back.status, 'returned')
      assert.match(JSON.stringify(back), /3: the account is closed/)
      // Late and out of order.
      assert.equal(
        (
          await it.report('/order-states', {
            id: it.fake.order(transfer.tracking_key)?.idEF,
            empresa: 'COBROMX',
            estado: 'LQ',
          })
        ).status,
        200,
      )
      assert.equal((await transferOf(transaction)).status, 'returned')
      assert.equal(ordersOf(transfer.tracking_key), 1)
    })

    test('a lying report of a state moves nothing', async () => {
      const { transaction, transfer } = await refund()
      const idEF = it.fake.order(transfer.tracking_key)?.idEF
      for (const estado of ['CN', 'D', 'Cancel'])
        assert.equal((await it.report('/order-states', { id: idEF, empresa: 'COBROMX', estado })).status, 200)
      assert.equal((await transferOf(transaction)).status, 'settled')
      const unknown = await it.report('/order-states', {
        id: 1,
        empresa: 'COBROMX',
        claveRastreo: 'NOBODYS',
        estado: 'D',
      })
      assert.equal(unknown.status, 200)
      it.fake.fail('/consultaOrden', 'html')
      assert.equal((await it.report('/order-states', { id: idEF, empresa: 'COBROMX', estado: 'D' })).status, 503)
      assert.equal((await transferOf(transaction)).status, 'settled')
    })

    for (const fault of ['silent', 'taken-html', 'half', 'zero', 'lost', 'html'] as const) {
      test(`an order whose answer is ${fault} is looked up, and sent once`, async () => {
        it.fake.fail('/ordenPago/registra', fault)
        const { transaction, transfer } = await refund()
        assert.equal(transfer.status, 'pending')
        for (let tries = 0; tries < 3; tries += 1) {
          await it.advance(2 * 60_000)
          await it.work()
        }
        assert.match((await transferOf(transaction)).status, /accepted|settled/)
        assert.equal(ordersOf(transfer.tracking_key), 1)
        const { fake } = it
        assert.ok(
          fake.calls.some(({ path, body }) => path === '/consultaOrden' && body.claveRastreo === transfer.tracking_key),
        )
      })
    }

    test('an order that STP refuses is rejected in STP’s words', async () => {
      const { transaction } = await refund(150.1)
      it.fake.settleAs('CN')
      const other = await refund(77)
      it.fake.settleAs('LQ')
      await it.advance(5 * 60_000)
      await it.work()
      assert.equal((await transferOf(other.transaction)).status, 'rejected')
      assert.notEqual((await transferOf(transaction)).status, 'rejected')
    })

    test('a deposit whose report was lost is found in the movements of the day, and pays its voucher once', async () => {
      const { transaction, clabe } = await voucher()
      const body = it.fake.deposit({ cuentaBeneficiario: clabe })
      it.fake.credit(body, 'CCO')
      await it.advance(11 * 60_000)
      await it.work()
      assert.equal(await statusOf(transaction), 'paid')
      const { url } = (await it.call('GET', `/v1/operations/${transaction}`)).body.result
      const page = async () =>
        (await it.services[0]?.app.inject({ url: new URL(url).pathname, headers: { 'x-forwarded-proto': 'https' } }))
          ?.body ?? ''
      assert.match(await page(), /href="https:\/\/www\.banxico\.org\.mx\/cep\/"/)
      // Its receipt is known later.
      const urlCEP = 'https://www.banxico.org.mx/cep/go?i=90646&s=20160101&d=abc%2Bdef'
      it.fake.credit({ ...body, urlCEP }, 'CCO')
      await it.advance(11 * 60_000)
      await it.work()
      assert.ok((await page()).includes(`href="${urlCEP.replaceAll('&', '&amp;')}"`))
      it.fake.credit({ ...body, urlCEP: 'https://www.banxico.org.mx.example.com/cep/' }, 'CCO')
      // Its report comes after all.
      assert.equal((await it.report('/deposits', body)).text, CONFIRMED)
      assert.deepEqual(await received(body.claveRastreo), ['matched voucher-paid'])
    })

    test('a deposit that STP credits although it was to be sent back is kept in suspense', async () => {
      const { deposit } = await it.deposit({ cuentaBeneficiario: withControl(`${PREFIX}8888888`) })
      it.fake.credit(deposit, 'CCO')
      await it.advance(11 * 60_000)
      await it.work()
      assert.deepEqual(await received(deposit.claveRastreo), [
        'refused reference-unknown',
        'suspended identity-conflict',
      ])
      await it.advance(11 * 60_000)
      await it.work()
      assert.equal((await received(deposit.claveRastreo)).length, 2)
    })

    test('a credited deposit of an unknown payer that pays nothing goes back by STP’s own call, once', async () => {
      const { clabe } = await voucher()
      const body = it.fake.deposit({ cuentaBeneficiario: clabe, monto: 3, cuentaOrdenante: null })
      it.fake.credit(body, 'CCO')
      it.fake.fail('/ordenPago/retornaOrden', 'taken-html')
      for (let tries = 0; tries < 3; tries += 1) {
        await it.advance(11 * 60_000)
        await it.work()
      }
      assert.deepEqual(await received(body.claveRastreo), ['returned amount-differs'])
      const [sent] = (await transfers('return')).filter(
        (one: { destination: string }) => one.destination === body.claveRastreo,
      )
      assert.equal(sent?.status, 'settled')
      assert.equal(it.fake.calls.filter(({ path }) => path === '/ordenPago/retornaOrden').length, 1)
    })

    test('what does not come from STP, or is none of its reports, is refused and counted', async () => {
      const { clabe, transaction } = await voucher()
      const body = it.fake.deposit({ cuentaBeneficiario: clabe })
      assert.equal((await it.report('/deposits', body, { secret: 'a-secret-of-the-inbound-route' })).status, 403)
      assert.equal((await it.report('/deposits', body, { secret: '' })).status, 403)
      assert.equal((await it.report('/deposits', body, { address: '198.51.100.9' })).status, 403)
      assert.equal((await it.report('/order-states', body, { address: '198.51.100.9' })).status, 403)
      // The secret behind the address is a secret too.
      const behind = `/deposits?secret=${it.fake.settings.INBOUND_SECRET}`
      assert.equal((await it.report(behind, '{', { secret: '' })).status, 400)
      assert.equal((await it.report(`/deposits?secret=${'x'.repeat(30)}`, body, { secret: '' })).status, 403)
      for (const [change, cause] of [
        [{ monto: -150.1 }, 14],
        [{ monto: 150.101 }, 14],
        [{ fechaOperacion: 20301231 }, 14],
        [{ claveRastreo: null }, 14],
        [{ empresa: 'OTRA' }, 6],
      ] as const)
        assert.equal((await it.report('/deposits', { ...body, id: 7, ...change })).text, sentBack(cause))
      for (const text of ['', '{', '[]', 'null', '<xml/>', '"x"', '['.repeat(5_000)])
        assert.equal((await it.report('/deposits', text)).status, 400)
      assert.equal((await it.report('/deposits', `{"a":"${'x'.repeat(10_000_000)}"}`)).status, 413)
      assert.equal(await statusOf(transaction), 'pending')
      const metrics = (
        await Promise.all(it.services.map((one) => one.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })))
      ).map(({ body: text }) => text)
      const sum = (name: string) =>
        metrics.reduce(
          (total, text) =>
            total + Number(new RegExp(`^cobro_network_reports_${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0),
          0,
        )
      assert.equal(sum('refused'), 5)
      assert.ok(sum('sent_back') > 0)
      assert.equal((await it.report('/deposits', body)).text, CONFIRMED)
    })

    test('what comes into the company’s own account is confirmed, kept for the operator, and nobody’s', async () => {
      const { text, deposit } = await it.deposit({ cuentaBeneficiario: ACCOUNT, monto: 50_000 })
      assert.equal(text, CONFIRMED)
      assert.deepEqual(await received(deposit.claveRastreo), [])
      const kept = await it.store.db
        .selectFrom('unread_reports')
        .select('detail')
        .where('network', '=', 'stp')
        .execute()
      assert.ok(kept.some(({ detail }) => /own account/.test(detail)))
    })

    test('a merchant is paid out, and the statement of the day that is over agrees with the books', async () => {
      const change = await it.call('PUT', '/v1/settlement/account', {
        clabe: '012180001554321090',
      })
      assert.ok(change.status < 300, change.text)
      await it.advance(DAY_MS)
      // The first payout day after a weekend or holiday may be days away.
      for (let days = 0; days < 6 && (await transfers('payout')).length === 0; days += 1) {
        await it.advance(DAY_MS)
        await it.work()
        await it.work()
      }
      const [paid] = await transfers('payout')
      assert.match(paid?.status ?? '', /accepted|settled/)
      assert.equal(it.fake.order(paid.tracking_key)?.cuentaBeneficiario, '012180001554321090')
      for (let days = 0; days < 4; days += 1) {
        await it.advance(DAY_MS + HOUR_MS)
        await it.work()
      }
      assert.equal((await transfers('payout'))[0].status, 'settled')
      const statements = await it.store.db
        .selectFrom('statements')
        .select(['network', 'state', 'lines', 'first_day'])
        .execute()
      assert.ok(
        statements.length > 0 && statements.every(({ network, state }) => network === 'stp' && state === 'done'),
      )
      assert.ok(statements.some(({ lines }) => lines > 10))
      const open = await it.store.db
        .selectFrom('statement_lines')
        .select(['movement', 'kind', 'verdict'])
        .where('cause_id', 'is', null)
        .execute()
      assert.deepEqual(open, [])
      const logged = it.logged
        .filter((line) => /a statement of a network (differs|agrees)/.test(line))
        .map((line) => JSON.parse(line))
      assert.ok(logged.length > 0)
      for (const { missing, extra, malformed, contradiction } of logged)
        assert.deepEqual([missing, extra, malformed, contradiction], [0, 0, 0, 0])
      assert.ok(speiDay(it.clock.epochMs()) > (statements[0]?.first_day ?? ''))
    })

    test('no secret, passphrase, key or CLABE of a payer is in the log or in what is kept', async () => {
      const kept = await it.store.db.selectFrom('unread_reports').selectAll().execute()
      const logged = it.logged.join('') + JSON.stringify(kept.map(({ detail, call }) => [detail, call]))
      const secrets = [
        it.fake.settings.INBOUND_SECRET,
        it.fake.settings.KEY_PASSPHRASE,
        'BEGIN ENCRYPTED',
        PAYER,
        'LUCIA PRADO',
      ]
      for (const secret of secrets) assert.ok(!logged.includes(secret), secret)
      assert.ok(!JSON.stringify(kept).includes(it.fake.settings.INBOUND_SECRET))
    })
  })
}

function withControl(first: string): string {
  const digits = first.padEnd(17, '0').slice(0, 17)
  const sum = [...digits].reduce((total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10), 0)
  return digits + ((10 - (sum % 10)) % 10)
}
