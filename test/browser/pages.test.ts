import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { getDocumentProxy } from 'unpdf'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { type Kind, moved, pending } from './operations.ts'
import { setProfile } from './profile.ts'
import { faultsOf, isTooWide } from './readable.ts'

const require = createRequire(import.meta.url)

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

/** `[kind, where it moves to, Spanish, English]` of every state that has a look of its own. */
const STATES = {
  'a store slip': ['store', undefined, 'Pendiente de pago', 'Awaiting payment'],
  'a SPEI slip': ['spei', undefined, 'Pendiente de pago', 'Awaiting payment'],
  'an expired slip': ['store', 'expired', 'Ficha vencida', 'Slip expired'],
  'a cancelled slip': ['spei', 'cancelled', 'Cobro cancelado', 'Charge cancelled'],
  'a paid voucher': ['store', 'paid', 'Pagado', 'Paid'],
  'a card receipt': ['card', 'paid', 'Pagado', 'Paid'],
  'a declined card': ['card', 'declined', 'Rechazado', 'Declined'],
} as const satisfies Record<
  string,
  readonly [Kind, 'paid' | 'expired' | 'cancelled' | 'declined' | undefined, string, string]
>

describe('the pages for payers in a real browser', () => {
  let world: World
  let merchant: Merchant
  let browser: Browser
  const urls = new Map<string, string>()

  before(async () => {
    const wasmBinary = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
    await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true })
    world = await openWorld('sqlite', { BASE_URL: '' })
    await world.service.listen()
    merchant = await world.merchant('Taller Ñandú')
    await setProfile(merchant)
    for (const [name, [kind, to]] of Object.entries(STATES)) {
      const row = await pending(world.service, merchant, kind)
      if (to) await moved(world.service, row, to, { authorization_code: '801585' })
      urls.set(name, world.service.links.urlOf(row.id))
    }
    browser = await launchBrowser()
  })

  after(async () => {
    await closeContexts(browser)
    await world?.service.close()
  })

  for (const [size, options] of Object.entries(SIZES)) {
    for (const language of ['es', 'en'] as const) {
      test(`every state is readable, accessible and fits the screen: ${size}, ${language}`, async () => {
        const { page, faults, close } = await opened(browser, options)
        for (const [name, [, , es, en]] of Object.entries(STATES)) {
          await page.goto(`${urls.get(name)}?lang=${language}`)
          assert.equal(await page.locator('.state strong').textContent(), language === 'es' ? es : en, name)
          assert.ok(await page.getByText('$1,250.50').first().isVisible(), name)
          assert.ok(!(await isTooWide(page)), `${name} is wider than the screen`)
          assert.deepEqual(await accessibilityFaults(page), [], name)
          await page.emulateMedia({ colorScheme: 'dark' })
          assert.deepEqual(await accessibilityFaults(page), [], `${name}, dark`)
          await page.emulateMedia({ colorScheme: 'light' })
        }
        assert.deepEqual(faults(), [])
        await close()
      })
    }

    test(`a till’s scanner and a phone’s camera read the slip: ${size}`, async () => {
      const row = await pending(world.service, merchant, 'store', {
        chain: '7ELEVEN',
        network_reference: `77${unique()}`,
      })
      const { page, close } = await opened(browser, options)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(world.service.links.urlOf(row.id))
        const digits = await page.locator('.pay > .digits').textContent()
        assert.equal(digits?.replaceAll(/\s/g, ''), row.network_reference)
        assert.deepEqual(await decoded(page, '.pay > .barcode'), [['Code128', row.network_reference]])
        await page.getByText('Para aclaraciones').click()
        // Nobody scans the phone that they hold.
        if (await page.evaluate("matchMedia('(hover: none)').matches"))
          assert.ok(!(await page.locator('.qr').isVisible()))
        else assert.deepEqual(await decoded(page, '.qr'), [['QRCode', world.service.links.urlOf(row.id)]])
      }
      await close()
    })
  }

  test('every page prints on one sheet, Letter or A4, with the amount to pay on it', async () => {
    const { page, close } = await opened(browser, SIZES.desktop)
    const wordy = await world.merchant('Cooperativa de Artesanas y Artesanos del Valle de Ñuñoa '.repeat(3))
    for (const kind of ['store', 'spei'] as const) {
      const row = await pending(world.service, wordy, kind, { description: 'Una descripción larga. '.repeat(10) })
      urls.set(`a wordy ${kind} slip`, world.service.links.urlOf(row.id))
    }
    for (const name of urls.keys()) {
      for (const format of ['Letter', 'A4'] as const) {
        await page.goto(urls.get(name) ?? '')
        // Other fonts take another room.
        await page.evaluate('document.fonts.ready.then(() => 0)')
        const paper = await getDocumentProxy(new Uint8Array(await page.pdf({ format })))
        assert.equal(paper.numPages, 1, `${name} on ${format}`)
      }
    }
    await close()
  })

  test('on paper both codes are printed, without buttons and colours', async () => {
    // A page that was never printed: a browser may still be leaving the print of one that was.
    const { page, close } = await opened(browser, SIZES.desktop)
    await page.emulateMedia({ media: 'print' })
    await page.goto(urls.get('a store slip') ?? '')
    assert.equal((await decoded(page, '.pay > .barcode')).length, 1)
    assert.equal((await decoded(page, '.qr')).length, 1)
    assert.ok(!(await page.getByText('Descargar PDF').isVisible()))
    assert.deepEqual(await coloured(page), [])
    await close()
  })

  test('a slip becomes a receipt by itself when it is paid, and announces it', async () => {
    const row = await pending(world.service, merchant, 'spei')
    const { page, faults, close } = await opened(browser, SIZES.phone)
    await page.goto(`${world.service.links.urlOf(row.id)}?lang=en`)
    await page.getByText('Awaiting payment').waitFor()
    await moved(world.service, row, 'paid')
    await page.getByText('Payment receipt', { exact: true }).waitFor()
    assert.equal(await page.locator('.state strong').textContent(), 'Paid')
    assert.match((await page.getByRole('status').textContent()) ?? '', /^Paid\./)
    assert.match(await page.title(), /Paid$/)
    assert.equal(await page.locator('.pay > .digits').count(), 0)
    assert.deepEqual(faults(), [])
    await close()
  })

  test('the CLABE is copied as the 18 digits, by button or by hand', async () => {
    const row = await pending(world.service, merchant, 'spei')
    const { page, close } = await opened(browser, SIZES.phone)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(world.service.links.urlOf(row.id))
    await page.getByRole('button', { name: 'Copiar CLABE' }).click()
    await page.getByRole('button', { name: 'Copiado' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), row.network_reference)
    await page.evaluate('navigator.clipboard.writeText("")')
    await page.locator('.pay > .digits').click()
    await page.keyboard.press('Control+C')
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), row.network_reference)
    await close()
  })

  test('without a clipboard the button selects the digits and copies them', async () => {
    const row = await pending(world.service, merchant, 'spei')
    const { page, close } = await opened(browser, SIZES.phone)
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })')
    await page.goto(world.service.links.urlOf(row.id))
    await page.evaluate('document.addEventListener("copy", () => { window.copied = getSelection().toString() })')
    await page.getByRole('button', { name: 'Copiar CLABE' }).click()
    await page.getByRole('button', { name: 'Copiado' }).waitFor()
    assert.equal(String(await page.evaluate('window.copied')).replaceAll(/\s/g, ''), row.network_reference)
    await close()
  })

  test('without scripts the page is complete: steps, digits, each bank’s steps, language, PDF, a way to refresh', async () => {
    const { page, faults, close } = await opened(browser, { ...SIZES.phone, javaScriptEnabled: false })
    await page.goto(urls.get('a SPEI slip') ?? '')
    assert.equal(await page.locator('.steps > ol > li').count(), 4)
    assert.ok(await page.locator('.pay > .digits').isVisible())
    assert.ok(!(await page.getByRole('button', { name: 'Copiar CLABE' }).isVisible()), 'a button that can do nothing')
    assert.ok(!(await page.getByText('Esta página se actualiza sola.').isVisible()), 'it cannot keep this promise')
    assert.ok(await page.getByRole('link', { name: 'Actualizar el estado' }).isVisible())
    await page.getByText('BBVA', { exact: true }).click()
    assert.ok(await page.getByText('Entra a la app BBVA México').isVisible())
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByText('Awaiting payment').waitFor()
    assert.match((await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')) ?? '', /\.pdf\?lang=en$/)
    assert.deepEqual(faults(), [])
    await close()
  })

  test('without scripts too, the sandbox’s button pays the slip and shows the receipt', async () => {
    const row = await pending(world.service, merchant, 'spei', { network: 'sandbox-spei' })
    const { page, faults, close } = await opened(browser, { ...SIZES.phone, javaScriptEnabled: false })
    await page.goto(`${world.service.links.urlOf(row.id)}?lang=en`)
    await page.getByRole('button', { name: 'Pay now (simulated)' }).click()
    await page.getByText('Payment receipt', { exact: true }).waitFor()
    assert.equal(await page.locator('.state strong').textContent(), 'Paid')
    assert.deepEqual(faults(), [])
    await close()
  })

  test('the whole page is reached by keyboard, in reading order', async () => {
    const { page, close } = await opened(browser, SIZES.desktop)
    await page.goto(urls.get('a SPEI slip') ?? '')
    const reached: string[] = []
    for (let key = 0; key < 13; key++) {
      await page.keyboard.press('Tab')
      reached.push(String(await page.evaluate('document.activeElement.innerText.trim()')))
    }
    assert.deepEqual(reached.slice(0, 4), ['Ir al contenido', 'English', 'Copiar CLABE', 'BBVA'])
    assert.deepEqual(reached.slice(11), ['Pagar ahora (simulado)', 'Descargar PDF'])
    await close()
  })

  test('an unknown address shows a friendly page', async () => {
    const { page, close } = await opened(browser, SIZES.phone)
    const answer = await page.goto(`${new URL(urls.get('a SPEI slip') ?? '').origin}/p/unknown`)
    assert.equal(answer?.status(), 404)
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'No encontramos esta página')
    assert.deepEqual(await accessibilityFaults(page), [])
    await close()
  })
})

/** A page of its own, watched: what it logs, refuses by its policy, fails to load, or asks of another origin. */
async function opened(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({ locale: 'es-MX', timezoneId: 'Asia/Tokyo', ...options })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (hostname !== '127.0.0.1') faults.push(`asked ${hostname}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} of ${response.url()}`)
  })
  return { page, faults: () => faults, close: () => context.close() }
}

/** What axe finds serious or critical, by rule and place. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  return (await faultsOf(page)).filter((fault) => /^(serious|critical) /.test(fault))
}

/** The colours on paper that are not shades of grey. */
async function coloured(page: Page): Promise<string[]> {
  return (await page.evaluate(`[...new Set([...document.querySelectorAll('body, body *')].filter((each) => each.checkVisibility()).flatMap((each) => {
    const { color, backgroundColor, borderTopColor } = getComputedStyle(each)
    return [color, backgroundColor, borderTopColor]
  }))].filter((colour) => { const [r, g, b] = colour.match(/[\\d.]+/g); return r !== g || g !== b })`)) as string[]
}

/** What a barcode reader sees in a part of the page as it is shown. */
async function decoded(page: Page, selector: string): Promise<[string, string][]> {
  const image = await page.locator(selector).screenshot()
  const found = await readBarcodes(new Uint8Array(image), { formats: ['Code128', 'QRCode'] })
  return found.map(({ format, text }) => [format, text])
}

let counted = 0
function unique(): string {
  counted += 1
  return String(10_000_000_000_000 + counted)
}
