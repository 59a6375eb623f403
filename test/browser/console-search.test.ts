// A search of a list by keyboard: the field keeps the focus, and a screen reader is told what was found.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { visitedShop } from './console-visit.ts'

describe('a search of the console by keyboard', () => {
  const { visit, paid, shop } = visitedShop()
  before(async () => {
    await paid(350)
    await paid(350)
    await paid(120)
    const made = await shop().post('/v1/customer', { name: 'Ana Núñez', email: 'ana@example.mx' })
    assert.equal(made.status, 200, made.text)
  })

  for (const { path, words, none } of [
    { path: '/operations', words: '350', none: 'nadaasi' },
    { path: '/customers', words: 'Ana', none: 'nadie' },
  ]) {
    test(`in ${path} the field keeps the focus, and the number is told`, async () => {
      const page = await visit(path)
      const field = page.getByRole('searchbox')
      await page.locator('tbody a').first().waitFor()
      const told = page.locator('search [role=status]')
      assert.equal(await told.textContent(), '', 'nothing is told before a search')
      await page.keyboard.press('/')
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await told.filter({ hasText: /^Se (encontró 1|encontraron 2)$/ }).waitFor({ state: 'attached' })
      assert.equal(await field.evaluate((one) => one === one.ownerDocument.activeElement), true)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(none)
      await page.keyboard.press('Enter')
      await told.filter({ hasText: 'No se encontró nada' }).waitFor({ state: 'attached' })
      // The way back has the search before, in the field too.
      await page.goBack()
      await told.filter({ hasText: /^Se / }).waitFor({ state: 'attached' })
      assert.equal(await field.inputValue(), words)
      await page.context().close()
    })
  }
})
