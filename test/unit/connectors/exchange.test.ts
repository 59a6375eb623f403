// A network that takes its time with each answer is asked by all who have to: nobody waits behind others until the deadline.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer, type LookupFunction } from 'node:net'
import { test } from 'node:test'
import { exchanger } from '../../../src/connectors/exchange.ts'
import { waitAsked, whyUnanswered } from '../../../src/connectors/why-unanswered.ts'

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

test('how long a busy network asks to wait is noticed, and of another answer nothing', async (t) => {
  const said: [status: number, retryAfter: string | undefined][] = [
    [429, '7'],
    [503, new Date(Date.now() + 3_600_000).toUTCString()],
    [429, undefined],
    [429, 'soon'],
    [200, '7'],
    [500, '7'],
  ]
  let at = 0
  const server = createServer((request, response) => {
    request.resume()
    const [status, retryAfter] = said[at] ?? [200]
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/charges`
  const waits: number[] = []
  for (; at < said.length; at += 1) {
    const { signal } = new AbortController()
    await exchanger(undefined)({ method: 'GET', url, headers: {}, maxBytes: 1_000, answerMs: 30_000, signal })
    waits.push(waitAsked(signal, Date.now()))
  }
  const [seconds, date, ...none] = waits as [number, number]
  assert.equal(seconds, 7_000)
  assert.ok(date > 3_000_000 && date <= 3_600_000, String(date))
  assert.deepEqual(none, [0, 0, 0, 0])
})

const certificate = (name: 'key' | 'pem') =>
  readFileSync(new URL(`../../support/fixtures/certificates/localhost.${name}`, import.meta.url), 'utf8')
/** Every name is this machine. */
const here: LookupFunction = (_name, { all }, done) =>
  all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

test('a network whose certificate is not believed, or that never ends the handshake, gets no byte of a charge, and the log can say why', async (t) => {
  let taken = 0
  const secure = createSecureServer({ key: certificate('key'), cert: certificate('pem') }, (request, response) => {
    taken += 1
    request.resume()
    response.end('{}')
  }).listen(0, '127.0.0.1')
  const mute = createPlainServer((socket) => void socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
  const cut = createPlainServer((socket) => void socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1')
  t.after(() => secure.closeAllConnections())
  const servers = [secure, mute, cut]
  for (const server of servers) t.after(() => server.close())
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  const ask = async (ca: string | undefined, url: string) => {
    const { signal } = new AbortController()
    const asked = { method: 'POST', url, headers: {}, body: '{}', maxBytes: 1_000, answerMs: 30_000, signal } as const
    const { status, ...more } = await exchanger(ca, undefined, here)(asked)
    return { status, isUnsent: 'isUnsent' in more && more.isUnsent, why: whyUnanswered(signal) }
  }
  const [own, another] = ['localhost', 'bank.example.mx'].map((name) => `https://${name}:${portOf(secure)}/charges`)
  const unsent = { status: undefined, isUnsent: true }
  assert.deepEqual(await ask(undefined, `${own}`), { ...unsent, why: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  assert.deepEqual(await ask(certificate('pem'), `${another}`), { ...unsent, why: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  assert.deepEqual(await ask(undefined, `https://localhost:${portOf(mute)}/charges`), {
    ...unsent,
    why: 'UND_ERR_CONNECT_TIMEOUT',
  })
  // It may have had the request, as far as this error says.
  assert.equal((await ask(undefined, `http://localhost:${portOf(cut)}/charges`)).isUnsent, false)
  assert.equal(taken, 0)
  assert.deepEqual(await ask(certificate('pem'), `${own}`), { status: 200, isUnsent: false, why: undefined })
  assert.equal(taken, 1)
})
