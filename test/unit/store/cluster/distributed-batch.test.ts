// A batch on a cluster while one of its machines goes away: what the coordinator then says, and what is known of the batch.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { exchangeSteps, Unreached } from '../../../../src/store/cluster/distributed-batch.ts'
import { isOutage } from '../../../../src/store/outage.ts'
import { Away } from '../../../../src/store/postgres/errors.ts'
import type { Asked, Session } from '../../../../src/store/postgres/session.ts'

/** What the coordinator says of a machine that went away, as Citus 13 was seen to say it. */
const AWAY = [
  { code: '08006', routine: 'ReportConnectionError' },
  { code: '57P01', routine: 'ReportResultError' },
  { code: '57P03', routine: 'ReportResultError' },
  { code: 'XX000', routine: 'ReportResultError' },
  { code: 'XX000', routine: 'MarkRemoteTransactionFailed' },
  { code: 'XX000', routine: 'CheckRemoteTransactionsHealth' },
]
/** What it says of a row. */
const REFUSED = [
  { code: '23505', routine: '_bt_check_unique' },
  { code: 'XX000', routine: 'elog_of_another_function' },
]

const saidBy = (fields: object) => Object.assign(new pg.DatabaseError('refused', 10, 'error'), fields)
const until: Asked = { text: 'set limit', values: [] }
const statement: Asked = { text: 'insert', values: [] }

/** Writes one statement. The coordinator refuses the exchange that has a statement of this text. */
async function written(refusing: string, error: Error) {
  const sent: string[] = []
  const session = {
    sound: true,
    inTransaction: true,
    exchange: async (asked: readonly Asked[]) => {
      const texts = asked.map(({ text }) => text)
      sent.push(...texts)
      if (texts.includes(refusing)) throw error
      return []
    },
  } as unknown as Session
  const thrown = await exchangeSteps(session, { until, steps: [statement] }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { sent, thrown }
}

test('of a batch whose machine went away before its end nothing is written: it is ended, and says so', async () => {
  for (const fields of AWAY) {
    const { sent, thrown } = await written('insert', saidBy(fields))
    assert(thrown instanceof Unreached, JSON.stringify(fields))
    assert.equal(isOutage(thrown), true)
    assert.deepEqual(sent, ['begin', 'set limit', 'insert', 'rollback'])
  }
})

test('whether a batch is written is not known when its machine went away at its end', async () => {
  for (const fields of AWAY) {
    const { thrown } = await written('commit', saidBy(fields))
    assert(thrown instanceof Away, JSON.stringify(fields))
  }
})

test('what is refused for a row stays what it is', async () => {
  for (const fields of REFUSED) {
    for (const at of ['insert', 'commit']) {
      const error = saidBy(fields)
      assert.equal((await written(at, error)).thrown, error)
      assert.equal(isOutage(error), false)
    }
  }
})

test('a machine of a cluster that went away is an outage: the caller may try again, and no row of work is to blame', () => {
  for (const fields of AWAY) assert.equal(isOutage(saidBy(fields)), true, JSON.stringify(fields))
})
