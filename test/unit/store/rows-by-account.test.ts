// The promise: a row that is there is found, also while it moves to another account and others ask for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rowsByAccount } from '../../../src/store/directory.ts'

test('a row that moves to another account at any moment is found by all who ask for it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 3 }),
      async (s, askers, moves) => {
        let account = 0
        // What is read is read at once; its answer takes a while.
        const answered = <R>(value: R) => s.schedule(Promise.resolve(value))
        const find = rowsByAccount(
          () => answered(String(account)),
          (accountId) => answered(accountId === String(account) ? { accountId } : undefined),
        )
        const found: Promise<unknown>[] = []
        s.scheduleSequence(Array.from({ length: askers }, () => async () => void found.push(find('token'))))
        s.scheduleSequence(
          Array.from({ length: moves }, () => async () => {
            account = 1 - account
          }),
        )
        await s.waitIdle()
        assert.equal(found.length, askers)
        for (const row of await Promise.all(found)) assert.notEqual(row, undefined)
      },
    ),
  )
})

test('a row that is gone while its value is known is not looked for without end', async () => {
  let looks = 0
  const find = rowsByAccount(
    async () => {
      looks += 1
      return 'acc_1'
    },
    async () => undefined,
  )
  assert.equal(await find('token'), undefined)
  assert.equal(looks, 5)
})
