// The promise: requests that fail for want of the database do not fill the log; any other fault is told each time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellFault } from '../../../../src/api/faults/tell-fault.ts'
import { Failure } from '../../../../src/failures.ts'

function log() {
  const lines: { request: string; more?: number }[] = []
  return { lines, error: (fields: { request: string; more?: number }) => void lines.push(fields) }
}

test('a cause that many requests share is told once a minute, with the number of those before', (t) => {
  let nowMs = 1_000_000
  t.mock.method(performance, 'now', () => nowMs)
  const { lines, error } = log()
  const fail = (id: string, code: string) =>
    tellFault(
      { id, log: { error } } as never,
      new Failure('service-busy', { retryAfterSeconds: 1 }),
      Object.assign(new Error('away'), { code }),
    )
  for (let request = 0; request < 50; request += 1) fail(`req_${request}`, 'ECONNREFUSED')
  fail('req_other', '57P01')
  nowMs += 60_000
  fail('req_later', 'ECONNREFUSED')
  assert.deepEqual(
    lines.map(({ request, more }) => [request, more]),
    [
      ['req_0', undefined],
      ['req_other', undefined],
      ['req_later', 49],
    ],
  )
})

test('a fault of ours is told each time', () => {
  const { lines, error } = log()
  for (const id of ['req_1', 'req_2'])
    tellFault({ id, log: { error } } as never, new Failure('internal'), new TypeError('a fault'))
  assert.deepEqual(
    lines.map(({ request }) => request),
    ['req_1', 'req_2'],
  )
})
