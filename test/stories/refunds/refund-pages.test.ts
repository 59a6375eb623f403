// What a payer reads about a payment that was given back: on its way, arrived, not arrived, or waiting for their account; and whose letter and form ask for that.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setProfile } from '../../browser/profile.ts'
import { payByCard } from '../../support/fixtures/charges.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a payer’s page shows the state of a refund', (world) => {
  const shop = async () => {
    const merchant = await world().merchant('Taller Ñandú')
    // What cash is given back from.
    const sold = await speiVoucher(merchant, { total: 40_000 })
    await payBySpei(merchant, { transaction: sold.transaction })
    return merchant
  }
  const paidBySpei = async (merchant: Merchant, total: number) => {
    const voucher = await speiVoucher(merchant, { total })
    await payBySpei(merchant, { transaction: voucher.transaction })
    return { transaction: voucher.transaction as string, url: voucher.url as string }
  }
  const refunded = async (merchant: Merchant, transaction: string, body: object) => {
    const answer = await merchant.post(`/v1/operations/${transaction}/refunds`, body)
    assert.equal(answer.status, 200, answer.text)
    await world().work()
    return answer.body.result
  }
  /** The state, its sentence, and the lines about refunds. */
  const read = async (url: string, language = 'es') => {
    const { text } = await world().send({ method: 'GET', url: `${new URL(url).pathname}?lang=${language}` })
    const label = language === 'es' ? 'Devolución' : 'Refund'
    const lines = [...text.matchAll(new RegExp(`<dt>${label}</dt><dd><bdi>([^<]*)`, 'g'))].map(([, line]) => line)
    return {
      state: /data-state="(\w+)"/.exec(text)?.[1],
      sentence: /<span class="sentence">([^<]*)/.exec(text)?.[1],
      lines,
      text,
    }
  }

  test('all of it on its way, and then arrived', async () => {
    const merchant = await shop()
    const { transaction, url } = await paidBySpei(merchant, 4_002.03)
    await refunded(merchant, transaction, {})
    const before = await read(url)
    assert.equal(before.state, 'goingBack')
    assert.equal(before.sentence, 'Taller Ñandú devuelve todo este pago; el dinero va en camino.')
    assert.deepEqual(before.lines, ['$4,002.03 a tu cuenta · en camino'])
    await moveClock(merchant, { freeze: true })
    await moveClock(merchant, { advance: 'PT2H' })
    const after = await read(url)
    assert.equal(after.state, 'givenBack')
    assert.match(after.lines[0] ?? '', /^\$4,002\.03 a tu cuenta · \d+ de \w+ de \d{4}/)
  })

  for (const [amount, how] of [
    [4_002.01, 'a bank refuses'],
    [4_002.06, 'a bank sends back'],
  ] as const) {
    test(`a refund that ${how} did not arrive, until it is sent again or cancelled`, async () => {
      const merchant = await shop()
      const { transaction, url } = await paidBySpei(merchant, amount)
      const { id } = await refunded(merchant, transaction, {})
      await moveClock(merchant, { freeze: true })
      await moveClock(merchant, { advance: 'P4D' })
      const pesos = `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
      const spanish = await read(url)
      assert.equal(spanish.state, 'notBack')
      assert.deepEqual(spanish.lines, [`${pesos} a tu cuenta · no llegó`])
      assert.ok(spanish.sentence?.startsWith(`No se pudieron devolver ${pesos} de este pago. Taller Ñandú ya lo sabe`))
      const english = await read(url, 'en')
      assert.deepEqual(english.lines, [`${pesos} to your account · did not arrive`])
      // It is paid as before, and can be looked up as before, by its tracking key.
      assert.match(english.text, /<dt>Tracking key<\/dt>/)
      assert.match(english.text, /banxico\.org\.mx/)
      const cancelled = await merchant.post(`/v1/refunds/${id}/cancel`, {})
      assert.equal(cancelled.status, 200, cancelled.text)
      const over = await read(url)
      assert.deepEqual([over.state, over.lines], ['paid', []])
    })
  }

  test('a bank refuses the transfer of a reversed payment: it did not arrive, until it is sent again', async () => {
    const merchant = await shop()
    const { transaction, url = '' } = await speiVoucher(merchant, { total: 500 })
    await payBySpei(merchant, { transaction, payer_clabe: '646180990000000012' })
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${transaction}`)).status, 200)
    await world().work()
    assert.equal((await merchant.get(`/v1/operations/${transaction}`)).body.result.devolution_status, 'rejected')
    const { state, sentence, text } = await read(url)
    assert.equal(state, 'notBack')
    assert.ok(sentence?.startsWith('No se pudieron devolver $500.00 de este pago. Taller Ñandú ya lo sabe'))
    assert.match(text, /class="document">Recibo de pago</)
    assert.match(text, /<dt>Pagado<\/dt>/)
    assert.doesNotMatch(text, /<s>/)
    const { transfers } = (await merchant.get(`/v1/transfers?operation=${transaction}`)).body.result
    assert.equal((await merchant.post(`/v1/transfers/${transfers[0].id}/retry`, {})).status, 200)
    assert.equal((await read(url)).state, 'refunded')
  })

  test('a card’s acquirer refuses the refund', async () => {
    const merchant = await shop()
    const paid = await payByCard(world(), merchant, '4242424242424242', { 'payment.total.amount': 4_500 })
    const { transaction, url } = paid.body.result.operations[0]
    await refunded(merchant, transaction, { amount: '4001.12' })
    const { state, lines } = await read(url)
    assert.deepEqual([state, lines], ['notBack', ['$4,001.12 a tu tarjeta · no llegó']])
  })

  test('a cash refund waits for its payer, who gets a page with the name, the colour and the logo of the merchant', async () => {
    const merchant = await shop()
    await setProfile(merchant)
    const { transaction, url } = await storeVoucher(merchant, { total: 900 })
    await payAtStore(merchant, { transaction })
    const email = `ana-${transaction}@example.mx`
    await refunded(merchant, transaction, { amount: '250.00', destination: { email } })
    assert.deepEqual((await read(url)).lines, ['$250.00 a tu cuenta · falta que digas a qué cuenta'])
    const { messages } = (await merchant.get(`/v1/sandbox/mailbox?recipient=${email}`)).body.result
    const [letter] = messages
    for (const part of ['src="cid:logo"', 'background:#8c1d18', 'tel:+525512345678', 'RFC GODE561231GR8'])
      assert.ok(letter.html.includes(part), part)
    assert.match(letter.body, /¿Dudas\? Pregunta a Taller Ñandú: 55 1234 5678/)
    const page = await read(/https?:\S+\/r\/[\w-]{24}/.exec(letter.body)?.[0] ?? '')
    assert.match(page.text, /tel:\+525512345678/)
    for (const [, path = ''] of page.text.matchAll(/(?:src|href)="([^"]*\/(?:logo|colour\.css)\?[^"]*)"/g)) {
      const served = await world().send({ method: 'GET', url: path })
      assert.equal(served.status, 200, path)
    }
    assert.equal([...page.text.matchAll(/\/(logo|colour\.css)\?v=/g)].length, 2)
  })
})
