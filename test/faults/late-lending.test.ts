// A process that had no processor for a while finds a connection free after the deadline of who waits for it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createPool, NotAsked } from '../../src/store/postgres/pool.ts'
import type { Session } from '../../src/store/postgres/session.ts'
import { newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'

const WAIT_MS = 200

after(stopPostgres)

function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('work is not begun after its deadline, and its connection goes to the next', async (t) => {
  const warnings: string[] = []
  const keep = ({ name }: Error) => warnings.push(name)
  process.on('warning', keep)
  const pool = createPool(await newDatabaseUrl('postgres'), 1, { connectTimeoutMs: 10_000, statementTimeoutMs: 0 })
  t.after(() => pool.close())
  t.after(() => process.off('warning', keep))
  const within = (ms: number) => ({ deadlineMs: performance.now() + ms })
  const backendOf = async (session: Session) => {
    const [row] = await session.exchange([{ text: 'select pg_backend_pid() as pid', values: [] }])
    return row?.pid
  }
  const before = await pool.use(within(10_000), backendOf)
  const held = pool.use(within(10_000), async (session) => {
    await backendOf(session)
    standStill(2 * WAIT_MS)
  })
  let began = false
  const late = pool.use(within(WAIT_MS), async () => {
    began = true
  })
  const next = pool.use(within(10_000), backendOf)
  await assert.rejects(late, NotAsked)
  await held
  assert.equal(began, false)
  assert.equal(await next, before)
  await turn()
  assert.deepEqual(warnings, [])
})
