// A charge whose process was killed gets its outcome when its repeat asks after the time that an acquirer has, also while the sandbox's clock stands still:
// processes and networks live in real time.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Write } from '../../../src/store/write.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, operationsOf, sendCharge } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { mortalWorld } from '../../support/harness/mortal-world.ts'

/** An acquirer has answered by then, or never will. */
const OVER_MS = 120_000

const recordsPaid = (write: Write) =>
  write.kind === 'update' && write.table === 'operations' && write.set.status === 'paid'

for (const engine of ENGINES)
  describe(`a charge whose process is killed while the clock stands still [${engine}]`, () => {
    after(stopPostgres)

    test('answers its repeat as soon as the acquirer’s time is over', async (t) => {
      const { world, killedAt, followed } = await mortalWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      await moveClock(merchant, { freeze: true })
      const charge = chargeOf(await tokenFor(world, merchant, APPROVED))
      const send = () => sendCharge(world, merchant, charge, { headers: { 'idempotency-key': 'order-1' } })
      await killedAt(recordsPaid, async () => {
        const { status } = await send()
        if (status === 500) throw new Error('the process is gone')
      })
      followed(1_000)
      // Its acquirer may still answer, and nobody else may ask.
      const early = await send()
      assert.equal(early.status, 409, early.text)
      assert.equal(early.body.error.reason, 'idempotency-key-running')
      assert.equal((await operationsOf(world, merchant))[0]?.status, 'pending')
      followed(OVER_MS)
      const answers = await Promise.all([send(), send(), send()])
      // While one of them asks the acquirer, the others wait for it.
      assert.ok(answers.some(({ status }) => status === 200))
      for (const { status, text } of answers) assert.ok(status === 200 || status === 409, text)
      const last = await send()
      assert.equal(last.status, 200, last.text)
      assert.equal(last.body.result.status, true)
      assert.equal(last.headers['idempotent-replayed'], 'true')
      const operations = await operationsOf(world, merchant)
      assert.deepEqual(
        operations.map(({ status }) => status),
        ['paid'],
      )
      await assertAudited(world)
    })
  })
