// Each deposit covers one settlement at most, with its exact amount; as many are covered as can be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_DAYS_APART } from '../../../src/core/movement.ts'
import { addDays, daysBetween } from '../../../src/core/time.ts'
import { arrivals, type Deposit, type Settlement } from '../../../src/reconciliation/arrivals.ts'

const day = fc.integer({ min: 0, max: 14 }).map((days) => addDays('2026-11-02', days))
const amountCentavos = fc.integer({ min: 1, max: 3 })
const network = fc.constantFrom('acquirer', 'cash')
const settlements = fc
  .array(fc.record({ network, day, amountCentavos }, { noNullPrototype: true }), { maxLength: 7 })
  .map((all) => all.map((one, at): Settlement => ({ ...one, id: `stl_s${at}`, movement: `SET${at}` })))
const reference = fc.constantFrom('', 'acquirer', 'cash', 'SET0', 'SET1', 'another text')
const deposits = fc
  .array(fc.record({ day, amountCentavos, reference, named: fc.nat(12) }, { noNullPrototype: true }), { maxLength: 7 })
  .map((all) => all.map(({ named, ...one }, at): Deposit => ({ ...one, id: `stl_d${at}`, movement: `SET${named}` })))

const names = ({ movement, reference: text }: Deposit, { movement: id }: Settlement) => movement === id || text === id

test('each deposit covers one settlement of its amount, which it names, or which is near and of no other network', () => {
  fc.assert(
    fc.property(settlements, deposits, (paid, arrived) => {
      const found = arrivals(paid, arrived)
      assert.equal(new Set(found.values()).size, found.size)
      for (const [id, deposit] of found) {
        const one = paid.find((candidate) => candidate.id === id) ?? assert.fail()
        assert.equal(one.amountCentavos, deposit.amountCentavos)
        if (names(deposit, one)) continue
        assert.ok(!paid.some((other) => names(deposit, other)), 'it names another one')
        assert.ok(Math.abs(daysBetween(one.day, deposit.day)) <= MAX_DAYS_APART)
        const other = one.network === 'cash' ? 'acquirer' : 'cash'
        assert.ok(deposit.reference !== other || !paid.some((any) => any.network === other))
      }
      assert.deepEqual(arrivals([...paid].reverse(), [...arrived].reverse()), found, 'in any order')
    }),
    { numRuns: 500 },
  )
})

test('without names, as many settlements are covered as can be', () => {
  const blank = fc.record({ day, amountCentavos }, { noNullPrototype: true })
  fc.assert(
    fc.property(fc.array(blank, { maxLength: 5 }), fc.array(blank, { maxLength: 5 }), (paid, arrived) => {
      const all = paid.map((one, at) => ({ ...one, id: `s${at}`, network: 'acquirer', movement: `SET${at}` }))
      const money = arrived.map((one, at) => ({ ...one, id: `d${at}`, movement: `BANK${at}`, reference: '' }))
      const most = (left: Settlement[], free: Deposit[]): number => {
        const [one, ...rest] = left
        if (one === undefined) return 0
        const fitting = free.filter(
          (deposit) =>
            deposit.amountCentavos === one.amountCentavos &&
            Math.abs(daysBetween(one.day, deposit.day)) <= MAX_DAYS_APART,
        )
        const with1 = fitting.map(
          (deposit) =>
            1 +
            most(
              rest,
              free.filter((other) => other !== deposit),
            ),
        )
        return Math.max(most(rest, free), ...with1)
      }
      assert.equal(arrivals(all, money).size, most(all, money))
    }),
    { numRuns: 300 },
  )
})

test('a deposit that names a settlement and has another amount covers neither it nor another', () => {
  const paid = ['SET1', 'SET2'].map((movement, at) => ({
    id: movement,
    network: 'acquirer',
    movement,
    day: '2026-11-02',
    amountCentavos: 100 + at,
  }))
  const wrong = { id: 'd1', movement: 'BANK1', reference: 'SET1', day: '2026-11-02', amountCentavos: 101 }
  assert.equal(arrivals(paid, [wrong]).size, 0)
  assert.deepEqual([...arrivals(paid, [{ ...wrong, reference: 'SET2' }]).keys()], ['SET2'])
})
