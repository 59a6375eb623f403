// The promise: killed between any two writes and calls of a charge whose payer must act, it is paid once or not at all: confirmed, rejected, left alone or
// cancelled meanwhile.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { chargeOf } from '../support/fixtures/charges.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { found } from '../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { EVERY } from '../support/harness/sampled.ts'
import type { Child } from './child.ts'
import type { Entry } from './payer-action-child.ts'
import { type Kills, openRounds } from './rounds.ts'

const CHILD = 'test/faults/payer-action-child.ts'
const SUBJECTS = [
  'the charge',
  'the beginning of the wait',
  'the inquiry',
  'the return of the payer',
  'the outcome',
  'the request to cancel',
  'the giving up',
  'the advice',
  'the end of the advice',
]
const STEPS = SUBJECTS.flatMap((name) => [`before ${name}`, `after ${name}`])
/** So many steps are killed in one round: each play has several charges. */
const KILLS_A_ROUND = 6

/** Every kind of step is killed on both engines by the tests of cards and of money; this long one runs on one engine unless all cases are asked for. */
const TESTED_ENGINES = EVERY ? ENGINES : ENGINES.slice(0, 1)

for (const engine of TESTED_ENGINES) {
  describe(`killed at any step of a charge whose payer must act [${engine}]`, () => {
    after(stopPostgres)

    test('each is one payment or none, and the books are right', async (t) => {
      const { store, books, ask, ok, arm, disarm, killAtEach } = await openRounds<Entry>(t, engine, CHILD)
      const { public_key: publicKey } = await ok('GET', '/v1/public-key')
      const card = { number: '4000000000030017', holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' }

      /** The move of a killed process may still be under way: then it is asked again. */
      const timePasses = async (advance: string) => {
        const move = (one: Child) => one.call('PUT', '/v1/sandbox/clock', { advance })
        while ((await ask(move)).status === 409) await sleep(50)
      }
      const read = async (reference: string) => {
        const { status, body } = await ask((one) => one.call('GET', `/v1/operations/reference/${reference}`))
        return status === 200 ? body.result : undefined
      }
      /**
       * A charge whose payer is sent to the bank; its client was answered, or was not and looks later. One that the bank never saw is declined, and
       * made again.
       */
      const challenged = async (reference: string): Promise<NonNullable<Awaited<ReturnType<typeof sent>>>> =>
        (await sent(reference)) ?? (await sent(`${reference}-again`)) ?? assert.fail(`${reference} was declined twice`)
      const sent = async (reference: string) => {
        const charge = chargeOf('', { recurrent: undefined, card, 'payment.reference.number': reference })
        const sealed = sealEnvelope(charge, publicKey)
        await ask((one) => one.call('POST', '/v1/payment/card', sealed))
        const waiting = await found(`the address for the payer of ${reference}`, async () => {
          const operation = await read(reference)
          if (operation?.payer_url || operation?.status === 'D') return operation
          await timePasses('PT15S')
          return undefined
        })
        if (waiting.status === 'D') {
          assert.equal(waiting.decline_code, 'no-answer')
          return undefined
        }
        const token = String(waiting.payer_url).replace(/^.*\/a\//, '')
        const send = (path: string, fields: Record<string, string>) =>
          ask(async (one) => ({ status: await one.form(path, fields), body: undefined, headers: new Headers() }))
        return {
          id: waiting.transaction as string,
          reference,
          decides: async (decision: 'confirmed' | 'rejected') => {
            assert.equal((await send(`/sandbox/challenge/${token}`, { decision })).status, 303)
            assert.equal((await send(`/a/${token}/return`, { status: 'whatever' })).status, 303)
          },
        }
      }
      const ends = (reference: string) =>
        found(`the end of ${reference}`, async () => {
          const operation = await read(reference)
          if (operation.status !== 'P') return operation
          await timePasses('PT1M')
          return undefined
        })
      const undone = (id: string) =>
        found(`the advice for ${id}`, async () => {
          const { db } = store
          const advices = await db.selectFrom('advices').select('state').where('operation_id', '=', id).execute()
          assert.equal(advices.length, 1)
          if (advices[0]?.state === 'acknowledged') return true
          await timePasses('PT1M')
          return undefined
        })
      const approvalsOf = (id: string) =>
        new Set(
          books().flatMap(({ what, operation, reference }) =>
            what === 'approved' && operation === id ? [reference] : [],
          ),
        )

      const play = async (round: number, kills: Kills) => {
        arm(kills)
        const confirmed = await challenged(`${round}-confirmed`)
        await confirmed.decides('confirmed')
        assert.equal((await ends(confirmed.reference)).status, 'N')
        assert.equal(approvalsOf(confirmed.id).size, 1)

        const rejected = await challenged(`${round}-rejected`)
        await rejected.decides('rejected')
        const { status, decline_code } = await ends(rejected.reference)
        assert.deepEqual([status, decline_code], ['D', '05'])

        const cancelled = await challenged(`${round}-cancelled`)
        await ask((one) => one.call('POST', `/v1/operations/apply-reversal/${cancelled.id}`, {}))
        assert.equal((await ends(cancelled.reference)).status, 'C')
        await undone(cancelled.id)

        const absent = await challenged(`${round}-absent`)
        await timePasses('PT16M')
        assert.equal((await ends(absent.reference)).decline_code, 'payer-absent')
        await undone(absent.id)
        for (const { id } of [rejected, cancelled, absent]) assert.equal(approvalsOf(id).size, 0)
        disarm()
      }
      await killAtEach(STEPS, play, { killsARound: KILLS_A_ROUND })
      const { result } = (await ask((one) => one.call('GET', '/v1/operations?status=N'))).body
      assert.equal(result.total, books().length === 0 ? 0 : approvals(books()))
    })
  })
}

/** How many charges the acquirer has approved. */
function approvals(books: Entry[]): number {
  return new Set(books.flatMap(({ what, operation }) => (what === 'approved' ? [operation] : []))).size
}
