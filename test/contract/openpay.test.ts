// Openpay keeps the contract of each port, over a fake that the provider's own client accepts; on both engines.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { needsOf } from '../../src/connectors/connect.ts'
import type { Connected, Connector, Rehearsal, SampleRequest } from '../../src/connectors/connector.ts'
import { openpayForCards, openpayForSpei, openpayForStores } from '../../src/connectors/openpay/connectors.ts'
import type { PortName, PortTypes } from '../../src/connectors/ports.ts'
import { connectorState } from '../../src/connectors/state.ts'
import { createClock } from '../../src/core/clock.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { cards, type FakeOpenpay, fakeOpenpay } from '../openpay/fake-openpay.ts'
import { newDatabaseUrl, PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { patient } from '../support/harness/ports.ts'
import { keepsContract } from './keeps.ts'

const clock = createClock()
after(stopPostgres)

const connectors = { acquirer: openpayForCards, cashNetwork: openpayForStores, speiBank: openpayForSpei } as const
const paths = { acquirer: '/card-notices', cashNetwork: '/store-notices', speiBank: '/bank-notices' } as const

for (const engine of PRODUCTION) {
  for (const listsFailed of [false, true]) {
    describe(`Openpay [${engine}]${listsFailed ? ', which lists declined tries' : ''}`, () => {
      let store: Store
      let fake: FakeOpenpay
      before(async () => {
        store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 3 })
        fake = await fakeOpenpay()
        fake.habits.listsFailed = listsFailed
      })
      after(async () => {
        assert.deepEqual(fake.repeated(), [])
        await fake.close()
        await store.close()
      })
      const open = (port: PortName) => {
        const standing = { state: connectorState({ store, clock }, 'openpay'), nowMs: clock.epochMs }
        return (connectors[port] as Connector<PortTypes[PortName]>).connect(needsOf(fake.settings, standing))
      }
      /** Something that Openpay has, and its notice. */
      const made: Record<PortName, () => Promise<object>> = {
        acquirer: async () => {
          const acquirer = (await open('acquirer')) as Connected<PortTypes['acquirer']>
          const charge = {
            operationId: 'op-genuine',
            amountCentavos: 100,
            beganAt: '2026-11-20T18:00:00.000Z',
            trace: {},
          }
          const asked = {
            card: cards.approved,
            months: undefined,
            initiator: 'customer',
            returnUrl: 'https://a.mx',
          } as const
          await acquirer.authorise({ ...charge, ...asked }, patient())
          return fake.event('charge.succeeded', { id: fake.charge('op-genuine')?.id })
        },
        cashNetwork: async () => {
          const cash = (await open('cashNetwork')) as Connected<PortTypes['cashNetwork']>
          const expiresAt = '2099-12-31T05:59:59.999Z'
          await cash.issue({ operationId: 'op-store', chain: '7ELEVEN', amountCentavos: 15_000, expiresAt }, patient())
          const charge = fake.charge('op-store')
          assert.ok(charge)
          charge.status = 'completed'
          return fake.event('charge.succeeded', { id: charge.id })
        },
        speiBank: async () => {
          const bank = (await open('speiBank')) as Connected<PortTypes['speiBank']>
          const issued = await bank.issueAccount({ ownerId: 'op-spei' }, patient())
          assert.ok(issued.kind === 'issued')
          const { id, customer_id } = fake.deposit(issued.clabe, 150.1)
          return fake.event('spei.received', { id, customer_id })
        },
      }
      for (const port of ['acquirer', 'cashNetwork', 'speiBank'] as const) {
        const notice = (body: object | string, how: Partial<SampleRequest> = {}): SampleRequest => ({
          method: 'POST',
          path: paths[port],
          headers: fake.headers(),
          body: typeof body === 'string' ? body : JSON.stringify(body),
          ...how,
        })
        keepsContract(port, 'openpay', async () => {
          const genuine = await made[port]()
          const lying =
            port === 'speiBank'
              ? fake.event('payout.succeeded', { id: 'tr999999999999999999' })
              : fake.event('charge.succeeded', { id: 'tr999999999999999999', status: 'completed', amount: 1_000 })
          const rehearsal: Rehearsal<PortTypes[PortName]> & object = {
            open: () => open(port),
            notices: {
              genuine: [notice(genuine), notice(fake.event('fee.succeeded', {}))],
              forged: [
                notice(genuine, { headers: {} }),
                notice(genuine, { headers: fake.headers('another-password-than-ours') }),
                notice(genuine, { headers: { authorization: 'Bearer x' } }),
              ],
              unreadable: [
                notice('{"type":'),
                notice(lying),
                notice({ type: 'verification', verification_code: 'ZCZeOKLb' }),
                notice(fake.event('chargeback.created', { id: 'tr1' })),
              ],
            },
            ...(port === 'acquirer' && {
              cards,
              payer: async ({ operationId, does }: { operationId: string; does: 'confirmed' | 'rejected' }) =>
                fake.act(operationId, does),
            }),
            ...(port === 'cashNetwork' && { chains: ['7ELEVEN', 'AHORRO', 'WALMART', 'BODEGA', 'CIRCLEK', 'EXTRA'] }),
          }
          return rehearsal
        })
      }
    })
  }
}
