// A movement is held against the record that differs least, in whatever order records are read.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { MAX_DAYS_APART } from '../../../src/core/movement.ts'
import { type Candidate, judge } from '../../../src/reconciliation/judge.ts'
import type { Movement } from '../../../src/reconciliation/movement.ts'

const movement: Movement = {
  nth: 0,
  number: 3,
  rail: 'spei',
  id: 'KEY1',
  kind: 'payment',
  day: '2026-11-10',
  amountCentavos: 100,
  feeCentavos: 0,
  reference: '646',
  institution: '012',
  payerClabe: '',
  paidAt: '',
}
const same: Candidate = {
  causeId: 'pay_1',
  institution: '012',
  day: '2026-11-10',
  amountCentavos: 100,
  recordedCentavos: 100,
  isOfItsDay: true,
}
const candidates = fc.array(
  fc.record(
    {
      causeId: fc.stringMatching(/^pay_[a-z]{4}$/),
      institution: fc.constantFrom('', '012', '002'),
      day: fc.constantFrom('2026-11-10', '2026-11-11', '2026-11-14', '2026-11-30'),
      amountCentavos: fc.constantFrom(100, 90),
      recordedCentavos: fc.constantFrom(100, 90),
      isOfItsDay: fc.boolean(),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 6 },
)

describe('a movement', () => {
  test('with its record is matched if the record has the same facts, in any order', () => {
    fc.assert(
      fc.property(candidates, fc.nat(), (others, at) => {
        const all = [...others.slice(0, at % 7), same, ...others.slice(at % 7)]
        const judged = judge(movement, all)
        assert.equal(judged.verdict, 'matched')
        assert.deepEqual(judge(movement, all.toReversed()), judged)
      }),
    )
  })

  test('is different in exactly the facts that its record has otherwise', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const judged = judge(movement, all)
        if (judged.verdict === 'extra') return
        const { record, differs } = judged
        assert.equal(differs.includes('amount'), record.amountCentavos !== movement.amountCentavos)
        assert.equal(differs.includes('day'), record.day !== movement.day)
        assert.equal(judged.verdict === 'matched', differs === '')
        assert.ok(['', '012'].includes(record.institution), 'never of another bank')
      }),
    )
  })

  test('under a key that was used again on another day is extra, unless amount and days fit', () => {
    const other = { ...same, day: '2026-11-12' }
    assert.equal(judge(movement, [other]).verdict, 'different')
    assert.equal(judge(movement, [{ ...other, amountCentavos: 90 }]).verdict, 'extra')
    assert.equal(judge(movement, [{ ...other, day: '2026-11-16' }]).verdict, 'extra', `${MAX_DAYS_APART} days`)
    const ours = { ...other, isOfItsDay: false, day: '2026-12-24', amountCentavos: 90 }
    assert.equal(judge(movement, [ours]).verdict, 'different', 'our own id means one record only')
  })

  test('without any record is extra', () => {
    assert.deepEqual(judge(movement, []), { verdict: 'extra' })
    assert.deepEqual(judge(movement, [{ ...same, institution: '002' }]), { verdict: 'extra' })
  })
})

test('a record whose day cannot be read is held against its line last, and differs in its day', () => {
  const damaged = { ...same, causeId: 'pay_0', day: 'otro', isOfItsDay: false }
  assert.deepEqual(judge(movement, [damaged]), { verdict: 'different', differs: 'day', record: damaged })
  assert.deepEqual(judge(movement, [damaged, same]), { verdict: 'matched', differs: '', record: same })
  assert.deepEqual(judge(movement, [{ ...damaged, isOfItsDay: true }]), { verdict: 'extra' })
})
