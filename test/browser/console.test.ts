// The console in a real browser: each job from sign-in to its effect, read back through the API; and what nobody may do from it.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { bundleConsole } from '../../scripts/bundle-console.js'
import { SANDBOX_ACCOUNT } from '../../src/accounts/credentials.ts'
import type { Role } from '../../src/console/roles.ts'
import { run } from '../../src/store/write.ts'
import { invited, joined, PASSWORD } from '../console.ts'
import { basic, type Merchant, openWorld, type World } from '../world.ts'
import { launchBrowser } from './launch.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SIZES = {
  'desktop-light': { viewport: { width: 1280, height: 900 } },
  'desktop-dark': { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  'phone-light': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  'phone-dark': {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  },
} as const satisfies Record<string, BrowserContextOptions>

const VIEWS = [
  'today',
  'operations',
  'payouts',
  'reports',
  'suspense',
  'requests',
  'webhooks',
  'sandbox',
  'keys',
  'people',
  'trail',
  'me',
  'service',
]

/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES
/** What would be markup, a script or an attribute if it were not a text. */
const NASTY = `<img src=x onerror="document.title='pwned'">"'</td><script>document.title='pwned'</script>`

describe('the console in a real browser', () => {
  let world: World
  let baseUrl: string
  let browser: Browser
  const { appKey, secret } = SANDBOX_ACCOUNT

  before(async () => {
    await bundleConsole()
    world = await openWorld('sqlite', { BASE_URL: '', REQUESTS_KEPT: 'bodies' })
    baseUrl = await world.service.listen()
    browser = await launchBrowser()
    await api('POST', '/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })
    await spei(150, { paid: true })
    await api('POST', '/v1/payment/convenience-store', {
      total: 90,
      payment: { reference: { description: NASTY.slice(0, 200), number: 'X-1' } },
    })
    await api('POST', '/v1/payment/spei', { total: -4 })
  })

  after(async () => {
    await browser?.close()
    await world?.service.close()
  })

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  async function api(method: string, path: string, body?: object, as = basic(appKey, secret)): Promise<any> {
    const answer = await fetch(`${baseUrl}${path}`, {
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

  async function visit(path: string, options: BrowserContextOptions = SIZES['desktop-light']) {
    const context = await browser.newContext({ locale: 'es-MX', ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseUrl)) elsewhere.push(request.url())
    })
    await page.goto(`${baseUrl}/console${path}`)
    return { page, complaints, elsewhere }
  }

  async function inFault(page: Page): Promise<string[]> {
    const found = await page.evaluate(`${axe}; axe.run({ resultTypes: ["violations"] })`)
    const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] }
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }

  async function settled(page: Page): Promise<void> {
    await page.locator('main h1, main .field').first().waitFor()
    // What loads shows nothing for a moment, and then that it loads.
    await page.waitForTimeout(350)
    await page.waitForFunction('document.querySelectorAll(".bones").length === 0')
  }

  async function confirm(page: Page, name: string | RegExp): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  for (const [size, options] of Object.entries(SIZES)) {
    test(`every view opens, is clean for a screen reader and breaks no rule of the page (${size})`, async () => {
      const { page, complaints, elsewhere } = await visit('', options)
      await page.waitForURL('**/console/today')
      for (const view of VIEWS) {
        await page.goto(`${baseUrl}/console/${view}`)
        await settled(page)
        if (view === 'today') await page.locator('canvas').waitFor()
        if (pictures) {
          mkdirSync(pictures, { recursive: true })
          await page.screenshot({ path: `${pictures}/console-${view}-${size}.png`, fullPage: true })
        }
        assert.equal(await page.locator('.state.bad').count(), 0, `${view} could not be read`)
        assert.deepEqual(await inFault(page), [], view)
        const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        assert.equal(wider, false, `${view} is wider than the ${size}`)
      }
      const { operations } = (await api('GET', '/v1/operations?status=N')).result
      await page.goto(`${baseUrl}/console/operations/${operations[0].transaction}`)
      await page.locator('ol.timeline li').first().waitFor()
      if (pictures) await page.screenshot({ path: `${pictures}/console-operation-${size}.png`, fullPage: true })
      assert.deepEqual(await inFault(page), [])
      assert.deepEqual(complaints, [])
      assert.deepEqual(elsewhere, [], 'nothing comes from anywhere else')
      await page.context().close()
    })
  }

  test('the first view is small, compressed, and kept by the browser', async () => {
    const { page } = await visit('/today')
    await page.locator('canvas').waitFor()
    const sizes = (await page.evaluate(
      'performance.getEntriesByType("resource").filter((one) => one.name.includes("/console/assets/")).map((one) => one.encodedBodySize)',
    )) as number[]
    const total = sizes.reduce((sum, one) => sum + one, 0)
    assert.ok(sizes.length >= 3 && total < 300_000, `${sizes.length} files, ${total} bytes`)
    const head = await fetch(`${baseUrl}/console/today`)
    assert.doesNotMatch(head.headers.get('content-security-policy') ?? '', /unsafe|\*|http/)
    const text = await head.text()
    assert.doesNotMatch(text, /<style|style=|<script(?![^>]*src)|onload/)
    const script = /src="(\/console\/assets\/[^"]+)"/.exec(text)?.[1] ?? ''
    const asset = await fetch(`${baseUrl}${script}`)
    assert.match(asset.headers.get('cache-control') ?? '', /immutable/)
    for (const bad of ['..%2fmain.js', '..%2f..%2fpackage.json', 'console.js', 'x.html']) {
      assert.equal((await fetch(`${baseUrl}/console/assets/${bad}`)).status, 404, bad)
    }
    await page.context().close()
  })

  test('today is what the API says, to the centavo, and moves when somebody pays', async () => {
    const { page } = await visit('/today')
    await settled(page)
    const figure = async (name: string) => (await page.locator(`[data-figure=${name}]`).textContent()) ?? ''
    const listed = async () => {
      const date = (await api('GET', '/v1/sandbox/clock')).result.now.slice(0, 10)
      return (await api('GET', `/v1/operations?date=paid&start_date=${date}&end_date=${date}&limit=1`)).result
    }
    const pesos = (text: string) => Number(text.replace(/[^\d.-]/g, ''))
    const before = await listed()
    assert.equal(pesos(await figure('sales')), Number(before.sales))
    assert.equal(pesos(await figure('fees')), before.commissions.amount)
    assert.equal(
      pesos(await figure('net')),
      Math.round(Number(before.sales) * 100 - before.commissions.amount * 100) / 100,
    )
    await spei(33.33, { paid: true })
    const after = await listed()
    const shown = Number(after.sales).toLocaleString('es-MX', { minimumFractionDigits: 2 })
    await page.locator('[data-figure=sales]', { hasText: shown }).waitFor()
    assert.equal(pesos(await figure('fees')), after.commissions.amount)
    await page.context().close()
  })

  test('a payment is found by its reference, given back after one question, and the API says so', async () => {
    const id = await spei(77.5, { paid: true, number: 'DEV-77' })
    const { page } = await visit('/today')
    await settled(page)
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.waitForURL('**/console/operations')
    await page.getByRole('heading', { name: 'Operaciones' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('DEV-77')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/operations/${id}`)
    await page.getByRole('button', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog')
    assert.match((await dialog.textContent()) ?? '', /\$77\.50.*Tu saldo baja \$74\.26/)
    assert.deepEqual(await inFault(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const focused = () => page.evaluate('document.activeElement.textContent')
    assert.equal(await focused(), 'Devolver', 'the focus goes back')
    await page.getByRole('button', { name: 'Devolver' }).click()
    await dialog.waitFor()
    assert.notEqual(await focused(), 'Sí, devolver', 'Enter alone gives nothing back')
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await api('GET', `/v1/operations/${id}`)).result.status, 'N', 'closing it changes nothing')
    await page.getByRole('button', { name: 'Devolver' }).click()
    await confirm(page, /Sí, devolver/)
    await page.getByText('Cancelada', { exact: true }).waitFor()
    const read = (await api('GET', `/v1/operations/${id}`)).result
    assert.equal(read.status, 'C')
    const { records } = (await api('GET', `/v1/audit?subject=${id}`)).result
    assert.equal(records[0].operator, 'Sandbox <sandbox@cobro.local>')
    assert.equal((await api('GET', '/v1/sandbox/audit')).result.ok ?? true, true)
    await page.goBack()
    await page.waitForURL('**/console/operations')
    await page.context().close()
  })

  test('a receipt is sent from its operation, and lands in the mailbox', async () => {
    const id = await spei(41, { paid: true })
    const { page } = await visit(`/operations/${id}`)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByLabel('Correo').fill('cliente@example.mx')
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Va en camino.').waitFor()
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await page.goto(`${baseUrl}/console/sandbox`)
    await page.getByText('cliente@example.mx').first().waitFor()
    const { messages } = (await api('GET', '/v1/sandbox/mailbox?recipient=cliente@example.mx')).result
    assert.equal(messages[0].operation, id)
    await page.context().close()
  })

  test('filters stand in the address, and come back with it', async () => {
    const { page } = await visit('/operations?status=P')
    await settled(page)
    const { total } = (await api('GET', '/v1/operations?status=P')).result
    await page.getByText(`${total} operaciones`).waitFor()
    await page.getByLabel('Estado').selectOption('N')
    await page.waitForURL('**/operations?status=N')
    const paid = (await api('GET', '/v1/operations?status=N')).result
    await page.getByText(`${paid.total} operaciones`).waitFor()
    await page.goBack()
    await page.getByText(`${total} operaciones`).waitFor()
    await page.goto(`${baseUrl}/console/operations/00000000-0000-7000-8000-000000000000`)
    await page.getByRole('heading', { name: 'No existe' }).waitFor()
    await page.context().close()
  })

  test('a call shows up live, opens with what was sent and answered, masked, and repeats', async () => {
    const { page } = await visit('/requests')
    await page.getByText('En vivo').waitFor()
    await api('POST', '/v1/payment/spei', { total: 12.34, payment: { reference: { number: 'VIVO-1' } } })
    await page.locator('tr.fresh', { hasText: '/v1/payment/spei' }).first().waitFor()
    await page.locator('tr.fresh', { hasText: '/v1/payment/spei' }).first().getByRole('link').click()
    await page.getByText('VIVO-1').first().waitFor()
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /c2tfZGV2|sandbox:/)
    assert.deepEqual(await inFault(page), [])
    const count = async () => (await api('GET', '/v1/operations?status=P')).result.total
    const before = await count()
    await page.getByRole('button', { name: 'Repetir' }).click()
    await page.getByText('se aceptó').waitFor()
    assert.equal(await count(), before + 1)
    await page.goto(`${baseUrl}/console/requests?only=refused`)
    await page.getByRole('link').filter({ hasText: '2026' }).first().waitFor()
    await page.locator('tbody a').last().click()
    await page.locator('.notice.bad code').first().waitFor()
    assert.match((await page.locator('.notice.bad').textContent()) ?? '', /total/)
    await page.context().close()
  })

  test('a webhook is added, its secret shown once; an event is sent again', async () => {
    const { page } = await visit('/webhooks')
    await page.getByRole('button', { name: 'Agregar' }).click()
    await page.getByLabel('URL').fill('http://127.0.0.1:9/consola')
    await page.getByRole('dialog').getByRole('button', { name: 'Agregar' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'Cerrar' }).click()
    const { webhooks } = (await api('GET', '/v1/webhook')).result
    assert.ok(webhooks.some((one: { url: string }) => one.url.endsWith('/consola')))
    await page.getByText('http://127.0.0.1:9/consola').waitFor()
    const { events } = (await api('GET', '/v1/events?limit=1')).result
    await page.goto(`${baseUrl}/console/webhooks/${events[0].id}`)
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

  test('a key is made with the powers that were ticked, works, and is revoked', async () => {
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
      await page.goto(`${baseUrl}/console${path}`)
      await settled(page)
      assert.notEqual(await page.title(), 'pwned')
      assert.equal(await page.locator('main img').count(), 0, path)
    }
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('English by a switch, which stays', async () => {
    const { page } = await visit('/operations')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Operations' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Operations' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await page.context().close()
  })

  test('a payout adds up to the centavo, and each line of it leads to its operation', async () => {
    const { page } = await visit('/payouts')
    await api('PUT', '/v1/sandbox/clock', { advance: 'P5D' })
    const { payouts } = (await api('GET', '/v1/payouts')).result
    const [payout] = payouts
    await page.locator('tbody a').first().click()
    await page.waitForURL(`**/payouts/${payout.date}`)
    const { totals, lines } = (await api('GET', `/v1/settlement/report?date=${payout.date}&limit=500`)).result
    const shown = async (name: string) =>
      Number(((await page.locator(`[data-figure=${name}]`).textContent()) ?? '').replace(/[^\d.-]/g, ''))
    for (const name of ['total', 'fee', 'iva', 'net', 'payout'])
      assert.equal(await shown(name), Number(totals[name]), name)
    assert.equal(await shown('payout'), Number(payout.amount.amount))
    assert.equal(await page.locator('tbody tr').count(), lines.length)
    assert.deepEqual(await inFault(page), [])
    await page.locator('tbody a').first().click()
    await page.locator('ol.timeline li').first().waitFor()
    await page.getByText('Liquidación', { exact: true }).first().waitFor()
    await page.context().close()
  })
})

describe('the console where others reach it', () => {
  let world: World
  let baseUrl: string
  let browser: Browser
  let merchant: Merchant

  before(async () => {
    await bundleConsole()
    // On all addresses nobody is signed in by themselves.
    world = await openWorld('sqlite', { BASE_URL: '', HOST: '0.0.0.0' })
    baseUrl = (await world.service.listen()).replace('0.0.0.0', '127.0.0.1')
    merchant = await world.merchant('Café Núñez')
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    await world?.service.close()
  })

  async function fresh(path: string): Promise<Page> {
    const page = await (await browser.newContext({ locale: 'es-MX' })).newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(`${baseUrl}/console${path}`)
    return page
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }

  test('an invitation becomes a person, who signs in and comes to the place that was asked for', async () => {
    const { email, token } = await invited(world, merchant, 'owner')
    const page = await fresh(`/invitation#${token}`)
    await page.getByText(email).waitFor()
    await page.getByLabel('Tu nombre').fill('Ana Núñez')
    await page.getByLabel(/contraseña/).fill('corta')
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel(/contraseña/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    await page.goto(`${baseUrl}/console/people`)
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña').fill('no es la contraseña')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('alert').waitFor()
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    assert.match(page.url(), /\/console\/people$/)
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    await page.context().close()
  })

  test('a role sees what it may do and nothing else', async () => {
    const { body } = await merchant.post('/v1/payment/spei', { total: 50 })
    const id = body.result.transaction
    const buttons: Record<Role, string[]> = {
      reader: [],
      cashier: ['Enviar'],
      finance: ['Cancelar ficha'],
      developer: ['Enviar'],
      owner: ['Enviar', 'Cancelar ficha'],
      operator: ['Enviar', 'Cancelar ficha'],
    }
    for (const [role, names] of Object.entries(buttons)) {
      const page = await fresh(`/operations/${id}`)
      await signIn(page, await joined(world, merchant, role as Role))
      await page.locator('ol.timeline li').first().waitFor()
      for (const name of ['Enviar', 'Cancelar ficha']) {
        assert.equal(await page.getByRole('button', { name }).count(), names.includes(name) ? 1 : 0, `${role}: ${name}`)
      }
      const seesKeys = ['developer', 'owner', 'operator'].includes(role)
      assert.equal(await page.getByRole('link', { name: 'Llaves' }).count(), seesKeys ? 1 : 0, role)
      assert.equal(await page.getByRole('link', { name: 'Redes y colas' }).count(), role === 'operator' ? 1 : 0, role)
      await page.context().close()
    }
  })

  test('a session that ends elsewhere ends here: the page asks for a sign-in and goes on where it was', async () => {
    const email = await joined(world, merchant, 'owner')
    const page = await fresh('/operations')
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Operaciones' }).waitFor()
    const { store } = world.service
    const ended = store.db.updateTable('user_sessions').set({ revoked_at: '2026-01-01T00:00:00.000Z' })
    await store.commit([run(ended.compile())])
    await page.getByLabel('Estado').selectOption('P')
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Operaciones' }).waitFor()
    assert.match(page.url(), /status=P$/)
    await page.context().close()
  })
})
