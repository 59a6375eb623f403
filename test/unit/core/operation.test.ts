// The states of an operation: only the moves of the table, whatever is asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  leftOf,
  mayMove,
  moves,
  type OperationStatus,
  operationStates,
  statusByCode,
  statusCodes,
} from '../../../src/core/operation.ts'

const all = Object.keys(operationStates) as OperationStatus[]

test('exactly ten moves exist', () => {
  const allowed = all.flatMap((from) => all.filter((to) => mayMove(from, to)).map((to) => `${from} -> ${to}`))
  assert.deepEqual(allowed.sort(), [
    'authorized -> cancelled',
    'authorized -> expired',
    'authorized -> paid',
    'expired -> paid',
    'paid -> cancelled',
    'pending -> authorized',
    'pending -> cancelled',
    'pending -> declined',
    'pending -> expired',
    'pending -> paid',
  ])
})

test('no sequence of moves returns to a state, or is longer than four', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...all), { maxLength: 12 }), (wishes) => {
      let status: OperationStatus = 'pending'
      const seen: OperationStatus[] = [status]
      for (const wish of wishes) {
        if (!mayMove(status, wish)) continue
        status = wish
        assert.equal(seen.includes(status), false)
        seen.push(status)
      }
      assert.ok(seen.length <= 5)
    }),
  )
})

test('cancelled and declined are final', () => {
  assert.deepEqual(all.filter((status) => moves[status].length === 0).sort(), ['cancelled', 'declined'])
})

test('the API has a letter of its own for each state, and for a voucher a number and a word', () => {
  assert.deepEqual(statusCodes, ['P', 'A', 'N', 'C', 'E', 'D'])
  for (const status of all) assert.equal(statusByCode(operationStates[status].code), status)
  for (const other of ['n', 'X', '', 'paid', 'toString', '__proto__']) assert.equal(statusByCode(other), undefined)
  assert.deepEqual(operationStates.paid.voucher, { status: 1, statusCode: 'paid' })
  assert.deepEqual(operationStates.pending.voucher, { status: 2, statusCode: 'pending' })
  assert.deepEqual(operationStates.expired.voucher, { status: 3, statusCode: 'expired' })
  assert.deepEqual(operationStates.cancelled.voucher, { status: 4, statusCode: 'cancelled' })
})

test('what is left of a payment is the paid amount less refunded and disputed amounts; an unpaid one has nothing left', () => {
  const centavos = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(fc.constantFrom(...all), centavos, centavos, centavos, (status, refunded, disputed, rest) => {
      const operation = {
        status,
        total_centavos: refunded + disputed + rest,
        refunded_centavos: refunded,
        disputed_centavos: disputed,
      }
      assert.equal(leftOf(operation), status === 'paid' ? rest : 0)
    }),
  )
})
