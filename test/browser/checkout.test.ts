// The page of a checkout in a real browser: each way of paying, on a phone and on a desktop, by day and by night; one payment however it is pressed.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { checkoutOf, newCheckout } from '../support/fixtures/checkouts.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf, isTooWide } from './readable.ts'

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
} as const satisfies Record<string, BrowserContextOptions>

/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES

describe('the page of a checkout in a real browser', () => {
  let world: World
  let baseUrl: string
  let browser: Browser
  let merchant: Merchant

  before(async () => {
    world = await openWorld('sqlite', { BASE_URL: '', ACQUIRER_TIMEOUT_MS: '500' })
    baseUrl = await world.service.listen()
    browser = await launchBrowser()
    merchant = await world.merchant('Café La Palma')
    await merchant.call('PUT', '/v1/profile', { trade_name: 'Café La Palma', phone: '5512345678', colour: '#8c1d18' })
  })

  after(async () => {
    await closeContexts(browser)
    await world?.service.close()
  })

  async function open(options: BrowserContextOptions, address: string) {
    const context = await browser.newContext({ locale: 'es-MX', ...options })
    return { context, ...(await tab(await context.newPage(), address)) }
  }

  async function tab(page: Page, address: string) {
    const [sent, complaints]: [string[], string[]] = [[], []]
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(address)
    return { page, sent, complaints }
  }

  async function looksRight(page: Page, name: string): Promise<void> {
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(await isTooWide(page), false)
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/checkout-${name}.png`, fullPage: true })
  }

  async function typeCard(page: Page, number: string) {
    await page.getByLabel(/Número de tarjeta|Card number/).pressSequentially(number)
    await page.getByLabel(/Nombre como aparece|Name on the card/).fill('Ana Núñez')
    await page.getByLabel(/Vencimiento|Expir/).pressSequentially('1239')
    await page.getByLabel(/Código de seguridad|Security code/).fill('123')
  }

  const made = async (body: object = {}) => {
    const checkout = await newCheckout(merchant, { amount: 370, description: 'Pedido 1001', ...body })
    return { ...checkout, url: `${baseUrl}${new URL(checkout.url).pathname}` }
  }
  const paidOf = async (checkout: { id: string }) => {
    const { payments } = await checkoutOf(merchant, checkout)
    return payments.filter(({ status }: { status: string }) => status === 'N').length
  }

  for (const [size, options] of Object.entries(SIZES)) {
    test(`a card pays on a ${size}; its number leaves the browser only sealed`, async () => {
      const items = [
        { name: 'Café de Chiapas', quantity: 2, amount: 110 },
        { name: 'Chocolate de Oaxaca', amount: 150 },
      ]
      const checkout = await made({ amount: undefined, items })
      const { page, sent, complaints, context } = await open(options, checkout.url)
      await page.getByRole('button', { name: 'Pagar $370.00' }).waitFor()
      await looksRight(page, `${size}-open`)
      await typeCard(page, '4111111111111111')
      await page.getByRole('button', { name: 'Pagar $370.00' }).click()
      await page.getByText(/no tiene fondos suficientes/).waitFor()
      await looksRight(page, `${size}-declined`)
      const number = page.getByLabel('Número de tarjeta')
      await number.fill('')
      await number.pressSequentially('4242424242424242')
      await page.getByRole('button', { name: 'Pagar $370.00' }).dblclick()
      await page.getByText('Recibimos tu pago').first().waitFor()
      assert.equal(await paidOf(checkout), 1)
      for (const one of sent) assert.doesNotMatch(one, /4242 ?4242|4111 ?1111|"cvv"|Núñez/, 'only sealed')
      await page.goBack()
      await page.getByText('No hace falta pagarlo otra vez').waitFor()
      await looksRight(page, `${size}-paid`)
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('a slip at a store, in English: the page leads back to it, and to another way; then by SPEI with the steps of each bank', async () => {
    const checkout = await made()
    const { page, complaints, context } = await open(SIZES.phone, `${checkout.url}?lang=en`)
    await page.getByRole('radio', { name: /Cash/ }).check()
    await page.getByLabel('Store', { exact: true }).selectOption('7-Eleven')
    await looksRight(page, 'phone-store-english')
    await page.getByRole('button', { name: 'Get my slip' }).click()
    await page.getByText('Awaiting payment').waitFor()
    await page.getByText('7-Eleven').first().waitFor()
    await page.goto(`${checkout.url}?lang=en`)
    await page.getByText('You have a slip to pay').waitFor()
    await looksRight(page, 'phone-taken-english')
    await page.getByRole('link', { name: 'See my slip' }).waitFor()
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await page.getByRole('radio', { name: /SPEI/ }).check()
    // Whoever gave a slip up has paid nothing, and the page forgets it.
    await page.waitForFunction('Object.values(localStorage).every((kept) => kept === "{}")')
    assert.equal(await page.getByText('You have used this page to pay before.').isVisible(), false)
    await page.getByRole('button', { name: 'Get my slip' }).click()
    await page.getByText('BBVA').first().waitFor()
    await page.locator('form[method=post] button').click()
    await page.getByText(/We received your payment/).waitFor()
    assert.equal(await paidOf(checkout), 1)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('two tabs of one payer at a link of several uses make one payment; afterwards the page says that it was used', async () => {
    const checkout = await made({ uses: 10 })
    const first = await open(SIZES.desktop, checkout.url)
    const second = await tab(await first.context.newPage(), checkout.url)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await first.context.route('**/pay?**', async (route) => {
      await held
      await route.continue()
    })
    for (const { page } of [first, second]) {
      await page.getByRole('radio', { name: /SPEI/ }).check()
      const asked = page.waitForRequest('**/pay?**')
      await page.getByRole('button', { name: 'Obtener mi ficha' }).click()
      await asked
    }
    release()
    for (const { page } of [first, second]) await page.getByText('Pendiente de pago').waitFor()
    assert.equal((await checkoutOf(merchant, checkout)).payments.length, 1)
    await first.page.goto(checkout.url)
    await first.page.getByText('Ya usaste esta página para pagar.').waitFor()
    await looksRight(first.page, 'desktop-used')
    await first.context.close()
  })

  for (const [how, lost] of [
    ['cut before a word of it', { status: 0, body: '' }],
    ['cut in the middle', { status: 200, body: '{"state":' }],
    ['a proxy’s own page', { status: 502, body: '<html>Bad gateway' }],
  ] as const) {
    test(`an answer that is lost (${how}) is learned by itself, and by a payer who comes back later`, async () => {
      const checkout = await made({ uses: 10 })
      const { page, context } = await open(SIZES.phone, checkout.url)
      await context.route('**/pay?**', async (route) => {
        await route.fetch()
        await (lost.status === 0 ? route.abort() : route.fulfill(lost))
      })
      // While the payer is here, the service is out of reach; afterwards it is there again.
      await context.route('**/state?attempt=**', (route) => route.abort())
      await typeCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pagar $370.00' }).click()
      await page.locator('#fault', { hasText: 'no se cobra dos veces' }).waitFor()
      assert.equal(await page.getByText('No hay conexión').count(), 0)
      await looksRight(page, 'phone-lost')
      await page.goto('about:blank')
      await context.unroute('**/state?attempt=**')
      await page.goto(checkout.url)
      await page.getByText('Ya usaste esta página para pagar.').waitFor()
      await page.getByRole('link', { name: 'Ver el recibo' }).click()
      await page.getByText('Recibimos tu pago').first().waitFor()

      const next = await made({ uses: 10 })
      await page.goto(next.url)
      await typeCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pagar $370.00' }).click()
      await page.getByText('Recibimos tu pago').first().waitFor()
      assert.deepEqual([await paidOf(checkout), await paidOf(next)], [1, 1])
      await context.close()
    })
  }

  test('without a script the page offers what works: a slip, and not a button that does nothing', async () => {
    const checkout = await made({ uses: 10 })
    const { page, context } = await open({ ...SIZES.phone, javaScriptEnabled: false }, checkout.url)
    assert.equal(await page.getByRole('button', { name: 'Pagar $370.00' }).isVisible(), false)
    if (pictures) await page.screenshot({ path: `${pictures}/checkout-phone-no-script.png`, fullPage: true })
    await page.locator('.plain-form select').selectOption('7-Eleven')
    await page.getByRole('button', { name: 'Obtener mi ficha: Efectivo en tienda' }).click()
    await page.getByRole('heading', { name: 'Paga en efectivo en 7-Eleven' }).waitFor()
    await page.goto(`${checkout.url}?lang=en`)
    await page.getByRole('button', { name: 'Get my slip: SPEI transfer' }).click()
    await page.getByRole('heading', { name: 'Pay by SPEI bank transfer' }).waitFor()
    await context.close()
  })

  test('beside each other, two fields of the card are level, however many lines the label of one has', async () => {
    const { url } = await made()
    const { page, context } = await open(SIZES.phone, url)
    await page.setViewportSize({ width: 340, height: 740 })
    const [expiry, code] = [page.getByLabel(/Vencimiento/), page.getByLabel('Código de seguridad')]
    await code.waitFor()
    const height = await page.locator('label', { hasText: 'Vencimiento' }).evaluate((label) => label.clientHeight)
    assert.ok(height > 30, `two lines: ${height} px`)
    assert.equal((await expiry.boundingBox())?.y, (await code.boundingBox())?.y)
    await context.close()
  })

  test('on paper a checkout has the code that leads to it, and no fields', async () => {
    const { page, context } = await open(SIZES.phone, (await made()).url)
    await page.getByLabel(/Vencimiento/).waitFor()
    assert.equal(await page.locator('.phone').isVisible(), false)
    await page.emulateMedia({ media: 'print' })
    await page.locator('.phone svg').waitFor()
    assert.equal(await page.locator('main :is(input, button):visible').count(), 0)
    await context.close()
  })

  test('an amount that the payer says is checked and charged', async () => {
    const checkout = await made({
      amount: undefined,
      open_amount: { minimum: 50, maximum: 5000 },
      description: 'Donativo',
    })
    const { page, complaints, context } = await open(SIZES.phone, checkout.url)
    const amount = page.getByLabel('¿Cuánto quieres pagar?')
    // With a card too the amount is asked for first.
    await page.getByRole('button', { name: 'Pagar' }).click()
    await page.locator('#amount-fault', { hasText: 'Entre $50.00 y $5,000.00, en pesos mexicanos' }).waitFor()
    assert.equal(await amount.evaluate((one) => one === one.ownerDocument.activeElement), true)
    await page.getByRole('radio', { name: /SPEI/ }).check()
    await amount.fill('10')
    await page.getByRole('button', { name: 'Obtener mi ficha' }).click()
    assert.equal(await amount.getAttribute('aria-invalid'), 'true')
    await looksRight(page, 'phone-open-amount')
    await page.getByLabel('¿Cuánto quieres pagar?').fill('$1,250.50')
    await page.getByRole('button', { name: 'Obtener mi ficha' }).click()
    await page.getByText('$1,250.50').first().waitFor()
    assert.equal(complaints.filter((one) => !one.includes('400')).length, 0, complaints.join())
    await context.close()
  })

  test('of two payers at the last use one pays, and the other reads that it is used up; an end that comes meanwhile is shown', async () => {
    const checkout = await made()
    const [ana, eva] = [await open(SIZES.phone, checkout.url), await open(SIZES.phone, checkout.url)]
    await ana.page.getByRole('radio', { name: /SPEI/ }).check()
    await ana.page.getByRole('button', { name: 'Obtener mi ficha' }).click()
    await ana.page.getByText('Pendiente de pago').waitFor()
    await eva.page.getByText('Tienes una ficha por pagar').waitFor()
    assert.equal((await checkoutOf(merchant, checkout)).payments.length, 1)

    const over = await made()
    await ana.page.goto(over.url)
    await ana.page.getByRole('button', { name: 'Pagar $370.00' }).waitFor()
    await merchant.post(`/v1/checkout/${over.id}/cancel`, {})
    await ana.page.getByText('Cobro cancelado').waitFor()
    await looksRight(ana.page, 'phone-cancelled')
    await ana.context.close()
    await eva.context.close()
  })

  test('a card pays in its last month where the clock of the browser is hours further', async () => {
    const checkout = await made()
    const { now } = (await merchant.get('/v1/sandbox/clock')).body.result
    const [year = 0, month = 0] = now.slice(0, 7).split('-').map(Number)
    const { page, context } = await open({ ...SIZES.phone, timezoneId: 'America/Mexico_City' }, 'about:blank')
    await page.clock.setFixedTime(Date.UTC(year, month, 1, 12))
    await page.goto(checkout.url)
    await typeCard(page, '4242424242424242')
    await page.getByLabel('Vencimiento').fill(`${now.slice(5, 7)}/${now.slice(2, 4)}`)
    await page.getByRole('button', { name: 'Pagar $370.00' }).click()
    await page.getByText('Recibimos tu pago').first().waitFor()
    assert.equal(await paidOf(checkout), 1)
    await context.close()
  })
})
