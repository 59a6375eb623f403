// A console of its own in the browser of the tests, visited by the people of a story.
import { after, before } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { bundleConsole } from '../../scripts/bundle-console.js'
import { type SignedIn, sandboxShop } from '../support/fixtures/console.ts'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'

interface VisitedConsole {
  world(): World
  /** Opens a page of the console; without a person as the sandbox’s own account, as on this machine. */
  visit(
    who: SignedIn | undefined,
    path: string,
    options?: { locale?: string; width?: number; height?: number },
  ): Promise<Page>
}

/** Opens a service with its console, and a browser, before the tests of the present suite, and closes them after these. */
export function visitedService(settings: Record<string, string> = {}): {
  world(): World
  baseUrl(): string
  browser(): Browser
  visit(path: string, options?: BrowserContextOptions): Promise<Page>
} {
  let world: World
  let baseUrl: string
  let browser: Browser

  before(async () => {
    await bundleConsole()
    world = await openWorld('sqlite', { BASE_URL: '', ...settings })
    // It may listen on all addresses.
    baseUrl = (await world.service.listen()).replace('0.0.0.0', '127.0.0.1')
    browser = await launchBrowser()
  })
  after(async () => {
    await closeContexts(browser)
    await world?.close()
  })

  /** Opens a page of the console as the sandbox’s own account, in Spanish at a desk. */
  const visit = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ locale: 'es-MX', viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    await page.goto(`${baseUrl}/console${path}`)
    return page
  }
  return { world: () => world, baseUrl: () => baseUrl, browser: () => browser, visit }
}

/** The same, with what its own shop is paid by SPEI and gives back. */
export function visitedShop() {
  const visited = visitedService()
  let shop: Merchant
  before(async () => {
    shop = sandboxShop(visited.world()) as Merchant
  })
  return {
    ...visited,
    shop: () => shop,
    /** The operation of a payment of so many pesos. */
    paid: async (total: number): Promise<string> => {
      const { transaction } = await speiVoucher(shop, { total })
      await payBySpei(shop, { transaction })
      return transaction
    },
    refundsOf: async (id: string) => (await shop.get(`/v1/operations/${id}/refunds`)).body.result.refunds,
  }
}

export function visitedConsole(): VisitedConsole {
  const { world, baseUrl, browser } = visitedService()
  return {
    world,
    visit: async (who, path, { locale = 'es-MX', width = 1280, height = 900 } = {}) => {
      const context = await browser().newContext({ locale, viewport: { width, height } })
      const [name = '', value = ''] = who?.cookie.split('=') ?? []
      if (who !== undefined) await context.addCookies([{ name, value, url: baseUrl() }])
      const page = await context.newPage()
      await page.goto(`${baseUrl()}/console${path}`)
      return page
    },
  }
}
