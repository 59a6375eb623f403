// The tasks of people who are new to the console, walked in a real browser from its first page: none takes more clicks or keys than this.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { keepReport } from '../../src/reconciliation/notices/unread.ts'
import { person, type SignedIn, sandboxShop } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { payAtStore, payBySpei, speiVoucher, storeVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf } from './readable.ts'

const PAYER = '012180001554321090'

describe('a new user of the console', () => {
  const { world, baseUrl, browser } = visitedService()
  let shop: Merchant
  let second: SignedIn

  before(async () => {
    shop = sandboxShop(world()) as Merchant
    const paid = async (total: number, description: string, number: string) => {
      const { transaction } = await speiVoucher(shop, { total, payment: { reference: { description, number } } })
      await shop.post('/v1/sandbox/pay/spei', { transaction })
    }
    await shop.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    await paid(700, 'Horno', 'HOR-1')
    await shop.call('PUT', '/v1/sandbox/clock', { advance: 'P2D' })
    await paid(640, 'Clase de cerámica', 'CER-77')
    await disputed(shop, await paidByCard(world(), shop, 450), { stage: 'chargeback', reason_code: '13.1' })
    const { transaction } = await storeVoucher(shop, { total: 320 })
    await payAtStore(shop, { transaction, amount: 321 })
    const ofNobody = { clabe: '646180110400000007', tracking_key: 'NADIE1' }
    for (const amount of [90, 95])
      await payBySpei(shop, { ...ofNobody, amount, payer_clabe: PAYER, payer_name: 'Rosa Luna' })
    const partly = await paidByCard(world(), shop, 500)
    await shop.post(`/v1/operations/${partly}/refunds`, { amount: 200 })
    const notice = {
      ...{ kind: 'dispute', operationId: partly, networkDispute: 'CB-REST', stage: 'chargeback', scheme: 'visa' },
      ...{ reasonCode: '10.4', amountCentavos: 50_000, respondBy: '2050-01-31T23:59:59-06:00' },
    }
    const report = {
      network: 'sandbox-acquirer',
      call: '/disputes',
      ...({ why: 'contradiction', notice: 'dispute' } as const),
      text: JSON.stringify(notice),
    }
    await keepReport(world().service, report)
    second = await person(world(), { accountId: SANDBOX_ACCOUNT.id } as Merchant, 'operator')
    await world().work()
  })
  /** A page at the start, whose clicks and keys are counted; text that is typed is neither. With a cookie, that of another person. */
  async function arrived(cookie?: string) {
    const context = await browser().newContext({ locale: 'es-MX' })
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (cookie !== undefined) await context.addCookies([{ name, value, url: baseUrl() }])
    const page = await context.newPage()
    await page.goto(`${baseUrl()}/console`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    let acts = 0
    const click = async (what: Locator) => {
      await what.click()
      acts += 1
    }
    const press = async (key: string) => {
      await page.keyboard.press(key)
      acts += 1
    }
    const type = (text: string) => page.keyboard.type(text)
    return { page, click, press, type, acts: () => acts }
  }

  const tasks: Record<string, { most: number; walk(at: Awaited<ReturnType<typeof arrived>>): Promise<void> }> = {
    'finds a payment by half of what it was for, and gives part of it back': {
      most: 5,
      walk: async ({ page, press, type, click }) => {
        await press('/')
        await page.locator('input:focus').waitFor()
        await type('cerám')
        await press('Enter')
        await click(page.locator('tbody a', { hasText: '640' }).first())
        await click(page.getByRole('button', { name: 'Devolver' }))
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(/Cuánto/).fill('40')
        await click(dialog.getByRole('button', { name: 'Sí, devolver $40.00' }))
        await dialog.waitFor({ state: 'detached' })
      },
    },
    'answers a dispute from what needs somebody': {
      most: 4,
      walk: async ({ page, click }) => {
        await click(page.locator('main a[href*="/console/disputes"]').first())
        const box = page.getByRole('textbox', { name: /Guía y comprobante/ })
        const row = page.locator('tr', { hasText: '$450.00' }).getByRole('link').first()
        await box.or(row).first().waitFor()
        if ((await box.count()) === 0) await click(row)
        await box.fill('Guía 77, entregada el lunes')
        await click(page.getByRole('button', { name: 'Guardar' }))
        await click(page.getByRole('button', { name: 'Enviar pruebas' }))
        await click(page.getByRole('dialog').getByRole('button', { name: /^Sí|Enviar/ }))
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      },
    },
    'explains a payout, to the key by which the bank knows it': {
      most: 2,
      walk: async ({ page, click }) => {
        await click(page.locator('a[href$="/console/payouts"]').first())
        await click(page.locator('main tbody a[href*="/console/payouts/"]').first())
        await page
          .getByText(/Clave de rastreo/i)
          .first()
          .waitFor()
        await page.getByText('700').first().waitFor()
      },
    },
    'gives back money that waits in suspense, from what needs somebody': {
      most: 3,
      walk: async ({ page, click }) => {
        await click(page.locator('[data-need=suspense]').getByRole('link', { name: 'Resolver' }))
        await click(page.locator('tr', { hasText: '$321.00' }).getByRole('button', { name: 'Devolver' }))
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(/^CLABE/).fill('032 180 00011835971 9')
        await dialog.getByLabel('A nombre de').fill('Rosa Luna')
        assert.deepEqual(await faultsOf(page), [])
        await click(dialog.getByRole('button', { name: 'Sí, devolver' }))
        await dialog.waitFor({ state: 'detached' })
        await page.getByText('Nada espera').waitFor()
      },
    },
    'mends what is stuck in the service, which another operator approves': {
      most: 4,
      walk: async ({ page, click }) => {
        await click(page.locator('[data-need=service]').getByRole('link', { name: 'Resolver' }))
        await click(page.locator('tr', { hasText: '$95.00' }).getByRole('button', { name: 'Devolver' }))
        const dialog = page.getByRole('dialog')
        await dialog.getByText(`$95.00 salen hacia la CLABE ${PAYER}, de Rosa Luna.`).waitFor()
        assert.deepEqual(await faultsOf(page), [])
        await click(dialog.getByRole('button', { name: 'Pedir aprobación' }))
        await dialog.getByText(/^Pedido/).waitFor()
        await page.locator('tr', { hasText: '$95.00' }).getByRole('link', { name: 'Por aprobar' }).waitFor()

        const other = await arrived(second.cookie)
        await other.click(other.page.locator('[data-need=approvals]').getByRole('link', { name: 'Decidir' }))
        await other.click(other.page.locator('tr', { hasText: '$95.00' }).getByRole('button', { name: 'Aprobar' }))
        const asked = other.page.getByRole('dialog')
        await asked.getByRole('heading', { name: '¿Aprobar? Devolver: Dinero de nadie, en suspenso $95.00' }).waitFor()
        await asked.getByText(`$95.00 salen hacia la CLABE ${PAYER}, de Rosa Luna.`).waitFor()
        assert.deepEqual(await faultsOf(other.page), [])
        await other.click(asked.getByRole('button', { name: 'Sí, aprobar' }))
        await asked.waitFor({ state: 'detached' })
        await other.page.locator('tr', { hasText: '$95.00' }).getByText('Hecha').waitFor()
        assert.ok(other.acts() <= 4, `${other.acts()} clicks of the other operator`)
        assert.deepEqual(await faultsOf(other.page), [])
        await other.page.context().close()
      },
    },
    'opens a dispute of more than is left of its payment, which another operator approves': {
      most: 4,
      walk: async ({ page, click }) => {
        await click(page.locator('[data-need=service]').getByRole('link', { name: 'Resolver' }))
        const row = page.locator('tr', { hasText: 'Aclaración por más de lo que queda' })
        await row.getByRole('button', { name: 'Cerrar' }).waitFor()
        await click(row.getByRole('button', { name: 'Abrir' }))
        const dialog = page.getByRole('dialog')
        await dialog
          .getByText(/^La aclaración se abre por \$300\.00, lo que queda de su pago; el adquirente pide \$500\.00/)
          .waitFor()
        await dialog.getByText('Lo que mandó la red').click()
        await dialog.getByText(/"networkDispute":"CB-REST"/).waitFor()
        await dialog.getByLabel('Por qué se abre').fill('Una parte ya se devolvió')
        assert.deepEqual(await faultsOf(page), [])
        await click(dialog.getByRole('button', { name: 'Pedir aprobación' }))
        await dialog.getByText(/^Pedido/).waitFor()

        const other = await arrived(second.cookie)
        await other.click(other.page.locator('[data-need=approvals]').getByRole('link', { name: 'Decidir' }))
        const asked = other.page.locator('tr', { hasText: 'Aclaración por más de lo que queda' })
        await other.click(asked.getByRole('button', { name: 'Aprobar' }))
        const sure = other.page.getByRole('dialog')
        await sure.getByRole('heading', { name: /Aclaración por más de lo que queda \$300\.00$/ }).waitFor()
        await sure.getByText(/se abre por \$300\.00, .* el adquirente pide \$500\.00/).waitFor()
        assert.deepEqual(await faultsOf(other.page), [])
        await other.click(sure.getByRole('button', { name: 'Sí, aprobar' }))
        await sure.waitFor({ state: 'detached' })
        await asked.getByText('Hecha').waitFor()
        const { disputes } = (await shop.get('/v1/disputes')).body.result
        assert.equal(disputes[0].amount.amount, '300.00')
        await other.page.context().close()
      },
    },
    'invites somebody who may only read': {
      most: 3,
      walk: async ({ page, click }) => {
        await click(page.locator('a[href$="/console/people"]').first())
        await click(page.getByRole('button', { name: 'Invitar' }).first())
        const dialog = page.getByRole('dialog')
        await dialog.locator('[name=email]').fill('lectora@example.mx')
        await dialog.locator('[name=name]').fill('Lucía')
        assert.equal(await dialog.locator('[name=role]').inputValue(), 'reader', 'the least power comes first')
        await click(dialog.getByRole('button', { name: 'Invitar' }))
        await page.getByText('lectora@example.mx').first().waitFor()
      },
    },
    'exports the operations': {
      most: 3,
      walk: async ({ page, click }) => {
        await click(page.getByRole('link', { name: 'Operaciones', exact: true }).first())
        await click(page.getByRole('button', { name: 'Exportar' }))
        await click(page.getByRole('button', { name: 'Preparar archivo' }))
        await page.getByRole('dialog').waitFor()
      },
    },
    'makes a payment link of an amount': {
      most: 3,
      walk: async ({ page, click }) => {
        await click(page.locator('a[href$="/console/links"]').first())
        await click(page.getByRole('button', { name: 'Crear link' }).first())
        await page.getByLabel('Pesos').fill('370')
        await page.getByLabel('Para qué es; lo ve quien paga').fill('Clase')
        await click(page.getByRole('dialog').getByRole('button', { name: 'Crear', exact: true }))
        await page.getByRole('link', { name: 'Compartir por WhatsApp' }).waitFor()
      },
    },
    'puts the name of the shop on the slip': {
      most: 2,
      walk: async ({ page, click }) => {
        await click(page.locator('a[href$="/console/profile"]').first())
        await page.getByLabel('Nombre comercial').fill('Taller Ñandú')
        await click(page.getByRole('button', { name: 'Guardar' }))
        await page
          .getByRole('button', { name: 'Guardar' })
          .and(page.locator('[aria-disabled]'))
          .or(page.getByRole('status'))
          .first()
          .waitFor()
      },
    },
    'sees what an event was about': {
      most: 2,
      walk: async ({ page, click }) => {
        await click(page.locator('nav a[href$="/console/webhooks"]').first())
        await click(page.locator('main a[href*="/console/operations/"]').first())
        await page.waitForURL(/\/console\/operations\/[0-9a-f-]{36}$/)
      },
    },
    'pays a link by SPEI, as a payer': {
      most: 2,
      walk: async ({ page, click }) => {
        const { body } = await shop.post('/v1/checkout', { amount: 150, description: 'Clase' })
        await page.goto(`${baseUrl()}${new URL(body.result.url).pathname}`)
        await click(page.getByRole('radio', { name: /SPEI/ }))
        await click(page.getByRole('button', { name: 'Obtener mi ficha' }))
        await page.getByText(/CLABE/).first().waitFor()
      },
    },
    'sees with the keyboard alone what a payment was': {
      most: 3,
      walk: async ({ page, press, type }) => {
        await press('Control+k')
        await page.locator('dialog input:focus').waitFor()
        await type('CER-77')
        // What it was for tells it from the others.
        const found = page.getByRole('option', { name: /640.* · Clase de cerámica/ })
        await found.first().waitFor()
        if ((await found.first().getAttribute('aria-selected')) !== 'true') await press('ArrowDown')
        await press('Enter')
        await page.getByRole('heading', { name: /640/ }).first().waitFor()
        await page.getByText('Clase de cerámica').first().waitFor()
      },
    },
  }

  for (const [title, { most, walk }] of Object.entries(tasks)) {
    test(`${title}: at most ${most} clicks and keys`, async (t) => {
      const at = await arrived()
      await walk(at)
      t.diagnostic(`${at.acts()} clicks and keys`)
      assert.ok(at.acts() <= most, `${at.acts()} clicks and keys`)
      await at.page.context().close()
    })
  }
})
