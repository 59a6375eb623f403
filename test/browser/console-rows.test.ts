// The rows of the console for a screen reader: buttons and links of one name say which row they are of.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxShop } from '../support/fixtures/console.ts'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf } from './readable.ts'

describe('the rows of the console', () => {
  const { world, visit } = visitedService()

  test('a button in a row is described by what the row is about, on every width', async () => {
    const shop = sandboxShop(world()) as Merchant
    for (const [total, number] of [
      [300, 'F-1'],
      [200, 'F-2'],
    ] as const)
      await speiVoucher(shop, { total, payment: { reference: { number, description: 'Café' } } })
    for (const width of [360, 1280]) {
      const page = await visit('/vouchers', { viewport: { width, height: 800 } })
      await page.getByRole('button', { name: 'Mandar ficha' }).nth(1).waitFor()
      const told = (await page.evaluate(
        `[...document.querySelectorAll('main td button')].map((one) => one.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' | ')).sort()`,
      )) as string[]
      assert.deepEqual(told, ['$200.00 | Café · F-2 | SPEI', '$300.00 | Café · F-1 | SPEI'])
      assert.deepEqual(await faultsOf(page), [])
      await page.context().close()
    }
  })

  test('of the links of a list, two that a screen reader calls the same lead to the same place', async () => {
    const shop = sandboxShop(world()) as Merchant
    // Equal payments of different orders, and two people of one name.
    for (const number of ['N-1', 'N-2', 'N-3']) {
      const { transaction } = await speiVoucher(shop, { total: 150, payment: { reference: { number } } })
      if (number !== 'N-3') await payBySpei(shop, { transaction })
    }
    for (const number of ['N-4', 'N-5']) await speiVoucher(shop, { total: 150, payment: { reference: { number } } })
    const twoOfOneName = () =>
      Promise.all(
        ['juan@example.mx', 'otro@example.mx'].map((email) => shop.post('/v1/customer', { name: 'Juan Pérez', email })),
      )
    for (const path of ['/operations', '/vouchers', '/journal', '/webhooks', '/customers']) {
      if (path === '/customers') await twoOfOneName()
      const page = await visit(path)
      await page.locator('main td a').nth(1).waitFor()
      const device = await page.context().newCDPSession(page)
      const { nodes } = await device.send('Accessibility.getFullAXTree')
      const places = new Map<string, Set<string>>()
      for (const { role, name, properties } of nodes) {
        const url = String(properties?.find((one) => String(one.name) === 'url')?.value.value ?? '')
        if (role?.value !== 'link' || !/\/[a-z_]*[0-9a-f-]{20,}|_[0-9a-z]{20,}/.test(url)) continue
        places.set(name?.value, (places.get(name?.value) ?? new Set()).add(url))
      }
      assert.ok(places.size > 1, `${path}: ${places.size} links`)
      assert.deepEqual(
        [...places].filter(([, urls]) => urls.size > 1).map(([name]) => `${path}: ${name}`),
        [],
      )
      assert.deepEqual(await faultsOf(page), [])
      await page.context().close()
    }
  })
})
