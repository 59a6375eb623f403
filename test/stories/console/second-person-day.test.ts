// What one person gives back alone in a day of Mexico City is no more than the amount of the rule, however it is cut into pieces and however many come at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '../../../src/service/audit.ts'
import { columns } from '../../../src/store/columns.ts'
import { insert, run } from '../../../src/store/write.ts'
import { inAccount, invited, PASSWORD, person, type SignedIn, send, signedIn } from '../../support/fixtures/console.ts'
import {
  assertAudited,
  moveClock,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLOSED_CLABE = '646180990000000012'
const OTHER = '032180000118359719'

onBothEngines('many small refunds do not evade the second person', (world) => {
  const { shop, rule, paid, refusedAlone, ask, approve, refundsOf } = secondPersons(world)
  const refund = (one: SignedIn, id: string, amount: string, headers = {}) =>
    one.call('POST', `/v1/operations/${id}/refunds`, { amount }, headers)
  const reverse = (one: SignedIn, id: string) => one.call('POST', `/v1/operations/apply-reversal/${id}`)
  const done = (answer: Answer) => {
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  const givenToday = async (one: SignedIn) => {
    const { given_today } = done(await one.call('GET', '/v1/console/second-person'))
    return given_today
  }
  const counters = async ({ accountId }: Merchant) =>
    (
      await world()
        .service.store.db.selectFrom('person_days')
        .select('given_centavos')
        .where('account_id', '=', accountId)
        .execute()
    ).map((row) => row.given_centavos)

  test('the refund that takes the day over the amount needs approval; refunds approved by another and refunds of others do not count', async () => {
    const { merchant, ana, luis } = await shop()
    const [first, second, third] = [await paid(merchant), await paid(merchant), await paid(merchant)]
    done(await refund(ana, first, '60.00'))
    assert.equal(await givenToday(ana), '60.00')
    const over = await refund(ana, second, '40.01')
    refusedAlone(over)
    assert.match(over.body.error.message, /60\.00.*100\.00/)
    assert.equal(await givenToday(ana), '60.00', 'what is refused does not count')
    const request = await ask(ana, `/operations/${second}/refunds`, { amount: '40.01' })
    done(await approve(luis, request))
    assert.equal(await givenToday(ana), '60.00')
    assert.equal(await givenToday(luis), '0.00', 'nor for who approves')
    done(await refund(ana, third, '40.00'))
    refusedAlone(await refund(ana, third, '0.01'))
    done(await refund(luis, await paid(merchant), '100.00'))
    done(await merchant.post(`/v1/operations/${third}/refunds`, { amount: '150.00' }))
    assert.deepEqual((await counters(merchant)).sort(), [10_000, 10_000], 'a key is not counted')
    await assertAudited(world())
  })

  test('forty refunds at once, of forty payments: exactly the limit is refunded', async () => {
    const { merchant, ana } = await shop()
    const payments = await Promise.all(Array.from({ length: 40 }, () => paid(merchant, 50)))
    const answers = await Promise.all(payments.map((id) => refund(ana, id, '15.00')))
    for (const answer of answers) assert.ok([200, 403, 503].includes(answer.status), answer.text)
    const given = async () => {
      const made = await Promise.all(payments.map((id) => refundsOf(merchant, id)))
      return made.flat().length
    }
    assert.equal(await given(), answers.filter(({ status }) => status === 200).length)
    // Whoever reads that the service is busy asks a second time.
    for (const id of payments) {
      if ((await refundsOf(merchant, id)).length === 0) await refund(ana, id, '15.00')
    }
    assert.equal(await given(), 6)
    assert.deepEqual(await counters(merchant), [9_000])
    assert.equal(await givenToday(ana), '90.00')
    await assertAudited(world())
  })

  test('forty reversals at once, in two browsers of one person: no more than the limit', async () => {
    const { merchant, ana } = await shop('200.00')
    const payments = await Promise.all(Array.from({ length: 40 }, () => paid(merchant, 30)))
    const answers = await Promise.all(payments.map((id) => reverse(ana, id)))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual([...new Set(statuses)].sort(), [200, 403])
    assert.equal(statuses.filter((one) => one === 200).length, 6)
    assert.deepEqual(await counters(merchant), [18_000])
    // The same reversal again is the same: it does not count twice, nor is it refused.
    const again = payments[statuses.indexOf(200)] ?? ''
    done(await reverse(ana, again))
    assert.deepEqual(await counters(merchant), [18_000])
    const { total } = (await merchant.get('/v1/operations?status=C')).body.result
    assert.equal(total, 6)
    await assertAudited(world())
  })

  test('of two people who reverse one payment at once, each is answered by their own day', async () => {
    const { merchant, ana, luis } = await shop()
    done(await reverse(ana, await paid(merchant, 90)))
    const id = await paid(merchant, 60)
    const [ofAna, ofLuis] = await Promise.all([reverse(ana, id), reverse(luis, id)])
    done(ofLuis)
    // Ana is refused, unless Luis has reversed it already.
    if (ofAna.status !== 200) refusedAlone(ofAna)
    assert.equal(await givenToday(ana), '90.00')
    assert.equal(await givenToday(luis), '60.00')
  })

  test('refunds, reversals by card and SPEI, and retries to another account add up; a cancelled unpaid slip does not count', async () => {
    const { merchant, ana } = await shop()
    const slip = await speiVoucher(merchant, { total: 90 })
    done(await reverse(ana, slip.transaction))
    assert.equal(await givenToday(ana), '0.00')
    const spei = await speiVoucher(merchant, { total: 30 })
    await payBySpei(merchant, { transaction: spei.transaction, payer_clabe: CLOSED_CLABE })
    done(await reverse(ana, spei.transaction))
    assert.equal(await givenToday(ana), '30.00')
    done(await reverse(ana, await paid(merchant, 20)))
    done(await refund(ana, await paid(merchant), '10.00'))
    assert.equal(await givenToday(ana), '60.00')
    await world().work()
    const { transfers } = done(await merchant.get(`/v1/transfers?operation=${spei.transaction}`))
    const retry = (clabe: string) =>
      ana.call('POST', `/v1/transfers/${transfers[0].id}/retry`, { clabe, beneficiary: 'Ana Núñez' })
    done(await retry(OTHER))
    assert.equal(await givenToday(ana), '90.00')
    done(await retry(OTHER))
    assert.equal(await givenToday(ana), '90.00', 'the same again is the transfer there is')
    refusedAlone(await reverse(ana, await paid(merchant, 20)))
    const cash = await storeVoucher(merchant, { total: 50 })
    await payAtStore(merchant, { transaction: cash.transaction })
    const made = done(
      await merchant.post(`/v1/operations/${cash.transaction}/refunds`, { destination: { email: 'ana@example.mx' } }),
    )
    const details = (amount: object) => ana.call('POST', `/v1/refunds/${made.id}/retry`, amount)
    refusedAlone(await details({ destination: { clabe: '002010077777777771', name: 'Ana Núñez' } }))
    await assertAudited(world())
  })

  test('a retry that exceeds the day’s amount while other refunds run is refused, not lost', async () => {
    const { merchant, ana } = await shop('50.00')
    const failed: string[] = []
    for (let one = 0; one < 4; one += 1) {
      const spei = await speiVoucher(merchant, { total: 20 })
      await payBySpei(merchant, { transaction: spei.transaction, payer_clabe: CLOSED_CLABE })
      done(await merchant.post(`/v1/operations/apply-reversal/${spei.transaction}`, {}))
      await world().work()
      failed.push(done(await merchant.get(`/v1/transfers?operation=${spei.transaction}`)).transfers[0].id)
    }
    const retry = (id: string) =>
      ana.call('POST', `/v1/transfers/${id}/retry`, { clabe: OTHER, beneficiary: 'Ana Núñez' })
    const answers = await Promise.all(failed.map(retry))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 403, 403])
    assert.deepEqual(await counters(merchant), [4_000])
    await assertAudited(world())
  })

  test('another day begins at nothing, at midnight of Mexico City; the same request again counts once', async () => {
    const { merchant, ana } = await shop()
    await moveClock(merchant, { freeze: true, set: '2033-05-04T23:30:00-06:00' })
    const id = await paid(merchant)
    const once = { 'idempotency-key': 'mismo-dia' }
    const made = done(await refund(ana, id, '90.00', once))
    assert.equal(done(await refund(ana, id, '90.00', once)).id, made.id)
    assert.equal(await givenToday(ana), '90.00')
    refusedAlone(await refund(ana, await paid(merchant), '20.00'))
    await moveClock(merchant, { freeze: true, set: '2033-05-05T00:10:00-06:00' })
    assert.equal(await givenToday(ana), '0.00')
    done(await refund(ana, await paid(merchant), '20.00'))
    assert.equal(await givenToday(ana), '20.00')
  })

  test('a reversal that the bank does not answer counts once, and repeated requests do not block it', async () => {
    const { merchant, ana } = await shop('5000.00')
    const silent = await paid(merchant, 4001.06)
    for (const _ of [1, 2]) assert.equal((await reverse(ana, silent)).status, 503)
    assert.equal(await givenToday(ana), '4001.06')
    refusedAlone(await reverse(ana, await paid(merchant, 999)))
    done(await reverse(ana, await paid(merchant, 900)))
    await assertAudited(world())
  })

  test('a request counts even if it has no effect: a cancelled refund makes no room', async () => {
    const { merchant, ana } = await shop()
    const other = await paid(merchant)
    const spei = await speiVoucher(merchant, { total: 90 })
    await payBySpei(merchant, { transaction: spei.transaction, payer_clabe: CLOSED_CLABE })
    const made = done(await refund(ana, spei.transaction, '90.00'))
    await world().work()
    done(await ana.call('POST', `/v1/refunds/${made.id}/cancel`, {}))
    refusedAlone(await refund(ana, other, '20.00'))
    await assertAudited(world())
  })

  test('an account without the rule records nothing; switched on, counting begins; switched off, no limit applies', async () => {
    const { merchant, ana, luis } = await shop(null)
    done(await refund(ana, await paid(merchant), '400.00'))
    assert.deepEqual(await counters(merchant), [])
    assert.equal(await givenToday(ana), null)
    await rule(ana, '100.00')
    done(await refund(ana, await paid(merchant), '100.00'))
    const payments = await Promise.all(Array.from({ length: 6 }, () => paid(merchant, 50)))
    const request = await ask(ana, '/console/second-person', { above: null })
    const [off, ...answers] = await Promise.all([
      approve(luis, request),
      ...payments.map((id) => refund(ana, id, '50.00')),
    ])
    done(off)
    // Each of them is either of before or of after.
    for (const answer of answers) assert.ok([200, 403].includes(answer.status), answer.text)
    assert.deepEqual(await counters(merchant), [10_000])
    done(await refund(ana, await paid(merchant), '400.00'))
    await assertAudited(world())
  })

  test('a person in two accounts is counted in each', async () => {
    const [here, there] = [await shop(), await shop('30.00')]
    const eva = await person(world(), here.merchant, 'finance')
    const { token } = await invited(world(), there.merchant, 'finance', eva.email)
    const accept = { token, password: PASSWORD }
    done(await send(world(), 'POST', '/v1/console/invitation/accept', accept))
    done(await refund(eva, await paid(here.merchant), '100.00'))
    const both = await inAccount(world(), await signedIn(world(), eva.email), there.merchant.accountId)
    done(await refund(both, await paid(there.merchant), '30.00'))
    refusedAlone(await refund(both, await paid(there.merchant), '0.01'))
    assert.deepEqual([await counters(here.merchant), await counters(there.merchant)], [[10_000], [3_000]])
  })

  test('the audit recounts a day from the trail, and names every alteration', async () => {
    const { merchant, ana, luis } = await shop()
    await moveClock(merchant, { freeze: true, set: '2033-05-07T12:00:00-06:00' })
    for (const amount of ['30.00', '20.00']) done(await refund(ana, await paid(merchant), amount))
    done(await refund(luis, await paid(merchant), '10.00'))
    await moveClock(merchant, { freeze: true, set: '2033-05-08T12:00:00-06:00' })
    for (const amount of ['40.00', '25.00']) done(await refund(ana, await paid(merchant), amount))
    const { store } = world().service
    const { accountId } = merchant
    const named = async () => {
      const { invariants } = await audit(store, { accountId })
      return invariants
        .filter(({ faults }) => faults > 0)
        .map(({ name, faults, first }) => ({ name, faults, ...first }))
    }
    assert.deepEqual(await named(), [])
    const own = `account_id = '${accountId}' and user_id in (select id from users where email = '${ana.email}')`
    const records = `account_id = '${accountId}' and type = 'person.gave_back' and data like '%"40.00"%'`
    const alter = async (text: string) => store.commit([run(sql.raw(text).compile(store.db))])
    const alterations: [change: string, expected: string, found: string, back: string][] = [
      [
        `update person_days set given_centavos = 0 where ${own}`,
        '2033-05-08 65.00',
        '2033-05-08 0.00',
        `update person_days set given_centavos = 6500 where ${own}`,
      ],
      [
        `update person_days set day = '2033-05-09', given_centavos = 0 where ${own}`,
        '2033-05-08 65.00',
        '2033-05-09 0.00',
        `update person_days set day = '2033-05-08', given_centavos = 6500 where ${own}`,
      ],
      [
        `update person_days set day = '2033-05-07' where ${own}`,
        '2033-05-08 65.00',
        '2033-05-07 65.00',
        `update person_days set day = '2033-05-08' where ${own}`,
      ],
      [
        `update events set data = '{"after":{"day":"2033-05-08","amount":"4.00"}}' where ${records}`,
        '2033-05-08 29.00',
        '2033-05-08 65.00',
        `update events set data = '{"after":{"day":"2033-05-08","amount":"40.00"}}'
          where account_id = '${accountId}' and type = 'person.gave_back' and data like '%"4.00"%'`,
      ],
      [
        `update events set data = 'nada' where ${records}`,
        '2033-05-08 25.00',
        '2033-05-08 65.00',
        `update events set data = '{"after":{"day":"2033-05-08","amount":"40.00"}}'
          where account_id = '${accountId}' and type = 'person.gave_back' and data = 'nada'`,
      ],
    ]
    for (const [change, expected, found, back] of alterations) {
      await alter(change)
      const [first, ...others] = await named()
      assert.deepEqual(
        [first?.name, first?.expected, first?.found, others],
        ['given-alone', expected, found, []],
        change,
      )
      assert.match(first?.id ?? '', new RegExp(`^${accountId} usr_`))
      await alter(back)
      assert.deepEqual(await named(), [])
    }
    const rows = await store.db
      .selectFrom('person_days')
      .select(columns.person_days)
      .where('account_id', '=', accountId)
      .execute()
    const row = rows.find(({ given_centavos }) => given_centavos === 6_500)
    assert.ok(row)
    await alter(`delete from person_days where ${own}`)
    assert.deepEqual(
      (await named()).map(({ name, expected, found }) => [name, expected, found]),
      [['given-alone', '2033-05-08 65.00', 'none']],
    )
    await store.commit([insert('person_days', row)])
    await assertAudited(world())
  })

  test('what was counted before the trail recorded it counts on, and the day after does not have it', async () => {
    const { merchant, ana } = await shop()
    await moveClock(merchant, { freeze: true, set: '2033-05-10T12:00:00-06:00' })
    done(await refund(ana, await paid(merchant), '30.00'))
    const { store } = world().service
    // As a database that was migrated at noon of that day.
    for (const text of [
      `update person_days set unrecorded_centavos = given_centavos where account_id = '${merchant.accountId}'`,
      `delete from events where account_id = '${merchant.accountId}' and type = 'person.gave_back'`,
    ])
      await store.commit([run(sql.raw(text).compile(store.db))])
    await assertAudited(world())
    done(await refund(ana, await paid(merchant), '50.00'))
    refusedAlone(await refund(ana, await paid(merchant), '20.01'))
    assert.equal(await givenToday(ana), '80.00')
    await assertAudited(world())
    await moveClock(merchant, { freeze: true, set: '2033-05-11T12:00:00-06:00' })
    done(await refund(ana, await paid(merchant), '100.00'))
    await assertAudited(world())
  })
})
