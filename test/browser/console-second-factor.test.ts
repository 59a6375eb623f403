// A second factor at the console: the code on the screen is read by an app's camera, and a code of the app puts it in use.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { totpCode, totpStep } from '../../src/console/sign-in/totp.ts'
import { PASSWORD, person } from '../support/fixtures/console.ts'
import { fromBase32 } from '../support/fixtures/totp.ts'
import { visitedConsole } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const require = createRequire(import.meta.url)

describe('a second factor at the console', () => {
  const { world, visit } = visitedConsole()

  test('an app scans the code, by day and by night, and a person without a camera copies the key', async () => {
    const wasmBinary = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
    await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true })
    const owner = await person(world(), await world().merchant(), 'owner')
    const page = await visit(owner, '/me', { width: 360 })
    await page.getByRole('button', { name: 'Usar una aplicación' }).click()
    const picture = page.getByRole('img', { name: 'Código QR para tu aplicación' })
    const key = (await page.locator('.copied code').textContent()) ?? ''
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const [read] = await readBarcodes(new Uint8Array(await picture.screenshot()), { formats: ['QRCode'] })
      const address = new URL(read?.text ?? '')
      assert.deepEqual([address.protocol, address.searchParams.get('secret')], ['otpauth:', key])
      assert.deepEqual(await faultsOf(page), [])
      assert.equal(await isTooWide(page), false)
    }
    await page.getByRole('button', { name: 'Ya la agregué' }).click()
    await page.getByLabel('Código de 6 dígitos').fill(totpCode(fromBase32(key), totpStep(Date.now())))
    await page.getByLabel('Tu contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page
      .getByText('Al entrar con contraseña se te pide el código de tu aplicación.')
      .waitFor({ state: 'attached' })
    await page.context().close()
  })
})
