// What a second person decides about a change, in a real browser: in words of both languages, with what is before and after it; and why a network refused.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { person, type SignedIn } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import { secondPersons } from '../support/fixtures/second-persons.ts'
import { visitedConsole } from './console-visit.ts'
import { faultsOf, isTooWide } from './readable.ts'

/** The bank refuses transfers to it. */
const CLOSED = '646180990000000012'
const OPEN = '646180110400000007'
const RAW = /\/v1\/|[{}"]|\b(GET|PUT|POST|DELETE)\b|_/

describe('what a second person decides', () => {
  const { world, visit } = visitedConsole()
  const { shop } = secondPersons(world)

  const asks = async (one: SignedIn, method: string, path: string, body: object = {}) => {
    const url = path.replace('/v1/', '/v1/console/ask/')
    const answer = await one.call('POST', url, body, { 'cobro-asked-method': method })
    assert.equal(answer.status, 200, answer.text)
  }

  /** The first cells of the rows, newest first, with each run of blanks as one. */
  const told = async (page: Page, rows: number) => {
    const cells = page.locator('tbody td:first-child')
    await cells.nth(rows - 1).waitFor()
    // What is before is read after the list.
    await page.locator('.changed .lines').first().waitFor()
    await page.waitForLoadState('networkidle')
    return (await cells.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  }

  test('each change is told in words of the reader’s language, with what is before and after it', async () => {
    const { merchant, ana, luis } = await shop()
    const hook = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos', events: ['operation.paid'] }))
      .body.result
    const key = (await merchant.post('/v1/credentials', { name: 'Caja 2', scopes: ['charge'] })).body.result
    await merchant.call('PUT', '/v1/risk/rules', { rules: [{ kind: 'block', of: 'country', value: 'US' }] })
    const dispute = await disputed(merchant, await paidByCard(world(), merchant))
    const events = ['operation.paid', 'operation.cancelled']
    await asks(ana, 'PUT', `/v1/webhook/${hook.id}`, { url: 'http://127.0.0.1:9/otros', events })
    await asks(ana, 'DELETE', `/v1/credentials/${key.id}`)
    const rules = [{ kind: 'limit', of: 'card', per: 'hour', payments: 5 }, { kind: 'country-mismatch' }]
    await asks(ana, 'PUT', '/v1/risk/rules', { rules })
    await asks(ana, 'PUT', '/v1/refund-rules', { methods: [{ payment_method: 'POS', days: 30 }] })
    await asks(ana, 'PUT', '/v1/payment-rules', { external_transactions: 'free' })
    await asks(ana, 'PUT', '/v1/settlement/rules', { minimum: '500.00' })
    await asks(ana, 'POST', `/v1/disputes/${dispute.id}/accept`)
    for (const [locale, words] of [
      [
        'es-MX',
        [
          'Aceptar una aclaración',
          'Cambiar las reglas de las liquidaciones Liquidación más pequeña Antes: $0.00 Después: $500.00',
          'Transacción externa Antes: identifica al cobro Después: no identifica nada: una solicitud repetida puede cobrar dos veces',
          'Plazo para devolver: Tarjeta Antes: 180 días Después: 30 días',
          'Se quita Bloquea el país US Se agrega A lo más 5 pagos por tarjeta en una hora El país de quien paga debe ser el de la tarjeta',
          `Revocar una llave Caja 2 · ${key.app_key} Permisos cobrar`,
          'Cambiar un webhook http://127.0.0.1:9/avisos Dirección Antes: http://127.0.0.1:9/avisos Después: http://127.0.0.1:9/otros Recibe además operation.cancelled',
        ],
      ],
      [
        'en-GB',
        [
          'Accept a dispute',
          'Change the rules of payouts Smallest payout Before: $0.00 After: $500.00',
          'External transaction Before: identifies the charge After: identifies nothing: a repeated request may charge twice',
          'Time to refund: Card Before: 180 days After: 30 days',
          'Taken away Blocks the country US Added At most 5 payments per card in an hour The payer’s country must be the card’s',
          `Revoke a key Caja 2 · ${key.app_key} Powers charge`,
          'Change a webhook http://127.0.0.1:9/avisos Address Before: http://127.0.0.1:9/avisos After: http://127.0.0.1:9/otros It gets in addition operation.cancelled',
        ],
      ],
    ] as const) {
      const page = await visit(luis, '/approvals', { locale })
      const rows = await told(page, words.length)
      for (const [at, text] of words.entries()) assert.ok(rows[at]?.includes(text), `${rows[at]}\nhas not\n${text}`)
      // The bank's number of a dispute and an id of a key may have any letters.
      for (const row of rows) assert.doesNotMatch(row.replace(/\b(sbx-)?\w+_\w+/g, ''), RAW)
      assert.deepEqual(await faultsOf(page), [])
      await page.context().close()
    }
    const phone = await visit(luis, '/approvals', { width: 390 })
    await told(phone, 7)
    assert.equal(await isTooWide(phone), false)
    const row = phone.locator('tr', { hasText: 'Cambiar las reglas de riesgo' })
    await row.getByRole('button', { name: 'Aprobar' }).click()
    const dialog = phone.getByRole('dialog')
    await dialog.getByText('Bloquea el país US').waitFor()
    await dialog.getByRole('button', { name: 'Sí, aprobar' }).click()
    await dialog.waitFor({ state: 'detached' })
    // It stays told after it is done, although the rules are others by now.
    const done = phone.locator('tr', { hasText: 'Cambiar las reglas de riesgo' }).filter({ hasText: 'Hecha' })
    await done.getByText('Bloquea el país US').waitFor()
    await phone.context().close()
  })

  test('why a network refused is told in Spanish, and what it says in its own words is marked', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const refunded = async (payer_clabe: string) => {
      const { transaction } = await speiVoucher(merchant)
      await payBySpei(merchant, { transaction, payer_clabe })
      const made = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: '5.00' })
      assert.equal(made.status, 200, made.text)
      await world().work()
      return { transaction, refund: made.body.result.id as string }
    }
    const closed = await refunded(CLOSED)
    const arrived = await refunded(OPEN)
    const { transfers } = (await merchant.get('/v1/transfers')).body.result
    const sent = transfers.find((one: { destination: string }) => one.destination === OPEN)
    const outcome = { outcome: 'returned', reason: 'Cta bloqueada' }
    const played = await merchant.post(`/v1/sandbox/transfers/${sent.id}`, outcome)
    assert.equal(played.status, 200, played.text)
    await world().work()
    assert.equal((await merchant.get(`/v1/refunds/${arrived.refund}`)).body.result.failure, 'Cta bloqueada')
    for (const [locale, known, quoted] of [
      ['es-MX', /la cuenta está cerrada/i, /la red dice: «Cta bloqueada»/i],
      ['en-GB', /the account is closed/i, /the network says: “Cta bloqueada”/i],
    ] as const) {
      for (const [path, texts] of [
        [`/operations/${closed.transaction}`, [known]],
        [`/operations/${arrived.transaction}`, [quoted]],
        ['/refunds', [known, quoted]],
      ] as const) {
        const page = await visit(ana, path, { locale })
        for (const said of texts) await page.getByText(said).first().waitFor()
        if (locale === 'es-MX') assert.equal(await page.getByText('the account is closed').count(), 0)
        await page.context().close()
      }
    }
  })
})
