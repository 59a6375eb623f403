// What a charge carries for the bank: bounded, printable, without card data; and what an acquirer answers is kept with a saved card.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { heldBackFromBank, markedForBank } from '../../../src/cards/details.ts'
import { holdsCardNumber } from '../../../src/core/cards/number-in-text.ts'
import { isPrintable } from '../../../src/core/text.ts'
import { openNetworkCards, sealNetworkCards, withAnswer } from '../../../src/vault/network-cards.ts'

test('of the metadata only what is marked leaves for the bank, as few short texts without a card number', () => {
  assert.deepEqual(markedForBank({ order: '1', bank: { order: '42', tries: 2, list: [], no: null } }), {
    order: '42',
    tries: '2',
  })
  for (const bank of [null, undefined, 'text', 1, ['a'], []]) assert.deepEqual(markedForBank({ bank }), {})
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue())), (bank) => {
      const marked = Object.entries(markedForBank({ bank, note: 'a', more: '4111111111111111' }))
      assert.ok(marked.length <= 20)
      for (const [name, text] of marked) assert.ok(/^[\w.-]{1,40}$/.test(name) && isPrintable(text, 250), name)
    }),
  )
  const { number = '' } = markedForBank({ bank: { number: 'pan 4111 1111 1111 1111' } })
  assert.ok(number !== '' && !holdsCardNumber(number))
})

test('what is marked and does not leave is named', () => {
  const many = Object.fromEntries(Array.from({ length: 22 }, (_, at) => [`k${at}`, 'v']))
  assert.deepEqual(heldBackFromBank({ bank: many }), ['metadata.bank.k20', 'metadata.bank.k21'])
  const bank = { order: '42', long: 'x'.repeat(251), flag: true, inner: { a: '1' }, 'order number': '1', lines: 'a\nb' }
  assert.deepEqual(
    heldBackFromBank({ bank }),
    ['long', 'flag', 'inner', 'order number', 'lines'].map((name) => `metadata.bank.${name}`),
  )
  for (const strange of ['text', 1, ['a']]) assert.deepEqual(heldBackFromBank({ bank: strange }), ['metadata.bank'])
  for (const none of [{}, { bank: null }, { bank: {} }, { order: '1' }]) assert.deepEqual(heldBackFromBank(none), [])
})

test('the newest token of an acquirer is kept, and the first charge of a series; of others nothing changes', () => {
  const cards = { one: { token: 'k1', firstTransaction: 't1' }, other: { token: 'x' } }
  assert.equal(withAnswer(cards, 'one', {}), undefined)
  assert.equal(withAnswer(cards, 'one', { networkToken: 'k1', networkTransaction: 't2' }), undefined)
  assert.deepEqual(withAnswer(cards, 'one', { networkToken: 'k2', networkTransaction: 't2' }), {
    one: { token: 'k2', firstTransaction: 't1' },
    other: { token: 'x' },
  })
  assert.deepEqual(withAnswer({}, 'one', { networkTransaction: 't1' }), { one: { firstTransaction: 't1' } })
})

test('it opens in its own row only, and nothing is sealed where there is nothing', () => {
  const sealed = new Map<string, string>()
  const atRest = {
    seal: (text: string | Buffer, context: string) => {
      sealed.set(context, String(text))
      return `sealed ${context}`
    },
    open: (text: string, context: string) => {
      if (text !== `sealed ${context}`) throw new Error('another row')
      return Buffer.from(sealed.get(context) ?? '')
    },
  }
  const row: [string, string] = ['card:1 of a/c', 'card:1']
  const kept = sealNetworkCards(atRest, row, { one: { token: 'k1' } })
  assert.deepEqual(openNetworkCards(atRest, row, kept), { one: { token: 'k1' } })
  assert.throws(() => openNetworkCards(atRest, ['card:2 of a/c', 'card:2'], kept))
  assert.equal(sealNetworkCards(atRest, row, {}), null)
  for (const nothing of [null, '']) assert.deepEqual(openNetworkCards(atRest, row, nothing), {})
})
