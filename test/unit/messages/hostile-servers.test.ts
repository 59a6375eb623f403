// Whatever a mail server or an SMS gateway answers, a try ends in time and takes a bounded number of bytes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emailSender } from '../../../src/messages/email.ts'
import { smsSender } from '../../../src/messages/sms.ts'
import { type Behaviour, drip, flood, withServer } from '../../support/fixtures/hostile-server.ts'

const TIMEOUT_MS = 600
/** A busy machine is late. */
const LATE_MS = 1_500
const MAX_BYTES = 8 * 1024 * 1024
const writers: Parameters<Behaviour>[0][] = []
const endless =
  (text: string, beginning = ''): Behaviour =>
  (socket) => {
    writers.push(socket)
    if (beginning !== '') socket.write(beginning)
    return flood(socket, text)
  }

async function ends(sending: () => Promise<{ sent: boolean; forGood?: boolean }>): Promise<void> {
  const begun = performance.now()
  const result = await sending()
  assert.equal(result.sent, false)
  assert.equal(result.forGood, false)
  assert.ok(performance.now() - begun < TIMEOUT_MS + LATE_MS)
  const bytes = writers.pop()?.bytesWritten ?? 0
  assert.ok(bytes < MAX_BYTES, `${bytes} bytes`)
}

describe('a mail server answers', () => {
  const cases: Record<string, Behaviour> = {
    'no byte': () => {},
    'an end': (socket) => socket.end(),
    'a reset': (socket) => socket.resetAndDestroy(),
    'a greeting drop by drop': (socket) => drip(socket, `220 ${'x'.repeat(500)}`),
    'a line without end': endless('x', '220 '),
    'lines without end': endless('220-more\r\n'),
    'another protocol': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    'half an answer': (socket) => socket.end('220 mx\r\n250-half'),
    'that it is busy': (socket) => socket.end('421 later\r\n'),
  }
  for (const [title, behaviour] of Object.entries(cases))
    test(title, () =>
      withServer(
        behaviour,
        (port) =>
          ends(() =>
            emailSender({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Cobro <a@b.mx>', timeoutMs: TIMEOUT_MS })({
              id: 'msg_1',
              to: 'ana@example.mx',
              replyTo: undefined,
              subject: 'x',
              text: 'x',
              html: 'x',
              attachment: undefined,
              logo: undefined,
            }),
          ),
        { greets: true },
      ),
    )
})

describe('an SMS gateway answers', () => {
  const cases: Record<string, Behaviour> = {
    'no byte': () => {},
    'a reset': (socket) => socket.resetAndDestroy(),
    'half a head': (socket) => socket.end('HTTP/1.1 201 Cre'),
    'the head drop by drop': (socket) => drip(socket, `HTTP/1.1 201 Created\r\nX: ${'x'.repeat(500)}`),
    'a head without end': endless('X-More: more\r\n', 'HTTP/1.1 201 Created\r\n'),
    'a redirect': (socket) =>
      socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
  }
  for (const [title, behaviour] of Object.entries(cases))
    test(title, () =>
      withServer(behaviour, (port) =>
        ends(() =>
          smsSender({
            url: `http://127.0.0.1:${port}/`,
            account: 'AC1',
            token: 't',
            from: '+525500000000',
            timeoutMs: TIMEOUT_MS,
          })({ id: 'msg_1', phone: '5512345678', text: 'x' }),
        ),
      ),
    )
})
