// The console's first page, its navigation and its search through everything, as somebody uses them: what waits leads to where it is done, what was looked for opens, and each can be read by everybody.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { payByCard } from '../support/fixtures/charges.ts'
import { person, sandboxShop } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../support/fixtures/payers.ts'
import { eventually } from '../support/fixtures/receiver.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const SIZES: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 1024, height: 800 } },
  desktop: { viewport: { width: 1440, height: 900 } },
}
const NO_FUNDS = '4111111111111111'

/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES

describe('the first page of the console, and the way from it', () => {
  const { world, baseUrl, visit: visitConsole } = visitedService()
  let shop: Merchant
  let dispute: string
  let large: string
  let customer: string

  before(async () => {
    shop = { ...sandboxShop(world()), accountId: SANDBOX_ACCOUNT.id } as Merchant
    // A Monday, at noon.
    await moveClock(shop, { freeze: true, set: '2034-05-01T12:00:00-06:00' })
    await shop.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    customer = (await shop.post('/v1/customer', { name: 'Eva Ríos', email: 'eva@ejemplo.mx' })).body.result.id
    for (let day = 0; day < 8; day += 1) {
      const { transaction } = await speiVoucher(shop, { total: 900 + day * 50 })
      await payBySpei(shop, { transaction })
      await paidByCard(world(), shop, 400 + day * 10)
      if (day === 4) large = await paidByCard(world(), shop, 48_000)
      if (day < 7) await moveClock(shop, { advance: 'P1D' })
    }
    await payByCard(world(), shop, NO_FUNDS, { 'payment.external.transaction': 'sin-fondos' })
    const charged = await paidByCard(world(), shop, 450)
    dispute = (await disputed(shop, charged, { stage: 'chargeback', respond_days: 9 })).id
    const held = await storeVoucher(shop, { total: 150 })
    await payAtStore(shop, { transaction: held.transaction, amount: 149 })
    await world().work()
  })

  async function visit(path: string, options: BrowserContextOptions = SIZES.desktop ?? {}): Promise<Page> {
    const page = await visitConsole(path, options)
    await page.locator('main h1').first().waitFor()
    return page
  }

  async function look(page: Page, name: string): Promise<void> {
    assert.deepEqual(await faultsOf(page), [], name)
    assert.equal(await isTooWide(page), false, name)
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/first-${name}.png`, fullPage: true })
  }

  const pesosIn = (text: string | null) => Number((text ?? '').replace('−', '-').replace(/[^\d.-]/g, ''))

  test('the sales of a period are those of the list, and a day beyond the scale says so until it is shown whole', async () => {
    const page = await visit('/today?days=7')
    await page.locator('canvas').waitFor()
    const { sales } = (await shop.get('/v1/operations?date=paid&start_date=2034-05-02&end_date=2034-05-08')).body.result
    assert.equal(pesosIn(await page.locator('[data-figure=period-sales]').textContent()), Number(sales))
    await page.getByText('Un día pasa de la escala').waitFor()
    await page.getByRole('button', { name: 'Ver completa' }).click()
    await page.getByText('Escala completa.').waitFor()
    await page.getByRole('button', { name: '30 días' }).click()
    await page.waitForURL(/today$/)
    await page.getByText('Sin ventas en los 30 días anteriores').waitFor()
    await page.context().close()
  })

  test('what needs somebody leads to where it is done, and what needs nobody is not there', async () => {
    const page = await visit('/today')
    await page.locator('[data-need=disputes]').waitFor()
    assert.deepEqual(
      await page.locator('[data-need]').evaluateAll((all) => all.map((one) => one.getAttribute('data-need'))),
      ['disputes', 'suspense'],
    )
    await page.locator('[data-need=suspense]').getByText('$149.00').waitFor()
    assert.match((await page.locator('[data-figure=approval]').textContent()) ?? '', /^\d+\.\d %$/)
    await page.locator('.reason', { hasText: 'Fondos insuficientes' }).getByText('VISA TEST 1').waitFor()
    await page.locator('[data-need=disputes]').getByRole('link', { name: 'Contestar' }).click()
    await page.waitForURL(`**/disputes/${dispute}`)
    // The same number stands in the navigation.
    await page.locator('.side a', { hasText: 'Aclaraciones' }).getByText('1').waitFor()
    await page.context().close()
  })

  test('who may only read is shown what waits, and is not asked to do it', async () => {
    const [name = '', value = ''] = (await person(world(), shop, 'reader')).cookie.split('=')
    const page = await visit('/today')
    await page.context().addCookies([{ name, value, url: baseUrl() }])
    await page.reload()
    await page.getByRole('heading', { name: 'Espera a tu equipo' }).waitFor()
    for (const [kind, leads] of [
      ['disputes', `**/disputes/${dispute}`],
      ['suspense', '**/suspense'],
    ]) {
      await page.goto(`${baseUrl()}/console/today`)
      await page.locator(`[data-need=${kind}]`).getByRole('link', { name: 'Ver' }).click()
      await page.waitForURL(leads as string)
    }
    await page.context().close()
  })

  test('groups fold and stay so; a room that the account does not use yet is folded away until it is used', async () => {
    const page = await visit('/today')
    const plans = page.locator('.side').getByRole('link', { name: 'Planes' })
    assert.equal(await plans.isVisible(), false)
    await page.locator('.side').getByRole('button', { name: 'Servicio' }).click()
    await page.locator('.side').getByRole('link', { name: 'Auditoría' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.side').getByRole('button', { name: 'Servicio', expanded: false }).waitFor()
    assert.equal(await page.locator('.side').getByRole('link', { name: 'Auditoría' }).count(), 0)
    await shop.post('/v1/plan', { name: 'Club', amount: 299, period: 'month' })
    await page.reload()
    await plans.waitFor()
    await page.context().close()
  })

  test('Ctrl-K finds views, payments, customers, payouts and guides, and opens them by the keyboard alone', async () => {
    const page = await visit('/today')
    const dialog = page.getByRole('dialog')
    const find = async (text: string, name: RegExp) => {
      await page.keyboard.press('Control+k')
      await dialog.getByRole('searchbox').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(text)
      await dialog.getByRole('option', { name }).first().waitFor()
      return dialog.getByRole('option', { name }).first()
    }
    const openWithKeys = async (wanted: Awaited<ReturnType<typeof find>>) => {
      for (let pressed = 0; (await wanted.getAttribute('aria-selected')) !== 'true'; pressed += 1) {
        assert.ok(pressed < 30, 'the arrow keys reach it')
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await openWithKeys(await find('48000', /\$48,000\.00/))
    await page.waitForURL(`**/operations/${large}`)
    await openWithKeys(await find('rios', /Eva Ríos/))
    await page.waitForURL(`**/customers/${customer}`)
    const { payouts } = (await shop.get('/v1/payouts')).body.result
    const payout = await find(payouts[0].tracking_key, new RegExp(`^\\$.*${payouts[0].tracking_key}`))
    assert.deepEqual(await faultsOf(page), [])
    await openWithKeys(payout)
    await page.waitForURL(`**/payouts/${payouts[0].date}`)
    // A view whose name begins so comes first, without accents and capitals.
    await openWithKeys(await find('clien', /^Clientes$/))
    await page.waitForURL('**/customers')
    await openWithKeys(await find('webhooks', /^Webhooks$/))
    await page.waitForURL('**/webhooks')
    await openWithKeys(await find('tu primer cobro', /^Tu primer cobro$/))
    await page.waitForURL('**/docs/pages/docs/guides/first-payment.md')
    await page.context().close()
  })

  test('? shows the keys, and typed text is never taken for one', async () => {
    const page = await visit('/today')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Atajos del teclado' })
    await dialog.getByText('Buscar en todo').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('g?/')
    assert.equal(await page.getByRole('dialog').getByRole('searchbox').inputValue(), 'g?/')
    await page.context().close()
  })

  test('a period of operations is chosen by name, its totals are those of the API, and a press on a row opens it', async () => {
    const page = await visit('/operations')
    await page.getByLabel('Fechas').selectOption({ label: 'Ayer' })
    await page.waitForURL('**/operations?start_date=2034-05-07&end_date=2034-05-07')
    const found = (await shop.get('/v1/operations?status=ALL&start_date=2034-05-07&end_date=2034-05-07')).body.result
    // Until the answer for these days is there, the page shows the one before.
    const shows = (name: string, amount: number) =>
      eventually(
        async () => pesosIn(await page.locator(`[data-figure=${name}]`).textContent()) === amount,
        `${name} of ${amount}`,
      )
    await shows('listed-total', found.total)
    await shows('listed-sales', Number(found.sales))
    await shows('listed-fees', found.commissions.amount)
    await page.getByLabel('Fechas').selectOption({ label: 'Otras …' })
    await page.goto(`${baseUrl()}/console/operations?start_date=2034-05-05&end_date=2034-05-06`)
    await page.getByLabel('Desde', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Hasta', { exact: true }).inputValue(), '2034-05-06')
    await page.locator('tr', { hasText: '$48,000.00' }).getByText('Tarjeta').click()
    await page.waitForURL(`**/operations/${large}`)
    await page.context().close()
  })

  test('an operation adds up from gross to net, leads to its payout, and says why nothing can be given back', async () => {
    const page = await visit(`/operations/${large}`)
    const amountOf = async (name: string) => pesosIn(await page.locator(`[data-figure=${name}]`).textContent())
    await page.locator('[data-figure=net]').waitFor()
    const { total, commission } = (await shop.get(`/v1/operations/${large}`)).body.result
    assert.equal(await amountOf('gross'), Number(total.amount))
    assert.equal(await amountOf('fee'), -Number(commission.amount))
    assert.equal(
      Math.round((await amountOf('net')) * 100),
      Math.round(Number(total.amount) * 100) - Math.round(Number(commission.amount) * 100),
    )
    // The ledger is there for whoever opens it.
    await page.getByText(/^Asientos del libro mayor \(\d+\)$/).click()
    await page.locator('.folded[open] li').first().waitFor()
    await page.locator('[aria-labelledby=money]').getByRole('link').click()
    await page.locator('[data-figure=payout-clabe]').waitFor()
    const { operations } = (await shop.get('/v1/operations?status=D')).body.result
    await page.goto(`${baseUrl()}/console/operations/${operations[0].transaction}`)
    await page.getByText('Se declinó: no hay nada que devolver.').waitFor()
    await page.getByText('Fondos insuficientes · VISA TEST').waitFor()
    await page.context().close()
  })

  for (const [size, options] of Object.entries(SIZES)) {
    test(`it is readable by day and by night, in both languages (${size})`, async () => {
      const { payouts } = (await shop.get('/v1/payouts?limit=1')).body.result
      for (const [locale, colorScheme] of [
        ['es-MX', 'light'],
        ['en-US', 'dark'],
      ] as const) {
        const page = await visit('/today', { ...options, locale, colorScheme })
        await page.locator('canvas').waitFor()
        await page.locator('[data-need]').first().waitFor()
        await look(page, `today-${size}-${colorScheme}`)
        for (const [name, path, sign] of [
          ['operations', '/operations?status=N', 'tbody a'],
          ['operation', `/operations/${large}`, '[data-figure=net]'],
          ['payouts', '/payouts', 'tbody a'],
          ['payout', `/payouts/${payouts[0].date}`, '[data-figure=payout]'],
        ] as const) {
          await page.goto(`${baseUrl()}/console${path}`)
          await page.locator(sign).first().waitFor()
          await look(page, `${name}-${size}-${colorScheme}`)
        }
        await page.context().close()
      }
    })
  }
})
