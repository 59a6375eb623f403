import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  circuitBreaker,
  FAILURES_TO_OPEN,
  FIRST_PAUSE_MS,
  LONGEST_PAUSE_MS,
  type Permit,
} from '../../../src/connectors/breaker.ts'

const account = fc.constantFrom('ana', 'beto', 'carla', undefined)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ ask: account }),
  fc.record({ end: fc.nat(20), well: fc.constantFrom(true, false, undefined, 'wait' as const) }),
  fc.record({ wait: fc.integer({ min: 1, max: 10_000 }) }),
)

type Step = { ask: string | undefined } | { end: number; well: boolean | undefined | 'wait' } | { wait: number }

interface Play {
  breaker: ReturnType<typeof circuitBreaker>
  nowMs: number
  underWay: { permit: Permit; of: string | undefined }[]
}

/** `onResult` gets each call that ended. */
function play(steps: Step[], onResult: (of: string | undefined, well: boolean) => void = () => {}): Play {
  const state: Play = { breaker: circuitBreaker(() => state.nowMs), nowMs: 0, underWay: [] }
  for (const one of steps) {
    if ('wait' in one) state.nowMs += one.wait
    else if ('ask' in one) {
      const permit = state.breaker.admit(one.ask)
      if (permit !== undefined) state.underWay.push({ permit, of: one.ask })
    } else {
      const [ended] = state.underWay.splice(one.end % Math.max(state.underWay.length, 1), 1)
      if (ended === undefined) continue
      if (one.well === undefined) ended.permit.dropped()
      if (one.well === 'wait') state.breaker.waitFor(Number.MAX_SAFE_INTEGER)
      if (typeof one.well !== 'boolean') continue
      if (one.well) ended.permit.answered()
      else ended.permit.failed()
      onResult(ended.of, one.well)
    }
  }
  return state
}

describe('a circuit breaker', () => {
  test('admits a call of anybody within the longest pause, after any events', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), account, (steps, of) => {
        const state = play(steps)
        // Every call that is under way ends, for each has a deadline.
        for (const { permit } of state.underWay) permit.failed()
        state.nowMs += LONGEST_PAUSE_MS
        assert.equal(state.breaker.mayCall(of), true)
        assert.notEqual(state.breaker.admit(of), undefined)
      }),
    )
  })

  test('is closed for everybody after any answer, but for accounts of which eight calls in a row have failed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), account, (steps, of) => {
        const inARow = new Map<string | undefined, number>()
        const { breaker } = play(steps, (ended, well) => inARow.set(ended, well ? 0 : (inARow.get(ended) ?? 0) + 1))
        const permit = breaker.admit(of)
        if (permit === undefined) return
        permit.answered()
        for (const other of ['ana', 'beto', 'carla', undefined]) {
          const isStopped = other !== of && (inARow.get(other) ?? 0) >= FAILURES_TO_OPEN
          if (!isStopped) assert.notEqual(breaker.admit(other), undefined)
        }
      }),
    )
  })

  test('never stops the calls of others for the failures of one account, however many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 20_000 }), (failures, waitMs) => {
        let nowMs = 0
        const breaker = circuitBreaker(() => nowMs)
        for (let call = 0; call < failures; call += 1) {
          breaker.admit('ana')?.failed()
          nowMs += waitMs
          assert.equal(breaker.mayCall('beto'), true)
        }
        const isStopped = breaker.admit('ana') === undefined
        if (failures < FAILURES_TO_OPEN) assert.equal(isStopped, false)
        if (failures >= FAILURES_TO_OPEN && waitMs === 0) assert.equal(isStopped, true)
        assert.equal(breaker.isOpen(), failures >= FAILURES_TO_OPEN)
      }),
    )
  })

  test('stops everybody after eight failures in a row of several accounts, and one probe is for all of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 50 }), (many) => {
        let nowMs = 0
        const breaker = circuitBreaker(() => nowMs)
        for (let call = 0; call < FAILURES_TO_OPEN; call += 1) {
          assert.equal(breaker.mayCall('new'), true, `after ${call} failures`)
          breaker.admit(`account ${call % many}`)?.failed()
        }
        assert.equal(breaker.mayCall('new'), false)
        assert.equal(breaker.admit('new'), undefined)
        nowMs += FIRST_PAUSE_MS
        assert.equal(breaker.mayCall('new'), true)
        assert.equal(breaker.mayCall('another'), false, 'the probe is kept for one caller')
        const probe = breaker.admit('new')
        assert.notEqual(probe, undefined)
        assert.equal(breaker.admit('another'), undefined)
        probe?.answered()
        assert.equal(breaker.isOpen(), false)
      }),
    )
  })

  test('forgets the accounts that failed longest ago when very many have failed', () => {
    const breaker = circuitBreaker(() => 0)
    for (let call = 0; call < 5_000; call += 1) {
      breaker.admit(`account ${call}`)?.failed()
      if (call % 3 === 0) breaker.admit('ana')?.answered()
    }
    assert.equal(breaker.isOpen(), false)
  })

  test('counts a probe that fails after another call was answered like any other failure', () => {
    let nowMs = 0
    const breaker = circuitBreaker(() => nowMs)
    const slow = breaker.admit('ana')
    for (let call = 0; call < FAILURES_TO_OPEN; call += 1) breaker.admit('ana')?.failed()
    nowMs += FIRST_PAUSE_MS
    const probe = breaker.admit('ana')
    slow?.answered()
    probe?.failed()
    assert.equal(breaker.isOpen(), false)
    assert.notEqual(breaker.admit('ana'), undefined)
  })
})
