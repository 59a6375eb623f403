// The promise: an outage of the database is told in the log by a few lines, however many tasks fail how often, and each fault of ours by a line of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { workFailures } from '../../../src/worker/tell-failures.ts'

interface Line {
  level: 'error' | 'info'
  message: string
  task?: string
  tasks?: number
  failures?: number
  seconds?: number
}

const AWAY = Object.assign(new Error('the database cannot be reached'), { code: 'ECONNREFUSED' })

function told() {
  let nowMs = 0
  const lines: Line[] = []
  const line = (level: Line['level']) => (fields: object, message: string) => {
    lines.push({ level, message, ...fields })
  }
  const failures = workFailures({ error: line('error'), info: line('info') } as never, () => nowMs)
  return { ...failures, lines, passes: (ms: number) => (nowMs += ms) }
}

test('an outage is told once, then once a minute, and its end', () => {
  const { failed, worked, lines, passes } = told()
  for (let tries = 0; tries < 45; tries += 1) {
    for (const task of ['webhooks', 'search', 'email']) failed(task, AWAY)
    passes(2_000)
  }
  for (const task of ['webhooks', 'search', 'email']) worked(task)
  assert.deepEqual(
    lines.map(({ level, message, task, tasks, failures, seconds }) => [level, message, task, tasks, failures, seconds]),
    [
      ['error', 'background work failed; it will be tried again', 'webhooks', undefined, undefined, undefined],
      ['error', 'background work still fails', 'webhooks', 3, 91, 60],
      ['info', 'background work goes on', undefined, undefined, 135, 90],
    ],
  )
  failed('search', AWAY)
  assert.equal(lines.at(-1)?.message, 'background work failed; it will be tried again')
})

test('a fault of ours is told each time, also during an outage', () => {
  const { failed, lines } = told()
  failed('webhooks', AWAY)
  for (let tries = 0; tries < 3; tries += 1) failed('email', new TypeError('a fault'))
  assert.deepEqual(
    lines.map(({ task }) => task),
    ['webhooks', 'email', 'email', 'email'],
  )
})

test('each outage has one beginning and one end, whichever tasks fail and work in whatever order', () => {
  const step = fc.record({ task: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean(), ms: fc.nat(90_000) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { failed, worked, lines, passes } = told()
      const away = new Set<string>()
      let [outages, ends] = [0, 0]
      for (const { task, fails, ms } of steps) {
        passes(ms)
        if (fails) {
          if (away.size === 0) outages += 1
          away.add(task)
          failed(task, AWAY)
        } else {
          if (away.delete(task) && away.size === 0) ends += 1
          worked(task)
        }
      }
      const count = (message: string) => lines.filter((line) => line.message === message).length
      assert.equal(count('background work failed; it will be tried again'), outages)
      assert.equal(count('background work goes on'), ends)
      const allMs = steps.reduce((sum, { ms }) => sum + ms, 0)
      assert.ok(count('background work still fails') <= allMs / 60_000)
    }),
  )
})
