// An authorised payment at the console: what was authorised, until when it is held, what was captured of it, and that a released one brought no money.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { APPROVED, payByCard } from '../support/fixtures/charges.ts'
import { sandboxShop } from '../support/fixtures/console.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'

describe('an authorised payment at the console', () => {
  const { world, baseUrl, browser } = visitedService()
  let page: Page

  before(async () => {
    page = await (await browser().newContext({ locale: 'es-MX' })).newPage()
  })

  async function authorised(): Promise<void> {
    const shop = sandboxShop(world()) as Merchant
    const { body, text } = await payByCard(world(), shop, APPROVED, { capture: false })
    assert.ok(body.success, text)
    await page.goto(`${baseUrl()}/console/operations/${body.result.token}`)
  }

  const fact = (name: string) => page.locator('.fact').filter({ hasText: name }).locator('dd')

  test('says until when it is held, and after a capture in part what was authorised', async () => {
    await authorised()
    await fact('Se aparta hasta')
      .filter({ hasText: /20\d\d/ })
      .waitFor()
    await fact('Tarjeta').filter({ hasText: 'Visa •4242' }).waitFor()
    await page.getByRole('button', { name: 'Capturar' }).click()
    await page.getByLabel('Monto').fill('60')
    await page.getByRole('button', { name: 'Sí, capturar $60.00' }).click()
    await page.locator('[data-figure=gross]', { hasText: '$60.00' }).waitFor()
    await fact('Autorizado').filter({ hasText: '$100.00' }).waitFor()
    await page.locator('li', { hasText: 'Se creó' }).filter({ hasText: '$100.00' }).waitFor()
    assert.equal(await fact('Se aparta hasta').count(), 0)
  })

  test('that is released brought no money', async () => {
    await authorised()
    await page.getByRole('button', { name: 'Liberar' }).click()
    await page.getByRole('button', { name: 'Sí, liberar' }).click()
    await page.getByText('Se canceló antes de cobrarse: no entró dinero.').waitFor()
    assert.equal(await page.locator('[data-figure=net]').count(), 0)
  })
})
