// Chains: found however a client writes them, and never two at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaultStore, findStore, stores } from '../../../src/core/stores.ts'

test('OXXO takes 1.00 to 10,000.00 and stands in when none is named', () => {
  assert.equal(defaultStore.shortName, 'OXXO')
  assert.equal(defaultStore.minCentavos, 100)
  assert.equal(defaultStore.maxCentavos, 1_000_000)
  assert.equal(findStore('oxxo'), defaultStore)
})

test('a chain is found without case, accents, blanks and punctuation', () => {
  const spellings = {
    '7-Eleven': ['7-eleven', '7 Eleven', '7ELEVEN', 'SEVEN_ELEVEN'],
    'Bodega Aurrerá': ['bodega aurrera', 'BODEGA AURRERÁ', 'aurrerá', 'Bodega-Aurrera'],
    Walmart: ['Wal-Mart', 'WALMART', 'wal mart'],
    'Circle K': ['circlek', 'CIRCLE_K', 'Circle K'],
    'Farmacias del Ahorro': ['FARMACIAS DEL AHORRO', 'farmacias-del-ahorro', 'ahorro'],
    'Farmacias Benavides': ['benavides', 'Farmacias  Benavides'],
  }
  for (const [name, texts] of Object.entries(spellings)) {
    for (const text of texts) assert.equal(findStore(text)?.name, name, text)
  }
})

test('every chain is found by each of its names, alone', () => {
  const byName = fc.constantFrom(
    ...stores.flatMap((store) => [store.name, store.shortName, ...store.aliases].map((name) => ({ store, name }))),
  )
  const noise = fc.constantFrom('', ' ', '-', '_', '.', "'")
  fc.assert(
    fc.property(byName, fc.boolean(), noise, ({ store, name }, upper, separator) => {
      const written = [...(upper ? name.toUpperCase() : name.toLowerCase())].join(separator)
      assert.equal(findStore(written), store)
    }),
  )
})

test('what names no chain finds none', () => {
  for (const text of ['', ' ', '---', 'OXX', 'OXXOS', 'Tienda', `OXXO${' '.repeat(100)}`])
    assert.equal(findStore(text), undefined)
})

test('every chain has limits a voucher can have, and a reference that fits a barcode', () => {
  for (const store of stores) {
    assert.ok(store.minCentavos >= 100 && store.minCentavos < store.maxCentavos)
    assert.ok(store.referenceDigits >= 10 && store.referenceDigits <= 30 && store.referenceDigits % 2 === 0)
  }
})
