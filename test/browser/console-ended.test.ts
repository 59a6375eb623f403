// The console when a session ends under a half-filled form, and when the line is slow for those who come in: nothing typed is lost, nothing is done twice.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { run } from '../../src/store/write.ts'
import { invited, joined, PASSWORD, person, send } from '../support/fixtures/console.ts'
import { visitedConsole, visitedService } from './console-visit.ts'

describe('the console whose session ends', () => {
  // On all addresses nobody is signed in by themselves.
  const { world, baseUrl, browser } = visitedService({ HOST: '0.0.0.0' })

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

  /** Holds the calls of a path until it is let go; counts them. */
  async function held(page: Page, path: string): Promise<{ asked: () => number; letGo: () => void }> {
    const { promise, resolve } = Promise.withResolvers<void>()
    let asked = 0
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      asked += 1
      await promise
      await route.fallback().catch(() => {})
    })
    return { asked: () => asked, letGo: resolve }
  }

  test('under a form, in the second account of a person: the sign-in says what is kept, and leads back to that account and its text', async () => {
    const [first, second] = [await world().merchant('Aaa primera'), await world().merchant('Zzz segunda')]
    const email = await joined(world(), first, 'owner')
    const { token } = await invited(world(), second, 'owner', email)
    const accepted = await send(world(), 'POST', '/v1/console/invitation/accept', { token, password: PASSWORD })
    assert.equal(accepted.status, 200, accepted.text)
    const page = await fresh('/customers')
    await signIn(page, email)
    await page.getByLabel('Cuenta').selectOption('Zzz segunda')
    await page.locator('label.account option:checked', { hasText: 'Zzz segunda' }).waitFor({ state: 'attached' })
    await page.goto(`${baseUrl()}/console/customers`)
    await page.getByRole('button', { name: 'Crear cliente', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Nombre').fill('Eva Ríos')
    await page.getByRole('dialog').getByLabel('Correo').fill('eva@example.mx')
    const { store } = world().service
    const ended = store.db.updateTable('user_sessions').set({ revoked_at: '2026-01-01T00:00:00.000Z' })
    await store.commit([run(ended.compile())])
    await page.getByRole('dialog').getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Tu sesión terminó.').waitFor()
    await page.getByText('Lo que escribiste y no enviaste está guardado aquí').waitFor()
    await signIn(page, email)
    await page.locator('label.account option:checked', { hasText: 'Zzz segunda' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Crear cliente', exact: true }).click()
    assert.equal(await page.getByRole('dialog').getByLabel('Nombre').inputValue(), 'Eva Ríos')
    await page.context().close()
  })

  test('an invitation that is accepted twice at once over a slow line is accepted once, and its button says so meanwhile', async () => {
    const { token } = await invited(world(), await world().merchant(), 'owner')
    const page = await fresh(`/invitation#${token}`)
    await page.getByLabel(/contraseña/).fill(PASSWORD)
    const { asked, letGo } = await held(page, '/v1/console/invitation/accept')
    await page.evaluate('for (const _ of [1, 2]) document.querySelector("form").requestSubmit()')
    const button = page.getByRole('button', { name: 'Un momento …' })
    await button.waitFor()
    assert.ok(await button.isDisabled())
    letGo()
    await page.getByRole('button', { name: 'Salir' }).waitFor()
    assert.equal(asked(), 1)
    await page.context().close()
  })

  test('the buttons of the sign-in, of the sign-out and of a second factor say that they work', async () => {
    const email = await joined(world(), await world().merchant(), 'owner')
    const page = await fresh('/me')
    for (const [path, press, then] of [
      ['/v1/console/session', () => signIn(page, email), page.getByRole('button', { name: 'Usar una aplicación' })],
      [
        '/v1/console/second-factor',
        () => page.getByRole('button', { name: 'Usar una aplicación' }).click(),
        page.getByRole('button', { name: 'Ya la agregué' }),
      ],
      [
        '/v1/console/session',
        () => page.getByRole('button', { name: 'Salir' }).click(),
        page.getByText('Saliste de la consola.'),
      ],
    ] as const) {
      const { asked, letGo } = await held(page, path)
      await press()
      const button = page.getByRole('button', { name: 'Un momento …' })
      await button.waitFor()
      assert.ok(await button.isDisabled(), path)
      letGo()
      await then.waitFor()
      assert.equal(asked(), 1, path)
      await page.unroute(`**${path}`)
    }
    await page.context().close()
  })
})

describe('the console of the sandbox on this machine, whose person with a name has a session that ends', () => {
  const { world, visit } = visitedConsole()

  test('asks that person to sign in, and does not go on as the sandbox’s own account without their text', async () => {
    const page = await visit(await person(world(), await world().merchant(), 'owner'), '/customers')
    await page.getByRole('button', { name: 'Crear cliente', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre').fill('Eva Ríos')
    await dialog.getByLabel('Correo').fill('eva@example.mx')
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Tu sesión terminó.').waitFor()
    await page.getByText('Lo que escribiste y no enviaste está guardado aquí').waitFor()
    await page.context().close()
  })
})
