// Customers, plans and the operator’s views in a real browser: each job from a click to its effect, read back through the API.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { tokenFor } from '../support/fixtures/cards.ts'
import { person, sandboxShop } from '../support/fixtures/console.ts'
import { decided, disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { moveClock } from '../support/fixtures/payers.ts'
import { basic, type Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf } from './readable.ts'

const pictures = process.env.COBRO_TEST_PICTURES

describe('customers, plans and the service at the console', () => {
  const { world, baseUrl, visit } = visitedService()
  let shop: Merchant

  before(async () => {
    shop = sandboxShop(world()) as Merchant
  })

  async function confirm(page: Page, name: string | RegExp): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  async function look(page: Page, name: string): Promise<void> {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  async function read(path: string): Promise<any> {
    return (await shop.get(path)).body.result
  }

  test('a customer is created and put on a plan, which is paused, resumed and ended; a card is removed', async () => {
    const page = await visit('/plans')
    await page.getByRole('button', { name: 'Crear plan' }).click()
    await page.getByRole('dialog').getByLabel('Nombre').fill('Club de café')
    await page.getByLabel(/Monto de cada cobro/).fill('299.50')
    await confirm(page, 'Crear')
    await page.getByRole('link', { name: 'Club de café' }).waitFor()
    const [plan] = (await read('/v1/plan')).plans
    assert.deepEqual([plan.name, plan.amount.amount, plan.period], ['Club de café', '299.50', 'month'])

    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL('**/console/customers')
    await page.getByRole('button', { name: 'Crear cliente' }).click()
    await page.getByRole('dialog').getByLabel('Nombre').fill('Eva Ríos')
    await page.getByRole('dialog').getByLabel('Correo').fill('eva@example.mx')
    await page.getByRole('dialog').getByRole('button', { name: 'Crear' }).click()
    await page.getByRole('link', { name: 'Ver a Eva Ríos' }).click()
    await page.getByRole('heading', { name: 'Eva Ríos', exact: true }).waitFor()
    const id = page.url().split('/').at(-1) ?? ''
    const { clabe } = (await read(`/v1/customer/${id}`)).sources[0]
    assert.equal(await page.locator('[data-figure=clabe]').textContent(), clabe)
    await page.getByText('nunca escribiéndola aquí').waitFor()

    await shop.post(`/v1/customer/${id}/cards`, { token: await tokenFor(world(), shop, '4242424242424242') })
    await page.reload()
    await page.getByText('Visa •4242').waitFor()
    await page.getByRole('button', { name: 'Suscribir' }).click()
    await page.getByRole('dialog').getByLabel('Tarjeta').waitFor()
    await look(page, 'dialog-subscribe')
    await confirm(page, 'Suscribir')
    await world().work()
    const on = async () => read(`/v1/plan/${plan.id}/customers/${id}`)
    assert.equal((await on()).charges[0].status, 'paid')
    await page.locator('tr', { hasText: 'Club de café' }).getByText('$299.50 al mes').waitFor()

    await page.getByRole('button', { name: 'Pausar' }).click()
    await page
      .getByRole('dialog')
      .getByText(/El cobro de \$299\.50 del .* no se hace/)
      .waitFor()
    await look(page, 'dialog-pause')
    await confirm(page, 'Sí, pausar')
    await page.getByRole('button', { name: 'Reanudar' }).waitFor()
    assert.equal((await on()).status, 'paused')
    await page.getByRole('button', { name: 'Reanudar' }).click()
    await page
      .getByRole('dialog')
      .getByText(/El siguiente cobro es de \$299\.50.*•4242/)
      .waitFor()
    await confirm(page, 'Sí, reanudar')
    await page.getByRole('button', { name: 'Pausar' }).waitFor()
    assert.equal((await on()).status, 'active')

    await page.getByRole('button', { name: 'Quitar' }).click()
    await page.getByRole('dialog').getByText('Con ella se paga Club de café').waitFor()
    await look(page, 'dialog-remove-card')
    await confirm(page, 'Sí, quitar')
    await page.getByText('1 tarjeta quitada antes.').waitFor()
    assert.deepEqual((await read(`/v1/customer/${id}`)).cards, [])

    await page.goto(`${baseUrl()}/console/plans/${plan.id}`)
    await page.getByRole('link', { name: 'Eva Ríos' }).waitFor()
    await page.getByRole('button', { name: 'Terminar' }).click()
    await confirm(page, 'Sí, terminar')
    await page.getByText('Nadie todavía').waitFor()
    assert.equal((await shop.get(`/v1/plan/${plan.id}/customers/${id}`)).status, 404)
    await page.context().close()
  })

  test('the operator opens an account, whose key works, names it and sets its fees; the trail shows it', async () => {
    const page = await visit('/accounts')
    await page.getByRole('button', { name: 'Abrir cuenta' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Nombre/).fill('Panadería Sol')
    await dialog.getByLabel(/Correo/).fill('sol@example.mx')
    await dialog.getByRole('button', { name: 'Abrir' }).click()
    const [key = '', secret = ''] = ((await dialog.locator('pre').textContent()) ?? '').split(':')
    await look(page, 'dialog-account')
    await dialog.getByRole('link', { name: 'Ver Panadería Sol' }).click()
    await page.getByRole('heading', { name: 'Panadería Sol', exact: true }).waitFor()
    const own = async (path: string) =>
      (await world().send({ method: 'GET', url: path, headers: { authorization: basic(key, secret) } })).body.result
    assert.equal((await own('/v1/operations')).total, 0)

    await page.locator('tr', { hasText: 'SPEI' }).getByRole('button', { name: 'Cambiar' }).click()
    await dialog.getByLabel('Porcentaje').fill('0.75')
    await dialog.getByLabel('Fijo, en pesos').fill('2.50')
    await confirm(page, 'Guardar')
    await page.locator('tr', { hasText: '0.75 %' }).getByText('$2.50').waitFor()
    const spei = (await own('/v1/fees')).fees.find(
      ({ payment_method }: { payment_method: string }) => payment_method === 'SPE',
    )
    assert.deepEqual([spei.percentage, spei.fixed], [0.75, '2.50'])

    await page.getByRole('button', { name: 'Cambiar nombre' }).click()
    await dialog.getByLabel('Nombre').fill('Panadería La Luna')
    await confirm(page, 'Guardar')
    await page.getByRole('heading', { name: 'Panadería La Luna', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cambiar límites' }).click()
    await dialog.getByLabel('Por pago, en pesos').fill('500')
    await dialog.getByLabel('Al día, en pesos').fill('1500')
    await confirm(page, 'Guardar')
    await page.getByText('$1,500.00').waitFor()
    const ask = async (total: number) => {
      const headers = { authorization: basic(key, secret), 'content-type': 'application/json' }
      const payload = JSON.stringify({ total })
      return (await world().send({ method: 'POST', url: '/v1/payment/spei', headers, payload })).status
    }
    assert.deepEqual([await ask(500), await ask(501)], [200, 403])
    await page.getByRole('button', { name: 'Suspender' }).click()
    await dialog.getByLabel(/Por qué/).fill('Contracargos sin respuesta')
    await look(page, 'dialog-suspend')
    await confirm(page, 'Suspender la cuenta')
    await page.getByText(/Suspendida desde .*Contracargos sin respuesta/).waitFor()
    assert.equal(await ask(100), 403)
    await look(page, 'account-suspended')
    await page.getByRole('button', { name: 'Reabrir' }).click()
    await confirm(page, 'Reabrir la cuenta')
    await page.getByRole('button', { name: 'Suspender' }).waitFor()
    assert.equal(await ask(100), 200)
    await page.goto(`${baseUrl()}/console/service-trail?action=account.renamed`)
    await page.locator('tbody').getByText('Cuenta con otro nombre').waitFor()
    await page.context().close()
  })

  test('the audit of all books is run and agrees with the API; a network that reports twice pays once', async () => {
    const page = await visit('/sandbox')
    await page.getByRole('button', { name: 'Emitir ficha con fallas' }).click()
    await look(page, 'dialog-faults')
    await page.getByRole('dialog').getByRole('button', { name: 'Emitir' }).click()
    const link = page.getByRole('dialog').getByRole('link')
    await link.waitFor()
    const id = (await link.textContent()) ?? ''
    await world().work()
    assert.equal((await read(`/v1/operations/${id}`)).status, 'N')
    const { all } = await world()
      .service.store.db.selectFrom('operations')
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
    await page.goto(`${baseUrl()}/console/audit`)
    await page.getByRole('button', { name: 'Auditar ahora' }).click()
    await confirm(page, 'Auditar')
    await page.locator('[data-figure=audit]', { hasText: 'Todo cuadra' }).waitFor()
    assert.equal(Number(await page.locator('[data-figure=audited-operations]').textContent()), Number(all))
    await page.context().close()
  })

  test('what merchants owe is listed, and written off by another person than the one who asked', async () => {
    const merchant = await world().merchant('Tienda Cerrada')
    const sale = await paidByCard(world(), merchant, 1_000)
    assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })).status, 200)
    await moveClock(merchant, { advance: 'P4D' })
    await decided(merchant, (await disputed(merchant, sale)).id, 'lost')
    const page = await visit('/accounts')
    await page.getByRole('heading', { name: 'Comercios que deben' }).waitFor()
    await page.getByRole('button', { name: 'Pedir castigo' }).click()
    await page.getByLabel('Por qué').fill('El comercio cerró')
    await confirm(page, 'Pedir')
    await page.getByText(/El comercio cerró/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Aprobar' }).count(), 0, 'nobody approves alone')
    assert.deepEqual(await faultsOf(page), [])
    await look(page, 'claims')
    const other = await person(world(), await world().merchant(), 'operator')
    const { claims } = (await other.call('GET', '/v1/console/claims')).body.result
    const { id } = claims[0].write_off
    assert.equal((await other.call('POST', `/v1/console/write-offs/${id}/approve`, {})).status, 200)
    await page.reload()
    await page.getByRole('heading', { name: 'Cuentas', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Comercios que deben' }).waitFor({ state: 'detached' })
    assert.equal((await merchant.get('/v1/ledger/claim')).body.result, null)
    await page.context().close()
  })
})
