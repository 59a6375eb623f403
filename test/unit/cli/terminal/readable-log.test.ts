import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { loggedError } from '../../../../src/api/faults/logged-error.ts'
import { readableLine, readableLog } from '../../../../src/cli/terminal/readable-log.ts'

test('at a terminal each log entry is a readable line: time of day, level, event, fields', () => {
  const lines: string[] = []
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: loggedError } },
    readableLog({ write: (text) => lines.push(text) }),
  )
  log.info({ method: 'GET', ms: 1.5, route: '/v1/a b' }, 'came')
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d\.\d{3} info {2}came method=GET ms=1\.5 route="\/v1\/a b"\n$/)
  log.error({ err: new Error('the line is cut'), task: 'email' }, 'background work failed')
  const [first = '', second = '', third = ''] = (lines[1] ?? '').split('\n')
  assert.match(first, /ERROR background work failed task=email$/)
  assert.equal(second, 'Error: the line is cut')
  assert.match(third, /^ {4}at .*readable-log\.test\.ts:\d+/)
})

test('a request is one line: method, route, status, time, account, code, operation', () => {
  const entry = {
    ...{ level: 30, time: '2026-11-20T10:00:00.000Z', request: 'req_1', method: 'POST', route: '/v1/payment/spei' },
    ...{ status: 409, ms: 12.4, address: '127.0.0.0/24', account: 'acc_1', credential: 'key_1' },
    ...{ operation: '01a1', error: 'SwitchException', msg: 'request' },
  }
  const line = readableLine(JSON.stringify(entry))
  assert.match(line, /^\d\d:\d\d:00\.000 POST \/v1\/payment\/spei 409 12 ms acc_1 SwitchException 01a1$/)
})

test('no content of an entry moves the cursor or starts a line of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, stack) => {
      const entry = { level: 30, time: '2026-11-20T10:00:00.000Z', url: text, msg: 'came', err: { stack } }
      const [first = '', ...below] = readableLine(JSON.stringify(entry)).split('\n')
      assert.match(first, /^\d\d:\d\d:\d\d\.000 info {2}came url=/)
      for (const line of [first, ...below]) assert.doesNotMatch(line, /\p{Cc}/u)
    }),
  )
  assert.equal(readableLine('not JSON \u001b[2J\n'), 'not JSON ')
})
