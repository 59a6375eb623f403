// Bodies that are held open occupy a bounded amount of memory, delay nobody who is known, and are cut after the time for a request.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { basic, type Merchant, openWorld, type World } from '../support/harness/world.ts'

const FIVE_MIB = 5 * 1024 * 1024
/** What an account, and an address without a credential, may hold. */
const OF_ACCOUNT = 32 * 1024 * 1024
const OF_ADDRESS = 4 * 1024 * 1024

for (const engine of ENGINES) {
  describe(`bodies that do not end [${engine}]`, () => {
    let world: World
    let shop: Merchant
    let port: number
    const open = new Set<Socket>()
    before(async () => {
      world = await openWorld(engine, { BASE_URL: '' })
      port = Number(new URL(await world.service.listen()).port)
      shop = await world.merchant()
    })
    after(async () => {
      for (const socket of open) socket.destroy()
      await world.close()
      await stopPostgres()
    })

    /** Sends all of a body but its last byte; answers the status, if one comes before the last byte. */
    const held = async (path: string, length: number, from: Merchant | undefined, type: string) => {
      const socket = connect(port, '127.0.0.1')
      open.add(socket)
      socket.on('error', () => {})
      const heard = once(socket, 'data').then(([bytes]) => Number(/HTTP\/1\.1 (\d+)/.exec(String(bytes))?.[1]))
      const credential = from === undefined ? '' : `authorization: ${basic(from.appKey, from.secret)}\r\n`
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\n${credential}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
      )
      const sent = new Promise((resolve) => socket.write(Buffer.alloc(length - 1, 0x20), resolve))
      return { socket, heard, sent }
    }
    const closeAll = async () => {
      const ends = [...open].map((socket) => {
        const gone = once(socket, 'close')
        socket.destroy()
        return gone
      })
      await Promise.all(ends)
      open.clear()
    }

    test('a file against an unknown dispute is refused before its body is read', async () => {
      const path = '/v1/disputes/dsp_06f8k2v1c9s7m0a3x5z8q4w1e2/files?kind=shipping'
      const all = await Promise.all(Array.from({ length: 20 }, () => held(path, FIVE_MIB, shop, 'application/pdf')))
      assert.deepEqual([...new Set(await Promise.all(all.map(({ heard }) => heard)))], [404])
      await closeAll()
    })

    test('files of one account: so many bytes wait for their last one, further ones are refused, and other accounts are served', async () => {
      const paid = await paidByCard(world, shop, 500)
      const { id } = await disputed(shop, paid)
      const path = `/v1/disputes/${id}/files?kind=shipping`
      const all = await Promise.all(Array.from({ length: 16 }, () => held(path, FIVE_MIB, shop, 'application/pdf')))
      const refused: number[] = []
      for (const { heard } of all) void heard.then((status) => refused.push(status))
      const fit = Math.floor(OF_ACCOUNT / FIVE_MIB)
      while (refused.length < all.length - fit) await new Promise((resolve) => setTimeout(resolve, 20))
      assert.deepEqual([...new Set(refused)], [429])
      const other = await world.merchant()
      const answer = await fetch(`http://127.0.0.1:${port}/v1/customer`, {
        method: 'POST',
        headers: { authorization: basic(other.appKey, other.secret), 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ana', email: 'ana@example.mx' }),
      })
      assert.equal(answer.status, 200)
      await closeAll()
      // What they held is free again.
      const again = await held(path, FIVE_MIB, shop, 'application/pdf')
      await again.sent
      again.socket.write(' ')
      assert.equal(await again.heard, 400)
      await closeAll()
    })

    test('bodies without a credential: an address holds so much, and an account’s call beside them is answered', async () => {
      const length = 250_000
      const count = 30
      const all = await Promise.all(
        Array.from({ length: count }, () => held('/v1/console/session', length, undefined, 'application/json')),
      )
      const refused: number[] = []
      for (const { heard } of all) void heard.then((status) => refused.push(status))
      const fit = Math.floor(OF_ADDRESS / (length + 16 * 1024))
      while (refused.length < count - fit) await new Promise((resolve) => setTimeout(resolve, 20))
      assert.deepEqual([...new Set(refused)], [429])
      const mine = await held('/v1/customer', 200_000, shop, 'application/json')
      await mine.sent
      mine.socket.write(' ')
      assert.equal(await mine.heard, 400)
      await closeAll()
    })

    test('the time for a request holds for its body', async () => {
      const { server } = world.service.app
      const { requestTimeout, headersTimeout } = server
      // Node takes the longer of the two for the time of the whole request.
      assert.ok(headersTimeout <= requestTimeout)
      Object.assign(server, { requestTimeout: 500, headersTimeout: 500 })
      const beganMs = performance.now()
      const slow = await held('/v1/customer', 1_000, shop, 'application/json')
      assert.equal(await slow.heard, 408)
      Object.assign(server, { requestTimeout, headersTimeout })
      // Node looks every thirty seconds, unless it is told otherwise.
      assert.ok(performance.now() - beganMs < 25_000)
      await closeAll()
    })
  })
}
