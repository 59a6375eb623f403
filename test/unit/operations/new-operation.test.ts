// The columns that an insert leaves out are those that the database writes as they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { railNames } from '../../../src/core/rail.ts'
import { columnsOfTable, type Value } from '../../../src/core/table.ts'
import { BLANK_OPERATION, writtenOf } from '../../../src/operations/blank.ts'
import { operations } from '../../../src/operations/tables.ts'
import { columns } from '../../../src/store/columns.ts'
import type { Operation } from '../../../src/store/operation.ts'

const initial = new Map(columnsOfTable(operations).map(([name, column]) => [name, column.initial ?? null]))

/** An operation in which only the columns of BLANK_OPERATION, its rail and one more column count. */
const operationOf = (rail: string, more: Record<string, Value> = {}) =>
  ({ ...BLANK_OPERATION, rail, ...more }) as unknown as Operation

for (const rail of railNames) {
  test(`a new operation of ${rail} leaves out what the database writes by itself`, () => {
    const written: ReadonlySet<string> = new Set(writtenOf(operationOf(rail)))
    const left = columns.operations.filter((column) => !written.has(column))
    assert.ok(left.length > 20, `${left.length} are left out`)
    for (const column of left)
      assert.equal(initial.get(column), BLANK_OPERATION[column as keyof typeof BLANK_OPERATION], column)
  })

  test(`a column of ${rail} that is not blank is written`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(BLANK_OPERATION)), (column) => {
        const more = { [column]: 'something else' }
        assert.ok((writtenOf(operationOf(rail, more)) as readonly string[]).includes(column))
      }),
    )
  })
}
