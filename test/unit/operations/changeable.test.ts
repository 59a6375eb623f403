import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moves, type OperationStatus } from '../../../src/core/operation.ts'
import type { OperationRow } from '../../../src/operations/tables.ts'
import type { Amendment, Change, RecordRow } from '../../../src/store/changeable.ts'
import { changeable, recordStateColumns } from '../../../src/store/changeable.ts'
import { columns } from '../../../src/store/columns.ts'
import { update } from '../../../src/store/write.ts'

test('a column that is not listed as changeable cannot be set, by itself or with a whole row', () => {
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

test('the list names columns of operations, and the key of a record has every column that is ever shown', () => {
  for (const [column, how] of Object.entries(changeable)) {
    assert.ok((columns.operations as readonly string[]).includes(column), column)
    const inKey = (recordStateColumns as string[]).includes(column)
    assert.equal(inKey, column === 'status' || (how as string) === 'shown', column)
  }
})

test('no operation returns to a former state: so id and status identify what changes with the status', () => {
  const visit = (state: OperationStatus, passed: OperationStatus[]): void => {
    assert.ok(!passed.includes(state), [...passed, state].join(' -> '))
    for (const next of moves[state]) visit(next, [...passed, state])
  }
  for (const state of Object.keys(moves) as OperationStatus[]) visit(state, [])
})
