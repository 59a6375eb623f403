// Every kind of e-mail as a browser shows it: read by everybody, by day and by night, on a phone and a desktop, in both languages.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { letterContent } from '../../src/messages/letters.ts'
import type { MessageRow } from '../../src/messages/tables.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../support/fixtures/payers.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'
import { type Kind, moved, pending } from './operations.ts'
import { setProfile } from './profile.ts'
import { faultsOf, isTooWide } from './readable.ts'

const pictures = process.env.COBRO_TEST_PICTURES

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 800, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

const OPERATIONS = {
  'store slip': ['store', undefined],
  'spei slip': ['spei', undefined],
  'card receipt': ['card', 'paid'],
  'store receipt': ['store', 'paid'],
  'expired slip': ['store', 'expired'],
  'cancelled charge': ['spei', 'cancelled'],
  'declined card': ['card', 'declined'],
} as const satisfies Record<string, [Kind, 'paid' | 'expired' | 'cancelled' | 'declined' | undefined]>

const AT = '2026-11-24T18:00:00.000Z'
const change = { clabe: '0123', operator: 'ana@example.mx', at: AT }
const steps = ['requested', 'confirmed', 'changed', 'cancelled', 'guessed'] as const
const dispute = {
  id: 'dsp_01',
  operation_id: '01935a2c-7f00-7000-8000-000000000001',
  scheme: 'visa',
  reason_code: '10.4',
  amount_centavos: 125_050,
  fee_centavos: 30_000,
  iva_centavos: 4_800,
  respond_by: AT,
  closed_because: 'decided',
}
const closing = {
  closing: '2026-11-20',
  merchant: 'Taller Ñandú',
  sales: { count: 1_204, centavos: 98_765_432 },
  rails: [
    { rail: 'card', count: 1_000, centavos: 90_000_000 },
    { rail: 'store', count: 150, centavos: 5_765_432 },
    { rail: 'spei', count: 54, centavos: 3_000_000 },
  ],
  returns: { count: 12, centavos: 400_000 },
  disputes: { count: 2, centavos: 125_050 },
  fees: 3_210_987,
  net: 95_029_395,
  open: { count: 31, centavos: 1_250_000 },
}

/** The letters to the account, as they lie in the queue. */
const LETTERS: Record<string, object> = {
  ...Object.fromEntries(steps.map((step) => [`account ${step}`, { ...change, step }])),
  ...Object.fromEntries(steps.map((step) => [`affiliate ${step}`, { ...change, step, affiliate: 'socio-1' }])),
  invited: { ...change, step: 'invited', page: 'https://pagos.example/console/invitation' },
  ...Object.fromEntries(
    (['opened', 'reminder', 'won', 'lost', 'answer_refused'] as const).flatMap((step) =>
      (['chargeback', 'retrieval'] as const).map((stage) => [
        `dispute ${step} ${stage}`,
        { about: 'dispute', step, reference: 'Pedido 1001', dispute: { ...dispute, stage } },
      ]),
    ),
  ),
  approval: {
    approval: 'refund',
    amountCentavos: 12_500_000,
    askedBy: 'ana@example.mx',
    until: AT,
    page: 'https://pagos.example/console/approvals',
  },
  closing,
  books: { step: 'books', day: '2026-11-20', head: '3f9a'.repeat(16), accounts: 12 },
}

/** Letters that differ from another one in their words only. */
const ALIKE = /^(account (?!requested)|affiliate (?!requested)|dispute (?!opened chargeback|won retrieval))/

describe('e-mails in a browser', () => {
  let world: World
  let merchant: Merchant
  let browser: Browser
  /** The HTML of each, by language and kind. */
  const letters: Record<'es' | 'en', Map<string, string>> = { es: new Map(), en: new Map() }

  before(async () => {
    world = await openWorld('sqlite', { BASE_URL: 'https://pagos.example' })
    merchant = await world.merchant('Taller Ñandú')
    await setProfile(merchant)
    for (const language of ['es', 'en'] as const) await receive(language)
    browser = await launchBrowser()
  })
  after(async () => {
    await closeContexts(browser)
    await world?.close()
  })

  async function receive(language: 'es' | 'en'): Promise<void> {
    const spoken = { 'accept-language': language }
    for (const [name, [kind, to]] of Object.entries(OPERATIONS)) {
      const row = await pending(world.service, merchant, kind)
      if (to !== undefined) await moved(world.service, row, to, { authorization_code: '801585' })
      const recipient = `${name.replaceAll(' ', '-')}-${language}@example.mx`
      const sent = await merchant.post('/v1/operations/send', { id: row.id, email: recipient }, spoken)
      assert.equal(sent.status, 200, sent.text)
      letters[language].set(name, await letterTo(recipient))
    }
    // What the refund of cash is paid from.
    const sold = await speiVoucher(merchant, { total: 5_000 })
    await payBySpei(merchant, { transaction: sold.transaction })
    const asked = `refund-${language}@example.mx`
    const paid = await storeVoucher(merchant, { total: 1_250.5 })
    await payAtStore(merchant, { transaction: paid.transaction })
    const refund = { amount: 800.25, destination: { email: asked } }
    const answer = await merchant.post(`/v1/operations/${paid.transaction}/refunds`, refund, spoken)
    assert.equal(answer.status, 200, answer.text)
    letters[language].set('refund asked', await letterTo(asked, /te devuelve|refunding you/))

    const reminded = `reminder-${language}@example.mx`
    const made = await merchant.post(
      '/v1/payment/convenience-store',
      { total: 150, store: 'OXXO', email: reminded },
      spoken,
    )
    assert.equal(made.status, 200, made.text)
    await moveClock(merchant, { freeze: true })
    await moveClock(merchant, { advance: 'P3D' })
    letters[language].set('reminder', await letterTo(reminded, /^(Recordatorio|Reminder)/))

    const row = { id: 'msg_1', account_id: merchant.accountId, sealed_code: 'x', language } as MessageRow
    const opens = { open: () => Buffer.from('482913') } as never
    for (const [name, letter] of Object.entries(LETTERS)) {
      const { html } = letterContent(opens, { ...row, letter: JSON.stringify(letter) })
      letters[language].set(name, html)
    }
  }

  async function letterTo(recipient: string, subject = /./): Promise<string> {
    await world.work()
    const { messages } = (await merchant.get(`/v1/sandbox/mailbox?recipient=${recipient}`)).body.result
    const found = messages.find((one: { subject: string }) => subject.test(one.subject))
    return found?.html ?? assert.fail(`no e-mail to ${recipient}`)
  }

  test('on the narrowest phone each kind fits, with an amount of eight digits and a barcode too', async () => {
    // A browser that plays a phone would draw a page that is too wide smaller, and tell nothing.
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    for (const [name, html] of letters.es) {
      await page.setContent(html.replaceAll(/\$[\d,]+\.\d\d/g, '$99,999,999.99'))
      assert.ok(!(await isTooWide(page)), `${name} is wider than the screen`)
    }
    await context.close()
  })

  for (const [size, options] of Object.entries(SIZES)) {
    // Who looks at pictures wants them all; a fault of one language on one screen is one on every screen.
    const languages = pictures ? (['es', 'en'] as const) : size === 'phone' ? (['es'] as const) : (['en'] as const)
    for (const language of languages) {
      test(`each kind fits and has no fault of any severity: ${size}, ${language}`, async () => {
        const context = await browser.newContext(options)
        const page = await context.newPage()
        for (const [name, html] of letters[language]) {
          if (!pictures && ALIKE.test(name)) continue
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            await page.setContent(html)
            assert.ok(!(await isTooWide(page)), `${name} is wider than the screen`)
            assert.deepEqual(await faultsOf(page), [], `${name}, ${colorScheme}`)
            if (!pictures) continue
            mkdirSync(pictures, { recursive: true })
            const file = `mail-${name.replaceAll(' ', '-')}-${size}-${language}-${colorScheme}.png`
            await page.screenshot({ path: `${pictures}/${file}`, fullPage: true })
          }
        }
        await context.close()
      })
    }
  }
})
