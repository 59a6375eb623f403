// The page on which a payer says where a refund goes, and the e-mails about it: readable, accessible, without a script, on a phone and a desktop.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { makeClabe } from '../../src/core/banks/clabe.ts'
import { moveClock, operationOf, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../support/fixtures/payers.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf, isTooWide } from './readable.ts'

const CLABE = makeClabe({ bank: '012', place: '180', account: '00123456789' })
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>
/** Where screenshots go; empty: none are taken. */
const SHOTS = process.env.COBRO_TEST_SHOTS ?? ''

describe('the pages and e-mails of refunds in a real browser', () => {
  let world: World
  let merchant: Merchant
  let browser: Browser

  before(async () => {
    world = await openWorld('sqlite', { BASE_URL: '' })
    await world.service.listen()
    merchant = await world.merchant('Taller Ñandú')
    await moveClock(merchant, { freeze: true })
    const { transaction } = await speiVoucher(merchant, { total: 50_000 })
    await payBySpei(merchant, { transaction })
    browser = await launchBrowser()
  })
  after(async () => {
    await closeContexts(browser)
    await world?.close()
  })

  /** A refund of cash whose payer was asked; the address of the page and the e-mail that has it. */
  const asked = async (language: 'es' | 'en') => {
    const { transaction } = await storeVoucher(merchant, { total: 1_250.5 })
    await payAtStore(merchant, { transaction })
    const email = `ana-${transaction}@example.mx`
    const answer = await merchant.post(
      `/v1/operations/${transaction}/refunds`,
      { amount: 800.25, destination: { email } },
      { 'accept-language': language },
    )
    assert.equal(answer.status, 200, answer.text)
    await world.work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox')).body.result
    const mail = messages.find((one: { recipient: string }) => one.recipient === email)
    const url = /https?:\S+\/r\/[\w-]{24}/.exec(mail.body)?.[0] ?? assert.fail(mail.body)
    return { transaction, email, url, mail, id: answer.body.result.id }
  }
  /** `isMail`: axe's rules about landmarks of pages do not hold for a letter. */
  const look = async (page: Page, name: string, isMail = false) => {
    assert.ok(!(await isTooWide(page)), `${name} is wider than the screen`)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      const grave = (await faultsOf(page)).filter((fault) => !isMail || !fault.startsWith('moderate '))
      assert.deepEqual(grave, [], `${name}, ${colorScheme}`)
    }
    if (SHOTS === '') return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: join(SHOTS, `${name.replaceAll(/\W+/g, '-')}.png`), fullPage: true })
  }
  const mailOf = async (email: string, has: RegExp) => {
    const { messages } = (await merchant.get('/v1/sandbox/mailbox')).body.result
    return (
      messages.find(
        (one: { recipient: string; body: string; subject: string }) =>
          one.recipient === email && has.test(`${one.subject} ${one.body}`),
      ) ?? assert.fail(`no e-mail to ${email}`)
    )
  }

  for (const [size, options] of Object.entries(SIZES)) {
    for (const language of ['es', 'en'] as const) {
      test(`the form, its errors and its result: ${size}, ${language}`, async () => {
        const { url, mail, email, transaction, id } = await asked(language)
        const context = await browser.newContext({ ...options, javaScriptEnabled: false })
        const plain = await context.newPage()
        await plain.goto(`${url}?lang=${language}`)
        await plain.fill('#name', 'Ana Núñez')
        await plain.fill('#clabe', `${CLABE.slice(0, -1)}1`)
        await plain.click('button[type=submit]')
        await plain.locator('#clabe[aria-invalid=true]').waitFor()
        assert.equal(await plain.inputValue('#name'), 'Ana Núñez')

        const seen = await browser.newContext(options)
        const page = await seen.newPage()
        const name = (what: string) => `${what} ${size} ${language}`
        await page.goto(`${url}?lang=${language}`)
        assert.ok(await page.getByText('$800.25').isVisible())
        await look(page, name('asks'))
        await page.fill('#clabe', '123')
        await page.click('button[type=submit]')
        await page.locator('.fault').nth(1).waitFor()
        assert.equal(await page.locator('.fault').count(), 2)
        await look(page, name('faults'))
        await plain.fill('#clabe', `${CLABE.slice(0, 3)} ${CLABE.slice(3)}`)
        await plain.click('button[type=submit]')
        await plain.locator('main[data-state=given]').waitFor()
        await page.goto(`${url}?lang=${language}`)
        await look(page, name('given'))
        await world.work()
        await page.goto(`${url}?lang=${language}`)
        assert.equal(await page.getAttribute('main', 'data-state'), 'settled')
        await look(page, name('settled'))
        await page.goto(`${(await operationOf(merchant, transaction)).url}?lang=${language}`)
        await look(page, name('receipt'))

        // A page of its own: what was opened before would not let its styles in.
        const letter = await seen.newPage()
        await letter.setContent(mail.html)
        await look(letter, name('mail asks'), true)
        await world.work()
        const receipt = await mailOf(email, language === 'es' ? /devuelto en parte/i : /partly refunded/i)
        await letter.setContent(receipt.html)
        await look(letter, name('mail receipt'), true)
        assert.equal((await merchant.get(`/v1/refunds/${id}`)).body.result.status, 'settled')

        const late = await asked(language)
        await merchant.post(`/v1/refunds/${late.id}/cancel`, {})
        await page.goto(`${late.url}?lang=${language}`)
        assert.equal(await page.getAttribute('main', 'data-state'), 'over')
        await look(page, name('over'))
        await context.close()
        await seen.close()
      })
    }
  }
})
