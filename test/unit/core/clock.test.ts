// The time that processes share: it follows the database server's clock, never goes back, and does not follow this machine's clock when somebody sets it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from '../../../src/core/clock.ts'

/** The same numbers each time, from 0 up to 1. */
function numbersFrom(seed: number): () => number {
  let value = seed
  return () => {
    value = (value * 48_271) % 2_147_483_647
    return value / 2_147_483_647
  }
}

const exact = (serverMs: number) => ({ serverMs, uncertainMs: 1 })

function machine(aheadMs: number) {
  let trueMs = Date.parse('2026-11-02T06:00:00.000Z')
  let ahead = aheadMs
  let steady = 1_000
  const clock = createClock(undefined, { systemMs: () => trueMs + ahead, steadyMs: () => steady })
  return {
    clock,
    server: () => trueMs,
    pass: (ms: number) => {
      trueMs += ms
      steady += ms
    },
    suspend: (ms: number) => {
      trueMs += ms
    },
    set: (ms: number) => {
      ahead += ms
    },
  }
}

test('machines whose clocks differ share one time, also when one is set or suspended', () => {
  const machines = [machine(0), machine(30_000), machine(-30_000), machine(600_000)]
  for (const { clock, server } of machines) clock.share(exact(server()))
  for (const { pass } of machines) pass(5_000)
  assert.equal(new Set(machines.map(({ clock }) => clock.wallMs())).size, 1)
  machines[1]?.set(-3_600_000)
  assert.equal(machines[1]?.clock.wallMs(), machines[0]?.clock.wallMs())
  const [, , slept] = machines
  slept?.suspend(300_000)
  for (const one of machines) if (one !== slept) one.pass(300_000)
  for (const { clock, server } of machines) clock.share(exact(server()))
  assert.equal(new Set(machines.map(({ clock }) => clock.wallMs())).size, 1)
})

test('real time never goes back, whatever is read, and reaches the server again', () => {
  const random = numbersFrom(7)
  const { clock, server, pass } = machine(12_345)
  let last = clock.wallMs() - 20_000
  let off = 0
  clock.share(exact(server()))
  last = clock.wallMs()
  for (let round = 0; round < 5_000; round += 1) {
    pass(Math.floor(random() * 2_000))
    if (round % 50 === 0) off = Math.floor((random() - 0.5) * 200_000)
    if (random() < 0.3) clock.share(exact(server() + off))
    const now = clock.wallMs()
    assert.ok(now >= last, `${now} after ${last}`)
    last = now
  }
  for (let round = 0; round < 100; round += 1) {
    pass(10_000)
    clock.share(exact(server()))
  }
  assert.ok(Math.abs(clock.wallMs() - server()) <= 100)
})

test('a server whose clock leaps is followed by a minute at a time, and a reading that may be off by more than the difference changes nothing', () => {
  const { clock, server, pass } = machine(0)
  clock.share(exact(server()))
  clock.share({ serverMs: server() + 400, uncertainMs: 500 })
  assert.equal(clock.wallMs(), server())
  clock.share(exact(server() + 365 * 86_400_000))
  assert.equal(clock.wallMs(), server() + 60_000)
  pass(10_000)
  clock.share(exact(server()))
  pass(10_000)
  assert.equal(clock.wallMs(), server() + 55_000)
})
