// The promise: whatever STP does, says, loses and repeats in whatever order, in the end each deposit that it credited is on the books once,
// each order was sent once, and every transfer is what STP made of it.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '../../../src/core/time.ts'
import { audit } from '../../../src/service/audit.ts'
import { diceOf } from '../../fuzz/dice.ts'
import type { Fault } from '../../stp/fake-stp.ts'
import { production } from '../../stp/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

const SEED = Number(process.env.COBRO_TEST_SEED ?? 20_261_125)
const COMMANDS = 160
const FAULTS: Fault[] = ['silent', 'lost', 'html', 'taken-html', 'half', 'zero', 'queries-only']
const PATHS = ['/ordenPago/registra', '/consultaOrden', '/ordenPago/retornaOrden']
const TOTALS = [20, 33.33, 150.1]
/** What STP’s states are here. */
const ENDS: Record<string, string> = { LQ: 'settled', CN: 'rejected', D: 'returned' }

for (const engine of PRODUCTION) {
  describe(`STP in disorder [${engine}]`, () => {
    test(`${COMMANDS} commands of seed ${SEED} end in books that agree with STP`, async (t) => {
      const it = await production(engine)
      t.after(() => it.close())
      const { fake } = it
      const dice = diceOf(SEED)
      const vouchers: { transaction: string; clabe: string; total: number }[] = []
      const reports: Record<string, unknown>[] = []
      const issue = async () => {
        const total = dice.pick(TOTALS)
        const { status, body } = await it.call('POST', '/v1/payment/spei', { total })
        assert.equal(status, 200)
        vouchers.push({ transaction: body.result.transaction, clabe: body.result.bank_account_number, total })
      }
      const newDeposit = () => {
        const { clabe, total } = dice.pick(vouchers)
        const monto = dice.oneIn(4) ? 7 : total
        return fake.deposit({ cuentaBeneficiario: clabe, monto, ...(dice.oneIn(3) && { cuentaOrdenante: null }) })
      }
      const commands: (() => Promise<unknown>)[] = [
        issue,
        issue,
        async () => {
          const body = newDeposit()
          reports.push(body)
          await it.report('/deposits', body)
        },
        async () => {
          const body = newDeposit()
          reports.push(body)
          await Promise.all([1, 2, 3].map(() => it.report('/deposits', body)))
        },
        // Its report is lost; STP credits it by itself.
        async () => fake.credit(newDeposit(), 'CCO'),
        // Credited, whatever the answer was.
        async () => {
          const body = newDeposit()
          await it.report('/deposits', body)
          fake.credit(body, 'CCO')
        },
        async () => reports.length > 0 && it.report('/deposits', dice.pick(reports)),
        async () => it.call('POST', `/v1/operations/${dice.pick(vouchers).transaction}/refunds`, {}),
        async () => it.call('GET', `/v1/operations/apply-reversal/${dice.pick(vouchers).transaction}`),
        async () => fake.fail(dice.pick(PATHS), dice.pick(FAULTS)),
        // A day is read for longer than a test waits.
        async () => fake.fail('/V2/conciliacion', dice.pick(['html', 'half', 'taken-html'])),
        async () => fake.settleAs(dice.pick(['C', 'LQ', 'LQ', 'CN'])),
        async () => {
          const open = [...fake.sent.values()].filter(({ estado }) => estado === 'C' || estado === 'LQ')
          if (open.length === 0) return
          const order = dice.pick(open)
          const estado = order.estado === 'C' ? dice.pick(['LQ', 'CN', 'LQ']) : dice.pick(['LQ', 'LQ', 'D'])
          Object.assign(order, { estado, causaDevolucion: estado === 'D' ? '3' : '' })
          // Reported, reported wrongly, or not at all.
          const report = dice.pick([estado, 'D', 'CN', 'LQ', undefined])
          if (report === undefined) return
          await it.report('/order-states', {
            id: order.idEF,
            empresa: 'COBROMX',
            folioOrigen: order.claveRastreo,
            estado: report,
          })
        },
        it.work,
        async () => {
          await it.advance((1 + dice.below(15)) * 60_000)
          await it.work()
        },
      ]
      await issue()
      for (let command = 0; command < COMMANDS; command += 1) await dice.pick(commands)()

      fake.heal()
      fake.settleAs('LQ')
      for (const order of fake.sent.values()) if (order.estado === 'C') order.estado = 'LQ'
      for (let days = 0; days < 6; days += 1) {
        for (let tries = 0; tries < 4; tries += 1) {
          await it.advance(20 * 60_000)
          await it.work()
        }
        await it.advance(DAY_MS)
        await it.work()
      }
      assert.deepEqual(fake.forged, [])
      const { clean, invariants } = await audit(it.store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))

      const sentOf = Map.groupBy(fake.sent.values(), (one) => one.claveRastreo)
      for (const [key, orders] of sentOf) assert.equal(orders.length, 1, `${key} was sent twice`)
      const transfers = await it.store.db
        .selectFrom('transfers')
        .select(['tracking_key', 'state', 'reason', 'destination'])
        .execute()
      for (const { tracking_key, state, reason, destination } of transfers) {
        const order = sentOf.get(tracking_key)?.[0]
        const deposit = [...fake.received.values()].find((one) => one.claveRastreoDevolucion === tracking_key)
        if (deposit) assert.equal(state, 'settled', `${tracking_key} of ${destination}`)
        else if (order) assert.equal(state, ENDS[order.estado], `${tracking_key} is ${order.estado} at STP`)
        else assert.equal(state, 'rejected', `${tracking_key}: ${reason}`)
      }
      const rows = await it.store.db
        .selectFrom('payments_received')
        .select(['network_transaction', 'outcome', 'operation_id'])
        .execute()
      const taken = Map.groupBy(
        rows.filter(({ outcome }) => outcome !== 'refused'),
        (row) => row.network_transaction,
      )
      const credited = [...fake.received.values()].filter(
        (one) => one.estado === 'CCO' || one.claveRastreoDevolucion !== undefined,
      )
      for (const one of credited)
        assert.equal(taken.get(one.claveRastreo)?.length, 1, `${one.claveRastreo} was credited`)
      assert.equal(taken.size, new Set(credited.map((one) => one.claveRastreo)).size, 'nothing else is on the books')
      const paid = rows.filter(({ outcome }) => outcome === 'matched').map(({ operation_id }) => operation_id)
      assert.equal(new Set(paid).size, paid.length, 'a voucher is paid once')
      const statements = it.logged
        .filter((line) => /a statement of a network (differs|agrees)/.test(line))
        .map((line) => JSON.parse(line))
      assert.ok(statements.length > 0)
      for (const { extra, malformed, contradiction } of statements)
        assert.deepEqual([extra, malformed, contradiction], [0, 0, 0])
      t.diagnostic(
        `${vouchers.length} vouchers, ${credited.length} deposits credited, ${transfers.length} transfers, ${fake.calls.length} calls`,
      )
    })
  })
}
