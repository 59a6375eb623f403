// The demo shop in a real browser: a purchase by card, by cash at a store and by SPEI, from the basket to the receipt.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf } from './readable.ts'

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
      await picture(page, `${size}-basket`)
      await typeCard(page, '4242424242424242')
      assert.equal(await page.getByLabel('Número de tarjeta').inputValue(), '4242 4242 4242 4242')
      assert.equal(await page.getByLabel(/Vencimiento/).inputValue(), '12/35')
      assert.equal(await page.locator('.cobro-brand').textContent(), 'Visa')
      await picture(page, `${size}-card`)
      assert.deepEqual(await faultsOf(page), [])
      await page.getByRole('button', { name: 'Pagar $330.50' }).click()
      await page.getByRole('heading', { name: '¡Pago recibido!' }).waitFor()
      await picture(page, `${size}-paid`)
      assert.deepEqual(await faultsOf(page), [])

      const [receipt] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: 'Ver recibo' }).click(),
      ])
      await receipt.getByText('$330.50').first().waitFor()
      await picture(receipt, `${size}-receipt`)

      assert.ok(sent.some((one) => one.includes('/v1/token')))
      for (const one of sent) assert.doesNotMatch(one, /4242 ?4242|"cvv"|Núñez/, 'only sealed')
      assert.deepEqual(complaints, [])
      await page.context().close()
    })
  }

  test('a wrong card is reported beside its field, and a declined one is reported too; the basket stays', async () => {
    const { page, sent } = await visit(SIZES.phone)
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
    await picture(page, 'phone-wrong')
    assert.ok(!sent.some((one) => one.includes('/v1/token')), 'nothing was sent')

    await number.fill('')
    await number.pressSequentially('4111111111111111')
    await page.getByRole('button', { name: 'Pagar $185.00' }).click()
    await page.getByText('No se hizo el cobro: Tu tarjeta no tiene fondos suficientes').waitFor()
    await picture(page, 'phone-declined')
    await page.getByRole('button', { name: 'Pagar $185.00' }).waitFor()
    await page.context().close()
  })

  test('a store slip is issued, opened and paid; the shop shows it', async () => {
    const { page, complaints } = await visit(SIZES.phone)
    await page.getByRole('radio', { name: /Efectivo/ }).check()
    await page.getByLabel('Tienda', { exact: true }).selectOption('7-Eleven')
    await picture(page, 'phone-store')
    await page.getByRole('button', { name: 'Obtener ficha por $185.00' }).click()
    await page.getByRole('heading', { name: 'Tu ficha está lista' }).waitFor()
    await picture(page, 'phone-slip')
    assert.deepEqual(await faultsOf(page), [])
    const [slip] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Ver ficha de pago' }).click(),
    ])
    await slip.getByText('7-Eleven').first().waitFor()
    // Paid on the slip's own page, in the other tab.
    await slip.locator('form[method=post] button').click()
    await page.getByRole('heading', { name: '¡Pago recibido!' }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('a SPEI transfer is paid from the shop’s own page, in English on a desktop', async () => {
    const { page, complaints } = await visit({ ...SIZES.desktop, colorScheme: 'dark' }, '/demo?lang=en')
    await page.getByRole('radio', { name: /Bank transfer/ }).check()
    await picture(page, 'desktop-spei')
    await page.getByRole('button', { name: 'Get a slip for $185.00' }).click()
    await page.getByRole('heading', { name: 'Your slip is ready' }).waitFor()
    assert.match((await page.locator('.digits').textContent()) ?? '', /^\d{3} \d{3} \d{11} \d$/)
    await picture(page, 'desktop-clabe')
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('button', { name: 'Pay now (simulated)' }).click()
    await page.getByRole('heading', { name: 'Payment received!' }).waitFor()
    await page.getByRole('button', { name: 'Buy again' }).click()
    await page.getByRole('heading', { name: 'Your basket' }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  for (const [title, number, told] of [
    ['received', '4000000000010027', '¡Pago recibido!'],
    ['declined', '4000000000010035', 'No se hizo el cobro'],
  ] as const) {
    test(`a card payment that the bank has not answered says so, offers no second payment, and is then shown ${title}`, async () => {
      const { page, complaints } = await visit(SIZES.phone)
      await typeCard(page, number)
      await page.getByRole('button', { name: 'Pagar $185.00' }).click()
      await page.getByRole('heading', { name: 'Estamos confirmando con tu banco' }).waitFor()
      assert.match((await page.locator('#result').textContent()) ?? '', /No pagues otra vez/)
      assert.equal(
        await page
          .locator('button:visible, a:visible')
          .filter({ hasText: /[Pp]agar|Comprar/ })
          .count(),
        0,
      )
      await picture(page, `phone-confirming-${title}`)
      assert.deepEqual(await faultsOf(page), [])
      await page.getByRole('heading', { name: told }).waitFor()
      await picture(page, `phone-confirmed-${title}`)
      assert.deepEqual(await faultsOf(page), [])
      assert.deepEqual(complaints, [])
      await page.context().close()
    })
  }

  test('a buyer who changes the choice while a payment is under way pays once', async () => {
    const { page, sent } = await visit(SIZES.desktop)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/demo/orders', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('radio', { name: /Efectivo/ }).check()
    const asked = page.waitForRequest('**/demo/orders')
    await page.getByRole('button', { name: 'Obtener ficha por $185.00' }).click()
    await asked
    await page.getByRole('button', { name: 'Agregar uno: Miel de Yucatán' }).click()
    await page.locator('#total', { hasText: '$330.50' }).waitFor()
    assert.ok(await page.locator('#pay').isDisabled(), 'one payment is under way')
    release()
    await page.getByRole('heading', { name: 'Tu ficha está lista' }).waitFor()
    assert.equal(sent.filter((one) => one.includes('/demo/orders ')).length, 1)
    await page.getByRole('button', { name: 'Comprar otra vez' }).click()
    await page.getByRole('button', { name: 'Obtener ficha por $330.50' }).waitFor()
    await page.context().close()
  })

  test('everything can be done with the keyboard', async () => {
    const { page } = await visit(SIZES.desktop)
    await page.getByRole('radio', { name: /Tarjeta/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByLabel('Tienda', { exact: true }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.autocomplete'), 'cc-number')
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
