// Processes whose machines' clocks differ share the database server's time: payments, sessions and vouchers are the same at each, and a process whose
// clock is far off says so and is not ready.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { createClock } from '../../../src/core/clock.ts'
import { createService } from '../../../src/service.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { openTwin } from '../../support/harness/twin.ts'
import { MANY_AT_ONCE, openWorld, type World, worldOf } from '../../support/harness/world.ts'

/** Two processes; the clock of the second one's machine is ahead. */
async function twoClocks(aheadMs: number): Promise<World> {
  const world = await openWorld('postgres', MANY_AT_ONCE)
  const twin = await openTwin(world.environment, aheadMs)
  const both = worldOf('postgres', world.environment, world.service, twin)
  const close = async () => {
    await twin.close()
    await world.close()
  }
  return { ...both, close }
}

if (ENGINES.includes('postgres'))
  describe('two processes whose clocks differ [postgres]', () => {
    after(stopPostgres)

    for (const aheadMs of [30_000, -30_000, 600_000, -600_000]) {
      test(`by ${aheadMs / 1_000} s: every card is taken, every voucher is paid, no deposit is suspended, no message waits`, async (t) => {
        const world = await twoClocks(aheadMs)
        t.after(() => world.close())
        const merchant = await world.merchant()
        for (let nth = 0; nth < 8; nth += 1) {
          const paid = await payByCard(world, merchant, APPROVED)
          assert.equal(paid.status, 200, paid.text)
          assert.equal(paid.body.result.operations[0].status, 'N')
          const store = await storeVoucher(merchant)
          await payAtStore(merchant, { transaction: store.transaction })
          const spei = await speiVoucher(merchant, { total: 100 })
          await payBySpei(merchant, { transaction: spei.transaction })
          for (const { transaction } of [store, spei])
            assert.equal((await operationOf(merchant, transaction)).status, 'N')
          await merchant.get(`/v1/operations/${spei.transaction}/send?email=a${nth}@b.mx`)
        }
        await world.work()
        const { db } = world.service.store
        const suspended = await db
          .selectFrom('payments_received')
          .select('id')
          .where('outcome', '=', 'suspended')
          .execute()
        assert.equal(suspended.length, 0)
        const waiting = await db.selectFrom('messages').select('id').where('state', '=', 'pending').execute()
        assert.equal(waiting.length, 0)
        await assertAudited(world)
      })
    }

    test('one whose clock is thirty seconds off is ready and says so; one that is ten minutes off is not ready, and says why', async (t) => {
      const world = await openWorld('postgres')
      t.after(() => world.close())
      for (const [aheadMs, status] of [
        [30_000, 200],
        [600_000, 503],
        [-600_000, 503],
      ] as const) {
        const lines: string[] = []
        const service = await createService(readConfig(world.environment), {
          clock: createClock(undefined, { systemMs: () => Date.now() + aheadMs }),
          log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
        })
        try {
          const ready = await service.app.inject({ url: '/readyz', headers: { 'accept-language': 'en' } })
          assert.equal(ready.statusCode, status, ready.body)
          if (status === 503) assert.match(ready.body, /clock of this machine and that of the database differ by 600 s/)
          assert.match(lines.join(''), /clock of this machine differs/)
          const metrics = await service.app.inject({ url: '/metrics' })
          const seconds = Number(/^cobro_clock_ahead_seconds (\S+)$/m.exec(metrics.body)?.[1])
          assert.ok(Math.abs(seconds - aheadMs / 1_000) < 2, `${seconds}`)
        } finally {
          await service.close()
        }
      }
    })
  })
