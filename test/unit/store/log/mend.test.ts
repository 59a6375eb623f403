// The look at the log on a cluster, whose machines are asked one statement after another while events are written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CURSORS, goesBack, readLogState } from '../../../../src/store/log/mend.ts'

/** A log of a cluster. Before each statement `grow` events are written, and readers pass all that there are. */
function growing(grow: readonly number[]) {
  let last = 0
  let begun = 0
  let asked = 0
  return async (text: string): Promise<unknown[]> => {
    last += grow[asked++ % grow.length] ?? 0
    if (last > 0) begun = CURSORS
    return [
      {
        ...(/\bas next\b/.test(text) ? { base: 0, next: last + 1 } : {}),
        ...(/\bas last\b/.test(text) ? { last, reached: begun } : {}),
        ...(/\bas begun\b/.test(text) ? { cursors: CURSORS, begun } : {}),
      },
    ]
  }
}

test('Events that are written during the look are no fault', async () => {
  const grows = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(grows, async (grow) => {
      const state = await readLogState(growing(grow), 'postgres', true)
      assert.equal(goesBack(state), false)
      assert.equal(state.ahead, 0)
      assert.equal(state.cursors, CURSORS)
    }),
  )
})

test('A log whose next place lies before its last event goes back, and cursors behind which nothing is lie ahead', async () => {
  const run = async () => [{ base: 0, next: 5, last: 5, cursors: CURSORS, begun: 3, reached: 1 }]
  const state = await readLogState(run, 'postgres', true)
  assert.equal(goesBack(state), true)
  assert.equal(state.ahead, 2)
})
