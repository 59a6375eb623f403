// The promise: a payer whose connection broke in the middle of paying learns what became of that try, and a payer whose browser runs no script gets a slip.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { checkoutOf, newCheckout, pageOf, payAt } from '../../support/fixtures/checkouts.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a try to pay whose answer was lost', (world) => {
  const stateOf = async ({ url }: { url: string }, attempt: string) => {
    const { pathname } = new URL(url)
    const { body } = await world().send({ method: 'GET', url: `${pathname}/state?attempt=${attempt}&lang=en` })
    return body
  }

  test('is found by its name: paid, declined with the reason, a slip, or nothing yet; at its own checkout only', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, { amount: 150, uses: 10 })
    const other = await newCheckout(merchant, { amount: 150, uses: 10 })
    const [paid, declined, slip] = [randomUUID(), randomUUID(), randomUUID()]
    const answers = [
      await payAt(world(), made, { way: 'card', number: '4242424242424242', attempt: paid, lang: 'en' }),
      await payAt(world(), made, { way: 'card', number: '4111111111111111', attempt: declined, lang: 'en' }),
      await payAt(world(), made, { way: 'spei', attempt: slip, lang: 'en' }),
    ]
    for (const [at, attempt] of [paid, declined, slip].entries())
      assert.deepEqual(await stateOf(made, attempt), { state: 'open', attempt: answers[at]?.body })
    for (const attempt of [randomUUID(), '', 'x', '%00'.repeat(20)])
      assert.deepEqual(await stateOf(made, attempt), { state: 'open' }, attempt)
    assert.deepEqual(await stateOf(other, paid), { state: 'open' })
  })
})

onBothEngines('a browser without a script', (world) => {
  const send = ({ url }: { url: string }, fields: Record<string, string>) =>
    world().send({
      method: 'POST',
      url: `${new URL(url).pathname}/slip?lang=es`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  test('gets a slip by a form, one however often it is sent', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, { amount: 150, uses: 10 })
    const page = await pageOf(world(), made)
    const attempt = /name="attempt" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const first = await send(made, { way: 'store', attempt, store: '7ELEVEN' })
    const again = await send(made, { way: 'store', attempt, store: '7ELEVEN' })
    assert.deepEqual([first.status, again.status], [303, 303], first.text)
    assert.equal(first.headers.location, again.headers.location)
    assert.match(String(first.headers.location), /^\/p\/[0-9a-f-]{36}-.*lang=es$/)
    const slip = await world().send({ method: 'GET', url: String(first.headers.location) })
    assert.match(slip.text, /Paga en efectivo en 7-Eleven/)
    assert.equal((await checkoutOf(merchant, made)).payments.length, 1)
  })

  test('is told why there is none, and may write the amount as people do', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, { open_amount: { minimum: 50, maximum: 5000 }, uses: 10 })
    const attempt = randomUUID()
    for (const amount of ['10', '', 'mucho']) {
      const { status, text } = await send(made, { way: 'spei', attempt, amount })
      assert.equal(status, 400, text)
      assert.match(text, /role="alert">Escribe un monto entre 50\.00 y 5000\.00/)
    }
    const { headers } = await send(made, { way: 'spei', attempt, amount: '$1,250.50' })
    const slip = await world().send({ method: 'GET', url: String(headers.location) })
    assert.match(slip.text, /\$1,250\.50/)
    const card = await send(made, { way: 'card', attempt: randomUUID() })
    assert.deepEqual([card.status, card.headers.location], [303, `${new URL(made.url).pathname}?lang=es`])
    await merchant.post(`/v1/checkout/${made.id}/cancel`, {})
    const late = await send(made, { way: 'spei', attempt: randomUUID(), amount: '60' })
    assert.equal(late.status, 409)
    assert.match(late.text, /canceló este cobro: no lo pagues/)
    assert.equal((await checkoutOf(merchant, made)).payments.length, 1)
  })
})
