// A charge whose answer comes later counts against card testing like one that is answered at once: neither a slow bank nor many charges at
// the same time give whoever tries cards more tries, and an honest card keeps none behind.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Acquirer, InquiryAnswer } from '../../../src/connectors/acquirer.ts'
import { INSTANT_LENGTH } from '../../../src/core/sliding-tries.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { cardOf, RIGHT_CODE, strictBank } from '../../support/fixtures/card-thieves.ts'
import { chargeOf, operationsOf, sendCharge } from '../../support/fixtures/charges.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

const HOUR_MS = 3_600_000
const TIMEOUT_MS = 60

for (const engine of ENGINES) {
  describe(`late answers count against card testing [${engine}]`, () => {
    const strict = strictBank()
    /** Whether answers come after the deadline, and whether they come at all: else the bank is asked for them. */
    let slow: 'no' | 'late' | 'asked-for' = 'no'
    const answers = new Map<string, InquiryAnswer>()
    const acquirer: Acquirer = {
      ...strict.acquirer,
      authorise: async (request, signal) => {
        const outcome = await strict.acquirer.authorise(request, signal)
        if (outcome.kind !== 'not-processed') answers.set(request.operationId, outcome)
        if (slow === 'asked-for') return new Promise(() => {})
        if (slow === 'late') await new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT_MS))
        return outcome
      },
      inquire: async ({ operationId }) => answers.get(operationId) ?? { kind: 'never-seen' },
    }
    let world: World
    before(async () => {
      const settings = {
        ATTACK_LIMITS: 'on',
        CARD_LIMITS: 'bin-hour=12, credential-hour=100',
        ACQUIRER_TIMEOUT_MS: String(TIMEOUT_MS),
      }
      world = await openWorld(engine, settings, { connectors: { acquirer } })
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    const pass = async (ms: number) => {
      const { clock, store } = world.service
      clock.follow(await writeClockState(store, { ...clock.state(), offsetMs: clock.state().offsetMs + ms }))
      await world.work()
    }
    const newHour = () => pass(HOUR_MS - (world.service.clock.epochMs() % HOUR_MS) + 1_000)
    let cards = 0
    const pay = (merchant: Merchant, bin: string, cvv: string, number = cardOf(bin, ++cards)) => {
      const card = { number, cvv, holder_name: 'ANA', expiration: '3912' }
      return sendCharge(world, merchant, chargeOf('', { recurrent: undefined, card }))
    }
    const triesOf = async () => {
      const rows = await world.service.store.db.selectFrom('card_tries').select('tries').execute()
      return rows.reduce((sum, { tries }) => sum + tries.length / INSTANT_LENGTH, 0)
    }
    const settled = (merchant: Merchant) =>
      eventually(async () => (await operationsOf(world, merchant)).every(({ status }) => status !== 'pending'))

    for (const [how, bin] of [
      ['late', '453301'],
      ['asked-for', '453302'],
    ] as const) {
      test(`refusals that are ${how === 'late' ? 'reported after the deadline' : 'found by asking'} stop the BIN`, async () => {
        await newHour()
        const merchant = await world.merchant()
        slow = how
        for (let nth = 0; nth < 12; nth += 1)
          assert.equal((await pay(merchant, bin, '000')).body.result?.recipe?.status, 'P')
        if (how === 'asked-for') await pass(20_000)
        await settled(merchant)
        slow = 'no'
        assert.equal((await pay(merchant, bin, RIGHT_CODE)).status, 429)
        assert.equal((await pay(merchant, '453309', RIGHT_CODE)).status, 200, 'no other BIN')
      })

      test(`approvals that are ${how === 'late' ? 'reported after the deadline' : 'found by asking'} leave no failed try behind`, async () => {
        await newHour()
        const merchant = await world.merchant()
        const before = await triesOf()
        slow = how
        const number = cardOf(bin, 900)
        for (let nth = 0; nth < 8; nth += 1) {
          const { status, text } = await pay(merchant, bin, RIGHT_CODE, number)
          assert.equal(status, 200, text)
          if (how === 'asked-for') await pass(20_000)
          await settled(merchant)
        }
        slow = 'no'
        assert.equal(await triesOf(), before)
      })
    }

    test('of forty cards of one BIN that are charged at once, no more than the limit reach the bank', async () => {
      await newHour()
      const merchant = await world.merchant()
      const before = strict.asked.length
      const all = await Promise.all(Array.from({ length: 40 }, () => pay(merchant, '453303', '000')))
      assert.ok(all.every(({ status }) => status === 402 || status === 429))
      assert.ok(strict.asked.length - before <= 12, `asked ${strict.asked.length - before} times`)
      // None of them is awaited any more: an honest card of another BIN, and of this one when they do not count any more, pays.
      assert.equal((await pay(merchant, '453304', RIGHT_CODE)).status, 200)
      await pass(HOUR_MS + 10 * 60_000)
      assert.equal((await pay(merchant, '453303', RIGHT_CODE)).status, 200)
    })
  })
}
