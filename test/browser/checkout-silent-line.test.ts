// What a payer sees over a line that swallows answers: a word while it takes long, a button that works again, one payment; and a slip that goes on watching.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { checkoutOf, newCheckout } from '../support/fixtures/checkouts.ts'
import { sandboxShop } from '../support/fixtures/console.ts'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'

describe('a payer over a line that swallows answers', () => {
  const { world, baseUrl, browser } = visitedService()
  let shop: Merchant

  before(async () => {
    shop = sandboxShop(world()) as Merchant
  })

  async function timed(url: string) {
    const page = await (await browser().newContext({ locale: 'es-MX' })).newPage()
    await page.clock.install()
    await page.goto(baseUrl() + new URL(url).pathname)
    return page
  }

  test('a card payment whose answer never comes is told, and pressed again it is one payment', async () => {
    const checkout = await newCheckout(shop, { amount: 370, description: 'Pedido 1001' })
    const page = await timed(checkout.url)
    let swallowed = 0
    await page.route('**/pay?*', async (route) => {
      if (swallowed > 0) return route.fallback()
      swallowed += 1
      await route.fetch()
    })
    await page.getByLabel('Número de tarjeta').pressSequentially('4242424242424242')
    await page.getByLabel('Nombre como aparece').fill('Ana Núñez')
    await page.getByLabel('Vencimiento').pressSequentially('1239')
    await page.getByLabel('Código de seguridad').fill('123')
    const asked = page.waitForRequest('**/pay?*')
    await page.getByRole('button', { name: 'Pagar $370.00' }).click()
    await page.getByRole('button', { name: 'Un momento…' }).waitFor()
    await asked
    await page.clock.fastForward(10_000)
    await page.getByRole('button', { name: 'Tarda más de lo normal…' }).waitFor()
    await page.getByRole('status').getByText('Tarda más de lo normal…').waitFor()
    await page.clock.fastForward(60_000)
    await page.getByText('No hubo respuesta. Revisa tu conexión y oprime de nuevo: no se cobra dos veces.').waitFor()
    // The page asks what became of it, and leads to the payment.
    await page.clock.fastForward(2_000)
    await page.getByText('Recibimos tu pago').first().waitFor()
    const { payments } = await checkoutOf(shop, checkout)
    assert.equal(payments.length, 1)
    await page.context().close()
  })

  test('a slip goes on watching after an answer that never came, and shows that it is paid', async () => {
    const { transaction, url } = await speiVoucher(shop, { total: 99 })
    const page = await timed(url)
    let swallowed = 0
    await page.route('**/*', (route) => {
      if (route.request().resourceType() !== 'fetch' || swallowed > 0) return route.fallback()
      swallowed += 1
    })
    await page.clock.fastForward(4_000)
    await payBySpei(shop, { transaction })
    await page.clock.fastForward(25_000)
    await page.clock.fastForward(5_000)
    await page.getByText('Recibimos tu pago').first().waitFor()
    assert.equal(swallowed, 1)
    await page.context().close()
  })
})
