// The states of an operation: only the moves of the table, whatever is asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  chargeMethods,
  isChargeMethod,
  isFinal,
  isOperationStatus,
  mayMove,
  type OperationStatus,
  operationStatuses,
  voucherStatusOf,
} from '../../../src/core/operation.ts'

const all = Object.keys(operationStatuses) as OperationStatus[]

test('exactly five moves exist', () => {
  const allowed = all.flatMap((from) => all.filter((to) => mayMove(from, to)).map((to) => `${from}->${to}`))
  assert.deepEqual(allowed.sort(), ['N->C', 'P->C', 'P->D', 'P->E', 'P->N'])
})

test('no walk along the moves comes back, or is longer than two', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...all), { maxLength: 12 }), (wishes) => {
      let status: OperationStatus = 'P'
      const seen: OperationStatus[] = [status]
      for (const wish of wishes) {
        if (!mayMove(status, wish)) continue
        status = wish
        assert.equal(seen.includes(status), false)
        seen.push(status)
      }
      assert.ok(seen.length <= 3)
    }),
  )
})

test('cancelled, expired and declined are final', () => {
  assert.deepEqual(all.filter(isFinal).sort(), ['C', 'D', 'E'])
})

test('a voucher tells its state by number and word', () => {
  assert.deepEqual(voucherStatusOf('N'), { status: 1, statusCode: 'paid' })
  assert.deepEqual(voucherStatusOf('P'), { status: 2, statusCode: 'pending' })
  assert.deepEqual(voucherStatusOf('E'), { status: 3, statusCode: 'expired' })
  assert.deepEqual(voucherStatusOf('C'), { status: 4, statusCode: 'cancelled' })
})

test('only the names of the tables are read', () => {
  for (const status of all) assert.ok(isOperationStatus(status))
  for (const other of ['n', 'X', '', 'toString', '__proto__', null, 1]) assert.equal(isOperationStatus(other), false)
  assert.ok(isChargeMethod('CARD') && isChargeMethod('SPE'))
  for (const other of ['card', 'OXX', 'constructor', '', undefined]) assert.equal(isChargeMethod(other), false)
  assert.deepEqual(chargeMethods, { CARD: 'POS', SPE: 'SPE' })
})
