import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Lookup } from '../../../../src/connectors/resolve.ts'
import { checkedUrl, isAllowedAddress } from '../../../../src/events/webhooks/address.ts'
import { createPoster } from '../../../../src/events/webhooks/post.ts'
import { Failure } from '../../../../src/failures.ts'

const inside = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:192.168.1.1',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:a00:1::1',
  '2001:0:1::1',
  'localhost',
  '',
]
const loopback = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']
const outside = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2806:2f0::1', '::ffff:8.8.8.8']

test('only public addresses are allowed, and in the sandbox this machine', () => {
  for (const sandbox of [true, false]) {
    const policy = { loopback: sandbox, plainHttp: sandbox }
    for (const address of inside) assert.equal(isAllowedAddress(policy, address), false, address)
    for (const address of outside) assert.equal(isAllowedAddress(policy, address), true, address)
    for (const address of loopback) assert.equal(isAllowedAddress(policy, address), sandbox, address)
  }
})

test('production accepts https only', () => {
  const production = { loopback: false, plainHttp: false }
  assert.equal(checkedUrl(production, 'https://Tienda.example.mx:443/avisos#x'), 'https://tienda.example.mx/avisos')
  for (const url of ['http://tienda.example.mx/', 'https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/']) {
    assert.throws(() => checkedUrl(production, url), Failure, url)
  }
  assert.equal(checkedUrl({ loopback: true, plainHttp: true }, 'http://localhost:3000'), 'http://localhost:3000/')
})

test('a name inside a network is refused in production, with the dot of the root too; the sandbox reaches this machine by any name', () => {
  const production = { loopback: false, plainHttp: false }
  const sandbox = { loopback: true, plainHttp: true }
  const names = [
    'localhost',
    'shop.localhost',
    'shop.internal',
    'internal',
    'shop.local',
    'router.home.arpa',
    'intranet',
  ]
  for (const name of names.flatMap((one) => [one, `${one}.`, one.toUpperCase()])) {
    assert.throws(() => checkedUrl(production, `https://${name}/`), Failure, name)
    assert.equal(checkedUrl(sandbox, `http://${name}:3000/`), `http://${name.toLowerCase().replace(/\.$/, '')}:3000/`)
  }
  assert.equal(checkedUrl(production, 'https://tienda.mx./avisos'), 'https://tienda.mx/avisos')
  assert.equal(checkedUrl(production, 'https://mylocal.mx/'), 'https://mylocal.mx/')
  for (const url of ['https://127.0.0.1./', 'https://tienda.mx../', 'https://./', 'https://../'])
    assert.throws(() => checkedUrl(production, url), Failure, url)
})

test('the port of another protocol is refused in production; the sandbox reaches any port of this machine', () => {
  const production = { loopback: false, plainHttp: false }
  for (const port of [9, 22, 25, 110, 143, 465, 587, 6000, 6667]) {
    assert.throws(() => checkedUrl(production, `https://tienda.mx:${port}/`), Failure, String(port))
    checkedUrl({ loopback: true, plainHttp: true }, `http://127.0.0.1:${port}/`)
  }
  for (const port of [80, 443, 3000, 8080, 8443]) checkedUrl(production, `https://tienda.mx:${port}/`)
})

/** A server on this machine that counts what gets through to it. */
async function inner(): Promise<{ port: number; connections: () => number; close(): void }> {
  let connections = 0
  const server = createServer((_request, response) => response.end('secret'))
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a name that was public at registration and now resolves to an internal address is not connected to', async () => {
  const target = await inner()
  const answers = ['8.8.8.8', '127.0.0.1', '127.0.0.1']
  const asked: string[] = []
  const rebinding: Lookup = (hostname, done) => {
    asked.push(hostname)
    done(null, [{ address: answers.shift() ?? '127.0.0.1', family: 4 }])
  }
  const registered = await new Promise<string>((resolve) => {
    rebinding('rebind.example', (_error, [first]) => resolve(first?.address ?? ''))
  })
  assert.equal(isAllowedAddress({ loopback: false, plainHttp: false }, registered), true)
  const poster = createPoster({ loopback: false, plainHttp: false, timeoutMs: 2_000, lookup: rebinding })
  for (const url of [`http://rebind.example:${target.port}/`, `http://127.0.0.1:${target.port}/`]) {
    const reply = await poster.post(url, {}, '{}')
    assert.equal(reply.status, undefined)
    assert.match(reply.error ?? '', /^address not allowed$/)
    assert.equal(reply.answer, '')
  }
  assert.deepEqual(asked, ['rebind.example', 'rebind.example'])
  assert.equal(target.connections(), 0)
  await poster.close()
  target.close()
})

test('a name with one internal address among public ones is refused as a whole', async () => {
  const mixed: Lookup = (_hostname, done) =>
    done(null, [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ])
  const poster = createPoster({ loopback: true, plainHttp: true, timeoutMs: 2_000, lookup: mixed })
  assert.match((await poster.post('http://mixed.example/', {}, '{}')).error ?? '', /^address not allowed$/)
  await poster.close()
})

test('a receiver that does not answer is given up in time', async () => {
  const target = await inner()
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  const poster = createPoster({ loopback: true, plainHttp: true, timeoutMs: 100 })
  const reply = await poster.post(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, {}, '{}')
  assert.deepEqual([reply.status, reply.error], [undefined, 'timeout'])
  assert.ok(reply.durationMs >= 90)
  const slow = createServer((_request, response) => {
    response.writeHead(200)
    response.write('a')
  })
  await new Promise<void>((resolve) => {
    slow.listen(0, '127.0.0.1', resolve)
  })
  const half = await poster.post(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`, {}, '{}')
  assert.equal(half.error, 'timeout')
  await poster.close()
  for (const server of [silent, slow]) {
    server.closeAllConnections()
    server.close()
  }
  target.close()
})
