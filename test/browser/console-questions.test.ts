// The questions of a merchant at the console, each answered in a few presses: what is paid out next and why, what a customer is told of a decline, which webhooks failed.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { payByCard } from '../support/fixtures/charges.ts'
import { sandboxShop } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { moveClock } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Where to leave pictures for somebody to look at. */
const pictures = process.env.COBRO_TEST_PICTURES

describe('the questions of a merchant at the console', () => {
  const { world, visit } = visitedService()
  let shop: Merchant
  let paid: string

  before(async () => {
    shop = { ...sandboxShop(world()) } as Merchant
    // A Thursday.
    await moveClock(shop, { freeze: true, set: '2034-05-04T12:00:00-06:00' })
    await shop.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    await shop.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos', events: ['dispute.opened'] })
    await disputed(shop, await paidByCard(world(), shop, 950), { stage: 'chargeback' })
    await world().work()
    // The webhook answers nothing for days, so it is paused, and its event is given up.
    await moveClock(shop, { advance: 'P4D' })
    await moveClock(shop, { set: '2034-05-09T12:00:00-06:00' })
    paid = await paidByCard(world(), shop, 400)
    await shop.post(`/v1/operations/${paid}/refunds`, { amount: '100.00', reason: 'Cobro doble' })
    await payByCard(world(), shop, '4111111111111111', { 'payment.external.transaction': 'sin-fondos' })
    await world().work()
  })

  async function isSound(page: Page, name: string): Promise<void> {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
    assert.deepEqual(await faultsOf(page), [], name)
    assert.equal(await isTooWide(page), false, name)
  }

  test('what is paid out next, when, and how it adds up', async () => {
    const page = await visit('/today')
    const amount = await page.locator('[data-figure=next]').textContent()
    await page.getByText(/Sale el mié 10 may 2034/).waitFor()
    await isSound(page, 'questions-today')
    await page.getByRole('link', { name: 'Cómo se suma' }).click()
    await page.waitForURL('**/console/payouts')
    const centavos = (text: string | null) =>
      Math.round(Number((text ?? '').replace('−', '-').replace(/[$,]/g, '')) * 100)
    assert.equal(await page.locator('[data-figure=next]').textContent(), amount)
    const lines = (await page.locator('.beside-lines dd').allTextContents()).map(centavos)
    const payout = lines.pop()
    assert.equal(
      lines.reduce((sum, line) => sum + line, 0),
      payout,
    )
    assert.equal(payout, centavos(amount))
    assert.equal(centavos(await page.locator('[data-figure=next-returned]').textContent()), -10_000)
    await isSound(page, 'questions-payouts')
    await page.setViewportSize(PHONE.viewport)
    await isSound(page, 'questions-payouts-phone')
    await page.context().close()
  })

  test('a paid operation says in which payout its money comes; a declined one what to tell the customer', async () => {
    const page = await visit(`/operations/${paid}`)
    await page.getByText('Le toca la liquidación del mié 10 may 2034.').waitFor()
    const [declined] = (await shop.get('/v1/operations?status=D')).body.result.operations
    await page.goto(page.url().replace(paid, declined.transaction))
    const told = page.locator('[data-figure=payer-told]')
    await told.waitFor()
    assert.equal(await told.textContent(), 'Tu tarjeta no tiene fondos suficientes. Usa otra tarjeta.')
    await isSound(page, 'questions-declined')
    await page.context().close()
  })

  test('the events that did not arrive are listed in words, and sent again for their webhook', async () => {
    const page = await visit('/webhooks', PHONE)
    await page.getByRole('button', { name: 'No entregados' }).click()
    await page.waitForURL('**/webhooks?delivery=failed')
    const row = page.locator('tr', { hasText: 'dispute.opened' })
    await row.getByRole('link', { name: /^Aclaración de \$950\.00/ }).waitFor()
    await isSound(page, 'questions-webhooks')
    await page.getByRole('button', { name: 'Reanudar' }).click()
    await page.getByRole('button', { name: 'Reenviar' }).click()
    await page.getByRole('dialog').getByLabel('Desde').fill('2034-05-01')
    await isSound(page, 'questions-send-again')
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click()
    await page.getByText(/Se envían otra vez: \d+/).waitFor()
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await page.getByText('Nada por reenviar').waitFor()
    await page.context().close()
  })

  test('a balance below zero shows what is owed, and nothing that stays', async () => {
    await disputed(shop, await paidByCard(world(), shop, 950), { stage: 'chargeback' })
    const page = await visit('/payouts')
    const owed = page.locator('[data-figure=next-owed]')
    await owed.waitFor()
    assert.doesNotMatch((await owed.textContent()) ?? '', /^-/)
    await page.getByText('Lo que debes: lo cubren tus ventas').waitFor()
    assert.equal(await page.locator('[data-figure=next-kept]').count(), 0)
    await isSound(page, 'questions-owed')
    await page.context().close()
  })
})
