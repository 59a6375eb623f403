// A name whose servers never answer delays the look-up of no other name.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { exchanger } from '../../../src/connectors/exchange.ts'
import { codecOf } from '../../../src/connectors/iso8583/codec.ts'
import { host } from '../../../src/connectors/iso8583/hosts/ascii-1987.ts'
import { linkTo } from '../../../src/connectors/iso8583/link.ts'
import { connectingBy, createLookup, type Lookup } from '../../../src/connectors/resolve.ts'
import { emailSender } from '../../../src/messages/email.ts'
import { smsSender } from '../../../src/messages/sms.ts'

/**
 * A name server that answers `good.example` with one address, says that `none.example` does not exist, is silent about the other kind of address of
 * `half.example`, and about all other names.
 */
async function withNames<R>(
  work: (lookup: Lookup, server: string) => Promise<R>,
  options: Parameters<typeof createLookup>[0] = {},
): Promise<R> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const text = query.toString('latin1')
    const isFour = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1
    const end = query.indexOf(0, 12) + 5
    const reply = Buffer.from(query.subarray(0, end))
    reply.writeUInt16BE(text.includes('\x04none') ? 0x8183 : 0x8180, 2)
    reply.writeUInt16BE(0, 10)
    if (['\x04good', '\x04half'].some((name) => text.includes(name)) && isFour) {
      reply.writeUInt16BE(1, 6)
      const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 9])
      server.send(Buffer.concat([reply, answer]), port, address)
    } else if (text.includes('good') || text.includes('none')) server.send(reply, port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  try {
    const address = `127.0.0.1:${server.address().port}`
    return await work(createLookup({ servers: () => [address], ...options }), address)
  } finally {
    server.close()
  }
}

const asked = (lookup: Lookup, name: string) =>
  new Promise<LookupAddress[] | string>((resolve) =>
    lookup(name, (error, addresses) => resolve(error ? String(error.code) : addresses)),
  )

test('a name is found while many others are asked for in vain, and each of those ends in time', async () => {
  await withNames(async (lookup) => {
    const silent = Array.from({ length: 30 }, (_, n) => asked(lookup, `silent-${n}.example`))
    const first = await Promise.race([...silent, asked(lookup, 'good.example')])
    assert.deepEqual(first, [{ address: '127.0.0.9', family: 4 }])
    assert.equal(await asked(lookup, 'none.example'), 'ENOTFOUND')
    assert.deepEqual(new Set(await Promise.all(silent)), new Set(['ETIMEOUT']))
  })
})

test('names of this machine are the system’s', async () => {
  await withNames(async (lookup) => {
    const found = await asked(lookup, 'localhost')
    assert.ok(Array.isArray(found) && found.some(({ address }) => address === '127.0.0.1' || address === '::1'))
  })
})

test('a name server that is silent about one kind of address holds up nobody who has the other', async () => {
  await withNames(async (lookup) => {
    const first = await Promise.race([asked(lookup, 'silent.example'), asked(lookup, 'half.example')])
    assert.deepEqual(first, [{ address: '127.0.0.9', family: 4 }])
  })
})

test('after a name server that does not answer, those that the machine has by then are asked', async () => {
  const silent = createSocket('udp4')
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
  try {
    await withNames(async (_, server) => {
      let servers = [`127.0.0.1:${silent.address().port}`]
      const lookup = createLookup({ servers: () => servers })
      servers = [server]
      assert.equal(await asked(lookup, 'good.example'), 'ETIMEOUT')
      assert.deepEqual(await asked(lookup, 'good.example'), [{ address: '127.0.0.9', family: 4 }])
    })
  } finally {
    silent.close()
  }
})

test('a name of the operator that the name server does not know may be one that the system completes; another name may not', async () => {
  const system: Lookup = (hostname, done) =>
    done(null, [{ address: hostname === 'none.example' ? '127.0.0.8' : '', family: 4 }])
  await withNames(
    async (lookup) => {
      assert.deepEqual(await asked(lookup, 'none.example'), [{ address: '127.0.0.8', family: 4 }])
      assert.equal(await asked(lookup, 'silent.example'), 'ETIMEOUT')
    },
    { isOwn: true, system },
  )
  await withNames(async (lookup) => assert.equal(await asked(lookup, 'none.example'), 'ENOTFOUND'), { system })
})

test('a network whose name nobody answers delays no other network, and has surely got nothing', async (t) => {
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.9')
  t.after(() => server.close())
  t.after(() => server.closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await withNames(async (lookup) => {
    const exchange = exchanger(undefined, undefined, connectingBy(lookup))
    const ask = (name: string) =>
      exchange({
        method: 'POST',
        url: `http://${name}:${port}/`,
        headers: {},
        body: '{}',
        maxBytes: 1_000,
        answerMs: 20_000,
        signal: AbortSignal.timeout(20_000),
      })
    const silent = Array.from({ length: 30 }, () => ask('silent.example'))
    let isOver = false
    void Promise.race(silent).then(() => {
      isOver = true
    })
    assert.equal((await ask('good.example')).status, 200)
    assert.equal(isOver, false)
    assert.deepEqual(
      new Set((await Promise.all(silent)).map((one) => one.status === undefined && one.isUnsent)),
      new Set([true]),
    )
  })
})

test('a host of cards, a mail server and an SMS gateway are looked up in the same way', async () => {
  const names: string[] = []
  const lookup = connectingBy((hostname, done) => {
    names.push(hostname)
    done(Object.assign(new Error('silent'), { code: 'ETIMEOUT', syscall: 'queryA' }), [])
  })
  const line = linkTo({
    address: { host: 'host.example', port: 1 },
    header: '2-byte',
    echoMs: 60_000,
    host,
    codec: codecOf(host),
    lookup,
    nowMs: Date.now,
    note: () => {},
  })
  assert.equal(await line.look(AbortSignal.timeout(20_000)), 'no connection: ETIMEOUT')
  const mail = emailSender({ smtpUrl: 'smtp://mail.example', from: 'Cobro <a@b.mx>', timeoutMs: 20_000, lookup })
  const letter = { id: 'msg_1', to: 'ana@example.mx', subject: 'x', text: 'x', html: 'x' }
  assert.equal((await mail({ ...letter, attachment: undefined, logo: undefined, replyTo: undefined })).sent, false)
  const sms = smsSender({ url: 'http://sms.example/', account: 'A', token: 't', from: 'C', timeoutMs: 20_000, lookup })
  assert.equal((await sms({ id: 'msg_1', phone: '5512345678', text: 'x' })).sent, false)
  assert.deepEqual(names, ['host.example', 'mail.example', 'sms.example'])
})
