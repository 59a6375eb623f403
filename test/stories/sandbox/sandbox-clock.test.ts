import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { createClock } from '../../../src/core/clock.ts'
import { addDays, mexicoCityDay } from '../../../src/core/time.ts'
import { Failure } from '../../../src/failures.ts'
import { changeClock } from '../../../src/sandbox/change-clock.ts'
import { createService } from '../../../src/service.ts'
import { holdClock, writeClockState } from '../../../src/store/clock-state.ts'
import { Unmet, update } from '../../../src/store/write.ts'
import {
  assertAudited,
  eventsOf,
  moveClock,
  nowOf,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { basic, type Merchant, onBothEngines, openWorld, type World, worldOf } from '../../support/harness/world.ts'

const CLOCK = '/v1/sandbox/clock'

onBothEngines('the clock moves on request, and all work falls due with it', (world) => {
  const today = async (merchant: Merchant) => mexicoCityDay(await nowOf(merchant))

  test('a dead process’s leased work is waited for, and done on the way', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const tomorrow = addDays(await today(merchant), 1)
    const { transaction } = await storeVoucher(merchant, { expiration_date: tomorrow })
    const { clock, store } = world().service
    const lease = (ms: number) =>
      store.commit([update('operations', { leased_until: clock.wallMs() + ms }, { id: transaction })])
    // A lease that lapses soon: the move waits for it.
    await lease(1_500)
    const moved = await moveClock(merchant, { advance: 'P3D' })
    assert.equal(moved.finished, true)
    const { status } = await operationOf(merchant, transaction)
    assert.equal(status, 'E')
    const { expired_at } = await store.db
      .selectFrom('operations')
      .select('expired_at')
      .where('id', '=', transaction)
      .executeTakeFirstOrThrow()
    assert.equal(mexicoCityDay(expired_at ?? ''), tomorrow, 'at its time, not at the end of the move')
    await assertAudited(world())
  })

  test('a lease that outlasts the call is not skipped: the clock stops before it, and the answer says that the move is not done', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const start = await nowOf(merchant)
    const tomorrow = addDays(await today(merchant), 1)
    const { transaction } = await storeVoucher(merchant, { expiration_date: tomorrow })
    const { clock, store } = world().service
    const wallMs = clock.wallMs
    await store.commit([update('operations', { leased_until: wallMs() + 3_600_000 }, { id: transaction })])
    const begun = wallMs()
    // The call's real time is over as soon as it has waited a little.
    clock.wallMs = () => wallMs() + (wallMs() > begun + 500 ? 60_000 : 0)
    try {
      const { body } = await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'P3D' })
      assert.equal(body.result.finished, false)
    } finally {
      clock.wallMs = wallMs
    }
    assert.ok((await nowOf(merchant)) - start < 2.5 * 86_400_000)
    assert.equal((await operationOf(merchant, transaction)).status, 'P')
    await store.commit([update('operations', { leased_until: 0 }, { id: transaction })])
    assert.equal((await moveClock(merchant, { advance: 'P2D' })).finished, true)
    assert.equal((await operationOf(merchant, transaction)).status, 'E')
    await assertAudited(world())
  })

  test('a voucher expires at the end of its last day, not before, and a late payment goes back or is kept', async () => {
    const merchant = await world().merchant()
    const tomorrow = addDays(await today(merchant), 1)
    const vouchers = [
      await storeVoucher(merchant, { expiration_date: tomorrow }),
      await speiVoucher(merchant, { expiration_date: tomorrow }),
    ]
    await moveClock(merchant, { freeze: true, set: `${tomorrow}T23:59:59-06:00` })
    for (const { transaction } of vouchers) assert.equal((await operationOf(merchant, transaction)).status, 'P')
    const moved = await moveClock(merchant, { advance: 'PT1S' })
    assert.equal(moved.now, `${addDays(tomorrow, 1)}T00:00:00-06:00`)
    assert.ok(moved.steps >= 1)
    assert.equal(moved.finished, true)
    for (const { transaction, short_id } of vouchers) {
      assert.equal((await operationOf(merchant, transaction)).status, 'E')
      assert.deepEqual(await eventsOf(world(), transaction), { 'voucher.issued': 1, 'operation.expired': 1 })
      const late = await (short_id ? payAtStore : payBySpei)(merchant, { transaction })
      // A till gives nothing back.
      assert.equal(late.outcome, short_id ? 'suspended' : 'returned')
      assert.equal(late.reason, 'expired')
      assert.equal(late.operation.status, 'E')
    }
    await moveClock(merchant, { resume: true })
    const states = (await transfersOf(world(), merchant)).map((row) => row.state)
    assert.deepEqual(states, ['pending'])
    await world().work()
    await assertAudited(world())
  })

  test('a payment of a voucher past its deadline is late, even before the worker has expired it', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant)
    await moveClock(merchant, { freeze: true })
    // Time passes without the worker.
    const { clock, store } = world().service
    await writeClockState(store, { offsetMs: 0, frozenMs: clock.epochMs() + 3 * 86_400_000 })
    const late = await payBySpei(merchant, { transaction })
    assert.equal(late.reason, 'expired')
    assert.equal(late.operation.status, 'P')
    await world().work()
    assert.equal((await operationOf(merchant, transaction)).status, 'E')
    await moveClock(merchant, { resume: true })
  })

  test('frozen, the clock stands still; advanced, it moves by exactly the given time; resumed, it runs on', async () => {
    const merchant = await world().merchant()
    const frozen = await moveClock(merchant, { freeze: true })
    assert.equal(frozen.frozen, true)
    const before = await nowOf(merchant)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    assert.equal(await nowOf(merchant), before)
    await moveClock(merchant, { advance: 'PT1H' })
    assert.equal(await nowOf(merchant), before + 3_600_000)
    await moveClock(merchant, { advance: 'P1DT12H' })
    assert.equal(await nowOf(merchant), before + 37 * 3_600_000)
    const resumed = await moveClock(merchant, { resume: true })
    assert.equal(resumed.frozen, false)
    assert.ok((await nowOf(merchant)) >= before + 37 * 3_600_000)
  })

  test('work is done in the order in which it falls due, each item at its own time', async () => {
    const merchant = await world().merchant()
    const ids: Record<string, string> = {}
    await moveClock(merchant, { freeze: true })
    const start = await today(merchant)
    for (const days of [3, 1, 2]) {
      ids[days] = (await speiVoucher(merchant, { expiration_date: addDays(start, days) })).transaction
    }
    await moveClock(merchant, { advance: 'P5D', resume: true })
    const events = await world()
      .service.store.db.selectFrom('events')
      .select(['operation_id', 'created_at'])
      .where('account_id', '=', merchant.accountId)
      .where('type', '=', 'operation.expired')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      events.map(({ operation_id, created_at }) => [operation_id, mexicoCityDay(created_at)]),
      [1, 2, 3].map((days) => [ids[days], addDays(start, days)]),
    )
  })

  test('the clock does not go back, and refuses an invalid time', async () => {
    const merchant = await world().merchant()
    const before = await nowOf(merchant)
    for (const [change, field] of [
      [{}, 'body'],
      [{ freeze: true, resume: true }, 'body'],
      [{ set: '2100-01-01T00:00:00Z', advance: 'P1D' }, 'body'],
      [{ set: '2020-01-01T00:00:00Z' }, 'set'],
      [{ set: '2099-02-30' }, 'set'],
      [{ set: '2099-01-01T00:00:00' }, 'set'],
      [{ set: '2500-01-01' }, 'set'],
      [{ advance: '-P1D' }, 'advance'],
      [{ advance: 'three days' }, 'advance'],
      [{ advance: 'P200Y' }, 'advance'],
      [{ advance: 3 }, 'advance'],
      [{ advance: 'P' }, 'advance'],
      [{ leap: true }, 'leap'],
    ] as const) {
      const answer = await merchant.call('PUT', CLOCK, change)
      assert.equal(answer.status, 400, JSON.stringify(change))
      assert.deepEqual(Object.keys(answer.body.error.messages), [field])
    }
    const after = await nowOf(merchant)
    assert.ok(after >= before && after - before < 60_000)
    assert.equal((await merchant.get(CLOCK)).body.result.frozen, false)
  })
})

onBothEngines('two clock moves at once', (world) => {
  test('run one after the other, and nothing is skipped', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const before = await nowOf(merchant)
    const hours = [1, 2, 3, 4, 5, 6]
    await Promise.all(hours.map((n) => moveClock(merchant, { advance: `PT${n}H` })))
    assert.equal(await nowOf(merchant), before + 21 * 3_600_000)
  })
})

onBothEngines('many clock moves at once', (world) => {
  const late = async (moving: Promise<unknown>) => {
    const error = await moving.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof Failure && error.reason === 'clock-moved', String(error))
    assert.equal(error.options.retryAfterSeconds, 5)
  }
  const repeats = { throwIfBegun: async () => {}, answer: async <R>(moved: R) => moved }

  test('wait some seconds for the running move, and then get a time to ask again', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const before = await nowOf(merchant)
    const { store, clock, worker } = world().service
    let done = () => {}
    const slow = new Promise<void>((resolve) => {
      done = resolve
    })
    const move = (needs: { patienceMs?: number; worker?: typeof worker }) =>
      changeClock({ store, clock, worker, ...needs }, { advance: 'PT1H' }, repeats)
    const first = move({ worker: { ...worker, runDue: () => slow } })
    const startMs = performance.now()
    const others = Array.from({ length: 31 }, () => move({ patienceMs: 150 }))
    await Promise.all(others.map(late))
    assert.ok(performance.now() - startMs < 30_000, 'nobody waits for the move itself')
    const patient = move({ patienceMs: 60_000 })
    done()
    await Promise.all([first, patient])
    assert.equal(await nowOf(merchant), before + 2 * 3_600_000, 'who was refused moved nothing')
    await moveClock(merchant, { resume: true })
  })

  test('wait no longer for a move of another process', async () => {
    const { store, clock, worker } = world().service
    const other = await holdClock({ store, clock: createClock() }, 60_000)
    assert.ok(other)
    await late(changeClock({ store, clock, worker, patienceMs: 100 }, { advance: 'PT1H' }, repeats))
    await other.release()
  })
})

onBothEngines('while another process moves the clock', (world) => {
  const VOUCHER = { payment: { reference: { description: '[PAGAR]' } } }
  const held = async (holdMs: number) => {
    const { store } = world().service
    const other = await holdClock({ store, clock: createClock() }, holdMs)
    assert.ok(other)
    return other
  }

  test('the due work is left to that process, and moves run one after the other', async () => {
    const merchant = await world().merchant()
    const other = await held(60_000)
    const { worker } = world().service
    const { transaction } = await speiVoucher(merchant, VOUCHER)
    worker.start()
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    assert.equal((await operationOf(merchant, transaction)).status, 'P')
    const moving = moveClock(merchant, { freeze: true, advance: 'PT1H' })
    const start = await nowOf(merchant)
    await other.set({ offsetMs: 0, frozenMs: start + 86_400_000 })
    assert.equal(await nowOf(merchant), start + 86_400_000)
    await other.release()
    assert.equal(Date.parse((await moving).now), start + 86_400_000 + 3_600_000)
    while ((await operationOf(merchant, transaction)).status !== 'N') {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await worker.stop()
    await moveClock(merchant, { resume: true })
  })

  test('if that process dies, the clock can be moved again after a while', async () => {
    const merchant = await world().merchant()
    const other = await held(400)
    const before = await nowOf(merchant)
    const moved = await moveClock(merchant, { freeze: true, advance: 'PT1H' })
    assert.ok(Date.parse(moved.now) >= before + 3_600_000)
    // If it was only slow, it finds out that it is too late.
    await assert.rejects(other.set({ offsetMs: 0, frozenMs: before }), Unmet)
    assert.equal((await merchant.get(CLOCK)).body.result.now, moved.now)
    await moveClock(merchant, { resume: true })
  })
})

for (const engine of ENGINES) {
  describe(`the clock belongs to the database [${engine}]`, () => {
    const settings = (): Record<string, string> =>
      engine === 'sqlite'
        ? { DATABASE_URL: `file:${join(mkdtempSync(join(tmpdir(), 'cobro-clock-')), 'cobro.db')}` }
        : {}
    const another = async (world: World) =>
      worldOf(
        engine,
        world.environment,
        await createService(readConfig(world.environment), { log: pino({ level: 'silent' }) }),
      )

    test('its state survives a restart, frozen or running', async () => {
      const first = await openWorld(engine, settings())
      const merchant = await first.merchant()
      const { now } = await moveClock(merchant, { freeze: true, advance: 'P400D' })
      await first.service.close()
      const second = await another(first)
      const authorization = { headers: { authorization: basic(merchant.appKey, merchant.secret) } }
      const read = async (world: World) =>
        (await world.send({ method: 'GET', url: CLOCK, ...authorization })).body.result
      assert.deepEqual(await read(second), { now, frozen: true })
      await second.send({ method: 'PUT', url: CLOCK, ...authorization, payload: { resume: true } })
      await second.service.close()
      const third = await another(first)
      const running = await read(third)
      assert.equal(running.frozen, false)
      assert.ok(Date.parse(running.now) >= Date.parse(now))
      assert.ok(Date.parse(running.now) - Date.parse(now) < 60_000)
      await third.service.close()
    })

    if (engine === 'postgres') {
      test('two processes agree: after a move by one, the other answers and works by the same clock', async () => {
        const first = await openWorld(engine)
        const second = await another(first)
        const merchant = await first.merchant()
        const { transaction } = await storeVoucher(merchant)
        const { now } = await moveClock(merchant, { freeze: true, advance: 'P1D' })
        const headers = { authorization: basic(merchant.appKey, merchant.secret) }
        const there = await second.send({ method: 'GET', url: CLOCK, headers })
        assert.deepEqual(there.body.result, { now, frozen: true })
        // The other's worker finds out without any request.
        await moveClock(merchant, { advance: 'P10D' })
        await second.service.worker.alone(second.service.worker.runDue)
        assert.equal(second.service.clock.epochMs(), first.service.clock.epochMs())
        assert.equal((await operationOf(merchant, transaction)).status, 'E')
        await first.service.close()
        await second.service.close()
      })
    }
  })
}
after(stopPostgres)
