// Payment links at the console: a first payment by link without a line of code, and the link's life; on a desktop and a phone, by day and by night, in both languages.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { sandboxShop } from '../support/fixtures/console.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const LOOKS = {
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  'desktop-light': { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES

describe('payment links at the console', () => {
  const { world, baseUrl, browser, visit } = visitedService()
  let shop: ReturnType<typeof sandboxShop>

  before(async () => {
    shop = sandboxShop(world())
    await shop.call('PUT', '/v1/profile', { trade_name: 'Café La Palma', colour: '#8c1d18' })
  })

  async function looksRight(page: Page, name: string): Promise<void> {
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(await isTooWide(page), false)
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/links-${name}.png`, fullPage: true })
  }

  for (const [look, options] of Object.entries(LOOKS)) {
    test(`a first payment by link, ${look}: made, seen as payers will see it, shared, paid and found`, async () => {
      const page = await visit('/links', options)
      await page.getByRole('button', { name: 'Crear link' }).click()
      await page.getByLabel('Pesos').fill('370')
      await page.getByLabel('Para qué es; lo ve quien paga').fill(`Clase ${look}`)
      await page.locator('[data-figure=preview-amount]', { hasText: '$370.00' }).waitFor()
      await page.locator('.link-preview', { hasText: `Clase ${look}` }).waitFor()
      await page.locator('.link-preview', { hasText: 'Café La Palma' }).waitFor()
      await page.getByLabel('Efectivo en tienda').uncheck()
      await page.locator('.link-preview li', { hasText: 'Efectivo' }).waitFor({ state: 'detached' })
      await looksRight(page, `${look}-create`)
      await page.getByRole('dialog').getByRole('button', { name: 'Crear', exact: true }).click()
      const whatsapp = page.getByRole('link', { name: 'Compartir por WhatsApp' })
      const shared = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
      const url = shared.slice(shared.indexOf('http'))
      assert.match(url, /\/c\/chk_[0-9a-z]{26}-[\w-]{20}$/)
      assert.ok(shared.includes('$370.00'))
      await looksRight(page, `${look}-made`)
      await page.getByRole('link', { name: 'Ver el link y sus pagos' }).click()
      await page.getByRole('heading', { name: 'Todavía ninguno' }).waitFor()
      const drawn = 'document.querySelector(".poster img")?.naturalWidth > 0'
      await page.waitForFunction(drawn)

      const payer = await (await browser().newContext({ locale: 'es-MX' })).newPage()
      await payer.goto(new URL(url).pathname.replace(/^/, baseUrl()))
      await payer.getByRole('radio', { name: /SPEI/ }).check()
      await payer.getByRole('button', { name: 'Obtener mi ficha' }).click()
      await payer.locator('form[method=post] button').click()
      await payer.getByText(/Recibimos tu pago/).waitFor()

      await page.getByText('1 de 1; 0 en curso').waitFor()
      await looksRight(page, `${look}-paid`)
      await page.getByRole('link', { name: '$370.00' }).click()
      await page.waitForURL('**/operations/*')
      await page.getByText(`Clase ${look}`).first().waitFor()
      await page.context().close()
      await payer.context().close()
    })
  }

  test('the list tells links apart by their state, in English too; a link is cancelled, and its page says so', async () => {
    const made = (
      await shop.call('POST', '/v1/checkout', { open_amount: { minimum: 50 }, uses: 100, description: 'Donativo' })
    ).body.result
    const page = await visit('/links', LOOKS['desktop-light'])
    await page.getByRole('link', { name: /Desde \$50\.00/ }).waitFor()
    await looksRight(page, 'list')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByLabel('State').selectOption('open')
    await page.getByRole('link', { name: /From \$50\.00/ }).click()
    await page.waitForURL(`**/links/${made.id}`)
    await looksRight(page, 'open-english')
    await page.getByRole('button', { name: 'Cancel the link' }).click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await page.locator('h1', { hasText: 'Cancelled' }).waitFor()
    await page.goto(`${baseUrl()}${new URL(made.url).pathname}`)
    await page.getByText('Cobro cancelado').waitFor()
    await page.context().close()
  })
})
