import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FAILURES_TO_OPEN } from '../../../src/connectors/breaker.ts'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import { sandboxCashNetwork } from '../../../src/connectors/sandbox/cash-network.ts'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import type { SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { createClock } from '../../../src/core/clock.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { balanceOf } from '../../support/fixtures/payers.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

/** A network that answers does so in time on a slow machine, too. */
const DEADLINE_MS = 500
const silence = () => new Promise<never>(() => {})
const broken = async () => {
  throw new Error('the line is broken')
}

for (const engine of ENGINES) {
  describe(`a store network or a bank that fails delays nobody else and loses nothing [${engine}]`, () => {
    let ofNetworks: Store
    let world: World
    let cash: Partial<CashNetwork> = {}
    let bank: Partial<SpeiBank> = {}
    let cancelled: string[] = []
    let closed: string[] = []

    before(async () => {
      // The networks keep their own numbers, as real ones do.
      ofNetworks = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 2 })
      const ownCash = sandboxCashNetwork(ofNetworks)
      const ownBank = sandboxSpeiBank(ofNetworks, createClock())
      const cashNetwork: CashNetwork = {
        name: 'story-cash',
        issue: (...asked) => (cash.issue ?? ownCash.issue)(...asked),
        giveBack: (...asked) => cash.giveBack?.(...asked) ?? Promise.resolve({ kind: 'sent' }),
        cancel: (request, signal) => {
          cancelled.push(request.reference)
          return (cash.cancel ?? ownCash.cancel)(request, signal)
        },
      }
      const speiBank: SpeiBank = {
        name: 'story-bank',
        keyLife: 'always',
        findTransfer: (...asked) => (bank.findTransfer ?? ownBank.findTransfer)(...asked),
        issueAccount: (...asked) => (bank.issueAccount ?? ownBank.issueAccount)(...asked),
        transfer: (...asked) => (bank.transfer ?? ownBank.transfer)(...asked),
        closeAccount: (request, signal) => {
          closed.push(request.clabe)
          return (bank.closeAccount ?? ownBank.closeAccount)(request, signal)
        },
      }
      world = await openWorld(
        engine,
        { NETWORK_TIMEOUT_MS: String(DEADLINE_MS) },
        { connectors: { cashNetwork, speiBank } },
      )
    })
    after(async () => {
      await world.close()
      await ofNetworks.close()
      await stopPostgres()
    })

    const calls: Record<string, (merchant: Merchant) => ReturnType<Merchant['post']>> = {
      'a store voucher': (merchant) => merchant.post('/v1/payment/convenience-store', { total: 150, store: 'OXXO' }),
      'a SPEI voucher': (merchant) => merchant.post('/v1/payment/spei', { total: 150 }),
      'a customer': (merchant) => merchant.post('/v1/customer', { name: 'Ana', email: 'ana@example.mx' }),
    }
    /** The networks answer again: waits until no circuit is open any more. */
    const answerAgain = async () => {
      cash = {}
      bank = {}
      const merchant = await world.merchant()
      for (const call of Object.values(calls)) {
        for (const until = performance.now() + 60_000; (await call(merchant)).status !== 200; ) {
          assert.ok(performance.now() < until, 'the circuit closes again')
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    }
    /** Every story begins with networks that answer, and with nothing left to cancel. */
    const closeCircuits = async () => {
      await answerAgain()
      await passTime()
      cancelled = []
      closed = []
    }
    /** Two hours pass, and what falls due on the way is done. */
    const passTime = async () => {
      const merchant = await world.merchant()
      const { status, text } = await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'PT2H' })
      assert.equal(status, 200, text)
    }

    for (const [what, call] of Object.entries(calls)) {
      for (const [how, answer] of Object.entries({ 'stays silent': silence, throws: broken })) {
        test(`${what} is refused with 503 and Retry-After when its network ${how}, and nothing of it is listed`, async () => {
          await closeCircuits()
          const merchant = await world.merchant()
          cash = { issue: answer }
          bank = { issueAccount: answer }
          const { status, headers, body } = await call(merchant)
          assert.deepEqual([status, body.error.code], [503, 'InternalErrorException'])
          assert.ok(Number(headers['retry-after']) > 0)
          assert.equal((await merchant.get('/v1/operations')).body.result.total, 0)
          assert.equal((await merchant.get('/v1/customer')).body.result.total, 0)
        })
      }
    }

    test('a voucher that a network issued without our record is cancelled, also when the network is silent for a while', async () => {
      await closeCircuits()
      const merchant = await world.merchant()
      cash = { issue: silence }
      bank = { issueAccount: silence }
      for (const call of Object.values(calls)) assert.equal((await call(merchant)).status, 503)
      await passTime()
      assert.deepEqual([cancelled, closed], [[], []], 'the networks are still silent')
      await answerAgain()
      await passTime()
      assert.deepEqual([cancelled.length, closed.length], [1, 2])
      await passTime()
      assert.deepEqual([cancelled.length, closed.length], [1, 2], 'once')
    })

    test('of four equal requests at once one gets the issued voucher, and the others are cancelled', async () => {
      await closeCircuits()
      const merchant = await world.merchant()
      for (const call of ['/v1/payment/convenience-store', '/v1/payment/spei'] as const) {
        const headers = { 'idempotency-key': call }
        const answers = await Promise.all([1, 2, 3, 4].map(() => merchant.post(call, { total: 150 }, headers)))
        const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.result.transaction)
        assert.equal(new Set(made).size, 1, JSON.stringify(answers.map(({ text }) => text)))
      }
      await passTime()
      const issued = await world.service.store.db.selectFrom('operations').select('network_reference').execute()
      for (const { network_reference } of issued)
        assert.ok(![...cancelled, ...closed].includes(network_reference ?? ''))
      assert.ok(cancelled.length <= 3 && closed.length <= 3)
      const left = await world.service.store.db
        .selectFrom('abandoned_references')
        .select('owner_id')
        .where('due_at', 'is not', null)
        .execute()
      assert.deepEqual(left, [])
    })

    test('a network that fails again and again is not called for a while: requests are refused at once, until it answers again', async () => {
      await closeCircuits()
      const merchant = await world.merchant()
      let asked = 0
      cash = {
        issue: () => {
          asked += 1
          return broken()
        },
      }
      const issue = () => merchant.post('/v1/payment/convenience-store', { total: 150, store: 'OXXO' })
      for (let count = 0; count < 3 * FAILURES_TO_OPEN; count += 1) assert.equal((await issue()).status, 503)
      assert.ok(asked < 2 * FAILURES_TO_OPEN, `${asked} calls reached it`)
      const metrics = await world.send({ method: 'GET', url: '/metrics' })
      assert.match(metrics.text, /^cobro_cash_network_open_circuits 1$/m)
      const spei = await merchant.post('/v1/payment/spei', { total: 150 })
      assert.equal(spei.status, 200, 'other networks go on')
      await answerAgain()
      for (const until = performance.now() + 60_000; (await issue()).status !== 200; ) {
        assert.ok(performance.now() < until, 'the circuit of the account closes again')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })

    test('a return whose network stays silent, or throws, is sent later, once', async () => {
      await closeCircuits()
      const merchant = await world.merchant()
      const { transaction } = (await merchant.post('/v1/payment/spei', { total: 150 })).body.result
      let sent = 0
      bank = { transfer: silence }
      const short = await merchant.post('/v1/sandbox/pay/spei', { transaction, amount: 149 })
      assert.equal(short.body.result.outcome, 'returned', short.text)
      await world.work()
      bank = { transfer: broken }
      await passTime()
      bank = {
        transfer: async () => {
          sent += 1
          return { kind: 'settled' }
        },
      }
      for (let count = 0; count < 3; count += 1) await passTime()
      assert.equal(sent, 1)
      assert.equal((await merchant.get('/v1/sandbox/audit')).body.result.clean, true)
    })

    test('cash that its till refuses to give back is sent to an account, once, by a person', async () => {
      await closeCircuits()
      const merchant = await world.merchant()
      const { transaction } = (await merchant.post('/v1/payment/convenience-store', { total: 150 })).body.result
      let asked = 0
      cash = {
        giveBack: async () => {
          asked += 1
          return { kind: 'refused', reason: 'the ticket is too old' }
        },
      }
      const short = await merchant.post('/v1/sandbox/pay/store', { transaction, amount: 149 })
      assert.equal(short.body.result.outcome, 'returned', short.text)
      await world.work()
      const listed = async () => (await merchant.get('/v1/transfers')).body.result.transfers
      const [failed] = await listed()
      assert.deepEqual([failed.status, asked], ['rejected', 1])
      const retry = (body: object) => merchant.post(`/v1/transfers/${failed.id}/retry`, body)
      const ana = { clabe: '032180000118359719', beneficiary: 'Ana Núñez' }
      const unnamed = await retry({ clabe: ana.clabe })
      assert.deepEqual([unnamed.status, Object.keys(unnamed.body.error.messages)], [400, ['beneficiary']], unnamed.text)
      const invalid = await retry({ ...ana, clabe: '032180000118359710' })
      assert.deepEqual([invalid.status, Object.keys(invalid.body.error.messages)], [400, ['clabe']])
      const all = await Promise.all([1, 2, 3].map(() => retry(ana)))
      assert.deepEqual([...new Set(all.map(({ status }) => status))], [200])
      assert.equal(new Set(all.map(({ body }) => body.result.id)).size, 1)
      assert.equal((await retry({ ...ana, clabe: '012180001554321090' })).status, 409, 'once')
      assert.equal((await retry({})).status, 409)
      assert.equal((await merchant.get('/v1/sandbox/audit')).body.result.clean, true)
      await world.work()
      const [made, ...others] = await listed()
      assert.deepEqual([made.status, made.destination, made.beneficiary], ['settled', ana.clabe, ana.beneficiary])
      assert.deepEqual([others.length, asked], [1, 1])
      // The chain still owes the cash, and the bank has sent it.
      assert.equal(await balanceOf(world, merchant, 'payable:returns'), 0)
      assert.equal(await balanceOf(world, merchant, 'receivable:cash-network'), 14_900)
      assert.equal(await balanceOf(world, merchant, 'receivable:bank'), -14_900)
      assert.equal((await merchant.get('/v1/sandbox/audit')).body.result.clean, true)
      cash = {}
    })
  })
}
