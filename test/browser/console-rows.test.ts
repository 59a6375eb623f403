// The rows of the console for a screen reader: buttons of one name say which row they are of.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxShop } from '../support/fixtures/console.ts'
import { speiVoucher } from '../support/fixtures/payers.ts'
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
})
