import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { payAffiliatesTask } from '../../../src/payouts/affiliates/pay.ts'
import type { Store } from '../../../src/store/store.ts'
import { update } from '../../../src/store/write.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const OTHER = '032180000118359719'
const CLOSED_CLABE = '646180990000000012'

onBothEngines('affiliates are paid their shares by payouts, as merchants are', stories, { REVERSAL_WINDOW: '240' })

function stories(world: () => World): void {
  const at = (merchant: Merchant, set: string) => moveClock(merchant, { freeze: true, set })
  const charge = async (merchant: Merchant, user: string, share: string, amount = 100) => {
    const paid = await done(
      payByCard(world(), merchant, APPROVED, {
        'payment.total.amount': amount,
        'payment.affiliated.user': user,
        'payment.affiliated.total_fee': share,
      }),
    )
    return paid.operations[0].transaction as string
  }
  const register = (merchant: Merchant, change: object = {}) =>
    merchant.post('/v1/affiliates', { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: CLABE, ...change })
  const payoutsOf = (merchant: Merchant, id: string) => done(merchant.get(`/v1/affiliates/${id}/payouts`))
  const codeOf = async (merchant: Merchant) => {
    await world().work()
    const { messages } = await done(merchant.get('/v1/sandbox/mailbox'))
    const codes = messages.map(({ body }: { body: string }) => /Código: (\d{8})/.exec(body)?.[1])
    return codes.find((code: string | undefined) => code !== undefined)
  }

  test('an unregistered affiliate earns shares; once registered, the next payout pays all of them, with a report to the centavo', async () => {
    const merchant = await world().merchant()
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: OTHER }))
    await at(merchant, '2031-03-03T12:00:00-06:00')
    const first = await charge(merchant, 'luz', '10.01')
    await charge(merchant, 'otro', '1.00')
    await moveClock(merchant, { set: '2031-03-05T12:00:00-06:00' })
    assert.deepEqual((await done(merchant.get('/v1/ledger/affiliates'))).affiliates, [
      { user: 'luz', amount: '10.01', currency: 'MXN', registered: false },
      { user: 'otro', amount: '1.00', currency: 'MXN', registered: false },
    ])
    const luz = await done(register(merchant))
    assert.deepEqual([luz.user, luz.owed, luz.bank_name], ['luz', '10.01', 'Banamex'])
    const second = await charge(merchant, 'luz', '5.00')
    await moveClock(merchant, { set: '2031-03-06T12:00:00-06:00' })
    const { total, amount, payouts } = await payoutsOf(merchant, luz.id)
    assert.deepEqual([total, amount.amount], [1, '15.01'])
    const { date, clabe, beneficiary, status, user } = payouts[0]
    assert.deepEqual([date, clabe, beneficiary, status, user], ['2031-03-06', CLABE, 'Luz Paz', 'paid', 'luz'])

    const report = await done(merchant.get(`/v1/affiliates/${luz.id}/report?date=2031-03-06`))
    assert.deepEqual(report.totals, { entries: 2, share: '15.01', carried: '0.00', payout: '15.01' })
    assert.deepEqual(
      report.lines.map((line: Record<string, string>) => [line.transaction, line.type, line.total, line.share]),
      [
        [first, 'payment', '100.00', '10.01'],
        [second, 'payment', '100.00', '5.00'],
      ],
    )
    const paged = await done(merchant.get(`/v1/affiliates/${luz.id}/report?date=2031-03-06&limit=1`))
    const rest = await done(
      merchant.get(`/v1/affiliates/${luz.id}/report?date=2031-03-06&limit=1&starting_after=${paged.next}`),
    )
    assert.deepEqual([...paged.lines, ...rest.lines], report.lines)
    const page = (after: string) =>
      merchant.get(`/v1/affiliates/${luz.id}/report?date=2031-03-06&starting_after=${after}`)
    assert.equal((await page('2026-02-31.x')).status, 400)
    assert.deepEqual((await done(page('1970-01-01.x'))).lines, report.lines)
    const csv = (await merchant.get(`/v1/affiliates/${luz.id}/report.csv?date=2031-03-06`)).text.trim().split('\r\n')
    assert.equal(csv.length, 3)
    assert.ok(csv[1]?.endsWith('100.00,10.01'))

    // The merchant's own payouts and figures are what they were without the affiliate's.
    const own = await done(merchant.get('/v1/payouts'))
    assert.deepEqual(
      own.payouts.map((one: { amount: { amount: string } }) => one.amount.amount),
      ['90.82', '180.63'],
    )
    assert.equal((await done(merchant.get('/v1/operations'))).transferences, '271.45')
    assert.equal((await merchant.get(`/v1/payouts/${payouts[0].id}`)).status, 404)
    assert.equal((await done(merchant.get(`/v1/affiliates/${luz.id}`))).owed, '0.00')
    const { events } = await done(merchant.get('/v1/events?limit=100'))
    assert.ok(events.some((one: { type: string }) => one.type === 'affiliate.payout_paid'))
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('a reversal takes the share back, or the merchant pays it: by the rule that held when the payment was made', async () => {
    const merchant = await world().merchant()
    const owed = async (user: string) =>
      (await done(merchant.get('/v1/ledger/affiliates'))).affiliates.find((one: { user: string }) => one.user === user)
        ?.amount
    const merchantOwed = async () => {
      const { balances } = await done(merchant.get('/v1/ledger/balances'))
      return balances.find((one: { account: string }) => one.account === 'payable:merchant')?.closing
    }
    assert.deepEqual(await done(merchant.get('/v1/affiliates/rules')), { take_back: 'proportional' })
    const proportional = await charge(merchant, 'prop', '10.00')
    const rule = await done(merchant.call('PUT', '/v1/affiliates/rules', { take_back: 'merchant' }))
    assert.deepEqual(rule, { take_back: 'merchant' })
    const kept = await charge(merchant, 'kept', '10.00')
    // The rule is that of the payment: to change it again changes nothing about payments that were made.
    await done(merchant.call('PUT', '/v1/affiliates/rules', { take_back: 'proportional' }))
    await Promise.all([proportional, kept].map(async (id) => done(merchant.get(`/v1/operations/apply-reversal/${id}`))))
    assert.deepEqual([await owed('prop'), await owed('kept')], ['0.00', '10.00'])
    assert.equal(await merchantOwed(), '10.00')
    // The share that the merchant pays is what the day has cost.
    const { sales, commissions } = await done(merchant.get('/v1/operations?date=paid'))
    assert.deepEqual([sales, commissions.amount], ['0.00', 10])
    const { records } = await done(merchant.get('/v1/audit?action=affiliates.rule_changed'))
    assert.equal(records.length, 2)
    await assertAudited(world())
  })

  test('an affiliate that owes more than it is owed is negative, and the next shares are netted', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2031-06-02T12:00:00-06:00')
    const luz = await done(register(merchant))
    const reversed = await charge(merchant, 'luz', '30.00')
    await moveClock(merchant, { set: '2031-06-04T12:00:00-06:00' })
    assert.equal((await payoutsOf(merchant, luz.id)).amount.amount, '30.00')
    await done(merchant.get(`/v1/operations/apply-reversal/${reversed}`))
    const owed = async () => (await done(merchant.get(`/v1/affiliates/${luz.id}`))).owed
    assert.equal(await owed(), '-30.00')
    await charge(merchant, 'luz', '20.00')
    await moveClock(merchant, { set: '2031-06-06T12:00:00-06:00' })
    assert.deepEqual([await owed(), (await payoutsOf(merchant, luz.id)).total], ['-10.00', 1])
    await charge(merchant, 'luz', '25.00')
    await moveClock(merchant, { set: '2031-06-09T12:00:00-06:00' })
    assert.deepEqual([await owed(), (await payoutsOf(merchant, luz.id)).amount.amount], ['0.00', '45.00'])
    const report = await done(merchant.get(`/v1/affiliates/${luz.id}/report?date=2031-06-09`))
    assert.deepEqual(report.totals, { entries: 3, share: '15.00', carried: '0.00', payout: '15.00' })
    assert.deepEqual(
      report.lines.map((line: Record<string, string>) => [line.type, line.total, line.share]),
      [
        ['reversal', '-100.00', '-30.00'],
        ['payment', '100.00', '20.00'],
        ['payment', '100.00', '25.00'],
      ],
    )
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('a payout that the bank refuses is owed again, and paid to the account that the affiliate has by then', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2031-09-02T12:00:00-06:00')
    const luz = await done(register(merchant, { clabe: CLOSED_CLABE }))
    await charge(merchant, 'luz', '12.00')
    await moveClock(merchant, { set: '2031-09-03T12:00:00-06:00' })
    const failed = await payoutsOf(merchant, luz.id)
    assert.deepEqual([failed.payouts[0].status, failed.amount.amount], ['failed', '0.00'])
    assert.equal((await done(merchant.get(`/v1/affiliates/${luz.id}`))).owed, '12.00')

    const asked = await done(merchant.call('PUT', `/v1/affiliates/${luz.id}`, { clabe: CLABE, name: 'Luz M. Paz' }))
    assert.deepEqual([asked.clabe, asked.name, asked.change.clabe], [CLOSED_CLABE, 'Luz M. Paz', CLABE])
    const code = await codeOf(merchant)
    const wrong = String((Number(code) + 1) % 1e8).padStart(8, '0')
    const confirm = `/v1/affiliates/${luz.id}/account/confirm`
    assert.equal((await merchant.post(confirm, { code: wrong })).status, 403)
    assert.equal((await done(merchant.post(confirm, { code }))).change.status, 'confirmed')
    // The merchant's own account is untouched, and may change beside it.
    assert.equal((await done(merchant.get('/v1/settlement/account'))).change, undefined)
    await moveClock(merchant, { set: '2031-09-08T12:00:00-06:00' })
    assert.equal((await done(merchant.get(`/v1/affiliates/${luz.id}`))).clabe, CLABE)
    const paid = await payoutsOf(merchant, luz.id)
    assert.equal(paid.amount.amount, '12.00')
    assert.ok(
      paid.payouts.some((one: { clabe: string; status: string }) => one.clabe === CLABE && one.status === 'paid'),
    )
    await world().work()
    const { messages } = await done(merchant.get('/v1/sandbox/mailbox'))
    const toLuz = messages.filter((one: { recipient: string }) => one.recipient === 'luz@ejemplo.mx')
    assert.equal(toLuz.length, 2)
    assert.ok(!JSON.stringify(toLuz).includes(code))
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('wrong fields are refused by name, in both languages; no account reaches the affiliates of another', async () => {
    const merchant = await world().merchant()
    const luz = await done(register(merchant))
    for (const [change, field] of [
      [{ clabe: '002010077777777772' }, 'clabe'],
      [{ clabe: '9' }, 'clabe'],
      [{ email: 'luz' }, 'email'],
      [{ name: '  ' }, 'name'],
      [{ user: '' }, 'user'],
      [{ user: 'a\u0000b' }, 'user'],
      [{ user: '4242424242424242' }, 'user'],
    ] as const) {
      for (const language of ['es', 'en']) {
        const { status, body, text } = await merchant.post(
          '/v1/affiliates',
          { user: 'ana', name: 'Ana', email: 'ana@ejemplo.mx', clabe: CLABE, ...change },
          { 'accept-language': language },
        )
        assert.equal(status, 400, text)
        assert.ok(body.error.messages[field], `${field}: ${text}`)
      }
    }
    assert.equal((await register(merchant)).status, 409)
    assert.equal((await merchant.call('PUT', `/v1/affiliates/${luz.id}`, {})).status, 400)
    assert.equal((await merchant.call('PUT', '/v1/affiliates/rules', { take_back: 'nobody' })).status, 400)
    const stranger = await world().merchant()
    for (const path of ['', '/payouts', '/report?date=2031-01-02', '/report.csv?date=2031-01-02'])
      assert.equal((await stranger.get(`/v1/affiliates/${luz.id}${path}`)).status, 404, path)
    assert.equal((await stranger.call('PUT', `/v1/affiliates/${luz.id}`, { clabe: OTHER })).status, 404)
    assert.equal((await stranger.post(`/v1/affiliates/${luz.id}/account/confirm`, {})).status, 404)
    // The same name in another account is somebody else.
    assert.equal((await register(stranger)).status, 200)
  })

  test('two registrations at once are one, and two workers pay one payout', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2031-11-04T12:00:00-06:00')
    const answers = await Promise.all([1, 2, 3].map(() => register(merchant)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    const id = answers.find(({ status }) => status === 200)?.body.result.id
    await charge(merchant, 'luz', '7.00')
    await moveClock(merchant, { set: '2031-11-05T12:00:00-06:00' })
    await Promise.all([world().work(), world().work()])
    const { total, amount } = await payoutsOf(merchant, id)
    assert.deepEqual([total, amount.amount], [1, '7.00'])
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('an account that is suspended while its affiliates are paid is not paid for, until it is open again', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2031-12-03T12:00:00-06:00')
    const luz = await done(register(merchant))
    await charge(merchant, 'luz', '7.00')
    const { store, clock } = world().service
    const stand = (suspended_at: string | null) =>
      store.commit([update('accounts', { suspended_at }, { id: merchant.accountId })])
    const suspending: Store = {
      ...store,
      commit: async (writes) => {
        if (!JSON.stringify(writes).includes(luz.id)) return
        await stand(clock.now())
        await store.commit(writes)
      },
    }
    const tomorrow = { ...clock, now: () => '2031-12-04T18:00:00.000Z' }
    const needs = { clock: tomorrow, terms: { settlementDays: 1 }, speiBank: { name: 'sandbox-spei' } }
    await payAffiliatesTask({ ...needs, store: suspending }).run()
    assert.equal((await payoutsOf(merchant, luz.id)).total, 0)
    await stand(null)
    await moveClock(merchant, { set: '2031-12-04T12:00:00-06:00' })
    const { total, amount } = await payoutsOf(merchant, luz.id)
    assert.deepEqual([total, amount.amount], [1, '7.00'])
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })
  test('nor when the batch of the payout waits for that of the suspension', async (t) => {
    if (world().engine !== 'postgres') return
    const merchant = await world().merchant()
    await at(merchant, '2032-01-14T12:00:00-06:00')
    const luz = await done(register(merchant))
    await charge(merchant, 'luz', '7.00')
    const { store, clock } = world().service
    const client = new pg.Client(world().environment.DATABASE_URL)
    await client.connect()
    t.after(() => client.end())
    const isWaiting = async () => {
      const { rows } = await client.query(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length > 0
    }
    const suspending: Store = {
      ...store,
      commit: async (writes) => {
        if (!JSON.stringify(writes).includes(luz.id)) return
        await client.query('begin')
        await client.query(`update accounts set suspended_at = now() where id = '${merchant.accountId}'`)
        const paying = store.commit(writes)
        paying.catch(() => {})
        while (!(await isWaiting())) await setTimeout(10)
        await client.query('commit')
        await paying
      },
    }
    const tomorrow = { ...clock, now: () => '2032-01-15T18:00:00.000Z' }
    const needs = { clock: tomorrow, terms: { settlementDays: 1 }, speiBank: { name: 'sandbox-spei' } }
    await payAffiliatesTask({ ...needs, store: suspending }).run()
    assert.equal((await payoutsOf(merchant, luz.id)).total, 0)
    await store.commit([update('accounts', { suspended_at: null }, { id: merchant.accountId })])
    await moveClock(merchant, { resume: true })
  })
}
