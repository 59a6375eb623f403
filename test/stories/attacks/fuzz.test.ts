// Two thousand requests that nobody should send, many at once: each is answered or refused, nothing hangs, and the books are right afterwards.
// `npm run fuzz` sends a hundred thousand. The attacks on envelopes likewise: a few hundred here, `--attack oracle` for as many.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { attackOracles } from '../../fuzz/attack.ts'
import { fuzz } from '../../fuzz/run.ts'
import { STRANGE_TEXTS } from '../../fuzz/values.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'

const SEED = 7

after(stopPostgres)

for (const engine of ENGINES) {
  describe(`arbitrary requests [${engine}]`, () => {
    test('2,000 requests: no server error, no hang, clean books', async () => {
      const report = await fuzz({ engine, requests: 2_000, seed: SEED })
      assert.deepEqual(report.faults, [])
      assert.ok(report.sent > 1_900, `only ${report.sent} were sent`)
      assert.ok(report.succeeded > report.calls / 2, `never succeeded: ${report.never.join(', ')}`)
      assert.ok(
        (report.statuses['200'] ?? 0) > 200 && (report.statuses['400'] ?? 0) > 200,
        JSON.stringify(report.statuses),
      )
    })

    test('an attacker with captured envelopes learns nothing from any answer', async () => {
      const { told, learned, refusals, sent } = await attackOracles({ engine, requests: 400, seed: SEED })
      assert.deepEqual({ told, learned, refusals }, { told: 0, learned: 0, refusals: 1 })
      assert.ok(sent >= 400)
    })

    test('with limits on, most of the requests are refused early', async () => {
      const report = await attackOracles({ engine, requests: 300, seed: SEED, limited: true })
      assert.deepEqual([report.told, report.learned], [0, 0])
      assert.ok(report.tooMany > 200, `${report.tooMany} of ${report.sent} were stopped`)
    })
  })
}

test('the fuzz includes the texts that break programs', () => {
  for (const text of ['\u0000', '\ud800', '__proto__']) assert.ok(STRANGE_TEXTS.includes(text))
})
