import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../../src/ledger/audit.ts'
import { openDatabase } from '../../src/store/database.ts'
import { run } from '../../src/store/write.ts'
import { APPROVED, chargeOf } from '../charges.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../engines.ts'
import { sealEnvelope } from '../envelope-seal.ts'
import type { Entry } from './advice-child.ts'
import { type Child, startChild } from './child.ts'

/** In the order in which they come, of a payment that nobody kills. */
const STEPS = [
  'before payment',
  'after payment',
  'before the charge',
  'after the charge',
  'before giving up',
  'after giving up',
  'before the advice',
  'after the advice',
  'before record of an advice',
  'after record of an advice',
]

async function environmentOf(t: TestContext, engine: Engine): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-advice-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await newDatabaseUrl(engine, { durable: true, migrated: true })
  const BANK_BOOKS = join(folder, 'bank.jsonl')
  writeFileSync(BANK_BOOKS, '')
  return { DATABASE_URL: url, DATA_DIR: folder, DATABASE_CONNECTIONS: '4', ACQUIRER_TIMEOUT_MS: '400', BANK_BOOKS }
}

function booksOf(environment: Record<string, string>): Entry[] {
  const lines = readFileSync(environment.BANK_BOOKS ?? '', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Entry)
}

async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await look()) return
    await sleep(100)
  }
  throw new Error(`it never came to be that ${what}`)
}

const charge = async (child: Child, number: string) => {
  const message = chargeOf('', {
    recurrent: undefined,
    card: { number: APPROVED, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' },
    'payment.external.transaction': number,
    'payment.reference.number': number,
  })
  const pem = (await child.call('GET', '/v1/public-key')).body.result.public_key
  return child.call('POST', '/v1/payment/card', sealEnvelope(message, pem), { 'idempotency-key': number })
}

for (const engine of ENGINES) {
  describe(`killed at any step of an advice: a charge without an answer is undone and never kept [${engine}]`, () => {
    test('between each two writes and calls, one after another on one database', async (t) => {
      const environment = await environmentOf(t, engine)
      const store = await openDatabase(environment.DATABASE_URL ?? '', { connections: 1 })
      t.after(() => store.close())
      const { db } = store
      const settled = async () => {
        const pending = await db.selectFrom('operations').select('id').where('status', '=', 'pending').execute()
        const open = await db.selectFrom('advices').select('id').where('state', '=', 'pending').execute()
        return pending.length + open.length === 0
      }
      for (const [index, step] of STEPS.entries()) {
        const child = await startChild({ ...environment, KILL_AT: String(index + 1) }, 'test/faults/advice-child.ts')
        try {
          const pay = () => charge(child, `kill-${index}`).catch(() => undefined)
          let answer = await pay()
          // A slow machine may miss the deadline before anything is asked for: then the client tries again.
          for (let tries = 0; answer?.status === 503 && tries < 5; tries += 1) answer = await pay()
          // Some steps come when the client has its answer: that the charge was declined.
          if (answer !== undefined) assert.deepEqual([answer.status, answer.body.error.detail?.code], [402, '91'])
          await until(`it is killed ${step}`, () => booksOf(environment).some((entry) => entry.step === step))
        } finally {
          await child.kill()
        }

        // Leases of the killed process lapse in real time, which this test does not wait for.
        await store.commit(
          (['advices', 'operations'] as const).map((table) =>
            run(db.updateTable(table).set({ leased_until: 0 }).where('leased_until', '>', 0).compile()),
          ),
        )
        const next = await startChild(environment, 'test/faults/advice-child.ts')
        try {
          const moved = await next.call('PUT', '/v1/sandbox/clock', { advance: 'PT200S' })
          assert.equal(moved.status, 200)
          await until(`all is settled after a kill ${step}`, settled)
          const { status, body } = await next.call('GET', `/v1/operations/reference/kill-${index}`)
          if (index > 0) assert.deepEqual([status, body.result.status], [200, 'D'])
        } finally {
          await next.kill()
        }
      }

      const books = booksOf(environment)
      assert.deepEqual(
        books.filter((entry) => entry.what === 'killed').map((entry) => entry.step),
        STEPS,
      )
      const idOf = ({ operation, stan, amount, beganAt }: Entry) => JSON.stringify([operation, stan, amount, beganAt])
      const undone = new Set(books.filter((entry) => entry.what === 'undone').map(idOf))
      const charged = books.filter((entry) => entry.what === 'charged').map(idOf)
      assert.ok(charged.length >= STEPS.length - 3)
      assert.equal(new Set(charged).size, charged.length)
      for (const one of charged)
        assert.ok(undone.has(one), `${one} was charged and never undone under the same identity`)
      const { clean, invariants } = await audit(store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      assert.deepEqual(await db.selectFrom('postings').select('entry').execute(), [])
    })
  })
}
after(stopPostgres)
