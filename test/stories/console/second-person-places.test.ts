// Where people do things in twos, one alone sends no money to a new place: not out of suspense to a CLABE, nor to an affiliate's account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { person, type SignedIn } from '../../support/fixtures/console.ts'
import {
  assertAudited,
  moveClock,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const OTHER = '014027000005555558'
const PAYER = { clabe: '032180000118359719', beneficiary: 'Ana Núñez' }
const LUZ = { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: CLABE }

onBothEngines('money goes to a new account only with two people’s consent', (world) => {
  const { shop, refusedAlone, ask, approve, seen } = secondPersons(world)
  const done = (answer: Answer) => {
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  /** Cash that is one peso less than its voucher. */
  const heldCash = async (merchant: Merchant): Promise<string> => {
    const { transaction } = await storeVoucher(merchant)
    return (await payAtStore(merchant, { transaction, amount: 149 })).id
  }
  const release = (one: Pick<SignedIn, 'call'>, id: string, body: object) =>
    one.call('POST', `/v1/received-payments/${id}/release`, body)
  const back = { action: 'return', ...PAYER }
  const register = (one: Pick<SignedIn, 'call'>) => one.call('POST', '/v1/affiliates', LUZ)
  const affiliatesOf = async (merchant: Merchant) => done(await merchant.get('/v1/affiliates')).affiliates
  const collect = async (merchant: Merchant, share = '10.01') =>
    done(
      await payByCard(world(), merchant, APPROVED, {
        'payment.total.amount': 100,
        'payment.affiliated.user': 'luz',
        'payment.affiliated.total_fee': share,
      }),
    )

  test('cash in suspense: requested with its CLABE, approved by another person, sent once and exactly there', async () => {
    const { merchant, ana, luis } = await shop('1000.00')
    const id = await heldCash(merchant)
    refusedAlone(await release(ana, id, back))
    const path = `/received-payments/${id}/release`
    const bad = await ana.call('POST', `/v1/console/ask${path}`, { action: 'return', clabe: PAYER.clabe })
    assert.ok(bad.body.error.messages.beneficiary, bad.text)
    assert.equal((await ana.call('POST', `/v1/console/ask${path}`, { action: 'accept' })).status, 400)
    const request = await ask(ana, path, back)
    refusedAlone(await approve(ana, request))
    const developer = await person(world(), merchant, 'developer')
    assert.equal((await approve(developer, request)).status, 403)
    const shown = await seen(luis, request)
    assert.deepEqual(
      [shown.kind, shown.amount, shown.asked.clabe, shown.asked.name, shown.may_decide],
      ['release', '149.00', PAYER.clabe, PAYER.beneficiary, true],
    )
    assert.equal((await transfersOf(world(), merchant)).length, 0)
    const eva = await person(world(), merchant, 'finance')
    const both = await Promise.all([approve(luis, request), approve(eva, request)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    await world().work()
    const sent = await transfersOf(world(), merchant)
    assert.deepEqual(
      sent.map((one) => [one.destination, one.amount_centavos, one.state]),
      [[PAYER.clabe, 14_900, 'settled']],
    )
    assert.equal((await seen(ana, request)).status, 'done')
    const { messages } = done(await merchant.get('/v1/sandbox/mailbox?limit=50'))
    const letter = messages.find(({ recipient }: { recipient: string }) => recipient === luis.email)
    assert.match(letter.body, /149\.00, que estaban en suspenso/)
    await assertAudited(world())
  })

  test('one person alone sends a transfer back to its origin and accepts money for its voucher; a key acts alone, and so does anyone without the rule', async () => {
    const { merchant, ana } = await shop('0.00')
    const tracking_key = `K${merchant.accountId.slice(-20)}`
    await payBySpei(merchant, { transaction: (await speiVoucher(merchant)).transaction, tracking_key })
    const held = async () => {
      const { transaction } = await speiVoucher(merchant)
      return (await payBySpei(merchant, { transaction, tracking_key })).id
    }
    done(await release(ana, await held(), { action: 'return' }))
    done(await release(merchant, await heldCash(merchant), back))
    const free = await shop(null)
    done(await release(free.ana, await heldCash(free.merchant), back))
    await assertAudited(world())
  })

  test('a case that was settled meanwhile is not done again: the request ends', async () => {
    const { merchant, ana, luis } = await shop()
    const id = await heldCash(merchant)
    const request = await ask(ana, `/received-payments/${id}/release`, back)
    done(await release(merchant, id, back))
    const late = await approve(luis, request)
    assert.deepEqual([late.status, late.body.error.code], [409, 'InvalidTransactionException'])
    assert.equal((await seen(luis, request)).status, 'gone')
    const next = await heldCash(merchant)
    const [one, two] = [
      await ask(ana, `/received-payments/${next}/release`, back),
      await ask(ana, `/received-payments/${next}/release`, { ...back, clabe: CLABE }),
    ]
    const answers = await Promise.all([approve(luis, one), approve(luis, two)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    await world().work()
    assert.equal((await transfersOf(world(), merchant)).length, 2)
    await assertAudited(world())
  })

  test('an affiliate’s registration needs two people, who see how much goes to the account', async () => {
    const { merchant, ana, luis } = await shop()
    await collect(merchant)
    refusedAlone(await register(ana))
    assert.equal((await ana.call('POST', '/v1/console/ask/affiliates', { ...LUZ, clabe: '1' })).status, 400)
    const request = await ask(ana, '/affiliates', LUZ)
    const twice = await ask(ana, '/affiliates', { ...LUZ, clabe: OTHER })
    refusedAlone(await approve(ana, request))
    const shown = await seen(luis, request)
    assert.deepEqual(
      [shown.kind, shown.asked.user, shown.asked.clabe, shown.owed, shown.amount],
      ['affiliate', 'luz', CLABE, '10.01', null],
    )
    assert.deepEqual(await affiliatesOf(merchant), [])
    const answers = await Promise.all([approve(luis, request), approve(luis, twice)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const [luz, ...more] = await affiliatesOf(merchant)
    assert.deepEqual([luz.user, luz.name, more.length], ['luz', 'Luz Paz', 0])
    assert.equal((await ana.call('POST', '/v1/console/ask/affiliates', LUZ)).status, 409)
    const { records } = done(await merchant.get(`/v1/audit?subject=${luz.id}`))
    assert.ok(records.some(({ action }: { action: string }) => action === 'affiliate.registered'))
    const other = await shop()
    done(await register(other.merchant))
    await assertAudited(world())
  })

  test('another CLABE of an affiliate: requested by one person, approved by another, and it waits its cooling-off time', async () => {
    const { merchant, ana, luis } = await shop()
    await collect(merchant)
    const luz = done(await register(merchant))
    const change = (one: SignedIn, body: object) => one.call('PUT', `/v1/affiliates/${luz.id}`, body)
    done(await change(ana, { name: 'Luz Marina Paz' }))
    done(await change(ana, { name: 'Luz Marina Paz', clabe: CLABE }))
    refusedAlone(await change(ana, { clabe: OTHER, email: 'luz@otro.mx' }))
    assert.equal((await ana.call('POST', `/v1/console/ask/affiliates/${luz.id}`, { clabe: CLABE })).status, 409)
    const request = await ask(ana, `/affiliates/${luz.id}`, { clabe: OTHER, email: 'luz@otro.mx' })
    const second = await ask(ana, `/affiliates/${luz.id}`, { clabe: PAYER.clabe })
    refusedAlone(await approve(ana, request))
    const shown = await seen(luis, request)
    assert.deepEqual(
      [shown.kind, shown.asked.clabe, shown.asked.previous, shown.owed],
      ['affiliate_account', OTHER, CLABE, '10.01'],
    )
    const answers = await Promise.all([approve(luis, request), approve(luis, request)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const read = async () => done(await merchant.get(`/v1/affiliates/${luz.id}`))
    const waiting = await read()
    assert.deepEqual(
      [waiting.clabe, waiting.email, waiting.name, waiting.change.clabe, waiting.change.status],
      [CLABE, 'luz@otro.mx', 'Luz Marina Paz', OTHER, 'confirmed'],
    )
    assert.equal(waiting.change.operator, ana.email)
    const late = await approve(luis, second)
    assert.equal(late.status, 409, 'one change at a time')
    assert.equal((await seen(luis, second)).status, 'asked')
    await moveClock(merchant, { advance: 'PT25H' })
    assert.deepEqual([(await read()).clabe, (await read()).change], [OTHER, undefined])
    assert.equal((await approve(luis, second)).status, 409, 'it was asked for when another account held')
    assert.equal((await read()).clabe, OTHER)
    await assertAudited(world())
  })

  test('the rule is switched off meanwhile: one person does the requested action alone, and the open request is still approved by another', async () => {
    const { merchant, ana, luis } = await shop()
    const luz = done(await register(merchant))
    const id = await heldCash(merchant)
    const request = await ask(ana, `/received-payments/${id}/release`, back)
    const change = await ask(ana, `/affiliates/${luz.id}`, { clabe: OTHER })
    const off = await ask(ana, '/console/second-person', { above: null })
    done(await approve(luis, off))
    refusedAlone(await approve(ana, change))
    done(await approve(luis, change))
    done(await release(ana, id, back))
    assert.equal((await approve(luis, request)).status, 409)
    await world().work()
    assert.equal((await transfersOf(world(), merchant)).length, 1)
    await assertAudited(world())
  })

  test('killed between two writes, nothing is half done: the effect and the approval are one batch', async () => {
    const { merchant, ana, luis } = await shop()
    const id = await heldCash(merchant)
    const asked = [await ask(ana, `/received-payments/${id}/release`, back), await ask(ana, '/affiliates', LUZ)]
    // Whoever approves loses the role in that moment: neither half is written.
    await Promise.all([
      ...asked.map((request) => approve(luis, request)),
      ana.call('DELETE', `/v1/console/people/${luis.session.person.id}`),
    ])
    const [released, registered] = await Promise.all(asked.map((request) => seen(ana, request)))
    assert.equal((await transfersOf(world(), merchant)).length, released.status === 'done' ? 1 : 0)
    assert.equal((await affiliatesOf(merchant)).length, registered.status === 'done' ? 1 : 0)
    await assertAudited(world())
  })
})
