// STP keeps the contract of a SPEI bank, over a fake that judges each signature with openssl; on both engines.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { needsOf } from '../../src/connectors/connect.ts'
import type { Rehearsal, SampleRequest } from '../../src/connectors/connector.ts'
import type { PortName, PortTypes } from '../../src/connectors/ports.ts'
import type { SpeiBank } from '../../src/connectors/spei-bank.ts'
import { connectorState } from '../../src/connectors/state.ts'
import { stp } from '../../src/connectors/stp/connector.ts'
import { chainOfOrder } from '../../src/connectors/stp/order-fields.ts'
import { createClock } from '../../src/core/clock.ts'
import { speiDay } from '../../src/core/time.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { type FakeStp, fakeStp, SECRET } from '../stp/fake-stp.ts'
import { orderChain } from '../stp/signatures.ts'
import { newDatabaseUrl, PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { patient } from '../support/harness/ports.ts'
import { keepsContract } from './keeps.ts'

const clock = createClock()
after(stopPostgres)

for (const engine of PRODUCTION) {
  describe(`STP [${engine}]`, () => {
    let store: Store
    let fake: FakeStp
    before(async () => {
      store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 3 })
      fake = await fakeStp({ today: () => speiDay(clock.epochMs()) })
    })
    after(async () => {
      assert.deepEqual(fake.forged, [], 'openssl does not verify these chains')
      await fake.close()
      await store.close()
    })
    const open = async () => {
      const standing = { state: connectorState({ store, clock }, 'stp'), nowMs: clock.epochMs }
      return stp.connect(needsOf(fake.settings, standing))
    }
    const report = (path: string, body: object | string, how: Partial<SampleRequest> = {}): SampleRequest => ({
      method: 'POST',
      path,
      headers: { authorization: `Basic ${Buffer.from(`stp:${SECRET}`).toString('base64')}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      address: '203.0.113.7',
      ...how,
    })
    const genuine = () =>
      report('/deposits', fake.deposit({ cuentaBeneficiario: '646180123400000036', claveRastreo: 'UNO1', id: 1 }))

    keepsContract('speiBank', 'stp', async () => {
      const bank = (await open()) as SpeiBank
      const key = 'CONTRACT1'
      const sent = {
        trackingKey: key,
        destination: '012180001554321090',
        beneficiary: 'Ana',
        amountCentavos: 1,
        concept: 'x',
      }
      await bank.transfer({ ...sent, kind: 'refund', participant: '40012', numericReference: 1 }, patient())
      const state = { id: '1', empresa: fake.settings.COMPANY, folioOrigen: key, estado: 'LQ' }
      const rehearsal: Rehearsal<SpeiBank> = {
        open,
        notices: {
          genuine: [
            genuine(),
            { ...genuine(), headers: {}, query: `secret=${SECRET}` },
            report('/order-states', state),
          ],
          forged: [
            { ...genuine(), address: '198.51.100.1' },
            { ...genuine(), headers: {} },
            { ...genuine(), headers: { authorization: `Basic ${Buffer.from('stp:another').toString('base64')}` } },
            { ...genuine(), headers: {}, query: 'secret=' },
            report('/order-states', state, { address: '' }),
          ],
          unreadable: [
            report('/deposits', '{"monto":'),
            report('/deposits', { ...fake.deposit({ cuentaBeneficiario: '646180123400000036' }), empresa: 'OTRA' }),
            report('/order-states', { ...state, folioOrigen: 'NOBODYS', id: 5 }),
          ],
        },
      }
      return rehearsal as unknown as Rehearsal<PortTypes[PortName]>
    })

    test('the chain of an order is the worked example of the provider’s sheet, by both lists', () => {
      const fields = {
        institucionContraparte: '40012',
        empresa: 'COBROMX',
        claveRastreo: 'CMX20261121000042',
        institucionOperante: '90646',
        monto: '1250.50',
        tipoPago: '1',
        tipoCuentaOrdenante: '40',
        nombreOrdenante: 'Cobro Ejemplo SA',
        cuentaOrdenante: '646180123400000010',
        rfcCurpOrdenante: 'CEJ200101AB1',
        tipoCuentaBeneficiario: '40',
        nombreBeneficiario: 'Lucia Prado',
        cuentaBeneficiario: '012180001234567899',
        rfcCurpBeneficiario: 'ND',
        conceptoPago: 'Devolucion pedido 42',
        referenciaNumerica: '211142',
        topologia: 'T',
        medioEntrega: '3',
        prioridad: '0',
      }
      const chain =
        '||40012|COBROMX|||CMX20261121000042|90646|1250.50|1|40|Cobro Ejemplo SA|646180123400000010|CEJ200101AB1|40|Lucia Prado|012180001234567899|ND||||||Devolucion pedido 42||||||211142||T||3|0|||'
      assert.equal(chainOfOrder(fields), chain)
      assert.equal(orderChain(fields), chain)
    })
  })
}
