// What a person reads before deciding, in a real browser: an approval says what is approved, and no dialog is wider than its box.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { person } from '../support/fixtures/console.ts'
import { secondPersons } from '../support/fixtures/second-persons.ts'
import { visitedConsole } from './console-visit.ts'
import { faultsOf } from './readable.ts'

const PHONE = { width: 390, height: 844 }

describe('what a person decides at the console', () => {
  const { world, visit } = visitedConsole()
  const { shop, ask, paid } = secondPersons(world)

  test('whoever approves or refuses a key reads its name and its powers where it is decided', async () => {
    const { ana, luis } = await shop()
    await ask(ana, '/credentials', { name: 'Punto de venta', scopes: ['charge', 'refund'] })
    const page = await visit(luis, '/approvals')
    const row = page.locator('tr', { hasText: 'Crear llave' })
    const dialog = page.getByRole('dialog')
    for (const [button, back] of [
      ['Rechazar', 'No, volver'],
      ['Aprobar', 'Cancelar'],
    ] as const) {
      await row.getByRole('button', { name: button }).click()
      await dialog.getByText('Punto de venta · cobrar, devolver').waitFor()
      assert.deepEqual(await faultsOf(page), [])
      await dialog.getByRole('button', { name: back }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.context().close()
  })

  test('a payment’s story tells in words who asked that another person gives it back', async () => {
    const { merchant, ana } = await shop()
    const id = await paid(merchant)
    await ask(ana, `/operations/${id}/refunds`, { amount: '300.00' })
    await ask(ana, `/operations/apply-reversal/${id}`)
    const page = await visit(ana, `/operations/${id}`)
    const story = page.locator('ol.timeline').first()
    await story.getByText('pidió que otra persona apruebe una devolución').waitFor()
    await story.getByText('pidió que otra persona apruebe devolver todo').waitFor()
    assert.doesNotMatch((await story.textContent()) ?? '', /v1/)
    await page.context().close()
  })

  test('on a phone, a long name stays within its dialog, and a box to tick keeps its size beside a long text', async () => {
    const page = await visit(undefined, '/keys', PHONE)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Renovar' }).first().click()
    await dialog.getByRole('heading', { name: /sk_dev_/ }).waitFor()
    const isWider = '(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector("dialog"))'
    assert.equal(await page.evaluate(isWider), false)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Crear llave' }).click()
    await dialog.getByRole('checkbox').first().waitFor()
    const widths: number[] = []
    for (const box of await dialog.getByRole('checkbox').all()) widths.push((await box.boundingBox())?.width ?? 0)
    assert.ok(widths.length > 3)
    assert.deepEqual(new Set(widths).size, 1, widths.join())
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Cambiar la regla de cobro' }).click()
    const choice = await dialog.getByRole('radio').first().boundingBox()
    assert.deepEqual([choice?.width, (choice?.height ?? 0) < 24], [widths[0], true])
    await page.context().close()
  })

  test('a page of nothing says so in its heading', async () => {
    for (const [path, heading] of [
      ['/operations/00000000-0000-7000-8000-000000000000', 'Eso no existe en esta cuenta'],
      ['/nothing-here', 'Aquí no hay nada'],
    ] as const) {
      const page = await visit(undefined, path, PHONE)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      assert.deepEqual(await faultsOf(page), [])
      await page.context().close()
    }
  })

  test('a shop without a payment is not told of filters; a filter that nothing passes is', async () => {
    const reader = await person(world(), await world().merchant(), 'reader')
    const page = await visit(reader, '/operations')
    await page.getByText('Cada pago aparece aquí en cuanto se pide.').waitFor()
    await page.goto(new URL('/console/operations?status=N', page.url()).href)
    await page.getByText('Nada pasa por estos filtros todavía.').waitFor()
    await page.context().close()
  })
})
