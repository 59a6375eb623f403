// A row that only has to be there is written by the first batch that needs it, and again when that batch was refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { telling } from '../../../src/store/queues/wake-on-write.ts'
import type { Store } from '../../../src/store/store.ts'
import { ensure, update, type Write } from '../../../src/store/write.ts'

const span = (span: string) => ensure('event_spans', { account_id: 'acc_one', type: 'plan.created', span })
const moved = update('cursors', { position: 2 }, { reader: 'search', bucket: 1 })

function storeOf() {
  const written: Write[][] = []
  let refuses = false
  let servers = 1
  const another = () => {
    servers += 1
  }
  const commit = async (writes: Write[]) => {
    if (refuses) throw new Error('the database is away')
    written.push(writes)
  }
  const store = telling({ commit, servers: () => servers } as Store, () => {})
  const refused = async (writes: Write[]) => {
    refuses = true
    await assert.rejects(store.commit(writes))
    refuses = false
  }
  return { store, written, refused, another }
}

test('a row that is surely there is left out of later batches, and every other write stays', async () => {
  const { store, written } = storeOf()
  await store.commit([moved, span('evt_a')])
  await store.commit([moved, span('evt_a')])
  await store.commit([span('evt_b'), moved])
  await store.commit([moved, span('evt_b')])
  assert.deepEqual(written, [[moved, span('evt_a')], [moved], [span('evt_b'), moved], [moved]])
})

test('batches under way at once each write it, because none of them is on disk yet', async () => {
  const { store, written } = storeOf()
  await Promise.all([store.commit([span('evt_a')]), store.commit([span('evt_a')])])
  assert.deepEqual(written, [[span('evt_a')], [span('evt_a')]])
})

test('after a batch that was not written, rows are written anew', async () => {
  const { store, written, refused } = storeOf()
  await store.commit([moved, span('evt_a')])
  await refused([moved, span('evt_b')])
  await store.commit([moved, span('evt_a'), span('evt_b')])
  assert.deepEqual(written.at(-1), [moved, span('evt_a'), span('evt_b')])
})

test('a row of a table whose rows may be removed is written each time', async () => {
  const { store, written } = storeOf()
  const entry = ensure('directory', {
    kind: 'payment',
    value: 'one',
    variant: '',
    account_id: 'acc_one',
    subject: 'pay',
  })
  await store.commit([entry])
  await store.commit([entry])
  assert.deepEqual(written, [[entry], [entry]])
})

test('on another server rows are written anew, and behind a batch that was on its way there', async () => {
  const { store, written, another } = storeOf()
  await store.commit([moved, span('evt_a')])
  another()
  await store.commit([moved, span('evt_a')])
  const onItsWay = store.commit([moved, span('evt_a')])
  another()
  await onItsWay
  await store.commit([moved, span('evt_a')])
  const [whole, short] = [[moved, span('evt_a')], [moved]]
  assert.deepEqual(written, [whole, whole, short, [span('evt_a')], whole])
})
