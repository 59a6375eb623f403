import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, operationsOf, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const LATER_APPROVED = '4000000000010027'
const LATER_DECLINED = '4000000000010035'
const NEVER_SEEN = '4000000000010043'
const SLOW = '4000000000010019'

onBothEngines(
  'a payment without an answer is queried until its outcome is known',
  (world) => {
    const advanceClock = async (ms: number) => {
      const { clock, store } = world().service
      const state = clock.state()
      const next = { ...state, offsetMs: state.offsetMs + ms }
      clock.follow(await writeClockState(store, next))
    }
    const recovered = async (merchant: Merchant) => {
      await advanceClock(10_000)
      await world().work()
      const [operation] = await operationsOf(world(), merchant)
      assert.ok(operation)
      return operation
    }

    test('the call answers pending: accepted, not yet paid', async () => {
      const merchant = await world().merchant()
      const { status, body } = await payByCard(world(), merchant, LATER_APPROVED)
      assert.equal(status, 200)
      assert.equal(body.success, true)
      assert.equal(body.result.status, false)
      assert.equal(body.result.autorization_code, '')
      assert.equal(body.result.sales, '0.00')
      assert.equal(body.result.commissions.amount, 0)
      assert.equal(body.result.recipe.status, 'P')
    })

    test('the bank is not asked before the deadline is well over', async () => {
      const merchant = await world().merchant()
      await payByCard(world(), merchant, LATER_APPROVED)
      await world().work()
      assert.equal((await operationsOf(world(), merchant))[0]?.status, 'pending')
    })

    test('a payment that is found approved is paid, with its code, once', async () => {
      const merchant = await world().merchant()
      await payByCard(world(), merchant, LATER_APPROVED)
      const operation = await recovered(merchant)
      assert.equal(operation.status, 'paid')
      assert.match(operation.authorization_code, /^\d{6}$/)
      await recovered(merchant)
      const { store } = world().service
      const postings = await store.db
        .selectFrom('postings')
        .select('entry')
        .where('entry', '=', `${operation.id}:paid`)
        .where('line', '=', 0)
        .execute()
      assert.equal(postings.length, 1)
    })

    test('the answer of a slow bank after the deadline is found as an approval', async () => {
      const merchant = await world().merchant()
      const { body } = await payByCard(world(), merchant, SLOW)
      assert.equal(body.result.status, false)
      assert.equal((await recovered(merchant)).status, 'paid')
    })

    test('a payment that is found declined is declined, and its external transaction is free again', async () => {
      const merchant = await world().merchant()
      const named = { 'payment.external.transaction': 'U-1' }
      await payByCard(world(), merchant, LATER_DECLINED, named)
      const operation = await recovered(merchant)
      assert.deepEqual([operation.status, operation.decline_code], ['declined', '05'])
      assert.equal((await payByCard(world(), merchant, APPROVED, named)).status, 200)
    })

    test('a payment that the bank never saw is declined with 91', async () => {
      const merchant = await world().merchant()
      await payByCard(world(), merchant, NEVER_SEEN)
      const operation = await recovered(merchant)
      assert.deepEqual([operation.status, operation.decline_code], ['declined', 'no-answer'])
    })

    test('while it is pending, the same charge gets the same payment and a different charge conflicts', async () => {
      const merchant = await world().merchant()
      const token = await tokenFor(world(), merchant, LATER_APPROVED)
      const charge = chargeOf(token, { 'payment.external.transaction': 'U-2' })
      const first = await sendCharge(world(), merchant, charge)
      const again = await sendCharge(world(), merchant, charge)
      assert.deepEqual(again.body, first.body)
      const other = { ...charge, months: 3 }
      assert.equal((await sendCharge(world(), merchant, other)).status, 409)
      await recovered(merchant)
      const after = await sendCharge(world(), merchant, charge)
      assert.equal(after.body.result.status, true)
      assert.equal(after.body.result.token, first.body.result.token)
    })

    test('an event reports the outcome', async () => {
      const merchant = await world().merchant()
      await payByCard(world(), merchant, LATER_APPROVED)
      const operation = await recovered(merchant)
      const events = await world()
        .service.store.db.selectFrom('events')
        .select('type')
        .where('operation_id', '=', operation.id)
        .execute()
      assert.deepEqual(
        events.map((event) => event.type),
        ['operation.paid'],
      )
    })
  },
  { ACQUIRER_TIMEOUT_MS: '60' },
)
