// A checkout is paid once for each of its uses: by card, at a store or by SPEI; a use is held while a payment is under way and free again when it fails.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { APPROVED, DECLINED } from '../../support/fixtures/charges.ts'
import { checkoutOf, type Made, newCheckout, pageOf, payAt } from '../../support/fixtures/checkouts.ts'
import { assertAudited, moveClock, operationOf, payAtStore, payBySpei } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CHALLENGED = '4000000000030017'

onBothEngines('a checkout', (world) => {
  const usesOf = async (merchant: Merchant, checkout: Made) => {
    const { status, uses_pending, uses_paid } = await checkoutOf(merchant, checkout)
    return [status, uses_pending, uses_paid]
  }
  const eventsOf = async (merchant: Merchant): Promise<Made[]> => {
    const { events } = (await merchant.get('/v1/events')).body.result
    return events.filter(({ type }: Made) => type.startsWith('checkout.'))
  }
  const transactionsOf = async (merchant: Merchant, checkout: Made): Promise<string[]> =>
    (await checkoutOf(merchant, checkout)).payments.map(({ transaction }: Made) => transaction)
  /** What the button answers when a payment was begun. */
  const done = (answer: { status: number; text: string; body: Made }): string => {
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.state, 'done', answer.text)
    return answer.body.next
  }

  test('is made with what it asks for, and read, listed and found by its reference', async () => {
    const merchant = await world().merchant()
    const items = [
      { name: 'Café', quantity: 2, amount: 185 },
      { name: 'Miel', amount: '145.50' },
    ]
    const made = await newCheckout(merchant, {
      items,
      reference: '1001',
      description: 'Pedido 1001',
      ways: ['card', 'spei'],
    })
    assert.deepEqual([made.status, made.amount.amount, made.uses, made.ways], ['open', '515.50', 1, ['card', 'spei']])
    assert.match(new URL(made.url).pathname, /^\/c\/chk_[0-9a-z]{26}-[\w-]{20}$/)
    assert.equal(new URL(made.url).search, '')
    const { payments, ...read } = await checkoutOf(merchant, made)
    assert.deepEqual([read, payments], [made, []])
    await newCheckout(merchant)
    const found = (await merchant.get('/v1/checkout?reference=1001')).body.result.checkouts
    assert.deepEqual(found, [made])
    assert.equal((await merchant.get('/v1/checkout?status=open')).body.result.checkouts.length, 2)
    assert.equal((await merchant.get('/v1/checkout?status=paid')).body.result.checkouts.length, 0)
    const page = await pageOf(world(), made)
    assert.equal(page.status, 200)
    for (const text of ['Pedido 1001', '$515.50', 'Café', 'value="card"', 'value="spei"'])
      assert.ok(page.text.includes(text), text)
    assert.ok(!page.text.includes('value="store"'))
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
    const other = await world().merchant()
    assert.equal((await other.get(`/v1/checkout/${made.id}`)).status, 404)
    assert.equal((await other.post(`/v1/checkout/${made.id}/cancel`, {})).status, 404)
  })

  test('says by name what it cannot take', async () => {
    const merchant = await world().merchant()
    const refused = async (body: object, field: string) => {
      const { status, body: answer, text } = await merchant.post('/v1/checkout', body)
      assert.equal(status, 400, text)
      assert.ok(answer.error.messages?.[field], text)
    }
    await refused({}, 'amount')
    await refused({ amount: 10, items: [{ name: 'Café', amount: 10 }] }, 'amount')
    await refused({ amount: 0.5 }, 'amount')
    await refused({ items: [{ name: 'Café', amount: 0 }] }, 'items.0.amount')
    await refused({ items: [{ name: 'Chicle', amount: 0.5 }] }, 'items')
    await refused({ items: [{ name: 'Café', amount: '99999999.99', quantity: 2 }] }, 'items')
    assert.equal(
      (await newCheckout(merchant, { items: [{ name: 'Chicle', amount: 0.5, quantity: 3 }] })).amount.amount,
      '1.50',
    )
    await refused({ open_amount: { minimum: 10, maximum: 5 } }, 'open_amount.maximum')
    await refused({ amount: 10, return_url: 'http://tienda.example.mx' }, 'return_url')
    await refused({ amount: 10, expires_at: '2020-01-01' }, 'expires_at')
    await refused({ amount: 10, expires_at: '2040-01-01' }, 'expires_at')
    await refused({ amount: 20_000, ways: ['store'] }, 'ways')
    for (const [body, field] of [
      [{ amount: 10, ways: [] }, 'ways'],
      [{ open_amount: {} }, 'open_amount'],
    ] as const)
      assert.deepEqual((await merchant.post('/v1/checkout', body)).body.error.messages, {
        [field]: [`${field} no debe estar vacío`],
      })
    assert.deepEqual((await newCheckout(merchant, { amount: 20_000 })).ways, ['card', 'spei'])
    assert.equal((await merchant.post('/v1/checkout', { amount: 10, customer: 'cus_none' })).status, 404)
  })

  test('is paid by card once, however often and from however many tabs the button is pressed', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, {
      amount: 150,
      reference: '7',
      return_url: 'https://tienda.example.mx/gracias?a=1',
    })
    const attempt = randomUUID()
    const pressed = await Promise.all([
      payAt(world(), made, { way: 'card', number: APPROVED, attempt }),
      payAt(world(), made, { way: 'card', number: APPROVED, attempt }),
      payAt(world(), made, { way: 'card', number: APPROVED }),
      payAt(world(), made, { way: 'spei' }),
    ])
    assert.equal(pressed.filter(({ status }) => status === 200).length >= 1, true)
    for (const { status, body, text } of pressed)
      assert.ok(status === 200 || /^checkout-(taken|paid)$/.test(body.error.reason), text)
    const read = await checkoutOf(merchant, made)
    const paid = read.payments.filter(({ status }: Made) => status === 'N' || status === 'P')
    assert.equal(paid.length, 1, JSON.stringify(read))
    assert.equal(read.uses_paid + read.uses_pending, 1)
    await assertAudited(world())
  })

  test('leads to the shop with the payment named, and tells what was paid', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, {
      amount: 150,
      reference: '7',
      return_url: 'https://tienda.example.mx/gracias?a=1',
    })
    const attempt = randomUUID()
    const next = new URL(done(await payAt(world(), made, { way: 'card', number: APPROVED, attempt })))
    const transaction = next.searchParams.get('transaction') ?? ''
    assert.deepEqual([next.host, next.searchParams.get('a')], ['tienda.example.mx', '1'])
    const operation = await operationOf(merchant, transaction)
    assert.deepEqual([operation.status, operation.reference.number, operation.checkout], ['N', '7', made.id])
    assert.deepEqual(await usesOf(merchant, made), ['paid', 0, 1])
    assert.equal(done(await payAt(world(), made, { way: 'card', number: APPROVED, attempt })), next.href)
    const again = await payAt(world(), made, { way: 'card', number: APPROVED })
    assert.deepEqual([again.status, again.body.error.reason], [409, 'checkout-paid'])
    const sentEvents = await eventsOf(merchant)
    assert.deepEqual(sentEvents.map(({ type }) => type).sort(), ['checkout.created', 'checkout.paid'])
    assert.deepEqual(sentEvents.find(({ type }) => type === 'checkout.paid').data, {
      id: made.id,
      reference: '7',
      transaction,
      total: { amount: '150.00', currency: 'MXN' },
    })
    assert.ok((await pageOf(world(), made)).text.includes('Pagado'))
  })

  test('the slip and the receipt speak the language that the payer has asked for', async () => {
    const merchant = await world().merchant()
    for (const lang of ['en', 'es'] as const) {
      for (const by of [{ way: 'card', number: APPROVED }, { way: 'store', store: 'OXXO' }, { way: 'spei' }]) {
        const made = await newCheckout(merchant)
        const next = done(await payAt(world(), made, { ...by, lang }))
        assert.match(next, new RegExp(`^/p/[^?]+\\?lang=${lang}$`), by.way)
        const page = await world().send({ method: 'GET', url: `${new URL(made.url).pathname}?lang=${lang}` })
        assert.ok(page.text.includes(`href="${next}"`), `the page leads to it: ${by.way}`)
      }
    }
  })

  test('a declined card gives the use back, and the next card pays', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant)
    const attempt = randomUUID()
    const declined = await payAt(world(), made, { way: 'card', number: DECLINED, attempt })
    assert.deepEqual([declined.status, declined.body.state], [200, 'declined'])
    assert.match(declined.body.message, /tarjeta/i)
    assert.deepEqual(await usesOf(merchant, made), ['open', 0, 0])
    // The same try is the same payment.
    assert.equal((await payAt(world(), made, { way: 'card', number: APPROVED, attempt })).body.state, 'declined')
    done(await payAt(world(), made, { way: 'card', number: APPROVED }))
    assert.deepEqual(await usesOf(merchant, made), ['paid', 0, 1])
    await assertAudited(world())
  })

  test('a slip holds the use until it is paid, or given up for another way', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant)
    const attempt = randomUUID()
    const next = done(await payAt(world(), made, { way: 'store', store: 'OXXO', attempt }))
    assert.match(next, /^\/p\//)
    assert.deepEqual(await usesOf(merchant, made), ['open', 1, 0])
    const other = await payAt(world(), made, { way: 'spei' })
    assert.deepEqual([other.status, other.body.error.reason], [409, 'checkout-taken'])
    const page = await pageOf(world(), made)
    assert.ok(page.text.includes(`href="${next}"`), 'the page leads to the slip')
    const { pathname } = new URL(made.url)
    const change = (payload: string) =>
      world().send({
        method: 'POST',
        url: `${pathname}/change`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    assert.equal((await change(`attempt=${randomUUID()}`)).status, 303)
    assert.deepEqual(await usesOf(merchant, made), ['open', 1, 0])
    assert.equal((await change(`attempt=${attempt}`)).status, 303)
    assert.deepEqual(await usesOf(merchant, made), ['open', 0, 0])
    done(await payAt(world(), made, { way: 'spei' }))
    const [transaction = ''] = await transactionsOf(merchant, made)
    await payBySpei(merchant, { transaction })
    assert.deepEqual(await usesOf(merchant, made), ['paid', 0, 1])
    // What is paid is not given up.
    await change(`attempt=${attempt}`)
    assert.equal((await operationOf(merchant, transaction)).status, 'N')
    await assertAudited(world())
  })

  test('of several uses promises none twice: two payers at the last one', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, { amount: 150, uses: 3 })
    const ways = [1, 2, 3, 4, 5, 6].map((n) => (n % 2 ? { way: 'spei' } : { way: 'card', number: APPROVED }))
    const answers = await Promise.all(ways.map((way) => payAt(world(), made, way)))
    assert.equal(answers.filter(({ body }) => body.state === 'done').length, 3, answers.map(({ text }) => text).join())
    for (const { status, body, text } of answers)
      assert.ok(status === 200 || /^checkout-(taken|paid)$/.test(body.error.reason), text)
    const read = await checkoutOf(merchant, made)
    assert.equal(read.uses_pending + read.uses_paid, 3)
    assert.equal(read.payments.length, 3)
    await assertAudited(world())
  })

  test('takes the amount of its merchant, or within bounds what the payer says', async () => {
    const merchant = await world().merchant()
    const fixed = await newCheckout(merchant, { amount: 150 })
    const changed = await payAt(world(), fixed, { way: 'spei', amount: '1' })
    assert.ok(changed.body.error.messages.amount, changed.text)
    assert.ok((await pageOf(world(), fixed, '?amount=1')).text.includes('$150.00'))
    const open = await newCheckout(merchant, { open_amount: { minimum: 50, maximum: 5000 }, uses: 10 })
    assert.deepEqual([open.amount, open.open_amount.minimum.amount], [null, '50.00'])
    for (const amount of ['49.99', '5000.01', 'x', undefined])
      assert.ok((await payAt(world(), open, { way: 'spei', ...(amount && { amount }) })).body.error.messages.amount)
    done(await payAt(world(), open, { way: 'card', number: APPROVED, amount: '123.45' }))
    const { payments } = await checkoutOf(merchant, open)
    assert.deepEqual(
      payments.map(({ total }: Made) => total.amount),
      ['123.45'],
    )
  })

  test('that is over takes no payment, and the merchant keeps what comes late on a slip', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, { amount: 150, uses: 2 })
    done(await payAt(world(), made, { way: 'store' }))
    const cancelled = await merchant.post(`/v1/checkout/${made.id}/cancel`, {})
    assert.deepEqual([cancelled.status, cancelled.body.result.status], [200, 'cancelled'])
    assert.equal((await merchant.post(`/v1/checkout/${made.id}/cancel`, {})).body.result.status, 'cancelled')
    const refused = await payAt(world(), made, { way: 'card', number: APPROVED })
    assert.deepEqual([refused.status, refused.body.error.reason], [409, 'checkout-cancelled'])
    assert.ok((await pageOf(world(), made)).text.includes('Cobro cancelado'))
    const [transaction = ''] = await transactionsOf(merchant, made)
    await payAtStore(merchant, { transaction })
    assert.deepEqual(await usesOf(merchant, made), ['cancelled', 0, 1])
    assert.equal((await operationOf(merchant, transaction)).status, 'N')
    await assertAudited(world())
  })

  test('expires at its instant with an event, and a slip that was paid in time pays it although it is reported later', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, { amount: 150, expires_at: '2027-01-12T23:30:00-06:00' })
    done(await payAt(world(), made, { way: 'spei' }))
    await moveClock(merchant, { set: '2027-01-12T23:40:00-06:00' })
    assert.deepEqual(await usesOf(merchant, made), ['expired', 1, 0])
    const refused = await payAt(world(), made, { way: 'card', number: APPROVED })
    assert.equal(refused.body.error.reason, 'checkout-expired')
    assert.equal((await merchant.post(`/v1/checkout/${made.id}/cancel`, {})).body.error.reason, 'checkout-expired')
    await world().work()
    const sentEvents = (await eventsOf(merchant)).find(({ type }) => type === 'checkout.expired')
    assert.deepEqual([sentEvents.data.id, sentEvents.data.status], [made.id, 'expired'])
    const [transaction = ''] = await transactionsOf(merchant, made)
    await payBySpei(merchant, { transaction })
    assert.deepEqual(await usesOf(merchant, made), ['paid', 0, 1])

    const unpaid = await newCheckout(merchant, { amount: 150, uses: 2, expires_at: '2027-03-01' })
    done(await payAt(world(), unpaid, { way: 'spei' }))
    assert.deepEqual(await usesOf(merchant, unpaid), ['open', 1, 0])
    await moveClock(merchant, { advance: 'P10D' })
    await world().work()
    assert.deepEqual(await usesOf(merchant, unpaid), ['open', 0, 0])
    await assertAudited(world())
  })

  test('a card that its bank wants confirmed holds the use; from the bank the payer comes back to the page, which leads on or asks again', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant, { amount: 150, return_url: 'https://tienda.example.mx/gracias' })
    const locationOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location)
    const get = (path: string) =>
      world().send({ method: 'GET', url: new URL(path, made.url).href.replace(new URL(made.url).origin, '') })
    const decide = async (payerPath: string, decision: string) => {
      const bank = new URL(locationOf(await get(payerPath)), made.url)
      const decided = await world().send({
        method: 'POST',
        url: bank.pathname + bank.search,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `decision=${decision}`,
      })
      return get(locationOf(await get(locationOf(decided))))
    }
    const first = done(await payAt(world(), made, { way: 'card', number: CHALLENGED }))
    assert.match(first, /^\/a\//)
    assert.deepEqual(await usesOf(merchant, made), ['open', 1, 0])
    assert.ok((await pageOf(world(), made)).text.includes(`href="${first}"`), 'the page leads to the bank')
    const back = await decide(first, 'rejected')
    assert.equal(back.status, 200, back.text)
    assert.ok(back.text.includes('El cargo no se hizo'), 'the page says why and asks again')
    assert.deepEqual(await usesOf(merchant, made), ['open', 0, 0])
    const second = done(await payAt(world(), made, { way: 'card', number: CHALLENGED }))
    const nextStep = new URL(locationOf(await decide(second, 'confirmed')))
    assert.equal(nextStep.host, 'tienda.example.mx')
    assert.equal((await operationOf(merchant, nextStep.searchParams.get('transaction') ?? '')).status, 'N')
    assert.deepEqual(await usesOf(merchant, made), ['paid', 0, 1])
    await assertAudited(world())
  })

  test('of another merchant, or with another token, is not there', async () => {
    const merchant = await world().merchant()
    const made = await newCheckout(merchant)
    const { pathname } = new URL(made.url)
    for (const path of [pathname.slice(0, -1), `${pathname}A`, pathname.replace('chk_', 'chk_0'), '/c/x'])
      assert.equal((await world().send({ method: 'GET', url: path })).status, 404, path)
    const stranger = await newCheckout(await world().merchant())
    const [, mac] = /-([\w-]{20})$/.exec(stranger.url) ?? []
    const forged = pathname.replace(/-[\w-]{20}$/, `-${mac}`)
    assert.equal((await world().send({ method: 'GET', url: forged })).status, 404)
    // A card that was sealed for another page does not open here.
    const { payload } = await sealedElsewhere(stranger)
    const moved = await world().send({ method: 'POST', url: `${pathname}/pay`, payload })
    assert.equal(moved.body.error.reason, 'envelope-unreadable')
    assert.deepEqual(await usesOf(merchant, made), ['open', 0, 0])
  })

  const sealedElsewhere = async ({ id }: Made) => {
    const { sealHpkeEnvelope } = await import('../../support/fixtures/hpke-seal.ts')
    const card = { number: APPROVED, cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123' }
    const sealed = await sealHpkeEnvelope(world(), card, { call: 'POST /c/pay', presentedAs: id })
    return { payload: { way: 'card', attempt: randomUUID(), ...sealed } }
  }
})
