// What somebody at the console relies on who helps a payer: all means all, the keyboard leads, what is typed stays, labels are words, and no button is offered in vain.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { payByCard } from '../support/fixtures/charges.ts'
import { invited, joined, PASSWORD, sandboxShop } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { payAtStore, payBySpei, speiVoucher, storeVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES

describe('somebody who helps a payer at the console', () => {
  const { world, baseUrl, browser, visit: visitConsole } = visitedService()
  let shop: Merchant
  let declined: string

  before(async () => {
    shop = sandboxShop(world()) as Merchant
    const refused = await payByCard(world(), shop, '4111111111111111', { 'payment.reference.number': 'DECL-77' })
    assert.equal(refused.status, 402, refused.text)
    declined = (await shop.get('/v1/operations?status=D')).body.result.operations[0].transaction
    await paidByCard(world(), shop, 300)
    await world().work()
  })

  async function visit(path: string, viewport = DESKTOP): Promise<Page> {
    const page = await visitConsole(path, { viewport })
    await page.locator('main h1').first().waitFor()
    return page
  }

  async function look(page: Page, name: string): Promise<void> {
    assert.deepEqual(await faultsOf(page), [], name)
    for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      await page.setViewportSize(viewport)
      assert.equal(await isTooWide(page), false, `${name} is wider than the ${size}`)
      if (!pictures) continue
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: `${pictures}/support-${name}-${size}.png` })
    }
    await page.setViewportSize(DESKTOP)
  }

  const focused = (page: Page) =>
    page.evaluate(
      'document.activeElement.className || document.activeElement.name || document.activeElement.tagName',
    ) as Promise<string>

  test('all operations are all of them: a declined payment is listed, found, counted and in the file', async () => {
    const page = await visit('/operations')
    await page.locator(`a[href="/console/operations/${declined}"]`).waitFor()
    const { total } = (await shop.get('/v1/operations?status=ALL')).body.result
    assert.match((await page.locator('caption').textContent()) ?? '', new RegExp(`^${total} operaciones`))
    await look(page, 'all')
    await page.getByLabel(/^Buscar/).fill('DECL-77')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operations?q=DECL-77')
    await page.getByText('Declinada').last().waitFor()
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    assert.equal(await page.locator('tbody tr').count(), 1)
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/v1/exports')),
      page
        .getByRole('button', { name: 'Exportar' })
        .click()
        .then(() => page.getByRole('button', { name: 'Preparar archivo' }).click()),
    ])
    assert.deepEqual(asked.postDataJSON().query, { status: 'ALL', q: 'DECL-77' })
    await page.context().close()
  })

  test('what a payer says on the telephone finds the payment, also one of another amount that waits for a decision', async () => {
    const slip = async (total: number, description: string) =>
      (await storeVoucher(shop, { total, store: 'OXXO', payment: { reference: { description } } })).transaction
    const paid = await slip(350, 'Café para Lupita')
    await payAtStore(shop, { transaction: paid })
    const wrong = await slip(380, 'Taza para Lupita')
    await payAtStore(shop, { transaction: wrong, amount: 350 })
    const page = await visit('/operations')
    await page.getByLabel(/^Buscar/).fill('350 pesos oxxo hoy')
    await page.keyboard.press('Enter')
    const row = (id: string) => page.locator('tbody tr', { has: page.locator(`a[href="/console/operations/${id}"]`) })
    await row(paid).locator('mark', { hasText: 'OXXO' }).waitFor()
    await row(wrong).getByText('Llegó un pago de: 350.00').waitFor()
    assert.equal(await page.locator('tbody tr').count(), 2)
    await look(page, 'told')
    await row(wrong).getByRole('link').first().click()
    const notice = page.locator('.notice', {
      hasText: /^Llegaron \$350\.00 el .* y están en suspenso: No es el monto de la ficha/,
    })
    await notice.getByRole('link', { name: 'Decidir' }).click()
    await page.waitForURL('**/console/suspense')
    const waits = await slip(90, 'Otra taza')
    await page.goto(`${baseUrl()}/console/operations/${waits}`)
    const { instructions } = (await shop.get(`/v1/operations/${waits}`)).body.result
    await page.getByText(`su ticket debe decir la referencia ${instructions.number}`).waitFor()
    await look(page, 'waits')
    // The same from anywhere.
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox', { name: 'Buscar en todo' }).fill('oxxo 350 pagada')
    await page.getByRole('option', { name: /Café para Lupita/ }).waitFor()
    await page.context().close()
  })

  test('a search that was not read to its end does not say that there is nothing', async () => {
    const page = await visit('/operations')
    const cut = { total: null, sales: null, commissions: null, more: true, counted: 0, operations: [], matches: [] }
    await page.route('**/v1/operations?*', (route) => route.fulfill({ json: { success: true, result: cut } }))
    await page.getByLabel(/^Buscar/).fill('carnet')
    await page.keyboard.press('Enter')
    await page.getByText('puede haber más antiguas. Agrega fechas').waitFor()
    await page.context().close()
  })

  test('a payment says what is left of it, and an account without refunds has nothing to choose from', async () => {
    const page = await visit('/refunds')
    await page.getByText('Ninguna devolución').waitFor()
    assert.equal(await page.locator('.segments').count(), 0)
    const { transaction } = await speiVoucher(shop, { total: 150 })
    await payBySpei(shop, { transaction })
    await page.goto(`${baseUrl()}/console/operations/${transaction}`)
    await page.locator('[data-figure=net]').waitFor()
    assert.equal(await page.locator('[data-figure=left]').count(), 0)
    assert.equal((await shop.post(`/v1/operations/${transaction}/refunds`, { amount: '50.00' })).status, 200)
    await page.locator('[data-figure=left]', { hasText: '$100.00' }).waitFor()
    await page.goto(`${baseUrl()}/console/refunds`)
    await page.locator('.segments', { hasText: 'Te necesitan' }).waitFor()
    await page.context().close()
  })

  test('the first key of the keyboard reaches the link to the content, and another view takes no focus from a field', async () => {
    for (const path of ['', '/operations', '/audit']) {
      const page = await visit(path)
      await page.keyboard.press('Tab')
      assert.equal(await focused(page), 'skip', path)
      await page.keyboard.press('Enter')
      assert.equal(await page.evaluate('document.activeElement.id'), 'main', path)
      await page.context().close()
    }
    // The pages beside the console have such a link too.
    const { url } = (await shop.post('/v1/payment/spei', { total: 20 })).body.result
    for (const address of ['/', '/docs', '/docs/pages', '/docs/pages/README.md', '/demo', '/mailbox', url]) {
      const page = await (await browser().newContext({ locale: 'es-MX', viewport: DESKTOP })).newPage()
      await page.goto(new URL(address, baseUrl()).href)
      await page.locator('h1').first().waitFor()
      await page.keyboard.press('Tab')
      assert.match(await focused(page), /skip/, address)
      await page.context().close()
    }
  })

  test('from any view / searches, and nothing is left before there is something to search for', async () => {
    const page = await visit('/payouts')
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    assert.equal(await focused(page), 'q')
    assert.match(page.url(), /\/payouts$/)
    await look(page, 'search')
    await page.keyboard.press('Escape')
    // Not by its role, which a closed one has no more while it is still there with the focus in it.
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.match(page.url(), /\/payouts$/)
    await page.keyboard.press('/')
    await page.keyboard.type('gs DECL-77')
    assert.equal(await dialog.getByRole('searchbox').inputValue(), 'gs DECL-77')
    await dialog.getByRole('searchbox').fill('DECL-77')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operations?q=DECL-77')
    await page.locator(`a[href="/console/operations/${declined}"]`).waitFor()
    // The row says why it is there.
    assert.deepEqual(await page.locator('tbody mark').allTextContents(), ['DECL', '77'])
    // A view with a search of its own: the key leads to it.
    await page.locator('h1').click()
    await page.keyboard.press('/')
    assert.equal(await focused(page), 'q')
    assert.equal(await dialog.count(), 0)
    await page.context().close()
  })

  test('what is typed for a dispute stays while one looks elsewhere, is not submitted unsaved, and is gone when it is saved', async () => {
    const { id } = await disputed(shop, await paidByCard(world(), shop, 450), {
      stage: 'chargeback',
      reason_code: '13.1',
    })
    const page = await visit(`/disputes/${id}`)
    await page.getByLabel(/^Lo que pasó/).fill('Lo recibió su vecina.')
    await page.getByText('Otras pruebas').click()
    await page.getByLabel(/^Cualquier otra prueba/).fill('Guía 1Z 999 AA1')
    await page.getByLabel(/^Mensajes con el cliente/).fill('su tarjeta 4242 4242 4242 4242')
    await page.getByRole('link', { name: 'Operaciones' }).first().click()
    await page.getByRole('heading', { name: 'Operaciones' }).waitFor()
    await page.goBack()
    await page.getByText('Aquí sigue lo que habías escrito.').waitFor()
    assert.equal(await page.getByLabel(/^Lo que pasó/).inputValue(), 'Lo recibió su vecina.')
    // Loaded again, and the folded part is open, because something is back in it.
    await page.reload()
    await page.getByText('Aquí sigue lo que habías escrito.').waitFor()
    assert.equal(await page.getByLabel(/^Cualquier otra prueba/).inputValue(), 'Guía 1Z 999 AA1')
    // A card number is never kept.
    assert.equal(await page.getByLabel(/^Mensajes con el cliente/).inputValue(), '')
    assert.equal(JSON.stringify(await page.evaluate('({...sessionStorage})')).includes('4242'), false)
    await look(page, 'draft')
    assert.equal(await page.getByRole('button', { name: 'Enviar pruebas' }).isDisabled(), true)
    await page.getByText('Para enviar, guarda antes un texto o un archivo.').waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Guardado; falta enviarlo.').waitFor()
    assert.equal(await page.getByText('Aquí sigue lo que habías escrito.').count(), 0)
    await page.getByLabel(/^Lo que pasó/).fill('Otra cosa.')
    await page.getByRole('button', { name: 'Enviar pruebas' }).click()
    await page.getByText(/no está guardado/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Sí, enviar' }).isDisabled(), true)
    await page.keyboard.press('Escape')
    const { texts } = (await shop.get(`/v1/disputes/${id}`)).body.result.evidence
    assert.deepEqual(texts, { explanation: 'Lo recibió su vecina.', other: 'Guía 1Z 999 AA1' })
    await page.context().close()
  })

  test('a half-typed form of a dialog stays until it is cancelled or sent; a form of another item has nothing of it', async () => {
    const page = await visit('/affiliates')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Registrar' }).click()
    await dialog.getByLabel(/^Cómo se llama/).fill('luz')
    await dialog.getByLabel(/^CLABE/).fill('002010077777777771')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    // Rooms that the account does not use yet are folded away.
    await page.getByText('Más', { exact: true }).first().click()
    await page.getByRole('link', { name: 'Planes' }).first().click()
    await page.getByRole('button', { name: 'Crear plan' }).click()
    assert.equal(await dialog.getByLabel('Nombre').inputValue(), '')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Afiliados' }).first().click()
    await page.getByRole('button', { name: 'Registrar' }).click()
    await dialog.getByText('Aquí sigue lo que habías escrito.').waitFor()
    assert.equal(await dialog.getByLabel(/^CLABE/).inputValue(), '002010077777777771')
    await dialog.getByRole('button', { name: 'Empezar de nuevo' }).click()
    assert.equal(await dialog.getByLabel(/^CLABE/).inputValue(), '')
    await dialog.getByLabel(/^Cómo se llama/).fill('sol')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Registrar' }).click()
    assert.equal(await dialog.getByLabel(/^Cómo se llama/).inputValue(), '')
    // What the service refuses is said with the label of the field.
    await dialog.getByLabel(/^Cómo se llama/).fill('luz')
    await dialog.getByLabel(/^Nombre/).fill('Luz Paz')
    await dialog.getByLabel('Correo').fill('luz@example.mx')
    await dialog.getByLabel(/^CLABE/).fill('002010077777777770')
    await dialog.getByRole('button', { name: 'Registrar' }).click()
    const fault = (await dialog.getByRole('alert').textContent()) ?? ''
    assert.match(fault, /CLABE/)
    assert.equal(/\bclabe\b/.test(fault), false, fault)
    await look(page, 'fault')
    await page.context().close()
  })

  test('suspense offers only what can be done: money of another amount is not taken for its voucher', async () => {
    const { transaction } = (await shop.post('/v1/payment/convenience-store', { total: 80 })).body.result
    const wrong = (await shop.post('/v1/sandbox/pay/store', { transaction, amount: 81 })).body.result
    assert.ok(wrong)
    const late = (await shop.post('/v1/payment/convenience-store', { total: 55 })).body.result.transaction
    await shop.post('/v1/sandbox/pay/store', { transaction: late, ticket: 'T-1' })
    const page = await visit('/suspense')
    const row = page.locator('tr', { hasText: '$81.00' })
    await row.getByText('No se puede tomar por la ficha.').waitFor()
    assert.equal(await row.getByRole('button', { name: 'Tomar por la ficha' }).count(), 0)
    await row.getByRole('button', { name: 'Devolver' }).waitFor()
    await look(page, 'suspense')
    const { payments } = (await shop.get('/v1/received-payments?outcome=suspended')).body.result
    for (const { id, acceptable } of payments) {
      const answer = await shop.post(`/v1/received-payments/${id}/release`, { action: 'accept' })
      assert.equal(answer.status, acceptable ? 200 : 409, answer.text)
    }
    await page.context().close()
  })

  test('a webhook that is paused is not tested, and the only one who manages people is not removed', async () => {
    const hook = (await shop.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })).body.result.id
    await shop.post(`/v1/webhook/${hook}/pause`, {})
    const page = await visit('/webhooks')
    await page.getByText('Se prueba cuando está activo.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Probar' }).count(), 0)
    await look(page, 'webhooks')
    await page.goto(`${baseUrl()}/console/approvals`)
    await page.getByText('Se necesitan dos dueños para tener esta regla: invita a otro en Personas.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Cambiar la regla' }).count(), 0)
    await page.context().close()
  })

  test('the page of a payout says where it went and under which tracking key; identifiers are drawn letter by letter', async () => {
    await shop.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    const { transaction } = (await shop.post('/v1/payment/spei', { total: 700 })).body.result
    await shop.post('/v1/sandbox/pay/spei', { transaction })
    await shop.call('PUT', '/v1/sandbox/clock', { advance: 'P5D' })
    const [payout] = (await shop.get('/v1/payouts')).body.result.payouts
    const page = await visit(`/payouts/${payout.date}`)
    assert.equal(await page.locator('[data-figure=payout-clabe]').textContent(), payout.clabe)
    assert.equal(await page.locator('[data-figure=payout-tracking-key]').textContent(), payout.tracking_key)
    await look(page, 'payout')
    // Set in the page's letters, `0x0` is as wide as 0, x and 0 are; with the font's own will it has a multiplication sign.
    const widths = `['p', 'dd', 'td', 'input'].map((name) => {
      const width = (text) => {
        const one = document.createElement('span')
        one.style.whiteSpace = 'pre'
        one.textContent = text
        const around = document.createElement(name === 'input' ? 'button' : name)
        around.append(one)
        document.querySelector('main').append(around)
        const { width } = one.getBoundingClientRect()
        around.remove()
        return width
      }
      return Math.abs(width('0x0') - width('0') - width('x') - width('0'))
    })`
    for (const path of ['/console/payouts', '/docs/pages', '/demo', '/mailbox', '/docs']) {
      await page.goto(`${baseUrl()}${path}`)
      await page.locator('main h1, h1').first().waitFor()
      for (const difference of (await page.evaluate(widths)) as number[])
        assert.ok(difference < 0.5, `${path}: ${difference}`)
    }
    await page.context().close()
  })

  test('whoever signs out of the sandbox on this machine is signed out, reads so, and leaves nothing typed', async () => {
    const merchant = await world().merchant('Café Núñez')
    const email = await joined(world(), merchant, 'owner')
    const other = await invited(world(), merchant, 'finance')
    assert.ok(other.token)
    const page = await visit('/me')
    // The cookie of the sandbox’s own person makes room for that of a person who was invited.
    await page.context().clearCookies()
    const signIn = await page.request.post(`${baseUrl()}/v1/console/session`, { data: { email, password: PASSWORD } })
    assert.equal(signIn.status(), 200)
    await page.goto(`${baseUrl()}/console/people`)
    await page.getByRole('button', { name: 'Invitar' }).click()
    await page.getByRole('dialog').getByLabel('Nombre').fill('Alguien')
    await page.keyboard.press('Escape')
    const second = await page.context().newPage()
    await second.goto(`${baseUrl()}/console/people`)
    await second.getByText('Antes nombra a otro dueño.').waitFor()
    await page.getByRole('button', { name: 'Salir' }).click()
    for (const one of [page, second]) {
      await one.getByText('Saliste de la consola.').waitFor()
      assert.equal(await one.getByText('otra pestaña').count(), 0)
    }
    assert.equal(await page.evaluate('Object.keys(sessionStorage).length'), 0)
    await look(page, 'left')
    await page.getByRole('button', { name: 'Entrar al sandbox sin contraseña' }).click()
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    assert.equal(await page.getByText('otra pestaña').count(), 0)
    await page.context().close()
  })
})
