import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type DisputeStage, disputeStages, firstStateOf } from '../../../src/core/dispute.ts'
import { payoutMoves } from '../../../src/payouts/moves.ts'
import { moved, movesOf } from '../../../src/store/moves.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const rooms = globSync('src/*/**/moves.ts', { cwd: root }).filter((path) => path !== 'src/store/moves.ts')
/** The moves of all tables, as each room declares them. */
const declared = (await Promise.all(rooms.map((path) => import(`${root}${path}`)))).flatMap((room) =>
  Object.values<ReturnType<typeof movesOf<'payouts', typeof payoutMoves.targets>>>(room),
)

test('every table of moves is read here, and each is of another table', () => {
  const tables = declared.map(({ table }) => table)
  assert.ok(tables.length >= 17, tables.join())
  assert.equal(new Set(tables).size, tables.length, tables.join())
})

test('a writer gets the state of a legal move; any other does not compile, and throws where the state is only known at run time', () => {
  assert.equal(moved(payoutMoves, 'pending', 'paid'), 'paid')
  // @ts-expect-error What is paid stays paid.
  assert.throws(() => moved(payoutMoves, 'paid', 'failed'), /payouts: no move from paid to failed/)
  for (const moves of declared) {
    for (const [from, targets] of Object.entries(moves.targets) as [string, readonly string[]][]) {
      for (const to of Object.keys(moves.targets)) {
        const move = () => moved(moves, from as 'pending', to as 'paid')
        if (targets.includes(to)) assert.equal(move(), to)
        else assert.throws(move, new RegExp(`${moves.table}: no move from ${from} to ${to}`))
      }
    }
  }
})

test('a table of moves has every state of its table, and no other', () => {
  // @ts-expect-error A package is made too.
  movesOf('month_packages', { making: [] })
  // @ts-expect-error No package is lost.
  movesOf('month_packages', { making: ['made'], made: [], lost: [] })
  // @ts-expect-error No package is lost.
  movesOf('month_packages', { making: ['lost'], made: [] })
})

/** The states that a row can begin in, where it is not the first alone. */
const beginnings: Record<string, string[]> = {
  disputes: Object.keys(disputeStages).map((stage) => firstStateOf(stage as DisputeStage)),
}

test('no state moves to itself, and every state but the initial ones can be reached', () => {
  for (const { table, targets: states } of declared) {
    const reached = new Set(Object.values(states).flat() as string[])
    const begins = beginnings[table] ?? [Object.keys(states)[0]]
    for (const [state, targets] of Object.entries(states) as [string, readonly string[]][]) {
      assert.ok(!targets.includes(state), `${table}: ${state}`)
      if (!begins.includes(state)) assert.ok(reached.has(state), `${table}: ${state}`)
    }
  }
})
