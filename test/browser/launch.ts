// The real browser of the browser tests.
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium as driver } from 'playwright-core'

let launched: Promise<Browser> | undefined
after(async () => (await launched)?.close())

/** The browser of this process: its files run one after another, each in contexts of its own. */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch()
  return launched
}

/** Closes what a file has opened. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close()
}

async function launch(): Promise<Browser> {
  const browser = await driver.launch({ executablePath: await chromium.executablePath(), args: ARGS, headless: true })
  eachContext(browser, async (context) => context.setDefaultTimeout(LIMIT_MS))
  if (SLOW_MS > 0 || SLOWER > 1) eachContext(browser, slowDown)
  return browser
}

/**
 * Its sandbox needs rights that a test has not. Pages are drawn by the processor, without a simulated graphics card: half the work. What
 * the package proposes would also switch off the rules between sites, and end the browser with the first page that is closed.
 */
const ARGS = ['--headless=shell', '--no-sandbox', '--disable-gpu', '--disable-software-rasterizer', '--in-process-gpu']

/** How long a test waits for what a person sees: a busy machine may take longer than the browser's driver would wait. */
const LIMIT_MS = 120_000

/** Does it with every context, also with those of single pages. */
function eachContext(browser: Browser, work: (context: BrowserContext) => Promise<void>): void {
  const opened = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await opened(options)
    await work(context)
    return context
  }
  browser.newPage = async (options) => (await (browser.newContext(options) as Promise<BrowserContext>)).newPage()
}

/** Every answer to a page comes this much later (up to): a test that relies on a quick service is then red. */
const SLOW_MS = Number(process.env.COBRO_TEST_SLOW_PAGES ?? 0)
/** How many times slower a page works: a test that relies on a quick machine is then red. */
const SLOWER = Number(process.env.COBRO_TEST_SLOWER_PAGES ?? 1)

async function slowDown(context: BrowserContext): Promise<void> {
  if (SLOWER > 1) {
    context.on('page', async (page) => {
      // A page that is gone again needs none.
      const session = await context.newCDPSession(page).catch(() => undefined)
      await session?.send('Emulation.setCPUThrottlingRate', { rate: SLOWER }).catch(() => {})
    })
  }
  if (SLOW_MS > 0) {
    await context.route('**/*', async (route) => {
      await pause(SLOW_MS * Math.random())
      await route.continue().catch(() => {})
    })
  }
}
