// The list of requests at the console: what several processes write comes out of order, and is shown in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from '../../../web/src/request/in-order.ts'

const line = (id: string) => ({ id })

test('a call that another process writes later stands at its own place, and each stands once', () => {
  const live = ['req_7', 'req_3', 'req_6'].map(line)
  const read = ['req_6', 'req_5', 'req_4'].map(line)
  const older = ['req_4', 'req_2'].map(line)
  assert.deepEqual(
    inOrder(live, read, older).map(({ id }) => id),
    ['req_7', 'req_6', 'req_5', 'req_4', 'req_3', 'req_2'],
  )
  assert.deepEqual(inOrder([], []), [])
})
