// Lines of one file that may be payments of their own are numbered alike in each pass, and apart from each other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { furtherLines } from '../../../src/reconciliation/further-lines.ts'
import type { Movement } from '../../../src/reconciliation/movement.ts'

const movement: fc.Arbitrary<Movement> = fc.record(
  {
    number: fc.constant(1),
    nth: fc.constant(0),
    rail: fc.constantFrom('spei', 'store', 'card'),
    id: fc.constantFrom('K1', 'K2'),
    kind: fc.constantFrom('payment', 'transfer-out'),
    day: fc.constant('2026-11-10'),
    amountCentavos: fc.constantFrom(100, 200),
    feeCentavos: fc.constant(0),
    reference: fc.constantFrom('R1', 'R2'),
    institution: fc.constantFrom('', '012'),
    payerClabe: fc.constantFrom('', '012180001554321090'),
    paidAt: fc.constant(''),
  },
  { noNullPrototype: true },
)

test('each payment of a file has a number of its own under its identity and amounts, the same in each pass; other lines have none', () => {
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 30 }), (movements) => {
      const further = furtherLines()
      for (const one of movements) further.note(one)
      const pass = () => {
        const numberOf = further.numbering()
        return movements.map((one) => numberOf(one))
      }
      const numbers = pass()
      assert.deepEqual(pass(), numbers)
      const groups = Map.groupBy(movements.keys(), (at) => {
        const { rail, kind, id, amountCentavos, institution } = movements[at] as Movement
        return JSON.stringify([rail, kind, id, amountCentavos, institution])
      })
      for (const one of movements) {
        const isOther = ({ rail, kind, id, institution, amountCentavos }: Movement) =>
          rail === one.rail &&
          kind === one.kind &&
          id === one.id &&
          institution === '' &&
          amountCentavos !== one.amountCentavos
        const isUnnamed = one.kind === 'payment' && one.rail !== 'card' && one.institution === ''
        assert.equal(further.hasOthers(one), isUnnamed && movements.some(isOther))
      }
      for (const places of groups.values()) {
        const lines = places.map((at) => movements[at] as Movement)
        const [first] = lines as [Movement]
        const counted = places.map((at) => numbers[at])
        if (first.rail === 'card' || first.kind !== 'payment') assert.ok(counted.every((nth) => nth === 0))
        else if (first.institution === '') assert.deepEqual(counted, [...lines.keys()])
        else {
          const payments = [...new Set(lines.map(({ reference, payerClabe }) => `${reference} ${payerClabe}`))]
          const expected = lines.map(({ reference, payerClabe }) => payments.indexOf(`${reference} ${payerClabe}`))
          assert.deepEqual(counted, expected)
        }
      }
    }),
  )
})
