import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCredential } from '../../../src/accounts/credentials.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { basic, done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const OWN = '002010077777777771'
const THIEF = '032180000118359719'
const ACCOUNT = '/v1/settlement/account'
const CONFIRM = `${ACCOUNT}/confirm`

onBothEngines('nobody redirects payouts alone, at once or unnoticed', (world) => {
  const ask = (merchant: Merchant, clabe: string) => merchant.call('PUT', ACCOUNT, { clabe })
  const merchantWithAccount = async () => {
    const merchant = await world().merchant()
    assert.deepEqual(await done(ask(merchant, OWN)), { clabe: OWN, bank_name: 'Banamex' })
    return merchant
  }
  const mails = async (merchant: Merchant) => {
    await world().work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox')).body.result
    return messages as { subject: string; body: string; recipient: string }[]
  }
  /** The newest one. Letters that are sent together arrive in any order. */
  const codeOf = async (merchant: Merchant) =>
    (await mails(merchant)).map(({ body }) => /Código: (\d{8})/.exec(body)?.[1]).find((code) => code !== undefined) ??
    ''
  const wrong = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, '0')
  const eventsOf = async (merchant: Merchant) => {
    const { events } = (await merchant.get('/v1/events')).body.result
    return events
      .map((one: { type: string }) => one.type)
      .filter((type: string) => type.startsWith('settlement.'))
      .reverse()
  }
  /** Calls of another credential of the account: another operator's, as the operator of the service issues it. */
  const colleague = async (merchant: Merchant, scopes: ('payouts' | 'read')[], operator = 'otra@tienda.mx') => {
    const { accountId } = merchant
    const issued = await issueCredential(world().service, {
      accountId,
      operator,
      kind: 'secret',
      mode: 'sandbox',
      scopes,
    })
    const authorization = basic(issued.appKey, issued.secret)
    return (method: string, path: string, body?: unknown) => merchant.call(method, path, body, { authorization })
  }

  test('the first account applies at once; a change waits for its code and a day, and every step is reported', async () => {
    const merchant = await merchantWithAccount()
    await moveClock(merchant, { freeze: true })
    const asked = await done(ask(merchant, THIEF))
    assert.deepEqual([asked.clabe, asked.change.clabe, asked.change.status], [OWN, THIEF, 'requested'])
    const code = await codeOf(merchant)
    assert.match(code, /^\d{8}$/)
    assert.equal((await mails(merchant))[0]?.recipient, merchant.operator)
    const confirmed = await done(merchant.post(CONFIRM, { code }))
    assert.deepEqual([confirmed.clabe, confirmed.change.status], [OWN, 'confirmed'])
    // Twice is once: the day of the change is not moved.
    assert.equal((await merchant.post(CONFIRM, { code })).status, 409)
    assert.deepEqual(await done(merchant.get(ACCOUNT)), confirmed)
    await moveClock(merchant, { advance: 'PT23H59M' })
    assert.equal((await done(merchant.get(ACCOUNT))).clabe, OWN)
    await moveClock(merchant, { advance: 'PT1M' })
    const held = await done(merchant.get(ACCOUNT))
    assert.deepEqual([held.clabe, held.change], [THIEF, undefined])
    await moveClock(merchant, { resume: true })
    assert.deepEqual(await eventsOf(merchant), [
      'settlement.account_changed',
      'settlement.account_change_requested',
      'settlement.account_change_confirmed',
      'settlement.account_changed',
    ])
    assert.equal((await mails(merchant)).length, 4)
    const { records } = (await merchant.get('/v1/audit')).body.result
    assert.deepEqual(
      records
        .map((one: { action: string }) => one.action)
        .filter((action: string) => action.startsWith('payout_account.'))
        .reverse(),
      [
        'payout_account.changed',
        'payout_account.change_requested',
        'payout_account.change_confirmed',
        'payout_account.changed',
      ],
    )
    assert.ok(!JSON.stringify([records, (await merchant.get('/v1/events')).text]).includes(code))
  })

  test('meanwhile payouts go to the former account', async () => {
    const merchant = await merchantWithAccount()
    await moveClock(merchant, { freeze: true })
    await done(ask(merchant, THIEF))
    await done(merchant.post(CONFIRM, { code: await codeOf(merchant) }))
    assert.equal((await payByCard(world(), merchant, APPROVED)).status, 200)
    // The payout of a business day may come before the change holds, and never after it to the old account.
    await moveClock(merchant, { advance: 'P6D' })
    const { payouts } = (await merchant.get('/v1/payouts')).body.result
    const [changed] = (await merchant.get('/v1/audit?action=payout_account.changed')).body.result.records
    for (const payout of payouts) {
      const before = Date.parse(payout.timestamp) < Date.parse(changed.timestamp)
      assert.equal(payout.clabe, before ? OWN : THIEF)
    }
    assert.equal(payouts.length, 1)
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('a code can be guessed five times and no more, also by many requests at once', async () => {
    const merchant = await merchantWithAccount()
    await done(ask(merchant, THIEF))
    const code = await codeOf(merchant)
    const answers = await Promise.all(Array.from({ length: 12 }, () => merchant.post(CONFIRM, { code: wrong(code) })))
    assert.equal(answers.filter(({ status }) => status === 403).length, 5)
    assert.equal(answers.filter(({ status }) => status === 409).length, 7)
    assert.equal((await merchant.post(CONFIRM, { code })).status, 409)
    assert.deepEqual(await done(merchant.get(ACCOUNT)), { clabe: OWN, bank_name: 'Banamex' })
    assert.ok((await mails(merchant))[0]?.subject.includes('códigos equivocados'))
    // Asking again for new codes is bounded too.
    for (let request = 2; request <= 5; request += 1) {
      await done(ask(merchant, THIEF))
      await done(merchant.call('DELETE', `${ACCOUNT}/change`))
    }
    assert.equal((await ask(merchant, THIEF)).status, 429)
  })

  test('four wrong codes leave one try, and a repeat under its key is not another', async () => {
    const merchant = await merchantWithAccount()
    await done(ask(merchant, THIEF))
    const code = await codeOf(merchant)
    for (let tries = 1; tries <= 4; tries += 1)
      assert.equal((await merchant.post(CONFIRM, { code: wrong(code) })).status, 403)
    const headers = { 'idempotency-key': 'confirm' }
    const first = await merchant.post(CONFIRM, { code }, headers)
    assert.equal(first.status, 200, first.text)
    assert.equal(first.body.result.change.status, 'confirmed')
    assert.equal((await merchant.post(CONFIRM, { code }, headers)).headers['idempotent-replayed'], 'true')
  })

  test('without the code only another operator confirms, with a credential for payouts', async () => {
    const merchant = await merchantWithAccount()
    await done(ask(merchant, THIEF))
    const twin = await colleague(merchant, ['payouts'], merchant.operator.toUpperCase())
    const reader = await colleague(merchant, ['read'])
    const other = await colleague(merchant, ['payouts'])
    // Whoever holds one credential makes no second person of it.
    const { app_key, app_secret } = await done(merchant.post('/v1/credentials', { name: 'x', scopes: ['payouts'] }))
    const own = await merchant.post(CONFIRM, {}, { authorization: basic(app_key, app_secret) })
    assert.deepEqual(
      [
        own.status,
        (await merchant.post(CONFIRM, {})).status,
        (await twin('POST', CONFIRM, {})).status,
        (await reader('POST', CONFIRM, {})).status,
      ],
      [403, 403, 403, 403],
    )
    assert.equal((await done(other('POST', CONFIRM, {}))).change.status, 'confirmed')
  })

  test('a change is cancelled before it applies, by any credential for payouts, and another account sees nothing of it', async () => {
    const [merchant, stranger] = [await merchantWithAccount(), await merchantWithAccount()]
    await done(ask(merchant, THIEF))
    const code = await codeOf(merchant)
    assert.equal((await ask(merchant, '646180118012345673')).status, 409)
    assert.equal((await stranger.post(CONFIRM, { code })).status, 409)
    assert.equal((await stranger.call('DELETE', `${ACCOUNT}/change`)).status, 409)
    await done(merchant.post(CONFIRM, { code }))
    const other = await colleague(merchant, ['payouts'])
    assert.deepEqual(await done(other('DELETE', `${ACCOUNT}/change`)), { clabe: OWN, bank_name: 'Banamex' })
    assert.equal((await merchant.call('DELETE', `${ACCOUNT}/change`)).status, 409)
    await moveClock(merchant, { advance: 'P2D' })
    assert.equal((await done(merchant.get(ACCOUNT))).clabe, OWN)
    assert.equal((await eventsOf(merchant)).at(-1), 'settlement.account_change_cancelled')
  })

  test('a request that is not confirmed in a day expires, with its code', async () => {
    const merchant = await merchantWithAccount()
    await done(ask(merchant, THIEF))
    const code = await codeOf(merchant)
    await moveClock(merchant, { advance: 'PT24H' })
    assert.equal((await merchant.post(CONFIRM, { code })).status, 409)
    assert.equal((await done(merchant.get(ACCOUNT))).change, undefined)
    assert.equal((await done(ask(merchant, '646180118012345673'))).change.status, 'requested')
    assert.equal((await merchant.post(CONFIRM, { code })).status, 403)
  })

  test('many requests at once make one change, and a code is stored nowhere in the clear', async () => {
    const merchant = await merchantWithAccount()
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(merchant, THIEF)))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(new Set(answers.map(({ body }) => body.result.change.id)).size, 1)
    const { db } = world().service.store
    const queued = JSON.stringify([
      await db.selectFrom('messages').selectAll().where('account_id', '=', merchant.accountId).execute(),
      await db.selectFrom('payout_account_changes').selectAll().execute(),
      await db.selectFrom('idempotency').selectAll().execute(),
    ])
    const code = await codeOf(merchant)
    assert.match(code, /^\d{8}$/)
    assert.ok(!queued.includes(code))
    const sent = await db.selectFrom('messages').selectAll().where('account_id', '=', merchant.accountId).execute()
    assert.ok(sent.every((row) => row.sealed_code === null))
  })
})
