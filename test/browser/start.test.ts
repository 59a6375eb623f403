// What a newcomer opens first, in a real browser: the sandbox's first page and where its links lead.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { eventually } from '../support/fixtures/receiver.ts'
import { openWorld } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

const pictures = process.env.COBRO_TEST_PICTURES

describe('a newcomer with a browser', () => {
  const { baseUrl, browser } = visitedService()

  async function visit(path: string, options: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser().newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(baseUrl())) complaints.push(request.url())
    })
    await page.goto(`${baseUrl()}${path}`, { waitUntil: 'networkidle' })
    return { page, complaints }
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/start-${name}.png`, fullPage: true })
  }

  /** Waits for the page of this title: until it is there, the page before is still shown. */
  async function titled(page: Page, title: RegExp): Promise<void> {
    // Asked between two pages, it has none.
    await eventually(async () => title.test(await page.title().catch(() => '')))
    await page.waitForLoadState('networkidle')
  }

  for (const [size, options] of Object.entries(SIZES)) {
    for (const [locale, heading, copy, done] of [
      ['es-MX', 'Tu sandbox de pagos está en marcha', 'Copiar', 'Copiado'],
      ['en-US', 'Your payment sandbox is running', 'Copy', 'Copied'],
    ] as const) {
      test(`the printed address opens on a ${size} in ${locale}, fits the screen, and is accessible`, async () => {
        const { page, complaints } = await visit('/', { ...options, locale })
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
        assert.equal(await isTooWide(page), false)
        assert.deepEqual(await faultsOf(page), [])
        await picture(page, `${size}-${locale}`)

        await page.getByRole('button', { name: copy }).click()
        await page.getByRole('button', { name: done }).waitFor()
        const copied = String(await page.evaluate('navigator.clipboard.readText()'))
        assert.ok(copied.includes(`${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}`))
        const [body, address] = [/-d '(.+)'/.exec(copied)?.[1] ?? '', /https?:\S+$/.exec(copied)?.[0] ?? '']
        const answer = await fetch(address, {
          method: 'POST',
          headers: {
            authorization: `Basic ${btoa(`${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}`)}`,
            'content-type': 'application/json',
          },
          body,
        })
        assert.equal(answer.status, 200)
        assert.deepEqual(complaints, [])
        await page.context().close()
      })
    }
  }

  test('its links open, and the language can be changed', async () => {
    const { page, complaints } = await visit('/', { ...SIZES.desktop, locale: 'es-MX', colorScheme: 'dark' })
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Your payment sandbox is running' }).waitFor()
    for (const [link, title] of [
      [/^Console/, /^Today · Cobro/],
      [/^Documentation/, /Every call · Cobro/],
      [/^Example shop/, /Example shop/],
      [/^Test mailbox/, /^Sandbox mailbox/],
    ] as const) {
      await page.locator('.entries').getByRole('link', { name: link }).click()
      await titled(page, title)
      await page.goBack()
      await page.getByRole('heading', { name: 'Your payment sandbox is running' }).waitFor()
    }
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('every page but the payers’ has the same links, marks its own, and keeps the language of the previous page', async () => {
    const { page, complaints } = await visit('/?lang=en', { ...SIZES.desktop, locale: 'es-MX' })
    const links = [
      ['Guides', '/docs/pages', /^Documentation/],
      ['Calls', '/docs', /^Every call/],
      ['Shop', '/demo', /^Example shop/],
      ['Mailbox', '/mailbox', /^Sandbox mailbox/],
    ] as const
    for (const [name, path, title] of links) {
      const bar = page.getByRole('navigation', { name: 'Pages' })
      assert.deepEqual(await bar.getByRole('link').allTextContents(), ['Guides', 'Calls', 'Console', 'Shop', 'Mailbox'])
      await bar.getByRole('link', { name }).click()
      await titled(page, title)
      assert.equal(new URL(page.url()).pathname, path)
      assert.equal(await page.locator('.site [aria-current=page]').textContent(), name)
      assert.deepEqual(await faultsOf(page), [], name)
    }
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Console' }).click()
    const more = page.getByRole('navigation', { name: 'More pages' })
    await more.getByRole('link', { name: 'Calls' }).waitFor()
    assert.deepEqual(await more.getByRole('link').allTextContents(), ['Guides', 'Calls', 'Shop', 'Mailbox'])
    await more.getByRole('link', { name: 'Calls' }).click()
    await page.getByRole('heading', { name: 'Every call', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Español' }).click()
    await page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Consola' }).click()
    await page.getByRole('navigation', { name: 'Más páginas' }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('no page asks for HTTPS where the service speaks HTTP: on another machine of the network it would stay blank', async () => {
    for (const path of ['/', '/docs', '/demo', '/mailbox']) {
      const { headers } = await fetch(`${baseUrl()}${path}`)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, path)
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /upgrade-insecure-requests/, path)
    }
  })
})

describe('a sandbox that other machines can see', () => {
  test('shows how to open an account, and no data of its own', async () => {
    const world = await openWorld('sqlite', { HOST: '0.0.0.0' })
    const { status, text } = await world.send({ method: 'GET', url: '/' })
    assert.equal(status, 200)
    assert.match(text, /accounts open/)
    for (const own of [SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.publishableKey, '/demo?', '/mailbox']) {
      assert.ok(!text.includes(own), own)
    }
    assert.equal((await world.send({ method: 'GET', url: '/demo' })).status, 404)
    await world.close()
  })
})
