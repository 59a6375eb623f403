// Texts that break pages, in a real browser: one long word, emoji, right-to-left writing, and marks that reverse the text beside them.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { person, type SignedIn } from '../support/fixtures/console.ts'
import { disputed, paidByCard } from '../support/fixtures/disputes.ts'
import { payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import type { Merchant } from '../support/harness/world.ts'
import { visitedService } from './console-visit.ts'
import { isTooWide } from './readable.ts'

const WORD = 'Supercalifragilístico'.repeat(11)
/** An override would show `00.005$` as an amount. */
const TURNED = '\u202e00.005$\u202c مرحبا 👩🏽‍🍳'
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

describe('the console with hard texts', () => {
  const { world, baseUrl, browser } = visitedService({ REQUESTS_KEPT: 'bodies' })
  let merchant: Merchant
  let ana: SignedIn

  before(async () => {
    merchant = await world().merchant()
    ana = await person(world(), merchant, 'owner')
  })
  const made = async (method: string, path: string, body: object) => {
    const answer = await merchant.call(method as 'POST', path, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }

  for (const [name, text] of [
    ['one long word', WORD],
    ['a text that turns', TURNED],
    ['a word that every object of the language has', 'constructor'],
  ] as const)
    test(`${name} stays in its place on every page, on a phone`, async () => {
      const of = (length: number) => [...text].slice(0, length).join('')
      await made('PUT', '/v1/profile', { trade_name: of(60), legal_name: of(120) })
      const voucher = await speiVoucher(merchant, { payment: { reference: { description: of(250), number: of(40) } } })
      await payBySpei(merchant, { transaction: voucher.transaction, payer_name: of(40) })
      await made('POST', `/v1/operations/${voucher.transaction}/refunds`, { amount: '5.00', reason: of(250) })
      const customer = await made('POST', '/v1/customer', {
        name: of(100),
        email: `${'a'.repeat(64)}@${'b'.repeat(60)}.example.mx`,
      })
      await made('POST', '/v1/credentials', { name: of(100), scopes: ['read'] })
      const path = 'avisos'.repeat(30)
      await made('POST', '/v1/webhook', { url: `http://127.0.0.1:9/${path}`, description: of(250) })
      const plan = await made('POST', '/v1/plan', { name: of(60), amount: 10, period: 'month' })
      await made('POST', '/v1/affiliates', {
        user: of(40),
        name: of(40),
        email: `${name.length}@example.mx`,
        clabe: '646180110400000007',
      })
      await made('POST', '/v1/checkout', { amount: 150, description: of(120) })
      const dispute = await disputed(merchant, await paidByCard(world(), merchant))
      await merchant.call('PUT', `/v1/disputes/${dispute.id}/evidence`, { texts: { customer: of(250) } })
      await world().work()
      const [row] = (await ana.call('GET', '/v1/console/requests?path=payment/spei')).body.result.requests
      const context = await browser().newContext({ locale: 'es-MX', viewport: { width: 390, height: 844 } })
      const [cookie = '', value = ''] = ana.cookie.split('=')
      await context.addCookies([{ name: cookie, value, url: baseUrl() }])
      const page = await context.newPage()
      const faults: string[] = []
      for (const view of [
        ...['today', 'operations', 'vouchers', 'refunds', 'customers', 'links', 'plans', 'disputes', 'payouts'],
        ...[
          'affiliates',
          'reports',
          'journal',
          'suspense',
          'requests',
          'webhooks',
          'keys',
          'profile',
          'people',
          'trail',
        ],
        `operations/${voucher.transaction}`,
        `customers/${customer.id}`,
        `disputes/${dispute.id}`,
        `requests/${row.id}`,
        `plans/${plan.id}`,
      ]) {
        await page.goto(`${baseUrl()}/console/${view}`, { waitUntil: 'networkidle' })
        await page.locator('h1').first().waitFor()
        if (await isTooWide(page)) faults.push(`${view} is too wide`)
        const texts = `${await page.locator('body').textContent()} ${await page.title()}`
        if (TURNING.test(texts)) faults.push(`${view} turns`)
      }
      assert.deepEqual(faults, [])
      await context.close()
    })
})
