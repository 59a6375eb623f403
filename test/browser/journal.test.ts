// The journal at the console: lines of a range of days and of one account, page by page, and the codes of the accounts, changed and shown.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sandboxShop } from '../support/fixtures/console.ts'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES

describe('the journal at the console', () => {
  const { world, visit } = visitedService()
  let shop: Merchant

  before(async () => {
    shop = sandboxShop(world()) as Merchant
    // Four lines each: more than a page of 50.
    for (let n = 0; n < 14; n += 1)
      await payBySpei(shop, { transaction: (await speiVoucher(shop, { total: 150 + n })).transaction })
  })

  async function isClean(page: Page, name: string): Promise<void> {
    if (pictures) {
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
    }
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(await isTooWide(page), false)
  }

  const journal = async (query: string) => {
    const answer = await shop.get(`/v1/ledger/journal?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  const lines = (page: Page) => page.locator('section.card').first().locator('tbody tr')

  for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`pages and filters have the lines of the API, from the keyboard too (${size})`, async () => {
      const page = await visit('/today', { viewport })
      await page.locator('main h1').waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('j')
      await page.waitForURL('**/journal')
      await lines(page).nth(49).waitFor()
      assert.equal(await lines(page).count(), 50)
      await isClean(page, `journal-${size}`)
      await page.getByRole('link', { name: 'Siguientes' }).click()
      const all = (await journal('limit=500&sides=merchant')).lines
      await lines(page)
        .nth(all.length - 50)
        .waitFor({ state: 'detached' })
      assert.equal(await lines(page).count(), all.length - 50)
      await page.getByRole('link', { name: 'Desde el principio' }).click()
      await lines(page).nth(49).waitFor()
      await page.getByRole('combobox', { name: 'Cuenta' }).selectOption('income:fees')
      await page.waitForURL('**/journal?account=income%3Afees')
      const fees = (await journal('account=income:fees&sides=merchant')).lines
      await lines(page).nth(fees.length).waitFor({ state: 'detached' })
      assert.equal(await lines(page).count(), fees.length)
      await lines(page).first().getByText(`$${fees[0].debit}`).waitFor()
      await page.getByRole('combobox', { name: 'Lados' }).selectOption('service')
      await page.waitForURL('**/journal?account=income%3Afees&sides=service')
      await page.getByLabel('Hasta').fill('2026-01-31')
      await page.getByLabel('Desde').fill('2026-01-01')
      await page.waitForURL('**start_date=2026-01-01**')
      await page.getByRole('heading', { name: 'Nada se asentó en estos días' }).waitFor()
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('heading', { name: 'Nothing was posted on these days' }).waitFor()
      await isClean(page, `journal-empty-${size}`)
      await page.context().close()
    })
  }

  test('the codes of the accounts are changed, and the journal has them', async () => {
    const page = await visit('/journal', { viewport: PHONE })
    await lines(page).first().waitFor()
    await page.getByRole('button', { name: 'Cambiar claves' }).click()
    const dialog = page.getByRole('dialog')
    const group = dialog.getByRole('group', { name: 'Tu saldo' })
    await group.getByLabel('Clave').fill('1107-005')
    await group.getByLabel('Nombre').fill('Cobro, por liquidar')
    await isClean(page, 'journal-chart')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await lines(page).filter({ hasText: '1107-005' }).first().waitFor()
    const { accounts } = (await shop.get('/v1/ledger/chart')).body.result
    const changed = accounts.filter((one: { default: boolean }) => !one.default)
    assert.deepEqual(changed, [
      { account: 'payable:merchant', code: '1107-005', name: 'Cobro, por liquidar', default: false },
    ])
    // Emptied, it has its default again.
    await page.getByRole('button', { name: 'Cambiar claves' }).click()
    await group.getByLabel('Clave').fill('')
    await group.getByLabel('Nombre').fill('')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await lines(page).filter({ hasText: '107.05' }).first().waitFor()
    assert.ok(
      (await shop.get('/v1/ledger/chart')).body.result.accounts.every((one: { default: boolean }) => one.default),
    )
    await page.context().close()
  })

  test('the file of the journal has the lines of the filter', async () => {
    const page = await visit('/journal?account=income%3Afees', { viewport: DESKTOP })
    await lines(page).first().waitFor()
    await page.getByRole('button', { name: 'Exportar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Formato').selectOption('csv')
    await dialog.getByRole('button', { name: 'Preparar archivo' }).click()
    const coming = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Descargar CSV' }).click()
    const file = await (await coming).createReadStream()
    const text = (await Array.fromAsync(file)).join('')
    assert.equal(text.trim().split('\r\n').length, 1 + (await journal('account=income:fees')).lines.length)
    await page.context().close()
  })

  test('the short code of an account takes no room of the amounts beside it', async () => {
    const page = await visit('/journal?account=payable:merchant', { viewport: { width: 1280, height: 800 } })
    const code = lines(page).first().locator('code').first()
    await code.waitFor()
    const [its, beside] = await Promise.all([
      code.boundingBox(),
      page.locator('th', { hasText: 'Clave' }).first().boundingBox(),
    ])
    assert.ok(its && beside && its.width < 96 && beside.width < 96, `${its?.width}, ${beside?.width}`)
    await page.close()
  })
})
