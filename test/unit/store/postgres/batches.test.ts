// Batches that wait are written by few statements: one or two of whatever waits, further ones of whole groups.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Unreached } from '../../../../src/store/cluster/distributed-batch.ts'
import { batchesOf } from '../../../../src/store/postgres/batches.ts'
import type { Write } from '../../../../src/store/write.ts'

const TIMEOUT_MS = 60_000
const batch = (id: number): Write[] => [{ kind: 'insert', table: 'probes', rows: [{ id }] }]
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A database that answers each statement when the test lets it. */
function slowDatabase() {
  const waiting: (() => void)[] = []
  const sizes: number[] = []
  const ids: number[] = []
  const { commit, load } = batchesOf({ connections: 10, timeoutMs: TIMEOUT_MS }, async (writes) => {
    const rows = writes.flatMap((one) => (one.kind === 'insert' ? one.rows : []))
    sizes.push(rows.length)
    ids.push(...rows.map(({ id }) => Number(id)))
    await new Promise<void>((resolve) => waiting.push(resolve))
  })
  const answer = async () => {
    waiting.shift()?.()
    await turn()
  }
  return { commit, load, sizes, ids, answer, underWay: () => waiting.length }
}

test('one statement writes, a second one when that takes long, and what comes meanwhile is written together', async () => {
  const { commit, sizes, answer, underWay } = slowDatabase()
  const all = Array.from({ length: 10 }, (_, id) => commit(batch(id)))
  while (underWay() < 2) await new Promise((resolve) => setTimeout(resolve, 1))
  assert.deepEqual(sizes, [8, 2])
  all.push(...Array.from({ length: 5 }, (_, id) => commit(batch(10 + id))))
  await turn()
  assert.deepEqual([sizes, underWay()], [[8, 2], 2])
  while (underWay() > 0) await answer()
  assert.deepEqual(sizes, [8, 2, 4, 1])
  await Promise.all(all)
})

test('further statements write whole groups, so that many batches do not wait for a database far away', async () => {
  const { commit, sizes, answer, underWay } = slowDatabase()
  const all = Array.from({ length: 80 }, (_, id) => commit(batch(id)))
  await turn()
  assert.deepEqual([sizes, underWay()], [[32, 32], 2])
  while (underWay() > 0) await answer()
  await Promise.all(all)
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    80,
  )
})

test('every batch is written once, however batches and answers come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 30 }), async (steps) => {
      const { commit, ids, answer, underWay, load } = slowDatabase()
      const all: Promise<void>[] = []
      for (const step of steps) {
        if (step === 0) await answer()
        else for (let more = 0; more < step; more += 1) all.push(commit(batch(all.length)))
        await turn()
        assert.ok(load().waiting === 0 || underWay() >= 1)
      }
      while (underWay() > 0) await answer()
      await Promise.all(all)
      assert.deepEqual(
        ids.sort((a, b) => a - b),
        all.map((_, id) => id),
      )
    }),
    { numRuns: 50 },
  )
})

const ofAccount = (account_id: string): Write[] => [
  { kind: 'insert', table: 'directory', rows: [{ kind: 'a', value: 'b', account_id, subject: 'c' }] },
  { kind: 'insert', table: 'refund_rules', rows: [{ account_id, card_days: 1 }] },
]

test('on a cluster a statement has batches of one account, and where a machine is away those of other machines are written', async () => {
  const asked = fc.array(fc.constantFrom('acc_a', 'acc_b', 'acc_c'), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom('acc_a', 'acc_b', 'none'), async (accounts, away) => {
      const written: unknown[] = []
      const { commit } = batchesOf(
        { connections: 10, timeoutMs: TIMEOUT_MS, isDistributed: () => true },
        async (writes) => {
          const found = writes.flatMap((one) => (one.kind === 'insert' ? one.rows.map((row) => row.account_id) : []))
          assert.equal(new Set(found).size, 1)
          if (found[0] === away) throw new Unreached({ message: 'no connection' })
          written.push(...found.slice(0, found.length / 2))
        },
      )
      const all = await Promise.allSettled(accounts.map((account) => commit(ofAccount(account))))
      assert.deepEqual(
        all.map(({ status }) => status === 'fulfilled'),
        accounts.map((account) => account !== away),
      )
      assert.equal(written.length, accounts.filter((account) => account !== away).length)
    }),
  )
})

test('a group that a machine refused is written one by one, since nothing of it was', async () => {
  const sizes: number[] = []
  const { commit } = batchesOf(
    { connections: 10, timeoutMs: TIMEOUT_MS, isDistributed: () => true },
    async (writes) => {
      const ids = writes.flatMap((one) => (one.kind === 'insert' ? one.rows.map(({ id }) => Number(id)) : []))
      sizes.push(ids.length)
      if (ids.includes(2)) throw new Unreached({ message: 'no connection' })
    },
  )
  const all = await Promise.allSettled([0, 1, 2, 3].map((id) => commit(batch(id))))
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(sizes, [4, 1, 1, 1, 1])
})
