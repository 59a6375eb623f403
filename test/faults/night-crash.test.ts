// The promise: killed between any two writes and calls while a statement is read, the clock goes on for a week, a plan is charged and merchants are
// paid out, each charge and each payout is made once, a payment that only the statement has is taken once, and the books are right.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../src/core/time.ts'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import type { Entry } from './night-child.ts'
import { type Kills, openRounds } from './rounds.ts'

const CHILD = 'test/faults/night-child.ts'
const SUBJECTS = [
  'the beginning of a plan’s charge',
  'the end of a plan’s charge',
  'a line',
  'a charge',
  'the beginning of a statement',
  'lines of a statement',
  'the end of a statement',
  'the booking of a payout',
  'the request to the bank',
  'an order',
  'the answer of the bank',
  'the end of a payout',
]
const STEPS = SUBJECTS.flatMap((name) => [`before ${name}`, `after ${name}`])

const CLABE = '002010077777777771'
const CHARGE = 12_000
/** A Tuesday noon: each week from there has business days of the same kinds. */
const BEGIN_MS = Date.parse('2027-01-12T18:00:00.000Z')

for (const engine of ENGINES) {
  describe(`killed at any step of a statement, a plan’s charge and a payout [${engine}]`, () => {
    after(stopPostgres)

    test('each is made once, and the books are right', async (t) => {
      const { books, ask, ok, post, arm, disarm, killAtEach } = await openRounds<Entry>(t, engine, CHILD, {
        prepare: async (store) => {
          const state = await readClockState(store)
          await writeClockState(store, { ...state, offsetMs: BEGIN_MS - Date.now() })
        },
      })
      const { public_key: publicKey } = await ok('GET', '/v1/public-key')
      const typed = { cardholder_name: 'ANA', number: '4242424242424242', expiration: '3912', cvv: '123' }
      await ok('PUT', '/v1/settlement/account', { clabe: CLABE })
      const customer = await post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' }, 'customer')
      const { token } = await ok('POST', '/v1/token', sealEnvelope(typed, publicKey))
      const { token: card } = await post(`/v1/customer/${customer.id}/cards`, { token }, 'card')
      const plan = await post('/v1/plan', { name: 'Club', amount: '120.00', period: 'week' }, 'plan')
      await post(
        `/v1/plan/${plan.id}/customers`,
        { customer: customer.id, card, start_date: '2027-01-14' },
        'subscribed',
      )

      const nowMs = async () => Date.parse((await ok('GET', '/v1/sandbox/clock')).now)
      /** A move that was killed goes on when it is asked again; one of a process that is gone may still be held. */
      const goOnTo = async (instantMs: number) => {
        while ((await nowMs()) < instantMs) {
          const set = new Date(instantMs).toISOString()
          const { status } = await ask((one) => one.call('PUT', '/v1/sandbox/clock', { set }))
          if (status === 409) await sleep(50)
        }
      }
      const until = async (what: string, holds: () => Promise<boolean>) => {
        for (let tries = 0; !(await holds()); tries += 1) {
          assert.ok(tries < 200, what)
          await goOnTo((await nowMs()) + 360_000)
          await sleep(25)
        }
      }
      const statusOf = async (id: string) => (await ok('GET', `/v1/operations/${id}`)).status
      const chargesNow = async () =>
        (await ok('GET', `/v1/plan/${plan.id}/customers/${customer.id}`)).charges as { status: string }[]
      const payoutsNow = async () => (await ok('GET', '/v1/payouts?limit=100')).payouts as Payout[]

      const play = async (round: number, kills: Kills) => {
        const reported = await post('/v1/payment/convenience-store', { total: 150 + round }, `${round} reported`)
        await ok('POST', '/v1/sandbox/pay/store', { transaction: reported.transaction })
        const unreported = await post('/v1/payment/convenience-store', { total: 250 + round }, `${round} unreported`)
        const { content } = await ok('GET', '/v1/sandbox/statement?rail=store&extra=1')
        arm(kills)

        await post('/v1/sandbox/reconcile', { content }, `${round} statement`)
        assert.deepEqual([await statusOf(reported.transaction), await statusOf(unreported.transaction)], ['N', 'N'])
        await goOnTo(BEGIN_MS + (round + 1) * 7 * DAY_MS)
        await until('the charge of the week', async () => {
          const charges = await chargesNow()
          return charges.length === round + 1 && charges.every(({ status }) => status === 'paid')
        })
        await until('the payouts of the week', async () => {
          const payouts = await payoutsNow()
          return payouts.length === 2 * (round + 1) && payouts.every(({ status }) => status === 'paid')
        })
        disarm()

        const [charged, sent] = [booked('charged'), booked('sent')]
        assert.deepEqual(
          charged.map(({ amount }) => amount),
          Array.from({ length: round + 1 }, () => CHARGE),
        )
        for (const some of [charged, sent]) assert.equal(new Set(some.map(({ id }) => id)).size, some.length)
        assert.deepEqual(
          sent.map(({ amount }) => amount).sort(),
          (await payoutsNow()).map(({ amount }) => Math.round(Number(amount.amount) * 100)).sort(),
        )
        // Read again, it changes nothing.
        const again = await post('/v1/sandbox/reconcile', { content }, `${round} statement again`)
        assert.deepEqual([again.repeated, again.counts.repeated], [true, again.counts.lines])
      }
      const booked = (what: Entry['what']) => books().filter((entry) => entry.what === what)

      await killAtEach(STEPS, play, { killsARound: 6, onEngines: ENGINES })
    })
  })
}

interface Payout {
  status: string
  amount: { amount: string }
}
