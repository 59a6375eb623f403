// What a merchant sees first in a list: what must be answered first, what to do next, and each amount once; also on a phone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sandboxShop } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { moveClock, payAtStore, storeVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf } from './readable.ts'

const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }
/** The lists that have filters, a search or an export. */
const LISTS = ['operations', 'vouchers', 'customers', 'links', 'subscriptions', 'disputes', 'affiliates', 'payouts']

describe('the lists of the console', () => {
  const { world, visit } = visitedService()
  const shop = () => sandboxShop(world()) as Merchant

  const amountsOf = async (page: Page, at: number) =>
    (await page.locator('main .card').nth(at).locator('tbody .amount').allTextContents()).join(' ')

  test('above a list that has had nothing there are no filters, and it says what comes', async () => {
    const page = await visit('/today')
    for (const view of LISTS) {
      await page.goto(page.url().replace(/[a-z]*$/, view))
      await page.locator('main .state h2').waitFor()
      for (const name of ['Exportar', 'Más filtros', 'Todas'])
        assert.equal(
          await page.locator('main').getByText(name, { exact: true }).and(page.locator(':visible')).count(),
          0,
        )
      assert.equal(await page.locator('main :is(select, input):visible').count(), 0, view)
      assert.deepEqual(await faultsOf(page), [], view)
    }
    await page.context().close()
  })

  test('a refund that waits is decided on a phone too', async () => {
    const { transaction } = await storeVoucher(shop())
    await payAtStore(shop(), { transaction })
    const asked = { amount: '50.00', reason: 'Talla equivocada', destination: { email: 'eva@example.mx' } }
    assert.equal((await shop().post(`/v1/operations/${transaction}/refunds`, asked)).status, 200)
    const page = await visit('/refunds', PHONE)
    const row = page.locator('tr', { hasText: '$50.00' })
    await row.getByText('Talla equivocada').waitFor()
    await row.getByRole('button', { name: 'Enviar otra vez' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.context().close()
  })

  test('the amount of a payout stands above its account and as the sum of its lines, and nowhere else', async () => {
    await shop().call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    await moveClock(shop(), { advance: 'P4D' })
    const { transaction } = await storeVoucher(shop(), { total: 700 })
    await payAtStore(shop(), { transaction })
    const page = await visit('/payouts')
    const next = (await page.locator('[data-figure=next]').textContent()) ?? ''
    assert.match(next, /^\$[1-9]/)
    await page.getByText('Va a Banamex').waitFor()
    assert.equal(await page.locator('main').getByText(next, { exact: true }).count(), 2)
    // What stays on the balance makes it another amount.
    await shop().call('PUT', '/v1/settlement/rules', { keep: '100.00' })
    await page.reload()
    await page.locator('[data-figure=owed]', { hasText: next }).waitFor()
    await page.locator('main tbody a').first().click()
    const paid = (await page.locator('[data-figure=payout]').textContent()) ?? ''
    assert.equal(await page.getByText(paid, { exact: true }).count(), 2)
    await page.context().close()
  })

  test('disputes that wait come first, by their deadlines, also when they are all that is listed', async () => {
    const open = async (pesos: number, respond_days: number) =>
      disputed(shop(), await paidByCard(world(), shop(), pesos), { stage: 'chargeback', respond_days })
    for (const [pesos, days] of [
      [310, 5],
      [320, 2],
      [330, 9],
    ] as const)
      await open(pesos, days)
    const ended = await open(340, 1)
    assert.equal((await shop().post(`/v1/disputes/${ended.id}/accept`, undefined)).status, 200)
    const page = await visit('/disputes')
    await page.getByText('$340.00').waitFor()
    assert.equal(await amountsOf(page, 0), '$320.00 $310.00 $330.00')
    assert.equal(await amountsOf(page, 1), '$340.00')
    const heading = page.getByRole('columnheader', { name: 'Monto' }).first()
    for (const [order, sorted] of [
      ['descending', '$330.00 $320.00 $310.00'],
      ['ascending', '$310.00 $320.00 $330.00'],
      [null, '$320.00 $310.00 $330.00'],
    ] as const) {
      await heading.getByRole('button').click()
      assert.equal(await heading.getAttribute('aria-sort'), order)
      assert.equal(await amountsOf(page, 0), sorted)
    }
    assert.deepEqual(await faultsOf(page), [])
    await page.getByLabel('Estado').selectOption({ label: 'Esperan tu respuesta' })
    await page.getByText('$340.00').waitFor({ state: 'detached' })
    assert.equal(await amountsOf(page, 0), '$320.00 $310.00 $330.00')
    await page.context().close()
  })
})
