// The documents in a real browser: readable and accessible on a phone and a desktop, by day and by night, in both languages.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Route } from 'playwright-core'
import { openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf, isTooWide } from './readable.ts'

const pictures = process.env.COBRO_TEST_PICTURES

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 1024, height: 900 } },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

/** One page of each kind: both indexes, a guide in both languages, one in English alone, pictures with a wide table, a table of long texts, a list to tick off. */
const PAGES = {
  index: '/docs/pages?lang=es',
  contributors: '/docs/pages/contributors?lang=en',
  guide: '/docs/pages/docs/guides/cards.md?lang=es',
  guideInEnglish: '/docs/pages/docs/guides/webhooks.md?lang=en',
  english: '/docs/pages/docs/ARCHITECTURE.md?lang=es',
  readme: '/docs/pages/README.md?lang=en',
  settings: '/docs/pages/docs/settings.md?lang=es',
  checklist: '/docs/pages/docs/connectors/stp.md?lang=es',
}

describe('the documents in a real browser', () => {
  let world: World
  let base = ''
  let browser: Browser
  before(async () => {
    world = await openWorld('sqlite', { BASE_URL: '' })
    base = await world.service.listen()
    browser = await launchBrowser()
  })
  after(async () => {
    await closeContexts(browser)
    await world?.service.close()
  })

  for (const [size, options] of Object.entries(SIZES)) {
    test(`each kind of page is accessible and fits the screen: ${size}`, async () => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(base + path, { waitUntil: 'load' })
        assert.ok(!(await isTooWide(page)), `${name} is wider than the screen`)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          if (pictures) {
            mkdirSync(pictures, { recursive: true })
            await page.screenshot({ path: `${pictures}/docs-${name}-${size}-${colorScheme}.png` })
          }
          assert.deepEqual(await faultsOf(page), [], `${name}, ${colorScheme}`)
        }
      }
      await context.close()
    })
  }

  test('the switch goes to the other language, and the next page keeps it', async () => {
    const page = await browser.newPage({ locale: 'es-MX' })
    await page.goto(`${base}/docs/pages/docs/guides/cards.md`)
    await page.getByRole('heading', { name: 'Tarjetas', level: 1, exact: true }).waitFor()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Cards', level: 1, exact: true }).waitFor()
    await page.getByRole('link', { name: 'refund', exact: true }).click()
    await page.getByRole('heading', { name: 'Refunds', level: 1, exact: true }).waitFor()
    await page.close()
  })

  test('a sample is shown in the chosen language, also on the next page, and is copied as it is shown', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(`${base}/docs/pages/docs/guides/cash.md?lang=en`)
    const ask = page.locator('.code').filter({ hasText: 'payment/method' })
    await ask.getByRole('tab', { name: 'curl', selected: true }).waitFor()
    await ask.getByRole('tab', { name: 'Python' }).click()
    await ask.getByText('print(cobro("GET", "/v1/payment/method"))').waitFor()
    assert.equal(await page.getByRole('tab', { name: 'curl', selected: true }).count(), 0)
    await ask.getByRole('button', { name: 'Copy' }).click()
    await ask.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'print(cobro("GET", "/v1/payment/method"))')
    await page.goto(`${base}/docs/calls/createStoreVoucher?lang=en`)
    await page.getByRole('tab', { name: 'Python', selected: true }).waitFor()
    await page.getByText('urllib.request.Request(').waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('tab', { name: 'Python' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('curl_setopt_array(').waitFor()
    await context.close()
  })

  test('on a page without HTTPS, which has no clipboard, a sample is marked and copied', async () => {
    const page = await browser.newPage()
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })')
    await page.goto(`${base}/docs/pages/docs/guides/cash.md?lang=en`)
    await page.evaluate('document.addEventListener("copy", () => { window.copied = getSelection().toString() })')
    const ask = page.locator('.code').filter({ hasText: 'payment/method' })
    await ask.getByRole('button', { name: 'Copy' }).click()
    await ask.getByRole('button', { name: 'Copied' }).waitFor()
    const sample = await ask.locator('pre:not([hidden])').textContent()
    assert.equal(String(await page.evaluate('window.copied')).trim(), sample?.trim())
    await page.context().close()
  })

  for (const [size, options] of Object.entries(SIZES))
    test(`the button that copies a sample covers none of it: ${size}`, async () => {
      const page = await browser.newPage(options)
      for (const guide of ['webhooks', 'reconciliation']) {
        await page.goto(`${base}/docs/pages/docs/guides/${guide}.md?lang=en`)
        await page.locator('.code .copy').first().waitFor()
        const covered = await page.evaluate(
          '[...document.querySelectorAll(".code")].filter((one) => [...one.querySelectorAll("code")].some((text) => text.checkVisibility() && text.getBoundingClientRect().top < one.querySelector(".copy").getBoundingClientRect().bottom - 1)).map((one) => one.textContent.slice(0, 40))',
        )
        assert.deepEqual(covered, [])
      }
      await page.close()
    })

  test('the reader’s own key stands in every sample of the tab, until it is forgotten', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${base}/docs/pages/docs/guides/cash.md?lang=en`)
    await page.getByText('Your key in the samples').click()
    await page.getByLabel('app_key').fill('sk_dev_mine')
    await page.getByLabel('app_secret').fill('$& secret')
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByText('-u sk_dev_mine:$& secret').first().waitFor()
    await page.goto(`${base}/docs/calls/listOperations?lang=en`)
    await page.locator('#command-curl').filter({ hasText: "-u 'sk_dev_mine:$& secret'" }).waitFor()
    await page.getByText('Your key in the samples').click()
    await page.getByRole('button', { name: 'Forget it' }).click()
    await page.goto(`${base}/docs/pages/docs/guides/cash.md?lang=en`)
    await page.getByText('-u sk_dev_00000000000000000000000000000000:sandbox').first().waitFor()
    await context.close()
  })

  test('the search finds a section and a call from the keyboard, on a phone too', async () => {
    const context = await browser.newContext({ ...SIZES.phone, locale: 'es-MX' })
    const page = await context.newPage()
    // What was searched while the pages changed is told, and read again.
    const gone = (route: Route) => route.fulfill({ status: 404, body: 'gone' })
    let answer = gone
    await page.route('**/docs/search/*.json', (route) => answer(route))
    await page.goto(`${base}/docs/pages`)
    await page.keyboard.press('/')
    await page.keyboard.type('meses sin intere')
    await page.locator('#hits', { hasText: 'Vuelve a cargar la página' }).waitFor()
    // The next keys find a read under way that fails a moment later.
    const [underWay, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    answer = async (route) => {
      underWay.resolve()
      await over.promise
      await gone(route)
    }
    await page.keyboard.type('e')
    await underWay.promise
    answer = (route) => route.continue()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('s')
    over.resolve()
    await page.getByRole('link', { name: 'Tarjetas · Meses sin intereses' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    // A word of other services finds what is called otherwise here.
    await page.getByLabel('Buscar en guías y llamadas').fill('reembolso')
    await page
      .getByRole('link', { name: /^Devoluciones/ })
      .first()
      .waitFor()
    await page.getByLabel('Buscar en guías y llamadas').fill('pagar con tarjeta')
    await page
      .getByRole('link', { name: /^Pagar con tarjeta/ })
      .first()
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Pagar con tarjeta', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Índice' }).click()
    await page.getByRole('navigation', { name: 'Índice de la documentación' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await context.close()
  })
})
