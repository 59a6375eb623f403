// What is stuck in the whole service is mended at the console as at a terminal: one function, one effect; what moves or gives up money is made by two
// operators, and the trail has both.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { closeOpen, releaseOpen } from '../../../src/console/mending/actions.ts'
import { newId } from '../../../src/core/ids.ts'
import { readCauses } from '../../../src/service/transfer-causes.ts'
import { NO_ACCOUNT } from '../../../src/store/no-account.ts'
import { inTurn } from '../../../src/store/row-queue.ts'
import { insert, update } from '../../../src/store/write.ts'
import type { TransferRow } from '../../../src/transfers/tables.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { person, type SignedIn } from '../../support/fixtures/console.ts'
import { paidByCard } from '../../support/fixtures/disputes.ts'
import {
  assertAudited,
  balanceOf,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Answer, type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const CLABE_OF_NOBODY = '646180110400000007'
const PAYER = '002010077777777771'
const CLOSED = '646180990000000012'
const FOREIGN = '032180000118359719'
const BECAUSE = 'Según su portal, folio 4711'
const BY = operatorActor('ana', 'cobro held')

interface Item {
  id: string
  what: string
  amount: string
  account: string
  acts: string[]
  two: boolean
  waits: string | null
  asked: boolean
  left: string | null
  to: { clabe: string; name: string } | null
}

for (const engine of ENGINES) {
  describe(`what is stuck is mended at the console [${engine}]`, () => {
    const own = sandboxAcquirer()
    const unknown = async () => ({ kind: 'unknown' as const })
    let saying: Partial<Acquirer> = {}
    const acquirer: Acquirer = {
      ...own,
      authorise: (...asked) => (saying.authorise ?? own.authorise)(...asked),
      inquire: (...asked) => (saying.inquire ?? own.inquire)(...asked),
      capture: (...asked) => (saying.capture ?? own.capture)(...asked),
      reverse: (...asked) => (saying.reverse ?? own.reverse)(...asked),
      refund: (...asked) => (saying.refund ?? own.refund ?? unknown)(...asked),
    }
    let world: World
    let [ana, leo, owner] = [] as unknown as [SignedIn, SignedIn, SignedIn]
    let keys = 0
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { acquirer } })
      const house = await world.merchant()
      ana = await person(world, house, 'operator')
      leo = await person(world, house, 'operator')
      owner = await person(world, house, 'owner')
    })
    after(() => world.close())

    const path = (id: string, act: string) => `/v1/console/open/${id}/${act}`
    const ask = (who: SignedIn, id: string, act: string, body: object = {}) =>
      who.call('POST', path(id, act).replace('/v1/', '/v1/console/ask/'), body, { 'cobro-asked-method': 'POST' })
    const approve = (who: SignedIn, approval: string) =>
      who.call('POST', `/v1/console/approvals/${approval}/approve`, {})
    const answer = ({ status, body }: Answer) => [status, body.error?.reason]
    const openOf = async (id: string): Promise<Item | undefined> =>
      (await ana.call('GET', '/v1/console/open')).body.result.items.find((one: Item) => one.id === id)
    const needsOf = async (who: SignedIn) =>
      (await who.call('GET', '/v1/console/attention')).body.result.needs.find(
        ({ kind }: { kind: string }) => kind === 'service',
      )
    const trailOf = async (action: string, subject: string) =>
      (await leo.call('GET', `/v1/console/trail?action=${action}`)).body.result.records.filter(
        (one: { subject: string }) => one.subject === subject,
      )
    const asked = async (id: string, act: string, body: object = {}): Promise<string> => {
      const kept = await ask(ana, id, act, body)
      assert.equal(kept.status, 200, kept.text)
      return kept.body.result.approval
    }
    /** Nobody does it alone: one operator asks, the other approves twice at once, and it is done once. Answers the approval as it was shown. */
    const secondPersons = async (id: string, act: string, body: object = {}) => {
      assert.equal((await owner.call('POST', path(id, act), body)).status, 403)
      for (const who of [ana, leo])
        assert.deepEqual(answer(await who.call('POST', path(id, act), body)), [403, 'second-person-needed'], id)
      const approval = await asked(id, act, body)
      assert.equal((await openOf(id))?.asked, true)
      assert.deepEqual(answer(await approve(ana, approval)), [403, 'approval-own'])
      assert.equal((await approve(owner, approval)).status, 403)
      const shown = await seenBy(leo, approval)
      const both = await Promise.all([approve(leo, approval), approve(leo, approval)])
      assert.ok(
        both.some(({ status, body: done }) => status === 200 && done.result.status === 'done'),
        both.map(({ text }) => text).join(),
      )
      assert.ok(
        both.every(({ status }) => status < 500),
        both.map(({ text }) => text).join(),
      )
      const left = await openOf(id)
      assert.ok(left === undefined || left.what === 'transfer', JSON.stringify(left))
      const [approved] = await trailOf('approval.approved', approval)
      assert.ok(approved.after.asked_by.includes(ana.email))
      return shown
    }
    const seenBy = async (who: SignedIn, approval: string) =>
      (await who.call('GET', '/v1/console/approvals')).body.result.approvals.find(
        (one: { id: string }) => one.id === approval,
      )
    const statusOf = async (approval: string): Promise<string> => (await seenBy(leo, approval)).status
    /** One record of it, of the operator who approved. */
    const onTrail = async (action: string, subject: string) => {
      const [record, ...more] = await trailOf(action, subject)
      assert.ok(record.operator.includes(leo.email), JSON.stringify(record))
      assert.deepEqual(more, [])
      return record
    }
    const frozen = async () => {
      saying = {}
      const merchant = await world.merchant()
      await moveClock(merchant, { freeze: true })
      return merchant
    }
    /** A deposit that contradicts another one of nobody, so that it waits. */
    const ofNobody = async (merchant: Merchant): Promise<string> => {
      keys += 1
      const key = { clabe: CLABE_OF_NOBODY, tracking_key: `NADIE${engine}${keys}`.toUpperCase() }
      await payBySpei(merchant, { ...key, amount: 10, payer_clabe: PAYER })
      const { id, outcome } = await payBySpei(merchant, { ...key, amount: 11, payer_clabe: PAYER })
      assert.equal(outcome, 'suspended')
      return id
    }
    const nobodysReturns = async (paymentId: string) => {
      const { db } = world.service.store
      const rows = await db.selectFrom('transfers').selectAll().where('account_id', '=', NO_ACCOUNT).execute()
      return rows.filter(({ id }) => id.endsWith(paymentId.slice('pay_'.length)))
    }

    test('money of nobody goes back to whom it came from, once, and the first page of an operator names it', async () => {
      const merchant = await frozen()
      assert.equal(await needsOf(ana), undefined)
      const id = await ofNobody(merchant)
      const open = await openOf(id)
      assert.deepEqual(
        [open?.what, open?.acts, open?.two, open?.to?.clabe],
        ['payment-of-nobody', ['release', 'close'], true, PAYER],
      )
      const need = await needsOf(ana)
      assert.deepEqual([need.count, need.amount, need.first], [1, '11.00', id])
      assert.equal(await needsOf(owner), undefined)
      const elsewhere = await ask(ana, id, 'release', { clabe: FOREIGN })
      assert.deepEqual([elsewhere.status, Object.keys(elsewhere.body.error.messages)], [400, ['clabe']])
      assert.equal((await ask(ana, 'pay_none', 'release')).status, 404)
      assert.equal((await ask(owner, id, 'release')).status, 403)
      const { amount, asked: what } = await secondPersons(id, 'release')
      assert.deepEqual(
        [amount, what.mends.act, what.mends.what, what.mends.to.clabe],
        ['11.00', 'release', 'payment-of-nobody', PAYER],
      )
      assert.equal((await onTrail('payment.released', id)).after.destination, PAYER)
      await world.work()
      assert.deepEqual(
        (await nobodysReturns(id)).map(({ state, destination }) => [state, destination]),
        [['settled', PAYER]],
      )
      assert.equal((await ask(ana, id, 'release')).status, 404)
      assert.equal(await needsOf(ana), undefined)
      await assertAudited(world)
    })

    test('cash of nobody goes to the account that somebody writes, which is checked before it is asked for', async () => {
      const merchant = await frozen()
      const { transaction } = await storeVoucher(merchant)
      await payAtStore(merchant, { transaction })
      const { content } = (await merchant.get('/v1/sandbox/statement?rail=store&settled=false')).body.result
      const [first = '', second = '', paid = ''] = content.split(/\r?\n/)
      // A till took cash for a reference that nobody knows, as only the statement says.
      const [network, rail, till, day, amount, kind, , , ...rest] = paid.split(',')
      const unknown = [network, rail, `N${till}`, day, amount, kind, '0.00', '', ...rest].join(',')
      const file = [first, second, unknown, `trailer,1,${amount}`].join('\n')
      const source = () => Readable.from([Buffer.from(file)])
      const all = { accountId: undefined, layout: undefined, correction: undefined, onFinding: () => {} }
      await world.service.reconcile({ source, ...all })
      const { items } = (await ana.call('GET', '/v1/console/open')).body.result
      const { id, to, acts } = items.find(({ what }: Item) => what === 'payment-of-nobody') ?? assert.fail()
      assert.deepEqual([to, acts], [null, ['release']], 'a statement says that it came')
      const stated = await ask(ana, id, 'close', { because: BECAUSE })
      assert.deepEqual(answer(stated), [409, 'payment-stated'])
      for (const body of [{}, { clabe: '1', beneficiary: 'Ana' }, { clabe: FOREIGN }])
        assert.equal((await ask(ana, id, 'release', body)).status, 400)
      const { asked: what } = await secondPersons(id, 'release', { clabe: FOREIGN, beneficiary: 'Ana Núñez' })
      assert.deepEqual(what.mends.to, { clabe: FOREIGN, name: 'Ana Núñez' })
      await world.work()
      assert.deepEqual(
        (await nobodysReturns(id)).map(({ destination }) => destination),
        [FOREIGN],
      )
      await assertAudited(world)
    })

    test('what the terminal has mended meanwhile is not mended again', async () => {
      const merchant = await frozen()
      const { store, clock } = world.service
      const terminal = { store, clock, readCauses, releases: () => ({ store, clock, speiBank: 'sandbox-spei' }) }
      const id = await ofNobody(merchant)
      const approval = await asked(id, 'release')
      await releaseOpen(terminal, id, { clabe: undefined, beneficiary: undefined, by: BY })
      assert.equal((await approve(leo, approval)).status, 200, 'it has happened')
      assert.equal((await nobodysReturns(id)).length, 1)
      assert.equal((await trailOf('payment.released', id)).length, 1)

      const other = await ofNobody(merchant)
      const closing = await asked(other, 'close', { because: BECAUSE })
      const ends = { ...terminal, unanswered: () => assert.fail('no network is asked') }
      await closeOpen(ends, other, { because: 'al mismo tiempo', outcome: undefined, by: BY })
      assert.deepEqual(answer(await approve(leo, closing)), [409, 'payment-not-held'])
      assert.equal(await statusOf(closing), 'gone')
      assert.deepEqual(answer(await approve(leo, closing)), [409, 'approval-over'])
      assert.equal((await trailOf('approval.gone', closing)).length, 1)
      assert.equal((await trailOf('payment.closed', other)).length, 1)
      await world.work()
      await assertAudited(world)
    })

    test('equal calls are one request, however often they are made and however they are written; a request that is carried out ends the others about its item', async () => {
      const merchant = await frozen()
      const id = await ofNobody(merchant)
      const approval = await asked(id, 'close', { because: BECAUSE })
      const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
      assert.equal(await asked(encoded, 'close', { because: BECAUSE }), approval)
      const kept = await ask(leo, id, 'close', { because: BECAUSE })
      assert.equal(kept.body.result.approval, approval, 'the other operator is told of it')
      const others = [await asked(id, 'close', { because: 'Otro motivo' }), await asked(id, 'release')]
      assert.equal(new Set([approval, ...others]).size, 3)
      const { approvals } = (await leo.call('GET', '/v1/console/approvals')).body.result
      const waiting = approvals.filter((one: { status: string }) => one.status === 'asked')
      assert.deepEqual(new Set(waiting.map((one: { id: string }) => one.id)), new Set([approval, ...others]))
      assert.ok(waiting.every(({ asked: { path: called } }: { asked: { path: string } }) => !called.includes('%')))
      assert.equal((await approve(leo, approval)).status, 200)
      for (const other of others) {
        assert.equal(await statusOf(other), 'gone')
        assert.deepEqual(answer(await approve(leo, other)), [409, 'approval-over'])
      }
      const next = await ofNobody(merchant)
      const atOnce = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          inTurn(`process ${at}`, () => ask(at % 2 === 0 ? ana : leo, next, 'close', { because: BECAUSE })),
        ),
      )
      const made = new Set(atOnce.map(({ body, text }) => body.result?.approval ?? text))
      assert.equal(made.size, 1, [...made].join())
      const [one = ''] = made
      const decided = [await approve(leo, one), await approve(ana, one)]
      assert.equal(decided.filter(({ status }) => status === 200).length, 1)
      await assertAudited(world)
    })

    test('money that was released to one holder is not released to another, and the second is told so', async () => {
      const merchant = await frozen()
      const { transaction } = await storeVoucher(merchant)
      await payAtStore(merchant, { transaction })
      const { content } = (await merchant.get('/v1/sandbox/statement?rail=store&settled=false')).body.result
      const [first = '', second = '', paid = ''] = content.split(/\r?\n/)
      const [network, rail, till, day, amount, kind, , , ...rest] = paid.split(',')
      const unknown = [network, rail, `M${till}`, day, amount, kind, '0.00', '', ...rest].join(',')
      const file = [first, second, unknown, `trailer,1,${amount}`].join('\n')
      const all = { accountId: undefined, layout: undefined, correction: undefined, onFinding: () => {} }
      await world.service.reconcile({ source: () => Readable.from([Buffer.from(file)]), ...all })
      const { items } = (await ana.call('GET', '/v1/console/open')).body.result
      const { id } = items.find(({ what }: Item) => what === 'payment-of-nobody') ?? assert.fail()
      const to = (beneficiary: string) => ({ clabe: FOREIGN, beneficiary })
      const mine = await asked(id, 'release', to('Ana Núñez'))
      await secondPersons(id, 'release', to('Eva Ruiz'))
      assert.deepEqual([await statusOf(mine), answer(await approve(leo, mine))], ['gone', [409, 'approval-over']])
      const { store, clock } = world.service
      const terminal = { store, clock, readCauses, releases: () => ({ store, clock, speiBank: 'sandbox-spei' }) }
      await assert.rejects(releaseOpen(terminal, id, { ...to('Ana Núñez'), by: BY }), { reason: 'payment-not-held' })
      await world.work()
      assert.equal((await nobodysReturns(id)).length, 1)
      await assertAudited(world)
    })

    test('an item that is not there is refused as unknown, and one that needs no second operator as one that needs no request', async () => {
      for (const id of ['unr_none', 'trb_none', 'pay_none', 'trf_none', 'adv_none', 'ref_none', 'cap_none', 'stl_none'])
        for (const [act, body] of [
          ['release', {}],
          ['retry', {}],
          ['close', { because: BECAUSE }],
        ] as const)
          assert.equal((await ask(ana, id, act, body)).status, 404, `${act} ${id}`)
      const { clock, store } = world.service
      const report = {
        ...{ network: 'sandbox-spei', call: '/reports', body: '{}', digest: 'story', times: 1 },
        ...({ why: 'unreadable', notice: '', detail: 'story' } as const),
      }
      const [unr, trb] = [newId(clock, 'unr'), newId(clock, 'trb')]
      const at = clock.now()
      const trouble = {
        source: 'story',
        row_id: 'story',
        account_id: null,
        tries: 8,
        error: '',
        first_at: at,
        last_at: at,
      }
      await store.commit([
        insert('unread_reports', { ...report, id: unr, received_at: at, closed_at: null }),
        insert('troubled_rows', { ...trouble, id: trb, until_ms: 0, set_aside: 1 }),
      ])
      const overs = [await ask(ana, unr, 'close', { because: BECAUSE }), await ask(ana, trb, 'retry')]
      assert.deepEqual(overs.map(answer), [
        [409, 'approval-over'],
        [409, 'approval-over'],
      ])
      assert.equal((await ana.call('POST', path(unr, 'close'), { because: BECAUSE })).status, 200)
      assert.equal((await ask(ana, unr, 'close', { because: BECAUSE })).status, 404)
      assert.equal((await ana.call('POST', path(trb, 'retry'), {})).status, 200)
    })

    test('a dispute of more than is left of its payment is opened for what is left, by two, once; with nothing left that is said', async () => {
      const merchant = await world.merchant()
      const { store, clock } = world.service
      const reported = async (operationId: string, networkDispute: string) => {
        const notice = {
          ...{ kind: 'dispute', operationId, networkDispute, stage: 'chargeback', scheme: 'visa' },
          ...{ reasonCode: '10.4', amountCentavos: 50_000, respondBy: '2050-01-31T23:59:59-06:00' },
        }
        const id = newId(clock, 'unr')
        const kept = {
          ...{ network: 'sandbox-acquirer', call: '/disputes', times: 1, closed_at: null },
          ...({ why: 'contradiction', notice: 'dispute', detail: '' } as const),
        }
        const body = JSON.stringify(notice)
        await store.commit([insert('unread_reports', { ...kept, id, body, digest: id, received_at: clock.now() })])
        return id
      }
      const refunded = async (amount: number) => {
        const operationId = await paidByCard(world, merchant, 500)
        assert.equal((await merchant.post(`/v1/operations/${operationId}/refunds`, { amount })).status, 200)
        return operationId
      }
      await paidByCard(world, merchant, 900)
      const [part, whole, later] = [await refunded(200), await refunded(500), await refunded(150)]
      const [about, over] = [await reported(part, 'CB-PART'), await reported(whole, 'CB-WHOLE')]
      const open = await openOf(about)
      assert.equal((await needsOf(ana)).amount, '1000.00', 'the first page sums what the reports demand')
      assert.deepEqual([open?.what, open?.acts, open?.two], ['dispute-report', ['open', 'close'], true])
      assert.deepEqual([open?.amount, open?.left, open?.account], ['500.00', '300.00', merchant.accountId])
      assert.equal((await ask(ana, about, 'open', { because: '' })).status, 400)
      assert.equal((await ask(ana, about, 'release')).status, 404)
      // Whoever approves sees what is held back, and what the acquirer demands.
      const { amount, left, asked: shown } = await secondPersons(about, 'open', { because: BECAUSE })
      const { mends } = shown
      assert.deepEqual([amount, left, mends.demanded, mends.operation], ['300.00', '300.00', '500.00', part])
      assert.deepEqual([mends.act, mends.what, mends.account], ['open', 'dispute-report', merchant.accountId])
      const { disputes } = (await merchant.get('/v1/disputes')).body.result
      assert.deepEqual(
        disputes.map((one: { amount: { amount: string }; transaction: string }) => [
          one.transaction,
          one.amount.amount,
        ]),
        [[part, '300.00']],
      )
      assert.equal((await onTrail('report.closed', about)).after.because, BECAUSE)
      assert.equal((await ask(ana, about, 'open', { because: BECAUSE })).status, 404)
      // Nothing is left of the other: nobody can ask for it, and two close the report.
      const { left: rest, acts } = (await openOf(over)) ?? {}
      assert.deepEqual([rest, acts], ['0.00', ['close']])
      assert.deepEqual(answer(await ask(ana, over, 'open', { because: BECAUSE })), [409, 'dispute-not-for-rest'])
      // It is given back after somebody has asked: the request shows so, whoever approves is told, and the report stays.
      const lost = await reported(later, 'CB-LATER')
      const approval = await asked(lost, 'open', { because: BECAUSE })
      const leftOf = async () => (await seenBy(leo, approval)).left
      assert.equal(await leftOf(), '350.00')
      assert.equal((await merchant.post(`/v1/operations/${later}/refunds`, { amount: 50 })).status, 200)
      assert.equal(await leftOf(), '300.00')
      assert.equal((await merchant.post(`/v1/operations/${later}/refunds`, {})).status, 200)
      assert.equal(await leftOf(), '0.00')
      assert.deepEqual(answer(await approve(leo, approval)), [409, 'dispute-not-for-rest'])
      assert.equal((await openOf(lost))?.what, 'dispute-report')
      await secondPersons(lost, 'close', { because: BECAUSE })
      await secondPersons(over, 'close', { because: BECAUSE })
      // The terminal opens another at the same moment: one of the two does, and the other is told that it is no longer open.
      const third = await reported(await refunded(100), 'CB-THIRD')
      const atOnce = await asked(third, 'open', { because: BECAUSE })
      const [console, terminal] = await Promise.allSettled([
        approve(leo, atOnce),
        world.service.openDisputeForRest(third, BECAUSE, BY),
      ])
      const isDone = console.status === 'fulfilled' && console.value.body.result?.status === 'done'
      assert.notEqual(isDone, terminal.status === 'fulfilled')
      if (terminal.status === 'fulfilled') assert.equal(terminal.value, 'opened')
      if (!isDone && console.status === 'fulfilled') assert.notEqual(answer(console.value)[1], 'dispute-not-for-rest')
      assert.equal(await openOf(third), undefined)
      assert.equal((await merchant.get('/v1/disputes')).body.result.disputes.length, 2)
      await assertAudited(world)
    })

    test('two operators close a payment that never came, also one of an account, which decides about all its others itself', async () => {
      const merchant = await frozen()
      const { transaction } = await storeVoucher(merchant)
      const { id } = await payAtStore(merchant, { transaction, amount: 1 })
      const open = await openOf(id)
      assert.deepEqual([open?.what, open?.acts, open?.waits], ['payment-of-account', ['close'], 'account'])
      assert.equal((await ask(ana, id, 'release')).status, 404, 'its account decides')
      const outcome = await ask(ana, id, 'close', { because: BECAUSE, outcome: 'done' })
      assert.deepEqual([outcome.status, Object.keys(outcome.body.error.messages)], [400, ['outcome']])
      for (const because of ['', '4242424242424242'])
        assert.equal((await ask(ana, id, 'close', { because })).status, 400)
      const { amount } = await secondPersons(id, 'close', { because: BECAUSE })
      assert.equal(amount, '1.00')
      assert.equal((await onTrail('payment.closed', id)).after.because, BECAUSE)
      const { payments } = (await merchant.get('/v1/received-payments')).body.result
      assert.deepEqual(
        payments.map((one: { outcome: string }) => one.outcome),
        ['never-received'],
      )
      await assertAudited(world)
    })

    const alter = (id: string, change: Partial<TransferRow>) =>
      world.service.store.commit([update('transfers', change, { id })])
    /** A refund that is withheld because its row was altered. */
    const withheld = async (merchant: Merchant): Promise<TransferRow> => {
      const { transaction } = await speiVoucher(merchant)
      await payBySpei(merchant, { transaction, payer_clabe: PAYER })
      await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
      const row = (await transfersOf(world, merchant)).find((one) => one.operation_id === transaction)
      assert.ok(row)
      await alter(row.id, { destination: FOREIGN })
      await world.work()
      return row
    }

    test('a withheld transfer is sent once it agrees with its cause, or given up', async () => {
      const merchant = await frozen()
      const { id } = await withheld(merchant)
      assert.deepEqual((await openOf(id))?.what, 'transfer-withheld')
      const early = await ask(ana, id, 'release')
      assert.deepEqual(answer(early), [409, 'transfer-differs'], early.text)
      assert.ok(early.body.error.messages.transfer)
      await alter(id, { destination: PAYER })
      assert.equal((await ask(ana, id, 'release', { clabe: FOREIGN })).status, 400)
      const approval = await asked(id, 'release')
      await alter(id, { destination: FOREIGN })
      assert.deepEqual(answer(await approve(leo, approval)), [409, 'transfer-differs'])
      await alter(id, { destination: PAYER })
      const sent = await secondPersons(id, 'release')
      assert.deepEqual([sent.amount, sent.asked.mends.to.clabe], ['150.00', PAYER])
      assert.equal(sent.id, approval, 'asked for again, it is the same request')
      assert.deepEqual(answer(await approve(leo, approval)), [409, 'approval-over'], 'and is done once')
      await onTrail('transfer.released', id)
      await world.work()
      assert.deepEqual(
        (await transfersOf(world, merchant)).map(({ state }) => state),
        ['settled'],
      )

      const other = await withheld(merchant)
      await alter(other.id, { destination: PAYER })
      await secondPersons(other.id, 'close', { because: BECAUSE })
      assert.equal((await onTrail('transfer.closed', other.id)).after.written_off_centavos, 15_000)
      assert.equal(await balanceOf(world, merchant, 'payable:returns'), 0)
      await assertAudited(world)
    })

    test('a return of nobody’s money that failed is sent again, to another account too; what an account retries is not', async () => {
      const merchant = await frozen()
      keys += 1
      const key = `NADIE${engine}${keys}`.toUpperCase()
      await payBySpei(merchant, { clabe: CLABE_OF_NOBODY, amount: 12, tracking_key: key, payer_clabe: CLOSED })
      await world.work()
      const { items } = (await ana.call('GET', '/v1/console/open')).body.result
      const [failed, ...more] = items.filter(({ what }: Item) => what === 'return-failed')
      assert.deepEqual(more, [], 'it is listed once')
      assert.equal((await ask(ana, failed.id, 'retry', { clabe: '1' })).status, 400)
      const shown = await secondPersons(failed.id, 'retry', { clabe: FOREIGN })
      assert.deepEqual([shown.amount, shown.asked.mends.to.clabe], ['12.00', FOREIGN])
      assert.equal((await onTrail('transfer.retried', failed.id)).after.destination, FOREIGN)
      await world.work()

      const { transaction } = await speiVoucher(merchant)
      await payBySpei(merchant, { transaction, payer_clabe: CLOSED })
      await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
      await world.work()
      const [own] = await transfersOf(world, merchant)
      const open = await openOf(own?.id ?? '')
      assert.deepEqual([open?.what, open?.acts, open?.waits], ['transfer-failed', [], 'account'])
      assert.equal((await ask(ana, own?.id ?? '', 'retry')).status, 404)
      await assertAudited(world)
    })

    test('a line with another amount is open with the difference, which is what two write off', async () => {
      const merchant = await frozen()
      const { transaction } = await storeVoucher(merchant)
      await payAtStore(merchant, { transaction })
      const { content } = (await merchant.get('/v1/sandbox/statement?rail=store&settled=false&other_amount=1')).body
        .result
      assert.equal((await merchant.post('/v1/sandbox/reconcile', { content })).status, 200)
      const { items } = (await ana.call('GET', '/v1/console/open')).body.result
      const { id, amount, because } = items.find(({ what }: Item) => what === 'line')
      assert.equal(amount, '1.00')
      const shown = await secondPersons(id, 'close', { because: BECAUSE })
      assert.equal(shown.amount, '1.00')
      // Whoever approves sees which line it is.
      assert.match(because, /^payment \S+ of sandbox-cash on .*: other amount$/)
      assert.equal(shown.asked.mends.about, because)
      assert.match(shown.asked.mends.about_es, /^pago .*: otro monto$/)
      await assertAudited(world)
    })

    test('a line of a statement is written off by two, once', async () => {
      const merchant = await frozen()
      const { transaction } = await storeVoucher(merchant)
      await payAtStore(merchant, { transaction })
      const { content } = (await merchant.get('/v1/sandbox/statement?rail=store&settled=false')).body.result
      const [first = '', second = '', line = ''] = content.split(/\r?\n/)
      const strange = line.replace('store,', 'store,X').replace('payment', 'transfer-out')
      const trailer = `trailer,1,${strange.split(',')[4]}`
      const file = [first, second, strange, trailer].join('\n')
      const { status, text } = await merchant.post('/v1/sandbox/reconcile', { content: file })
      assert.equal(status, 200, text)
      const { items } = (await ana.call('GET', '/v1/console/open')).body.result
      const { id } = items.find(({ what }: Item) => what === 'line')
      const { amount } = await secondPersons(id, 'close', { because: BECAUSE })
      assert.equal(amount, '150.00')
      assert.equal((await onTrail('statement_line.closed', id)).after.because, BECAUSE)
      assert.equal((await ask(ana, id, 'close', { because: BECAUSE })).status, 404)
      await assertAudited(world)
    })

    const charged = async (merchant: Merchant, fields: object = {}): Promise<string> => {
      const { body, text } = await payByCard(world, merchant, APPROVED, fields as never)
      return body.result?.token ?? assert.fail(text)
    }

    /** What the operator did about an operation is on its account's trail and in its story, and nothing says which person it was. */
    const assertOperatorIsNoPerson = async (merchant: Merchant, id: string) => {
      const { records } = (await merchant.get(`/v1/audit?subject=${id}`)).body.result
      const acts = records.filter(({ actor_kind: kind }: { actor_kind: string }) => kind === 'operator')
      assert.deepEqual(
        acts.map(({ action, actor, operator }: Record<string, string>) => [action, actor, operator]),
        [['reversal.closed', '', '']],
      )
      const reader = await person(world, merchant, 'reader')
      const { body, text } = await reader.call('GET', `/v1/console/operations/${id}/timeline`)
      const told = body.result.moments.find(({ what }: { what: string }) => what === 'reversal.closed')
      assert.equal(told?.who, '', text)
    }

    test('what an acquirer never answers is ended with what it did, which somebody must say', async () => {
      for (const outcome of ['done', 'not-done'] as const) {
        const merchant = await frozen()
        const isDone = outcome === 'done'
        const [reversed, refunded] = [await charged(merchant), await charged(merchant)]
        const captured = await charged(merchant, { capture: false })
        saying = { authorise: unknown, inquire: unknown, capture: unknown, reverse: unknown, refund: unknown }
        assert.equal((await merchant.get(`/v1/operations/apply-reversal/${reversed}`)).status, 503)
        const refund = (await merchant.post(`/v1/operations/${refunded}/refunds`, { amount: 30 })).body.result.id
        assert.equal((await merchant.post(`/v1/operations/${captured}/capture`, {})).status, 503)
        await moveClock(merchant, { advance: 'PT2H' })
        assert.equal(await needsOf(ana), undefined, 'the service asks again')
        const { items } = (await ana.call('GET', '/v1/console/open')).body.result
        const capture = items.find(({ what }: Item) => what === 'capture')
        const closing = await asked(capture.id, 'close', { because: BECAUSE, outcome })
        const leased = (until: number) =>
          world.service.store.commit([
            update('captures', { leased_until: until }, { account_id: merchant.accountId, id: capture.id }),
          ])
        await leased(Date.now() + 60_000)
        assert.deepEqual(answer(await approve(leo, closing)), [503, 'service-busy'], 'the acquirer is being asked')
        assert.equal(await statusOf(closing), 'asked', 'there is something left to do')
        await leased(0)
        for (const [id, act, amount] of [
          [reversed, 'reversal.closed', '100.00'],
          [refund, 'refund.closed', '30.00'],
          [capture.id, 'capture.closed', '100.00'],
        ]) {
          const unsaid = await ask(ana, id, 'close', { because: BECAUSE })
          assert.deepEqual([unsaid.status, Object.keys(unsaid.body.error.messages)], [400, ['outcome']])
          const shown = await secondPersons(id, 'close', { because: BECAUSE, outcome })
          assert.deepEqual([shown.amount, shown.asked.body.outcome], [amount, outcome])
          assert.equal((await onTrail(act, id)).after.because, BECAUSE)
        }
        const states = []
        for (const id of [reversed, captured]) states.push((await operationOf(merchant, id)).status)
        assert.deepEqual(states, isDone ? ['C', 'N'] : ['N', 'A'])
        assert.equal((await merchant.get(`/v1/refunds/${refund}`)).body.result.status, isDone ? 'settled' : 'failed')
        await assertOperatorIsNoPerson(merchant, reversed)
        await assertAudited(world)
      }
    })

    test('a charge that is never answered for is given up by two, and named on the first page after a day', async () => {
      const merchant = await frozen()
      saying = { authorise: unknown, inquire: unknown }
      const id = await charged(merchant)
      assert.equal((await ask(ana, id, 'close', { because: BECAUSE })).status, 404, 'its answer may still come')
      await moveClock(merchant, { advance: 'P2D' })
      const need = await needsOf(ana)
      assert.deepEqual([need?.count, need?.first], [1, id])
      assert.equal((await ask(ana, id, 'close', { because: BECAUSE, outcome: 'done' })).status, 400)
      const { amount } = await secondPersons(id, 'close', { because: BECAUSE })
      assert.equal(amount, '100.00')
      await onTrail('charge.closed', id)
      saying = {}
      await world.work()
      assert.equal((await operationOf(merchant, id)).status, 'D')
      await assertAudited(world)
    })
  })
}
