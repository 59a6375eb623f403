// Chains: found however a client writes them, and never two at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chains, defaultChain, findChain } from '../../../src/core/chains.ts'

test('OXXO accepts 1.00 to 10,000.00 and is the default', () => {
  assert.equal(defaultChain.shortName, 'OXXO')
  assert.equal(defaultChain.minCentavos, 100)
  assert.equal(defaultChain.maxCentavos, 1_000_000)
  assert.equal(findChain('oxxo'), defaultChain)
})

test('a chain is found regardless of case, accents, blanks and punctuation', () => {
  const spellings = {
    '7-Eleven': ['7-eleven', '7 Eleven', '7ELEVEN', 'SEVEN_ELEVEN'],
    'Bodega Aurrerá': ['bodega aurrera', 'BODEGA AURRERÁ', 'aurrerá', 'Bodega-Aurrera'],
    Walmart: ['Wal-Mart', 'WALMART', 'wal mart'],
    'Circle K': ['circlek', 'CIRCLE_K', 'Circle K'],
    'Farmacias del Ahorro': ['FARMACIAS DEL AHORRO', 'farmacias-del-ahorro', 'ahorro'],
    'Farmacias Benavides': ['benavides', 'Farmacias  Benavides'],
  }
  for (const [name, texts] of Object.entries(spellings)) {
    for (const text of texts) assert.equal(findChain(text)?.name, name, text)
  }
})

test('each name of a chain finds that chain alone', () => {
  const byName = fc.constantFrom(
    ...chains.flatMap((chain) => [chain.name, chain.shortName, ...chain.aliases].map((name) => ({ chain, name }))),
  )
  const noise = fc.constantFrom('', ' ', '-', '_', '.', "'")
  fc.assert(
    fc.property(byName, fc.boolean(), noise, ({ chain, name }, upper, separator) => {
      const written = [...(upper ? name.toUpperCase() : name.toLowerCase())].join(separator)
      assert.equal(findChain(written), chain)
    }),
  )
})

test('a text without a chain’s name finds none', () => {
  for (const text of ['', ' ', '---', 'OXX', 'OXXOS', 'Tienda', `OXXO${' '.repeat(100)}`])
    assert.equal(findChain(text), undefined)
})

test('every chain has limits that a voucher can have, and a reference that fits a barcode', () => {
  for (const chain of chains) {
    assert.ok(chain.minCentavos >= 100 && chain.minCentavos < chain.maxCentavos)
    assert.ok(chain.referenceDigits >= 10 && chain.referenceDigits <= 30 && chain.referenceDigits % 2 === 0)
  }
})
