// The number that a payer reads is the number that the API tells: on the slip, in its PDF, in messages, in answers, records, events and the shop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard } from '../../support/fixtures/charges.ts'
import { customerWithSource, operationOf, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const body = {
  total: 150,
  email: 'ana@example.mx',
  phone: '5512345678',
  payment: { reference: { description: 'Pedido 1001' } },
}

onBothEngines('the number that a payer reads', (world) => {
  const pageOf = async (url: string) => {
    const { pathname } = new URL(url)
    const { status, text } = await world().send({ method: 'GET', url: pathname, headers: { accept: 'text/html' } })
    assert.equal(status, 200)
    return text
  }
  const eventOf = async (merchant: Merchant, transaction: string) => {
    const { events } = (await merchant.get(`/v1/events?operation=${transaction}`)).body.result
    return events.at(-1).data
  }
  const messagesTo = async (merchant: Merchant, recipient: string) => {
    await world().work()
    const { messages } = (await merchant.get(`/v1/sandbox/mailbox?recipient=${recipient}`)).body.result
    return JSON.stringify(messages).replaceAll(/[ \u00a0]|<[^>]*>/g, '')
  }

  for (const [rail, issue] of [
    ['store', storeVoucher],
    ['spei', speiVoucher],
  ] as const) {
    test(`of a ${rail} voucher is in its answer, its record and its event`, async () => {
      const merchant = await world().merchant(`Café ${rail}`)
      await merchant.call('PUT', '/v1/profile', { trade_name: 'Café La Palma' })
      const { transaction, instructions, url, payment_id, bank_account_number } = await issue(merchant, body)
      const { number } = instructions
      assert.match(number, rail === 'store' ? /^93\d{12}$/ : /^646\d{15}$/)
      if (rail === 'store') assert.notEqual(number, payment_id)
      else assert.equal(number, bank_account_number)
      const page = await pageOf(url)
      assert.ok(page.includes(`data-copy="${number}"`), 'the slip shows another number')
      for (const text of [instructions.beneficiary, instructions.concept, instructions.store, instructions.bank])
        assert.ok(page.includes(text), `the slip does not say ${text}`)
      assert.deepEqual(
        [instructions.beneficiary, instructions.concept, instructions.store, instructions.bank],
        ['Café La Palma', 'Pedido 1001', ...(rail === 'store' ? ['OXXO', ''] : ['', 'STP'])],
      )
      const { beneficiary: _, ...shown } = instructions
      const record = await operationOf(merchant, transaction)
      assert.deepEqual(record.instructions, shown)
      const [listed] = (await merchant.get('/v1/operations')).body.result.operations
      assert.deepEqual(listed.instructions, shown)
      assert.deepEqual((await eventOf(merchant, transaction)).instructions, shown)
      for (const recipient of [body.email, body.phone])
        assert.ok((await messagesTo(merchant, recipient)).includes(number), `${recipient} reads another number`)
    })
  }

  test('into a customer’s own CLABE is that CLABE; of a card there is none', async () => {
    const merchant = await world().merchant()
    const { source, clabe } = await customerWithSource(merchant)
    assert.equal((await speiVoucher(merchant, { source })).instructions.number, clabe)
    const paid = await payByCard(world(), merchant, '4242424242424242')
    assert.equal(paid.body.result.recipe.instructions, null)
  })
})
