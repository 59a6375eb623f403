// The promise: killed between any two writes and calls, an authorised charge is captured once and with one amount, or released, and never both.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { chargeOf } from '../support/fixtures/charges.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { found } from '../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { EVERY } from '../support/harness/sampled.ts'
import type { Entry } from './capture-child.ts'
import type { Child } from './child.ts'
import { type Kills, openRounds } from './rounds.ts'

const CHILD = 'test/faults/capture-child.ts'
const SUBJECTS = [
  'the authorisation',
  'the beginning of the capture',
  'the capture',
  'the end of the capture',
  'the beginning of the release',
  'the release',
  'the end of the release',
]
const STEPS = SUBJECTS.flatMap((name) => [`before ${name}`, `after ${name}`])
/** So many steps are killed in one round: each play has several charges. */
const KILLS_A_ROUND = 4

/** Every kind of step is killed on both engines by the tests of cards and of money; this long one runs on one engine unless all cases are asked for. */
const TESTED_ENGINES = EVERY ? ENGINES : ENGINES.slice(0, 1)

for (const engine of TESTED_ENGINES) {
  describe(`killed at any step of a charge that is captured later [${engine}]`, () => {
    after(stopPostgres)

    test('each is captured once or released, and the books are right', async (t) => {
      const { store, books, ask, ok, arm, disarm, killAtEach } = await openRounds<Entry>(t, engine, CHILD)
      const { public_key: publicKey } = await ok('GET', '/v1/public-key')
      const card = { number: '4242424242424242', holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' }

      /** The move of a killed process may still be under way: then it is asked again. */
      const timePasses = async (advance: string) => {
        const move = (one: Child) => one.call('PUT', '/v1/sandbox/clock', { advance })
        while ((await ask(move)).status === 409) await sleep(50)
      }
      /** The operation, when it is in another state than these. */
      const leaves = (id: string, states: string, advance: string) =>
        found(`the end of ${id}`, async () => {
          const { status, body } = await ask((one) => one.call('GET', `/v1/operations/${id}`))
          if (status === 200 && !states.includes(body.result.status)) return body.result
          await timePasses(advance)
          return undefined
        })
      const authorized = async (reference: string): Promise<string> => {
        const charge = chargeOf('', {
          recurrent: undefined,
          card,
          capture: false,
          'payment.reference.number': reference,
        })
        const sealed = sealEnvelope(charge, publicKey)
        const { body } = await ask((one) => one.call('POST', '/v1/payment/card', sealed))
        const id = String(body.result.token)
        assert.equal((await leaves(id, 'P', 'PT15S')).status, 'A')
        return id
      }
      const of = (what: Entry['what'], id: string) =>
        books().flatMap((entry) => (entry.what === what && entry.operation === id ? [entry.centavos ?? 0] : []))

      const play = async (round: number, kills: Kills) => {
        arm(kills)
        for (const [amount, centavos] of [
          ['100.00', 10_000],
          ['60.00', 6_000],
        ] as const) {
          const id = await authorized(`${round}-${amount}`)
          const captured = await ok('POST', `/v1/operations/${id}/capture`, { amount })
          assert.deepEqual([captured.status, captured.total.amount], ['N', amount])
          assert.deepEqual([...new Set(of('captured', id))], [centavos])
          assert.deepEqual(of('released', id), [])
        }
        const released = await authorized(`${round}-released`)
        await ok('POST', `/v1/operations/apply-reversal/${released}`, {})
        assert.equal((await leaves(released, 'A', 'PT1M')).status, 'C')

        const late = await authorized(`${round}-late`)
        await timePasses('P7D')
        assert.equal((await leaves(late, 'A', 'PT1H')).status, 'E')
        for (const id of [released, late]) {
          assert.deepEqual(of('captured', id), [])
          assert.ok(of('released', id).length > 0)
        }
        disarm()
      }
      await killAtEach(STEPS, play, { killsARound: KILLS_A_ROUND })
      const { db } = store
      const rows = await db.selectFrom('operations').select(['id', 'status', 'total_centavos']).execute()
      for (const { id, status, total_centavos } of rows)
        assert.deepEqual([...new Set(of('captured', id))], status === 'paid' ? [total_centavos] : [], id)
    })
  })
}
