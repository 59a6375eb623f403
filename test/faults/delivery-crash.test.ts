import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import { openDatabase } from '../../src/store/database.ts'
import { eventually, type Receiver, storyReceiver } from '../support/fixtures/receiver.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { writeAtRestKey } from '../support/harness/first-key.ts'
import { type Child, startChild } from './child.ts'
import { pastLeasesAt } from './past-leases.ts'

const ROUNDS = 3

const receiver = storyReceiver()
after(stopPostgres)

/** Sends take a second at most, so leases lapse three seconds after a kill. */
async function environmentOf(t: TestContext, engine: Engine): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-crash-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await newDatabaseUrl(engine, { durable: true, migrated: true, keyed: true })
  writeAtRestKey(folder)
  return { DATABASE_URL: url, DATA_DIR: folder, DATABASE_CONNECTIONS: '4', DELIVERY_TIMEOUT_MS: '1000' }
}

async function passTime(environment: Record<string, string>, ms: number): Promise<void> {
  const store = await openDatabase(environment.DATABASE_URL ?? '', { connections: 1 })
  const state = await readClockState(store)
  await writeClockState(store, { ...state, offsetMs: state.offsetMs + ms })
  await store.close()
}

async function endpoint(child: Child, path: string): Promise<string> {
  return (await child.call('POST', '/v1/webhook', { url: `${receiver.url}${path}` })).body.result.id
}

async function voucher(child: Child, body: object = {}): Promise<string> {
  return (await child.call('POST', '/v1/payment/spei', { total: 100, ...body })).body.result.transaction
}

const answerAtOnce: Receiver['answer'] = (_arrival, response) => {
  response.end('ok')
}

for (const engine of ENGINES) {
  describe(`a killed process loses no webhook and no e-mail [${engine}]`, () => {
    test('killed between commit and send', async (t) => {
      const path = `/${engine}-before`
      const environment = await environmentOf(t, engine)
      receiver.answer = answerAtOnce
      const first = await startChild(environment)
      const id = await endpoint(first, path)
      await first.call('PUT', `/v1/webhook/${id}/faults`, { delay_seconds: 3_600 })
      const operation = await voucher(first)
      await first.kill()
      assert.equal(receiver.at(path).length, 0)
      await passTime(environment, 3_600_000)
      const second = await startChild(environment)
      try {
        await eventually(() => receiver.at(path).length === 1)
        assert.equal(receiver.at(path)[0]?.json.transaction, operation)
      } finally {
        await second.kill()
      }
    })

    test('killed during the sending: the webhook is sent again under the same id once the lease has lapsed', async (t) => {
      const path = `/${engine}-during`
      const environment = await environmentOf(t, engine)
      receiver.answer = () => {}
      const first = await startChild(environment)
      await endpoint(first, path)
      await voucher(first)
      await eventually(() => receiver.at(path).length === 1)
      await first.kill()
      receiver.answer = answerAtOnce
      const second = await startChild(environment)
      try {
        await eventually(() => receiver.at(path).length === 2)
        const [cut, again] = receiver.at(path)
        assert.equal(again?.id, cut?.id)
        // Each process listens on a port of its own, which the record's address shows.
        assert.deepEqual({ ...again?.json, url: '' }, { ...cut?.json, url: '' })
        await eventually(async () => {
          const { body } = await second.call('GET', `/v1/events/${cut?.id}`)
          return body.result.deliveries[0].status === 'delivered'
        })
      } finally {
        await second.kill()
      }
    })

    test('killed at any moment, and while answers arrive: each event arrives at least once, repeats carry its id', async (t) => {
      const path = `/${engine}-any`
      const environment = await environmentOf(t, engine)
      let child = await startChild(environment)
      await endpoint(child, path)
      const issued: string[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        // The nth arrival of the round is answered, and the process is killed in the same moment.
        const fatal = receiver.at(path).length + 1 + round * 3
        const dying = child
        const dead = new Promise<void>((resolve) => {
          receiver.answer = (_arrival, response) => {
            response.end('ok')
            if (receiver.at(path).length === fatal) resolve(dying.kill())
          }
        })
        const clients = Array.from({ length: 4 }, async () => {
          for (;;) {
            const transaction = await voucher(dying).catch(() => undefined)
            if (transaction === undefined) return
            issued.push(transaction)
          }
        })
        await Promise.all([dead, ...clients])
        child = await startChild(environment)
      }
      receiver.answer = answerAtOnce
      try {
        assert.ok(issued.length > 0)
        const arrived = () => new Set(receiver.at(path).map((one) => one.json.transaction))
        await eventually(() => issued.every((transaction) => arrived().has(transaction)))
        const idOf = new Map<string, string>()
        for (const { id, json } of receiver.at(path)) {
          assert.equal(idOf.get(json.transaction) ?? id, id)
          idOf.set(json.transaction, id)
        }
        await eventually(async () => {
          const { events } = (await child.call('GET', '/v1/events?limit=500')).body.result
          return events.every(
            ({ deliveries }: { deliveries: { status: string }[] }) => deliveries[0]?.status === 'delivered',
          )
        })
      } finally {
        await child.kill()
      }
    })

    test('an e-mail that was on its way is sent again under the same Message-ID', async (t) => {
      const ids: string[] = []
      let silent = true
      const smtp = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData: async (stream, _session, done) => {
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk as Buffer)
          ids.push(/^Message-ID: (.*)$/im.exec(Buffer.concat(chunks).toString())?.[1] ?? '')
          if (!silent) done()
        },
      })
      await new Promise<void>((resolve) => {
        smtp.listen(0, '127.0.0.1', resolve)
      })
      t.after(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
      const { port } = smtp.server.address() as { port: number }
      // The lease is long enough to draw the PDF on a busy machine; the test ends the lease below.
      const limits = { DELIVERY_TIMEOUT_MS: '60000' }
      const environment: Record<string, string> = {
        ...(await environmentOf(t, engine)),
        ...limits,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      }
      const first = await startChild(environment)
      await voucher(first, { email: 'ana@ejemplo.mx' })
      await eventually(() => ids.length === 1)
      await first.kill()
      await pastLeasesAt(environment.DATABASE_URL ?? '')
      silent = false
      const second = await startChild(environment)
      try {
        await eventually(() => ids.length === 2)
        assert.match(ids[0] ?? '', /^<msg_/)
        assert.equal(ids[1], ids[0])
        await sleep(50)
        assert.equal(ids.length, 2)
      } finally {
        await second.kill()
      }
    })
  })
}
