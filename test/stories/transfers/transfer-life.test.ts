// What becomes of money that goes out, whatever the bank says of it, in whatever order, however often: it is gone once, or it is owed and an event says so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  balanceOf,
  frozenMerchant,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLOSED = '646180990000000012'
const SETTLED_LATER = '646180990000000038'
const REJECTED_LATER = '646180990000000041'
const RETURNED_LATER = '646180990000000067'
const SILENT = '646180990000000070'
const OTHER = '032180000118359719'

onBothEngines('transfers that go out have a life', (world) => {
  /** A SPEI payment from an account, reversed: its refund goes back there. */
  const refundTo = async (merchant: Merchant, payer_clabe: string) => {
    const { transaction } = await speiVoucher(merchant, { total: 500 })
    await payBySpei(merchant, { transaction, payer_clabe })
    const answer = await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.result.recipe.hasDevolution, true)
    return transaction as string
  }
  const frozen = () => frozenMerchant(world())
  const list = async (merchant: Merchant, query = '') =>
    (await merchant.get(`/v1/transfers${query}`)).body.result.transfers
  const owed = (merchant: Merchant) => balanceOf(world(), merchant, 'payable:returns')
  const typesOf = async (merchant: Merchant) =>
    (await merchant.get('/v1/events?limit=500')).body.result.events
      .map((event: { type: string }) => event.type)
      .filter((type: string) => type.startsWith('refund.') || type.startsWith('payout.'))
      .reverse()
  const shownOf = async (merchant: Merchant, transaction: string) => {
    const { hasDevolution, devolution_status } = await operationOf(merchant, transaction)
    const listed = (await merchant.get('/v1/operations?limit=500')).body.result.operations.find(
      (one: { transaction: string }) => one.transaction === transaction,
    )
    assert.deepEqual([listed.hasDevolution, listed.devolution_status], [hasDevolution, devolution_status])
    return [hasDevolution, devolution_status]
  }
  const tell = (trackingKey: string, state: 'accepted' | 'settled' | 'rejected' | 'returned', extra: object = {}) =>
    world().service.transferChanged({ network: 'sandbox-spei', trackingKey, state, ...extra })
  const retry = (merchant: Merchant, id: string, body: object = {}, headers: Record<string, string> = {}) =>
    merchant.post(`/v1/transfers/${id}/retry`, body, headers)

  test('a refund to a closed account has an event, is owed, listed, and sent to another account', async () => {
    const merchant = await frozen()
    const transaction = await refundTo(merchant, CLOSED)
    assert.deepEqual(await shownOf(merchant, transaction), [true, 'pending'])
    await world().work()
    assert.deepEqual(await shownOf(merchant, transaction), [false, 'rejected'])
    assert.equal(await owed(merchant), -50_000)
    const [failed] = await list(merchant, `?status=rejected&kind=refund&operation=${transaction}`)
    assert.deepEqual(
      [failed.status, failed.reason, failed.amount.amount, failed.open, failed.transaction],
      ['rejected', 'the account is closed', '500.00', false, transaction],
    )
    assert.deepEqual((await merchant.get(`/v1/transfers/${failed.id}`)).body.result, failed)
    const metrics = await world().send({ method: 'GET', url: '/metrics' })
    assert.ok(Number(/^cobro_refunds_failed (\d+)$/m.exec(metrics.text)?.[1]) >= 1)

    const again = await retry(merchant, failed.id, { clabe: OTHER, beneficiary: 'Ana Núñez' })
    assert.equal(again.status, 200, again.text)
    const { id, tracking_key, destination, replaces, status } = again.body.result
    const repeat = await retry(merchant, failed.id, { clabe: OTHER, beneficiary: 'Ana Núñez' })
    assert.deepEqual([repeat.status, repeat.body.result.id], [200, id])
    const forAnother = await retry(merchant, failed.id, { clabe: OTHER, beneficiary: 'Eva Ruiz' })
    assert.deepEqual([forAnother.status, forAnother.body.error.reason], [409, 'transfer-replaced'])
    assert.deepEqual([destination, replaces, status], [OTHER, failed.id, 'pending'])
    assert.notEqual(tracking_key, failed.tracking_key)
    assert.deepEqual(await shownOf(merchant, transaction), [false, 'pending'])
    await world().work()
    assert.deepEqual(await shownOf(merchant, transaction), [true, 'settled'])
    assert.equal(await owed(merchant), 0)
    assert.equal((await merchant.get(`/v1/transfers/${id}`)).body.result.status, 'settled')
    assert.equal((await merchant.get(`/v1/transfers/${failed.id}`)).body.result.replaced_by, id)
    assert.deepEqual(await typesOf(merchant), ['refund.failed', 'refund.sent'])
    // The reversal answers as it did.
    const repeated = await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    assert.equal(repeated.body.result.recipe.hasDevolution, true)
    await assertAudited(world())
  })

  test('accepted, and settled an hour later: it is on its way in between', async () => {
    const merchant = await frozen()
    const transaction = await refundTo(merchant, SETTLED_LATER)
    await world().work()
    const [accepted] = await list(merchant, '?status=open')
    assert.equal(accepted.status, 'accepted')
    assert.deepEqual([await owed(merchant), await balanceOf(world(), merchant, 'returns')], [0, -50_000])
    assert.deepEqual(await shownOf(merchant, transaction), [true, 'pending'])
    assert.equal((await list(merchant, '?status=open&unchanged_minutes=30')).length, 0)
    await assertAudited(world())
    await moveClock(merchant, { advance: 'PT45M' })
    assert.equal((await list(merchant, '?status=open&unchanged_minutes=30')).length, 1)
    const metrics = await world().send({ method: 'GET', url: '/metrics' })
    assert.ok(Number(/^cobro_transfers_oldest_open_seconds (\d+)/m.exec(metrics.text)?.[1]) >= 2_700)
    await moveClock(merchant, { advance: 'PT1H' })
    const [row] = await transfersOf(world(), merchant)
    assert.equal(row?.state, 'settled')
    assert.deepEqual([await owed(merchant), await balanceOf(world(), merchant, 'returns')], [0, 0])
    assert.deepEqual(await shownOf(merchant, transaction), [true, 'settled'])
    assert.deepEqual(await typesOf(merchant), ['refund.sent'])
    await assertAudited(world())
  })

  test('accepted and rejected later; settled and returned days later: the money is owed again', async () => {
    for (const [clabe, state, events] of [
      [REJECTED_LATER, 'rejected', ['refund.failed']],
      [RETURNED_LATER, 'returned', ['refund.sent', 'refund.returned']],
    ] as const) {
      const merchant = await frozen()
      const transaction = await refundTo(merchant, clabe)
      await moveClock(merchant, { advance: 'P5D' })
      assert.deepEqual(await shownOf(merchant, transaction), [false, state])
      assert.equal(await owed(merchant), -50_000)
      assert.equal(await balanceOf(world(), merchant, 'returns'), 0)
      assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), 50_000)
      assert.deepEqual(await typesOf(merchant), events)
      await assertAudited(world())
    }
  })

  test('a bank that stays silent is asked, and never sends twice', async () => {
    const merchant = await frozen()
    const transaction = await refundTo(merchant, SILENT)
    await world().work()
    assert.deepEqual(await shownOf(merchant, transaction), [true, 'pending'])
    await moveClock(merchant, { advance: 'PT2M' })
    assert.deepEqual(await shownOf(merchant, transaction), [true, 'settled'])
    await assertAudited(world())
  })

  test('a failed return is sent again to another account, although it has no operation', async () => {
    const merchant = await frozen()
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, amount: 10, payer_clabe: CLOSED })
    await world().work()
    const [failed] = await list(merchant, '?kind=return')
    assert.deepEqual([failed.status, failed.transaction], ['rejected', transaction])
    const answer = await retry(merchant, failed.id, { clabe: OTHER })
    assert.equal(answer.status, 200, answer.text)
    await world().work()
    assert.equal((await merchant.get(`/v1/transfers/${answer.body.result.id}`)).body.result.status, 'settled')
    assert.equal(await owed(merchant), 0)
    assert.deepEqual(await shownOf(merchant, transaction), [false, 'none'])
    await assertAudited(world())
  })

  test('reported by callback and found by asking, twice, late and out of order: each step counts once', async () => {
    const merchant = await frozen()
    const histories = [
      { reported: ['accepted', 'settled', 'settled', 'accepted', 'returned', 'settled', 'returned'], ends: 'returned' },
      { reported: ['returned', 'settled', 'accepted'], ends: 'returned' },
      { reported: ['settled', 'settled', 'accepted'], ends: 'settled' },
      // The sandbox's bank settles it an hour later after all.
      { reported: ['rejected', 'rejected', 'accepted'], ends: 'settled' },
    ] as const
    for (const { reported, ends } of histories) {
      const transaction = await refundTo(merchant, SETTLED_LATER)
      await world().work()
      const [{ tracking_key }] = await list(merchant, `?operation=${transaction}`)
      for (const state of reported) {
        const verdicts = await Promise.all(Array.from({ length: 4 }, () => tell(tracking_key, state)))
        assert.ok(verdicts.filter((one) => one === 'recorded').length <= 1, String(verdicts))
        assert.ok(!verdicts.includes('contradiction'), `${reported}: ${state}`)
      }
      await moveClock(merchant, { advance: 'PT3H' })
      const [row] = await list(merchant, `?operation=${transaction}`)
      assert.equal(row.status, ends, String(reported))
      assert.deepEqual(await shownOf(merchant, transaction), [ends === 'settled', ends])
      await assertAudited(world())
    }
    assert.equal(await tell('NOBODYSKEY', 'settled'), 'unknown')
  })

  test('an impossible change of state is ignored', async () => {
    const merchant = await frozen()
    const transaction = await refundTo(merchant, CLOSED)
    const [{ tracking_key: early }] = await list(merchant, `?operation=${transaction}`)
    assert.equal(await tell(early, 'settled'), 'contradiction', 'nobody was asked to send it yet')
    await world().work()
    assert.deepEqual(await shownOf(merchant, transaction), [false, 'rejected'])
    assert.equal(await tell(early, 'returned'), 'recorded', 'it had gone, and came back')
    assert.equal(await tell(early, 'rejected'), 'contradiction')
    assert.equal(await tell(early, 'settled'), 'known')
    assert.deepEqual(await shownOf(merchant, transaction), [false, 'returned'])
    const at = '2026-11-20T10:00:00-06:00'
    const other = await refundTo(merchant, OTHER)
    await world().work()
    const [{ tracking_key, id }] = await list(merchant, `?operation=${other}`)
    assert.equal(await tell(tracking_key, 'rejected'), 'contradiction', 'it was settled')
    assert.equal(await tell(tracking_key, 'returned', { at, reason: 'cuenta cancelada' }), 'recorded')
    const { network_timestamp, reason } = (await merchant.get(`/v1/transfers/${id}`)).body.result
    assert.deepEqual([network_timestamp, reason], [at, 'cuenta cancelada'])
    await assertAudited(world())
  })

  test('a bank that rejected a transfer may settle it after all: the money is gone once, and is not sent again', async () => {
    const merchant = await frozen()
    for (const account of [CLOSED, REJECTED_LATER]) {
      const transaction = await refundTo(merchant, account)
      await moveClock(merchant, { advance: 'PT2H' })
      assert.deepEqual(await shownOf(merchant, transaction), [false, 'rejected'])
      const [{ id, tracking_key }] = await list(merchant, `?operation=${transaction}`)
      const verdicts = await Promise.all([1, 2, 3, 4].map(() => tell(tracking_key, 'settled')))
      assert.deepEqual(verdicts.toSorted(), ['known', 'known', 'known', 'recorded'])
      assert.equal(await tell(tracking_key, 'rejected'), 'contradiction')
      assert.deepEqual(await shownOf(merchant, transaction), [true, 'settled'])
      assert.equal(await owed(merchant), 0)
      const again = await retry(merchant, id, { clabe: OTHER })
      assert.deepEqual([again.status, again.body.error.code], [409, 'InvalidTransactionException'], again.text)
      await assertAudited(world())
      assert.equal(await tell(tracking_key, 'returned'), 'recorded')
      assert.equal(await owed(merchant), -50_000)
      const last = await retry(merchant, id, { clabe: OTHER })
      assert.equal(last.status, 200, last.text)
      await world().work()
      assert.equal(await owed(merchant), 0)
      await assertAudited(world())
    }
    assert.deepEqual((await typesOf(merchant)).slice(0, 4), [
      'refund.failed',
      'refund.sent',
      'refund.returned',
      'refund.sent',
    ])
  })

  test('a retry and the late settlement of the same transfer at once: exactly one happens', async () => {
    const merchant = await frozen()
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const transaction = await refundTo(merchant, CLOSED)
      await world().work()
      const [{ id, tracking_key }] = await list(merchant, `?operation=${transaction}`)
      const asked = () => retry(merchant, id, { clabe: OTHER })
      const reported = () => tell(tracking_key, 'settled')
      const [answer, verdict] =
        round % 2 === 0
          ? await Promise.all([asked(), reported()])
          : ((await Promise.all([reported(), asked()])).toReversed() as [Awaited<ReturnType<typeof asked>>, string])
      assert.deepEqual(
        [answer.status, verdict],
        verdict === 'recorded' ? [409, 'recorded'] : [200, 'contradiction'],
        answer.text,
      )
      await world().work()
      assert.equal(await owed(merchant), 0)
      assert.deepEqual(await shownOf(merchant, transaction), [true, 'settled'])
      await assertAudited(world())
    }
  })

  test('a retry happens once, despite many requests at once', async () => {
    const merchant = await frozen()
    await refundTo(merchant, CLOSED)
    await world().work()
    const [failed] = await list(merchant)
    const key = { 'idempotency-key': `retry-${failed.id}` }
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => retry(merchant, failed.id, { clabe: OTHER }, n === 3 ? key : {})),
    )
    assert.deepEqual([...new Set(answers.map((one) => one.status))], [200])
    assert.equal(new Set(answers.map((one) => one.body.result.id)).size, 1)
    assert.equal((await retry(merchant, failed.id, { clabe: OTHER }, key)).headers['idempotent-replayed'], 'true')
    const elsewhere = await retry(merchant, failed.id, { clabe: '002010077777777771' })
    assert.equal(elsewhere.status, 409, elsewhere.text)
    await world().work()
    assert.deepEqual(
      (await transfersOf(world(), merchant)).map((row) => [row.state, row.destination]),
      [
        ['rejected', CLOSED],
        ['settled', OTHER],
      ],
    )
    await assertAudited(world())
  })

  test('a retry may fail too, and be sent again', async () => {
    const merchant = await frozen()
    const transaction = await refundTo(merchant, CLOSED)
    await world().work()
    let [{ id }] = await list(merchant)
    for (const clabe of [undefined, RETURNED_LATER, OTHER]) {
      const answer = await retry(merchant, id, clabe === undefined ? {} : { clabe })
      assert.equal(answer.status, 200, answer.text)
      id = answer.body.result.id
      await moveClock(merchant, { advance: 'P4D' })
      assert.deepEqual(await shownOf(merchant, transaction), [clabe === OTHER, (await list(merchant))[0].status])
    }
    assert.equal(await owed(merchant), 0)
    assert.deepEqual(
      (await list(merchant)).map((one: { status: string }) => one.status),
      ['settled', 'returned', 'rejected', 'rejected'],
    )
    await assertAudited(world())
  })

  test('a transfer that cannot be retried is refused by name', async () => {
    const merchant = await frozen()
    const stranger = await world().merchant()
    const transaction = await refundTo(merchant, CLOSED)
    const [{ id }] = await list(merchant, `?operation=${transaction}`)
    const refused = async (answer: ReturnType<typeof retry>, status: number, code: string) => {
      const { status: found, body, text } = await answer
      assert.deepEqual([found, body.error.code], [status, code], text)
    }
    await refused(retry(merchant, id), 409, 'InvalidTransactionException')
    await world().work()
    await refused(retry(stranger, id), 404, 'InvalidTransactionException')
    assert.equal((await stranger.get(`/v1/transfers/${id}`)).status, 404)
    assert.deepEqual(await list(stranger), [])
    for (const clabe of ['032180000118359718', 'x', '0321800001183597190', 5]) {
      await refused(retry(merchant, id, { clabe }), 400, 'InvalidParamException')
    }
    for (const beneficiary of ['Ana\nRuiz', 'Ana\u0001Ruiz', 'Ana\ud800']) {
      await refused(retry(merchant, id, { clabe: OTHER, beneficiary }), 400, 'InvalidParamException')
      await refused(retry(merchant, id, { beneficiary }), 400, 'InvalidParamException')
    }
    await refused(retry(merchant, id, { destination: OTHER }), 400, 'InvalidParamException')
    await refused(retry(merchant, 'trf_none'), 404, 'InvalidTransactionException')
    for (const query of ['kind=x', 'status=x', 'starting_after=x', 'unchanged_minutes=-1', 'start_date=x', 'limit=0']) {
      assert.equal((await merchant.get(`/v1/transfers?${query}`)).status, 400, query)
    }
    // What was taken at a till goes back to that till.
    const atStore = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction: atStore.transaction, amount: 10 })
    await world().work()
    const [back] = await list(merchant, `?operation=${atStore.transaction}`)
    if (back !== undefined)
      await refused(retry(merchant, back.id, { clabe: OTHER }), 409, 'InvalidTransactionException')
    await assertAudited(world())
  })

  test('the list goes on page by page, newest first', async () => {
    const merchant = await frozen()
    for (let count = 0; count < 5; count += 1) await refundTo(merchant, OTHER)
    const seen: string[] = []
    for (let after = ''; ; ) {
      const { transfers, next } = (await merchant.get(`/v1/transfers?limit=2${after}`)).body.result
      seen.push(...transfers.map((one: { id: string }) => one.id))
      if (next === null) break
      after = `&starting_after=${next}`
    }
    assert.equal(seen.length, 5)
    assert.deepEqual(seen, [...seen].sort().reverse())
    const today = (await list(merchant))[0].timestamp.slice(0, 10)
    assert.equal((await list(merchant, `?start_date=${today}&end_date=${today}`)).length, 5)
    assert.equal((await list(merchant, '?end_date=2020-01-01')).length, 0)
  })

  test('the sandbox plays the bank of any transfer of the account', async () => {
    const merchant = await frozen()
    const stranger = await world().merchant()
    const play = (who: Merchant, id: string, body: object) => who.post(`/v1/sandbox/transfers/${id}`, body)
    const planned = await refundTo(merchant, OTHER)
    const [before] = await list(merchant, `?operation=${planned}`)
    assert.equal((await play(stranger, before.id, { outcome: 'returned' })).status, 404)
    assert.equal((await play(merchant, before.id, { outcome: 'lost' })).status, 400)
    assert.equal((await play(merchant, before.id, { outcome: 'rejected', reason: 'cuenta bloqueada' })).status, 200)
    await world().work()
    const [rejected] = await list(merchant, `?operation=${planned}`)
    assert.deepEqual([rejected.status, rejected.reason], ['rejected', 'cuenta bloqueada'])
    assert.equal((await play(merchant, before.id, { outcome: 'returned' })).status, 200)
    assert.equal((await play(merchant, before.id, { outcome: 'rejected' })).status, 400)

    const settled = await refundTo(merchant, OTHER)
    await world().work()
    const [arrived] = await list(merchant, `?operation=${settled}`)
    assert.equal(arrived.status, 'settled')
    const later = await play(merchant, arrived.id, { outcome: 'returned', after_seconds: 86_400 })
    assert.equal(later.body.result.status, 'settled')
    await moveClock(merchant, { advance: 'P2D' })
    assert.deepEqual(await shownOf(merchant, settled), [false, 'returned'])
    const now = await refundTo(merchant, OTHER)
    await world().work()
    const [third] = await list(merchant, `?operation=${now}`)
    const returned = await play(merchant, third.id, { outcome: 'returned' })
    assert.equal(returned.body.result.status, 'returned', returned.text)
    await assertAudited(world())
  })

  test('our own transfer that is reported back is recognised as its return, and is not sent away again', async () => {
    const merchant = await frozen()
    const transaction = await refundTo(merchant, OTHER)
    await world().work()
    const [{ tracking_key, id }] = await list(merchant)
    const report = { clabe: '646180110400000007', amount: 500, tracking_key, payer_clabe: OTHER }
    const answers = await Promise.all(Array.from({ length: 12 }, () => payBySpei(merchant, report)))
    assert.deepEqual([...new Set(answers.map((one) => one.outcome))], ['taken-back'])
    assert.equal(new Set(answers.map((one) => one.id)).size, 1)
    await world().work()
    assert.equal((await merchant.get(`/v1/transfers/${id}`)).body.result.status, 'returned')
    assert.deepEqual(await shownOf(merchant, transaction), [false, 'returned'])
    assert.equal((await transfersOf(world(), merchant)).length, 1)
    assert.equal(await owed(merchant), -50_000)
    // The bank tells it too, before or after.
    assert.equal(await tell(tracking_key, 'returned'), 'known')
    assert.equal((await retry(merchant, id)).status, 200)
    await world().work()
    const [again] = await list(merchant)
    assert.equal(await tell(again.tracking_key, 'returned'), 'recorded')
    assert.equal((await payBySpei(merchant, { ...report, tracking_key: again.tracking_key })).outcome, 'taken-back')
    assert.equal(await owed(merchant), -50_000)
    await assertAudited(world())
    // Another amount under our key is nobody's guess: a person decides.
    const third = await retry(merchant, again.id)
    await world().work()
    const odd = { ...report, tracking_key: third.body.result.tracking_key, amount: 499 }
    assert.deepEqual(
      [(await payBySpei(merchant, odd)).outcome, (await payBySpei(merchant, odd)).outcome],
      ['suspended', 'suspended'],
    )
    assert.equal((await list(merchant))[0].status, 'settled')
    await assertAudited(world())
  })

  test('a payout that the bank returns days later is owed again, has an event, and is paid with the next one', async () => {
    const merchant = await world().merchant()
    await merchant.call('PUT', '/v1/settlement/account', { clabe: RETURNED_LATER })
    // A Monday.
    await moveClock(merchant, { freeze: true, set: '2031-06-02T12:00:00-06:00' })
    await payByCard(world(), merchant, APPROVED)
    const payouts = async () =>
      (await merchant.get('/v1/payouts')).body.result.payouts.map(
        (one: { date: string; status: string; amount: { amount: string } }) => [
          one.date,
          one.status,
          one.amount.amount,
        ],
      )
    await moveClock(merchant, { set: '2031-06-03T12:00:00-06:00' })
    assert.deepEqual(await payouts(), [['2031-06-03', 'paid', '95.82']])
    const [transfer] = await list(merchant, '?kind=payout')
    assert.equal((await retry(merchant, transfer.id)).status, 409)
    await payByCard(world(), merchant, APPROVED)
    await moveClock(merchant, { set: '2031-06-05T12:00:00-06:00' })
    // The second one goes to the same account, and comes back too.
    await merchant.call('PUT', '/v1/settlement/account', { clabe: OTHER })
    await moveClock(merchant, { set: '2031-06-06T12:00:00-06:00' })
    await moveClock(merchant, { set: '2031-06-10T12:00:00-06:00' })
    const all = await payouts()
    const good = all.filter(([, status]: string[]) => status === 'paid')
    assert.equal(
      good.reduce((sum: number, [, , amount]: string[]) => sum + Math.round(Number(amount) * 100), 0),
      2 * 9_582,
      JSON.stringify(all),
    )
    assert.deepEqual(
      all.filter(([, status]: string[]) => status === 'returned').map(([date]: string[]) => date),
      ['2031-06-04', '2031-06-03'],
    )
    assert.equal((await retry(merchant, transfer.id)).status, 409)
    assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
    assert.equal(await balanceOf(world(), merchant, 'payouts'), 0)
    const events = await typesOf(merchant)
    assert.equal(events.filter((type: string) => type === 'payout.returned').length, 2)
    assert.deepEqual(events.slice(0, 1), ['payout.paid'])
    assert.equal((await merchant.get('/v1/operations')).body.result.transferences, '191.64')
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })

  test('a payout that the bank refused and settles after all is paid once, or what follows makes up for it', async () => {
    const merchant = await world().merchant()
    const on = (time: string) => moveClock(merchant, { set: `2031-07-${time}:00-06:00` })
    const payouts = async () =>
      (await merchant.get('/v1/payouts')).body.result.payouts
        .map((one: { date: string; status: string; amount: { amount: string } }) =>
          [one.date.slice(8), one.status, one.amount.amount].join(' '),
        )
        .reverse()
    const keyOf = async (nth: number) => (await list(merchant, '?kind=payout')).toReversed()[nth].tracking_key
    await merchant.call('PUT', '/v1/settlement/account', { clabe: CLOSED })
    // A Monday.
    await moveClock(merchant, { freeze: true, set: '2031-07-07T12:00:00-06:00' })
    await payByCard(world(), merchant, APPROVED)
    await on('08T12:00')
    assert.deepEqual(await payouts(), ['08 failed 95.82'])
    assert.equal(await tell(await keyOf(0), 'settled'), 'recorded')
    await world().work()
    assert.deepEqual(await payouts(), ['08 paid 95.82'])
    assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
    await assertAudited(world())

    await payByCard(world(), merchant, APPROVED)
    await on('09T12:00')
    // From the next day on; the next payout still goes to the closed account.
    await merchant.call('PUT', '/v1/settlement/account', { clabe: OTHER })
    await world().work()
    const letters = (await merchant.get('/v1/sandbox/mailbox')).body.result.messages as { body: string }[]
    const code = letters.map(({ body }) => /Código: (\d{8})/.exec(body)?.[1]).find((one) => one !== undefined)
    assert.equal((await merchant.post('/v1/settlement/account/confirm', { code })).status, 200)
    await on('11T12:00')
    const carried = ['08 paid 95.82', '09 failed 95.82', '10 failed 95.82', '11 paid 95.82']
    assert.deepEqual(await payouts(), carried)
    assert.equal(await tell(await keyOf(1), 'settled'), 'recorded')
    await world().work()
    assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 9_582, 'the merchant owes what came twice')
    await assertAudited(world())
    for (const day of ['11T13:00', '14T13:00', '15T13:00']) {
      await on(day)
      await payByCard(world(), merchant, APPROVED)
    }
    await on('16T12:00')
    // The first of three sales is kept for what came twice.
    assert.deepEqual(await payouts(), [
      '08 paid 95.82',
      '09 paid 95.82',
      '10 failed 95.82',
      '11 paid 95.82',
      '15 paid 95.82',
      '16 paid 95.82',
    ])
    assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
    const events = ['failed', 'paid', 'failed', 'failed', 'paid', 'paid', 'paid', 'paid']
    assert.deepEqual(
      await typesOf(merchant),
      events.map((one) => `payout.${one}`),
    )
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })
})
