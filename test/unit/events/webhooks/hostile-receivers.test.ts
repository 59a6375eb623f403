// Whatever the receiver of a webhook answers, a delivery ends in time, takes a bounded number of bytes, and says what was wrong.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { unansweredWords } from '../../../../src/events/webhooks/code-words.ts'
import { createPoster, type Reply } from '../../../../src/events/webhooks/post.ts'
import { type Behaviour, drip, flood, longestTurnMs, withServer } from '../../../support/fixtures/hostile-server.ts'

const TIMEOUT_MS = 600
/** A busy machine is late. */
const LATE_MS = 1_500
const poster = createPoster({ loopback: true, plainHttp: true, timeoutMs: TIMEOUT_MS })
after(() => poster.close())

/** What the system keeps for a connection, and what comes in between two looks, are on top of the bound. */
const MAX_BYTES = 6 * 1024 * 1024
const ok = (headers: string, body: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n${body}`
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))

interface Case {
  /** What the reply must be; an `error` is a pattern of the reason. */
  status?: number
  error?: RegExp
  answers: Behaviour
}

const writers: Parameters<Behaviour>[0][] = []
/** Writes the text over and over, behind a beginning. */
const endless =
  (text: string, beginning = ''): Behaviour =>
  async (socket) => {
    if (beginning !== '') socket.write(beginning)
    writers.push(socket)
    await flood(socket, text)
  }

const cases: Record<string, Case> = {
  'no byte at all': { error: /^timeout$/, answers: () => {} },
  'a reset after the request was sent': {
    error: /ECONNRESET|UND_ERR_SOCKET/,
    answers: (socket) => socket.resetAndDestroy(),
  },
  'an end after the request was sent': { error: /UND_ERR_SOCKET/, answers: (socket) => socket.end() },
  'half a status line': { error: /./, answers: (socket) => socket.end('HTTP/1.1 20') },
  'half the head': { error: /./, answers: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le') },
  'half the body': { error: /./, answers: (socket) => socket.end(ok('Content-Length: 100\r\n', 'half')) },
  'half a chunk': { error: /./, answers: (socket) => socket.end(ok('Transfer-Encoding: chunked\r\n', 'ff\r\nhalf')) },
  'the head drop by drop': { error: /^timeout$/, answers: (socket) => drip(socket, ok('X: '.padEnd(500, 'x'), '')) },
  'the body drop by drop': {
    error: /^timeout$/,
    answers: (socket) => drip(socket, ok('Content-Length: 500\r\n', 'x'.repeat(500))),
  },
  'a head without end': {
    error: /UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/,
    answers: endless('X-More: more\r\n', 'HTTP/1.1 200 OK\r\n'),
  },
  'early hints without end': {
    error: /./,
    answers: endless('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  },
  'continue without end': { error: /./, answers: endless('HTTP/1.1 100 Continue\r\n\r\n') },
  'processing without end': { error: /./, answers: endless('HTTP/1.1 102 Processing\r\n\r\n') },
  'a switch of protocols': {
    error: /./,
    answers: (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  },
  'a body without end': { status: 200, answers: endless('x', ok('', '')) },
  'empty chunk extensions without end': {
    error: /./,
    answers: endless('x', ok('Transfer-Encoding: chunked\r\n', '1;')),
  },
  'trailers without end': {
    error: /./,
    answers: endless('X: x\r\n', ok('Transfer-Encoding: chunked\r\n', '0\r\n')),
  },
  'two lengths': {
    error: /./,
    answers: (socket) => socket.end(ok('Content-Length: 1\r\nContent-Length: 2\r\n', 'ab')),
  },
  'a negative length': { error: /./, answers: (socket) => socket.end(ok('Content-Length: -1\r\n', 'ab')) },
  'a length and chunks': {
    error: /./,
    answers: (socket) => socket.end(ok('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n', '1\r\na\r\n0\r\n\r\n')),
  },
  'more bytes than its length': {
    status: 200,
    answers: (socket) => socket.end(ok('Content-Length: 2\r\n', 'okHTTP/1.1 200 OK\r\n\r\n')),
  },
  'a redirect': {
    status: 302,
    answers: (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
  },
  'a redirect without a place': {
    status: 301,
    answers: (socket) => socket.end('HTTP/1.1 301 Moved\r\nContent-Length: 0\r\n\r\n'),
  },
  'a status that is none': { error: /./, answers: (socket) => socket.end('HTTP/1.1 99999 What\r\n\r\n') },
  'another protocol': { error: /./, answers: (socket) => socket.end('220 mail.example.mx ESMTP\r\n') },
  'a gzip bomb': {
    status: 200,
    answers: (socket) =>
      socket.end(
        Buffer.concat([Buffer.from(ok(`Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n`, '')), bomb]),
      ),
  },
}

describe('the receiver of a webhook answers', () => {
  for (const [title, { status, error, answers }] of Object.entries(cases)) {
    test(title, async () => {
      const [reply, turnMs] = await longestTurnMs(() =>
        withServer(answers, async (port): Promise<Reply> => {
          const reply = await poster.post(`http://127.0.0.1:${port}/hook`, { 'content-type': 'application/json' }, '{}')
          await pause(60)
          return reply
        }),
      )
      assert.equal(reply.status, status, JSON.stringify(reply))
      if (error === undefined) assert.equal(reply.error, undefined)
      else {
        assert.match(reply.error ?? '', error)
        assert.ok(unansweredWords(reply.error ?? ''), String(reply.error))
      }
      assert.ok(reply.durationMs < TIMEOUT_MS + LATE_MS, `${reply.durationMs} ms`)
      assert.ok(reply.answer.length <= 1024)
      const taken = writers.pop()?.bytesWritten ?? 0
      assert.ok(taken < MAX_BYTES, `${taken} bytes`)
      assert.ok(turnMs < 1_000, `a turn of ${turnMs} ms`)
    })
  }

  test('that it wants the connection for long, and gets it for seconds', { timeout: 60_000 }, async () => {
    const closed = Promise.withResolvers<void>()
    const keeps: Behaviour = (socket) => {
      socket.once('close', () => closed.resolve())
      socket.write(ok('Keep-Alive: timeout=600\r\nContent-Length: 2\r\n', 'ok'))
    }
    await withServer(keeps, async (port) => {
      const reply = await poster.post(`http://127.0.0.1:${port}/hook`, {}, '{}')
      assert.equal(reply.status, 200, JSON.stringify(reply))
      await closed.promise
    })
  })

  test('nothing to the handshake of TLS', async () => {
    const reply = await withServer(
      () => {},
      (port) => poster.post(`https://127.0.0.1:${port}/hook`, {}, '{}'),
    )
    assert.equal(reply.status, undefined)
    assert.match(reply.error ?? '', /timeout/)
    assert.ok(reply.durationMs < TIMEOUT_MS + LATE_MS)
  })

  test('the handshake of TLS in the clear', async () => {
    const reply = await withServer(
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (port) => poster.post(`https://127.0.0.1:${port}/hook`, {}, '{}'),
    )
    assert.equal(reply.status, undefined)
    assert.match(reply.error ?? '', /SSL|TLS/)
    assert.deepEqual(unansweredWords(reply.error ?? ''), ['no habla HTTPS', 'it does not speak HTTPS'])
  })

  test('nothing, because nobody listens there, its name is unknown, or its certificate is its own', async (t) => {
    const file = (name: 'key' | 'pem') =>
      readFileSync(new URL(`../../../support/fixtures/certificates/localhost.${name}`, import.meta.url))
    const secure = createServer({ key: file('key'), cert: file('pem') }).listen(0, '127.0.0.1')
    t.after(() => secure.close())
    await once(secure, 'listening')
    const closed = await withServer(
      () => {},
      async (port) => port,
    )
    const unknown = createPoster({
      ...{ loopback: true, plainHttp: true, timeoutMs: TIMEOUT_MS },
      lookup: (_name, done) => done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []),
    })
    t.after(() => unknown.close())
    for (const [one, url, words] of [
      [poster, `http://127.0.0.1:${closed}/`, 'does not accept connections'],
      [poster, `https://localhost:${(secure.address() as AddressInfo).port}/`, 'its certificate is not believed'],
      [unknown, 'http://nobody.example.mx/', 'its name was not found'],
    ] as const) {
      const { error = '' } = await one.post(url, {}, '{}')
      assert.equal(unansweredWords(error)?.[1], words, error)
    }
  })
})
