// The reference of the calls in a real browser: everybody can read it, and a newcomer seals a card on it and is paid.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf } from './readable.ts'

const pictures = process.env.COBRO_TEST_PICTURES
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1280, height: 900 } }
const authorization = `Basic ${btoa(`${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}`)}`

describe('the reference of the calls', () => {
  let world: World
  let baseUrl: string
  let browser: Browser

  before(async () => {
    world = await openWorld('sqlite', { BASE_URL: '' })
    baseUrl = await world.service.listen()
    browser = await launchBrowser()
  })

  after(async () => {
    await closeContexts(browser)
    await world?.service.close()
  })

  /** A page that notes whatever the browser complains of, and whatever it asks of another origin. */
  async function visit(path: string, options: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      if (/^(https?|wss?):/.test(request.url()) && !request.url().startsWith(baseUrl)) complaints.push(request.url())
    })
    await page.goto(`${baseUrl}${path}`, { waitUntil: 'load' })
    return { page, complaints }
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/reference-${name}.png` })
  }

  for (const [name, options, heading] of [
    ['desktop-light-es', { ...DESKTOP, locale: 'es-MX', colorScheme: 'light' }, 'Todas las llamadas'],
    ['phone-dark-en', { ...PHONE, locale: 'en-US', colorScheme: 'dark' }, 'Every call'],
  ] as const) {
    test(`is accessible, and fits the screen: ${name}`, async () => {
      const { page, complaints } = await visit('/docs', options)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      const marks = await page.evaluate('getComputedStyle(document.querySelector("main ul.calls")).listStyleType')
      assert.equal(marks, 'none')
      assert.deepEqual(await faultsOf(page), [])
      assert.equal(
        await page.evaluate('Math.max(innerWidth, document.documentElement.scrollWidth)'),
        options.viewport.width,
      )
      await picture(page, `index-${name}`)
      for (const call of ['createCardPayment', 'listOperations']) {
        await page.goto(`${baseUrl}/docs/calls/${call}`)
        await page.locator('#command-curl').filter({ hasText: 'curl' }).waitFor({ state: 'attached' })
        await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
        assert.deepEqual(await faultsOf(page), [], call)
        assert.equal(
          await page.evaluate('Math.max(innerWidth, document.documentElement.scrollWidth)'),
          options.viewport.width,
          call,
        )
        await picture(page, `${call}-${name}`)
      }
      assert.deepEqual(complaints, [])
      await page.context().close()
    })
  }

  test('a card is sealed on the page, and the payment that it sends is found by the API', async () => {
    const { page, complaints } = await visit('/docs?lang=en', { ...DESKTOP, locale: 'es-MX' })
    await page.getByLabel('Find a call').fill('pay by card')
    await page.getByText('Calls: 1', { exact: true }).waitFor()
    await page.locator('main').getByRole('link', { name: 'Pay by card' }).click()
    await page.getByRole('heading', { name: 'Pay by card' }).waitFor()
    assert.equal(await page.getByLabel('Idempotency-Key').inputValue(), '')
    assert.equal(await page.getByLabel('Idempotency-Key').getAttribute('placeholder'), null)
    assert.equal(await page.getByRole('textbox', { name: 'Body' }).inputValue(), '')

    await page.getByLabel('Amount in pesos').fill('321.50')
    await page.getByLabel('What the payer reads').fill('From the reference')
    await page.getByRole('button', { name: 'Seal the card' }).click()
    await page.getByText('the body is sealed').waitFor()
    const sealed = await page.getByRole('textbox', { name: 'Body' }).inputValue()
    assert.deepEqual(Object.keys(JSON.parse(sealed)), ['key', 'data'])
    assert.ok(!sealed.includes('4242'))

    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Answer: 200' }).waitFor()
    const [paid] = JSON.parse(String(await page.locator('#answer pre').textContent())).result.operations
    const found = await world.send({
      method: 'GET',
      url: `/v1/operations/${paid.transaction}`,
      headers: { authorization },
    })
    assert.equal(found.status, 200)
    const { total, reference, status } = JSON.parse(found.text).result
    assert.deepEqual([total.amount, reference.description, status], ['321.50', 'From the reference', 'N'])
    assert.deepEqual(await faultsOf(page), [])
    await picture(page, 'paid')
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('a session’s token pays instead of the key and its secret', async () => {
    const login = await world.send({ method: 'POST', url: '/v1/auth/login/application', headers: { authorization } })
    const { token } = JSON.parse(login.text).connection
    const { page, complaints } = await visit('/docs/calls/createCardPayment?lang=en', DESKTOP)
    for (const name of ['app_key', 'app_secret']) await page.locator('form#call').getByLabel(name).fill('')
    await page.getByText('With a token of a session').click()
    await page.getByLabel('token', { exact: true }).fill(token)
    await page.getByRole('button', { name: 'Seal the card' }).click()
    await page.getByText('the body is sealed').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Answer: 200' }).waitFor()
    assert.match(String(await page.locator('#command-curl').textContent()), /-H 'Authorization: Bearer [^']+'/)
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('the example of a call works unchanged', async () => {
    const { page, complaints } = await visit('/docs/calls/createStoreVoucher?lang=es', DESKTOP)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByRole('heading', { name: 'Respuesta: 200' }).waitFor()
    assert.match(String(await page.locator('#answer pre').textContent()), /short_id/)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('every call of the description has its page, in both languages; no other page exists', async () => {
    const { paths, tags } = JSON.parse((await world.send({ method: 'GET', url: '/openapi.json' })).text)
    const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    assert.ok(ids.length > 100)
    const index = (await world.send({ method: 'GET', url: '/docs?lang=es' })).text
    for (const [at, id] of ids.entries()) {
      assert.ok(index.includes(`/docs/calls/${id}?lang=es`), id)
      const language = at % 2 === 0 ? 'es' : 'en'
      const { status, text } = await world.send({ method: 'GET', url: `/docs/calls/${id}?lang=${language}` })
      assert.equal(status, 200, id)
      assert.match(text, new RegExp(`^<!doctype html>\n<html lang="${language}">`), id)
      assert.ok(!text.includes('undefined<') && !text.includes('[object Object]'), id)
    }
    assert.ok(tags.length > 10)
    assert.equal((await world.send({ method: 'GET', url: '/docs/json' })).status, 302)
    assert.equal((await world.send({ method: 'GET', url: '/docs/calls/nothing' })).status, 404)
    assert.equal((await world.send({ method: 'GET', url: '/docs/assets/..%2freference.css' })).status, 404)
  })
})

test('where other machines can see the sandbox, no credential is filled in', async () => {
  const world = await openWorld('sqlite', { HOST: '0.0.0.0' })
  const { text } = await world.send({ method: 'GET', url: '/docs/calls/createCardPayment' })
  assert.match(text, /id="app-secret"/)
  for (const own of [SANDBOX_ACCOUNT.appKey, `value="${SANDBOX_ACCOUNT.secret}"`]) assert.ok(!text.includes(own), own)
  await world.service.close()
})
