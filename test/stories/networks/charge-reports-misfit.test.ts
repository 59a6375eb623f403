// The promise: a report of a charge that is no outcome of one, or says more than it may, is answered once and for good: nobody repeats it for ever, and
// no card number of its free text is kept.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { reportsTo } from '../../support/fixtures/played-networks.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const NAME = 'banco-de-prueba'
const APPROVAL = { kind: 'approved', authorizationCode: '123456', networkReference: 'r-1' }

/** What the connector makes of the next request. */
let makes: () => unknown

const acquirer: Connected<Acquirer> = {
  name: NAME,
  capabilities: { inquiry: true, advice: true, void: true, refund: true, partialRefund: false },
  authorise: async () => ({ kind: 'unknown' }),
  inquire: async () => ({ kind: 'unknown' }),
  reverse: async () => ({ kind: 'reversed' }),
  advise: async () => ({ kind: 'acknowledged' }),
  verify: async () => ({ kind: 'valid' }),
  inbound: reportsTo(() => makes()),
}

for (const engine of ENGINES) {
  describe(`reports of charges that do not fit [${engine}]`, () => {
    let world: World
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { acquirer } })
    })
    after(() => world.close())

    /** Reports an outcome of a new pending charge: how the network is answered, and what became of the payment. */
    const reported = async (outcome: object) => {
      const merchant = await world.merchant()
      await payByCard(world, merchant, APPROVED)
      const [{ id } = { id: '' }] = await operationsOf(world, merchant)
      const notices = [{ kind: 'charge', operationId: id, outcome }]
      makes = () => ({ kind: 'taken', notices, answer: { status: 200, body: '{}' } })
      const answer = await world.send({ method: 'POST', url: `/v1/networks/${NAME}/reports`, payload: '{}' })
      const [row] = await operationsOf(world, merchant)
      await assertAudited(world)
      return { answered: answer.status, status: row?.status, code: row?.decline_code, reason: row?.decline_reason }
    }

    test('what ends no charge is refused: that nothing was processed, that nothing is known, that the payer must act', async () => {
      for (const outcome of [
        { kind: 'not-processed' },
        { kind: 'not-processed', failed: true },
        { kind: 'unknown' },
        { kind: 'never-seen' },
        { kind: 'payer-must-act', payerUrl: 'https://acs.example.mx/1' },
      ]) {
        const { answered, status } = await reported(outcome)
        assert.deepEqual([answered, status], [400, 'pending'], outcome.kind)
      }
    })

    test('a reason that is no text, or none that can be kept, is left out, and the outcome stays', async () => {
      for (const reason of [{ a: 1 }, ['a'], 5, null, 'a\u0000b', '\ud800']) {
        for (const outcome of [
          { kind: 'declined', code: '51', reason },
          { kind: 'invalid-card', reason },
        ]) {
          const { answered, status, reason: kept } = await reported(outcome)
          assert.deepEqual([answered, status, kept], [200, 'declined', null], JSON.stringify(outcome))
        }
      }
      for (const more of [{ networkToken: { a: 1 } }, { networkTransaction: 7 }, { reason: {} }]) {
        const { answered, status } = await reported({ ...APPROVAL, ...more })
        assert.deepEqual([answered, status], [200, 'paid'], JSON.stringify(more))
      }
    })

    test('a reason is kept without card numbers and at its longest, as one that is answered', async () => {
      const told = await reported({ kind: 'declined', code: '05', reason: `La tarjeta ${APPROVED} no pasa` })
      assert.deepEqual([told.answered, told.code], [200, '05'])
      assert.ok(told.reason?.startsWith('La tarjeta ') && !told.reason.includes(APPROVED), String(told.reason))
      const long = await reported({ kind: 'declined', code: '05', reason: 'no '.repeat(2_000) })
      assert.equal(long.answered, 200)
      assert.equal(long.reason?.length, 250)
    })
  })
}
