// Whatever the answers of a connection hold is freed when its client leaves: also for one that waits behind another, and one that is made later.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { freeAtTheEnd } from '../../../src/api/read-body.ts'

test('a client sends three requests and leaves before an answer', async () => {
  const freed: string[] = []
  const answers: ServerResponse[] = []
  const all = Promise.withResolvers<void>()
  const hold = (answer: ServerResponse) =>
    freeAtTheEnd(answer.req.socket, answer, {
      grow: () => {},
      settle: () => {},
      release: () => freed.push(answer.req.url ?? ''),
    })
  const server = createServer((_, answer) => {
    if (answers.push(answer) < 3) hold(answer)
    else all.resolve()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write(['/first', '/behind', '/later'].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
  await all.promise
  const [first, , last] = answers as [ServerResponse, ServerResponse, ServerResponse]
  const gone = once(first.req.socket, 'close')
  client.destroy()
  await gone
  assert.deepEqual([...new Set(freed)], ['/first', '/behind'])
  hold(last)
  assert.deepEqual([...new Set(freed)], ['/first', '/behind', '/later'])
  server.close()
})
