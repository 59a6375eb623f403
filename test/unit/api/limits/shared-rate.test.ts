// Processes that share a rate together let through what one would, and ask for it seldom.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedRate, type TakePortion } from '../../../../src/api/limits/shared-rate.ts'
import { Failure } from '../../../../src/failures.ts'

const OF = { accountId: 'acc_1', credentialId: 'key_1' }
const PER_SECOND = 20

/** A row, as the database keeps it. */
function row() {
  const asked: number[] = []
  let now = { period: 0, taken: 0 }
  const take: TakePortion = async (_of, { period, portion, budget }) => {
    await undefined
    asked.push(portion)
    if (now.period < period) now = { period, taken: portion }
    else if (now.taken + portion <= budget) now.taken += portion
    else return false
    return true
  }
  return { take, asked }
}

/** How many of so many requests are let through. */
async function passed(limit: ReturnType<typeof sharedRate>, requests: number): Promise<number> {
  let count = 0
  for (let nth = 0; nth < requests; nth += 1) {
    try {
      await limit(OF)
      count += 1
    } catch (error) {
      assert.ok(error instanceof Failure && error.reason === 'too-many-requests')
      assert.ok((error.options.retryAfterSeconds ?? 0) >= 1 && (error.options.retryAfterSeconds ?? 0) <= 10)
    }
  }
  return count
}

test('a clock that was ahead and is right again takes no requests away', async () => {
  let nowMs = 1_800_000_000_000
  const shared = row()
  const limit = sharedRate(PER_SECOND, { wallMs: () => nowMs, take: shared.take })
  nowMs += 7_200_000
  assert.equal(await passed(limit, 400), 200)
  nowMs -= 7_190_000
  assert.equal(await passed(limit, PER_SECOND), PER_SECOND)
})

test('three processes at once get no more than the budget and a tenth for each, and it is full again in the next period', async () => {
  let now = 10_000
  const { take } = row()
  const processes = [1, 2, 3].map(() => sharedRate(PER_SECOND, { wallMs: () => now, take }))
  for (let period = 1; period <= 2; period += 1) {
    const counts = await Promise.all(processes.map((limit) => passed(limit, 300)))
    const all = counts.reduce((sum, count) => sum + count, 0)
    assert.ok(all >= 0.8 * 10 * PER_SECOND && all <= 10 * PER_SECOND + 3 * PER_SECOND, `${all}`)
    now += 10_000
  }
})

test('one process gets its budget, with a write for each second’s worth; an idle one writes nothing', async () => {
  const busy = row()
  const count = await passed(sharedRate(PER_SECOND, { wallMs: () => 10_000, take: busy.take }), 400)
  assert.ok(count >= 9 * PER_SECOND && count <= 10 * PER_SECOND, `${count}`)
  assert.ok(busy.asked.length <= 11, `${busy.asked.length} writes`)
  const idle = row()
  assert.equal(await passed(sharedRate(PER_SECOND, { wallMs: () => 10_000, take: idle.take }), PER_SECOND / 2), 10)
  assert.deepEqual(idle.asked, [])
})

test('a hundred requests that wait for one portion share it', async () => {
  const { take, asked } = row()
  const limit = sharedRate(PER_SECOND, { wallMs: () => 10_000, take })
  const outcomes = await Promise.allSettled(Array.from({ length: 400 }, async () => limit(OF)))
  const good = outcomes.filter(({ status }) => status === 'fulfilled').length
  assert.ok(good <= 10 * PER_SECOND && good >= 9 * PER_SECOND, `${good}`)
  assert.ok(asked.length <= 11)
})

test('while the database does not answer no request is refused', async () => {
  const limit = sharedRate(PER_SECOND, {
    wallMs: () => 10_000,
    take: async () => {
      throw new Error('away')
    },
  })
  assert.equal(await passed(limit, 100), 100)
})
