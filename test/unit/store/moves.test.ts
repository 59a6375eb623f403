import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('no state moves to itself, and every state but the first is reached', () => {
  for (const [table, states] of Object.entries(moves)) {
    const reached = new Set(Object.values(states).flat() as string[])
    for (const [index, [state, targets]] of (Object.entries(states) as [string, string[]][]).entries()) {
      assert.ok(!targets.includes(state), `${table}: ${state}`)
      if (index > 0) assert.ok(reached.has(state), `${table}: ${state}`)
    }
  }
})
