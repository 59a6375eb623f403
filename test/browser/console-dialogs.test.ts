// Where a person goes on in a dialog that opens: at the first empty field, and never where one press of Enter too many changes something.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { visitedShop } from './console-visit.ts'
import { faultsOf } from './readable.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

describe('a dialog of the console', () => {
  const { visit, paid, refundsOf } = visitedShop()

  const opened = async (page: Page, name: string) => {
    const button = page.locator('main').getByRole('button', { name, exact: true }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    return dialog
  }
  const focused = (page: Page) => page.evaluate('document.activeElement.name ?? document.activeElement.localName')

  test('begins at its first field that has to be filled', async () => {
    const page = await visit('/people')
    const dialog = await opened(page, 'Invitar')
    assert.equal(await focused(page), 'name')
    // One press of Enter too many sends nothing.
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('begins at its text where all is filled: Enter alone changes nothing', async () => {
    const operation = await paid(280)
    const page = await visit(`/operations/${operation}`)
    const dialog = await opened(page, 'Devolver')
    assert.equal(await focused(page), 'dialog')
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    assert.deepEqual(await refundsOf(operation), [])
    await page.context().close()
  })

  test('begins at its text at a touch screen, whose keyboard would hide it', async () => {
    const page = await visit('/people', PHONE)
    await opened(page, 'Invitar')
    assert.equal(await focused(page), 'dialog')
    await page.context().close()
  })
})
