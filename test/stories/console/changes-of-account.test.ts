// The promise: a person who changes accounts stays signed in, in each process, also while other requests of the same page are under way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inAccount, invited, PASSWORD, person, send } from '../../support/fixtures/console.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const AT_ONCE = 10

onBothEngines('changes-of-account', (world) => {
  test('every request after a change is answered, and is of the account that was chosen', async () => {
    const { page, accounts } = await ownerOfTwo()
    let now = page
    for (const account of [...accounts, ...accounts, ...accounts]) {
      now = await inAccount(world(), now, account)
      for (const { status, text, body } of await manyOf(() => now.call('GET', '/v1/console/session'))) {
        assert.equal(status, 200, text)
        assert.equal(body.result.account.id, account)
      }
    }
  })

  test('requests that run beside a change are answered, or told that their page is outdated', async () => {
    const { page, accounts } = await ownerOfTwo()
    let now = page
    for (const account of [...accounts, ...accounts, ...accounts]) {
      const [changed, answers] = await Promise.all([
        inAccount(world(), now, account),
        manyOf(() => now.call('GET', '/v1/operations?limit=1')),
      ])
      for (const { status, text, body } of answers)
        if (status !== 200) assert.equal(`${status} ${body.error.code}`, '403 PageOutdatedException', text)
      now = changed
    }
  })

  /** An owner of two accounts, signed in to the second one. */
  async function ownerOfTwo() {
    const [one, other] = [await world().merchant(), await world().merchant()]
    const page = await person(world(), one, 'owner')
    const { token } = await invited(world(), other, 'owner', page.email)
    const joined = await send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
    assert.equal(joined.status, 200, joined.text)
    return { page, accounts: [other.accountId, one.accountId] }
  }
})

function manyOf<R>(ask: () => Promise<R>): Promise<R[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, ask))
}
