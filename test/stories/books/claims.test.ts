// The promise: a merchant who owes money gets an event, the debt is taken from the reserve and from later sales, is listed with its age, and is written
// off only by two people.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { addDays, type Day } from '../../../src/core/time.ts'
import { claimOf } from '../../../src/payouts/claims/find.ts'
import { watchClaims } from '../../../src/payouts/claims/watch.ts'
import { person } from '../../support/fixtures/console.ts'
import { decided, disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import { assertAudited, balanceOf, moveClock } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'

test('a debt is as old as the first day of those at whose end it was there', () => {
  const day = (at: number) => addDays('2026-01-01' as Day, at)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { maxLength: 40 }), (changes) => {
      const found = claimOf(
        'acc_1',
        changes.map((amountCentavos, at) => ({ day: day(at), amountCentavos })),
      )
      const sums = changes.map((_, at) => changes.slice(0, at + 1).reduce((sum, one) => sum + one, 0))
      const debt = sums.at(-1) ?? 0
      const lastGood = sums.findLastIndex((sum) => sum <= 0)
      const wanted = debt > 0 ? { accountId: 'acc_1', amountCentavos: debt, since: day(lastGood + 1) } : undefined
      assert.deepEqual(found, wanted)
    }),
  )
})

onBothEngines('what a merchant owes', (world) => {
  const claim = (merchant: Merchant) => done(merchant.get('/v1/ledger/claim'))
  /** The events about claims, after a look at the debts of this moment: the service's own look may still be under way. */
  const sent = async (merchant: Merchant) => {
    await watchClaims(world().service)
    const { events } = await done(merchant.get('/v1/events?limit=200'))
    return events
      .map(({ type }: { type: string }) => type)
      .filter((type: string) => type.startsWith('claim.'))
      .reverse()
  }
  /** A merchant who was paid out a sale of 1,000 pesos, which is lost then. Owes it, and the fees. */
  const indebted = async (monday: string, reserve?: string) => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: `${monday}T10:00:00-06:00` })
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE }))
    const sale = await paidByCard(world(), merchant, 1_000)
    if (reserve) await done(merchant.post('/v1/reserve', { amount: reserve, direction: 'in' }))
    await moveClock(merchant, { advance: 'P2D' })
    assert.equal(await claim(merchant), null)
    await decided(merchant, (await disputed(merchant, sale)).id, 'lost')
    return merchant
  }
  const debtOf = (merchant: Merchant) => balanceOf(world(), merchant, 'payable:merchant')

  test('gives an event at the start and each week, is taken from later sales, and gives an event when it is settled', async () => {
    const merchant = await indebted('2033-08-01')
    const owed = await debtOf(merchant)
    assert.ok(owed > 90_000)
    assert.deepEqual(await claim(merchant), {
      amount: (owed / 100).toFixed(2),
      currency: 'MXN',
      since: '2033-08-03',
      days: 0,
    })
    assert.deepEqual(await sent(merchant), ['claim.opened'])
    await moveClock(merchant, { advance: 'P6D' })
    assert.deepEqual(await sent(merchant), ['claim.opened'])
    await moveClock(merchant, { advance: 'P2D' })
    // Looked at by the service itself.
    for (let at = 0; at < 600; at += 1) {
      if ((await done(merchant.get('/v1/events?type=claim.reminder'))).events.length > 0) break
      await pause(100)
    }
    assert.deepEqual(await sent(merchant), ['claim.opened', 'claim.reminder'])
    assert.equal((await claim(merchant)).days, 8)
    const before = (await done(merchant.get('/v1/payouts'))).payouts.length
    await paidByCard(world(), merchant, 300)
    await moveClock(merchant, { advance: 'P2D' })
    assert.equal((await done(merchant.get('/v1/payouts'))).payouts.length, before, 'nothing is paid out')
    await paidByCard(world(), merchant, 2_000)
    assert.equal(await claim(merchant), null)
    await moveClock(merchant, { advance: 'P3D' })
    assert.deepEqual(await sent(merchant), ['claim.opened', 'claim.reminder', 'claim.settled'])
    await assertAudited(world())
  })

  test('is taken from the reserve first', async () => {
    const merchant = await indebted('2033-09-05', '400.00')
    const owed = await debtOf(merchant)
    await moveClock(merchant, { advance: 'P1D' })
    assert.equal(await debtOf(merchant), owed - 40_000)
    assert.equal(await balanceOf(world(), merchant, 'payable:reserve'), 0)
    assert.deepEqual(await sent(merchant), ['claim.opened'])
    await assertAudited(world())
  })

  test('is listed for the operator, and written off by two people with an entry', async () => {
    const merchant = await indebted('2033-10-03')
    const owed = await debtOf(merchant)
    await moveClock(merchant, { advance: 'P1D' })
    // Two processes order their records of one instant by chance: people join while the clock runs.
    await moveClock(merchant, { resume: true })
    const [one, other] = [
      await person(world(), await world().merchant(), 'operator'),
      await person(world(), await world().merchant(), 'operator'),
    ]
    const listed = async (by: typeof one) => {
      const { claims } = await done(by.call('GET', '/v1/console/claims'))
      return claims.find(({ account }: { account: string }) => account === merchant.accountId)
    }
    const { amount, since, days, write_off } = await listed(one)
    assert.deepEqual([amount, since, days, write_off], [(owed / 100).toFixed(2), '2033-10-05', 1, null])
    const ask = (by: typeof one) =>
      by.call('POST', `/v1/console/accounts/${merchant.accountId}/write-off`, { because: 'El comercio cerró' })
    await done(ask(one))
    const again = await ask(other)
    assert.deepEqual([again.status, again.body.error.reason], [409, 'claim-none'])
    const { id, own } = (await listed(one)).write_off
    assert.equal(own, true)
    const decide = (by: typeof one, verb: string) => by.call('POST', `/v1/console/write-offs/${id}/${verb}`, {})
    const alone = await decide(one, 'approve')
    assert.deepEqual([alone.status, alone.body.error.reason], [403, 'approval-own'])
    assert.equal(await debtOf(merchant), owed)
    // At once, it is written off once.
    const both = await Promise.all([decide(other, 'approve'), decide(other, 'approve')])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    assert.equal(await debtOf(merchant), 0)
    assert.equal(await balanceOf(world(), merchant, 'cost:differences'), owed)
    assert.equal(await listed(one), undefined)
    const { lines } = await done(merchant.get('/v1/ledger/journal?start_date=2033-10-01&end_date=2033-10-31&limit=500'))
    const posted = lines.filter(({ cause }: { cause: { kind: string } }) => cause.kind === 'claim')
    assert.deepEqual(
      posted.map(({ account, debit, credit }: Record<string, string>) => [account, debit, credit]),
      [
        ['cost:differences', (owed / 100).toFixed(2), null],
        ['payable:merchant', null, (owed / 100).toFixed(2)],
      ],
    )
    const { records } = await done(merchant.get('/v1/audit?limit=50'))
    const actions = records.map(({ action }: { action: string }) => action)
    assert.ok(actions.includes('claim.write_off_asked') && actions.includes('claim.written_off'), actions.join())
    await moveClock(merchant, { advance: 'P1D' })
    assert.deepEqual(await sent(merchant), ['claim.opened', 'claim.settled'])
    // The next sale is the merchant's, whole.
    await paidByCard(world(), merchant, 500)
    await moveClock(merchant, { advance: 'P2D' })
    const [payout] = (await done(merchant.get('/v1/payouts'))).payouts
    assert.ok(Number(payout.amount.amount) > 470, payout.amount.amount)
    await assertAudited(world())
  })

  test('is not written off when it is less by then, and a request may be refused by anybody', async () => {
    const merchant = await indebted('2033-11-07')
    // Two processes order their records of one instant by chance: people join while the clock runs.
    await moveClock(merchant, { resume: true })
    const [one, other] = [
      await person(world(), await world().merchant(), 'operator'),
      await person(world(), await world().merchant(), 'operator'),
    ]
    const ask = () => one.call('POST', `/v1/console/accounts/${merchant.accountId}/write-off`, { because: 'Prueba' })
    const asked = async () => {
      const { claims } = await done(one.call('GET', '/v1/console/claims'))
      return claims.find(({ account }: { account: string }) => account === merchant.accountId).write_off
    }
    await done(ask())
    await paidByCard(world(), merchant, 100)
    const { id } = await asked()
    const late = await other.call('POST', `/v1/console/write-offs/${id}/approve`, {})
    assert.deepEqual([late.status, late.body.error.reason], [409, 'claim-none'])
    await done(one.call('POST', `/v1/console/write-offs/${id}/refuse`, {}))
    assert.equal(await asked(), null)
    assert.equal(
      (await other.call('POST', `/v1/console/write-offs/${id}/approve`, {})).body.error.reason,
      'approval-over',
    )
    assert.equal((await merchant.call('GET', '/v1/console/claims')).status, 403)
    await assertAudited(world())
  })

  test('is not written off as far as an open dispute may give it back', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: '2034-02-13T10:00:00-06:00' })
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE }))
    const sale = await paidByCard(world(), merchant, 1_000)
    const lost = await paidByCard(world(), merchant, 300)
    await moveClock(merchant, { advance: 'P2D' })
    const open = await disputed(merchant, sale)
    const disputedDebt = await debtOf(merchant)
    await moveClock(merchant, { resume: true })
    const [one, other] = [
      await person(world(), await world().merchant(), 'operator'),
      await person(world(), await world().merchant(), 'operator'),
    ]
    const ofMerchant = async () => {
      const { claims } = await done(one.call('GET', '/v1/console/claims'))
      return claims.find(({ account }: { account: string }) => account === merchant.accountId)
    }
    const ask = () =>
      one.call('POST', `/v1/console/accounts/${merchant.accountId}/write-off`, { because: 'El comercio cerró' })
    assert.equal((await ofMerchant()).writable, '0.00')
    const refused = await ask()
    assert.deepEqual([refused.status, refused.body.error.reason], [409, 'claim-disputed'])
    await decided(merchant, (await disputed(merchant, lost)).id, 'lost')
    const certain = (await debtOf(merchant)) - disputedDebt
    assert.ok(certain > 0)
    assert.equal((await ofMerchant()).writable, (certain / 100).toFixed(2))
    await done(ask())
    const { id } = (await ofMerchant()).write_off
    await done(other.call('POST', `/v1/console/write-offs/${id}/approve`, {}))
    assert.equal(await debtOf(merchant), disputedDebt)
    await decided(merchant, open.id, 'won')
    assert.equal(await debtOf(merchant), 0)
    assert.equal(await balanceOf(world(), merchant, 'cost:differences'), certain)
    await assertAudited(world())
  })
})
