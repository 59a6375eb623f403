import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from '../../../src/core/clock.ts'
import { followClockTask, writeClockState } from '../../../src/store/clock-state.ts'
import { openDatabase } from '../../../src/store/database.ts'

test('a production service logs once that somebody has moved its clock; a sandbox does not', async (t) => {
  const store = await openDatabase(':memory:', { mode: 'production', connections: 1 })
  t.after(() => store.close())
  for (const [sandbox, wanted] of [
    [false, [/^the clock is 60 s ahead: /, /^the clock stands still: /, /^the clock is 60 s behind: /]],
    [true, []],
  ] as const) {
    const said: string[] = []
    const log = { error: ({ moved }: { moved?: string }) => void said.push(String(moved)) }
    const clock = createClock()
    const { run } = followClockTask({ store, clock, sandbox, log })
    for (const setting of [
      { offsetMs: 60_000, frozenMs: null },
      { offsetMs: 0, frozenMs: 1 },
      { offsetMs: -60_000, frozenMs: null },
      { offsetMs: 0, frozenMs: null },
    ]) {
      await writeClockState(store, setting)
      await run()
      await run()
    }
    assert.equal(said.length, wanted.length, said.join())
    for (const [at, form] of wanted.entries()) assert.match(said[at] ?? '', form)
  }
})
