// A refusal in a dialog of the console marks the field that it names, until the next try.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { visitedShop } from './console-visit.ts'

describe('a field that the service refuses', () => {
  const { visit } = visitedShop()

  test('is marked, and tied to the sentence that says why', async () => {
    const page = await visit('/payouts')
    await page.getByRole('button', { name: 'Cambiar la cuenta' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.locator('input[name=clabe]')
    // Its last digit does not fit the others.
    await field.fill('032180000118359710')
    await dialog.locator('button.main').click()
    await dialog.getByRole('alert').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    const why = await page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent()
    assert.equal(why, await dialog.getByRole('alert').textContent())
    await field.fill('032180000118359719')
    await dialog.locator('button.main').click()
    await dialog.getByRole('status').waitFor()
    // What was asked for is told in the place of the form, where the keyboard goes on.
    assert.equal(await dialog.getByRole('status').evaluate((one) => one === one.ownerDocument.activeElement), true)
    assert.equal(await page.locator('[aria-invalid]').count(), 0)
  })
})
