// The promise: killed between any two writes and calls of a refund to a card, one that waits for money or for its payer, one that the reserve pays or one that is
// cancelled, what it takes is taken once, the acquirer gives back each once, and nothing stays between. Refunds by SPEI are in money-crash.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { chargeOf } from '../support/fixtures/charges.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { eventually, found } from '../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { EVERY } from '../support/harness/sampled.ts'
import type { Child } from './child.ts'
import { type Entry, REFUSED, UNANSWERED } from './refund-child.ts'
import { type Kills, openRounds } from './rounds.ts'

const CHILD = 'test/faults/refund-child.ts'
const SUBJECTS = [
  'the making of a refund',
  'a move of the reserve',
  'the booking of a refund that waited',
  'a step of a refund',
  'the cancelling',
  'a later try',
  'the acquirer gives it back',
]
const STEPS = SUBJECTS.flatMap((name) => [`before ${name}`, `after ${name}`])

/** Every kind of step is killed on both engines by the tests of disputes and of money; this long one runs on one engine unless all cases are asked for. */
const TESTED_ENGINES = EVERY ? ENGINES : ENGINES.slice(0, 1)

for (const engine of TESTED_ENGINES) {
  describe(`killed at any step of a refund [${engine}]`, () => {
    after(stopPostgres)

    test('each is taken, given back or cancelled once, and the books are right', async (t) => {
      const { books, ask, ok, arm, disarm, killAtEach } = await openRounds<Entry>(t, engine, CHILD)
      const { public_key: publicKey } = await ok('GET', '/v1/public-key')
      const typed = { cardholder_name: 'ANA', number: '4242424242424242', expiration: '3912', cvv: '123' }
      const paidByCard = async (centavos: number): Promise<string> => {
        const { token } = await ok('POST', '/v1/token', sealEnvelope(typed, publicKey))
        const charge = chargeOf(token, { 'payment.total.amount': centavos / 100 })
        return (await ok('POST', '/v1/payment/card', sealEnvelope(charge, publicKey))).operations[0].transaction
      }
      const paidInCash = async (centavos: number): Promise<string> => {
        const { transaction } = await ok('POST', '/v1/payment/convenience-store', { total: centavos / 100 })
        await ok('POST', '/v1/sandbox/pay/store', { transaction })
        return transaction
      }
      const refundIn = (id: string, status: string, waitsFor = '') =>
        found(`the refund ${id} that is ${status}`, async () => {
          const refund = await ok('GET', `/v1/refunds/${id}`)
          return refund.status === status && refund.waits_for === waitsFor ? refund : undefined
        })
      /** The move of a killed process may still be under way: then it is asked again. */
      const timePasses = async () => {
        const move = (one: Child) => one.call('PUT', '/v1/sandbox/clock', { advance: 'PT6M' })
        while ((await ask(move)).status === 409) await sleep(50)
      }
      const owed = async () => (await ok('GET', '/v1/reserve')).owed as string
      const beyondBalance = (rule: string) => ok('PUT', '/v1/refund-rules', { beyond_balance: rule })

      /** One of everything; its amounts are no other round's. */
      const play = async (round: number, kills: Kills) => {
        const part = 2_000 + 100 * round
        const [refused, unanswered] = [part + REFUSED, part + UNANSWERED]
        const [one, two, three] = [await paidByCard(4 * part), await paidByCard(5 * part), await paidByCard(6 * part)]
        const four = await paidInCash(4 * part)
        arm(kills)

        let moves = 0
        const moveReserve = async (direction: 'in' | 'out', amount: string) => {
          moves += 1
          await ok('POST', '/v1/reserve', { amount, direction }, `${round} move ${moves}`)
        }
        const refund = (transaction: string, centavos: number, more: object = {}) => {
          const body = { amount: centavos / 100, ...more }
          return ok('POST', `/v1/operations/${transaction}/refunds`, body, `${round} refund ${transaction} ${centavos}`)
        }
        const cancel = (id: string) => ok('POST', `/v1/refunds/${id}/cancel`, undefined, `${round} cancel ${id}`)

        const inPart = await refund(one, part)
        await refundIn(inPart.id, 'settled')
        const never = await refund(one, refused)
        await refundIn(never.id, 'failed')
        await cancel(never.id)
        const late = await refund(one, unanswered)
        const asked = () => books().some((entry) => entry.refund === late.id)
        await eventually(asked, 'the request to the bank')
        while ((await ok('GET', `/v1/refunds/${late.id}`)).status === 'pending') {
          await timePasses()
          await sleep(25)
        }

        await beyondBalance('wait')
        await moveReserve('in', await owed())
        const waits = await refund(two, 5 * part)
        assert.deepEqual([waits.status, waits.waits_for], ['pending', 'balance'])
        await moveReserve('out', (part / 20).toFixed(2))
        await timePasses()
        await refundIn(waits.id, 'settled')

        await beyondBalance('reserve')
        const reserved = await refund(three, 6 * part)
        await refundIn(reserved.id, 'settled')

        await moveReserve('out', (part / 50).toFixed(2))
        const unsaid = await refund(four, part, { destination: { email: `payer-${round}@example.mx` } })
        assert.deepEqual([unsaid.status, unsaid.waits_for], ['pending', 'details'])
        await cancel(unsaid.id)
        await moveReserve('in', await owed())
        disarm()

        const ids = [inPart, never, late, waits, reserved, unsaid].map(({ id }) => id as string)
        const states = []
        for (const id of ids) states.push((await ok('GET', `/v1/refunds/${id}`)).status)
        assert.deepEqual(states, ['settled', 'cancelled', 'settled', 'settled', 'settled', 'cancelled'])
        const refunded = []
        for (const id of [one, two, three, four])
          refunded.push((await ok('GET', `/v1/operations/${id}`)).refunded.amount)
        assert.deepEqual(
          refunded,
          [2 * part + UNANSWERED, 5 * part, 6 * part, 0].map((centavos) => (centavos / 100).toFixed(2)),
        )
        const entries = books().filter((entry) => ids.includes(entry.refund ?? ''))
        assert.deepEqual(
          entries.map(({ what, amount }) => `${what} ${amount}`),
          [
            ...[`given ${part}`, `refused ${refused}`, `given ${unanswered}`],
            ...[`given ${5 * part}`, `given ${6 * part}`],
          ],
        )
        assert.equal(await owed(), '0.00')
      }

      await killAtEach(STEPS, play, { killsARound: 4 })
      const { balances } = await ok('GET', '/v1/ledger/balances')
      const returns = balances.find(({ account }: { account: string }) => account === 'payable:returns')
      assert.equal(returns.closing, '0.00')
    })
  })
}
