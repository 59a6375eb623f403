// The console where others reach it, in a real browser: an invitation, signing in, what a role sees, and a session that ends elsewhere.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '../../src/console/people/roles.ts'
import { run } from '../../src/store/write.ts'
import { invited, joined, PASSWORD } from '../support/fixtures/console.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf } from './readable.ts'

describe('the console as others reach it', () => {
  // On all addresses nobody is signed in by themselves.
  const { world, baseUrl, browser } = visitedService({ HOST: '0.0.0.0' })
  let merchant: Merchant

  before(async () => {
    merchant = await world().merchant('Café Núñez')
  })

  async function fresh(path: string): Promise<Page> {
    const page = await (await browser().newContext({ locale: 'es-MX' })).newPage()
    await page.goto(`${baseUrl()}/console${path}`)
    return page
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }

  test('an invitation becomes a person, who is signed in, signs out and in again, and arrives at the requested page', async () => {
    const { email, token } = await invited(world(), merchant, 'owner')
    const page = await fresh(`/invitation#${token}`)
    await page.getByText(email).waitFor()
    await page.getByLabel('Tu nombre').fill('Ana Núñez')
    await page.getByLabel(/contraseña/).fill('corta')
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel(/contraseña/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Aceptar' }).click()
    // Who has just chosen a password need not type it again.
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    await page.goto(`${baseUrl()}/console/people`)
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña').fill('no es la contraseña')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('alert').waitFor()
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    assert.match(page.url(), /\/console\/people$/)
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    await page.context().close()
  })

  test('a page says that another account was chosen in another tab, and goes on there only on request', async () => {
    const other = await world().merchant('Otra tienda')
    const email = await joined(world(), merchant, 'owner')
    const { token } = await invited(world(), other, 'owner', email)
    const body = JSON.stringify({ token, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    assert.equal(
      (await fetch(`${baseUrl()}/v1/console/invitation/accept`, { method: 'POST', headers, body })).status,
      200,
    )
    const first = await fresh('/people')
    await signIn(first, email)
    await first.getByRole('heading', { name: 'Personas' }).waitFor()
    await first.getByRole('button', { name: 'Invitar' }).click()
    const second = await first.context().newPage()
    await second.goto(`${baseUrl()}/console/today`)
    await second.getByLabel('Cuenta').selectOption('Otra tienda')
    await second.locator('label.account option:checked', { hasText: 'Otra tienda' }).waitFor({ state: 'attached' })
    await first.bringToFront()
    await first.getByRole('heading', { name: 'Elegiste otra cuenta', level: 1 }).waitFor()
    assert.deepEqual(await faultsOf(first), [])
    await first.getByRole('link', { name: 'Seguir en Otra tienda' }).click()
    await first.locator('label.account option:checked', { hasText: 'Otra tienda' }).waitFor({ state: 'attached' })
    await first.context().close()
  })

  test('an invitation that waits is seen and withdrawn by those who invite', async () => {
    const shop = await world().merchant('Con invitados')
    const { token } = await invited(world(), shop, 'cashier', 'caja@tienda.mx')
    const page = await fresh('/people')
    await signIn(page, await joined(world(), shop, 'owner'))
    const row = page.locator('tr', { hasText: 'caja@tienda.mx' })
    await row.getByText('Caja').first().waitFor()
    await row.getByRole('button', { name: 'Retirar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sí, retirar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    const opened = await fresh(`/invitation#${token}`)
    await opened.getByRole('alert').waitFor()
    assert.equal(await opened.getByRole('button', { name: 'Aceptar' }).count(), 0)
    await page.context().close()
    await opened.context().close()
  })

  test('a shop without an account for its payouts sets one where they and its balance are shown; a reader sees that it is missing', async () => {
    const shop = await world().merchant('Sin cuenta')
    const { transaction } = (await shop.post('/v1/payment/spei', { total: 100 })).body.result
    assert.equal((await shop.post('/v1/sandbox/pay/spei', { transaction })).status, 200)
    const reader = await fresh('/payouts')
    await signIn(reader, await joined(world(), shop, 'reader'))
    await reader.getByText(/la liquidación espera hasta/).waitFor()
    assert.equal(await reader.getByRole('button', { name: 'Poner la cuenta' }).count(), 0)
    // What a merchant is owed is a credit in the ledger, which is negative.
    const { balances } = (await shop.get('/v1/ledger/balances')).body.result
    const [owed] = balances.filter(({ account }: { account: string }) => account === 'payable:merchant')
    // All of it is in the next payout: it is not said another time.
    const next = reader.locator('[data-figure=next]', { hasText: '$' })
    assert.equal(await next.textContent(), `$${owed.closing.slice(1)}`)
    assert.equal(await reader.locator('[data-figure=owed]').count(), 0)
    const page = await fresh('/payouts')
    await signIn(page, await joined(world(), shop, 'finance'))
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Poner la cuenta' }).click()
    await dialog.getByLabel(/CLABE/).fill('0020 1007 7777 7777 71')
    await dialog.getByRole('button', { name: 'Liquidar ahí' }).click()
    await dialog.getByText('Listo: tus liquidaciones van a Banamex.').waitFor()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await page.getByText('Banamex 002010077777777771').waitFor()
    const { result } = (await shop.get('/v1/settlement/account')).body
    assert.deepEqual(result, { clabe: '002010077777777771', bank_name: 'Banamex' })
    await reader.context().close()
    await page.context().close()
  })

  test('a role sees exactly what it may do', async () => {
    const { body } = await merchant.post('/v1/payment/spei', { total: 50 })
    const id = body.result.transaction
    const beto = { user: 'beto', name: 'Beto', email: 'beto@ejemplo.mx', clabe: '002010077777777771' }
    const affiliate = (await merchant.post('/v1/affiliates', beto)).body.result.id
    const buttons: Record<Role, string[]> = {
      reader: [],
      cashier: ['Enviar'],
      finance: ['Cancelar ficha'],
      developer: ['Enviar'],
      owner: ['Enviar', 'Cancelar ficha'],
      operator: ['Enviar', 'Cancelar ficha'],
    }
    for (const [role, names] of Object.entries(buttons)) {
      const page = await fresh(`/operations/${id}`)
      await signIn(page, await joined(world(), merchant, role as Role))
      await page.locator('ol.timeline li').first().waitFor()
      for (const name of names) await page.getByRole('button', { name }).waitFor()
      for (const name of ['Enviar', 'Cancelar ficha']) {
        assert.equal(await page.getByRole('button', { name }).count(), names.includes(name) ? 1 : 0, `${role}: ${name}`)
      }
      const seesKeys = ['developer', 'owner', 'operator'].includes(role)
      assert.equal(await page.getByRole('link', { name: 'Llaves' }).count(), seesKeys ? 1 : 0, role)
      assert.equal(await page.getByRole('link', { name: 'Redes y colas' }).count(), role === 'operator' ? 1 : 0, role)
      // Where payouts go is changed by whoever may pay out, what an invoice says by whoever may change settings.
      await page.goto(`${baseUrl()}/console/affiliates/${affiliate}`)
      await page.getByRole('heading', { name: 'Beto' }).waitFor()
      const pays = ['finance', 'owner', 'operator'].includes(role)
      assert.equal(await page.getByRole('button', { name: 'Cambiar' }).count(), pays ? 1 : 0, role)
      await page.goto(`${baseUrl()}/console/reports`)
      await page.getByText(/Todavía no los hay/).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Agregar' }).count(), seesKeys ? 1 : 0, role)
      await page.context().close()
    }
  })

  test('a key with dangerous scopes: one person asks in the dialog that refused them, another approves, and the first fetches it', async () => {
    const shop = await world().merchant('Entre dos')
    const [ana, luis] = [await joined(world(), shop, 'owner'), await joined(world(), shop, 'owner')]
    const page = await fresh('/approvals')
    await signIn(page, ana)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Cambiar la regla' }).click()
    await dialog.getByLabel(/Lo más que devuelve/).fill('100')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/devolver más de \$100\.00/).waitFor()
    await page.goto(`${baseUrl()}/console/keys`)
    await page.getByRole('button', { name: 'Crear llave' }).click()
    await dialog.getByLabel('Nombre').fill('Devoluciones')
    await dialog.getByLabel(/^refund/).check()
    await dialog.getByRole('button', { name: 'Crear' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Pedir que otra persona lo apruebe' }).click()
    await dialog.getByText(/lo ven en Aprobaciones/).waitFor()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${baseUrl()}/console/approvals`)
    await page.locator('tr', { hasText: 'Devoluciones' }).getByRole('button', { name: 'Retirar' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Aprobar' }).count(), 0)

    const second = await fresh('/approvals')
    await signIn(second, luis)
    await second.locator('tr', { hasText: 'Devoluciones' }).getByRole('button', { name: 'Aprobar' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Sí, aprobar' }).click()
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await second.locator('tr', { hasText: 'Devoluciones' }).getByText('Aprobada').waitFor()

    await page.reload()
    await page.locator('tr', { hasText: 'Devoluciones' }).getByRole('button', { name: 'Recoger la llave' }).click()
    await dialog.getByRole('button', { name: 'Recoger' }).click()
    const pair = (await dialog.locator('pre').textContent()) ?? ''
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    assert.equal((await world().send({ method: 'GET', url: '/v1/operations', headers: { authorization } })).status, 200)
    await page.context().close()
    await second.context().close()
  })

  test('an affiliate: one person asks in the dialog that refused them, another reads how much money it means and approves', async () => {
    const shop = await world().merchant('Con afiliados')
    const [ana, luis] = [await joined(world(), shop, 'owner'), await joined(world(), shop, 'owner')]
    const page = await fresh('/approvals')
    await signIn(page, ana)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Cambiar la regla' }).click()
    await dialog.getByLabel(/Lo más que devuelve/).fill('100')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText(/Hoy has devuelto \$0\.00/).waitFor()
    await page.goto(`${baseUrl()}/console/affiliates`)
    await page.getByRole('button', { name: 'Registrar' }).click()
    await dialog.getByLabel(/Cómo se llama en los cobros/).fill('luz')
    await dialog.getByLabel(/titular/).fill('Luz Paz')
    await dialog.getByLabel('Correo').fill('luz@ejemplo.mx')
    await dialog.getByLabel(/CLABE/).fill('002010077777777771')
    await dialog.getByRole('button', { name: 'Registrar' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Pedir que otra persona lo apruebe' }).click()
    await dialog.getByText(/lo ven en Aprobaciones/).waitFor()
    await page.context().close()

    const second = await fresh('/approvals')
    await signIn(second, luis)
    const row = second.locator('tr', { hasText: 'Registrar un afiliado' })
    await row.getByText(/A la CLABE 002010077777777771 irán \$0\.00.*luz/).waitFor()
    await row.getByRole('button', { name: 'Aprobar' }).click()
    await second
      .getByRole('dialog')
      .getByText(/A la CLABE 002010077777777771/)
      .waitFor()
    await second.getByRole('dialog').getByRole('button', { name: 'Sí, aprobar' }).click()
    await row.getByText('Hecha').waitFor()
    assert.equal((await shop.get('/v1/affiliates')).body.result.affiliates[0].user, 'luz')
    await second.context().close()
  })

  test('a session that ends elsewhere ends here: the page asks for a sign-in and continues where it was', async () => {
    const email = await joined(world(), merchant, 'owner')
    const page = await fresh('/operations')
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Operaciones' }).waitFor()
    const { store } = world().service
    const ended = store.db.updateTable('user_sessions').set({ revoked_at: '2026-01-01T00:00:00.000Z' })
    await store.commit([run(ended.compile())])
    await page.getByLabel('Estado').selectOption('P')
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Operaciones' }).waitFor()
    assert.match(page.url(), /status=P$/)
    await page.context().close()
  })
})
