// What people look up and change at the console besides payments, from click to what the API says: customers, an affiliate's account, the invoice's receptor.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sandboxShop } from '../support/fixtures/console.ts'
import { openReceiver } from '../support/fixtures/receiver.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const PHONE = { width: 390, height: 780 }

describe('search and changes at the console', () => {
  const { world, baseUrl, visit } = visitedService()
  let shop: ReturnType<typeof sandboxShop>

  before(async () => {
    shop = sandboxShop(world())
  })

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  async function made(method: string, path: string, body?: object): Promise<any> {
    const answer = await shop.call(method, path, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }

  async function isClean(page: Page): Promise<void> {
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(await isTooWide(page), false)
  }

  /** Presses a button of the dialog, which closes when what it asked for is done and shown behind it. */
  async function confirm(page: Page, name: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  test('a customer is found by any part of their data; the address keeps the search, on a phone and in English too', async () => {
    const ana = await made('POST', '/v1/customer', {
      name: 'Ana María Núñez',
      email: 'ana@ejemplo.mx',
      metadata: { erp: 'C-0931' },
    })
    await made('POST', '/v1/customer', { name: 'Luis Ortega', email: 'luis@ejemplo.mx' })
    const page = await visit('/customers')
    await page.getByRole('link', { name: 'Luis Ortega' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('nunez mar')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/customers?q=nunez+mar')
    await page.getByRole('link', { name: 'Luis Ortega' }).waitFor({ state: 'detached' })
    await page.getByText('1 cliente').waitFor()
    await isClean(page)
    await page.getByRole('link', { name: 'Ana María Núñez' }).click()
    await page.waitForURL(`**/customers/${ana.id}`)
    await page.goBack()
    await page.waitForURL('**/customers?q=nunez+mar')
    await page.getByText('1 cliente').waitFor()
    await page.context().close()

    const phone = await visit('/customers?q=0931', { viewport: PHONE })
    await phone.getByRole('link', { name: 'Ana María Núñez' }).waitFor()
    await isClean(phone)
    await phone.getByRole('button', { name: 'English' }).click()
    await phone.getByRole('searchbox').fill('nobody')
    await phone.keyboard.press('Enter')
    await phone.getByRole('heading', { name: 'Nobody is called that' }).waitFor()
    await phone.getByRole('link', { name: 'Search operations' }).click()
    await phone.waitForURL('**/operations?q=nobody')
    await phone.goto(`${baseUrl()}/console/customers?q=%E2%80%A6`)
    await phone.getByRole('alert').waitFor()
    await phone.context().close()
  })

  test('an affiliate is changed; another CLABE waits for the code of the e-mail, and can be withdrawn', async () => {
    const { id } = await made('POST', '/v1/affiliates', {
      user: 'beto',
      name: 'Beto Ruiz',
      email: 'beto@ejemplo.mx',
      clabe: '002010077777777771',
    })
    const read = () => made('GET', `/v1/affiliates/${id}`)
    const page = await visit(`/affiliates/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Cambiar' }).click()
    await dialog.getByLabel(/titular/).fill('Roberto Ruiz')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('Guardado.').waitFor()
    await confirm(page, 'Cerrar')
    await page.getByRole('heading', { name: 'Roberto Ruiz', exact: true }).waitFor()
    assert.equal((await read()).change, undefined, 'a name needs no confirmation')

    await page.getByRole('button', { name: 'Cambiar' }).click()
    await dialog.getByLabel(/CLABE/).fill('123')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel(/CLABE/).fill('0321 8000 0118 3597 19')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText(/espera que la confirmes/).waitFor()
    await confirm(page, 'Cerrar')
    await page.getByText('espera confirmación').waitFor()
    await isClean(page)
    assert.equal((await read()).change.status, 'requested')
    await world().work()
    const { messages } = await made('GET', '/v1/sandbox/mailbox')
    const [code] = messages.flatMap(({ body }: { body: string }) => /Código: (\d{8})/.exec(body)?.[1] ?? [])
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await dialog.getByLabel(/Código/).fill('00000000')
    await dialog.getByRole('button', { name: 'Sí, confirmar' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel(/Código/).fill(code)
    await confirm(page, 'Sí, confirmar')
    await page.getByText(/vale desde el/).waitFor()
    const confirmed = await read()
    assert.equal(confirmed.change.status, 'confirmed')
    assert.equal(confirmed.clabe, '002010077777777771', 'until it holds, nothing changes')
    await page.getByRole('button', { name: 'Cancelar el cambio' }).click()
    await confirm(page, 'Sí, cancelar')
    await page.getByText(/vale desde el/).waitFor({ state: 'detached' })
    assert.equal((await read()).change, undefined)
    await page.context().close()
  })

  test('payouts are sent to another account after the code of the e-mail', async () => {
    const read = () => made('GET', '/v1/settlement/account')
    const page = await visit('/payouts')
    const dialog = page.getByRole('dialog')
    await page.getByText('Banamex 002010077777777771').waitFor()
    await isClean(page)
    await page.getByRole('button', { name: 'Cambiar la cuenta' }).click()
    await dialog.getByLabel(/CLABE/).fill('123')
    await dialog.getByRole('button', { name: 'Pedir el cambio' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel(/CLABE/).fill('0321 8000 0118 3597 19')
    await dialog.getByRole('button', { name: 'Pedir el cambio' }).click()
    await dialog.getByText('Pedido: espera confirmación.').waitFor()
    await confirm(page, 'Cerrar')
    await page.getByText('espera confirmación').waitFor()
    assert.equal(
      await page.getByRole('button', { name: 'Cambiar la cuenta' }).isDisabled(),
      true,
      'one change at a time',
    )
    await isClean(page)
    await world().work()
    const { messages } = await made('GET', '/v1/sandbox/mailbox')
    const [code] = messages.flatMap(({ body }: { body: string }) => /Código: (\d{8})/.exec(body)?.[1] ?? [])
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await dialog.getByLabel(/Código/).fill(code)
    await confirm(page, 'Sí, confirmar')
    await page.getByText(/vale desde el/).waitFor()
    const { clabe, change } = await read()
    assert.deepEqual([clabe, change.status], ['002010077777777771', 'confirmed'])
    await page.context().close()
  })

  test('a webhook is tried with a button, which leads to what the server answered', async () => {
    const receiver = await openReceiver()
    await made('POST', '/v1/webhook', { url: `${receiver.url}/avisos` })
    const page = await visit('/webhooks')
    await page.getByRole('button', { name: 'Probar' }).click()
    const link = page.getByRole('link', { name: 'Ver qué contestó tu servidor' })
    await link.waitFor()
    await world().work()
    await link.click()
    await page.getByText('webhook.ping', { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: `${receiver.url}/avisos` }).waitFor()
    await page
      .getByText('204', { exact: true })
      .or(page.getByText('200', { exact: true }))
      .first()
      .waitFor()
    await isClean(page)
    await page.context().close()
    await receiver.close()
  })

  test('the tax data of the invoice are entered and changed, and refused by field', async () => {
    const page = await visit('/reports', { viewport: PHONE })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Agregar' }).click()
    await dialog.getByLabel('RFC').fill('EKU9003173C9')
    await dialog.getByLabel(/razón social/).fill('ESCUELA KEMPER URGATE')
    await dialog.getByLabel('Régimen fiscal').selectOption('612')
    await dialog.getByLabel(/Código postal/).fill('42501')
    await isClean(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText(/^Régimen fiscal: debe ser/).waitFor()
    await dialog.getByLabel('Régimen fiscal').selectOption('601')
    await confirm(page, 'Guardar')
    await page.getByText('ESCUELA KEMPER URGATE', { exact: true }).waitFor()
    await isClean(page)
    const given = { rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', regime: '601', postal_code: '42501' }
    assert.deepEqual(await made('GET', '/v1/fees/receptor'), { ...given, cfdi_use: 'G03' })
    await page.getByRole('button', { name: 'Cambiar' }).click()
    await dialog.getByLabel('Uso de la factura').selectOption('S01')
    await confirm(page, 'Guardar')
    await page.getByRole('definition').filter({ hasText: 'Sin efectos fiscales' }).waitFor()
    assert.deepEqual(await made('GET', '/v1/fees/receptor'), { ...given, cfdi_use: 'S01' })
    await page.context().close()
  })

  test('operations are filtered to cash', async () => {
    const store = await made('POST', '/v1/payment/convenience-store', { total: 77 })
    await made('POST', '/v1/payment/spei', { total: 78 })
    const page = await visit('/operations')
    await page.getByText('2 operaciones').waitFor()
    await page.getByLabel('Forma').selectOption({ label: 'Efectivo en tienda' })
    await page.waitForURL('**/operations?payment_method=OXX')
    await page.getByText('1 operación').waitFor()
    await page.getByText('$77.00').first().waitFor()
    const { operations } = await made('GET', '/v1/operations?payment_method=OXX')
    assert.deepEqual(
      operations.map(({ transaction }: { transaction: string }) => transaction),
      [store.transaction],
    )
    await page.context().close()
  })

  test('a transfer whose bank does not say the payer is given back to an account that the person enters', async () => {
    await made('POST', '/v1/payment/spei', { total: 391 })
    const { content } = await made('GET', '/v1/sandbox/statement?rail=spei&extra=1')
    // Another amount than the voucher's, whichever voucher it is, and no payer.
    const [, amount] = /,(\d+\.\d\d),payment,/.exec(content) ?? assert.fail(content)
    const stated = content.replaceAll(amount, '390.00').replace(/,\d{18},(?=[^,\r]*\r\n)/, ',,')
    await made('POST', '/v1/sandbox/reconcile', { content: stated })
    const page = await visit('/suspense')
    await page.getByRole('button', { name: 'Devolver' }).click()
    await page.getByText('Se transfieren a la cuenta que escribas.').waitFor()
    await page.getByLabel('CLABE').fill('002010077777777771')
    await page.getByLabel('A nombre de').fill('Ana Núñez')
    await confirm(page, 'Sí, devolver')
    const { transfers } = await made('GET', '/v1/transfers')
    assert.deepEqual(
      transfers.map(({ amount, destination }: { amount: { amount: string }; destination: string }) => [
        amount.amount,
        destination,
      ]),
      [['390.00', '002010077777777771']],
    )
    await page.context().close()
  })

  test('the rule of charges is read and changed', async () => {
    const page = await visit('/keys')
    await page.getByText('se cobra una sola vez').waitFor()
    await page.getByRole('button', { name: 'Cambiar la regla de cobro' }).click()
    await page.getByRole('radio', { name: 'No identifica nada' }).check()
    await isClean(page)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('cada solicitud es un cobro nuevo').waitFor()
    assert.equal((await made('GET', '/v1/payment-rules')).external_transactions, 'free')
    await page.getByRole('button', { name: 'Cambiar la regla de cobro' }).click()
    await page.getByRole('radio', { name: 'Identifica al cobro' }).check()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('se cobra una sola vez').waitFor()
    assert.equal((await made('GET', '/v1/payment-rules')).external_transactions, 'unique')
    await page.context().close()
  })

  test('suspense and keys lead on past their first fifty rows', async () => {
    for (let n = 0; n < 53; n += 1) {
      const { transaction } = await made('POST', '/v1/payment/convenience-store', { total: 20 })
      await made('POST', '/v1/sandbox/pay/store', { transaction, amount: 21 })
      await made('POST', '/v1/credentials', { name: `caja ${n}`, scopes: ['read'] })
    }
    for (const [path, list, key] of [
      ['/suspense', '/v1/received-payments?outcome=suspended&limit=500', 'payments'],
      ['/keys', '/v1/credentials?limit=500', 'credentials'],
    ] as const) {
      const rows = (await made('GET', list))[key].length
      const page = await visit(path)
      await page.getByRole('link', { name: 'Siguientes' }).click()
      await page.waitForURL(`**${path}?after=*`)
      await page.getByRole('link', { name: 'Siguientes' }).waitFor({ state: 'detached' })
      // It begins at its top, with the keyboard too.
      assert.match(String(await page.evaluate('document.activeElement.tagName')), /^(SECTION|MAIN)$/)
      assert.ok(Number(await page.evaluate('document.activeElement.getBoundingClientRect().top')) >= 0)
      assert.equal(await page.locator('tbody tr').count(), rows - 50, path)
      await isClean(page)
      await page.getByRole('link', { name: 'Lo más nuevo' }).click()
      await page.getByRole('link', { name: 'Siguientes' }).waitFor()
      await page.context().close()
    }
  })

  test('a month of the books is closed with what stands open, and its package is downloaded', async () => {
    const { transaction } = await made('POST', '/v1/payment/spei', { total: 480 })
    await made('POST', '/v1/sandbox/pay/spei', { transaction })
    const [{ month }] = (await made('GET', '/v1/ledger/months')).months
    const { now } = await made('GET', '/v1/sandbox/clock')
    const set = new Date(Date.parse(now) + 32 * 86_400_000).toISOString()
    // What the other tests have left to be done on the way may be more than one call does.
    while (!(await made('PUT', '/v1/sandbox/clock', { set })).finished);
    const page = await visit('/reports')
    const row = page.locator(`tr[data-month="${month}"]`)
    await row.getByRole('button', { name: 'Cerrar' }).click()
    await page.getByRole('dialog').getByText('Queda abierto').waitFor()
    await isClean(page)
    if (process.env.COBRO_TEST_PICTURES) await page.screenshot({ path: `${process.env.COBRO_TEST_PICTURES}/close.png` })
    await confirm(page, 'Cerrar así')
    const link = row.getByRole('link', { name: 'Descargar (ZIP)' })
    await link.waitFor()
    await row.getByText('Cerrado', { exact: true }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    assert.equal(download.suggestedFilename(), `cobro-${month}.zip`)
    const { status, package: packed } = await made('GET', `/v1/ledger/months/${month}`)
    assert.equal(status, 'closed')
    assert.ok(packed.bytes > 1_000)
    await isClean(page)
    if (process.env.COBRO_TEST_PICTURES)
      await page.screenshot({ path: `${process.env.COBRO_TEST_PICTURES}/closed.png`, fullPage: true })
    await page.context().close()
    const phone = await visit('/reports', { viewport: PHONE })
    await phone.locator(`tr[data-month="${month}"]`).waitFor()
    await isClean(phone)
    await phone.context().close()
  })
})
