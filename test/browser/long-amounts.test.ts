// An amount of eight digits stands on one line on the narrowest phone: broken in its middle it would be read as another one.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { sandboxShop } from '../support/fixtures/console.ts'
import { openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { isTooWide } from './readable.ts'

describe('long amounts on a phone', () => {
  let world: World
  let browser: Browser
  before(async () => {
    world = await openWorld('sqlite', { BASE_URL: '' })
    await world.service.listen()
    browser = await launchBrowser()
  })
  after(async () => {
    await closeContexts(browser)
    await world?.close()
  })

  for (const width of [320, 360, 1280])
    test(`a slip and a checkout show $99,999,999.99, and the CLABE to pay into, on one line (${width} px)`, async () => {
      const made = async (path: string, body: object) => {
        const answer = await sandboxShop(world).call('POST', path, body)
        assert.equal(answer.status, 200, answer.text)
        return answer.body.result.url as string
      }
      const page = await browser.newPage({ viewport: { width, height: 740 } })
      for (const url of [
        await made('/v1/payment/spei', { total: 99_999_999.99 }),
        await made('/v1/checkout', { amount: 99_999_999.99, description: 'Maquinaria' }),
      ]) {
        await page.goto(url)
        const lines = await page.evaluate(
          '(() => { const range = document.createRange(); const amount = document.querySelector(".amount"); const text = amount.querySelector("span:not(.currency)") ?? amount.firstChild; range.selectNodeContents(text); return range.getClientRects().length })()',
        )
        assert.equal(lines, 1)
        // The groups of a CLABE are texts of their own.
        const tops = await page.evaluate(
          '(() => { const range = document.createRange(); return [...document.querySelectorAll(".digits")].map((digits) => { range.selectNodeContents(digits); return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size }) })()',
        )
        assert.deepEqual(tops, url.includes('/p/') ? [1] : [])
        assert.equal(await isTooWide(page), false)
      }
      await page.close()
    })
})
