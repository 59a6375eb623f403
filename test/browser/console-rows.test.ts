// The rows of the console for a screen reader: buttons and links of one name say which row they are of.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tokenFor } from '../support/fixtures/cards.ts'
import { APPROVED } from '../support/fixtures/charges.ts'
import { sandboxShop } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { payAtStore, payBySpei, speiVoucher, storeVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const VIEWS = ['operations', 'disputes', 'subscriptions', 'keys', 'journal', 'customers', 'refunds', 'plans']

describe('the rows of the console', () => {
  const { world, baseUrl, visit } = visitedService()

  test('a button in a row is described by what the row is about, on every width', async () => {
    const shop = sandboxShop(world()) as Merchant
    for (const [total, number] of [
      [300, 'F-1'],
      [200, 'F-2'],
    ] as const)
      await speiVoucher(shop, { total, payment: { reference: { number, description: 'Café' } } })
    for (const width of [360, 1280]) {
      const page = await visit('/vouchers', { viewport: { width, height: 800 } })
      await page.getByRole('button', { name: 'Enviar ficha' }).nth(1).waitFor()
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

  test('no list is wider than the screen, on a tablet, a small laptop and a desk, in both languages', async () => {
    const shop = sandboxShop(world()) as Merchant
    const customer = (await shop.post('/v1/customer', { name: 'María José Peña Gutiérrez', email: 'mj@example.mx' }))
      .body.result
    const plan = (await shop.post('/v1/plan', { name: 'Club de café', amount: 1_299, period: 'week' })).body.result
    const token = await tokenFor(world(), shop, APPROVED)
    const card = (await shop.post(`/v1/customer/${customer.id}/cards`, { token })).body.result
    assert.equal(
      (await shop.post(`/v1/plan/${plan.id}/customers`, { customer: customer.id, card: card.token })).status,
      200,
    )
    await disputed(shop, await paidByCard(world(), shop))
    const { transaction } = await storeVoucher(shop)
    await payAtStore(shop, { transaction })
    const destination = { email: 'mj@example.mx' }
    const asked = { amount: '50.00', reason: 'Talla equivocada', destination }
    assert.equal((await shop.post(`/v1/operations/${transaction}/refunds`, asked)).status, 200)
    const faults: string[] = []
    for (const locale of ['es-MX', 'en-US']) {
      const page = await visit('/today', { locale })
      for (const width of [721, 768, 1024, 1180, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        for (const view of VIEWS) {
          await page.goto(`${baseUrl()}/console/${view}`)
          await page.locator('main tbody tr').first().waitFor()
          await isTooWide(page)
          const over = await page.evaluate(
            `Math.max(...[...document.querySelectorAll('.table')].map((one) => one.scrollWidth - one.clientWidth))`,
          )
          if (over !== 0) faults.push(`${view} ${width} ${locale}: ${over}`)
        }
      }
      await page.context().close()
    }
    assert.deepEqual(faults, [])
  })
})
