// The documents in a real browser: readable and accessible on a phone and a desktop, by day and by night, in both languages.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf, isTooWide } from './readable.ts'

const pictures = process.env.COBRO_TEST_PICTURES

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

/** One page of each kind: the index, a guide in both languages, one in English alone, pictures with a wide table, a table of long texts. */
const PAGES = {
  index: '/docs/pages?lang=es',
  guide: '/docs/pages/docs/guides/cards.md?lang=es',
  english: '/docs/pages/docs/ARCHITECTURE.md?lang=es',
  readme: '/docs/pages/README.md?lang=en',
  settings: '/docs/pages/docs/settings.md?lang=es',
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
})
