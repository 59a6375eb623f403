import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachHeld } from '../../../src/service/open-items.ts'
import { insert, run, update } from '../../../src/store/write.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { person, type SignedIn } from '../../support/fixtures/console.ts'
import { assertAudited, balanceOf, eventsOf } from '../../support/fixtures/payers.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { passTime } from '../../support/harness/pass-time.ts'
import { type Answer, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const SILENT = '4000000000010027'
const NEVER_SEEN = '4000000000010043'

const total = (amount: string) => ({ 'payment.total.amount': amount })

async function advicesOf(world: World, merchant: Merchant) {
  const rows = await world.service.store.db
    .selectFrom('advices')
    .selectAll()
    .where('account_id', '=', merchant.accountId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row }))
}

async function only(world: World, merchant: Merchant) {
  const [operation, ...others] = await operationsOf(world, merchant)
  assert.ok(operation)
  assert.deepEqual(others, [])
  return operation
}

async function heldOf(world: World, merchant: Merchant) {
  const found = []
  for await (const one of eachHeld(world.service.store)) if (one.accountId === merchant.accountId) found.push(one)
  return found
}

onBothEngines(
  'a charge that may have happened is undone by advices until the acquirer acknowledges',
  (world) => {
    test('the bank never saw the charge: the payment is declined, and the advice is repeated until it is acknowledged', async () => {
      const merchant = await world().merchant()
      const { body } = await payByCard(world(), merchant, APPROVED, {
        ...total('4001.09'),
        'payment.external.transaction': 'A-1',
      })
      assert.equal(body.result.recipe.status, 'P')
      assert.deepEqual(await advicesOf(world(), merchant), [])
      await passTime(world(), 6_000)
      const operation = await only(world(), merchant)
      assert.equal(operation.status, 'declined')
      const [first] = await advicesOf(world(), merchant)
      assert.deepEqual([first?.state, first?.attempts, first?.reason], ['pending', 1, 'no-answer'])
      assert.deepEqual([first?.operation_id, first?.amount_centavos], [operation.id, 400_109])

      const [held] = await heldOf(world(), merchant)
      assert.deepEqual([held?.id, held?.amountCentavos], [first?.id, 400_109])
      assert.match(held?.because[1] ?? '', new RegExp(`^charge of ${operation.id} not undone after 1 advices$`))
      const metrics = await world().send({ method: 'GET', url: '/metrics' })
      assert.match(metrics.text, /^cobro_advices_open [1-9]/m)
      assert.match(metrics.text, /^cobro_advices_oldest_seconds \d/m)
      await assertAudited(world())

      await passTime(world(), 6_000)
      assert.equal((await advicesOf(world(), merchant))[0]?.attempts, 2)
      await passTime(world(), 11_000)
      const [done] = await advicesOf(world(), merchant)
      assert.deepEqual([done?.state, done?.attempts, done?.due_at], ['acknowledged', 3, null])
      assert.deepEqual(await heldOf(world(), merchant), [])
      assert.equal(await balanceOf(world(), merchant, 'receivable:acquirer'), 0)
      assert.deepEqual(await eventsOf(world(), operation.id), { 'operation.declined': 1 })
      await assertAudited(world())
    })

    test('the waits grow to an hour, and the advice is never given up', async () => {
      const merchant = await world().merchant()
      await payByCard(world(), merchant, APPROVED, total('4001.10'))
      await passTime(world(), 6_000)
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        const [advice] = await advicesOf(world(), merchant)
        assert.deepEqual([advice?.state, advice?.attempts], ['pending', attempt])
        const waitMs = Date.parse(advice?.due_at ?? '') - world().service.clock.epochMs()
        assert.ok(waitMs > 0 && waitMs <= Math.min(5_000 * 2 ** (attempt - 1), 3_600_000), String(waitMs))
        await passTime(world(), waitMs)
      }
      assert.equal((await advicesOf(world(), merchant))[0]?.state, 'acknowledged')
    })

    test('an advice that the bank refuses for good stays in the list for a person', async () => {
      const merchant = await world().merchant()
      await payByCard(world(), merchant, APPROVED, total('4001.11'))
      await passTime(world(), 6_000)
      await passTime(world(), 86_400_000)
      const [advice] = await advicesOf(world(), merchant)
      assert.deepEqual([advice?.state, advice?.attempts, advice?.refusal], ['refused', 1, 'already settled'])
      assert.match((await heldOf(world(), merchant))[0]?.because[1] ?? '', /: already settled$/)
      await assertAudited(world())
    })

    test('at the console two operators close an advice that was refused, once, and the trail has both and the reason', async () => {
      const [merchant, house] = [await world().merchant(), await world().merchant()]
      await payByCard(world(), merchant, APPROVED, total('4001.11'))
      await passTime(world(), 6_000)
      const id = (await advicesOf(world(), merchant))[0]?.id ?? ''
      const [ana, luz] = [await person(world(), house, 'operator'), await person(world(), house, 'owner')]
      const close = `/v1/console/open/${id}/close`
      const because = 'El adquirente lo deshizo, folio 81'
      const asked = (who: SignedIn, path = close) =>
        who.call('POST', path.replace('/v1/', '/v1/console/ask/'), { because }, { 'cobro-asked-method': 'POST' })
      const outcome = ({ status, body }: Answer) => [status, body.error?.code]

      assert.deepEqual(outcome(await ana.call('POST', close, { because })), [403, 'SecondPersonException'])
      assert.equal((await luz.call('POST', close, { because })).status, 403)
      assert.deepEqual(outcome(await asked(ana)), [409, 'SecondPersonException'], 'an owner is no second operator')
      const leo = await person(world(), house, 'operator')
      assert.equal((await asked(luz)).status, 403)
      assert.equal((await asked(ana, close.replace(id, 'adv_none'))).status, 404)
      const kept = await asked(ana)
      assert.equal(kept.status, 200, kept.text)
      const approve = (who: SignedIn) =>
        who.call('POST', `/v1/console/approvals/${kept.body.result.approval}/approve`, {})
      const waiting = async (who: SignedIn) => (await who.call('GET', '/v1/console/approvals')).body.result.approvals
      assert.deepEqual(await waiting(luz), [])
      const [shown] = await waiting(leo)
      assert.deepEqual([shown.amount, shown.asked.body.because, shown.may_decide], ['4001.11', because, true])
      assert.deepEqual([(await approve(luz)).status, (await approve(ana)).status], [403, 403])
      assert.equal((await advicesOf(world(), merchant))[0]?.state, 'refused')

      const both = await Promise.all([approve(leo), approve(leo)])
      assert.ok(
        both.some(({ status, body }) => status === 200 && body.result.status === 'done'),
        both.map(({ text }) => text).join(),
      )
      assert.equal((await advicesOf(world(), merchant))[0]?.state, 'closed')
      const trail = async (action: string, about: string) =>
        (await leo.call('GET', `/v1/console/trail?action=${action}`)).body.result.records.filter(
          ({ subject }: { subject: string }) => subject === about,
        )
      const [closed, ...more] = await trail('advice.closed', id)
      assert.deepEqual([closed.after.because, closed.operator.includes(leo.email), more], [because, true, []])
      const [approved] = await trail('approval.approved', kept.body.result.approval)
      assert.ok(approved.after.asked_by.includes(ana.email))
      assert.equal(approved.after.amount, '4001.11')
      await assertAudited(world())
    })

    test('an approval after the deadline is accepted while the payment is pending', async () => {
      const merchant = await world().merchant()
      const { body } = await payByCard(world(), merchant, APPROVED, total('4001.07'))
      assert.equal(body.result.status, false)
      // A late answer of the acquirer is handled after the request: it may take a moment.
      await eventually(async () => (await only(world(), merchant)).status === 'paid', 'the late approval')
      assert.match((await only(world(), merchant)).authorization_code, /^\d{6}$/)
      assert.deepEqual(await advicesOf(world(), merchant), [])
      await assertAudited(world())
    })

    for (const forged of ['a payment that was paid', 'another amount', 'no payment'] as const) {
      test(`an advice that names ${forged} undoes nothing, and the audit names it`, async () => {
        const merchant = await world().merchant()
        const { store } = world().service
        const isPaid = forged === 'a payment that was paid'
        await payByCard(world(), merchant, isPaid ? APPROVED : NEVER_SEEN)
        if (!isPaid) await passTime(world(), 6_000)
        const operation = await only(world(), merchant)
        const before = await advicesOf(world(), merchant)
        const row = {
          id: `adv_forged_${operation.id}`,
          account_id: merchant.accountId,
          operation_id: isPaid ? operation.id : 'x',
          network: operation.network,
          network_reference: null,
          amount_centavos: operation.total_centavos,
          reason: 'late-approval' as const,
          state: 'pending' as const,
          refusal: '',
          attempts: 0,
          due_at: operation.created_at,
          leased_until: 0,
          created_at: operation.created_at,
          closed_at: null,
        }
        if (forged === 'another amount') {
          const anew = { state: 'pending', due_at: row.due_at, attempts: 0, amount_centavos: 1 } as const
          await store.commit([update('advices', anew, { id: before[0]?.id ?? '' })])
        } else await store.commit([insert('advices', row)])
        await world().work()
        const id = forged === 'another amount' ? before[0]?.id : row.id
        const after = (await advicesOf(world(), merchant)).find((one) => one.id === id)
        assert.deepEqual([after?.state, after?.attempts], ['refused', 1])
        assert.match(after?.refusal ?? '', /^no operation/)
        const { body } = await merchant.get('/v1/sandbox/audit')
        const check = body.result.invariants.find((one: { name: string }) => one.name === 'advices')
        assert.ok(check.faults > 0)
        const restored = update('advices', { amount_centavos: operation.total_centavos }, { id: id ?? '' })
        const gone = run(
          store.db
            .deleteFrom('advices')
            .where('id', '=', id ?? '')
            .compile(),
          1,
        )
        await store.commit([forged === 'another amount' ? restored : gone])
        await assertAudited(world())
      })
    }

    test('a payment given up without its advice is named by the audit', async () => {
      const merchant = await world().merchant()
      await payByCard(world(), merchant, NEVER_SEEN)
      await passTime(world(), 6_000)
      const [advice] = await advicesOf(world(), merchant)
      assert.ok(advice)
      const { store } = world().service
      await store.commit([run(store.db.deleteFrom('advices').where('id', '=', advice.id).compile(), 1)])
      const { body } = await merchant.get('/v1/sandbox/audit')
      const check = body.result.invariants.find((one: { name: string }) => one.name === 'advices')
      assert.deepEqual([check.faults, check.first.id], [1, advice.operation_id])
      await store.commit([insert('advices', advice)])
      await assertAudited(world())
    })
  },
  { ACQUIRER_TIMEOUT_MS: '60' },
)

onBothEngines(
  'an acquirer that cannot be queried is told to undo the charge that it did not answer',
  (world) => {
    test('the payment is declined at the deadline, and a late approval stays undone', async () => {
      const merchant = await world().merchant()
      const { status, body } = await payByCard(world(), merchant, APPROVED, total('4001.07'))
      assert.deepEqual([status, body.error.code, body.error.detail.code], [402, 'PaymentException', '91'])
      const operation = await only(world(), merchant)
      assert.equal(operation.status, 'declined')
      const reference = async () => (await advicesOf(world(), merchant))[0]?.network_reference
      await eventually(async () => (await reference()) !== null, 'the approval on record')
      await world().work()
      const [advice, ...others] = await advicesOf(world(), merchant)
      assert.deepEqual([advice?.state, advice?.reason, others], ['acknowledged', 'no-answer', []])
      assert.match(advice?.network_reference ?? '', /^sbx-/)
      assert.equal((await only(world(), merchant)).status, 'declined')
      assert.equal(await balanceOf(world(), merchant, 'receivable:acquirer'), 0)
      await assertAudited(world())
    })

    test('the external transaction is free again, and the next charge under it is a new one', async () => {
      const merchant = await world().merchant()
      const named = { 'payment.external.transaction': 'B-1' }
      assert.equal((await payByCard(world(), merchant, SILENT, named)).status, 402)
      assert.equal((await payByCard(world(), merchant, APPROVED, named)).status, 200)
      await world().work()
      assert.deepEqual(
        (await operationsOf(world(), merchant)).map((one) => one.status),
        ['declined', 'paid'],
      )
      await assertAudited(world())
    })
  },
  { ACQUIRER_TIMEOUT_MS: '60', ACQUIRER: 'sandbox-advice' },
)

onBothEngines(
  'an acquirer that takes no advices is asked for a day whether the charge has arrived',
  (world) => {
    test('a charge that is not seen for a day is known not to have happened', async () => {
      const merchant = await world().merchant()
      await payByCard(world(), merchant, NEVER_SEEN)
      await passTime(world(), 6_000)
      for (let round = 0; round < 3; round += 1) {
        await passTime(world(), 3_600_000)
        assert.equal((await advicesOf(world(), merchant))[0]?.state, 'pending')
      }
      await passTime(world(), 24 * 3_600_000)
      assert.equal((await advicesOf(world(), merchant))[0]?.state, 'acknowledged')
      await assertAudited(world())
    })
  },
  { ACQUIRER_TIMEOUT_MS: '60', ACQUIRER: 'sandbox-inquiry' },
)
