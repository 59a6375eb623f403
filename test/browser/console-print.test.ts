// Pages of the console on paper, also by night: black on white, no navigation, nothing that only a screen can use, and nothing cut off.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sandboxShop } from '../support/fixtures/console.ts'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedConsole } from './console-visit.ts'
import { isTooWide } from './readable.ts'

/** What a sheet of letter paper has between its margins. */
const SHEET = { width: 726, height: 950 }

describe('the console on paper', () => {
  const { world, visit } = visitedConsole()
  let paid: string

  before(async () => {
    const shop = sandboxShop(world()) as Merchant
    paid = (await speiVoucher(shop, { total: 1_250, payment: { reference: { description: 'Pastel', number: 'P-1' } } }))
      .transaction
    await payBySpei(shop, { transaction: paid })
    await shop.call('PUT', '/v1/sandbox/clock', { advance: 'P2D' })
    await world().work()
  })

  test('is white, has no navigation and no buttons, and is not cut off', async () => {
    const page = await visit(undefined, '/today', SHEET)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const faults: string[] = []
    for (const view of ['today', `operations/${paid}`, 'operations', 'payouts', 'reports', 'journal']) {
      await page.evaluate(`history.pushState(null, "", "/console/${view}")`)
      await page.locator('main h1').first().waitFor()
      await page.locator('.bones').first().waitFor({ state: 'detached' })
      faults.push(...(await faultsOnPaper(page)).map((fault) => `${view}: ${fault}`))
      if (await isTooWide(page)) faults.push(`${view} is too wide`)
    }
    assert.deepEqual(faults, [])
    // Whose it is stays.
    await page.locator('.bar .account').waitFor()
    await page.context().close()
  })
})

async function faultsOnPaper(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const faults = []
    const seen = (one) => one.checkVisibility()
    for (const one of document.querySelectorAll('.side, .skip, .content > aside, .bar a, .bar button, main button:not(th button), main .head input'))
      if (seen(one)) faults.push('to be seen: ' + one.outerHTML.slice(0, 80))
    const light = (colour) => Math.min(...colour.match(/\\d+/g).slice(0, 3).map(Number))
    for (const one of [document.body, ...document.querySelectorAll('.card, h1, td, .bar')]) {
      const { backgroundColor, color } = getComputedStyle(one)
      const clear = backgroundColor === 'rgba(0, 0, 0, 0)'
      if (!clear && light(backgroundColor) < 255) faults.push('dark paper: ' + one.outerHTML.slice(0, 80))
      if (light(color) > 120) faults.push('light ink: ' + one.outerHTML.slice(0, 80))
    }
    for (const one of document.querySelectorAll('.table'))
      if (getComputedStyle(one).overflowX !== 'visible') faults.push('a table that scrolls')
    return faults
  })()`)) as string[]
}
