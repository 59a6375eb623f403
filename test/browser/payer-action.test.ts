// A payer whose bank wants authentication, in a real browser: from the shop to the bank's page and back, also with the back button and in a second tab.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { payByCard } from '../support/fixtures/charges.ts'
import { operationOf } from '../support/fixtures/payers.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf, isTooWide } from './readable.ts'

const CHALLENGED = '4000000000030017'
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES

describe('a payer whose bank wants authentication, in a real browser', () => {
  let world: World
  let baseUrl: string
  let browser: Browser
  let shop: Server
  let shopUrl: string

  before(async () => {
    world = await openWorld('sqlite', { BASE_URL: '', ACQUIRER_TIMEOUT_MS: '500' })
    baseUrl = await world.service.listen()
    browser = await launchBrowser()
    // The shop of a merchant, which is another site.
    shop = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><html lang="es"><title>Tienda</title><h1>Gracias ${request.url}</h1></html>`)
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`
  })

  after(async () => {
    await closeContexts(browser)
    shop?.closeAllConnections()
    shop?.close()
    await world?.service.close()
  })

  async function open(options: BrowserContextOptions, address: string): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({ locale: 'es-MX', ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(address)
    return { page, complaints }
  }

  async function looksRight(page: Page, name: string): Promise<void> {
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(await isTooWide(page), false)
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/payer-action-${name}.png`, fullPage: true })
  }

  async function challenged(merchant: Merchant, return_url = `${shopUrl}/gracias?pedido=7`) {
    const { body, text } = await payByCard(world, merchant, CHALLENGED, { return_url })
    assert.ok(body.result?.payer_url, text)
    return { id: body.result.token as string, payerUrl: body.result.payer_url as string }
  }

  const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { name, level: 1 }).waitFor()

  for (const [size, options] of Object.entries(SIZES)) {
    test(`the example shop on a ${size}: a purchase is paid once the payer has confirmed it on the bank’s page`, async () => {
      const { page, complaints } = await open(options, `${baseUrl}/demo`)
      await page.getByRole('button', { name: 'Pagar $185.00' }).click()
      await page.getByLabel('Número de tarjeta').pressSequentially(CHALLENGED)
      await page.getByLabel('Nombre como aparece').fill('Ana Núñez')
      await page.getByLabel(/Vencimiento/).pressSequentially('1235')
      await page.getByLabel('Código de seguridad').fill('123')
      await page.getByRole('button', { name: 'Pagar $185.00' }).click()
      await heading(page, '¿Autorizas este pago?')
      await page.getByText('$185.00 MXN').waitFor()
      await looksRight(page, `${size}-bank`)
      await page.getByRole('button', { name: 'Confirmar el pago' }).click()
      await page.getByRole('heading', { name: '¡Pago recibido!' }).waitFor()
      assert.match(page.url(), /\/demo\?lang=es&order=demo-[0-9a-z]{12}$/)
      assert.deepEqual(complaints, [])
      // The back button leads to the bank's page or the shop, and never to a second charge.
      await page.goto(`${baseUrl}/demo`)
      await page.getByRole('button', { name: 'Pagar $185.00' }).waitFor()
    })
  }

  test('the page is in the language of the payer, in both of them, and leads to the shop of another site', async () => {
    const merchant = await world.merchant('Café Olmeca')
    const { id, payerUrl } = await challenged(merchant)
    const { page, complaints } = await open({ ...SIZES.phone, locale: 'en-GB' }, payerUrl)
    await heading(page, 'Do you authorise this payment?')
    await looksRight(page, 'english')
    await page.getByRole('link', { name: 'Español' }).click()
    await heading(page, '¿Autorizas este pago?')
    await page.getByText('Café Olmeca').waitFor()
    await page.getByRole('button', { name: 'Confirmar el pago' }).click()
    await page.getByRole('heading', { name: `Gracias /gracias?pedido=7&transaction=${id}` }).waitFor()
    assert.equal((await operationOf(merchant, id)).status, 'N')
    assert.deepEqual(complaints, [])
    // The back button, and the address that was kept.
    await page.goBack()
    await page.goto(payerUrl)
    await page.getByRole('heading', { name: /Gracias/ }).waitFor()
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 1)
  })

  test('a payer who rejects it returns to the shop, which is told that it was declined', async () => {
    const merchant = await world.merchant()
    const { id, payerUrl } = await challenged(merchant)
    const { page } = await open(SIZES.desktop, payerUrl)
    await page.getByRole('button', { name: 'Rechazar' }).click()
    await page.getByRole('heading', { name: /Gracias/ }).waitFor()
    const { status, decline_code } = await operationOf(merchant, id)
    assert.deepEqual([status, decline_code], ['D', '05'])
  })

  test('a payer who comes back without an answer waits on a page that leads to the bank again, and leaves it by itself when another tab has confirmed', async () => {
    const merchant = await world.merchant()
    const { id, payerUrl } = await challenged(merchant)
    const { page, complaints } = await open(SIZES.phone, payerUrl)
    await page.getByRole('link', { name: 'Volver al comercio sin responder' }).click()
    await page.getByText('Confirmando con tu banco').waitFor()
    await looksRight(page, 'waits')
    const other = await page.context().newPage()
    await other.goto(payerUrl)
    await other.getByRole('button', { name: 'Confirmar el pago' }).click()
    await other.getByRole('heading', { name: /Gracias/ }).waitFor()
    await page.bringToFront()
    await page.getByRole('heading', { name: /Gracias/ }).waitFor()
    assert.equal((await operationOf(merchant, id)).status, 'N')
    assert.deepEqual(complaints, [])
  })

  test('a form that the page of another site sends back leads to the shop', async () => {
    const merchant = await world.merchant()
    const { id, payerUrl } = await challenged(merchant)
    const { page } = await open(SIZES.desktop, shopUrl)
    // The bank's page is of another site here, and posts what the service never reads.
    await page.setContent(
      `<form method="post" action="${payerUrl}/return"><input name="PaRes" value="eJxVUk"><button>Seguir</button></form>`,
    )
    await page.getByRole('button', { name: 'Seguir' }).click()
    await page.getByText('Confirmando con tu banco').waitFor()
    assert.equal((await operationOf(merchant, id)).status, 'P')
    await page.getByRole('link', { name: 'Volver a mi banco' }).click()
    await heading(page, '¿Autorizas este pago?')
  })
})
