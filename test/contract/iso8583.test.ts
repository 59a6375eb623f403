// A host of ISO 8583 keeps the contract of an acquirer, over a fake that reads and writes with the library `iso_8583`; on PostgreSQL, with both
// ways of packing a length.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { needsOf } from '../../src/connectors/connect.ts'
import { inboundDuties } from '../../src/connectors/contract/inbound.ts'
import { iso8583 } from '../../src/connectors/iso8583/connector.ts'
import { connectorState } from '../../src/connectors/state.ts'
import { createClock } from '../../src/core/clock.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { cards, type FakeHost, fakeHost, isoDefaults } from '../iso8583/fake-host.ts'
import { newDatabaseUrl, PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { keepsContract } from './keeps.ts'

const clock = createClock()
after(stopPostgres)

for (const engine of PRODUCTION) {
  for (const header of ['2-byte', '4-digits'] as const) {
    describe(`ISO 8583 [${engine}], with a length of ${header}`, () => {
      let store: Store
      let fake: FakeHost
      before(async () => {
        store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 3 })
        fake = await fakeHost({ header })
      })
      after(async () => {
        assert.deepEqual(fake.wrongs, [])
        await fake.close()
        await store.close()
      })
      const open = async () => {
        const standing = { state: connectorState({ store, clock }, 'iso8583'), nowMs: clock.epochMs }
        return iso8583.connect(needsOf({ ...isoDefaults, ...fake.settings }, standing))
      }
      // A host reports nothing by HTTP.
      const isInbound = (duty: string) => inboundDuties('acquirer').some((one) => one.duty === duty)
      keepsContract('acquirer', 'iso8583', async () => ({ open, cards }), isInbound)
    })
  }
}
