import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClock } from '../../../src/core/clock.ts'
import { remembered } from '../../../src/store/remembered.ts'

describe('a remembered value', () => {
  const setting = () => {
    const clock = createClock()
    const asked: string[] = []
    const answers: PromiseWithResolvers<string>[] = []
    const read = remembered(clock, (key) => {
      asked.push(key)
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    })
    /** Reads, and answers what the database is asked, if it is. */
    const readAs = (key: string, value: string) => {
      const found = read(key)
      answers.shift()?.resolve(value)
      return found
    }
    const changed = () => clock.follow({ ...clock.state(), version: clock.state().version + 1 })
    return { clock, asked, answers, read, readAs, changed }
  }

  test('is read once for each key, and again once a change has happened', async () => {
    const { asked, readAs, changed } = setting()
    assert.equal(await readAs('a', 'one'), 'one')
    assert.equal(await readAs('a', 'two'), 'one')
    assert.equal(await readAs('b', 'three'), 'three')
    changed()
    assert.equal(await readAs('a', 'four'), 'four')
    assert.deepEqual(asked, ['a', 'b', 'a'])
  })

  test('is not one that was read before the change, however late it arrives', async () => {
    const { answers, read, readAs, changed } = setting()
    const slow = read('a')
    changed()
    answers.shift()?.resolve('before')
    assert.equal(await slow, 'before')
    assert.equal(await readAs('a', 'after'), 'after')
    assert.equal(await readAs('a', 'never asked'), 'after')
  })

  test('is not deleted for a request that was read before the last change', async () => {
    const { clock, asked, readAs, changed } = setting()
    const older = clock.state()
    changed()
    await readAs('a', 'one')
    clock.follow(older)
    await readAs('a', 'two')
    assert.deepEqual(asked, ['a'])
  })
})

describe('the clock', () => {
  test('does not return to a value that was read before it was moved', () => {
    const clock = createClock()
    const before = clock.state()
    clock.follow({ ...before, frozenMs: Date.parse('2030-01-01T00:00:00Z'), version: before.version + 2 })
    clock.follow({ ...before, frozenMs: Date.parse('2029-01-01T00:00:00Z'), version: before.version + 1 })
    clock.follow(before)
    assert.equal(clock.now(), '2030-01-01T00:00:00.000Z')
  })
})
