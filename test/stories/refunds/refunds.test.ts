// A payment is given back, wholly or in part, to whoever paid it: once each, never more than was paid, never more than the merchant has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { makeClabe } from '../../../src/core/banks/clabe.ts'
import { audit } from '../../../src/service/audit.ts'
import { run } from '../../../src/store/write.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { decided, disputed } from '../../support/fixtures/disputes.ts'
import {
  assertAudited,
  balanceOf,
  moveClock,
  nowOf,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, worldOf } from '../../support/harness/world.ts'
import { dayOf } from '../../support/model/shop-model.ts'

const OTHER = '012180001234567899'
const CLOSED = '646180990000000012'
const PAYER = '002010077777777771'
const RETURNED_LATER = '646180990000000067'
/** No institution has 999. */
const NO_BANK = makeClabe({ bank: '999', place: '180', account: '00123456789' })

onBothEngines('a payment is refunded', (world) => {
  const paidByCard = async (merchant: Merchant, change: Record<string, unknown> = {}): Promise<string> => {
    const answer = await payByCard(world(), merchant, APPROVED, change)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result.transaction
  }
  const paidBySpei = async (merchant: Merchant, total = 500, payer_clabe = PAYER): Promise<string> => {
    const { transaction } = await speiVoucher(merchant, { total })
    await payBySpei(merchant, { transaction, payer_clabe })
    return transaction
  }
  const paidInCash = async (merchant: Merchant, total = 500): Promise<string> => {
    const { transaction } = await storeVoucher(merchant, { total })
    await payAtStore(merchant, { transaction })
    return transaction
  }
  const ask = (merchant: Merchant, transaction: string, body: object = {}, headers: Record<string, string> = {}) =>
    merchant.post(`/v1/operations/${transaction}/refunds`, body, headers)
  const refund = async (merchant: Merchant, transaction: string, body: object = {}) => {
    const answer = await ask(merchant, transaction, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  const read = async (merchant: Merchant, id: string) => (await merchant.get(`/v1/refunds/${id}`)).body.result
  /** Money of other sales, so that the merchant has enough. */
  const withSales = async () => {
    const merchant = await world().merchant()
    await paidBySpei(merchant, 2_000)
    return merchant
  }
  const typesOf = async (merchant: Merchant) =>
    (await merchant.get('/v1/events?limit=500')).body.result.events
      .map((event: { type: string }) => event.type)
      .filter((type: string) => type.startsWith('refund.'))
      .reverse()

  test('a card payment in two parts, each refunded by the acquirer, until nothing is left', async () => {
    const merchant = await withSales()
    const transaction = await paidByCard(merchant)
    const { total } = await operationOf(merchant, transaction)
    const first = await refund(merchant, transaction, { amount: '30.00', reason: 'Talla equivocada' })
    assert.deepEqual([first.status, first.method, first.amount.amount], ['pending', 'card', '30.00'])
    assert.equal((await operationOf(merchant, transaction)).devolution_status, 'pending')
    await world().work()
    assert.equal((await read(merchant, first.id)).status, 'settled')
    const after = await operationOf(merchant, transaction)
    assert.deepEqual(
      [after.status, after.hasDevolution, after.refunded.amount, after.devolution_status],
      ['N', true, '30.00', 'settled'],
    )
    const rest = await refund(merchant, transaction)
    assert.equal(Number(rest.amount.amount), Number(total.amount) - 30)
    await world().work()
    assert.equal(await balanceOf(world(), merchant, 'receivable:acquirer'), 0)
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    const more = await ask(merchant, transaction, { amount: 1 })
    assert.equal(more.status, 409, more.text)
    const { refunds } = (await merchant.get(`/v1/operations/${transaction}/refunds`)).body.result
    assert.deepEqual(
      refunds.map((one: { id: string }) => one.id),
      [rest.id, first.id],
    )
    assert.deepEqual(await typesOf(merchant), ['refund.created', 'refund.updated', 'refund.created', 'refund.updated'])
    await assertAudited(world())
  })

  test('a SPEI payment goes back to the account it came from, and is settled by the bank', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 500)
    const made = await refund(merchant, transaction, { amount: 120 })
    assert.deepEqual([made.method, made.destination.clabe], ['transfer', PAYER.slice(-4)])
    await world().work()
    const settled = await read(merchant, made.id)
    assert.equal(settled.status, 'settled')
    const [transfer] = await transfersOf(world(), merchant)
    assert.deepEqual(
      [transfer?.id, transfer?.destination, transfer?.amount_centavos, transfer?.refund_id],
      [made.transfer, PAYER, 12_000, made.id],
    )
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    await assertAudited(world())
  })

  test('cash goes to the account that the merchant names', async () => {
    const merchant = await withSales()
    const transaction = await paidInCash(merchant)
    const made = await refund(merchant, transaction, { destination: { clabe: OTHER, name: 'Ana Núñez' } })
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'settled')
    assert.equal((await transfersOf(world(), merchant)).at(-1)?.destination, OTHER)
    await assertAudited(world())
  })

  test('a refund that the bank refused and settles after all is settled, and can be neither cancelled nor sent again', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 500, CLOSED)
    const made = await refund(merchant, transaction, { amount: 100 })
    await world().work()
    const failed = await read(merchant, made.id)
    assert.equal(failed.status, 'failed')
    const owed = await balanceOf(world(), merchant, 'payable:merchant')
    const settle = () => merchant.post(`/v1/sandbox/transfers/${failed.transfer}`, { outcome: 'settled' })
    const cancel = () => merchant.post(`/v1/refunds/${made.id}/cancel`, {})
    const send = () => merchant.post(`/v1/refunds/${made.id}/retry`, { destination: { clabe: OTHER, name: 'Ana' } })
    const [settled] = await Promise.all([settle(), cancel(), send()])
    await world().work()
    const after = await read(merchant, made.id)
    if (settled.status === 200 && settled.body.result.status === 'settled') {
      assert.equal(after.status, 'settled')
      assert.deepEqual([(await cancel()).status, (await send()).status], [409, 409])
    } else {
      assert.ok(['cancelled', 'settled'].includes(after.status), after.status)
    }
    assert.equal(
      await balanceOf(world(), merchant, 'payable:merchant'),
      after.status === 'cancelled' ? owed - 10_000 : owed,
    )
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    await assertAudited(world())

    const second = await refund(merchant, transaction, { amount: 50 })
    await world().work()
    const { transfer } = await read(merchant, second.id)
    // The refund follows a moment later; a cancellation before that is refused too.
    assert.equal((await merchant.post(`/v1/sandbox/transfers/${transfer}`, { outcome: 'settled' })).status, 200)
    const early = await merchant.post(`/v1/refunds/${second.id}/cancel`, {})
    assert.equal(early.status, 409, early.text)
    await world().work()
    const { status, failure } = await read(merchant, second.id)
    assert.deepEqual([status, failure], ['settled', ''])
    await assertAudited(world())
  })

  test('a failed refund is owed until it is sent to another account, or cancelled', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 500, CLOSED)
    const made = await refund(merchant, transaction, { amount: 100 })
    await world().work()
    const failed = await read(merchant, made.id)
    assert.deepEqual([failed.status, failed.failure], ['failed', 'the account is closed'])
    const shown = await operationOf(merchant, transaction)
    assert.deepEqual([shown.hasDevolution, shown.refunded.amount], [false, '0.00'])
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -10_000)
    await assertAudited(world())
    const again = await merchant.post(`/v1/refunds/${made.id}/retry`, {
      destination: { clabe: OTHER, name: 'Ana Núñez' },
    })
    assert.equal(again.status, 200, again.text)
    assert.equal(again.body.result.status, 'pending')
    await assertAudited(world())
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'settled')
    assert.equal((await operationOf(merchant, transaction)).refunded.amount, '100.00')

    const other = await refund(merchant, transaction, { amount: 50 })
    await world().work()
    assert.equal((await read(merchant, other.id)).status, 'failed')
    const owed = await balanceOf(world(), merchant, 'payable:merchant')
    const cancelled = await merchant.post(`/v1/refunds/${other.id}/cancel`, {})
    assert.equal(cancelled.body.result.status, 'cancelled', cancelled.text)
    assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), owed - 5_000)
    assert.equal((await merchant.post(`/v1/refunds/${other.id}/cancel`, {})).body.result.status, 'cancelled')
    const late = await merchant.post(`/v1/transfers/${other.transfer}/retry`, {})
    assert.equal(late.status, 409, late.text)
    assert.equal((await merchant.post(`/v1/refunds/${other.id}/retry`, {})).status, 409)
    assert.equal((await refund(merchant, transaction)).amount.amount, '400.00')
    await world().work()
    await assertAudited(world())
  })

  test('a refund that the bank returns days later is owed again', async () => {
    const merchant = await withSales()
    await moveClock(merchant, { freeze: true })
    const transaction = await paidBySpei(merchant, 500, RETURNED_LATER)
    const made = await refund(merchant, transaction, { amount: 100 })
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'settled')
    await moveClock(merchant, { advance: 'P4D' })
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'returned')
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -10_000)
    const retried = await merchant.post(`/v1/transfers/${made.transfer}/retry`, { clabe: OTHER })
    assert.equal(retried.status, 200, retried.text)
    assert.equal(retried.body.result.refund, made.id)
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'settled')
    await assertAudited(world())
  })

  test('a fee comes back where the account’s terms say so, in proportion, and an affiliate’s share always', async () => {
    const merchant = await withSales()
    const set = await merchant.call('PUT', '/v1/sandbox/refund-fees', { payment_method: 'SPE', fee_back: true })
    assert.equal(set.status, 200, set.text)
    const transaction = await paidBySpei(merchant, 100)
    const fees = await balanceOf(world(), merchant, 'income:fees')
    // 3.60 and 0.58 of IVA: a third of each, and in the end all of it.
    const parts = []
    for (const amount of ['33.33', '33.33', '33.34']) parts.push((await refund(merchant, transaction, { amount })).fee)
    assert.deepEqual(
      parts.map(({ amount, iva }) => [amount, iva]),
      [
        ['1.20', '0.19'],
        ['1.20', '0.20'],
        ['1.20', '0.19'],
      ],
    )
    assert.equal(await balanceOf(world(), merchant, 'income:fees'), fees + 360)
    const shared = await paidByCard(merchant, { 'payment.affiliated': { user: 'socio', total_fee: '9.00' } })
    const { total } = await operationOf(merchant, shared)
    const third = await refund(merchant, shared, { amount: (Number(total.amount) / 3).toFixed(2) })
    assert.equal(third.fee.affiliate, '3.00')
    assert.equal(await balanceOf(world(), merchant, 'payable:affiliate'), -600)
    await assertAudited(world())
    const kept = await paidInCash(merchant, 100)
    const made = await refund(merchant, kept, { destination: { clabe: OTHER, name: 'Ana Núñez' } })
    assert.deepEqual(made.fee, { amount: '0.00', iva: '0.00', affiliate: '0.00' })
    await world().work()
    await assertAudited(world())
  })

  test('a fee that comes back from now on stays with us for the part that was refunded without it', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 100)
    assert.equal((await refund(merchant, transaction, { amount: 90 })).fee.amount, '0.00')
    const terms = { payment_method: 'SPE', fee_back: true }
    assert.equal((await merchant.call('PUT', '/v1/sandbox/refund-fees', terms)).status, 200)
    assert.deepEqual((await refund(merchant, transaction)).fee, { amount: '0.36', iva: '0.06', affiliate: '0.00' })
    await world().work()
    await assertAudited(world())
  })

  test('a refund of more than the merchant is owed is refused, waits for new payments, or comes from the reserve', async () => {
    const merchant = await world().merchant()
    const transaction = await paidBySpei(merchant, 100)
    const refused = await ask(merchant, transaction)
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.body.error.description, /95\.82/)
    const rule = (beyond_balance: string) => merchant.call('PUT', '/v1/refund-rules', { beyond_balance })

    assert.equal((await rule('wait')).status, 200)
    const waiting = await refund(merchant, transaction)
    assert.deepEqual([waiting.status, waiting.waits_for, waiting.transfer], ['pending', 'balance', null])
    assert.equal((await ask(merchant, transaction, { amount: 1 })).status, 409)
    await assertAudited(world())
    await moveClock(merchant, { freeze: true })
    await moveClock(merchant, { advance: 'PT10M' })
    assert.equal((await read(merchant, waiting.id)).waits_for, 'balance')
    await paidBySpei(merchant, 500)
    await moveClock(merchant, { advance: 'PT1H' })
    await world().work()
    assert.equal((await read(merchant, waiting.id)).status, 'settled')
    await assertAudited(world())

    assert.equal((await rule('reserve')).status, 200)
    const aside = await merchant.post('/v1/reserve', { amount: 400, direction: 'in' })
    assert.equal(aside.body.result.reserve, '400.00', aside.text)
    assert.equal((await merchant.post('/v1/reserve', { amount: 4_000, direction: 'in' })).status, 409)
    const other = await paidInCash(merchant, 300)
    const { owed } = (await merchant.get('/v1/reserve')).body.result
    const made = await refund(merchant, other, { destination: { clabe: OTHER, name: 'Ana Núñez' } })
    assert.equal(Number(made.from_reserve), Math.max(0, Math.round(30_000 - Number(owed) * 100) / 100))
    const rest = (await merchant.get('/v1/reserve')).body.result
    assert.ok(Number(rest.owed) >= 0 && Number(rest.reserve) >= 0, JSON.stringify(rest))
    assert.equal((await merchant.post('/v1/reserve', { amount: rest.reserve, direction: 'out' })).status, 200)
    await world().work()
    await assertAudited(world())
  })

  test('of changes of the rules at once each keeps what the others have set', async () => {
    const merchant = await world().merchant()
    for (let days = 1; days <= 8; days += 1) {
      const rule = days % 2 === 0 ? 'wait' : 'reserve'
      const answers = await Promise.all([
        merchant.call('PUT', '/v1/refund-rules', { beyond_balance: rule }),
        merchant.call('PUT', '/v1/refund-rules', { methods: [{ payment_method: 'SPE', days }] }),
        merchant.call('PUT', '/v1/refund-rules', { methods: [{ payment_method: 'POS', days }] }),
        merchant.call('PUT', '/v1/sandbox/refund-fees', { payment_method: 'OXX', fee_back: days % 2 === 0 }),
      ])
      for (const { status, text } of answers) assert.equal(status, 200, text)
      const { beyond_balance, methods } = (await merchant.get('/v1/refund-rules')).body.result
      const of = (code: string) => methods.find((one: { payment_method: string }) => one.payment_method === code)
      assert.deepEqual(
        [beyond_balance, of('SPE').days, of('POS').days, of('OXX').fee_back],
        [rule, days, days, days % 2 === 0],
      )
    }
  })

  test('the settlement report has a refund as a line of its own, and lists subtract it on its day', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: '2037-11-24T16:00:00Z' })
    assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })).status, 200)
    const transaction = await paidBySpei(merchant, 1_000)
    const made = await refund(merchant, transaction, { amount: 400 })
    await moveClock(merchant, { advance: 'P1D' })
    const { payouts } = (await merchant.get('/v1/payouts')).body.result
    assert.deepEqual(
      payouts.map((one: { amount: { amount: string } }) => one.amount.amount),
      ['558.24'],
    )
    const { lines, totals } = (await merchant.get(`/v1/settlement/report?date=${payouts[0].date}`)).body.result
    const line = lines.find((one: { type: string }) => one.type === 'refund')
    assert.deepEqual(
      [line.refund, line.total, line.net, line.transaction],
      [made.id, '-400.00', '-400.00', transaction],
    )
    assert.deepEqual([totals.total, totals.net, totals.carried], ['600.00', '558.24', '0.00'])
    const day = await merchant.get('/v1/operations?date=paid&start_date=2037-11-24&end_date=2037-11-24')
    assert.deepEqual([day.body.result.total, day.body.result.sales], [1, '600.00'])
    await assertAudited(world())
  })

  test('a payer who paid cash enters the account on a page, once', async () => {
    const merchant = await withSales()
    await moveClock(merchant, { freeze: true })
    const transaction = await paidInCash(merchant)
    const made = await refund(merchant, transaction, {
      amount: 80,
      destination: { email: 'ana@example.mx', phone: '5512345678' },
    })
    assert.deepEqual([made.waits_for, made.destination.clabe], ['details', null])
    await world().work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox')).body.result
    const urls = messages.map((one: { body: string }) => /https?:\S+\/r\/[\w-]{24}/.exec(one.body)?.[0])
    assert.equal(urls.length, 2)
    assert.equal(urls[0], urls[1])
    const path = new URL(urls[0]).pathname
    const open = (lang = 'es') => world().send({ method: 'GET', url: `${path}?lang=${lang}` })
    const say = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      world().send({
        method: 'POST',
        url: `${path}?lang=es`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      })
    assert.match((await open()).text, /Recibir mi dinero/)
    assert.match((await open('en')).text, /Get my money/)
    const wrong = await say({ name: 'Ana Núñez', clabe: `${OTHER.slice(0, -1)}1` })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /dígito equivocado/)
    assert.match((await say({ name: '', clabe: OTHER })).text, /nombre del titular/)
    assert.match((await say({ name: 'Ana Núñez', clabe: '999180001234567895' })).text, /aria-invalid/)
    const forged = await say({ name: 'Eva Mala', clabe: OTHER }, { 'sec-fetch-site': 'cross-site' })
    assert.equal(forged.status, 403)
    assert.equal((await read(merchant, made.id)).waits_for, 'details')

    const twice = await Promise.all([say({ name: 'Ana Núñez', clabe: OTHER }), say({ name: 'Eva Mala', clabe: PAYER })])
    assert.deepEqual(
      twice.map(({ status }) => status),
      [303, 303],
    )
    await world().work()
    const settled = await read(merchant, made.id)
    assert.equal(settled.status, 'settled')
    const transfers = (await transfersOf(world(), merchant)).filter((one) => one.refund_id === made.id)
    assert.equal(transfers.length, 1)
    assert.equal((await open()).text.includes(OTHER), false)
    assert.equal((await say({ name: 'Eva Mala', clabe: PAYER })).status, 303)
    assert.equal((await transfersOf(world(), merchant)).filter((one) => one.refund_id === made.id).length, 1)
    // The receipt says so, and goes to the payer.
    await world().work()
    const receipt = await world().send({
      method: 'GET',
      url: new URL((await operationOf(merchant, transaction)).url).pathname,
    })
    assert.match(receipt.text, /devuelto en parte/)
    assert.match(receipt.text, /\$80\.00 a tu cuenta/)
    const later = (await merchant.get('/v1/sandbox/mailbox')).body.result.messages
    assert.equal(later.length, 4)
    assert.ok(later.some((one: { body: string }) => /devuelto en parte/.test(one.body)))
    assert.equal((await world().send({ method: 'GET', url: `/r/${'a'.repeat(24)}` })).status, 404)
    await assertAudited(world())
  })

  test('an unused link expires; a new one can be sent, or the refund cancelled', async () => {
    const merchant = await withSales()
    await moveClock(merchant, { freeze: true })
    const transaction = await paidInCash(merchant)
    const made = await refund(merchant, transaction, { destination: { email: 'ana@example.mx' } })
    await moveClock(merchant, { advance: 'P15D' })
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'failed')
    await assertAudited(world())
    const again = await merchant.post(`/v1/refunds/${made.id}/retry`, {})
    assert.deepEqual([again.body.result.status, again.body.result.waits_for], ['pending', 'details'], again.text)
    const cancelled = await merchant.post(`/v1/refunds/${made.id}/cancel`, {})
    assert.equal(cancelled.body.result.status, 'cancelled')
    assert.equal((await operationOf(merchant, transaction)).hasDevolution, false)
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    await assertAudited(world())
  })

  test('a refund that is not possible is refused by name, in both languages, and nothing is written', async () => {
    const merchant = await withSales()
    await moveClock(merchant, { freeze: true })
    const pending = (await speiVoucher(merchant, { total: 500 })).transaction
    const paid = await paidBySpei(merchant, 500)
    const cash = await paidInCash(merchant)
    const card = await paidByCard(merchant)
    const declined = await payByCard(world(), merchant, '4111111111111111')
    const declinedId = (await merchant.get('/v1/operations?status=D')).body.result.operations[0].transaction
    assert.equal(declined.status, 402)
    const reversed = await paidByCard(merchant)
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${reversed}`)).status, 200)
    const refusals: [string, object, number, RegExp, RegExp][] = [
      [paid, { amount: 0 }, 400, /al menos 0\.01/, /at least 0\.01/],
      [paid, { amount: -5 }, 400, /negativo/, /negative/],
      [paid, { amount: '1.005' }, 400, /2 decimales/, /2 decimals/],
      [paid, { amount: 500.01 }, 409, /quedan 500\.00/, /Only 500\.00 of this operation can be refunded/],
      [paid, { currency: 'USD', amount: 5 }, 400, /MXN/, /MXN/],
      [paid, { destination: { clabe: OTHER, name: 'Ana Núñez' } }, 400, /de la que vino/, /it came from/],
      [card, { destination: { clabe: OTHER, name: 'Ana Núñez' } }, 400, /regresa a la tarjeta/, /back to the card/],
      [cash, {}, 400, /CLABE/, /CLABE/],
      [cash, { destination: { clabe: OTHER } }, 400, /titular/, /holder/],
      [
        cash,
        { destination: { clabe: `${OTHER.slice(0, -1)}1`, name: 'Ana Núñez' } },
        400,
        /dígito equivocado/,
        /wrong digit/,
      ],
      [cash, { destination: { clabe: '123', name: 'Ana Núñez' } }, 400, /18 dígitos/, /18 digits/],
      [cash, { destination: { clabe: NO_BANK, name: 'Ana Núñez' } }, 400, /ningún banco/, /no bank/],
      [cash, { destination: { email: 'nadie' } }, 400, /correo/, /e-mail/],
      [pending, {}, 409, /todavía no se paga/, /not paid yet/],
      [declinedId, {}, 409, /declinado/, /declined/],
      [reversed, {}, 409, /cancelada/, /cancelled/],
      ['00000000-0000-7000-8000-000000000000', {}, 404, /No existe/, /does not exist/],
    ]
    const counted = async () => (await merchant.get('/v1/refunds?limit=500')).body.result.refunds.length
    for (const [transaction, body, status, es, en] of refusals) {
      const [spanish, english] = [
        await ask(merchant, transaction, body),
        await ask(merchant, transaction, body, { 'accept-language': 'en' }),
      ]
      assert.equal(spanish.status, status, spanish.text)
      assert.match(spanish.body.error.description, es)
      assert.match(english.body.error.description, en)
    }
    const stranger = await world().merchant()
    assert.equal((await ask(stranger, paid)).status, 404)
    await moveClock(merchant, { advance: 'P2D' })
    await world().work()
    assert.match((await ask(merchant, pending)).body.error.description, /venció/)
    await moveClock(merchant, { advance: 'P179D' })
    assert.match((await ask(merchant, card)).body.error.description, /180 días/)
    assert.equal(await counted(), 0)
    await assert.doesNotReject(assertAudited(world()))
  })

  test('the disputed part of a payment is not refunded, and the rest is', async () => {
    const merchant = await withSales()
    const transaction = await paidByCard(merchant, { 'payment.total.amount': 500 })
    const dispute = await disputed(merchant, transaction, { amount: 200, respond_days: 20 })
    const refused = await ask(merchant, transaction, { amount: 301 })
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.body.error.description, /aclaración: quedan 300\.00/)
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${transaction}`)).status, 409)
    assert.equal((await refund(merchant, transaction)).amount.amount, '300.00')
    const none = await ask(merchant, transaction, { amount: 1 }, { 'accept-language': 'en' })
    assert.match(none.body.error.description, /disputed: 0\.00 of it/)
    await decided(merchant, dispute.id, 'won')
    await world().work()
    await assertAudited(world())
  })

  test('of two refunds at once for the last peso one is made, and of a refund and a reversal at once one wins', async () => {
    const merchant = await withSales()
    for (let round = 0; round < 3; round += 1) {
      const transaction = await paidBySpei(merchant, 100)
      const both = await Promise.all([
        ask(merchant, transaction, { amount: 60 }),
        ask(merchant, transaction, { amount: 60 }),
      ])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
      assert.equal((await merchant.get(`/v1/operations/apply-reversal/${transaction}`)).status, 409)
    }
    for (let round = 0; round < 6; round += 1) {
      const transaction = round % 2 === 0 ? await paidBySpei(merchant, 100) : await paidByCard(merchant)
      const [reversal, made] = await Promise.all([
        merchant.get(`/v1/operations/apply-reversal/${transaction}`),
        ask(merchant, transaction, { amount: 40 }),
      ])
      assert.deepEqual([reversal.status, made.status].sort(), [200, 409], `${reversal.text} ${made.text}`)
      await world().work()
      const { status, hasDevolution } = await operationOf(merchant, transaction)
      assert.deepEqual([status, hasDevolution], [reversal.status === 200 ? 'C' : 'N', true])
    }
    await assertAudited(world())
  })

  test('many refunds at once never take more than the merchant is owed', async () => {
    const merchant = await world().merchant()
    const transactions = []
    for (let one = 0; one < 6; one += 1) transactions.push(await paidBySpei(merchant, 100))
    const answers = await Promise.all(transactions.map((transaction) => ask(merchant, transaction)))
    const made = answers.filter(({ status }) => status === 200).length
    // 95.82 of each payment is the merchant's: five whole refunds fit, and perhaps some were too busy to be made.
    assert.ok(made >= 1 && made <= 5, `${made}`)
    for (const { status } of answers) assert.ok([200, 409, 503].includes(status), `${status}`)
    assert.ok((await balanceOf(world(), merchant, 'payable:merchant')) <= 0)
    await world().work()
    await assertAudited(world())
  })

  test('a refund does not take what a reversal takes at the same time', async (t) => {
    const { service, environment } = world()
    // All requests go to this process, whose write is held.
    const merchant = await worldOf(service.store.engine, environment, service).merchant()
    const [first, second, third] = [await paidByCard(merchant), await paidByCard(merchant), await paidByCard(merchant)]
    await refund(merchant, third)
    const { store } = service
    const { commit } = store
    t.after(() => {
      store.commit = commit
    })
    store.commit = async (writes) => {
      if (writes.some((write) => write.kind === 'insert' && write.table === 'refunds')) {
        store.commit = commit
        assert.equal((await merchant.get(`/v1/operations/apply-reversal/${second}`)).status, 200)
      }
      return commit(writes)
    }
    // 187.46 is owed, and 91.64 when the reversal has taken its part.
    const refused = await ask(merchant, first)
    assert.equal(refused.status, 409, refused.text)
    assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), -9_164)
    await assertAudited(world())
  })

  test('a repeated request gets the same answer and makes one refund', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 100)
    const headers = { 'idempotency-key': 'devolver-1' }
    const [first, second] = [
      await ask(merchant, transaction, { amount: 10 }, headers),
      await ask(merchant, transaction, { amount: 10 }, headers),
    ]
    assert.equal(first.text, second.text)
    assert.equal((await merchant.get(`/v1/refunds?operation=${transaction}`)).body.result.refunds.length, 1)
    assert.equal((await ask(merchant, transaction, { amount: 11 }, headers)).status, 422)
  })

  test('the acquirer refuses, or does not answer: the refund fails and goes to an account, or is requested again', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    await paidBySpei(merchant, 20_000)
    const transaction = await paidByCard(merchant, { 'payment.total.amount': 19_000 })
    const refused = await refund(merchant, transaction, { amount: '4001.12' })
    const silent = await refund(merchant, transaction, { amount: '4001.13' })
    const late = await refund(merchant, transaction, { amount: '4001.14' })
    await world().work()
    assert.deepEqual((await read(merchant, refused.id)).status, 'failed')
    assert.deepEqual((await read(merchant, silent.id)).status, 'pending')
    assert.deepEqual((await read(merchant, late.id)).status, 'pending')
    assert.equal((await merchant.post(`/v1/refunds/${silent.id}/cancel`, {})).status, 409)
    await assertAudited(world())
    const retried = await merchant.post(`/v1/refunds/${refused.id}/retry`, {
      destination: { clabe: OTHER, name: 'Ana Núñez' },
    })
    assert.deepEqual([retried.body.result.status, retried.body.result.method], ['pending', 'transfer'], retried.text)
    await moveClock(merchant, { advance: 'PT1H' })
    await world().work()
    assert.equal((await read(merchant, late.id)).status, 'settled')
    assert.equal((await read(merchant, refused.id)).status, 'settled')
    assert.equal((await read(merchant, silent.id)).status, 'pending')
    await assertAudited(world())
  })

  test('refunds are listed by pages, states and days', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 100)
    for (let one = 0; one < 3; one += 1) await refund(merchant, transaction, { amount: 10 })
    const first = (await merchant.get('/v1/refunds?limit=2')).body.result
    assert.equal(first.refunds.length, 2)
    const second = (await merchant.get(`/v1/refunds?limit=2&starting_after=${first.next}`)).body.result
    assert.deepEqual([second.refunds.length, second.next], [1, null])
    assert.equal((await merchant.get('/v1/refunds?status=cancelled')).body.result.refunds.length, 0)
    assert.equal((await merchant.get('/v1/refunds?status=gone')).status, 400)
    assert.equal(
      (await merchant.get('/v1/refunds?start_date=2020-01-01&end_date=2020-01-02')).body.result.refunds.length,
      0,
    )
    assert.equal((await (await world().merchant()).get(`/v1/refunds/${first.refunds[0].id}`)).status, 404)
  })

  test('the acquirer’s statement lists a refund to a card, and is reconciled with it', async () => {
    const merchant = await withSales()
    await moveClock(merchant, { freeze: true })
    const transaction = await paidByCard(merchant)
    const made = await refund(merchant, transaction, { amount: 30 })
    await world().work()
    const day = dayOf(await nowOf(merchant))
    const query = `rail=card&start_date=${day}&end_date=${day}`
    const { content } = (await merchant.get(`/v1/sandbox/statement?${query}`)).body.result
    assert.match(content, new RegExp(made.id))
    const reconciled = await merchant.post('/v1/sandbox/reconcile', { content })
    assert.equal(reconciled.status, 200, reconciled.text)
    assert.deepEqual(reconciled.body.result.findings, [], reconciled.text)
    await assertAudited(world())
  })

  test('the audit names a changed refund, its changed entries and a changed operation of it', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 100)
    const made = await refund(merchant, transaction, { amount: 30 })
    await world().work()
    const { store } = world().service
    const change = (text: string) => store.commit([run(sql.raw(text).compile(store.db))])
    const named = async () =>
      (await audit(store, { accountId: merchant.accountId })).invariants
        .filter((one) => one.faults > 0)
        .map(({ name }) => name)
    const doctored: [string, string, string][] = [
      [`update operations set refunded_centavos = 4000`, `update operations set refunded_centavos = 3000`, 'refunds'],
      [
        `update operations set refunds_settled_centavos = 0`,
        `update operations set refunds_settled_centavos = 3000`,
        'refunds',
      ],
      [`update refunds set amount_centavos = 2999`, `update refunds set amount_centavos = 3000`, 'refund-entries'],
      [`update refunds set state = 'failed'`, `update refunds set state = 'settled'`, 'refund-entries'],
      [`update refunds set booked_at = null`, `update refunds set booked_at = created_at`, 'refund-entries'],
      [
        `update refunds set operation_id = '00000000-0000-7000-8000-000000000000'`,
        `update refunds set operation_id = '${transaction}'`,
        'refund-entries',
      ],
    ]
    for (const [wrong, right, invariant] of doctored) {
      const where = wrong.startsWith('update operations') ? `id = '${transaction}'` : `id = '${made.id}'`
      await change(`${wrong} where ${where}`)
      assert.ok((await named()).includes(invariant as never), `${wrong}: ${await named()}`)
      await change(`${right} where ${where}`)
      assert.deepEqual(await named(), [])
    }
    await assert.rejects(
      change(`update operations set refunded_centavos = 10001 where id = '${transaction}'`),
      /operations_left_check/,
    )
    await assertAudited(world())
  })
})

onBothEngines(
  'a payout after refunds of later days',
  (world) => {
    test('pays no more than the total that is owed, and keeps the rest for the next payout', async () => {
      const merchant = await world().merchant()
      await moveClock(merchant, { freeze: true, set: '2037-11-24T16:00:00Z' })
      assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })).status, 200)
      const { transaction } = await speiVoucher(merchant, { total: 1_000 })
      await payBySpei(merchant, { transaction, payer_clabe: PAYER })
      await moveClock(merchant, { advance: 'P2D' })
      const answer = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 400 })
      assert.equal(answer.status, 200, answer.text)
      await moveClock(merchant, { advance: 'P1D' })
      const payouts = async () =>
        (await merchant.get('/v1/payouts')).body.result.payouts.map(
          (one: { amount: { amount: string } }) => one.amount.amount,
        )
      assert.deepEqual(await payouts(), ['558.24'])
      assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
      const next = (await speiVoucher(merchant, { total: 500 })).transaction
      await payBySpei(merchant, { transaction: next, payer_clabe: PAYER })
      await moveClock(merchant, { advance: 'P9D' })
      // What was kept back was due already; the refund and the next payment are due together.
      assert.deepEqual(await payouts(), ['79.12', '400.00', '558.24'])
      await assertAudited(world())
    })
  },
  { SETTLEMENT_DAYS: '3' },
)
