// The console in a real browser: each job from sign-in to its effect, read back through the API; and what nobody may do from it.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { tokenFor } from '../support/fixtures/cards.ts'
import { sandboxShop } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { png } from '../support/fixtures/png.ts'
import { openReceiver, type Receiver } from '../support/fixtures/receiver.ts'
import { basic, type Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1024, height: 900 }, locale: 'en-US' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>

const VIEWS = [
  'today',
  'operations',
  'links',
  'vouchers',
  'refunds',
  'customers',
  'plans',
  'subscriptions',
  'disputes',
  'payouts',
  'affiliates',
  'reports',
  'journal',
  'suspense',
  'requests',
  'webhooks',
  'sandbox',
  'keys',
  'profile',
  'approvals',
  'people',
  'trail',
  'me',
  'service',
  'accounts',
  'audit',
  'service-trail',
]

/** The looks of a page, beside its size. */
const LOOKS = [
  { language: 'Español', colorScheme: 'light' },
  { language: 'English', colorScheme: 'dark' },
  { language: 'Español', colorScheme: 'dark' },
  { language: 'English', colorScheme: 'light' },
] as const

/** Where to leave pictures of every view in every look and size for somebody to look at. All of them are judged then. */
const pictures = process.env.COBRO_TEST_PICTURES
/** What would be markup, a script or an attribute if it were not a text. */
const NASTY = `<img src=x onerror="document.title='pwned'">"'</td><script>document.title='pwned'</script>`

/** The number of an amount as it is shown. */
function pesosIn(text: string | null): number {
  return Number((text ?? '').replace('−', '-').replace(/[^\d.-]/g, ''))
}

describe('the console in a real browser', () => {
  const { world, baseUrl, browser } = visitedService({ REQUESTS_KEPT: 'bodies' })
  let shop: Merchant
  let receiver: Receiver
  let refunded: string
  let dispute: string
  let affiliate: string
  let customer: string
  let plan: string
  const { appKey, secret } = SANDBOX_ACCOUNT

  before(async () => {
    receiver = await openReceiver()
    await api('POST', '/v1/webhook', { url: `${receiver.url}/avisos` })
    await spei(150, { paid: true })
    await api('POST', '/v1/payment/convenience-store', {
      total: 90,
      payment: { reference: { description: NASTY.slice(0, 200), number: 'X-1' } },
    })
    await api('POST', '/v1/payment/spei', { total: -4 })
    shop = sandboxShop(world()) as Merchant
    await spei(2_000, { paid: true })
    refunded = await paidByCard(world(), shop, 300)
    await shop.post(`/v1/operations/${refunded}/refunds`, { amount: '120.50', reason: 'Talla equivocada' })
    const answer = await disputed(shop, await paidByCard(world(), shop, 450), {
      stage: 'chargeback',
      reason_code: '13.1',
    })
    dispute = answer.id
    const luz = { user: 'luz', name: 'Luz Marina Paz', email: 'luz@example.mx', clabe: '002010077777777771' }
    affiliate = (await shop.post('/v1/affiliates', luz)).body.result.id
    customer = (await shop.post('/v1/customer', { name: 'Eva Ríos', email: 'eva@example.mx' })).body.result.id
    const token = await tokenFor(world(), shop, '4242424242424242')
    const card = (await shop.post(`/v1/customer/${customer}/cards`, { token })).body.result.token
    plan = (await shop.post('/v1/plan', { name: 'Club de café', amount: 299, period: 'month' })).body.result.id
    // It begins after all other tests, so that the day's figures stay theirs.
    const start_date = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
    await shop.post(`/v1/plan/${plan}/customers`, { customer, card, start_date })
    await world().work()
  })

  after(async () => {
    await receiver?.close()
  })

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  async function api(method: string, path: string, body?: object, as = basic(appKey, secret)): Promise<any> {
    const answer = await fetch(`${baseUrl()}${path}`, {
      method,
      headers: { authorization: as, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as object
  }

  async function spei(total: number, { paid = false, number = '' } = {}): Promise<string> {
    const { result } = await api('POST', '/v1/payment/spei', {
      total,
      payment: { reference: { description: 'Pedido', number } },
    })
    if (paid) await api('POST', '/v1/sandbox/pay/spei', { transaction: result.transaction })
    return result.transaction
  }

  async function visit(path: string, options: BrowserContextOptions = SIZES.desktop) {
    const context = await browser().newContext({ locale: 'es-MX', ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseUrl())) elsewhere.push(request.url())
    })
    await page.goto(`${baseUrl()}/console${path}`)
    return { page, complaints, elsewhere }
  }

  async function settled(page: Page): Promise<void> {
    await page.locator('main h1, main .field').first().waitFor()
    // What loads is marked at once and seen after a moment.
    // Not with a function to wait for: the page's policy lets no text become one.
    await page.locator('.bones').first().waitFor({ state: 'detached' })
  }

  /** The language by the console's own switch, the theme by the machine's. */
  async function wear(page: Page, { language, colorScheme }: (typeof LOOKS)[number]): Promise<void> {
    await page.emulateMedia({ colorScheme })
    const lang = language === 'English' ? 'en' : 'es'
    if ((await page.locator('html').getAttribute('lang')) === lang) return
    await page.getByRole('button', { name: language, exact: true }).click()
    await page.locator(`html[lang=${lang}]`).waitFor({ state: 'attached' })
  }

  async function look(page: Page, name: string): Promise<void> {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
  }

  async function confirm(page: Page, name: string | RegExp): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  for (const [turn, [size, options]] of Object.entries(SIZES).entries()) {
    test(`every view opens, is clean for a screen reader in both themes and languages and breaks no rule of the page (${size})`, async () => {
      const { page, complaints, elsewhere } = await visit('', options)
      await page.waitForURL('**/console/today')
      const faults: string[] = []
      const ones = [
        `operations/${refunded}`,
        `disputes/${dispute}`,
        `affiliates/${affiliate}`,
        `customers/${customer}`,
        `plans/${plan}`,
        `accounts/${SANDBOX_ACCOUNT.id}`,
      ]
      for (const [index, view] of [...VIEWS, ...ones].entries()) {
        // One look of each view, another one in each size: four views after each other have all of them.
        const own = LOOKS[(index + turn) % LOOKS.length] ?? LOOKS[0]
        await wear(page, own)
        // As a link within the page goes: what was loaded stays.
        await page.evaluate(`history.pushState(null, "", "/console/${view}")`)
        await settled(page)
        if (view === 'today') await page.locator('canvas').waitFor()
        if (view.startsWith('operations/')) await page.locator('ol.timeline li').first().waitFor()
        for (const look of pictures ? LOOKS : [own]) {
          await wear(page, look)
          await settled(page)
          const named = `${view} ${size} ${look.language} ${look.colorScheme}`
          if (pictures) {
            mkdirSync(pictures, { recursive: true })
            await page.screenshot({
              path: `${pictures}/${named.replace(/\/\S+/, '-one').replaceAll(' ', '-')}.png`,
              fullPage: true,
            })
          }
          faults.push(...(await faultsOf(page)).map((fault) => `${named}: ${fault}`))
          if (await isTooWide(page)) faults.push(`${named} is too wide`)
        }
        // In the other theme only colours differ. All sizes have the same colours.
        if (size === 'desktop' && !pictures) {
          await page.emulateMedia({ colorScheme: own.colorScheme === 'dark' ? 'light' : 'dark' })
          faults.push(...(await faultsOf(page, 'color-contrast')).map((fault) => `${view}, the other theme: ${fault}`))
        }
        assert.equal(await page.locator('.state.bad').count(), 0, `${view} could not be read`)
      }
      assert.deepEqual(faults, [])
      assert.deepEqual(complaints, [])
      assert.deepEqual(elsewhere, [], 'nothing comes from anywhere else')
      await page.context().close()
    })
  }

  test('the scripts that the first view waits for are less than 150,000 bytes; the chart and the other pages come later', async () => {
    const page = await (await fetch(`${baseUrl()}/console`)).text()
    const scripts = new Set([/src="[^"]*\/([^"/]+\.js)"/.exec(page)?.[1] ?? ''])
    let bytes = 0
    for (const name of scripts) {
      const answer = await fetch(`${baseUrl()}/console/assets/${name}`)
      assert.equal(answer.headers.get('content-encoding'), 'gzip')
      bytes += Number(answer.headers.get('content-length'))
      // What is imported at once, not what is imported later: `import("./part.js")`.
      for (const [, part = ''] of (await answer.text()).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
        scripts.add(part)
    }
    assert.ok(bytes > 50_000 && bytes < 150_000, `${[...scripts]}: ${bytes} bytes`)
  })

  test('the first view is small, compressed, and cached by the browser', async () => {
    const { page } = await visit('/today')
    await page.locator('canvas').waitFor()
    const sizes = (await page.evaluate(
      'performance.getEntriesByType("resource").filter((one) => one.name.includes("/console/assets/")).map((one) => one.encodedBodySize)',
    )) as number[]
    const total = sizes.reduce((sum, one) => sum + one, 0)
    assert.ok(sizes.length >= 3 && total < 295_000, `${sizes.length} files, ${total} bytes`)
    const head = await fetch(`${baseUrl()}/console/today`)
    assert.doesNotMatch(head.headers.get('content-security-policy') ?? '', /unsafe|\*|http/)
    const text = await head.text()
    assert.doesNotMatch(text, /<style|style=|<script(?![^>]*src)|onload/)
    const script = /src="(\/console\/assets\/[^"]+)"/.exec(text)?.[1] ?? ''
    const asset = await fetch(`${baseUrl()}${script}`)
    assert.match(asset.headers.get('cache-control') ?? '', /immutable/)
    for (const bad of ['..%2fmain.js', '..%2f..%2fpackage.json', 'console.js', 'x.html']) {
      assert.equal((await fetch(`${baseUrl()}/console/assets/${bad}`)).status, 404, bad)
    }
    await page.context().close()
  })

  test('today’s sales are those of the API, to the centavo, and change when a payer pays', async () => {
    const { page } = await visit('/today')
    await settled(page)
    const amountOf = async (name: string) => (await page.locator(`[data-figure=${name}]`).textContent()) ?? ''
    const listed = async () => {
      const date = (await api('GET', '/v1/sandbox/clock')).result.now.slice(0, 10)
      return (await api('GET', `/v1/operations?date=paid&start_date=${date}&end_date=${date}&limit=1`)).result
    }
    const pesos = (text: string) => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''))
    const before = await listed()
    assert.equal(pesos(await amountOf('sales')), Number(before.sales))
    assert.equal(pesos(await amountOf('fees')), before.commissions.amount)
    assert.equal(
      pesos(await amountOf('net')),
      Math.round(Number(before.sales) * 100 - before.commissions.amount * 100) / 100,
    )
    // The refund and the dispute of before are taken off, here and there.
    assert.equal(pesos(await amountOf('returned')), 120.5)
    assert.equal(pesos(await amountOf('disputed')), 450)
    await spei(33.33, { paid: true })
    const after = await listed()
    const shown = Number(after.sales).toLocaleString('es-MX', { minimumFractionDigits: 2 })
    await page.locator('[data-figure=sales]', { hasText: shown }).waitFor()
    assert.equal(pesos(await amountOf('fees')), after.commissions.amount)
    await page.context().close()
  })

  test('a payment is found by typed text, reversed after one question, and the API confirms it', async () => {
    const id = await spei(77.5, { paid: true, number: 'DEV-77' })
    const { page } = await visit('/today')
    await settled(page)
    // Together: the second counts when it comes soon after the first.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('o')])
    await page.waitForURL('**/console/operations')
    await page.getByRole('heading', { name: 'Operaciones' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('dev-77')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operations?q=dev-77')
    await page.getByText('1 operación').waitFor()
    await page.locator('tbody a').click()
    await page.waitForURL(`**/operations/${id}`)
    await page.getByRole('button', { name: 'Cancelar el cobro' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: '$77.50' }).waitFor()
    await dialog.getByText(/Tu saldo baja \$74\.26/).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The focus goes back.
    await page.getByRole('button', { name: 'Cancelar el cobro' }).and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Cancelar el cobro' }).click()
    // On the dialog itself: Enter alone gives nothing back.
    await dialog.and(page.locator(':focus')).waitFor()
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await api('GET', `/v1/operations/${id}`)).result.status, 'N', 'closing it changes nothing')
    await page.getByRole('button', { name: 'Cancelar el cobro' }).click()
    await confirm(page, /Sí, cancelar/)
    await page.getByText('Cancelada', { exact: true }).waitFor()
    const read = (await api('GET', `/v1/operations/${id}`)).result
    assert.equal(read.status, 'C')
    const { records } = (await api('GET', `/v1/audit?subject=${id}`)).result
    assert.equal(records[0].operator, 'Sandbox <sandbox@cobro.local>')
    assert.equal((await api('GET', '/v1/sandbox/audit')).result.ok ?? true, true)
    await page.goBack()
    await page.waitForURL('**/console/operations?q=dev-77')
    await page.context().close()
  })

  test('a part of a payment is refunded: the dialog announces what the ledger then does', async () => {
    const id = await spei(800, { paid: true })
    const owed = async () => Number((await api('GET', '/v1/reserve')).result.owed)
    const before = await owed()
    const { page } = await visit(`/operations/${id}`)
    await page.getByRole('button', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Cuánto/).fill('900')
    await dialog.getByRole('alert').waitFor()
    assert.ok(await dialog.getByRole('button', { name: /Devolver/ }).isDisabled(), 'more than there is')
    await dialog.getByLabel(/Cuánto/).fill('250.25')
    await dialog.getByLabel('Motivo, para ti').fill('Talla equivocada')
    await dialog.getByRole('button', { name: 'Sí, devolver $250.25' }).waitFor()
    const quote = (await dialog.getByRole('status').textContent()) ?? ''
    await look(page, 'dialog-refund')
    assert.deepEqual(await faultsOf(page), [])
    await confirm(page, 'Sí, devolver $250.25')
    await page.locator('tr', { hasText: 'Talla equivocada' }).waitFor()
    const read = (await api('GET', `/v1/operations/${id}`)).result
    assert.equal(read.refunded.amount, '250.25')
    assert.equal(await owed(), Math.round((before - 250.25) * 100) / 100)
    const shown = (amount: number) => amount.toLocaleString('es-MX', { minimumFractionDigits: 2 })
    assert.ok(quote.includes(`de $${shown(before)} a $${shown(await owed())}`), quote)
    await page.getByRole('button', { name: 'Cancelar el cobro' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Devolver' }).click()
    assert.equal(await dialog.getByLabel(/Cuánto/).inputValue(), '549.75', 'what is left')
    await page.context().close()
  })

  test('a cash refund: the payer gets the page for the account by e-mail', async () => {
    const made = await api('POST', '/v1/payment/convenience-store', {
      total: 310,
      store: 'OXXO',
      payment: { reference: { description: 'Cena' } },
    })
    const id = made.result.transaction
    await api('POST', '/v1/sandbox/pay/store', { transaction: id })
    const { page } = await visit(`/operations/${id}`)
    await page.getByRole('button', { name: 'Devolver' }).click()
    await page.getByLabel('Correo de quien pagó').fill('cena@example.mx')
    await page.setViewportSize(SIZES.phone.viewport)
    await look(page, 'dialog-refund-cash-phone')
    await confirm(page, 'Sí, devolver $310.00')
    await page.getByText('Espera la cuenta').waitFor()
    const { refunds } = (await api('GET', `/v1/operations/${id}/refunds`)).result
    assert.equal(refunds[0].waits_for, 'details')
    await page.getByRole('button', { name: 'Cancelar devolución' }).click()
    await confirm(page, /Sí, cancelar la devolución/)
    await page.getByText('Cancelada', { exact: true }).waitFor()
    assert.equal((await api('GET', `/v1/operations/${id}`)).result.refunded.amount, '0.00')
    await page.context().close()
  })

  test('a dispute is answered with texts and a file, submitted once; another is accepted', async () => {
    const other = await disputed(shop, await paidByCard(world(), shop, 210), { stage: 'chargeback' })
    const { page } = await visit('/disputes?status=open')
    await page.locator('tr', { hasText: '$450.00' }).getByRole('link').first().click()
    await page.waitForURL(`**/disputes/${dispute}`)
    await page.getByText(/^Retenidos \$624\.00/).waitFor()
    assert.ok(await page.getByRole('button', { name: 'Enviar pruebas' }).isDisabled(), 'nothing to submit yet')
    await page.getByRole('textbox', { name: /Guía y comprobante/ }).fill('Guía 77, entregada el lunes')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Guardado; falta enviarlo.').waitFor()
    const bytes = png(8, 8)
    await page.getByLabel(/^Archivo/).setInputFiles({ name: 'guía.png', mimeType: 'image/png', buffer: bytes })
    await page.getByRole('link', { name: 'guía.png' }).waitFor()
    // Another is dropped, and the bank will read all of it.
    await page.evaluate(`{
      const files = new DataTransfer()
      files.items.add(new File([Uint8Array.from(${JSON.stringify([...png(4, 4)])})], 'recibo.png', { type: 'image/png' }))
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))
    }`)
    await page.getByRole('link', { name: 'recibo.png' }).waitFor()
    const bank = page.getByRole('region', { name: 'Lo que va a leer el banco' })
    for (const text of ['Guía 77, entregada el lunes', 'guía.png', 'recibo.png']) await bank.getByText(text).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('button', { name: 'Enviar pruebas' }).click()
    await confirm(page, 'Sí, enviar')
    await page.getByText('En revisión', { exact: false }).or(page.getByText('La revisa el banco')).first().waitFor()
    const read = (await api('GET', `/v1/disputes/${dispute}`)).result
    assert.equal(read.status, 'under_review')
    assert.deepEqual(read.evidence.texts, { shipping: 'Guía 77, entregada el lunes' })
    const sizes = read.evidence.files.map((file: { name: string; bytes: number }) => [file.name, file.bytes])
    assert.deepEqual(sizes, [
      ['guía.png', bytes.length],
      ['recibo.png', png(4, 4).length],
    ])
    await page.goto(`${baseUrl()}/console/disputes/${other.id}`)
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await page
      .getByRole('dialog')
      .getByText(/Pierdes \$210\.00 y pagas \$174\.00/)
      .waitFor()
    await confirm(page, 'Sí, aceptar')
    await page.getByText('Aceptada', { exact: true }).waitFor()
    assert.equal((await api('GET', `/v1/disputes/${other.id}`)).result.status, 'accepted')
    await page.context().close()
  })

  test('the slip beside the profile follows what is typed, before it is saved', async () => {
    const { page } = await visit('/profile')
    const slip = page.locator('.slip-preview')
    await page.getByLabel('Nombre comercial').fill('Taller Ñandú')
    await page.getByLabel('Sitio').fill('https://tienda.example.mx')
    await page.locator('#colour').fill('#8c1d18')
    await slip.getByText('Taller Ñandú').waitFor()
    await slip.getByText(/tienda\.example\.mx/).waitFor()
    assert.equal(
      await page.evaluate('getComputedStyle(document.querySelector(".slip-band")).backgroundColor'),
      'rgb(140, 29, 24)',
    )
    assert.notEqual((await api('GET', '/v1/profile')).result.trade_name, 'Taller Ñandú')
    assert.deepEqual(await faultsOf(page), [])
    await page.context().close()
  })

  test('the requests are searched by a part of the path and the answer', async () => {
    await api('GET', '/v1/operations/not-there')
    const { page } = await visit('/requests')
    await page.getByLabel(/Ruta, o parte de ella/).fill('not-there')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/requests?path=not-there')
    await page.getByText('GET /v1/operations/not-there').waitFor()
    await page.getByLabel('Respuesta').selectOption('2')
    await page.getByText('Ninguna solicitud así').waitFor()
    await page.getByLabel('Respuesta').selectOption('404')
    await page.getByText('GET /v1/operations/not-there').waitFor()
    await page.context().close()
  })

  test('a list is exported with its filters; the file has the data of the API', async () => {
    const { page } = await visit('/operations?status=N&min_amount=100')
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByLabel('Formato').selectOption('csv')
    await page.getByRole('button', { name: 'Preparar archivo' }).click()
    await page
      .getByText(/^Escribiendo el archivo/)
      .or(page.getByRole('link', { name: 'Descargar CSV' }))
      .first()
      .waitFor()
    await world().work()
    await page.getByRole('link', { name: 'Descargar CSV' }).waitFor()
    await look(page, 'dialog-export')
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Descargar CSV' }).click()
    const text = readFileSync(await (await coming).path(), 'utf8')
    const { total } = (await api('GET', '/v1/operations?status=N&min_amount=100')).result
    assert.equal(text.trim().split('\r\n').length - 1, total)
    await page.context().close()
  })

  test('saved filters are a view of this person, in another browser too', async () => {
    const { page } = await visit('/operations')
    await page.getByText('Más filtros').click()
    await page.getByLabel('Monto desde').fill('1500')
    await page.getByLabel('Monto desde').press('Enter')
    await page.waitForURL('**/operations?min_amount=1500')
    await page.getByText('1 operación').waitFor()
    await page.getByRole('button', { name: 'Guardar esta vista' }).click()
    await page.getByRole('dialog').getByLabel('Nombre').fill('Grandes')
    await confirm(page, 'Guardar')
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await page.waitForURL('**/console/operations')
    // A browser of its own knows nothing but who is signed in; what it kept itself before is handed over.
    const other = (await visit('/operations')).page
    await other.getByRole('link', { name: 'Grandes' }).click()
    await other.waitForURL('**/operations?min_amount=1500')
    await other.evaluate(`fetch('/v1/console/session').then((answer) => answer.json()).then(({ result }) =>
      localStorage.setItem('cobro-views ' + result.account.id + ' ' + result.person.id, '[{"name":"De antes","query":"status=P"}]'))`)
    await other.reload()
    await other.getByRole('link', { name: 'De antes' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Quitar la vista De antes' }).click()
    await page.getByRole('link', { name: 'De antes' }).waitFor({ state: 'detached' })
    // Another is left, by which one sees that the views are there.
    await page.getByRole('link', { name: 'Grandes' }).waitFor()
    await other.reload()
    await other.getByRole('link', { name: 'Grandes' }).waitFor()
    assert.equal(await other.getByRole('link', { name: 'De antes' }).count(), 0)
    await page.getByRole('button', { name: 'Quitar la vista Grandes' }).click()
    await page.getByRole('link', { name: 'Grandes' }).waitFor({ state: 'detached' })
    await other.context().close()
    await page.getByText('Más filtros').click()
    await page.getByLabel('Monto desde').fill('mucho')
    await page.getByLabel('Monto desde').press('Enter')
    await page.getByRole('alert').waitFor()
    await page.context().close()
  })

  test('the profile is changed, with its logo, and the fees of the month are those of the API', async () => {
    const { page } = await visit('/profile')
    await page.getByLabel('Nombre comercial').fill('Café La Esquina')
    await page.getByLabel('RFC').fill('NO ES RFC')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('RFC').fill('GODE561231GR8')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Cambió el').waitFor()
    await page.getByLabel('PNG o JPEG').setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: png(8, 8) })
    await page.getByText('PNG de 8 × 8').waitFor()
    const { trade_name, rfc, logo } = (await api('GET', '/v1/profile')).result
    assert.deepEqual([trade_name, rfc, logo.width], ['Café La Esquina', 'GODE561231GR8', 8])
    await page.goto(`${baseUrl()}/console/reports`)
    const period = (await api('GET', '/v1/sandbox/clock')).result.now.slice(0, 7)
    const { base, iva, total } = (await api('GET', `/v1/fees/statements/${period}`)).result
    for (const [name, amount] of Object.entries({ base, 'iva-month': iva, 'total-month': total }))
      assert.equal(pesosIn(await page.locator(`[data-figure=${name}]`).textContent()), Number(amount), name)
    await page.context().close()
  })

  test('an affiliate is registered with an account, and shown with the amount owed', async () => {
    const { page } = await visit('/affiliates')
    await page.getByRole('button', { name: 'Registrar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Cómo se llama/).fill('beto')
    await dialog.getByLabel(/titular/).fill('Beto Ruiz')
    await dialog.getByLabel('Correo').fill('beto@example.mx')
    await dialog.getByLabel(/CLABE/).fill('002010077777777771')
    await confirm(page, 'Registrar')
    await page.getByRole('link', { name: 'Beto Ruiz' }).click()
    await page.locator('[data-figure=owed]', { hasText: '$0.00' }).waitFor()
    const { affiliates } = (await api('GET', '/v1/affiliates?user=beto')).result
    assert.equal(affiliates[0].name, 'Beto Ruiz')
    await page.context().close()
  })

  test('a receipt is sent from its operation, and arrives in the mailbox', async () => {
    const id = await spei(41, { paid: true })
    const { page } = await visit(`/operations/${id}`)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByLabel('Correo').fill('cliente@example.mx')
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Va en camino.').waitFor()
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await page.goto(`${baseUrl()}/console/sandbox`)
    await page.getByText('cliente@example.mx').first().waitFor()
    const { messages } = (await api('GET', '/v1/sandbox/mailbox?recipient=cliente@example.mx')).result
    assert.equal(messages[0].operation, id)
    await page.context().close()
  })

  test('filters are in the address, and are restored from it', async () => {
    const { page } = await visit('/operations?status=P')
    await settled(page)
    const { total } = (await api('GET', '/v1/operations?status=P')).result
    await page.getByText(`${total} operaci`).waitFor()
    await page.getByLabel('Estado').selectOption('N')
    await page.waitForURL('**/operations?status=N')
    const paid = (await api('GET', '/v1/operations?status=N')).result
    await page.getByText(`${paid.total} operaci`).waitFor()
    await page.goBack()
    await page.getByText(`${total} operaci`).waitFor()
    await page.goto(`${baseUrl()}/console/operations/00000000-0000-7000-8000-000000000000`)
    await page.getByRole('heading', { name: 'Eso no existe en esta cuenta' }).waitFor()
    await page.context().close()
  })

  test('a call is shown live, opens with its request and answer, masked, and repeats', async () => {
    const { page } = await visit('/requests')
    await page.getByText('En vivo').waitFor()
    await api('POST', '/v1/payment/spei', { total: 12.34, payment: { reference: { number: 'VIVO-1' } } })
    await page.locator('tr.fresh', { hasText: '/v1/payment/spei' }).first().waitFor()
    await page.locator('tr.fresh', { hasText: '/v1/payment/spei' }).first().getByRole('link').click()
    await page.getByText('VIVO-1').first().waitFor()
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /c2tfZGV2|sandbox:/)
    assert.deepEqual(await faultsOf(page), [])
    const count = async () => (await api('GET', '/v1/operations?status=P')).result.total
    const before = await count()
    await page.getByRole('button', { name: 'Repetir' }).click()
    await page.getByText('se aceptó').waitFor()
    assert.equal(await count(), before + 1)
    await page.goto(`${baseUrl()}/console/requests?only=refused`)
    await page
      .getByRole('link')
      .filter({ hasText: /\b20\d\d\b/ })
      .first()
      .waitFor()
    await page.locator('tbody a').last().click()
    await page.locator('.notice.bad code').first().waitFor()
    assert.match((await page.locator('.notice.bad').textContent()) ?? '', /total/)
    await page.context().close()
  })

  test('a webhook is added, its secret shown once; an event is sent again', async () => {
    const { page } = await visit('/webhooks')
    await page.getByRole('button', { name: 'Agregar' }).click()
    await page.getByLabel('URL').fill(`${receiver.url}/consola`)
    await page.getByRole('dialog').getByRole('button', { name: 'Agregar' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'Cerrar' }).click()
    const { webhooks } = (await api('GET', '/v1/webhook')).result
    assert.ok(webhooks.some((one: { url: string }) => one.url.endsWith('/consola')))
    await page.getByText(`${receiver.url}/consola`).waitFor()
    const { events } = (await api('GET', '/v1/events?limit=1')).result
    await page.goto(`${baseUrl()}/console/webhooks/${events[0].id}`)
    await page.getByRole('button', { name: 'Enviar otra vez' }).click()
    await confirm(page, 'Enviar')
    await page.context().close()
  })

  test('in the sandbox a voucher is paid and the clock moved', async () => {
    const id = await spei(64)
    const { page } = await visit('/sandbox')
    const row = page.locator('tr', { hasText: '$64.00' })
    await row.getByRole('button', { name: 'Pagar' }).click()
    await confirm(page, 'Pagar')
    await row.waitFor({ state: 'detached' })
    assert.equal((await api('GET', `/v1/operations/${id}`)).result.status, 'N')
    const before = Date.parse((await api('GET', '/v1/sandbox/clock')).result.now)
    await page.getByRole('button', { name: '+ 1 hora' }).click()
    await confirm(page, 'Adelantar')
    const after = Date.parse((await api('GET', '/v1/sandbox/clock')).result.now)
    assert.ok(after - before >= 3_600_000)
    await page.context().close()
  })

  test('a key is made with the ticked scopes, works, and is revoked', async () => {
    const { page } = await visit('/keys')
    await page.getByRole('button', { name: 'Crear llave' }).click()
    await page.getByLabel('Nombre').fill('Caja 7')
    await page.getByRole('dialog').getByRole('button', { name: 'Crear' }).click()
    const key = (await page.locator('pre').textContent()) ?? ''
    const [name = '', word = ''] = key.split(':')
    assert.equal((await api('GET', '/v1/operations', undefined, basic(name, word))).success, true)
    assert.equal((await api('POST', '/v1/payment/spei', { total: 5 }, basic(name, word))).success, false)
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await page.locator('tr', { hasText: 'Caja 7' }).getByRole('button', { name: 'Revocar' }).click()
    await confirm(page, 'Sí, revocar')
    await page.locator('tr', { hasText: 'Caja 7' }).getByText('Revocada').waitFor()
    assert.equal((await api('GET', '/v1/operations', undefined, basic(name, word))).success, false)
    await page.context().close()
  })

  test('texts of merchants and payers stay texts everywhere', async () => {
    const { page, complaints } = await visit('/operations')
    await page.getByText('<img src=x', { exact: false }).first().waitFor()
    for (const path of ['/operations', '/sandbox', '/requests', '/webhooks', '/trail']) {
      await page.goto(`${baseUrl()}/console${path}`)
      await settled(page)
      assert.notEqual(await page.title(), 'pwned')
      assert.equal(await page.locator('main img').count(), 0, path)
    }
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('a browser in English is shown the console in English, another one in Spanish', async () => {
    for (const [locale, heading] of [
      ['en-US', 'Operations'],
      ['fr-FR', 'Operaciones'],
    ] as const) {
      const { page } = await visit('/operations', { ...SIZES.desktop, locale })
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await page.context().close()
    }
  })

  test('a switch selects English, and the choice stays', async () => {
    const { page } = await visit('/operations')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Operations' }).waitFor()
    for (const path of pictures
      ? [`operations/${refunded}`, `disputes/${dispute}`, 'reports', 'payouts', 'trail']
      : []) {
      await page.goto(`${baseUrl()}/console/${path}`)
      await settled(page)
      await look(page, `english-${path.split('/')[0]}`)
    }
    await page.goto(`${baseUrl()}/console/operations`)
    await page.reload()
    await page.getByRole('heading', { name: 'Operations' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await page.context().close()
  })

  test('a payout adds up to the centavo, and each line of it leads to its operation', async () => {
    await api('PUT', '/v1/sandbox/clock', { advance: 'P5D' })
    const { page } = await visit('/payouts')
    const { payouts } = (await api('GET', '/v1/payouts')).result
    const [payout] = payouts
    await page.locator('tbody a').first().click()
    await page.waitForURL(`**/payouts/${payout.date}`)
    const { totals, lines } = (await api('GET', `/v1/settlement/report?date=${payout.date}&limit=500`)).result
    const shown = async (name: string) => pesosIn(await page.locator(`[data-figure=${name}]`).textContent())
    await page.locator('[data-figure=payout]').waitFor()
    // Without an amount of earlier days both are one amount, which is said once.
    const isOne = Number(totals.carried) === 0
    if (isOne) assert.equal(totals.net, totals.payout)
    assert.equal(await page.locator('[data-figure=net]').count(), isOne ? 0 : 1)
    for (const name of isOne ? ['payout'] : ['net', 'payout'])
      assert.equal(await shown(name), Number(totals[name]), name)
    for (const name of ['fee', 'iva']) assert.equal(await shown(name), -Number(totals[name]), name)
    assert.equal(await shown('payout'), Number(payout.amount.amount))
    const sumOf = (...types: string[]) =>
      lines.reduce(
        (sum: number, { type, total }: { type: string; total: string }) =>
          types.includes(type) ? sum + Math.round(Number(total) * 100) : sum,
        0,
      ) / 100
    assert.equal(await shown('sales'), sumOf('payment'))
    assert.equal(await shown('returned'), sumOf('reversal', 'refund', 'refund_cancelled'))
    assert.equal(await shown('disputed'), sumOf('dispute', 'dispute_won'))
    await page.locator('table.cards tbody tr').first().waitFor()
    assert.equal(await page.locator('[data-figure=rest]').count(), 0, 'nothing is left unexplained')
    await look(page, 'payout-one')
    assert.equal(await page.locator('table.cards tbody tr').count(), lines.length)
    assert.deepEqual(await faultsOf(page), [])
    await page.locator('table.cards tbody a').first().click()
    await page.locator('ol.timeline li').first().waitFor()
    await page.getByText('Liquidación', { exact: true }).first().waitFor()
    await page.context().close()
  })
})
