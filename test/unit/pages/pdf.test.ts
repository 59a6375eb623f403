import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { BLANK_OPERATION } from '../../../src/operations/blank.ts'
import { type PayerFacts, payerContent } from '../../../src/pages/content.ts'
import { kindOf } from '../../../src/pages/digits.ts'
import { shown } from '../../../src/pages/html.ts'
import { payerPdf } from '../../../src/pages/pdf.ts'
import { writable } from '../../../src/pages/pdf-text.ts'
import { operationOf } from '../../../src/store/operation.ts'

test('a PDF shows every Latin letter, leaves pictures out and marks characters that it cannot show', () => {
  assert.equal(writable('Café 🌮 de Ñuño €'), 'Café de Ñuño €')
  assert.equal(writable('漢'), '?')
  assert.equal(writable('👩‍👩‍👧 Kovácső © 50 %'), 'Kovácső © 50 %')
  assert.equal(writable('🇲🇽'), '')
})

test('characters that could reverse or hide text are not shown', () => {
  assert.equal(shown('a\u202Eb\u0000c\n\td\u2066'), 'ab c d')
})

test('long numbers are read in groups', () => {
  assert.deepEqual(kindOf('clabe').groups('646180118012345673'), ['646', '180', '11801234567', '3'])
  assert.deepEqual(kindOf('reference').groups('93000000000420'), ['9300', '0000', '0004', '20'])
})

for (const payment_method of ['store', 'spei', 'card'] as const) {
  test(`the widest ${payment_method} document is one page, nothing cut off`, async () => {
    const pdf = await payerPdf(payerContent(widest(payment_method), 'es'))
    const document = await getDocumentProxy(new Uint8Array(pdf))
    assert.equal(document.numPages, 1)
    const { text } = await extractText(document, { mergePages: true })
    assert.ok(text.replaceAll(/\s/g, '').includes('Pagadoporcompleto'), text)
    const page = await document.getPage(1)
    const { items } = await page.getTextContent()
    for (const item of items) {
      if ('transform' in item) assert.ok(item.transform[5] > 20, `${item.str} is off the page`)
    }
  })
}

test('the amount that nobody pays any more is struck through, no other', async () => {
  const facts = widest('spei')
  /** The lines that do not cross the whole sheet, by where they begin and end. */
  const lines = async (status: 'pending' | 'paid' | 'cancelled' | 'expired') => {
    const pdf = await payerPdf(payerContent({ ...facts, operation: { ...facts.operation, status } }, 'es'))
    const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
    const { argsArray } = await page.getOperatorList()
    return argsArray.flatMap((args: unknown) => {
      const box = Array.isArray(args) ? args[2] : undefined
      if (!(box instanceof Float32Array)) return []
      const [left = 0, top, right = 0, bottom] = box
      return top === bottom && right < 564 ? [[left, Math.round(right)]] : []
    })
  }
  for (const status of ['pending', 'paid'] as const) assert.deepEqual(await lines(status), [], status)
  // As long as the amount in its letters.
  for (const status of ['cancelled', 'expired'] as const) assert.deepEqual(await lines(status), [[48, 366]], status)
})

test('an x between digits is drawn as an x, and not as a multiplication sign', async () => {
  const facts = widest('spei')
  const named = (reference_number: string) => ({ ...facts, operation: { ...facts.operation, reference_number } })
  /** The widths of the letters x and × that are drawn. */
  const widths = async (reference: string) => {
    const pdf = await payerPdf(payerContent(named(reference), 'es'))
    const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
    const { argsArray } = await page.getOperatorList()
    const glyphs = argsArray.flat(3).filter((one) => typeof one === 'object' && one !== null && 'unicode' in one)
    return new Set(glyphs.filter(({ unicode }) => unicode === 'x').map(({ width }) => Math.round(width)))
  }
  assert.deepEqual(await widths('PED-00x00'), await widths('PED-axa'))
})

test('an amount is as wide as any other of so many digits: its point stands beside a 7, not under it', async () => {
  const facts = widest('card')
  const width = async (total_centavos: number, amount: string) => {
    const pdf = await payerPdf(payerContent({ ...facts, operation: { ...facts.operation, total_centavos } }, 'es'))
    const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
    const { items } = await page.getTextContent()
    const found = items.flatMap((item) => ('str' in item && item.str.startsWith(amount) ? [item.width] : []))
    assert.ok(found.length > 0, `${amount} is in the document`)
    return Math.round(Math.max(...found))
  }
  assert.equal(await width(77_700, '$777.00'), await width(44_400, '$444.00'))
})

/** Everything as long as the API takes it, in the widest letters. */
function widest(method: 'store' | 'spei' | 'card'): PayerFacts {
  const wide = (length: number) => 'MÑ W'.repeat(length).slice(0, length)
  return {
    operation: operationOf({
      ...BLANK_OPERATION,
      id: '01a1f9dd-a840-7000-9bfd-76f2c778e1b8',
      account_id: 'acc',
      created_at: '2026-09-20T10:00:00.000Z',
      day: '2026-09-20',
      rail: method,
      status: method === 'card' ? 'paid' : 'pending',
      status_at: '2026-09-21T10:00:00.000Z',
      total_centavos: 9_999_999_999,
      tip_centavos: 9_999_999_999,
      fee_centavos: 0,
      iva_centavos: 0,
      fee_percentage_millis: 0,
      operator: '',
      network: 'sandbox',
      months: 18,
      card_brand: 'AMEX',
      card_last_four: '0005',
      authorization_code: '80158580158580158580',
      description: `${wide(230)}Pagado por completo`,
      reference_number: wide(250),
      network_reference: '9300000000000000000000000420',
      bank_account_number: '646180118012345673',
      bank_name: 'STP',
      chain: 'AHORRO',
      payment_id: '6000000000426',
      short_id: '00000422',
      expires_at: '2026-09-30T05:59:59.999Z',
    }),
    merchant: wide(200),
    url: `http://127.0.0.1:8080/p/01a1f9dd-a840-7000-9bfd-76f2c778e1b8-abcdefghij0123456789`,
    sandbox: true,
    now: '2026-09-20T10:00:00.000Z',
  }
}
