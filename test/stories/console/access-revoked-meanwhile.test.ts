// What is taken from a person does not live on in what was asked for at the same moment, whichever process was asked: each story stops a request where it has
// read and not written yet, takes the power away, and lets the request go on.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { userByEmail } from '../../../src/console/people/membership.ts'
import { resetPerson } from '../../../src/console/people/person-everywhere.ts'
import { totpCode, totpStep } from '../../../src/console/sign-in/totp.ts'
import { device, fromBase32 } from '../../support/fixtures/authenticator.ts'
import { invited, PASSWORD, person, type SignedIn, send } from '../../support/fixtures/console.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { stoppedWorld } from '../../support/harness/stopped-world.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const invite = (one: SignedIn, email: string, role: string) =>
  one.call('POST', '/v1/console/people', { email, name: 'Eva Paz', role })

async function openOf(world: World, { accountId }: Merchant): Promise<string[]> {
  const rows = await world.service.store.db
    .selectFrom('invitations')
    .select('role')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ role }) => role)
}

async function sessionsOf(world: World, userId: string): Promise<number> {
  const query = world.service.store.db.selectFrom('user_sessions').select('id').where('user_id', '=', userId)
  return (await query.where('revoked_at', 'is', null).execute()).length
}

async function resetOf(world: World, email: string): Promise<void> {
  const user = await userByEmail(world.service.store, email)
  assert.ok(user)
  await resetPerson(world.service, user, processActor('accounts'))
}

for (const engine of ENGINES)
  describe(`access that is revoked while a request is under way [${engine}]`, () => {
    after(stopPostgres)

    test('a sign-in with the password that a reset removes opens nothing', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine)
      t.after(() => world.close())
      const { email, session } = await person(world, await world.merchant(), 'owner')
      stopAt('user_sessions', () => resetOf(world, email))
      assert.equal((await send(world, 'POST', '/v1/console/session', { email, password: PASSWORD })).status, 401)
      assert.equal(await sessionsOf(world, session.person.id), 0)
    })

    test('nor does one with the code of an app besides', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine)
      t.after(() => world.close())
      const ana = await person(world, await world.merchant(), 'owner')
      const { key, offer } = (await ana.call('POST', '/v1/console/second-factor', {})).body.result
      const codeOf = (plus: number) => totpCode(fromBase32(key), totpStep(world.service.clock.wallMs()) + plus)
      const confirmed = { offer, code: codeOf(0), password: PASSWORD }
      assert.equal((await ana.call('POST', '/v1/console/second-factor/confirm', confirmed)).status, 200)
      stopAt('user_sessions', () => resetOf(world, ana.email))
      const given = { email: ana.email, password: PASSWORD, code: codeOf(1) }
      assert.equal((await send(world, 'POST', '/v1/console/session', given)).status, 401)
      assert.equal(await sessionsOf(world, ana.session.person.id), 0)
    })

    test('nor does a passkey or an app that is added while a reset removes them', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine, { BASE_URL: 'http://localhost:8080' })
      t.after(() => world.close())
      const merchant = await world.merchant()
      const [ana, eva] = [await person(world, merchant, 'owner'), await person(world, merchant, 'owner')]
      const options = await ana.call('POST', '/v1/console/passkeys/options', { password: PASSWORD })
      stopAt('passkeys', () => resetOf(world, ana.email))
      const made = { name: 'Llave', answer: device().create(options.body.result) }
      const added = await ana.call('POST', '/v1/console/passkeys', made)
      assert.equal(added.status, 401, added.text)
      const { db } = world.service.store
      assert.deepEqual(await db.selectFrom('passkeys').select('id').execute(), [])
      const { key, offer } = (await eva.call('POST', '/v1/console/second-factor', {})).body.result
      stopAt('users', () => resetOf(world, eva.email))
      const confirmed = {
        offer,
        code: totpCode(fromBase32(key), totpStep(world.service.clock.wallMs())),
        password: PASSWORD,
      }
      const confirming = await eva.call('POST', '/v1/console/second-factor/confirm', confirmed)
      assert.equal(confirming.status, 400, confirming.text)
      assert.equal((await userByEmail(world.service.store, eva.email))?.sealed_totp, null)
    })

    test('an owner who is removed invites nobody any more', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      const [ana, luis] = [await person(world, merchant, 'owner'), await person(world, merchant, 'owner')]
      for (const role of ['owner', 'reader']) {
        const eva = await person(world, merchant, 'owner')
        stopAt('invitations', async () => {
          const removed = await ana.call('DELETE', `/v1/console/people/${eva.session.person.id}`)
          assert.equal(removed.status, 200, removed.text)
        })
        const answer = await invite(eva, `otra.${role}@ejemplo.mx`, role)
        assert.equal(answer.status, 403, answer.text)
      }
      assert.deepEqual(await openOf(world, merchant), [])
      assert.equal((await invite(luis, 'eva@ejemplo.mx', 'reader')).status, 200)
    })

    test('a request of a person who is removed waits for nobody', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      const [ana, eva] = [await person(world, merchant, 'owner'), await person(world, merchant, 'owner')]
      const on = await ana.call('PUT', '/v1/console/second-person', { above: '0.00' })
      assert.equal(on.status, 200, on.text)
      stopAt('approvals', async () => {
        const removed = await ana.call('DELETE', `/v1/console/people/${eva.session.person.id}`)
        assert.equal(removed.status, 200, removed.text)
      })
      const wish = { name: 'Llave', scopes: ['refund'] }
      assert.equal((await eva.call('POST', '/v1/console/ask/credentials', wish)).status, 403)
      const { approvals } = (await ana.call('GET', '/v1/console/approvals')).body.result
      assert.deepEqual(approvals, [])
    })

    test('an owner who is removed changes no role any more', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      const [ana, eva] = [await person(world, merchant, 'owner'), await person(world, merchant, 'owner')]
      const luis = await person(world, merchant, 'reader')
      stopAt('user_roles', async () => {
        const removed = await ana.call('DELETE', `/v1/console/people/${eva.session.person.id}`)
        assert.equal(removed.status, 200, removed.text)
      })
      const path = `/v1/console/people/${luis.session.person.id}`
      assert.equal((await eva.call('PUT', path, { role: 'owner' })).status, 403)
      const { people } = (await ana.call('GET', '/v1/console/people')).body.result
      assert.deepEqual(people.map(({ role }: { role: string }) => role).sort(), ['owner', 'reader'])
    })
  })

onBothEngines('at the very same moment, in both processes,', (world) => {
  test('a reset leaves no session, and a removal no invitation', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    for (let round = 0; round < 6; round += 1) {
      const eva = await person(world(), merchant, 'owner')
      const { id } = eva.session.person
      const signing = () => send(world(), 'POST', '/v1/console/session', { email: eva.email, password: PASSWORD })
      await Promise.all([
        signing(),
        invite(eva, `otra.${round}@ejemplo.mx`, 'reader'),
        ana.call('DELETE', `/v1/console/people/${id}`),
        signing(),
        resetOf(world(), eva.email),
      ])
      assert.equal(await sessionsOf(world(), id), 0)
      assert.deepEqual(await openOf(world(), merchant), [])
    }
  })
  test('of several invitations of one person the last one opens the door, and no other', async () => {
    const [merchant, other] = [await world().merchant(), await world().merchant()]
    const [ana, luis] = [await person(world(), merchant, 'owner'), await person(world(), merchant, 'owner')]
    for (let round = 0; round < 6; round += 1) {
      const { email } = await invited(world(), other, 'reader')
      const roles = Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? 'reader' : 'cashier'))
      const answers = await Promise.all(roles.map((role, nth) => invite(nth < 4 ? ana : luis, email, role)))
      for (const { status, text } of answers) assert.equal(status, 200, text)
      const open = await world()
        .service.store.db.selectFrom('invitations')
        .innerJoin('users', 'users.id', 'invitations.user_id')
        .select('role')
        .where('account_id', '=', merchant.accountId)
        .where('email', '=', email)
        .where('ended_at', 'is', null)
        .execute()
      assert.equal(open.length, 1, JSON.stringify(open))
    }
  })
})
