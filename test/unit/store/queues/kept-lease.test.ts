// A lease that is kept lasts as long as its work, and no longer than some seconds after its holder is gone.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createClock } from '../../../../src/core/clock.ts'
import { KEPT_LEASE_MS, keepLease, whileLeased } from '../../../../src/store/queues/kept-lease.ts'
import type { Store } from '../../../../src/store/store.ts'
import { Unmet, update, type Write } from '../../../../src/store/write.ts'

const renewal = (from: number, to: number) =>
  update('book_progress', { leased_until: to }, { id: 1, leased_until: from })

/** A row with a lease, on a clock that a test moves. `away`: the database answers nothing. */
function ground() {
  const row = { leased_until: KEPT_LEASE_MS, goal_at: null as unknown, writes: 0, away: false }
  let ms = 0
  const commit = async (writes: Write[]) => {
    await null
    if (row.away) throw new Error('the database is away')
    for (const write of writes) {
      assert.equal(write.kind, 'update')
      if (write.kind !== 'update' || write.where.leased_until !== row.leased_until) throw new Unmet('the lease is gone')
      Object.assign(row, write.set)
      row.writes += 1
    }
  }
  mock.timers.enable({ apis: ['setInterval'] })
  const pass = async (passedMs: number) => {
    for (let left = passedMs; left > 0; left -= 500) {
      ms += Math.min(left, 500)
      mock.timers.tick(Math.min(left, 500))
      for (let turn = 0; turn < 20; turn += 1) await null
    }
  }
  const needs = { store: { commit } as Store, clock: { ...createClock(), wallMs: () => ms } }
  return { row, pass, needs, leftMs: () => row.leased_until - ms }
}

test('a lease is renewed while the work goes on, and lapses within seconds after it ended', async (t) => {
  t.after(() => mock.timers.reset())
  const { row, pass, needs, leftMs } = ground()
  const lease = keepLease(needs, row.leased_until, renewal)
  for (let n = 0; n < 100; n += 1) {
    await pass(3_000)
    assert.ok(leftMs() > 0 && leftMs() <= KEPT_LEASE_MS, `${leftMs()}`)
  }
  await lease.end()
  const { writes } = row
  await pass(KEPT_LEASE_MS)
  assert.equal(row.writes, writes)
  assert.ok(leftMs() <= 0)
})

test('a batch of the work names the lease as it is, also while it is being renewed', async (t) => {
  t.after(() => mock.timers.reset())
  const { row, pass, needs } = ground()
  const at = (goal: string) => (leased_until: number) => [
    update('book_progress', { goal_at: goal as never }, { id: 1, leased_until }),
  ]
  await whileLeased(needs, row.leased_until, renewal, async (lease) => {
    for (let n = 0; n < 30; n += 1) {
      const renewed = pass(2_000)
      await lease.commit(at(`${n}`))
      await renewed
      assert.equal(row.goal_at, `${n}`)
    }
  })
})

test('who has lost the lease writes nothing more', async (t) => {
  t.after(() => mock.timers.reset())
  const { row, pass, needs } = ground()
  const lease = keepLease(needs, row.leased_until, renewal)
  row.leased_until = 99_000
  await pass(30_000)
  assert.deepEqual([row.leased_until, row.writes], [99_000, 0])
  await assert.rejects(
    lease.commit((leased_until) => [update('book_progress', {}, { id: 1, leased_until })]),
    Unmet,
  )
  await lease.end()
})

test('an outage that is shorter than the lease costs nothing, and after a longer one it is left alone', async (t) => {
  t.after(() => mock.timers.reset())
  const { row, pass, needs, leftMs } = ground()
  const lease = keepLease(needs, row.leased_until, renewal)
  row.away = true
  await pass(9_000)
  row.away = false
  await pass(60_000)
  assert.ok(leftMs() > 0)
  row.away = true
  await pass(2 * KEPT_LEASE_MS)
  row.away = false
  const { writes } = row
  await pass(60_000)
  assert.equal(row.writes, writes)
  await lease.end()
})
