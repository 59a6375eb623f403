// The console over a slow or broken line, with a hand that is quicker: what is asked is done once, and nothing of before is shown as if it held.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { tokenFor } from '../support/fixtures/cards.ts'
import { speiVoucher } from '../support/fixtures/payers.ts'
import { visitedShop } from './console-visit.ts'

describe('the console over a slow line', () => {
  const { world, shop, visit, paid, refundsOf } = visitedShop()

  /** Holds what the page asks of an address until it is let go. */
  async function hold(page: Page, url: RegExp, method: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(url, async (route) => {
      if (route.request().method() === method) await promise
      await route.fallback().catch(() => {})
    })
    return resolve
  }

  test('a refund that is confirmed twice at once is made once, and its dialog stays until it is answered', async () => {
    const id = await paid(100)
    const page = await visit(`/operations/${id}`)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/refunds')) asked.push(request.url())
    })
    const letGo = await hold(page, /\/refunds$/, 'POST')
    await page.getByRole('button', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Cuánto/).fill('10')
    await dialog.getByRole('button', { name: 'Sí, devolver $10.00' }).waitFor()
    await page.evaluate('for (const _ of [1, 2]) document.querySelector("dialog form").requestSubmit()')
    await dialog.getByRole('button', { name: 'Un momento …' }).waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'No, volver' }).isDisabled(), 'it is under way')
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await dialog.getByRole('button', { name: 'Un momento …' }).waitFor()
    letGo()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(asked.length, 1)
    assert.equal((await refundsOf(id)).length, 1)
    await page.context().close()
  })

  test('a receipt whose sending is not answered is sent once, also when the person sends again', async () => {
    const id = await paid(100)
    const page = await visit(`/operations/${id}`)
    let lost = 0
    await page.route('**/v1/operations/send', async (route) => {
      if (lost > 0) return route.fallback()
      lost += 1
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Enviar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Correo').fill('eva@example.mx')
    await dialog.getByRole('button', { name: 'Enviar' }).click()
    await dialog.getByText('No hay conexión con el servicio.').waitFor()
    await dialog.getByRole('button', { name: 'Enviar' }).click()
    await dialog.getByText('Va en camino.').waitFor()
    await world().work()
    const { messages } = (await shop().get('/v1/sandbox/mailbox?recipient=eva@example.mx')).body.result
    assert.deepEqual([lost, messages.length], [1, 1])
    await page.context().close()
  })

  test('another operation shows nothing of the previous one, not even for a moment', async () => {
    const [first, second] = [await paid(101), await paid(202)]
    const page = await visit(`/operations/${first}`)
    await page.getByRole('heading', { name: '$101.00' }).waitFor()
    await page.getByRole('button', { name: 'Devolver' }).waitFor()
    const letGo = await hold(page, new RegExp(`/v1/operations/${second}$`), 'GET')
    await page.evaluate(`history.pushState(null, "", "/console/operations/${second}")`)
    await page.getByRole('heading', { name: '$101.00' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'Devolver' }).count(), 0)
    letGo()
    await page.getByRole('heading', { name: '$202.00' }).waitFor()
    await page.context().close()
  })

  test('while the page behind it reloads a dialog stays unchanged; then the focus returns to where the person continues', async () => {
    const customer = (await shop().post('/v1/customer', { name: 'Eva Ríos', email: 'eva@example.mx' })).body.result.id
    const token = await tokenFor(world(), shop(), '4242424242424242')
    const card = (await shop().post(`/v1/customer/${customer}/cards`, { token })).body.result.token
    const plan = (await shop().post('/v1/plan', { name: 'Club', amount: 299, period: 'month' })).body.result.id
    await shop().post(`/v1/plan/${plan}/customers`, { customer, card })
    const page = await visit(`/customers/${customer}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Pausar' }).click()
    await dialog.getByRole('heading', { name: '¿Pausar Club de Eva Ríos?' }).waitFor()
    const letGo = await hold(page, /\/v1\/console\/plans\?/, 'GET')
    await dialog.getByRole('button', { name: 'Sí, pausar' }).click()
    await page.getByRole('button', { name: 'Reanudar' }).waitFor()
    assert.deepEqual(await dialog.getByRole('heading').allTextContents(), ['¿Pausar Club de Eva Ríos?'])
    letGo()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reanudar' }).and(page.locator(':focus')).waitFor()
    await page.context().close()
  })

  test('while the service is away, or its proxy says so, the page tells that it shows the last data, until the service answers again', async () => {
    const page = await visit(`/operations/${await paid(100)}`)
    await page.getByRole('heading', { name: '$100.00' }).waitFor()
    const told = page.getByText('Sin conexión: ves lo último que llegó. Se actualizará solo.')
    assert.equal(await told.count(), 0)
    for (const away of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    ]) {
      await page.route('**/v1/**', away)
      await told.waitFor()
      await page.getByRole('heading', { name: '$100.00' }).waitFor()
      await page.unroute('**/v1/**')
      await told.waitFor({ state: 'detached' })
    }
    await page.context().close()
  })

  test('without a network a change is refused at once, and not made later; when the button that opened it is gone, the focus is on the page', async () => {
    const { transaction } = await speiVoucher(shop(), { total: 70 })
    const page = await visit(`/operations/${transaction}`)
    await page.getByRole('button', { name: 'Cancelar ficha' }).click()
    const dialog = page.getByRole('dialog')
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Sí, cancelar la ficha' }).click()
    await dialog.getByText('No hay conexión con el servicio.').waitFor()
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: 'No, volver' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await shop().get(`/v1/operations/${transaction}`)).body.result.status, 'P')
    await page.getByRole('button', { name: 'Cancelar ficha' }).click()
    await dialog.getByRole('button', { name: 'Sí, cancelar la ficha' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Cancelada', { exact: true }).waitFor()
    await page.locator('main:focus').waitFor()
    await page.context().close()
  })

  test('when the button that opened a dialog goes after the dialog, the focus is on the page', async () => {
    const { transaction } = await speiVoucher(shop(), { total: 70 })
    const page = await visit(`/operations/${transaction}`)
    const button = page.getByRole('button', { name: 'Cancelar ficha' })
    await button.click()
    await page.getByRole('dialog').getByRole('button', { name: 'No, volver' }).click()
    await button.and(page.locator(':focus')).waitFor()
    await button.evaluate((element) => element.remove())
    await page.locator('main:focus').waitFor()
    await page.context().close()
  })
})
