// A batch that took minutes, because the database or the process stood still: no bank is asked after it, and no money leaves for what has aged.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { NO_ANSWER } from '../../../src/cards/outcome.ts'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import type { Connectors } from '../../../src/connectors/by-name.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import { createClock } from '../../../src/core/clock.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Write } from '../../../src/store/write.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { jsonReports } from '../../support/fixtures/played-networks.ts'
import { ENGINES, type Engine, stopPostgres } from '../../support/harness/engines.ts'
import { into } from '../../support/harness/mortal-world.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

interface Slow {
  isSlow: (write: Write) => boolean
  tookMs: number
}

/** A world in which the next batch with such a write takes so long. */
async function slowWorld(
  engine: Engine,
  story: (world: World, slow: Slow) => Promise<void>,
  connectors: (later: (ms: number) => void) => Partial<Connectors> = () => ({}),
) {
  let laterMs = 0
  const state: Slow = { isSlow: () => false, tookMs: 0 }
  const slow = (store: Store): Store => ({
    ...store,
    commit: async (writes) => {
      await store.commit(writes)
      if (!writes.some(state.isSlow)) return
      state.isSlow = () => false
      laterMs += state.tookMs
    },
  })
  const clock = { ...createClock(), wallMs: () => Date.now() + laterMs }
  const world = await openWorld(
    engine,
    {},
    {
      clock,
      storeAround: slow,
      connectors: connectors((ms) => {
        laterMs += ms
      }),
    },
  )
  try {
    await story(world, state)
    await assertAudited(world)
  } finally {
    await world.close()
  }
}

function slowlyPreparing(later: (ms: number) => void): Connected<Acquirer> {
  return {
    name: 'slow-bank',
    capabilities: { inquiry: true, advice: true, void: true, refund: true, partialRefund: true },
    prepare: async () => {
      later(30_000)
      return { kind: 'prepared', trace: { folio: '1' } }
    },
    authorise: async () => ({ kind: 'approved', authorizationCode: '123456', networkReference: '1' }),
    inquire: async () => ({ kind: 'never-seen' }),
    reverse: async () => ({ kind: 'reversed' }),
    advise: async () => ({ kind: 'acknowledged' }),
    verify: async () => ({ kind: 'valid' }),
    inbound: jsonReports,
  }
}

for (const engine of ENGINES) {
  describe(`batches that take long [${engine}]`, () => {
    for (const [tookMs, status, code] of [
      [19_000, 'paid', null],
      [21_000, 'declined', NO_ANSWER],
    ] as const)
      test(`a card payment whose first batch took ${tookMs / 1_000} s is ${status}`, () =>
        slowWorld(engine, async (world, state) => {
          const merchant = await world.merchant()
          Object.assign(state, { tookMs, isSlow: into('operations') })
          await payByCard(world, merchant, APPROVED)
          const made = (await operationsOf(world, merchant)).map((one) => [one.status, one.decline_code])
          assert.deepEqual(made, [[status, code]])
        }))

    test('a card payment that its bank prepared for 30 s is paid: its batch was quick', () =>
      slowWorld(
        engine,
        async (world) => {
          const merchant = await world.merchant()
          await payByCard(world, merchant, APPROVED)
          assert.deepEqual(
            (await operationsOf(world, merchant)).map(({ status }) => status),
            ['paid'],
          )
        },
        (later) => ({ acquirer: slowlyPreparing(later) }),
      ))

    for (const [tookMs, expected] of [
      [50_000, 'settled'],
      [70_000, 'pending'],
    ] as const)
      test(`a transfer that took ${tookMs / 1_000} s to be marked is ${expected}, and settled by the next run`, () =>
        slowWorld(engine, async (world, state) => {
          const merchant = await world.merchant()
          // A Monday, in the morning.
          await moveClock(merchant, { freeze: true, set: '2031-06-02T10:00:00-06:00' })
          const { transaction } = await speiVoucher(merchant)
          await payBySpei(merchant, { transaction })
          await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
          const states = async () =>
            (await merchant.get('/v1/transfers')).body.result.transfers.map((one: { status: string }) => one.status)
          const marks = (write: Write) =>
            write.table === 'transfers' && write.kind === 'update' && 'asked_at' in write.set
          Object.assign(state, { tookMs, isSlow: marks })
          await world.work()
          assert.deepEqual(await states(), [expected])
          await moveClock(merchant, { advance: 'PT10M' })
          assert.deepEqual(await states(), ['settled'])
        }))
  })
}
