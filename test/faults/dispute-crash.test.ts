// The promise: killed between any two writes and calls of a dispute, its money is held back once and goes one way once, and the acquirer gets the
// answer that was submitted.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../../src/ledger/audit.ts'
import { openDatabase } from '../../src/store/database.ts'
import { run } from '../../src/store/write.ts'
import { chargeOf } from '../charges.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../engines.ts'
import { sealEnvelope } from '../envelope-seal.ts'
import { pngFile } from '../evidence-files.ts'
import { type Child, type ChildAnswer, startChild } from './child.ts'
import type { Entry } from './dispute-child.ts'

const CHILD = 'test/faults/dispute-child.ts'
const DAY_MS = 86_400_000
/** Every step of a round, or the first of each name. */
const EVERY = process.env.COBRO_TEST_CRASHES === 'all'
const SUBJECTS = ['the opening', 'a text', 'a file', 'the answer', 'the handing in', 'a reminder', 'the end']
const STEPS = [...SUBJECTS, 'the acquirer takes it'].flatMap((name) => [`before ${name}`, `after ${name}`])

async function environmentOf(engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-dispute-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await newDatabaseUrl(engine, { durable: true, migrated: true })
  const files = { ACQUIRER_BOOKS: join(folder, 'acquirer.jsonl'), ARMED: join(folder, 'armed') }
  writeFileSync(files.ACQUIRER_BOOKS, '')
  return { DATABASE_URL: url, DATA_DIR: folder, DATABASE_CONNECTIONS: '4', ...files }
}

function booksOf({ ACQUIRER_BOOKS }: { ACQUIRER_BOOKS: string }): Entry[] {
  const lines = readFileSync(ACQUIRER_BOOKS, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry)
}

for (const engine of ENGINES) {
  describe(`killed at any step of a dispute [${engine}]`, () => {
    after(stopPostgres)

    test('each is opened, answered and ended once, and the books are right', async (t) => {
      const environment = await environmentOf(engine)
      let child = await startChild(environment, CHILD)
      after(() => child.kill())
      const store = await openDatabase(environment.DATABASE_URL, { connections: 1 })
      after(() => store.close())

      /** Another process goes on, as if it were past the leases of the killed one. */
      const restart = async () => {
        await child.kill()
        const leased = store.db.updateTable('dispute_answers').set({ leased_until: 0 }).where('leased_until', '>', 0)
        await store.commit([run(leased.compile())])
        child = await startChild(environment, CHILD)
      }
      /** Asks until it is answered, as a client and a network do. */
      const ask = async (ask: (child: Child) => Promise<ChildAnswer>): Promise<ChildAnswer> => {
        for (;;) {
          const answer = await ask(child).catch(() => undefined)
          if (answer !== undefined && answer.status < 500) return answer
          if (answer === undefined) await restart()
          else await sleep(20)
        }
      }
      const ok = async (method: string, path: string, body?: unknown, key?: string) => {
        const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
        const answer = await ask((one) => one.call(method, path, body, headers))
        assert.equal(answer.status, 200, JSON.stringify([path, answer.body]))
        return answer.body.result
      }
      const post = (path: string, body: unknown, key: string) => ok('POST', path, body, key)
      const { public_key: publicKey } = await ok('GET', '/v1/public-key')
      const typed = { cardholder_name: 'ANA', number: '4242424242424242', expiration: '3912', cvv: '123' }
      const pay = async (): Promise<string> => {
        const { token } = await ok('POST', '/v1/token', sealEnvelope(typed, publicKey))
        const paid = await ok('POST', '/v1/payment/card', sealEnvelope(chargeOf(token), publicKey))
        return paid.operations[0].transaction
      }
      const tell = async (notice: object) => {
        const answer = await ask((one) => one.call('POST', '/v1/networks/sandbox-acquirer/disputes', notice))
        assert.equal(answer.status, 200)
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
        const answer = await ask(async (one) => {
          const known = store.db.selectFrom('disputes').select('id').where('network_dispute', '=', networkDispute)
          const isKnown = (await known.executeTakeFirst()) !== undefined
          if (!isKnown || notice === undefined) notice = chargeback(operationId, networkDispute, DAY_MS + 300)
          return one.call('POST', '/v1/networks/sandbox-acquirer/disputes', notice)
        })
        assert.equal(answer.status, 200)
      }
      const end = (operationId: string, networkDispute: string, outcome: string) => ({
        ...{ kind: 'dispute-outcome', operationId, networkDispute, stage: 'chargeback', outcome },
      })
      const disputesOf = async (operation: string) =>
        (await ok('GET', `/v1/disputes?operation=${operation}`)).disputes as { id: string; status: string }[]
      const until = async (what: string, isSo: () => Promise<boolean>) => {
        for (let tries = 0; tries < 400; tries += 1) {
          if (await isSo()) return
          await sleep(25)
        }
        throw new Error(`${what} does not come`)
      }
      const idOf = async (operation: string) => (await disputesOf(operation))[0]?.id ?? ''
      const taken = async (id: string) => (await ok('GET', `/v1/disputes/${id}`)).answer?.status === 'taken'

      /** One of everything; its cases are no other round's. */
      const play = async (round: number, killAt: number | undefined) => {
        const [one, two, three, four] = [await pay(), await pay(), await pay(), await pay()]
        if (killAt !== undefined) writeFileSync(environment.ARMED, String(killAt))

        await tell(chargeback(one, `A${round}`, 30 * DAY_MS))
        const first = await idOf(one)
        await post(`/v1/disputes/${first}/evidence`, { texts: { explanation: `${round}` } }, `${round} text`)
        const path = `/v1/disputes/${first}/files?kind=other&name=a.png`
        await post(path, pngFile(1, 1, `${round}`), `${round} file`)
        await post(`/v1/disputes/${first}/submit`, {}, `${round} submit`)
        await until('the answer', () => taken(first))
        await tell(end(one, `A${round}`, 'won'))

        await tell(chargeback(two, `B${round}`, 30 * DAY_MS, 'retrieval'))
        await tell(chargeback(two, `C${round}`, 30 * DAY_MS))
        await post(`/v1/disputes/${await idOf(two)}/accept`, {}, `${round} accept`)

        await tell(chargeback(three, `D${round}`, 300))
        await until('the deadline', async () => (await disputesOf(three))[0]?.status === 'lost')
        await tell(end(three, `D${round}`, 'won'))

        const isReminded = async () => {
          const { events } = await ok('GET', '/v1/events?limit=50&type=dispute.reminder')
          return events.some((event: { data: { transaction: string } }) => event.data.transaction === four)
        }
        await tellInTime(four, `E${round}`)
        await until('the reminder', isReminded)
        await tell(end(four, `E${round}`, 'lost'))
        await until('the second answer', async () => taken(await idOf(two)))
        rmSync(environment.ARMED, { force: true })

        const states = []
        for (const id of [one, two, three, four]) states.push((await disputesOf(id)).map(({ status }) => status).join())
        assert.deepEqual(states, ['won', 'accepted,lost', 'won', 'lost'])
        const said = Map.groupBy(
          booksOf(environment).filter(({ what, dispute }) => what === 'answer' && dispute?.endsWith(`${round}`)),
          ({ dispute }) => dispute,
        )
        const size = pngFile(1, 1, `${round}`).length
        for (const [name, answer] of [
          [`A${round}`, ['evidence', { explanation: `${round}` }, [`a.png ${size}`]]],
          [`C${round}`, ['accept', {}, []]],
        ] as const) {
          const all = new Set(said.get(name)?.map((entry) => entry.said))
          assert.deepEqual([...all], [JSON.stringify(answer)], `what was said of ${name}, as often as it was`)
        }
      }

      // Nobody is killed: the steps of a round, in their order.
      await play(1_000, Number.MAX_SAFE_INTEGER)
      const names = booksOf(environment).flatMap(({ what, step }) => (what === 'step' && step ? [step] : []))
      assert.deepEqual([...new Set(names)].sort(), [...STEPS].sort())
      const chosen = names.flatMap((name, index) => (EVERY || names.indexOf(name) === index ? [index + 1] : []))
      await restart()
      for (const [index, killAt] of chosen.entries()) {
        await play(index + 1_001, killAt)
        const killed = booksOf(environment).filter(({ what }) => what === 'killed')
        assert.equal(killed.length, index + 1, `step ${killAt} came`)
      }
      t.diagnostic(`${chosen.length} kills at ${STEPS.length} different steps of ${names.length}`)
      const { clean, invariants } = await audit(store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      const { balances } = await ok('GET', `/v1/ledger/balances`)
      const held = balances.find(({ account }: { account: string }) => account === 'payable:disputes')
      assert.equal(held.closing, '0.00')
    })
  })
}
