// The promise: killed between any two writes and calls of a dispute, its money is held back once and goes one way once, and the acquirer gets the
// answer that was submitted.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { chargeOf } from '../support/fixtures/charges.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { pngFile } from '../support/fixtures/evidence-files.ts'
import { eventually } from '../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import type { Entry } from './dispute-child.ts'
import { type Kills, openRounds } from './rounds.ts'

const CHILD = 'test/faults/dispute-child.ts'
const DAY_MS = 86_400_000
const SUBJECTS = ['the opening', 'a text', 'a file', 'the answer', 'the handing in', 'a reminder', 'the end']
const STEPS = [...SUBJECTS, 'the acquirer takes it'].flatMap((name) => [`before ${name}`, `after ${name}`])

for (const engine of ENGINES) {
  describe(`killed at any step of a dispute [${engine}]`, () => {
    after(stopPostgres)

    test('each is opened, answered and ended once, and the books are right', async (t) => {
      const { store, books, ask, ok, post, arm, disarm, killAtEach } = await openRounds<Entry>(t, engine, CHILD)
      const { public_key: publicKey } = await ok('GET', '/v1/public-key')
      const typed = { cardholder_name: 'ANA', number: '4242424242424242', expiration: '3912', cvv: '123' }
      const pay = async (): Promise<string> => {
        const { token } = await ok('POST', '/v1/token', sealEnvelope(typed, publicKey))
        const paid = await ok('POST', '/v1/payment/card', sealEnvelope(chargeOf(token), publicKey))
        return paid.operations[0].transaction
      }
      /** What a notice takes at the pace of the machine when nobody is killed: the quickest of the round. */
      let quickestMs = Number.POSITIVE_INFINITY
      const tell = async (notice: object) => {
        const startedMs = performance.now()
        const answer = await ask((one) => one.call('POST', '/v1/networks/sandbox-acquirer/disputes', notice))
        assert.equal(answer.status, 200)
        quickestMs = Math.min(quickestMs, performance.now() - startedMs)
      }
      const chargeback = (operationId: string, networkDispute: string, answerMs: number, stage = 'chargeback') => ({
        ...{
          kind: 'dispute',
          operationId,
          networkDispute,
          stage,
          scheme: 'visa',
          reasonCode: '10.4',
          amountCentavos: 10_000,
        },
        respondBy: new Date(Date.now() + answerMs).toISOString(),
      })
      /** Of a dispute that is to be reminded of: a notice that was lost with the process is made anew, since after its reminder's time there is none. */
      const tellInTime = async (operationId: string, networkDispute: string) => {
        let notice: object | undefined
        const remindedInMs = Math.min(5_000, 300 + 15 * quickestMs)
        const answer = await ask(async (one) => {
          const known = store.db.selectFrom('disputes').select('id').where('network_dispute', '=', networkDispute)
          const isKnown = (await known.executeTakeFirst()) !== undefined
          if (!isKnown || notice === undefined) notice = chargeback(operationId, networkDispute, DAY_MS + remindedInMs)
          return one.call('POST', '/v1/networks/sandbox-acquirer/disputes', notice)
        })
        assert.equal(answer.status, 200)
      }
      const end = (operationId: string, networkDispute: string, outcome: string) => ({
        ...{ kind: 'dispute-outcome', operationId, networkDispute, stage: 'chargeback', outcome },
      })
      const disputesOf = async (operation: string) =>
        (await ok('GET', `/v1/disputes?operation=${operation}`)).disputes as { id: string; status: string }[]
      const idOf = async (operation: string) => (await disputesOf(operation))[0]?.id ?? ''
      const taken = async (id: string) => (await ok('GET', `/v1/disputes/${id}`)).answer?.status === 'taken'

      /** One of everything; its cases are no other round's. */
      const play = async (nth: number, kills: Kills) => {
        // Of four digits: no case ends like another round's.
        const round = 1_000 + nth
        const [one, two, three, four] = [await pay(), await pay(), await pay(), await pay()]
        arm(kills)
        quickestMs = Number.POSITIVE_INFINITY

        await tell(chargeback(one, `A${round}`, 30 * DAY_MS))
        const first = await idOf(one)
        await post(`/v1/disputes/${first}/evidence`, { texts: { explanation: `${round}` } }, `${round} text`)
        const path = `/v1/disputes/${first}/files?kind=other&name=a.png`
        await post(path, pngFile(1, 1, `${round}`), `${round} file`)
        await post(`/v1/disputes/${first}/submit`, {}, `${round} submit`)
        await eventually(() => taken(first), 'the answer')
        await tell(end(one, `A${round}`, 'won'))

        await tell(chargeback(two, `B${round}`, 30 * DAY_MS, 'retrieval'))
        await tell(chargeback(two, `C${round}`, 30 * DAY_MS))
        await post(`/v1/disputes/${await idOf(two)}/accept`, {}, `${round} accept`)

        await tell(chargeback(three, `D${round}`, 300))
        await eventually(async () => (await disputesOf(three))[0]?.status === 'lost', 'the deadline')
        await tell(end(three, `D${round}`, 'won'))

        const isReminded = async () => {
          const { events } = await ok('GET', '/v1/events?limit=50&type=dispute.reminder')
          return events.some((event: { data: { transaction: string } }) => event.data.transaction === four)
        }
        await tellInTime(four, `E${round}`)
        await eventually(isReminded, 'the reminder')
        await tell(end(four, `E${round}`, 'lost'))
        await eventually(async () => taken(await idOf(two)), 'the second answer')
        disarm()

        const states = []
        for (const id of [one, two, three, four]) states.push((await disputesOf(id)).map(({ status }) => status).join())
        assert.deepEqual(states, ['won', 'accepted,lost', 'won', 'lost'])
        const answers = Map.groupBy(
          books().filter(({ what, dispute }) => what === 'answer' && dispute?.endsWith(`${round}`)),
          ({ dispute }) => dispute,
        )
        const size = pngFile(1, 1, `${round}`).length
        for (const [name, answer] of [
          [`A${round}`, ['evidence', { explanation: `${round}` }, [`a.png ${size}`]]],
          [`C${round}`, ['accept', {}, []]],
        ] as const) {
          const all = new Set(answers.get(name)?.map((entry) => entry.content))
          assert.deepEqual([...all], [JSON.stringify(answer)], `what was said of ${name}, as often as it was`)
        }
      }

      await killAtEach(STEPS, play, { killsARound: 4, onEngines: ENGINES })
      const { balances } = await ok('GET', `/v1/ledger/balances`)
      const held = balances.find(({ account }: { account: string }) => account === 'payable:disputes')
      assert.equal(held.closing, '0.00')
    })
  })
}
