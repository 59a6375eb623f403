// The demo shop in a real browser: from the basket to its checkout and back.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf, isTooWide } from './readable.ts'

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES

interface Visit {
  page: Page
  /** What the browser sent: addresses and bodies. */
  sent: string[]
  /** What the browser complained of: errors and what the policy refused. */
  complaints: string[]
}

describe('the demo shop in a real browser', () => {
  let world: World
  let baseUrl: string
  let browser: Browser

  before(async () => {
    world = await openWorld('sqlite', { BASE_URL: '', ACQUIRER_TIMEOUT_MS: '500' })
    baseUrl = await world.service.listen()
    browser = await launchBrowser()
  })

  after(async () => {
    await closeContexts(browser)
    await world?.service.close()
  })

  async function visit(options: BrowserContextOptions, path = '/demo'): Promise<Visit> {
    const context = await browser.newContext({ locale: 'es-MX', ...options })
    const page = await context.newPage()
    const [sent, complaints]: [string[], string[]] = [[], []]
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(`${baseUrl}${path}`)
    return { page, sent, complaints }
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/demo-${name}.png`, fullPage: true })
  }

  for (const width of [320, 360])
    test(`the basket stays in its card on a phone of ${width} pixels`, async () => {
      const { page } = await visit({ viewport: { width, height: 640 } })
      await page.locator('.product').first().waitFor()
      assert.ok(!(await isTooWide(page)))
      const beyond = await page.evaluate(
        '[...document.querySelectorAll(".sheet")].filter((sheet) => sheet.scrollWidth > sheet.clientWidth).length',
      )
      assert.equal(beyond, 0)
      await page.context().close()
    })

  async function typeCard(page: Page, number: string, texts = { code: 'Código de seguridad', expiry: /Vencimiento/ }) {
    await page.getByLabel(/Número de tarjeta|Card number/).pressSequentially(number)
    await page.getByLabel(/Nombre como aparece|Name on the card/).fill('Ana Núñez')
    await page.getByLabel(texts.expiry).pressSequentially('1235')
    await page.getByLabel(texts.code).fill('123')
  }

  for (const [size, options] of Object.entries(SIZES)) {
    test(`a card pays on a ${size}, and its number leaves the browser only sealed`, async () => {
      const { page, sent, complaints } = await visit(options)
      await page.getByRole('button', { name: 'Agregar uno: Miel de Yucatán' }).click()
      assert.equal(await page.locator('#total').textContent(), '$330.50')
      assert.deepEqual(await faultsOf(page), [])
      await picture(page, `${size}-basket`)
      await page.getByRole('button', { name: 'Pagar $330.50' }).click()
      await page.getByText('Miel de Yucatán', { exact: true }).waitFor()
      await typeCard(page, '4242424242424242')
      assert.equal(await page.getByLabel('Número de tarjeta').inputValue(), '4242 4242 4242 4242')
      assert.equal(await page.getByLabel(/Vencimiento/).inputValue(), '12/35')
      assert.equal(await page.locator('.cobro-brand').textContent(), 'Visa')
      await page.getByRole('button', { name: 'Pagar $330.50' }).click()
      await page.getByRole('heading', { name: '¡Pago recibido!' }).waitFor()
      assert.match(page.url(), /\/demo\?lang=es&order=demo-[0-9a-z]{12}$/)
      await picture(page, `${size}-paid`)
      assert.deepEqual(await faultsOf(page), [])
      await page.getByRole('link', { name: 'Ver recibo' }).click()
      await page.getByText('$330.50').first().waitFor()
      for (const one of sent) assert.doesNotMatch(one, /4242 ?4242|"cvv"|Núñez/, 'only sealed')
      assert.deepEqual(complaints, [])
      await page.context().close()
    })
  }

  test('a wrong card is reported beside its field, and a declined one is reported too; nothing wrong is sent', async () => {
    const { page, sent } = await visit(SIZES.phone)
    await page.getByRole('button', { name: 'Pagar $185.00' }).click()
    await page.getByLabel('Número de tarjeta').waitFor()
    await page.getByRole('button', { name: 'Pagar $185.00' }).click()
    await page.locator('[aria-invalid=true]').nth(3).waitFor()
    assert.equal(await page.locator('[aria-invalid=true]').count(), 4)
    await page.locator('[autocomplete=cc-number]:focus').waitFor()
    await typeCard(page, '4242424242424241')
    await page.getByRole('button', { name: 'Pagar $185.00' }).click()
    const number = page.getByLabel('Número de tarjeta')
    await page.getByText(/Revisa el número/).waitFor()
    const faultId = (await number.getAttribute('aria-describedby')) ?? ''
    assert.match((await page.locator(`#${faultId}`).textContent()) ?? '', /Revisa el número/)
    assert.equal(await page.locator('[aria-invalid=true]').count(), 1)
    assert.ok(!sent.some((one) => one.includes('/pay?')), 'nothing was sent')

    await number.fill('')
    await number.pressSequentially('4111111111111111')
    await page.getByRole('button', { name: 'Pagar $185.00' }).click()
    await page.getByText('El cargo no se hizo. Tu tarjeta no tiene fondos suficientes').waitFor()
    await page.getByRole('button', { name: 'Pagar $185.00' }).waitFor()
    await page.context().close()
  })

  test('the order waits while its slip does, also after the back button, and is paid with it; in English by night', async () => {
    const { page, complaints } = await visit({ ...SIZES.desktop, colorScheme: 'dark' }, '/demo?lang=en')
    await page.getByRole('button', { name: 'Pay $185.00' }).click()
    await page.getByRole('radio', { name: /SPEI/ }).check()
    await page.goBack()
    await page.getByRole('heading', { name: 'Your order waits for its payment' }).waitFor()
    await picture(page, 'desktop-waits')
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('link', { name: 'Go on with the payment' }).click()
    await page.getByRole('radio', { name: /SPEI/ }).check()
    await page.getByRole('button', { name: /Obtener mi ficha|Get my slip/ }).click()
    await page.waitForURL('**/p/**')
    const shop = await page.context().newPage()
    await shop.goto(`${baseUrl}/demo`)
    await page.locator('form[method=post] button').click()
    await page.getByText(/Recibimos tu pago|We received your payment/).waitFor()
    await shop.getByRole('button', { name: /^(Pagar|Pay) / }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('a buyer who presses twice and goes on choosing orders once', async () => {
    const { page, sent } = await visit(SIZES.desktop)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/demo/orders', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/demo/orders')
    await page.getByRole('button', { name: 'Pagar $185.00' }).click()
    await asked
    await page.getByRole('button', { name: 'Agregar uno: Miel de Yucatán' }).click()
    await page.locator('#total', { hasText: '$330.50' }).waitFor()
    assert.ok(await page.locator('#pay').isDisabled(), 'one order is under way')
    release()
    await page.getByRole('button', { name: 'Pagar $185.00' }).waitFor()
    assert.equal(sent.filter((one) => one.includes('/demo/orders ')).length, 1)
    await page.context().close()
  })

  test('everything can be done with the keyboard', async () => {
    const { page } = await visit(SIZES.desktop)
    await page.getByRole('button', { name: 'Pagar $185.00' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: /Tarjeta/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByLabel('Tienda', { exact: true }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    for (const [autocomplete, typed] of [
      ['cc-number', '5555555555554444'],
      ['cc-name', 'Ana'],
      ['cc-exp', '1235'],
      ['cc-csc', '123'],
    ] as const) {
      assert.equal(await page.evaluate('document.activeElement.autocomplete'), autocomplete)
      await page.keyboard.type(typed)
      if (autocomplete !== 'cc-csc') await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '¡Pago recibido!' }).waitFor()
    await page.context().close()
  })
})
