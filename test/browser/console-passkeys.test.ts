// Passkeys in a real browser with a virtual authenticator: added, used alone, used after a password, removed; and the page that asks is clean.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { bundleConsole } from '../../scripts/bundle-console.js'
import { joined, PASSWORD, signedIn } from '../support/fixtures/console.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { faultsOf, isTooWide } from './readable.ts'

describe('a passkey at the console', () => {
  let world: World
  let baseUrl: string
  let browser: Browser
  let merchant: Merchant

  before(async () => {
    await bundleConsole()
    // Browsers make keys for a name: the address has to be known before the service listens.
    const port = await freePort()
    baseUrl = `http://localhost:${port}`
    world = await openWorld('sqlite', { BASE_URL: baseUrl, HOST: '0.0.0.0', PORT: String(port) })
    await world.service.listen()
    merchant = await world.merchant('Café Núñez')
    browser = await launchBrowser()
  })

  after(async () => {
    await closeContexts(browser)
    await world?.service.close()
  })

  /** A browser of its own with a device that makes sure of its holder by itself. */
  async function fresh(path: string, size = { width: 1280, height: 900 }) {
    const context = await browser.newContext({ locale: 'es-MX', viewport: size })
    const page = await context.newPage()
    const device = await context.newCDPSession(page)
    await device.send('WebAuthn.enable')
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(`${baseUrl}/console${path}`)
    return { page, device, authenticatorId }
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }

  /** Signed out is who sees the sign-in: before that, another address would still open. */
  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
  }

  async function add(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
    await page.getByLabel('Nombre, para reconocerla').fill(name)
    await page.getByLabel('Tu contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Agregar', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('cell', { name }).waitFor()
  }

  async function isClean(page: Page): Promise<void> {
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(await isTooWide(page), false)
  }

  const keysIn = async (device: CDPSession, authenticatorId: string) =>
    (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials

  test('is added, signs in alone and after a password, is named and removed', async () => {
    const email = await joined(world, merchant, 'owner')
    const { page, device, authenticatorId } = await fresh('/me')
    const loaded = async () =>
      ((await page.evaluate('performance.getEntriesByType("resource").map((one) => one.name)')) as string[]).filter(
        (name) => name.endsWith('.js'),
      ).length
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Llaves de acceso' }).waitFor()
    const before = await loaded()
    await add(page, 'Mi laptop')
    assert.ok((await loaded()) > before, 'what speaks to the browser about keys comes when it is used')
    const [kept] = await keysIn(device, authenticatorId)
    assert.equal(kept?.rpId, 'localhost')
    assert.equal(kept?.isResidentCredential, true)
    await isClean(page)

    // Alone: without e-mail or password, back at the place that was asked for.
    await signOut(page)
    await page.goto(`${baseUrl}/console/people`)
    await page.getByRole('button', { name: 'Usar una llave de acceso' }).waitFor()
    await isClean(page)
    await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    assert.match(page.url(), /\/console\/people$/)

    // After a password: the service asks for it, and for no code.
    await signOut(page)
    await signIn(page, email)
    const confirm = page.getByRole('button', { name: 'Confirmar con tu llave de acceso' })
    await confirm.waitFor()
    assert.equal(await page.getByLabel('Código de tu aplicación').count(), 0)
    await isClean(page)
    await confirm.click()
    await page.getByRole('heading', { name: 'Personas' }).waitFor()

    await page.goto(`${baseUrl}/console/me`)
    await page.getByRole('button', { name: 'Renombrar' }).click()
    await page.getByLabel('Nombre', { exact: true }).fill('La de la tienda')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'La de la tienda' }).waitFor()
    await page.getByRole('button', { name: 'Quitar' }).first().click()
    await page.getByLabel('Tu contraseña').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'La de la tienda' }).waitFor({ state: 'detached' })
    const ana = await signedIn(world, email)
    assert.deepEqual((await ana.call('GET', '/v1/console/passkeys')).body.result.passkeys, [])
    const { records } = (await ana.call('GET', '/v1/audit?limit=50')).body.result
    const actions = records.map(({ action }: { action: string }) => action)
    for (const action of ['person.passkey_added', 'person.passkey_renamed', 'person.passkey_removed'])
      assert.ok(actions.includes(action), `${action} in ${actions}`)

    // The device has it still, and it opens nothing.
    await signOut(page)
    await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
    await page.getByRole('alert').waitFor()
    await page.context().close()
  })

  test('is added, renamed, used and removed with the keyboard alone, and the focus is never lost', async () => {
    const email = await joined(world, merchant, 'owner')
    const { page, device, authenticatorId } = await fresh('/me')
    const keys = page.keyboard
    /** Tabs until the focus is on what is called so. */
    const tabTo = async (name: string) => {
      const named = `(() => { const one = document.activeElement; return one.labels?.[0]?.textContent ?? one.textContent })()`
      for (let pressed = 0; pressed < 80; pressed += 1) {
        if (String(await page.evaluate(named)).trim() === name) return
        await keys.press('Tab')
      }
      assert.fail(`no way leads to ${name}`)
    }
    const type = async (name: string, text: string) => {
      await tabTo(name)
      await keys.press('ControlOrMeta+A')
      await keys.type(text)
    }
    const press = async (name: string) => {
      await tabTo(name)
      await keys.press('Enter')
    }
    const focused = () => page.evaluate('document.activeElement.textContent.trim()')
    const dialog = page.getByRole('dialog')
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    await type('Correo', email)
    await type('Contraseña', PASSWORD)
    await keys.press('Enter')
    await page.getByRole('heading', { name: 'Llaves de acceso' }).waitFor()

    // A device that refuses says so; what was typed is there, and the next Enter tries again.
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await press('Agregar una llave de acceso')
    await dialog.waitFor()
    await type('Nombre, para reconocerla', 'Mi laptop')
    await type('Tu contraseña', PASSWORD)
    await press('Agregar')
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Agregar', exact: true }).waitFor()
    assert.equal(await focused(), 'Agregar')
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await keys.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Mi laptop' }).waitFor()
    assert.equal(await focused(), 'Agregar una llave de acceso')

    await press('Salir')
    await page.getByRole('heading', { name: 'Entra a tu consola' }).waitFor()
    await press('Usar una llave de acceso')
    await page.getByRole('heading', { name: 'Llaves de acceso' }).waitFor()

    await press('Renombrar')
    await dialog.waitFor()
    await type('Nombre', 'La de la tienda')
    await keys.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'La de la tienda' }).waitFor()
    await press('Quitar')
    await dialog.waitFor()
    await type('Tu contraseña', PASSWORD)
    await keys.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'La de la tienda' }).waitFor({ state: 'detached' })
    // Its row is gone: the view has the focus, not the empty page.
    await page.waitForFunction('document.activeElement.id === "main"')
    await page.context().close()
  })

  test('on a phone, in English, a device that does not verify its user makes none', async () => {
    const email = await joined(world, merchant, 'reader')
    const { page, device, authenticatorId } = await fresh('/me', { width: 390, height: 780 })
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Llaves de acceso' }).waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name, to recognise it').fill('Phone')
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await isClean(page)
    assert.deepEqual(await keysIn(device, authenticatorId), [])
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Phone' }).waitFor()
    await isClean(page)
    await page.context().close()
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
