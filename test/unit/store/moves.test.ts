import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DisputeStage, disputeStages, firstStateOf } from '../../../src/core/dispute.ts'
import { moved, moves } from '../../../src/store/moves.ts'

test('a writer gets the state of a legal move; any other does not compile, and throws where the state is only known at run time', () => {
  assert.equal(moved('payouts', 'pending', 'paid'), 'paid')
  // @ts-expect-error What is paid stays paid.
  assert.throws(() => moved('payouts', 'paid', 'failed'), /payouts: no move from paid to failed/)
  for (const [table, states] of Object.entries(moves)) {
    for (const [from, targets] of Object.entries(states) as [string, string[]][]) {
      for (const to of Object.keys(states)) {
        const move = () => moved(table as 'payouts', from as 'pending', to as 'paid')
        if (targets.includes(to)) assert.equal(move(), to)
        else assert.throws(move, new RegExp(`${table}: no move from ${from} to ${to}`))
      }
    }
  }
})

/** The states that a row can begin in, where it is not the first alone. */
const beginnings: Record<string, string[]> = {
  disputes: Object.keys(disputeStages).map((stage) => firstStateOf(stage as DisputeStage)),
}

test('no state moves to itself, and every state but the initial ones can be reached', () => {
  for (const [table, states] of Object.entries(moves)) {
    const reached = new Set(Object.values(states).flat() as string[])
    const begins = beginnings[table] ?? [Object.keys(states)[0]]
    for (const [state, targets] of Object.entries(states) as [string, string[]][]) {
      assert.ok(!targets.includes(state), `${table}: ${state}`)
      if (!begins.includes(state)) assert.ok(reached.has(state), `${table}: ${state}`)
    }
  }
})
