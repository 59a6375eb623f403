// A flood waits for its turn; recognised credentials do not, and other addresses wait for a few requests only.
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { requestQueue } from '../../../../src/api/limits/in-turn.ts'

const FLOOD = 1_600

function asked(from: string, authorization?: string, forwarded?: string): IncomingMessage {
  const headers = { ...(authorization && { authorization }), ...(forwarded && { 'x-forwarded-for': forwarded }) }
  return { headers, socket: { remoteAddress: from, destroyed: false } } as unknown as IncomingMessage
}

/** A queue, and the requests that have left it. */
function opened(behindProxy = false) {
  const handled: IncomingMessage[] = []
  const answers: ServerResponse[] = []
  const queue = requestQueue({ behindProxy })
  const handle = queue.before((request) => handled.push(request))
  const arrive = (request: IncomingMessage) => {
    const answer = {} as ServerResponse
    answers.push(answer)
    handle(request, answer)
  }
  return { queue, handled, answers, arrive }
}

test('of a flood a few requests are let in at each turn of the event loop, and in the end all', async () => {
  const { handled, arrive } = opened()
  for (let nth = 0; nth < FLOOD; nth += 1) arrive(asked('203.0.113.7', 'Basic cGs6'))
  let before = 0
  while (handled.length < FLOOD) {
    assert.ok(handled.length - before <= 8, `${handled.length - before} in one turn`)
    before = handled.length
    await nextTurn()
  }
})

test('while connections are accepted, one request is let in at one turn of sixteen; afterwards two at each', async () => {
  const { queue, handled, arrive } = opened()
  for (let nth = 0; nth < FLOOD; nth += 1) arrive(asked('203.0.113.7'))
  await nextTurn()
  const before = handled.length
  for (let turn = 0; turn < 40; turn += 1) {
    queue.accepted()
    await nextTurn()
  }
  const meanwhile = handled.length - before
  assert.ok(meanwhile >= 2 && meanwhile <= 4, `${meanwhile} in forty turns`)
  for (let turn = 0; turn < 40; turn += 1) await nextTurn()
  assert.ok(handled.length - before - meanwhile >= 70)
})

test('a request of a new connection is let in at once when no other waits', async () => {
  const { queue, handled, arrive } = opened()
  queue.accepted()
  await nextTurn()
  arrive(asked('192.0.2.1'))
  assert.equal(handled.length, 1)
})

test('a connection that sends requests without end, and connections without end, do not fill the memory', async () => {
  const { handled, arrive, answers } = opened()
  const one = asked('203.0.113.7')
  for (let nth = 0; nth < FLOOD; nth += 1) arrive(one)
  const before = handled.length
  assert.ok(before <= 2)
  while (handled.length < before + 16) await nextTurn()
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  // Those that did not fit are not handled, and the connection is closed behind the last one that did.
  assert.equal(handled.length, before + 16)
  assert.deepEqual(
    answers.flatMap(({ shouldKeepAlive }, at) => (shouldKeepAlive === false ? [at] : [])),
    [before + 15],
  )
  arrive(one)
  await nextTurn()
  assert.equal(handled.length, before + 16)
  const many = opened()
  for (let nth = 0; nth < 10_000; nth += 1) many.arrive(asked('203.0.113.7'))
  assert.equal(10_000 - many.handled.length, 4_096)
})

test('a connection with many requests does not delay another one of its address', async () => {
  const { handled, arrive } = opened()
  const [one, other] = [asked('203.0.113.7'), asked('203.0.113.7')]
  Object.assign(other.socket, { remotePort: 2 })
  for (let nth = 0; nth < FLOOD; nth += 1) arrive(one)
  arrive(other)
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  assert.ok(handled.includes(other))
})

test('who has been recognised is let in at once, until the secret is wrong', async () => {
  const { queue, handled, arrive } = opened()
  const ours = () => asked('192.0.2.1', 'Basic c2s6c2VjcmV0')
  queue.recognise(ours())
  for (let nth = 0; nth < FLOOD; nth += 1) arrive(asked('203.0.113.7', 'Basic cGs6'))
  const first = ours()
  arrive(first)
  assert.equal(handled.at(-1), first)
  queue.forget(first)
  const second = ours()
  arrive(second)
  assert.notEqual(handled.at(-1), second)
})

test('a session at the console is recognised by its cookie', () => {
  const { queue, handled, arrive } = opened()
  const socket = { remoteAddress: '192.0.2.1', destroyed: false }
  const session = { headers: { cookie: 'session=a' }, socket } as unknown as IncomingMessage
  queue.recognise(session)
  for (let nth = 0; nth < FLOOD; nth += 1) arrive(asked('203.0.113.7'))
  arrive(session)
  assert.equal(handled.at(-1), session)
})

for (const [title, behindProxy, one, other] of [
  ['another address', false, asked('203.0.113.7'), asked('203.0.113.8')],
  [
    'another address behind the same proxy',
    true,
    asked('10.0.0.1', undefined, '203.0.113.7'),
    asked('10.0.0.1', undefined, '203.0.113.8'),
  ],
  [
    'behind a proxy, an address that the flood has not invented',
    true,
    asked('10.0.0.1', undefined, '192.0.2.1, 203.0.113.7'),
    asked('10.0.0.1', undefined, '203.0.113.8'),
  ],
] as const) {
  test(`a flood does not delay ${title}`, async () => {
    const { handled, arrive } = opened(behindProxy)
    for (let nth = 0; nth < FLOOD; nth += 1) arrive({ ...one, socket: { ...one.socket } } as IncomingMessage)
    arrive(other)
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    assert.ok(handled.includes(other), `not among the first ${handled.length}`)
  })
}

test('a request whose client has left meanwhile is not handled', async () => {
  const { handled, arrive } = opened()
  const all = Array.from({ length: 100 }, () => asked('203.0.113.7'))
  all.forEach(arrive)
  const at = handled.length
  for (const { socket } of all) Object.assign(socket, { destroyed: true })
  for (let turn = 0; turn < 100; turn += 1) await nextTurn()
  assert.equal(handled.length, at)
})

test('a request of a client that has left before it is read is not handled', async () => {
  const { queue, handled, arrive } = opened()
  // The system no longer knows from where a connection came that was reset.
  const gone = (authorization?: string) =>
    ({ headers: { authorization }, socket: { destroyed: false } }) as unknown as IncomingMessage
  queue.recognise(asked('192.0.2.1', 'Basic c2s6c2VjcmV0'))
  arrive(gone())
  arrive(gone('Basic c2s6c2VjcmV0'))
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  assert.deepEqual(handled, [])
})
