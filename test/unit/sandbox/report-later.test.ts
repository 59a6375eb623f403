// When a sandbox payment is reported, whatever the clock does between two looks at it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../src/failures.ts'
import { laterReport } from '../../../src/sandbox/report-later.ts'
import { tickingClock } from '../../support/harness/ticking-clock.ts'

const report = { network: 'OXXO', reference: '1', amount: 100, rail: 'store' } as unknown as Parameters<
  typeof laterReport
>[2]

test('a report that is due at once is accepted although a millisecond passes', () => {
  const row = laterReport(tickingClock(1), 'acc', report, { after: 'PT0S', times: 2 })
  assert.equal(row.due_at, JSON.parse(row.notification).paidAt)
})

test('a duration of more than a year, a negative one and an invalid one are refused', () => {
  for (const after of ['P1Y2D', '-PT1H', 'tomorrow', ''])
    assert.throws(() => laterReport(tickingClock(1), 'acc', report, { after, times: 1 }), Failure)
})
