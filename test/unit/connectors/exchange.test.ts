// A network that takes its time with each answer is asked by all who have to: nobody waits behind others until the deadline.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { exchanger } from '../../../src/connectors/exchange.ts'

/** What a burst of charges is at a network that takes two seconds for each. */
const AT_ONCE = 200

test('a slow network gets a burst at once, and answers all of it', async (t) => {
  const held: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume()
    held.push(response)
    if (held.length === AT_ONCE) for (const one of held) one.end('{}')
  }).listen(0, '127.0.0.1')
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/charges`
  const exchange = exchanger(undefined)
  // Those that wait in vain give up together.
  const signal = AbortSignal.timeout(30_000)
  const asked = Array.from({ length: AT_ONCE }, () =>
    exchange({ method: 'POST', url, headers: {}, body: '{}', maxBytes: 1_000, answerMs: 30_000, signal }),
  )
  const answers = await Promise.all(asked)
  assert.equal(answers.filter(({ status }) => status === 200).length, AT_ONCE)
})
