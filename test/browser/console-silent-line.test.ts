// The console over a line that swallows answers, whole or in part: it says so, it ends the wait, nothing is done twice, and no page is dead.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import { visitedShop } from './console-visit.ts'

describe('the console over a line that swallows answers', () => {
  const { shop, baseUrl, browser, visit, paid, refundsOf } = visitedShop()

  /** A page whose time can be moved on. */
  async function timed(path: string, prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
    const page = await (await browser().newContext({ locale: 'es-MX' })).newPage()
    await page.clock.install()
    await prepare(page)
    await page.goto(`${baseUrl()}/console${path}`)
    return page
  }

  async function giveBack(page: Page, amount: string) {
    await page.getByRole('button', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Cuánto/).fill(amount)
    await dialog.getByRole('button', { name: `Sí, devolver $${amount}.00` }).click()
    return dialog
  }

  /** Confirms it again in the dialog that has told of the lost answer. */
  async function confirmAgain(page: Page, id: string, amount: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Puede que ya se haya hecho: oprime otra vez aquí y se hace una sola vez.').waitFor()
    await dialog.getByRole('button', { name: `Sí, devolver $${amount}.00` }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await refundsOf(id)).length, 1)
  }

  test('a refund whose answer never comes: the dialog says that it takes long, then that no answer came; confirmed again, it is made once', async () => {
    const id = await paid(100)
    const page = await timed(`/operations/${id}`)
    let swallowed = 0
    await page.route(/\/refunds$/, async (route) => {
      if (route.request().method() !== 'POST' || swallowed > 0) return route.fallback()
      swallowed += 1
      await route.fetch()
    })
    const dialog = await giveBack(page, '10')
    await dialog.getByRole('button', { name: 'Un momento …' }).waitFor()
    await page.clock.fastForward(10_000)
    await dialog.getByText('El servicio tarda en contestar. Espera: lo que pediste se hace una sola vez.').waitFor()
    await page.clock.fastForward(60_000)
    await confirmAgain(page, id, '10')
    await page.context().close()
  })

  test('a refund whose answer is cut off in the middle: the dialog stays and says so; confirmed again, it is made once', async () => {
    const id = await paid(100)
    const page = await timed(`/operations/${id}`, (page) => page.addInitScript(cutAnswers))
    await page.getByRole('button', { name: 'Devolver' }).waitFor()
    await page.evaluate('globalThis.cuts = 1')
    await giveBack(page, '10')
    await confirmAgain(page, id, '10')
    await page.context().close()
  })

  test('a dialog keeps what is typed while the service is away, and while another page gives a part back', async () => {
    const id = await paid(100)
    const page = await timed(`/operations/${id}`)
    await page.getByRole('button', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Cuánto/).fill('10')
    await dialog.getByLabel(/Motivo/).fill('Talla equivocada')
    await page.route('**/v1/**', (route) => route.abort())
    for (const _ of [1, 2, 3]) await page.clock.fastForward(15_000)
    await page.getByText('Sin conexión').first().waitFor()
    assert.equal(await dialog.getByLabel(/Motivo/).inputValue(), 'Talla equivocada')
    await page.unroute('**/v1/**')
    const made = await shop().post(`/v1/operations/${id}/refunds`, { amount: '30.00' })
    assert.equal(made.status, 200, made.text)
    await page.clock.fastForward(15_000)
    await dialog.getByLabel('Cuánto, de $70.00 que quedan de $100.00').waitFor()
    assert.equal(await dialog.getByLabel(/Cuánto/).inputValue(), '10')
    assert.equal(await dialog.getByLabel(/Motivo/).inputValue(), 'Talla equivocada')
    await page.context().close()
  })

  test('a dialog whose operation is settled elsewhere is closed with a word', async () => {
    const { transaction } = await speiVoucher(shop(), { total: 70 })
    const page = await timed(`/operations/${transaction}`)
    await page.getByRole('button', { name: 'Cancelar ficha' }).click()
    await payBySpei(shop(), { transaction })
    await page.clock.fastForward(20_000)
    await page.getByText('Lo que tenías abierto cambió mientras tanto').first().waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.getByText('Pagada', { exact: true }).first().waitFor()
    await page.clock.fastForward(15_000)
    await page.getByText('Lo que tenías abierto').waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('a view whose data never come says that the service is slow, ends the wait, and asks again by itself', async () => {
    const id = await paid(100)
    const swallow = /\/v1\/operations\//
    const page = await timed(`/operations/${id}`, (page) => page.route(swallow, () => {}))
    await page.getByText('Cargando').first().waitFor({ state: 'attached' })
    await page.clock.fastForward(10_000)
    await page.getByText('El servicio tarda en contestar.').first().waitFor()
    await page.unroute(swallow)
    const shown = page.getByRole('heading', { name: '$100.00' }).first()
    // What was asked meanwhile is swallowed too; then it is read again.
    while (!(await shown.isVisible())) {
      await page.clock.fastForward(16_000)
      await shown.waitFor({ timeout: 1_000 }).catch(() => {})
    }
    await page.context().close()
  })

  test('the live requests go on after a proxy that answered while the service was restarted', async () => {
    const page = await timed('/requests', (page) =>
      page.route('**/requests/live', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), { times: 1 }),
    )
    await page.getByRole('heading', { name: 'Solicitudes' }).waitFor()
    await page.clock.fastForward(10_000)
    await page.getByText('En vivo', { exact: true }).first().waitFor()
    await page.context().close()
  })

  test('a view that cannot show an answer says so, and its button loads the page again', async () => {
    const id = await paid(100)
    const page = await visit('/today')
    await page.getByRole('heading', { name: 'Hoy', exact: true }).waitFor()
    const odd = `**/v1/operations/${id}`
    await page.route(odd, (route) => route.fulfill({ json: { success: true, result: {} } }))
    await page.evaluate(`history.pushState(null, "", "/console/operations/${id}")`)
    await page.getByRole('heading', { name: 'Esta página falló' }).waitFor()
    await page.unroute(odd)
    await page.getByRole('button', { name: 'Cargar otra vez' }).click()
    await page.getByRole('heading', { name: '$100.00' }).first().waitFor()
    await page.context().close()
  })
})

/** Runs in the page: cuts the answers of so many changes off after their first letters. */
function cutAnswers() {
  const page = globalThis as unknown as { cuts?: number }
  const whole = fetch
  globalThis.fetch = async (address, options) => {
    const answer = await whole(address, options)
    if (options?.method !== 'POST' || !page.cuts) return answer
    page.cuts -= 1
    const body = new ReadableStream({
      pull: (stream) => stream.error(new TypeError('network error')),
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"succ')),
    })
    return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } })
  }
}
