// Where people do things in twos, an owner alone makes no second person: not by an invitation, nor by another role.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondPersonAbove } from '../../../src/accounts/second-person.ts'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { invite as write } from '../../../src/console/people/membership.ts'
import { Failure } from '../../../src/failures.ts'
import { PASSWORD, person, type SignedIn, send, signedIn } from '../../support/fixtures/console.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('who may approve is decided by two people', (world) => {
  const { shop, rule, paid, refusedAlone, ask, approve, seen, refundsOf } = secondPersons(world)
  const invite = (one: SignedIn, email: string, role: string) =>
    one.call('POST', '/v1/console/people', { email, name: 'Eva Paz', role })
  /** The token of the newest invitation to this address. */
  const tokenFor = async (merchant: Merchant, email: string): Promise<string | undefined> => {
    await world().work()
    const { body } = await merchant.get(`/v1/sandbox/mailbox?recipient=${email}`)
    return /invitation#([0-9a-f]{64})/.exec(body.result.messages[0]?.body ?? '')?.[1]
  }
  const accept = (token: string | undefined) =>
    send(world(), 'POST', '/v1/console/invitation/accept', { token: token ?? '0'.repeat(64), password: PASSWORD })
  const roleOf = async (one: SignedIn, email: string) =>
    (await one.call('GET', '/v1/console/people')).body.result.people.find((row: SignedIn) => row.email === email)?.role

  test('an owner who would be the second person under another address is refused, and nobody is invited', async () => {
    const { merchant, ana, luis } = await shop()
    const email = `eva.${merchant.accountId.slice(-12)}@ejemplo.mx`
    for (const role of ['owner', 'finance', 'developer']) refusedAlone(await invite(ana, email, role))
    assert.equal(await tokenFor(merchant, email), undefined)
    for (const role of ['reader', 'cashier']) {
      assert.equal((await invite(ana, email, role)).status, 200, role)
      // The letters of two invitations are sent at once, in either order.
      await world().work()
    }
    assert.equal((await accept(await tokenFor(merchant, email))).status, 200)
    const eva = await signedIn(world(), email)
    const id = eva.session.person.id
    for (const role of ['owner', 'finance', 'developer'])
      refusedAlone(await ana.call('PUT', `/v1/console/people/${id}`, { role }))
    const request = await ask(ana, `/operations/${await paid(merchant)}/refunds`, { amount: '400.00' })
    assert.equal((await approve(eva, request)).status, 403)
    // An owner alone takes power away, as before.
    assert.equal(
      (await ana.call('PUT', `/v1/console/people/${luis.session.person.id}`, { role: 'finance' })).status,
      200,
    )
    assert.equal(await roleOf(ana, email), 'cashier')
  })

  test('an operator at the console invites no owner who would be the second person under another address', async () => {
    const { merchant, ana } = await shop()
    const operator = await person(world(), await world().merchant(), 'operator')
    const email = `eva.${merchant.accountId.slice(-12)}@ejemplo.mx`
    const path = `/v1/console/accounts/${merchant.accountId}/owner`
    // The page of the account knows it beforehand, and offers nothing that is refused.
    const shown = async ({ accountId }: Merchant) =>
      (await operator.call('GET', `/v1/console/accounts/${accountId}`)).body.result.second_person
    assert.deepEqual([await shown(merchant), await shown(await world().merchant())], [true, false])
    const refused = await operator.call('POST', path, { name: 'Eva Paz', email })
    assert.equal(refused.status, 409, refused.text)
    assert.equal(refused.body.error.code, 'SecondPersonException')
    assert.equal(await tokenFor(merchant, email), undefined)
    assert.equal(await roleOf(ana, email), undefined)
  })

  test('another owner approves the invitation, and only then is it sent, once', async () => {
    const { merchant, ana, luis } = await shop()
    const finance = await person(world(), merchant, 'finance')
    const email = `eva.${merchant.accountId.slice(-12)}@ejemplo.mx`
    const body = { email, name: 'Eva Paz', role: 'owner' }
    assert.equal((await finance.call('POST', '/v1/console/ask/console/people', body)).status, 403)
    for (const role of ['operator', 'nobody'])
      assert.ok(
        [400, 403].includes((await ana.call('POST', '/v1/console/ask/console/people', { ...body, role })).status),
      )
    const request = await ask(ana, '/console/people', body)
    assert.equal(await tokenFor(merchant, email), undefined)
    refusedAlone(await approve(ana, request))
    assert.equal((await approve(finance, request)).status, 403, 'only who may give every power')
    const shown = await seen(luis, request)
    assert.deepEqual([shown.kind, shown.asked.email, shown.asked.role], ['person', email, 'owner'])
    const twice = await Promise.all([approve(luis, request), approve(luis, request)])
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409])
    assert.equal((await accept(await tokenFor(merchant, email))).status, 200)
    assert.equal(await roleOf(ana, email), 'owner')
    const eva = await signedIn(world(), email)
    const id = await paid(merchant)
    const refund = await ask(ana, `/operations/${id}/refunds`, { amount: '400.00' })
    assert.equal((await approve(eva, refund)).status, 200)
    assert.equal((await refundsOf(merchant, id)).length, 1)
    const { records } = (await merchant.get('/v1/audit?action=person.invited')).body.result
    assert.match(records[0].operator, new RegExp(luis.email))
  })

  test('another owner approves the greater role of a person, who has it from then on', async () => {
    const { merchant, ana, luis } = await shop()
    const eva = await person(world(), merchant, 'cashier')
    const path = `/console/people/${eva.session.person.id}`
    const same = await ana.call('POST', `/v1/console/ask${path}`, { role: 'reader' })
    assert.equal(same.status, 409, 'an owner does that alone')
    assert.equal((await ana.call('POST', '/v1/console/ask/console/people/usr_nobody', { role: 'owner' })).status, 404)
    const request = await ask(ana, path, { role: 'finance' })
    assert.equal(await roleOf(luis, eva.email), 'cashier')
    const done = await approve(luis, request)
    assert.equal(done.status, 200, done.text)
    assert.equal(await roleOf(luis, eva.email), 'finance')
    // The person has left meanwhile: there is nothing to decide.
    const late = await ask(ana, path, { role: 'owner' })
    assert.equal((await luis.call('DELETE', `/v1${path}`)).status, 200)
    assert.equal((await approve(luis, late)).status, 404)
    assert.equal((await seen(ana, late)).status, 'gone')
  })

  test('an invitation to power that is sent while the rule is turned on is refused, or ends', async () => {
    const { merchant, ana, luis } = await shop(null)
    const { accountId } = merchant
    const wanted = { accountId, email: 'ana@ejemplo.mx', name: 'Ana', role: 'owner', invitedBy: ana.email } as const
    const inviting = write(world().service, wanted, processActor('accounts'), async () => {
      if ((await secondPersonAbove(world().service.store, accountId)) !== null)
        throw new Failure('second-person-needed')
      await rule(luis, '0.00')
      return []
    })
    await assert.rejects(inviting, (error) => error instanceof Failure && error.reason === 'second-person-needed')
    const { invitations } = (await luis.call('GET', '/v1/console/people')).body.result
    assert.deepEqual(invitations, [])
    // At once, in any order: nobody can come in with power.
    for (let round = 0; round < 5; round += 1) {
      const { ana: one, luis: other } = await shop(null)
      const [invited, turned] = await Promise.all([
        invite(one, `eva.${merchant.accountId.slice(-8)}.${round}@ejemplo.mx`, 'owner'),
        other.call('PUT', '/v1/console/second-person', { above: '0.00' }),
      ])
      assert.ok([200, 403].includes(invited.status), invited.text)
      assert.equal(turned.status, 200, turned.text)
      assert.deepEqual((await other.call('GET', '/v1/console/people')).body.result.invitations, [])
    }
  })

  test('an invitation from before the rule gives no power once the rule is on', async () => {
    const { merchant, ana, luis } = await shop(null)
    const [powerful, weak] = ['eva', 'mia'].map((name) => `${name}.${merchant.accountId.slice(-12)}@ejemplo.mx`)
    assert.equal((await invite(ana, powerful ?? '', 'owner')).status, 200)
    assert.equal((await invite(ana, weak ?? '', 'cashier')).status, 200)
    await rule(luis, '100.00')
    const refused = await accept(await tokenFor(merchant, powerful ?? ''))
    assert.equal(refused.body.error.code, 'InvalidAuthTokenException')
    assert.equal((await accept(await tokenFor(merchant, weak ?? ''))).status, 200)
    // Stricter is not turned on again: what two people have decided stays.
    const request = await ask(ana, '/console/people', { email: powerful, name: 'Eva', role: 'owner' })
    assert.equal((await approve(luis, request)).status, 200)
    await rule(luis, '50.00')
    assert.equal((await accept(await tokenFor(merchant, powerful ?? ''))).status, 200)
  })
})
