// The promise: killed between any two writes and calls of a charge that its bank never answers, the charge is undone and never kept.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { APPROVED, chargeOf } from '../support/fixtures/charges.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { eventually } from '../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import type { Entry } from './advice-child.ts'
import { type Kills, openRounds } from './rounds.ts'

const CHILD = 'test/faults/advice-child.ts'
const STEPS = ['payment', 'the charge', 'giving up', 'the advice', 'record of an advice'].flatMap((name) => [
  `before ${name}`,
  `after ${name}`,
])

for (const engine of ENGINES) {
  describe(`killed at any step of an advice: a charge without an answer is undone and never kept [${engine}]`, () => {
    after(stopPostgres)

    test('between each two writes and calls, one after another on one database', async (t) => {
      const settings = { ACQUIRER_TIMEOUT_MS: '400' }
      const opened = await openRounds<Entry>(t, engine, CHILD, { settings })
      const { store, books, ask, ok, arm, disarm, killAtEach } = opened
      const { public_key: publicKey } = await ok('GET', '/v1/public-key')
      const settled = async () => {
        const pending = await store.db.selectFrom('operations').select('id').where('status', '=', 'pending').execute()
        const open = await store.db.selectFrom('advices').select('id').where('state', '=', 'pending').execute()
        return pending.length + open.length === 0
      }

      const play = async (round: number, kills: Kills) => {
        const number = `round-${round}`
        const message = chargeOf('', {
          recurrent: undefined,
          card: { number: APPROVED, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' },
          'payment.external.transaction': number,
          'payment.reference.number': number,
        })
        arm(kills)
        const { status, body } = await ask((child) =>
          child.call('POST', '/v1/payment/card', sealEnvelope(message, publicKey), { 'idempotency-key': number }),
        )
        if (round === 0) assert.deepEqual([status, body.error.detail?.code], [402, '91'])
        // Advices that are not acknowledged are repeated later; a process that was killed is started again by the call.
        await eventually(async () => {
          await ok('PUT', '/v1/sandbox/clock', { advance: 'PT200S' })
          return settled()
        }, `the end of ${number}`)
        disarm()
        assert.equal((await ok('GET', `/v1/operations/reference/${number}`)).status, 'D')
      }
      const rounds = await killAtEach(STEPS, play, { onEngines: ENGINES })

      const idOf = ({ operation, stan, amount, beganAt }: Entry) => JSON.stringify([operation, stan, amount, beganAt])
      const undone = new Set(books().flatMap((entry) => (entry.what === 'undone' ? [idOf(entry)] : [])))
      const charged = books().flatMap((entry) => (entry.what === 'charged' ? [idOf(entry)] : []))
      // All rounds but those that are killed between the payment's record and its charge.
      assert.ok(charged.length >= rounds - 1)
      assert.equal(new Set(charged).size, charged.length)
      for (const one of charged)
        assert.ok(undone.has(one), `${one} was charged and never undone under the same identity`)
      assert.deepEqual(await store.db.selectFrom('postings').select('entry').execute(), [])
    })
  })
}
