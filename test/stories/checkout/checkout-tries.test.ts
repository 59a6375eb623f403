// The promise: whoever has the address of a checkout does not begin payments without end.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { checkoutOf, newCheckout, payAt } from '../../support/fixtures/checkouts.ts'
import { moveClock } from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a checkout whose payer never decides', (world) => {
  test('begins thirty payments and its uses in an hour; a repeat of a try is answered, and an hour later there is a next one', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant)
    const { pathname } = new URL(made.url)
    const giveUp = (attempt: string) =>
      world().send({
        method: 'POST',
        url: `${pathname}/change`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `attempt=${attempt}`,
      })
    let attempt = ''
    for (let tries = 1; tries <= 31; tries += 1) {
      attempt = randomUUID()
      const { status, text } = await payAt(world(), made, { way: tries % 2 === 0 ? 'store' : 'spei', attempt })
      assert.equal(status, 200, text)
      assert.equal((await giveUp(attempt)).status, 303)
    }
    const refused = await payAt(world(), made, { way: 'spei' })
    assert.deepEqual([refused.status, refused.body.error.reason], [429, 'too-many-requests'], refused.text)
    const wait = Number(refused.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 3_600, String(wait))
    assert.equal((await payAt(world(), made, { way: 'spei', attempt })).status, 200)
    const { status, uses_pending } = await checkoutOf(merchant, made)
    assert.deepEqual([status, uses_pending], ['open', 0])
    await moveClock(merchant, { advance: 'PT1H' })
    assert.equal((await payAt(world(), made, { way: 'spei' })).status, 200)
  })
})
