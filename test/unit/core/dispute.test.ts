// The promise: a dispute moves only as its table says, its reminders lie before its deadline, and every reason code has a meaning in both languages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  claimsMoney,
  disputeMoves,
  disputeStageNames,
  disputeStateNames,
  disputeStates,
  firstStateOf,
  mayDisputeMove,
  nextLookAt,
  REMINDER_DAYS,
} from '../../../src/core/dispute.ts'
import {
  disputeCategories,
  disputeReasonOf,
  disputeReasons,
  disputeSchemeOf,
  disputeSchemes,
} from '../../../src/core/dispute-reasons.ts'
import { instantOf } from '../../../src/core/time.ts'

test('a dispute that has ended is not reopened, and only one that the bank has kept can still be won', () => {
  for (const from of disputeStateNames) {
    for (const to of disputeStateNames) {
      if (!mayDisputeMove(from, to)) continue
      assert.ok(!disputeStates[to].isOpen, `${from} to ${to}`)
      assert.notEqual(from, to)
    }
  }
  assert.deepEqual(disputeMoves.won, [])
  assert.deepEqual(disputeMoves.accepted, ['won'])
  assert.deepEqual(disputeMoves.lost, ['won'])
})

test('money is claimed from the opening on until the dispute is won, and never by a retrieval request', () => {
  for (const stage of disputeStageNames) {
    assert.equal(claimsMoney({ stage, state: firstStateOf(stage) }), stage !== 'retrieval')
    assert.equal(claimsMoney({ stage, state: 'lost' }), stage !== 'retrieval')
    assert.equal(claimsMoney({ stage, state: 'won' }), false)
  }
})

test('a worker that runs when it is due reminds at most three times, each later than the one before, and then is at the deadline', () => {
  const instant = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2040, 0) })
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 60 * 86_400_000 }), (now, ahead) => {
      const respondBy = instantOf(now + ahead)
      const looks: string[] = []
      for (let at = instantOf(now); at < respondBy; ) {
        const next = nextLookAt(respondBy, at)
        assert.ok(next > at && next <= respondBy)
        looks.push(next)
        at = next
      }
      assert.equal(looks.at(-1), respondBy)
      assert.equal(looks.length - 1, REMINDER_DAYS.filter((days) => days * 86_400_000 < ahead).length)
    }),
  )
})

test('every code has a category and a text in both languages; an unknown one has the category other', () => {
  for (const scheme of disputeSchemes) {
    for (const [code, { category, text }] of Object.entries(disputeReasons[scheme])) {
      assert.match(code, /^[A-Za-z0-9.-]{1,20}$/)
      assert.ok(category in disputeCategories, code)
      assert.ok(text[0] !== '' && text[1] !== '' && text[0] !== text[1], code)
      assert.deepEqual(disputeReasonOf(scheme, code), { category, text })
    }
    for (const code of ['99.9', 'constructor', '__proto__', ''])
      assert.equal(disputeReasonOf(scheme, code).category, 'other')
  }
  assert.deepEqual(['VISA', 'MAST', 'AMEX', 'CRNT', 'x'].map(disputeSchemeOf), [
    'visa',
    'mastercard',
    ...Array(3).fill('other'),
  ])
})
