// What a real browser sends from a page of another site, with a credential that it remembers, changes nothing.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { basic, openWorld } from '../support/harness/world.ts'
import { operationIn } from '../support/model/operation-rows.ts'
import { closeContexts, launchBrowser } from './launch.ts'

test('an image, a frame, a script and a link of another page do not reverse a payment; a typed address does', async () => {
  const world = await openWorld('sqlite', { BASE_URL: '' })
  const baseUrl = await world.service.listen()
  const merchant = await world.merchant()
  const owner = { account_id: merchant.accountId, operator: merchant.operator }
  const { id } = await operationIn(world.service, owner, 'paid')
  const reversal = `${baseUrl}/v1/operations/apply-reversal/${id}`
  const other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`
      <img src="${reversal}"><iframe src="${reversal}"></iframe><link rel="stylesheet" href="${reversal}"><script src="${reversal}"></script>
      <script>fetch('${reversal}', {method: 'POST', mode: 'no-cors', credentials: 'include'})</script><a href="${reversal}">Ver</a>`)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  try {
    // Stands for a credential that the person typed once and the browser adds from then on.
    const context = await browser.newContext({
      extraHTTPHeaders: { authorization: basic(merchant.appKey, merchant.secret) },
    })
    const page = await context.newPage()
    // The browser does not show a page every answer of another site, but it asks.
    let asked = 0
    page.on('request', (request) => {
      if (request.url() === reversal) asked += 1
    })
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.url() === reversal) statuses.push(response.status())
    })
    const state = async () => (await merchant.get(`/v1/operations/${id}`)).body.result.status
    const { port } = other.address() as AddressInfo
    // A sibling by its address, and another site by its name.
    for (const host of ['127.0.0.1', 'localhost']) {
      asked = 0
      statuses.length = 0
      await page.goto(`http://${host}:${port}`, { waitUntil: 'networkidle' })
      await page.getByRole('link').click()
      await page.waitForURL(reversal)
      assert.ok(asked >= 5, `${host}: ${asked} requests`)
      assert.deepEqual([...new Set(statuses)], [403], host)
      assert.equal(await state(), 'N', host)
    }
    await page.goto('about:blank')
    await page.goto(reversal)
    assert.equal(await state(), 'C')
  } finally {
    await closeContexts(browser)
    other.close()
    await world.service.close()
  }
})
