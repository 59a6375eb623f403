// Whoever leaves a live view, does not read it, or meets a database that is away, takes no place in it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { insert, run } from '../../src/store/write.ts'
import { person, type SignedIn } from '../support/fixtures/console.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { openWorld } from '../support/harness/world.ts'

/** As many as one person may have open. */
const PLACES = 5

async function opened(settings: Record<string, string>, engine: 'sqlite' | 'postgres') {
  const world = await openWorld(engine, { BASE_URL: '', ...settings })
  const { port, hostname } = new URL(await world.service.listen())
  const merchant = await world.merchant()
  const ana = await person(world, merchant, 'developer')
  const watchAs = async ({ cookie }: SignedIn) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`GET /v1/console/requests/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: ${cookie}\r\n\r\n`)
    const [head] = await once(socket, 'data')
    return { socket, status: String(head).split(' ')[1] }
  }
  const watch = () => watchAs(ana)
  const watchAll = () => Promise.all(Array.from({ length: PLACES }, watch))
  return { world, merchant, ana, watch, watchAs, watchAll }
}

type Opened = Awaited<ReturnType<typeof opened>>

/** Waits for a place: whoever left is noticed within a moment. */
async function hasPlace(watch: () => Promise<{ socket: Socket; status: string | undefined }>): Promise<boolean> {
  for (let tries = 0; tries < 40; tries += 1) {
    const { socket, status } = await watch()
    socket.destroy()
    if (status === '200') return true
    await pause(100)
  }
  return false
}

after(stopPostgres)

describe('a live view without a reader uses no place', () => {
  test('a client that does not read is disconnected', async () => {
    const { world, merchant, watch, watchAll } = await opened({}, 'sqlite')
    const all = await watchAll()
    for (const { socket } of all) socket.pause()
    assert.equal((await watch()).status, '429')
    const path = 'x'.repeat(2 * 1024 * 1024)
    const rows = Array.from({ length: 8 }, (_, at) => ({
      ...ROW,
      id: `req_zz${at}`,
      account_id: merchant.accountId,
      path,
    }))
    await world.service.store.commit([insert('requests', ...rows)])
    assert.ok(await hasPlace(watch))
    for (const { socket } of all) socket.destroy()
    await world.close()
  })

  test('who closes only their side has left', async (t) => {
    const { world, watch, watchAll } = await opened({}, 'sqlite')
    t.after(() => world.close())
    const all = await watchAll()
    await Promise.all(
      all.map(({ socket }) => {
        socket.resume().end()
        return once(socket, 'close')
      }),
    )
    assert.equal((await watch()).status, '200')
  })

  test('the people of one account leave places to those of others', async (t) => {
    const { world, merchant, watchAs, watchAll } = await opened({}, 'sqlite')
    t.after(() => world.close())
    const sockets = (await watchAll()).map(({ socket }) => socket)
    const refused: string[] = []
    for (let people = 1; people < 5; people += 1) {
      const one = await person(world, merchant, 'developer')
      const views = await Promise.all(Array.from({ length: PLACES }, () => watchAs(one)))
      sockets.push(...views.map(({ socket }) => socket))
      refused.push(...views.flatMap(({ status }) => (status === '200' ? [] : [String(status)])))
    }
    assert.deepEqual(refused, Array(PLACES).fill('429'))
    const other = await watchAs(await person(world, await world.merchant(), 'developer'))
    assert.equal(other.status, '200')
    for (const socket of [...sockets, other.socket]) socket.destroy()
  })

  for (const [title, readTimeoutMs] of [
    ['who leaves before the first look', 60_000],
    ['whom the database does not answer', 3_000],
  ] as const) {
    // Only there can a table be locked.
    if (!ENGINES.includes('postgres')) continue
    test(title, async (t) => {
      const { world, watch, watchAll } = await opened({ DATABASE_READ_TIMEOUT_MS: String(readTimeoutMs) }, 'postgres')
      t.after(() => world.close())
      const admin = new pg.Client({ connectionString: world.environment.DATABASE_URL })
      await admin.connect()
      await admin.query('begin')
      await admin.query('lock table requests in access exclusive mode')
      const all = await watchAll()
      assert.deepEqual([...new Set(all.map(({ status }) => status))], ['200'])
      const leaves = readTimeoutMs > 3_000
      if (leaves) for (const { socket } of all) socket.destroy()
      await pause(leaves ? 600 : readTimeoutMs + 500)
      await admin.query('rollback')
      assert.ok(await hasPlace(watch))
      for (const { socket } of all) socket.destroy()
      await admin.end()
    })
  }
})

for (const engine of ENGINES) {
  describe(`a live view ends with its session [${engine}]`, () => {
    for (const [title, endSession] of [
      [
        'the person signs out',
        async ({ ana }: Opened) => {
          assert.equal((await ana.call('DELETE', '/v1/console/session')).status, 200)
        },
      ],
      [
        'another process ends the session',
        async ({ world: { service } }: Opened) => {
          const over = service.store.db.updateTable('user_sessions').set({ revoked_at: new Date().toISOString() })
          await service.store.commit([run(over.compile())])
        },
      ],
    ] as const) {
      test(`${title}: no call that comes later is shown`, async () => {
        const all = await opened({}, engine)
        const { world, merchant, watch } = all
        const { socket, status } = await watch()
        assert.equal(status, '200')
        let shown = ''
        socket.on('data', (part) => {
          shown += String(part)
        })
        const row = (id: string) => ({ ...ROW, id, account_id: merchant.accountId, path: '/v1/plan' })
        // A call that is recorded before the first look is not shown.
        for (let nth = 0; !shown.includes('req_zy'); nth += 1) {
          await world.service.store.commit([insert('requests', row(`req_zy${nth}`))])
          await pause(200)
        }
        const ended = once(socket, 'end')
        await endSession(all)
        await world.service.store.commit([insert('requests', row('req_zz2'))])
        await ended
        assert.ok(!shown.includes('req_zz2'), shown)
        socket.destroy()
        await world.close()
      })
    }
  })
}

const ROW = {
  created_at: '2026-11-20T00:00:00.000Z',
  method: 'GET',
  route: '/v1/plan',
  status: 200,
  code: '',
  duration_ms: 1,
  caller: 'crd_1',
  operator: '',
  address: '',
  idempotency_key: '',
  replayed: 0,
  operation_id: null,
  headers: null,
  body: null,
  answer: null,
} as const
