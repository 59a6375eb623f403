// What the page of a checkout takes of a card: nothing of it is kept in another text.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sealedCard } from '../../support/fixtures/cards.ts'
import { APPROVED } from '../../support/fixtures/charges.ts'
import { checkoutOf, type Made, newCheckout } from '../../support/fixtures/checkouts.ts'
import { sealHpkeEnvelope } from '../../support/fixtures/hpke-seal.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const CARD = { number: APPROVED, cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '739' }

onBothEngines('a card at a checkout', (world) => {
  const send = ({ url }: Made, sealed: object, attempt: string = randomUUID()) =>
    world().send({
      method: 'POST',
      url: `${new URL(url).pathname}/pay`,
      payload: { way: 'card', attempt, ...sealed },
    })

  test('is in no other text of the payment', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant)
    const refused = async (change: object, field: string, attempt?: string) => {
      const use = { call: 'POST /c/pay', presentedAs: made.id } as const
      const { status, body, text } = await send(
        made,
        await sealHpkeEnvelope(world(), { ...CARD, ...change }, use),
        attempt,
      )
      assert.equal(status, 400, text)
      assert.ok(body.error.messages[field], text)
    }
    await refused({ cardholder_name: 'ANA CVV 739' }, 'cardholder_name')
    await refused({ cardholder_name: 'ANA CODIGO 739' }, 'cardholder_name')
    await refused({}, 'attempt', APPROVED)
    await refused({}, 'attempt', APPROVED.replace(/(.{4})(?=.)/g, '$1-'))
    assert.deepEqual((await checkoutOf(merchant, made)).payments, [])
    await assertAudited(world())
  })
  test('that was sealed without the name of its page pays one checkout, and none besides', async () => {
    const merchant = await world().merchant()
    const [first, second] = [await newCheckout(merchant, { amount: 10, uses: 2 }), await newCheckout(merchant)]
    const sealed = await sealedCard(world(), CARD)
    const paid = await send(first, sealed)
    assert.equal(paid.body.state, 'done', paid.text)
    assert.equal((await send(first, sealed)).body.next, paid.body.next)
    const moved = await send(second, sealed)
    assert.deepEqual([moved.status, moved.body.error?.reason], [400, 'envelope-unreadable'], moved.text)
    const { status, payments } = await checkoutOf(merchant, second)
    assert.deepEqual([status, payments], ['open', []])
    await assertAudited(world())
  })
})
