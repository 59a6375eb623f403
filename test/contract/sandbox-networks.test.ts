// The simulated networks keep the contracts of their ports, on both engines.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { needsOf } from '../../src/connectors/connect.ts'
import type { Connector, Rehearsal } from '../../src/connectors/connector.ts'
import { inboundDuties } from '../../src/connectors/contract/inbound.ts'
import type { PortName, PortTypes } from '../../src/connectors/ports.ts'
import { barcodesOf, sandboxCashNetwork } from '../../src/connectors/sandbox/cash-network.ts'
import { ownCashNetworks, ownSpeiBanks } from '../../src/connectors/sandbox/connectors.ts'
import { sandboxSpeiBank, unusualDestinations } from '../../src/connectors/sandbox/spei-bank.ts'
import { isValidClabe } from '../../src/core/banks/clabe.ts'
import { passesLuhn } from '../../src/core/cards/number.ts'
import { chains } from '../../src/core/chains.ts'
import { createClock } from '../../src/core/clock.ts'
import { newId, newUuid } from '../../src/core/ids.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { patient } from '../support/harness/ports.ts'
import { keepsContract } from './keeps.ts'

const clock = createClock()
const id = () => newId(clock, 'x').toUpperCase().replace('_', '')

/** Payments into a simulated network are reported by the simulator, and by no call. */
const isInbound = (duty: string) => inboundDuties('speiBank').some((one) => one.duty === duty)

async function rehearsed(
  connector: Connector<PortTypes[PortName]> | undefined,
): Promise<Rehearsal<PortTypes[PortName]>> {
  assert.ok(connector?.rehearse)
  return connector.rehearse(needsOf({}))
}

for (const engine of ENGINES) {
  describe(`the sandbox's networks [${engine}]`, () => {
    let store: Store
    before(async () => {
      store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 3 })
    })
    after(() => store.close())

    describe('cash network', () => {
      keepsContract('cashNetwork', 'sandbox', () => rehearsed(ownCashNetworks.sandbox?.({ store })), isInbound)

      test('barcode, payment_id and short_id of one reference lead to it, and each has its check digit', async () => {
        const network = sandboxCashNetwork(store)
        for (const { shortName } of chains) {
          const issued = await network.issue(
            {
              operationId: newUuid(clock),
              chain: shortName,
              amountCentavos: 15_000,
              expiresAt: '2099-12-31T05:59:59.999Z',
            },
            patient(),
          )
          assert.equal(issued.kind, 'issued')
          if (issued.kind !== 'issued') return
          for (const name of [issued.reference, issued.paymentId, issued.shortId]) {
            assert.ok(passesLuhn(name), name)
            assert.ok(barcodesOf(name).includes(issued.reference), name)
            const wrong = name.slice(0, -1) + ((Number(name.at(-1)) + 1) % 10)
            assert.deepEqual(barcodesOf(wrong), [], wrong)
          }
          assert.ok(isValidClabe(issued.bankAccountNumber))
        }
        for (const none of ['', '1', 'abcdefgh', '9'.repeat(20), '٣٣٣٣٣٣٣٣']) assert.deepEqual(barcodesOf(none), [])
      })
    })

    describe('SPEI bank', () => {
      keepsContract('speiBank', 'sandbox', () => rehearsed(ownSpeiBanks.sandbox?.({ store, clock })), isInbound)

      test('the special destinations are CLABEs and do what their table says', async () => {
        const bank = sandboxSpeiBank(store, clock)
        for (const [destination, { answer, books }] of Object.entries(unusualDestinations)) {
          assert.ok(isValidClabe(destination), destination)
          const names = {
            beneficiary: 'Ana',
            concept: 'Nada',
            kind: 'refund' as const,
            participant: '90646',
            numericReference: 1,
          }
          const request = { trackingKey: id(), destination, amountCentavos: 100, ...names }
          assert.equal((await bank.transfer(request, patient())).kind, answer)
          const found = await bank.findTransfer({ trackingKey: request.trackingKey, day: '2026-11-20' }, patient())
          assert.equal(found.kind, books === null ? 'never-seen' : (books ?? answer))
          assert.equal((await bank.transfer(request, patient())).kind, books === undefined ? answer : 'settled')
        }
      })
    })
  })
}

test('the sample of the docstring is correct', () => {
  for (const name of ['00000422', '6000000000426']) {
    assert.deepEqual(barcodesOf(name), ['93000000000420', '9300000000000420'])
  }
})
after(stopPostgres)
