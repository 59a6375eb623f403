// What the console does when something of it does not work: a page that cannot be read, a clipboard that the browser refuses; and that no address breaks inside a word.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { person, sandboxShop } from '../support/fixtures/console.ts'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedConsole } from './console-visit.ts'
import { faultsOf } from './readable.ts'

describe('the console where something does not work', () => {
  const { world, visit } = visitedConsole()
  let paid: string

  before(async () => {
    const shop = sandboxShop(world()) as Merchant
    paid = (await speiVoucher(shop, { total: 150, payment: { reference: { number: 'F-1' } } })).transaction
    await payBySpei(shop, { transaction: paid })
  })

  test('an item that cannot be read has a heading, which stays while it is read again', async () => {
    const page = await visit(undefined, '/today')
    await page.locator('main h1').first().waitFor()
    const path = `**/v1/operations/${paid}`
    await page.route(path, (route) => route.fulfill({ status: 503, json: { success: false, messages: {} } }))
    await page.evaluate(`history.pushState(null, "", "/console/operations/${paid}")`)
    await page.getByRole('heading', { level: 1, name: 'No se pudo' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    // It is read again by itself: what is said stays, and so does the focus.
    const again = page.getByRole('button', { name: 'Intentar otra vez' })
    await again.focus()
    await page.waitForResponse(path)
    await page.waitForResponse(path)
    await again.and(page.locator(':focus')).waitFor()
    await page.unroute(path)
    await again.click()
    await page.getByRole('heading', { level: 1, name: '$150.00' }).waitFor()
    assert.equal(await page.locator('h1').count(), 1)
    await page.context().close()
  })

  test('where the browser refuses the clipboard, an identifier is marked and copied as before, or says so', async () => {
    const page = await visit(undefined, `/operations/${paid}`)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.evaluate(
      'navigator.clipboard.writeText = () => Promise.reject(new Error("refused")); document.execCommand = () => false; 0',
    )
    await page.getByRole('button', { name: `Copiar ${paid}` }).click()
    await page.getByText('Quedó marcado: cópialo con el teclado.').waitFor()
    assert.equal(await page.evaluate('String(getSelection())'), paid)
    await page.evaluate('document.execCommand = () => true; 0')
    await page.getByRole('button', { name: `Copiar ${paid}` }).click()
    await page.getByText('Copiado', { exact: true }).waitFor({ state: 'attached' })
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('a sign-out that the service does not hear says so', async () => {
    const shop = await world().merchant()
    const ana = await person(world(), shop, 'owner')
    const page = await visit(ana, '/trail')
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.route('**/v1/console/session', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    )
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('alert').filter({ hasText: 'No hay conexión con el servicio.' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Bitácora' }).waitFor()
    await page.unroute('**/v1/console/session')
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('the e-mail of a key breaks after its @ alone', async () => {
    const page = await visit(undefined, '/keys', { width: 1440 })
    await page.getByRole('cell', { name: 'sandbox@cobro.local' }).first().waitFor()
    // Each line of the cell begins where a part of the address begins.
    const lines =
      await page.evaluate(`[...document.querySelectorAll('td')].filter((one) => one.innerText.includes('@')).map((one) => {
      const tops = new Map()
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        for (let at = 0; at < text.length; at += 1) {
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          const { top } = range.getBoundingClientRect()
          tops.set(top, (tops.get(top) ?? '') + text.data[at])
        }
      return [...tops.values()]
    })`)
    assert.deepEqual(
      (lines as string[][]).filter((parts) => parts.slice(0, -1).some((part) => !part.endsWith('@'))),
      [],
    )
    await page.context().close()
  })
})
