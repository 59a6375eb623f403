// A name whose servers never answer delays the look-up of no other name.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { test } from 'node:test'
import { createLookup, type Lookup } from '../../../../src/events/webhooks/resolve.ts'

/** A name server that answers `good.example` with one address, says that `none.example` does not exist, and is silent about others. */
async function withNames<R>(work: (lookup: Lookup) => Promise<R>): Promise<R> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const text = query.toString('latin1')
    const isFour = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1
    const end = query.indexOf(0, 12) + 5
    const reply = Buffer.from(query.subarray(0, end))
    reply.writeUInt16BE(text.includes('\x04none') ? 0x8183 : 0x8180, 2)
    reply.writeUInt16BE(0, 10)
    if (text.includes('\x04good') && isFour) {
      reply.writeUInt16BE(1, 6)
      const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 9])
      server.send(Buffer.concat([reply, answer]), port, address)
    } else if (text.includes('good') || text.includes('none')) server.send(reply, port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  try {
    return await work(createLookup({ servers: [`127.0.0.1:${server.address().port}`] }))
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
    const begun = performance.now()
    const silent = Array.from({ length: 30 }, (_, n) => asked(lookup, `silent-${n}.example`))
    assert.deepEqual(await asked(lookup, 'good.example'), [{ address: '127.0.0.9', family: 4 }])
    assert.ok(performance.now() - begun < 1_500)
    assert.equal(await asked(lookup, 'none.example'), 'ENOTFOUND')
    assert.deepEqual(new Set(await Promise.all(silent)), new Set(['ETIMEOUT']))
    assert.ok(performance.now() - begun < 13_000)
  })
})

test('names of this machine are the system’s', async () => {
  await withNames(async (lookup) => {
    const found = await asked(lookup, 'localhost')
    assert.ok(Array.isArray(found) && found.some(({ address }) => address === '127.0.0.1' || address === '::1'))
  })
})
