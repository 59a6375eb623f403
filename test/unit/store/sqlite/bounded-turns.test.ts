// Reads of the embedded engine, which are synchronous, leave turns of the event loop to others, however many there are and however they are asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { boundedTurns } from '../../../../src/store/sqlite/reads.ts'
import { countedTurns } from '../../../support/harness/counted-turns.ts'

const QUERY = {} as CompiledQuery
const rows = (count: number) => () => Array.from({ length: count })

test('reads one after another take a turn for each thousand rows at least', async () => {
  const read = boundedTurns(rows(100), { rows: 1_000, ms: 60_000 })
  const { turns } = await countedTurns(async () => {
    for (let done = 0; done < 50; done += 1) await read(QUERY)
  })
  assert.ok(turns >= 4, `${turns} turns`)
})

test('reads asked for at once do too, and are answered in the order of their asking', async () => {
  let asked = 0
  const read = boundedTurns(() => Array.from({ length: 100 }, () => asked++), { rows: 1_000, ms: 60_000 })
  const { turns, result } = await countedTurns(() => Promise.all(Array.from({ length: 50 }, () => read(QUERY))))
  assert.ok(turns >= 4, `${turns} turns`)
  assert.deepEqual(
    result.flat(),
    Array.from({ length: 5_000 }, (_, nth) => nth),
  )
})

test('a read that fails harms no other', async () => {
  let asked = 0
  const read = boundedTurns(
    () => {
      asked += 1
      if (asked === 1) throw new Error('disk')
      return []
    },
    { rows: 0, ms: 60_000 },
  )
  const [first, second] = await Promise.allSettled([read(QUERY), read(QUERY)])
  assert.deepEqual([first.status, second.status], ['rejected', 'fulfilled'])
})
