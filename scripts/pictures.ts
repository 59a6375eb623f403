// Takes the pictures of the README and of docs/console/ from a running service with some weeks of a shop in it: `node scripts/pictures.ts`.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { SANDBOX_ACCOUNT } from '../src/accounts/open-account.ts'
import { launchBrowser } from '../test/browser/launch.ts'
import { tokenFor } from '../test/support/fixtures/cards.ts'
import { payByCard } from '../test/support/fixtures/charges.ts'
import { invited, PASSWORD, person, sandboxShop, send, signedIn } from '../test/support/fixtures/console.ts'
import { disputed } from '../test/support/fixtures/disputes.ts'
import { type Merchant, openWorld, type World } from '../test/support/harness/world.ts'
import { bundleConsole } from './bundle-console.js'

const DAYS = 45
const GOODS = [
  'Café de olla',
  'Desayuno para dos',
  'Pastel de elote',
  'Curso de barismo',
  'Bolsa de un kilo',
  'Caja de regalo',
]
/** Insufficient funds, suspected fraud, an expired card. */
const DECLINED = ['4111111111111111', undefined, '4000000000000598', undefined, '4000000000000549']
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1440, height: 1180 } }
const LOW = { viewport: { width: 1180, height: 640 } }
const MIDDLE = { viewport: { width: 1180, height: 820 } }
const place = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

await bundleConsole()
const world = await openWorld('sqlite', { BASE_URL: '', REQUESTS_KEPT: 'bodies' })
const address = await world.service.listen()
const browser = await launchBrowser()
try {
  await takePictures(world, browser)
} finally {
  await browser.close()
  await world.close()
}

async function takePictures(world: World, browser: Browser): Promise<void> {
  const shop = { ...sandboxShop(world), accountId: SANDBOX_ACCOUNT.id } as Merchant
  const { operation, dispute, customer, slip, receipt } = await weeks(world, shop)
  const { payouts } = (await shop.get('/v1/payouts')).body.result
  const take = picturesOf(browser)
  await take('docs/console/today.png', `${address}/console/today`, DESKTOP, 'canvas')
  await take(
    'docs/console/today-phone-dark.png',
    `${address}/console/today`,
    { ...PHONE, colorScheme: 'dark' },
    'canvas',
  )
  await take('docs/console/operations.png', `${address}/console/operations`, MIDDLE, 'tbody a')
  await take('docs/console/operation.png', `${address}/console/operations/${operation}`, DESKTOP, 'ol.timeline li')
  await take('docs/console/dispute.png', `${address}/console/disputes/${dispute}`, DESKTOP, 'textarea')
  await take('docs/console/customer.png', `${address}/console/customers/${customer}`, DESKTOP, '[data-figure=clabe]')
  await take('docs/console/payout.png', `${address}/console/payouts/${payouts[0].date}`, MIDDLE, '[data-figure=payout]')
  await secondPersons(world, shop, operation)
  await take('docs/console/approvals.png', `${address}/console/approvals`, LOW, 'tbody tr')
  const account = await suspended(world, shop)
  await take('docs/console/account.png', `${address}/console/accounts/${account}`, MIDDLE, '.notice.bad')
  await take('docs/pictures/slip.png', slip, { ...PHONE, viewport: { width: 390, height: 700 } }, 'main')
  await take('docs/pictures/receipt.png', receipt, { ...PHONE, viewport: { width: 390, height: 700 } }, 'main')
}

/** Takes one picture of an address once the page shows its content. */
function picturesOf(browser: Browser) {
  return async (path: string, url: string, options: BrowserContextOptions, sign: string) => {
    const context = await browser.newContext({ locale: 'es-MX', timezoneId: 'America/Mexico_City', ...options })
    const page = await context.newPage()
    await page.goto(url)
    await page.locator(sign).first().waitFor()
    await page.waitForTimeout(500)
    mkdirSync(place(path.slice(0, path.lastIndexOf('/'))), { recursive: true })
    await page.screenshot({ path: place(path) })
    await context.close()
  }
}

/** Some weeks of a café, the same every time, for the pictures. */
async function weeks(world: World, shop: Merchant) {
  await shop.call('PUT', '/v1/profile', {
    trade_name: 'Café La Esquina',
    phone: '5512345678',
    email: 'hola@laesquina.mx',
    colour: '#7a3b1d',
  })
  const spei = await pay(shop, 'spei', { total: 1_840, description: 'Caja de regalo', number: 'ESQ-1' })
  for (let day = 0; day < DAYS; day += 1) {
    for (let at = 0; at < 3 + (day % 3); at += 1) {
      const description = GOODS[(day + at) % GOODS.length] ?? ''
      const total = 120 + ((day * 37 + at * 83) % 9) * 61.5
      const number = `ESQ-${day}-${at}`
      if (at % 3 === 0)
        await payByCard(world, shop, '4242424242424242', {
          'payment.total.amount': total,
          'payment.reference.description': description,
          'payment.reference.number': number,
        })
      else await pay(shop, at % 3 === 1 ? 'spei' : 'store', { total, description, number })
    }
    // Some cards are declined, and one sale is large.
    const declined = DECLINED[day % 7]
    if (declined !== undefined) await payByCard(world, shop, declined, { 'payment.external.transaction': `no-${day}` })
    if (day === DAYS - 12)
      await pay(shop, 'spei', { total: 14_800, description: 'Curso para empresa', number: 'ESQ-EMP' })
    if (day < DAYS - 1) await shop.call('PUT', '/v1/sandbox/clock', { advance: 'P1D' })
  }
  await shop.post(`/v1/operations/${spei}/refunds`, { amount: '420.00', reason: 'Llegó incompleta' })
  const carded = await payByCard(world, shop, '4242424242424242', {
    'payment.total.amount': 950,
    'payment.reference.description': 'Curso de barismo',
  })
  const dispute = await disputed(shop, carded.body.result.operations[0].transaction, {
    stage: 'chargeback',
    reason_code: '13.1',
    respond_days: 9,
  })
  const open = await shop.post('/v1/payment/convenience-store', {
    total: 349.5,
    store: 'OXXO',
    payment: { reference: { description: 'Desayuno para dos', number: 'ESQ-100' } },
  })
  const customer = await member(world, shop)
  await world.work()
  const { url } = (await shop.get(`/v1/operations/${spei}`)).body.result
  return {
    operation: spei,
    dispute: dispute.id as string,
    customer,
    slip: open.body.result.url as string,
    receipt: url as string,
  }
}

/** A customer with a saved card, on a plan. */
async function member(world: World, shop: Merchant): Promise<string> {
  const { id } = (await shop.post('/v1/customer', { name: 'Eva Ríos', email: 'eva@ejemplo.mx' })).body.result
  const token = await tokenFor(world, shop, '4242424242424242')
  const card = (await shop.post(`/v1/customer/${id}/cards`, { token })).body.result.token
  const plan = (await shop.post('/v1/plan', { name: 'Club de café', amount: 299, period: 'month' })).body.result.id
  await shop.post(`/v1/plan/${plan}/customers`, { customer: id, card })
  return id
}

/** A person's request that another approves. */
async function secondPersons(world: World, shop: Merchant, operation: string): Promise<void> {
  const { email, token } = await invited(world, shop, 'owner', 'ana@ejemplo.mx')
  await send(world, 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
  const ana = await signedIn(world, email)
  await ana.call('PUT', '/v1/console/second-person', { above: '500.00' })
  await ana.call('POST', `/v1/console/ask/operations/${operation}/refunds`, {
    amount: '900.00',
    reason: 'Otra sucursal',
  })
  await ana.call('POST', '/v1/console/ask/credentials', { name: 'Devoluciones', scopes: ['read', 'refund'] })
}

/** Another account of the service, with limits, suspended by the operator. */
async function suspended(world: World, shop: Merchant): Promise<string> {
  const { accountId } = await world.merchant('Panadería Sol')
  const operator = await person(world, shop, 'operator')
  const at = `/v1/console/accounts/${accountId}`
  await operator.call('PUT', `${at}/limits`, { payment: '5000', day: '50000' })
  await operator.call('POST', `${at}/suspend`, { because: 'Contracargos sin respuesta' })
  return accountId
}

async function pay(
  shop: Merchant,
  rail: 'spei' | 'store',
  { total, description, number }: { total: number; description: string; number: string },
): Promise<string> {
  const path = rail === 'spei' ? '/v1/payment/spei' : '/v1/payment/convenience-store'
  const { body } = await shop.post(path, {
    total,
    ...(rail === 'store' && { store: 'OXXO' }),
    payment: { reference: { description, number } },
  })
  const { transaction } = body.result
  await shop.post(`/v1/sandbox/pay/${rail}`, { transaction })
  return transaction
}
