import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { createClock } from '../../src/core/clock.ts'
import { audit } from '../../src/service/audit.ts'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import { openDatabase } from '../../src/store/database.ts'
import { type EnvelopeBytes, envelopeClaims } from '../../src/vault/envelope-claims.ts'
import { APPROVED, chargeOf, type Message } from '../support/fixtures/charges.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { found } from '../support/fixtures/receiver.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { writeAtRestKey } from '../support/harness/first-key.ts'
import { type Child, type ChildAnswer, startChild } from './child.ts'

const SLOW = '4000000000010019'
const PAYERS = 8
const ACKNOWLEDGED = 40

/** A number has no leading zeros. */
const withoutZeros = ({ wrappedKey, data }: EnvelopeBytes): EnvelopeBytes => ({
  wrappedKey: wrappedKey.subarray(wrappedKey.findIndex((byte) => byte !== 0)),
  data,
})

const typed = (number: string) => ({ number, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' })
const named = (transaction: string, number: string): Message =>
  chargeOf('', {
    recurrent: undefined,
    card: typed(number),
    'payment.external.transaction': transaction,
    'payment.reference.number': transaction,
  })

async function publicKeyOf(child: Child): Promise<string> {
  return (await child.call('GET', '/v1/public-key')).body.result.public_key
}

async function environmentOf(t: TestContext, engine: Engine): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-crash-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await newDatabaseUrl(engine, { durable: true, migrated: true, keyed: true })
  writeAtRestKey(folder)
  // The bank of the sandbox is quick; a busy machine is not.
  return { DATABASE_URL: url, DATA_DIR: folder, DATABASE_CONNECTIONS: '4', ACQUIRER_TIMEOUT_MS: '30000' }
}

/** Every invariant of the books holds for everything that is there. */
async function assertAudited(environment: Record<string, string>): Promise<void> {
  const store = await openDatabase(environment.DATABASE_URL ?? '', { connections: 1 })
  const { clean, invariants } = await audit(store)
  await store.close()
  assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
}

/** Lets time pass while no process runs, so that what was under way is due. */
async function passTime(environment: Record<string, string>, ms: number): Promise<void> {
  const store = await openDatabase(environment.DATABASE_URL ?? '', { connections: 1 })
  const state = await readClockState(store)
  await writeClockState(store, { ...state, offsetMs: state.offsetMs + ms })
  await store.close()
}

for (const engine of ENGINES) {
  describe(`a killed process loses no payment and makes none twice [${engine}]`, () => {
    test('killed while the bank is asked: the next process finds the outcome, and the client’s repeat gets it', async (t) => {
      const environment = await environmentOf(t, engine)
      const first = await startChild(environment)
      const message = named('crash-1', SLOW)
      const headers = { 'idempotency-key': 'crash-1' }
      const lost = first
        .call('POST', '/v1/payment/card', sealEnvelope(message, await publicKeyOf(first)), headers)
        .catch((error: unknown) => error)
      const pending = await found('the pending payment', async () => {
        const { status, body } = await first.call('GET', '/v1/operations/reference/crash-1')
        return status === 200 ? body.result : undefined
      })
      assert.equal(pending.status, 'P')
      await first.kill()
      assert.ok((await lost) instanceof Error, 'nobody answered')

      await passTime(environment, 90_000)
      const second = await startChild(environment)
      try {
        const paid = await found('the recovered payment', async () => {
          const { body } = await second.call('GET', '/v1/operations/reference/crash-1')
          return body.result.status === 'P' ? undefined : body.result
        })
        assert.equal(paid.status, 'N')
        assert.equal(paid.transaction, pending.transaction)
        const repeat = await second.call(
          'POST',
          '/v1/payment/card',
          sealEnvelope(message, await publicKeyOf(second)),
          headers,
        )
        assert.equal(repeat.status, 200)
        assert.equal(repeat.headers.get('idempotent-replayed'), 'true')
        assert.equal(repeat.body.result.token, paid.transaction)
        assert.equal(repeat.body.result.status, true)
        assert.equal((await second.call('GET', '/v1/operations')).body.result.total, 1)
      } finally {
        await second.kill()
      }
      await assertAudited(environment)
    })

    test('killed after the claim and before the payment: the same envelope completes it once, another envelope of its key never opens', async (t) => {
      const environment = await environmentOf(t, engine)
      const first = await startChild(environment)
      const messageKey = Buffer.alloc(32, 'k')
      const sealed = sealEnvelope(named('claim-1', APPROVED), await publicKeyOf(first), { messageKey })
      // The claim alone is what a refusal leaves whose answer was not sent. No process can be killed at exactly that moment.
      await first.kill()
      const store = await openDatabase(environment.DATABASE_URL ?? '', { connections: 1 })
      const claim = envelopeClaims({ store, clock: createClock() })
      const use = { accountId: SANDBOX_ACCOUNT.id, call: 'POST /v1/payment/card' }
      const bytes = { wrappedKey: Buffer.from(sealed.key, 'base64'), data: Buffer.from(sealed.data, 'base64') }
      await (await claim(withoutZeros(bytes), use, 1))?.keep()
      await store.close()

      const second = await startChild(environment)
      try {
        const other = sealEnvelope(named('claim-2', APPROVED), '', { messageKey, wrapped: sealed.key })
        const refused = await second.call('POST', '/v1/payment/card', other)
        assert.equal(refused.body.error.code, 'InvalidEncryptionException')
        const answers = await Promise.all([1, 2, 3].map(() => second.call('POST', '/v1/payment/card', sealed)))
        for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body])
        assert.equal((await second.call('GET', '/v1/operations')).body.result.total, 1)
      } finally {
        await second.kill()
      }
      await assertAudited(environment)
    })

    test('killed while the bank is asked: the same envelope, without any key of its own, is the same payment', async (t) => {
      const environment = { ...(await environmentOf(t, engine)), ACQUIRER_TIMEOUT_MS: '30000' }
      const first = await startChild(environment)
      const message = chargeOf('', {
        recurrent: undefined,
        card: typed(SLOW),
        'payment.reference.number': 'same-envelope',
      })
      const sealed = sealEnvelope(message, await publicKeyOf(first))
      const lost = first.call('POST', '/v1/payment/card', sealed).catch((error: unknown) => error)
      const pending = await found('the pending payment', async () => {
        const { status, body } = await first.call('GET', '/v1/operations/reference/same-envelope')
        return status === 200 ? body.result : undefined
      })
      await first.kill()
      assert.ok((await lost) instanceof Error, 'nobody answered')

      // It is asked for as long as a bank may take.
      const second = await startChild({ ...environment, ACQUIRER_TIMEOUT_MS: '3000' })
      const meanwhile = await second.call('POST', '/v1/payment/card', sealed)
      assert.deepEqual([meanwhile.status, meanwhile.body.result.status], [200, false])
      await second.kill()
      await passTime(environment, 90_000)
      const third = await startChild(environment)
      try {
        const paid = await found('the recovered payment', async () => {
          const { body } = await third.call('POST', '/v1/payment/card', sealed)
          return body.result.status ? body.result : undefined
        })
        assert.equal(paid.token, pending.transaction)
        assert.equal((await third.call('GET', '/v1/operations')).body.result.total, 1)
      } finally {
        await third.kill()
      }
      await assertAudited(environment)
    })

    test('killed under load: every acknowledged payment exists once, and every other can be requested again', async (t) => {
      const environment = await environmentOf(t, engine)
      const first = await startChild(environment)
      const pem = await publicKeyOf(first)
      const acknowledged = new Map<string, ChildAnswer>()
      const tried: string[] = []
      const payer = async (): Promise<void> => {
        for (;;) {
          const transaction = `load-${tried.length}`
          tried.push(transaction)
          const answer = await first
            .call('POST', '/v1/payment/card', sealEnvelope(named(transaction, APPROVED), pem))
            .catch(() => undefined)
          if (answer === undefined) return
          assert.equal(answer.status, 200)
          acknowledged.set(transaction, answer)
        }
      }
      const payers = Array.from({ length: PAYERS }, payer)
      await found('enough acknowledged payments', async () => (acknowledged.size >= ACKNOWLEDGED ? true : undefined))
      await first.kill()
      await Promise.all(payers)

      await passTime(environment, 90_000)
      const second = await startChild(environment)
      try {
        await found('a database in which nothing is pending', async () => {
          const { body } = await second.call('GET', '/v1/operations?status=P')
          return body.result.total === 0 ? true : undefined
        })
        for (const [transaction, answer] of acknowledged) {
          const { body } = await second.call('GET', `/v1/operations/reference/${transaction}`)
          assert.equal(body.result.status, 'N')
          assert.equal(body.result.transaction, answer.body.result.token)
        }
        const again = await publicKeyOf(second)
        for (const transaction of tried) {
          const { status } = await second.call(
            'POST',
            '/v1/payment/card',
            sealEnvelope(named(transaction, APPROVED), again),
          )
          assert.equal(status, 200)
        }
        const { body } = await second.call('GET', '/v1/operations?limit=500&status=N')
        assert.equal(body.result.total, tried.length)
        const references = body.result.operations.map(
          (operation: { reference: { number: string } }) => operation.reference.number,
        )
        if (tried.length <= 500) assert.equal(new Set(references).size, tried.length)
        assert.equal(body.result.sales, `${tried.length * 100}.00`)
      } finally {
        await second.kill()
      }
      await assertAudited(environment)
    })
  })
}
after(stopPostgres)
