// An outage of the database is told as one: no network is blamed for it, and none is asked less afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bounded } from '../../../src/connectors/bounded.ts'
import { FAILURES_TO_OPEN } from '../../../src/connectors/breaker.ts'
import { type SpeiBank, speiBankAnswers } from '../../../src/connectors/spei-bank.ts'
import { connectorState } from '../../../src/connectors/state.ts'
import { issueAccount } from '../../../src/connectors/stp/connector.ts'
import { customerOf } from '../../support/fixtures/cards.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

/** From here on the file takes no writes. */
async function endWrites({ service: { store } }: World): Promise<void> {
  await store.returning(sql`pragma query_only = on`.compile(store.db))
}

test('a sandbox whose database takes no writes says so for each way to pay', async (context) => {
  const world = await openWorld('sqlite')
  context.after(() => world.close())
  const merchant = await world.merchant()
  const customer = await customerOf(world, merchant)
  const calls = [
    ['/v1/payment/spei', { total: 150 }],
    ['/v1/payment/convenience-store', { total: 150, store: 'OXXO' }],
    [`/v1/customer/${customer}/sources`, { type: 'SPEI' }],
  ] as const
  await endWrites(world)
  for (const [path, body] of calls) {
    const { status, body: answer } = await merchant.post(path, body)
    assert.deepEqual([status, answer.error.reason], [503, 'service-busy'], path)
  }
})

test('STP, which is not asked for a CLABE, is not blamed when its number cannot be kept', async (context) => {
  const world = await openWorld('sqlite')
  context.after(() => world.close())
  const { store, clock } = world.service
  const state = connectorState({ store, clock }, 'stp')
  const bank: Pick<SpeiBank, 'name' | 'issueAccount'> = {
    name: 'stp',
    issueAccount: ({ ownerId }) => issueAccount(state, { prefix: '6461801234', own: '' }, ownerId),
  }
  const said: object[] = []
  const say = (fields: object) => said.push(fields)
  const bounds = { deadlineMs: 60_000, wallMs: clock.wallMs, log: { warn: say, info: say } as never }
  const port = bounded(bank as SpeiBank, speiBankAnswers, bounds)
  await endWrites(world)
  for (let nth = 0; nth < FAILURES_TO_OPEN; nth += 1)
    await assert.rejects(port.issueAccount({ ownerId: `own_${nth}` }), /readonly|read-only|attempt to write/)
  assert.equal(port.openCircuits(), 0)
  assert.deepEqual(said, [])
})
