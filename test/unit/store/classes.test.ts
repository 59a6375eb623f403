// What follows from the class of a column.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOfTable } from '../../../src/core/table.ts'
import { bookTables } from '../../../src/ledger/book-tables.ts'
import { tables } from '../../../src/tables.ts'

test('the checkpoints of the books cover every table that has facts, or the table of which its rows are lines', () => {
  const withFacts = tables.filter((table) => columnsOfTable(table, 'fact').length > 0)
  for (const { name, keys } of withFacts) {
    const { recorded } = keys
    const covered = recorded !== undefined && 'within' in recorded ? recorded.within : name
    assert.ok((bookTables as string[]).includes(covered), name)
  }
  assert.ok(withFacts.length > 25)
})

test('what is sealed says so in its name, or is the keyed hash of what is', () => {
  for (const table of tables) {
    for (const [column] of columnsOfTable(table)) {
      const isSealed = table.classes.sealed?.[column] !== undefined
      assert.equal(isSealed, column.startsWith('sealed_') || (isSealed && column === 'fingerprint'), column)
    }
  }
})
