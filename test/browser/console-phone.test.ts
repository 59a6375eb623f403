// The console on the narrowest phones in use, in the reader's own colours, and what must stay on one line where there is room.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { tokenFor } from '../support/fixtures/cards.ts'
import { invited, joined, person, sandboxShop } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { isTooWide } from './readable.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const
/** The lists whose rows are told in a few lines, not as a table of headings. */
const LISTS = [
  'requests',
  'people',
  'keys',
  'trail',
  'customers',
  'disputes',
  'affiliates',
  'subscriptions',
  'accounts',
  'service-trail',
]
/** Eight lines. */
const ROW = 198
const DESKTOP = { viewport: { width: 1440, height: 900 } } as const

describe('the console on a narrow phone', () => {
  const { world, baseUrl, browser } = visitedService({ REQUESTS_KEPT: 'bodies' })

  async function opened(path: string, options: BrowserContextOptions = PHONE): Promise<Page> {
    const context = await browser().newContext({ locale: 'es-MX', ...options })
    const page = await context.newPage()
    await page.goto(`${baseUrl()}/console${path}`)
    await page.locator('h1').first().waitFor()
    return page
  }

  test('the bar above a page is one line, and its button for the language keeps its name', async () => {
    const page = await opened('/operations')
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      const tops = await page.evaluate(
        '[...document.querySelectorAll(".bar > *")].filter((one) => one.checkVisibility()).map((one) => { const { top, bottom } = one.getBoundingClientRect(); return Math.round((top + bottom) / 2) })',
      )
      assert.equal(new Set(tops as number[]).size, 1, `${width}: ${JSON.stringify(tops)}`)
    }
    await page.getByRole('button', { name: 'English', exact: true }).click()
    await page.getByRole('heading', { name: 'Operations', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Español', exact: true }).waitFor()
    await page.context().close()
  })

  test('a phone need not draw a field larger before a person types into it', async () => {
    const shop = sandboxShop(world())
    await shop.post('/v1/payment/spei', { total: 90 })
    await shop.post('/v1/customer', { name: 'Eva Ríos', email: 'eva@example.mx' })
    for (const path of ['/operations', '/customers', '/journal', '/profile', '/requests']) {
      const page = await opened(path)
      await page.locator('main :is(input, select)').first().waitFor()
      const sizes = await page.evaluate(
        '[...document.querySelectorAll("main :is(input, select, textarea)")].map((field) => parseFloat(getComputedStyle(field).fontSize))',
      )
      for (const size of sizes as number[]) assert.ok(size >= 16, `${path}: a field of ${size} px`)
      await page.context().close()
    }
  })

  test('in the story of a payment the words have the whole width, beside no amount', async () => {
    const shop = sandboxShop(world())
    const made = (await shop.post('/v1/payment/spei', { total: 9_999_999.99 })).body.result
    await shop.post('/v1/sandbox/pay/spei', { transaction: made.transaction })
    const page = await opened(`/operations/${made.transaction}`)
    const item = page.locator('ol.timeline > li', { hasText: '$9,999,999.99' }).first()
    const [words, amount] = [item.locator('> span').first(), item.locator('> .right')]
    const [of, beside] = [await words.boundingBox(), await amount.boundingBox()]
    assert.ok(of && beside && of.y >= beside.y + beside.height - 1, 'the words begin below the amount')
    await page.context().close()
  })

  test('where the reader’s own colours take the place of ours, the legend of the chart keeps its colours, and what is chosen shows', async () => {
    const page = await opened('/today', { ...DESKTOP, forcedColors: 'active' })
    await page.locator('.legend li i').first().waitFor()
    const colours = await page.evaluate(
      '[...document.querySelectorAll(".legend li i")].map((one) => getComputedStyle(one).backgroundColor)',
    )
    assert.equal(new Set(colours as string[]).size, 3, JSON.stringify(colours))
    const lines = await page.evaluate(
      `[...document.querySelectorAll('.segments [aria-pressed="true"], .side [aria-current="page"]')].map((one) => getComputedStyle(one).outlineStyle)`,
    )
    assert.deepEqual(lines, ['solid', 'solid'])
    await page.context().close()
  })

  test('a row of each list is a few lines, without the headings of its columns', async () => {
    const shop = sandboxShop(world())
    const customer = (await shop.post('/v1/customer', { name: 'Eva Ríos', email: 'eva@example.mx' })).body.result.id
    await disputed(shop as Merchant, await paidByCard(world(), shop as Merchant, 450), { stage: 'chargeback' })
    await shop.post('/v1/affiliates', { user: 'luz', name: 'Luz Paz', email: 'luz@x.mx', clabe: '002010077777777771' })
    const token = await tokenFor(world(), shop as Merchant, '4242424242424242')
    const card = (await shop.post(`/v1/customer/${customer}/cards`, { token })).body.result.token
    const plan = (await shop.post('/v1/plan', { name: 'Club', amount: 299, period: 'month' })).body.result.id
    await shop.post(`/v1/plan/${plan}/customers`, { customer, card })
    const account = { ...shop, accountId: SANDBOX_ACCOUNT.id } as Merchant
    await joined(world(), account, 'finance')
    await invited(world(), account, 'reader')
    const operator = await person(world(), account, 'operator')
    await world().work()
    const [name = '', value = ''] = operator.cookie.split('=')
    const context = await browser().newContext({ locale: 'es-MX', ...PHONE })
    await context.addCookies([{ name, value, url: baseUrl() }])
    const page = await context.newPage()
    const long: string[] = []
    for (const view of LISTS) {
      await page.goto(`${baseUrl()}/console/${view}`)
      await page.locator('main tbody tr').first().waitFor()
      const rows = (await page.evaluate(`[...document.querySelectorAll('main tbody tr')].map((row) => ({
        height: row.getBoundingClientRect().height,
        headed: [...row.children].some((cell) => cell.checkVisibility() && getComputedStyle(cell, '::before').content !== 'none'),
      }))`)) as { height: number; headed: boolean }[]
      const highest = Math.max(...rows.map(({ height }) => height))
      if (highest > ROW || rows.some(({ headed }) => headed)) long.push(`${view}: ${highest} px`)
      if (await isTooWide(page)) long.push(`${view} is too wide`)
    }
    assert.deepEqual(long, [])
    // Also with the button to sign out.
    const bar = await page.locator('.bar').boundingBox()
    assert.ok(bar && bar.height < 70, `${bar?.height} px`)
    await page.getByRole('button', { name: 'Salir', exact: true }).waitFor()
    await context.close()
  })

  test('on a tablet held upright the bar is one line, and the actions of the people are within the page', async () => {
    const account = { ...sandboxShop(world()), accountId: SANDBOX_ACCOUNT.id } as Merchant
    await joined(world(), account, 'finance')
    const page = await opened('/people', { viewport: { width: 768, height: 900 } })
    const remove = page.getByRole('button', { name: 'Quitar', exact: true }).first()
    await remove.waitFor()
    const [card, button] = [await page.locator('main .card').first().boundingBox(), await remove.boundingBox()]
    assert.ok(card && button && button.x + button.width <= card.x + card.width, JSON.stringify({ card, button }))
    const bar = await page.locator('.bar').boundingBox()
    assert.ok(bar && bar.height < 70, `${bar?.height} px`)
    await page.context().close()
  })

  test('the actions of a row stand on one line of a wide screen', async () => {
    const page = await opened('/keys', DESKTOP)
    const row = page.locator('tr', { hasText: 'sk_dev_' })
    const boxes = await Promise.all(
      ['Renovar', 'Revocar'].map((name) => row.getByRole('button', { name, exact: true }).boundingBox()),
    )
    assert.equal(boxes[0]?.y, boxes[1]?.y)
    await page.context().close()
  })
})
