// The promise: the real program, in production mode over the fakes of Openpay and STP and driven by HTTP alone, takes each way of paying from its
// beginning to its end, pays the merchant out, and its books are clean.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { speiDay } from '../../../src/core/time.ts'
import { readClockState, writeClockState } from '../../../src/store/clock-state.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { type Child, startChild } from '../../faults/child.ts'
import { cards, fakeOpenpay } from '../../openpay/fake-openpay.ts'
import { networksOver as networksOverOpenpay } from '../../openpay/production.ts'
import { fakeStp, SECRET } from '../../stp/fake-stp.ts'
import { networksOver as networksOverStp } from '../../stp/production.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { newDatabaseUrl, PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'
import { chargeMessage, productionSettings, START_MS, setTime } from '../../support/harness/production.ts'
import { runCobro } from '../../support/harness/programs.ts'
import { basic } from '../../support/harness/world.ts'

after(stopPostgres)

const MERCHANT_CLABE = '012180001554321090'
const DAY_MS = 86_400_000
const PATIENCE_MS = 90_000
const STP_ADDRESS = '203.0.113.7'

for (const engine of PRODUCTION) {
  describe(`the program in production [${engine}]`, () => {
    test('cards, stores and SPEI are paid, given back and paid out, and the audit is clean', async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-program-'))
      t.after(() => rmSync(folder, { recursive: true, force: true }))
      let offsetMs = START_MS - Date.now()
      const nowMs = () => Date.now() + offsetMs
      const openpay = await fakeOpenpay({ nowMs })
      const stp = await fakeStp({ today: () => speiDay(nowMs()) })
      t.after(() => Promise.all([openpay.close(), stp.close()]))
      const url =
        engine === 'sqlite' ? `file:${join(folder, 'cobro.db')}` : await newDatabaseUrl(engine, { durable: true })
      const settings = {
        ...productionSettings(url, { ...networksOverOpenpay(openpay), ...networksOverStp(stp) }),
        ACQUIRER_TIMEOUT_MS: '30000',
        NETWORK_TIMEOUT_MS: '30000',
        DATA_DIR: folder,
      }
      assert.equal((await runCobro(['migrate'], settings)).code, 0)
      const store = await openDatabase(url, { connections: 1 })
      t.after(() => store.close())
      await setTime(store)
      const opened = await runCobro(['accounts', 'open', 'Tienda', 'caja@tienda.mx', '--json'], settings)
      assert.equal(opened.code, 0, opened.error)
      const { app_key: key, app_secret: secret } = JSON.parse(opened.out)
      let cobro: Child = await startChild(settings)
      t.after(() => cobro.kill())

      const https = { 'x-forwarded-proto': 'https' }
      const call = async (method: string, path: string, body?: unknown) => {
        const answer = await cobro.call(method, path, body, { ...https, authorization: basic(key, secret) })
        assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`)
        return answer.body.result
      }
      const sealed = async (message: unknown) => sealEnvelope(message, (await call('GET', '/v1/public-key')).public_key)
      const charge = async (number: string, more: object = {}): Promise<string> => {
        const card = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number }
        const { token } = await call('POST', '/v1/token', await sealed(card))
        return (await call('POST', '/v1/payment/card', await sealed(chargeMessage(token, 150, '', more)))).token
      }
      const operation = (id: string) => call('GET', `/v1/operations/${id}`)
      const until = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
        for (const since = Date.now(); ; ) {
          const found = await look()
          if (found !== undefined) return found
          assert.ok(Date.now() - since < PATIENCE_MS, what)
          await new Promise((resolve) => setTimeout(resolve, 250))
        }
      }
      const reaches = (id: string, status: string) =>
        until(`${id} is ${status}`, async () => ((await operation(id)).status === status ? true : undefined))
      const report = async (path: string, body: unknown, headers: Record<string, string>) => {
        const answer = await cobro.call('POST', `/v1/networks/${path}`, body, { ...https, ...headers })
        return { status: answer.status, text: JSON.stringify(answer.body) }
      }
      const openpayReports = async (route: string, type: string, transaction: object) =>
        assert.equal(
          (await report(`openpay/${route}`, openpay.event(type, transaction), openpay.headers())).status,
          200,
        )

      // A card.
      const card = await charge(cards.approved.number)
      assert.equal((await operation(card)).status, 'N')

      // A card whose payer authenticates: away to the bank, and back.
      const challenged = await charge(cards.challenged.number)
      const { status, payer_url: payerUrl } = await operation(challenged)
      assert.equal(status, 'P')
      const away = await fetch(`${cobro.address}${new URL(payerUrl).pathname}`, { headers: https, redirect: 'manual' })
      const asked = openpay.calls.findLast(({ body }) => body.order_id === challenged)?.body
      const there: string = openpay.charge(challenged)?.payment_method.url ?? '-'
      assert.ok(`${away.headers.get('location')}${await away.text()}`.includes(there))
      openpay.act(challenged, 'confirmed')
      const back = new URL(asked?.redirect_url)
      await fetch(`${cobro.address}${back.pathname}${back.search}`, { headers: https, redirect: 'manual' })
      await reaches(challenged, 'N')

      // A card that is held, and captured later; another is released.
      const held = await charge(cards.approved.number, { capture: false })
      assert.deepEqual([(await operation(held)).status, openpay.charge(held)?.status], ['A', 'in_progress'])
      await call('POST', `/v1/operations/${held}/capture`, {})
      assert.deepEqual([(await operation(held)).status, openpay.charge(held)?.status], ['N', 'completed'])
      const released = await charge(cards.approved.number, { capture: false })
      await call('POST', `/v1/operations/apply-reversal/${released}`)
      assert.deepEqual([(await operation(released)).status, openpay.charge(released)?.status], ['C', 'cancelled'])

      // A voucher for a store, paid at the till.
      const { transaction: voucher } = await call('POST', '/v1/payment/convenience-store', {
        total: 80,
        store: '7-Eleven',
      })
      const atTill = openpay.charge(voucher) ?? {}
      atTill.status = 'completed'
      await openpayReports('store-notices', 'charge.succeeded', atTill)
      await reaches(voucher, 'N')

      // A deposit by SPEI.
      const { transaction: spei, bank_account_number: clabe } = await call('POST', '/v1/payment/spei', { total: 150.1 })
      const deposit = stp.deposit({ cuentaBeneficiario: clabe, monto: 150.1 })
      const headers = { authorization: basic('stp', SECRET), 'x-forwarded-for': STP_ADDRESS }
      const confirmed = await report('stp/deposits', deposit, headers)
      assert.deepEqual([confirmed.status, confirmed.text], [200, '{"mensaje":"confirmar"}'])
      stp.answered(deposit, confirmed)
      await reaches(spei, 'N')

      // Refunds: a part of the card, and the deposit to an account.
      await call('POST', `/v1/operations/${card}/refunds`, { amount: 50 })
      await until('the card is refunded', async () => openpay.charge(card)?.refunds?.[0])
      assert.equal(openpay.charge(card)?.refunds?.[0].amount, 50)
      const destination = { clabe: MERCHANT_CLABE, name: 'Lucía Prado' }
      await call('POST', `/v1/operations/${spei}/refunds`, { destination })
      const transfers = async (kind: string) => (await call('GET', `/v1/transfers?kind=${kind}&limit=10`)).transfers
      /** Accepted by STP, which then reports that it is settled. */
      const settled = async (kind: string) => {
        const sent = await until(`the ${kind} is accepted`, async () =>
          (await transfers(kind)).find((one: { status: string }) => /accepted|settled/.test(one.status)),
        )
        const order = stp.order(sent.tracking_key)
        assert.equal(order?.estado, 'LQ')
        const state = { id: order?.idEF, empresa: order?.empresa, folioOrigen: sent.tracking_key, estado: 'LQ' }
        assert.equal((await report('stp/order-states', { ...state, tsLiquidacion: '0' }, headers)).status, 200)
        return until(`the ${kind} is settled`, async () =>
          (await transfers(kind)).find((one: { status: string }) => one.status === 'settled'),
        )
      }
      const refund = await settled('refund')
      assert.equal(stp.order(refund.tracking_key)?.cuentaBeneficiario, MERCHANT_CLABE)

      // A payout: days later, after a restart.
      await call('PUT', '/v1/settlement/account', { clabe: MERCHANT_CLABE })
      assert.equal(await cobro.stop(), 0)
      offsetMs += 3 * DAY_MS
      await writeClockState(store, { ...(await readClockState(store)), offsetMs })
      cobro = await startChild(settings)
      const payout = await settled('payout')
      const order = stp.order(payout.tracking_key)
      assert.deepEqual([order?.cuentaBeneficiario, Number(order?.monto) > 0], [MERCHANT_CLABE, true])

      assert.equal(await cobro.stop(), 0)
      const audited = await runCobro(['audit'], settings)
      assert.equal(audited.code, 0, audited.out + audited.error)
      assert.deepEqual([openpay.repeated(), stp.forged], [[], []])
    })
  })
}
