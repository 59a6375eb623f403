import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moves, type OperationStatus } from '../../../src/core/operation.ts'
import { untouched } from '../../../src/core/record-state.ts'
import { type OperationRow, operations } from '../../../src/operations/tables.ts'
import type { Amendment, Change, RecordRow } from '../../../src/store/changeable.ts'
import { recordStateColumns } from '../../../src/store/changeable.ts'
import { update } from '../../../src/store/write.ts'

test('a fact cannot be set, by itself or with a whole row', () => {
  const row = {} as OperationRow
  // @ts-expect-error What was to be authorised stays.
  const ofMove: Change = { authorized_centavos: 1 }
  // @ts-expect-error The record shows it and is kept by id and status: it changes with the status only.
  const ofAmendment: Amendment = { authorization_code: '1' }
  // @ts-expect-error The record may not show what changes while its key stays.
  const shown: keyof RecordRow = 'due_at'
  const writes = [
    // @ts-expect-error Whose it is stays.
    update('operations', { account_id: 'acc_1' }, { id: '1' }),
    // @ts-expect-error A row has more columns than may change.
    update('operations', row, { id: '1' }),
    update('operations', { due_at: null }, { id: '1' }),
  ]
  assert.equal([ofMove, ofAmendment, shown, ...writes].length, 6)
})

test('the key of a record has the status and every column that is shown and changes without it', () => {
  assert.deepEqual([...recordStateColumns].sort(), ['status', ...Object.keys(untouched)].sort())
  for (const column of recordStateColumns) assert.ok(!(column in operations.classes.fact), column)
})

test('no operation returns to a former state: so id and status identify what changes with the status', () => {
  const visit = (state: OperationStatus, passed: OperationStatus[]): void => {
    assert.ok(!passed.includes(state), [...passed, state].join(' -> '))
    for (const next of moves[state]) visit(next, [...passed, state])
  }
  for (const state of Object.keys(moves) as OperationStatus[]) visit(state, [])
})
