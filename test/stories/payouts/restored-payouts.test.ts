// A database is restored to an earlier moment: the payouts and returns that the bank has sent since then are known there by their keys, and not sent
// again.
import assert from 'node:assert/strict'
import { after, describe, type TestContext, test } from 'node:test'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import type { KeyLife, SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { createClock } from '../../../src/core/clock.ts'
import { speiDay } from '../../../src/core/time.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { copyOfDatabase, ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { basic, done, type Merchant, openWorld, type World } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const OF_AFFILIATE = '032180000118359719'
const SECRET = { AT_REST_KEY: '77'.repeat(32) }

/** A bank that counts what it sends. It refuses a key for ever, or on one banking day. */
function countingBank(own: SpeiBank, keyLife: KeyLife) {
  const sent = new Map<string, number>()
  const time = { ms: 0 }
  const keyOf = (trackingKey: string, day: string) => (keyLife === 'always' ? trackingKey : `${trackingKey} ${day}`)
  const bank: SpeiBank = {
    name: 'counting-bank',
    simulated: true,
    keyLife,
    issueAccount: own.issueAccount,
    closeAccount: own.closeAccount,
    transfer: async ({ trackingKey, amountCentavos }) => {
      const key = keyOf(trackingKey, speiDay(time.ms))
      if (!sent.has(key)) sent.set(key, amountCentavos)
      return { kind: 'settled' }
    },
    findTransfer: async ({ trackingKey, day }) =>
      sent.has(keyOf(trackingKey, day)) ? { kind: 'settled' } : { kind: 'never-seen' },
  }
  return { bank, sent, time }
}

/** The clock stands there at once: nothing that fell due before is done at its time. */
async function standAt({ service: { clock, store } }: World, instant: string): Promise<void> {
  clock.follow(await writeClockState(store, { offsetMs: 0, frozenMs: Date.parse(instant) }))
}

/** A bank, the worlds at it one after another, and what it has sent, smallest first. */
async function atBank(t: TestContext, engine: Engine, keyLife: KeyLife) {
  const ofBank = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
  t.after(() => ofBank.close())
  const { bank, sent, time } = countingBank(sandboxSpeiBank(ofBank, createClock()), keyLife)
  return {
    inWorld: async <T>(url: string, story: (world: World) => Promise<T>): Promise<T> => {
      const world = await openWorld(engine, { DATABASE_URL: url, ...SECRET }, { connectors: { speiBank: bank } })
      try {
        return await story(world)
      } finally {
        await world.close()
      }
    },
    workAt: async (world: World, instant: string) => {
      time.ms = Date.parse(instant)
      await standAt(world, instant)
      await world.work()
    },
    amounts: () => [...sent.values()].sort((a, b) => a - b),
  }
}

for (const engine of ENGINES) {
  describe(`money that left before a database was restored [${engine}]`, () => {
    after(stopPostgres)
    for (const keyLife of ['always', 'banking-day'] as const) {
      for (const later of ['2031-06-03T00:30:00-06:00', '2031-06-03T19:00:00-06:00']) {
        test(`keys live ${keyLife}, it goes on at ${later}: merchant and affiliate are paid once`, async (t) => {
          const { inWorld, workAt, amounts } = await atBank(t, engine, keyLife)
          const url = await newDatabaseUrl(engine, { migrated: true })
          const merchant = await inWorld(url, async (world) => {
            await standAt(world, '2031-06-02T10:00:00-06:00')
            return soldWithAffiliate(world)
          })
          const copy = await copyOfDatabase(url)
          await inWorld(url, (world) => workAt(world, '2031-06-03T00:01:00-06:00'))
          assert.deepEqual(amounts(), [1000, 8582])
          await inWorld(copy, async (world) => {
            await workAt(world, later)
            assert.deepEqual(amounts(), [1000, 8582])
            const { payouts } = await done(as(world, merchant).get('/v1/payouts'))
            const seen = payouts.map(({ date, status }: Record<string, string>) => [date, status])
            assert.deepEqual(seen, [['2031-06-03', 'paid']])
            await assertAudited(world)
          })
        })
      }

      test(`keys live ${keyLife}: a deposit that its bank reports again days later is returned once`, async (t) => {
        const { inWorld, workAt, amounts } = await atBank(t, engine, keyLife)
        const url = await newDatabaseUrl(engine, { migrated: true })
        const paid_at = '2031-06-02T10:00:00-06:00'
        const merchant = await inWorld(url, async (world) => {
          await standAt(world, paid_at)
          return world.merchant()
        })
        const copy = await copyOfDatabase(url)
        const report = { clabe: OF_AFFILIATE, amount: 77, tracking_key: 'SENT1', payer_clabe: CLABE, paid_at }
        for (const [database, at] of [
          [url, paid_at],
          [copy, '2031-06-05T10:00:00-06:00'],
        ] as const)
          await inWorld(database, async (world) => {
            await standAt(world, at)
            await done(as(world, merchant).post('/v1/sandbox/pay/spei', report))
            await workAt(world, at)
            assert.deepEqual(amounts(), [7700])
            await assertAudited(world)
          })
      })
    }
  })
}

/** A merchant with an affiliate, who sold for both. */
async function soldWithAffiliate(world: World): Promise<Merchant> {
  const merchant = await world.merchant()
  await done(merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE }))
  await done(
    merchant.post('/v1/affiliates', { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: OF_AFFILIATE }),
  )
  await done(
    payByCard(world, merchant, APPROVED, { 'payment.affiliated.user': 'luz', 'payment.affiliated.total_fee': '10.00' }),
  )
  return merchant
}

/** The same merchant at another world. */
function as(world: World, { appKey, secret }: Merchant): Pick<Merchant, 'get' | 'post'> {
  const headers = { authorization: basic(appKey, secret), 'content-type': 'application/json' }
  return {
    get: (url) => world.send({ method: 'GET', url, headers }),
    post: (url, body) => world.send({ method: 'POST', url, headers, payload: JSON.stringify(body) }),
  }
}
