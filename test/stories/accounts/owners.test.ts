import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invited, PASSWORD, person, send, signedIn } from '../../support/fixtures/console.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const ROUNDS = 3

onBothEngines('an account with owners keeps at least one', (world) => {
  const ownersOf = async (accountId: string) => {
    const { db } = world().service.store
    const rows = await db
      .selectFrom('user_roles')
      .select('user_id')
      .where('account_id', '=', accountId)
      .where('role', '=', 'owner')
      .execute()
    return rows.length
  }

  test('two owners remove each other’s role at once: one is left, and the other reads why not', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const merchant = await world().merchant()
      const [ana, luis] = [await person(world(), merchant, 'owner'), await person(world(), merchant, 'owner')]
      const path = (of: typeof ana) => `/v1/console/people/${of.session.person.id}`
      const both = await Promise.all([
        ana.call('DELETE', path(luis)),
        round % 2 === 0 ? luis.call('DELETE', path(ana)) : luis.call('PUT', path(ana), { role: 'reader' }),
      ])
      const statuses = both.map(({ status }) => status).sort()
      assert.ok(statuses[0] === 200 && [401, 403, 409].includes(statuses[1] ?? 0), JSON.stringify(statuses))
      assert.equal(await ownersOf(merchant.accountId), 1)
    }
  })

  test('three owners leave at once: one has to stay', async () => {
    const merchant = await world().merchant()
    const owners = [
      await person(world(), merchant, 'owner'),
      await person(world(), merchant, 'owner'),
      await person(world(), merchant, 'owner'),
    ]
    const left = await Promise.all(
      owners.map((one) => one.call('DELETE', `/v1/console/people/${one.session.person.id}`)),
    )
    assert.deepEqual(left.map(({ status }) => status).sort(), [200, 200, 409])
    assert.equal(await ownersOf(merchant.accountId), 1)
  })

  test('the last owner does not lose the role by an invitation either, in any order', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const accept = (token: string) =>
      send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
    const alone = await invited(world(), merchant, 'reader', ana.email)
    assert.equal((await accept(alone.token)).status, 409)
    assert.equal(await ownersOf(merchant.accountId), 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const luis = await person(world(), merchant, 'owner')
      const { token } = await invited(world(), merchant, 'reader', ana.email)
      const again = await signedIn(world(), ana.email)
      const self = `/v1/console/people/${luis.session.person.id}`
      await Promise.all([accept(token), round % 2 === 0 ? luis.call('DELETE', self) : again.call('DELETE', self)])
      assert.ok((await ownersOf(merchant.accountId)) >= 1)
      // For the next round, whoever is left makes the other an owner again.
      const back = await invited(world(), merchant, 'owner', ana.email)
      assert.equal((await accept(back.token)).status, 200)
      const { people } = (await (await signedIn(world(), ana.email)).call('GET', '/v1/console/people')).body.result
      const there = people.find((one: { id: string }) => one.id === luis.session.person.id)
      if (there) assert.equal((await (await signedIn(world(), ana.email)).call('DELETE', self)).status, 200)
    }
  })
})
