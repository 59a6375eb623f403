// The transaction that the reads of a turn share ends whatever the disk does: a fault of its end ends no process.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOutage } from '../../../src/store/outage.ts'
import { kyselyOver, readingOf } from '../../../src/store/sqlite/reads.ts'

test('reads go on after a commit that failed', async (context) => {
  const database = new DatabaseSync(':memory:')
  context.after(() => database.close())
  const prepare = database.prepare.bind(database)
  // Its overflow stands for what a damaged file does to the end of a transaction.
  database.prepare = (text) => prepare(text === 'commit' ? 'select abs(-9223372036854775808)' : text)
  const reading = readingOf(database)
  const one = sql`select 1 as one`.compile(kyselyOver(reading.inTurn))
  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual(reading.all(one), [{ one: 1 }])
    await nextTurn()
    await nextTurn()
    assert.equal(database.isTransaction, false)
  }
  assert.deepEqual(reading.all(one), [{ one: 1 }])
  assert.doesNotThrow(reading.end, 'an answer of the writer ends the reads too')
})

test('a damaged file is an outage: what could not be read is tried again', () => {
  for (const errcode of [11, 11 | (1 << 8), 14])
    assert.equal(isOutage(Object.assign(new Error('damaged'), { code: 'ERR_SQLITE_ERROR', errcode })), true)
  for (const code of ['58030', '58P01', 'XX001', 'XX002'])
    assert.equal(isOutage(Object.assign(new Error('damaged'), { code })), true)
  assert.equal(isOutage(Object.assign(new Error('a bug'), { code: 'XX000' })), false)
})
