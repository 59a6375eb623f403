// The real browser of the browser tests.
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

export async function launchBrowser(): Promise<Browser> {
  return driver.launch({
    executablePath: await chromium.executablePath(),
    // In one process with its pages, the browser would end with the first page that is closed.
    args: [...chromium.args.filter((each) => each !== '--single-process'), '--no-sandbox'],
    headless: true,
  })
}
