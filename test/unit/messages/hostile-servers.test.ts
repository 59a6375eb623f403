// Whatever a mail server or an SMS gateway answers, a try ends in time and takes a bounded number of bytes.
import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
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

/** A mail server that answers each command with its own reply, the others with 250. Answers every command that it got. */
async function said(replies: Record<string, string>, smtpUrl: (port: number) => string) {
  const heard: string[] = []
  const mail = (port: number) =>
    emailSender({
      smtpUrl: smtpUrl(port),
      from: 'Cobro <a@b.mx>',
      timeoutMs: 20_000,
      lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
  const talk: Behaviour = (socket) => {
    let isContent = false
    socket.write('220 mx\r\n')
    createInterface(socket).on('line', (line) => {
      if (isContent && line !== '.') return
      const command = isContent ? '.' : (/^[A-Z]+/.exec(line)?.[0] ?? '')
      if (!isContent) heard.push(line)
      isContent = command === 'DATA'
      socket.write(`${replies[command] ?? (isContent ? '354 go on' : '250 ok')}\r\n`)
    })
  }
  const letter = { id: 'msg_1', to: 'ana@example.mx', subject: 'x', text: 'x', html: 'x' }
  const sent = await withServer(
    talk,
    (port) => mail(port)({ ...letter, attachment: undefined, logo: undefined, replyTo: undefined }),
    {
      greets: true,
    },
  )
  return { sent, heard }
}

describe('a mail server refuses', () => {
  const plain = (port: number) => `smtp://127.0.0.1:${port}`
  const cases: [string, Record<string, string>, boolean][] = [
    ['the recipient', { RCPT: '550 5.1.1 no such mailbox' }, true],
    ['the message', { '.': '554 5.6.0 it cannot be read' }, true],
    ['the recipient for now', { RCPT: '450 4.2.0 greylisted' }, false],
    ['the message for now', { '.': '451 4.3.0 later' }, false],
    ['the sender', { MAIL: '550 5.1.8 the domain is not known' }, false],
    ['everybody who has not signed in', { MAIL: '530 5.7.0 sign in first' }, false],
    ['everybody who has not signed in, at the recipient', { RCPT: '530 sign in first' }, false],
    ['to carry it on', { RCPT: '550 5.7.1 relaying denied' }, false],
    ['the message by its policy', { '.': '550 5.7.26 the sender is not proven' }, false],
  ]
  for (const [what, replies, forGood] of cases)
    test(`${what}: ${forGood ? 'it is over' : 'it is tried again'}`, async () => {
      const { sent } = await said(replies, plain)
      assert.deepEqual(sent.sent === false && sent.forGood, forGood)
    })
})

test('a password is not sent to a mail server without encryption, whatever the server says that it can', async () => {
  for (const offer of ['250-mx\r\n250 AUTH PLAIN LOGIN', '250-mx\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN'])
    for (const STARTTLS of ['454 not now', '502 what is that']) {
      const { sent, heard } = await said({ EHLO: offer, STARTTLS }, (port) => `smtp://ana:secret@mail.example:${port}`)
      assert.deepEqual(sent.sent === false && sent.forGood, false)
      assert.ok(heard.length > 0 && !heard.some((line) => /AUTH|MAIL/.test(line)), heard.join())
    }
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
