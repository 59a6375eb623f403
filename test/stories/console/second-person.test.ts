import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../src/core/ids.ts'
import { digestOf } from '../../../src/store/authority.ts'
import { insert, run } from '../../../src/store/write.ts'
import { invited, joined, PASSWORD, person, type SignedIn, send, signedIn } from '../../support/fixtures/console.ts'
import {
  assertAudited,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const OTHER_CLABE = '014027000005555558'

onBothEngines('an action for two people cannot be done by one', (world) => {
  const { shop, paid, refusedAlone, ask, approve, seen, refundsOf } = secondPersons(world)

  test('a refund above the amount is requested by one person and approved by another, and is made as requested', async () => {
    const { merchant, ana, luis } = await shop()
    const id = await paid(merchant)
    const path = `/v1/operations/${id}/refunds`
    assert.equal((await ana.call('POST', path, { amount: '60.00' })).status, 200, 'below it, alone')
    refusedAlone(await ana.call('POST', path, { amount: '60.00' }))
    refusedAlone(await ana.call('POST', path, {}))
    const request = await ask(ana, `/operations/${id}/refunds`, { amount: '400.00', reason: 'Talla equivocada' })
    assert.deepEqual((await refundsOf(merchant, id)).length, 1)
    refusedAlone(await approve(ana, request))
    // The same person in another browser is the same person.
    refusedAlone(await approve(await signedIn(world(), ana.email), request))
    const shown = await seen(luis, request)
    assert.deepEqual(
      [shown.kind, shown.amount, shown.asked.reason, shown.status, shown.may_decide, shown.mine],
      ['refund', '400.00', 'Talla equivocada', 'asked', true, false],
    )
    const done = await approve(luis, request)
    assert.equal(done.status, 200, done.text)
    const [refund] = await refundsOf(merchant, id)
    assert.deepEqual(
      [refund.id, refund.amount.amount, refund.reason],
      [done.body.result.result, '400.00', 'Talla equivocada'],
    )
    assert.equal((await approve(luis, request)).status, 409)
    const { records } = (await merchant.get(`/v1/audit?subject=${request}`)).body.result
    const approved = records.find(({ action }: { action: string }) => action === 'approval.approved')
    assert.ok(approved.operator.includes(luis.email) && approved.after.asked_by.includes(ana.email))
    assert.ok(records.some(({ action }: { action: string }) => action === 'approval.asked'))
    await assertAudited(world())
  })

  test('the others get an e-mail, but people who may not decide do not', async () => {
    const { merchant, ana, luis } = await shop()
    const reader = await person(world(), merchant, 'reader')
    const id = await paid(merchant)
    const request = await ask(ana, `/operations/${id}/refunds`)
    await world().work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox?limit=50')).body.result
    const letters = messages.filter(({ subject }: { subject: string }) => /aprobación/.test(subject))
    assert.deepEqual(
      letters.map((one: { recipient: string }) => one.recipient),
      [luis.email],
    )
    assert.match(letters[0].body, /500\.00/)
    assert.match(letters[0].body, /\/console\/approvals/)
    assert.equal(await seen(reader, request), undefined)
    assert.equal((await approve(reader, request)).status, 403)
    const stranger = await person(world(), await world().merchant(), 'owner')
    assert.equal((await approve(stranger, request)).status, 404)
    assert.equal((await merchant.post(`/v1/console/approvals/${request}/approve`, {})).status, 403, 'a key is nobody')
  })

  test('two approvals at once act once; of an approval and a refusal or withdrawal at once, one holds', async () => {
    const { merchant, ana, luis } = await shop()
    const eva = await person(world(), merchant, 'finance')
    const { batches } = world().service.store.load()
    for (const round of ['both approve', 'refused', 'withdrawn']) {
      const id = await paid(merchant)
      const request = await ask(ana, `/operations/${id}/refunds`, { amount: '200.00' })
      const other =
        round === 'both approve'
          ? approve(eva, request)
          : round === 'refused'
            ? eva.call('POST', `/v1/console/approvals/${request}/refuse`, { reason: 'No' })
            : ana.call('DELETE', `/v1/console/approvals/${request}`)
      const [first, second] = await Promise.all([approve(luis, request), other])
      assert.deepEqual([first.status, second.status].sort(), [200, 409], round)
      const made = (await refundsOf(merchant, id)).length
      assert.equal(made, round === 'both approve' || first.status === 200 ? 1 : 0)
    }
    // Whoever comes second is told so, and does not try again and again.
    const written = world().service.store.load().batches - batches
    assert.ok(written < 150, `${written} batches`)
    await assertAudited(world())
  })

  test('a request expires, and is void once its author or its approver has lost the role', async () => {
    const { merchant, ana, luis } = await shop()
    const eva = await person(world(), merchant, 'finance')
    const id = await paid(merchant)
    // The role is taken away between asking and approving.
    const lost = await ask(eva, `/operations/${id}/refunds`)
    const change = { role: 'reader' }
    assert.equal((await ana.call('PUT', `/v1/console/people/${eva.session.person.id}`, change)).status, 200)
    assert.equal((await approve(luis, lost)).status, 409)
    assert.equal((await seen(luis, lost)).status, 'withdrawn')
    // By an invitation too.
    const again = await ask(luis, `/operations/${id}/refunds`)
    const { token } = await invited(world(), merchant, 'reader', luis.email)
    const accept = { token, password: PASSWORD }
    assert.equal((await send(world(), 'POST', '/v1/console/invitation/accept', accept)).status, 200)
    assert.equal((await approve(ana, again)).status, 409)
    // Whoever would approve has become a reader.
    const third = await ask(ana, `/operations/${id}/refunds`).catch(() => 'nobody left')
    assert.equal(third, 'nobody left')
    const mia = await person(world(), merchant, 'owner')
    const waiting = await ask(ana, `/operations/${id}/refunds`)
    assert.equal((await approve(luis, waiting)).status, 403)
    await moveClock(merchant, { advance: 'PT73H' })
    assert.equal((await approve(mia, waiting)).status, 409)
    assert.equal((await seen(mia, waiting)).status, 'expired')
    assert.equal((await refundsOf(merchant, id)).length, 0)
  })

  test('of an approval and a removal of the role at once, exactly one holds', async () => {
    const { merchant, ana, luis } = await shop()
    const id = await paid(merchant)
    const eva = await person(world(), merchant, 'finance')
    const request = await ask(ana, `/operations/${id}/refunds`, { amount: '400.00' })
    const [approved] = await Promise.all([
      approve(eva, request),
      luis.call('DELETE', `/v1/console/people/${eva.session.person.id}`),
    ])
    assert.ok([200, 401, 403, 409].includes(approved.status), approved.text)
    assert.equal((await refundsOf(merchant, id)).length, approved.status === 200 ? 1 : 0)
    assert.equal((await seen(ana, request)).status, approved.status === 200 ? 'done' : 'asked')
  })

  test('a role that was used and taken away at one moment is gone, in whatever order the two were numbered', async () => {
    const { merchant, luis } = await shop()
    const { clock, store } = world().service
    const eva = await person(world(), merchant, 'finance')
    const { id } = eva.session.person
    assert.equal((await luis.call('DELETE', `/v1/console/people/${id}`)).status, 200)
    const key = { account_id: merchant.accountId, table_name: 'user_roles', row_key: `${merchant.accountId}/${id}` }
    const used = { ...key, columns: JSON.stringify({ role: digestOf('finance') }) }
    const at = clock.epochMs()
    await store.commit([insert('authority_records', { ...used, id: newId(clock, 'aur', at + 1_000) })])
    await assertAudited(world())
    const later = { ...used, id: newId(clock, 'aur', at + 60_000) }
    await store.commit([insert('authority_records', later)])
    await assert.rejects(assertAudited(world()), /user_roles/)
    await store.commit([run(store.db.deleteFrom('authority_records').where('id', '=', later.id).compile())])
  })

  test('an approval that cannot be carried out says so, and the request stays open', async () => {
    const { merchant, ana, luis } = await shop()
    const id = await paid(merchant)
    const request = await ask(ana, `/operations/${id}/refunds`, { amount: '400.00' })
    assert.equal((await merchant.post(`/v1/operations/${id}/refunds`, { amount: '300.00' })).status, 200, 'by a key')
    const late = await approve(luis, request)
    assert.deepEqual([late.status, late.body.error.code], [409, 'InvalidTransactionException'])
    assert.equal((await seen(luis, request)).status, 'asked')
    const bad = await ana.call('POST', `/v1/console/ask/operations/${id}/refunds`, { amount: '400.00' })
    assert.equal(bad.status, 409, 'what can be seen to be impossible is not asked for')
    assert.equal((await ana.call('POST', '/v1/console/ask/operations/none/refunds', {})).status, 404)
    const refuse = { reason: 'Ya se devolvió' }
    assert.equal((await luis.call('POST', `/v1/console/approvals/${request}/refuse`, refuse)).status, 200)
    assert.deepEqual([(await seen(ana, request)).status, (await seen(ana, request)).reason], ['refused', refuse.reason])
  })

  test('a reversal of a payment, by GET and POST, needs approval; an unpaid slip is cancelled by one person', async () => {
    const { merchant, ana, luis } = await shop()
    const id = await paid(merchant)
    refusedAlone(await ana.call('POST', `/v1/operations/apply-reversal/${id}`))
    refusedAlone(await ana.call('GET', `/v1/operations/apply-reversal/${id}`))
    const request = await ask(ana, `/operations/apply-reversal/${id}`)
    assert.equal((await operationOf(merchant, id)).status, 'N')
    const done = await Promise.all([approve(luis, request), approve(luis, request)])
    assert.ok(done.some(({ status }) => status === 200))
    assert.equal((await operationOf(merchant, id)).status, 'C')
    assert.equal((await seen(ana, request)).status, 'done')
    const slip = (await merchant.post('/v1/payment/spei', { total: 900 })).body.result.transaction
    assert.equal((await ana.call('POST', `/v1/operations/apply-reversal/${slip}`)).status, 200)
    const other = await paid(merchant)
    assert.equal((await merchant.post(`/v1/operations/apply-reversal/${other}`, {})).status, 200, 'a key may alone')
    await assertAudited(world())
  })

  test('a reversal whose approval died half-way is carried out by approving it again', async () => {
    const { merchant, ana, luis } = await shop()
    const id = await paid(merchant)
    const request = await ask(ana, `/operations/apply-reversal/${id}`)
    const decided = { decided_by: luis.session.person.id, decided_name: 'Luis', decided_at: '2026-01-01T00:00:00.000Z' }
    await world()
      .service.store.db.updateTable('approvals')
      .set({ state: 'approved', ...decided })
      .where('id', '=', request)
      .execute()
    refusedAlone(await approve(ana, request))
    assert.equal((await seen(luis, request)).may_resume, true)
    assert.equal((await approve(luis, request)).status, 200)
    assert.equal((await operationOf(merchant, id)).status, 'C')
    assert.equal((await seen(luis, request)).status, 'done')
  })

  test('keys with dangerous scopes: another approves, only the author sees the secret, once; other keys are made by one person', async () => {
    const { merchant, ana, luis } = await shop()
    const dev = await person(world(), merchant, 'developer')
    assert.equal((await ana.call('POST', '/v1/credentials', { name: 'Caja', scopes: ['charge', 'read'] })).status, 200)
    for (const scope of ['refund', 'payouts', 'admin'])
      refusedAlone(await ana.call('POST', '/v1/credentials', { name: 'x', scopes: [scope] }))
    const request = await ask(ana, '/credentials', { name: 'Devoluciones', scopes: ['refund', 'read'] })
    const before = (await merchant.get('/v1/credentials')).body.result.total
    assert.equal((await approve(dev, request)).status, 403, 'who lacks the power that it would have')
    const fetch = (one: SignedIn) => one.call('POST', `/v1/console/approvals/${request}/key`, {})
    assert.equal((await fetch(ana)).status, 409, 'not before')
    const approved = await approve(luis, request)
    assert.equal(approved.status, 200)
    assert.doesNotMatch(approved.text, /app_secret/)
    assert.equal((await merchant.get('/v1/credentials')).body.result.total, before)
    assert.equal((await fetch(luis)).status, 403)
    const both = await Promise.all([fetch(ana), fetch(ana)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    const made = both.find(({ status }) => status === 200)?.body.result
    assert.deepEqual([made.name, made.scopes, made.operator], ['Devoluciones', ['refund', 'read'], ana.email])
    const authorization = `Basic ${Buffer.from(`${made.app_key}:${made.app_secret}`).toString('base64')}`
    assert.equal((await send(world(), 'GET', '/v1/operations', undefined, { authorization })).status, 200)
    assert.equal((await merchant.get('/v1/credentials')).body.result.total, before + 1)

    refusedAlone(await ana.call('POST', `/v1/credentials/${made.id}/roll`, {}))
    const roll = await ask(ana, `/credentials/${made.id}/roll`, { grace_hours: 0 })
    assert.equal((await approve(luis, roll)).status, 200)
    assert.equal(
      (await send(world(), 'GET', '/v1/operations', undefined, { authorization })).status,
      200,
      'until fetched',
    )
    const rolled = await ana.call('POST', `/v1/console/approvals/${roll}/key`, {})
    assert.equal(rolled.status, 200, rolled.text)
    assert.equal((await send(world(), 'GET', '/v1/operations', undefined, { authorization })).status, 401)
  })

  test('a request that waits stays on the list, before a hundred newer ones that are over', async () => {
    const { merchant, ana, luis } = await shop('10.00')
    const id = await paid(merchant)
    const first = await ask(ana, `/operations/${id}/refunds`, { amount: 200 })
    for (let nth = 0; nth < 100; nth += 1) {
      const other = await ask(luis, `/operations/${id}/refunds`, { amount: 20 })
      assert.equal((await luis.call('DELETE', `/v1/console/approvals/${other}`)).status, 200)
    }
    const { approvals } = (await luis.call('GET', '/v1/console/approvals')).body.result
    assert.deepEqual([approvals[0].id, approvals[0].may_decide, approvals.length], [first, true, 101])
    assert.equal((await approve(luis, first)).status, 200)
  })

  test('what can be seen to be impossible is not asked for, and nobody is mailed', async () => {
    const { merchant, ana } = await shop('0.00')
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction })
    const refund = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 10 })
    await world().work()
    const { transfers } = (await merchant.get('/v1/transfers')).body.result
    const asking = (path: string, body: object) => ana.call('POST', `/v1/console/ask${path}`, body)
    const refused = [
      await asking(`/transfers/${transfers[0].id}/retry`, { clabe: CLABE, beneficiary: 'Ana' }),
      await asking(`/refunds/${refund.body.result.id}/retry`, { destination: { clabe: OTHER_CLABE, name: 'Ana' } }),
      await asking(`/operations/apply-reversal/${transaction}`, {}),
    ]
    const cash = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction: cash.transaction })
    refused.push(await asking(`/operations/apply-reversal/${cash.transaction}`, {}))
    const card = await paid(merchant)
    await moveClock(merchant, { advance: 'PT25H' })
    refused.push(await asking(`/operations/apply-reversal/${card}`, {}))
    for (const { status, text } of refused) assert.ok(status === 409 || status === 400, text)
    await world().work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox?limit=50')).body.result
    assert.equal(messages.filter(({ subject }: { subject: string }) => /aprobación/.test(subject)).length, 0)
  })

  test('the payout account: the person who requested a change at the console does not confirm it, not even with the code', async () => {
    const { merchant, ana, luis } = await shop()
    await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })
    const codeOf = async () => {
      await world().work()
      const { messages } = (await merchant.get('/v1/sandbox/mailbox?limit=50')).body.result
      return messages.map(({ body }: { body: string }) => /Código: (\d{8})/.exec(body)?.[1]).find(Boolean)
    }
    const asked = await ana.call('PUT', '/v1/settlement/account', { clabe: OTHER_CLABE })
    assert.equal(asked.body.result.change?.status, 'requested', asked.text)
    const code = await codeOf()
    const confirm = (one: SignedIn, body: object) => one.call('POST', '/v1/settlement/account/confirm', body)
    assert.equal((await confirm(ana, { code })).status, 403)
    assert.equal((await confirm(ana, {})).status, 403)
    assert.equal((await confirm(luis, {})).status, 200)

    // Without the rule the code of the e-mail is enough, as for a program.
    const alone = await shop(null)
    await alone.merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })
    await alone.ana.call('PUT', '/v1/settlement/account', { clabe: OTHER_CLABE })
    await world().work()
    const { messages } = (await alone.merchant.get('/v1/sandbox/mailbox?limit=50')).body.result
    const own = messages.map(({ body }: { body: string }) => /Código: (\d{8})/.exec(body)?.[1]).find(Boolean)
    assert.equal((await confirm(alone.ana, { code: own })).status, 200)
  })

  test('the first payout account: a person alone does not set it, another person confirms it, a program sets it as before', async () => {
    const { merchant, ana, luis } = await shop()
    const set = await ana.call('PUT', '/v1/settlement/account', { clabe: CLABE })
    assert.deepEqual(
      [set.status, set.body.result.clabe, set.body.result.change?.status],
      [200, null, 'requested'],
      set.text,
    )
    const confirm = (one: SignedIn) => one.call('POST', '/v1/settlement/account/confirm', {})
    assert.equal((await confirm(ana)).status, 403)
    const confirmed = await confirm(luis)
    assert.equal(confirmed.body.result.change?.status, 'confirmed', confirmed.text)
    await moveClock(merchant, { advance: 'PT25H' })
    await world().work()
    assert.equal((await merchant.get('/v1/settlement/account')).body.result.clabe, CLABE)

    const programs = await shop()
    const own = await programs.merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })
    assert.equal(own.body.result.clabe, CLABE)
    const alone = await shop(null)
    assert.equal((await alone.ana.call('PUT', '/v1/settlement/account', { clabe: CLABE })).body.result.clabe, CLABE)
  })

  test('the rule needs two owners; one owner makes it stricter, two make it looser', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const set = (one: SignedIn, above: string | null) => one.call('PUT', '/v1/console/second-person', { above })
    const alone = await set(ana, '100.00')
    assert.deepEqual([alone.status, alone.body.error.code], [409, 'SecondPersonException'])
    const luis = await person(world(), merchant, 'owner')
    const finance = await signedIn(world(), await joined(world(), merchant, 'finance'))
    assert.equal((await set(finance, '100.00')).status, 403)
    assert.equal((await set(ana, 'x')).status, 400)
    assert.equal((await set(ana, '100.00')).status, 200)
    assert.equal((await set(ana, '50.00')).status, 200)
    refusedAlone(await set(ana, '60.00'))
    refusedAlone(await set(ana, null))
    const request = await ask(ana, '/console/second-person', { above: null })
    assert.equal((await approve(finance, request)).status, 403)
    assert.equal((await approve(luis, request)).status, 200)
    assert.equal((await ana.call('GET', '/v1/console/second-person')).body.result.above, null)
    const id = await paid(merchant)
    assert.equal((await ana.call('POST', `/v1/operations/${id}/refunds`, { amount: '400.00' })).status, 200)
    const { records } = (await merchant.get('/v1/audit')).body.result
    assert.equal(records.filter(({ action }: { action: string }) => action === 'second_person.changed').length, 3)
  })
})
