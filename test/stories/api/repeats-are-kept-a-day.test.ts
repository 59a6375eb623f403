import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { forgetKeysTask } from '../../../src/api/forget-keys.ts'
import { recoverCardPaymentsTask } from '../../../src/cards/unanswered/recover.ts'
import { acquirersOf } from '../../../src/connectors/acquirers.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { insert, update } from '../../../src/store/write.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { acquirerPort } from '../../support/harness/ports.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const HOUR_MS = 3_600_000
const ANA = { name: 'Ana Núñez', email: 'ana@example.mx' }

onBothEngines(
  'a repeat gets the first answer for a day, and no longer',
  (world) => {
    const instantAgo = (ms: number) => new Date(world().service.clock.wallMs() - ms).toISOString()

    /** Makes a key as old as if it had been used so long ago. */
    const age = ({ accountId }: Merchant, key: string, ms: number) =>
      world().service.store.commit([
        update('idempotency', { created_at: instantAgo(ms) }, { account_id: accountId, key }),
      ])

    const keysOf = async ({ accountId }: Pick<Merchant, 'accountId'>) => {
      const { db } = world().service.store
      const rows = await db.selectFrom('idempotency').select('key').where('account_id', '=', accountId).execute()
      return rows.map((row) => row.key).sort()
    }

    test('the worker deletes old keys, a portion at a time, and no others', async () => {
      const merchant = await world().merchant()
      const { store, clock } = world().service
      const keyed = (key: string, ms: number) => ({
        account_id: 'acc_of_long_ago',
        credential_kind: 'secret' as const,
        key,
        fingerprint: '',
        operation_id: null,
        response_status: 200,
        response_body: '{}',
        created_at: instantAgo(ms),
      })
      const old = Array.from({ length: 1_500 }, (_, index) => keyed(`old ${index}`, 24 * HOUR_MS + 1_000 + index))
      for (let from = 0; from < old.length; from += 500) {
        await store.commit([insert('idempotency', ...old.slice(from, from + 500))])
      }
      await store.commit([insert('idempotency', keyed('young', 23 * HOUR_MS))])
      await merchant.post('/v1/customer', ANA, { 'idempotency-key': 'new' })

      assert.equal(await forgetKeysTask({ store, clock }).run(), 1_000)
      assert.equal((await keysOf({ accountId: 'acc_of_long_ago' })).length, 501)
      await world().work()
      assert.deepEqual(await keysOf({ accountId: 'acc_of_long_ago' }), ['young'])
      assert.deepEqual(await keysOf(merchant), ['new'])

      // The task sleeps until the oldest key has had its time, and then does not sleep.
      let wallMs = clock.wallMs()
      const task = forgetKeysTask({ store, clock: { ...clock, wallMs: () => wallMs } })
      assert.equal(await task.run(), 0)
      wallMs += HOUR_MS + 1_000
      assert.equal(await task.run(), 1)
      assert.deepEqual(await keysOf(merchant), ['new'])
      assert.equal(await task.run(), 0)
      wallMs += 24 * HOUR_MS
      assert.equal(await task.run(), 1)
      assert.deepEqual(await keysOf(merchant), [])
    })

    test('equal requests of one moment get one answer, also when the first removes what the others ask for', async () => {
      const merchant = await world().merchant()
      for (let round = 0; round < 12; round += 1) {
        const { body } = await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })
        const path = `/v1/webhook/${body.result.id}`
        const headers = { 'idempotency-key': `delete ${round}` }
        const answers = await Promise.all([1, 2, 3, 4].map(() => merchant.call('DELETE', path, undefined, headers)))
        assert.deepEqual(
          answers.map(({ status, body }) => [status, body.result?.id]),
          answers.map(() => [200, body.result.id]),
        )
        assert.equal(
          (await merchant.call('DELETE', path, undefined, { 'idempotency-key': `another ${round}` })).status,
          404,
        )
      }
    })

    test('a key of an hour less than a day gets its answer; one of more than a day is free, even for another body', async () => {
      const merchant = await world().merchant()
      const headers = { 'idempotency-key': 'customer-1' }
      const first = await merchant.post('/v1/customer', ANA, headers)
      await age(merchant, 'customer-1', 23 * HOUR_MS)
      const repeat = await merchant.post('/v1/customer', ANA, headers)
      assert.equal(repeat.headers['idempotent-replayed'], 'true')
      assert.deepEqual(repeat.body, first.body)

      await age(merchant, 'customer-1', 24 * HOUR_MS + 1_000)
      const bea = { name: 'Bea Ruiz', email: 'bea@example.mx' }
      const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/customer', bea, headers)))
      const ids = answers.map(({ status, body, text }) => {
        assert.equal(status, 200, text)
        assert.equal(body.result.name, 'Bea Ruiz')
        return body.result.id
      })
      assert.equal(new Set(ids).size, 1)
      assert.notEqual(ids[0], first.body.result.id)
      assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1)
    })

    test('a repeat of a clock move by days is answered, and the clock stays where it was', async () => {
      const merchant = await world().merchant()
      await merchant.call('PUT', '/v1/sandbox/clock', { freeze: true })
      const headers = { 'idempotency-key': 'three-days' }
      const moved = await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'P3D' }, headers)
      assert.equal(moved.status, 200, moved.text)
      const repeat = await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'P3D' }, headers)
      assert.equal(repeat.headers['idempotent-replayed'], 'true')
      assert.deepEqual(repeat.body, moved.body)
      assert.equal((await merchant.get('/v1/sandbox/clock')).body.result.now, moved.body.result.now)
      await merchant.call('PUT', '/v1/sandbox/clock', { resume: true })
    })

    test('the key of a payment whose process died is answered, even while the bank does not answer', async () => {
      const merchant = await world().merchant()
      const { store, clock, links } = world().service
      const headers = { 'idempotency-key': 'payment-1' }
      const message = chargeOf(await tokenFor(world(), merchant, '4000000000010027'))
      const first = await sendCharge(world(), merchant, message, { headers })
      assert.equal(first.body.result.recipe.status, 'P')
      // As a process leaves it that dies between the two batches.
      await store.commit([
        update(
          'idempotency',
          { response_status: null, response_body: null, operation_id: first.body.result.token },
          { account_id: merchant.accountId, key: 'payment-1' },
        ),
      ])
      assert.equal((await sendCharge(world(), merchant, message, { headers })).status, 409)

      const later = { ...clock.state(), offsetMs: clock.state().offsetMs + 60_000 }
      clock.follow(await writeClockState(store, later))
      const acquirers = acquirersOf([
        acquirerPort({ ...sandboxAcquirer(), inquire: async () => ({ kind: 'unknown' }) }),
      ])
      const log = pino({ level: 'silent' })
      const counting = { cardTesting: { judged: () => [] }, takeLate: async () => {} }
      await recoverCardPaymentsTask({
        store,
        clock,
        log,
        links,
        acquirers,
        ...counting,
        acquirerTimeoutMs: 1_000,
      }).run()

      const repeat = await sendCharge(world(), merchant, message, { headers })
      assert.equal(repeat.status, 200, repeat.text)
      assert.equal(repeat.headers['idempotent-replayed'], 'true')
      assert.equal(repeat.body.result.token, first.body.result.token)
      assert.equal(repeat.body.result.recipe.status, 'P')
    })
  },
  { ACQUIRER_TIMEOUT_MS: '100' },
)
