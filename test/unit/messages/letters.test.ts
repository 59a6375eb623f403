// The promise: a letter tells the same thing in the same words, whoever it concerns, and every deadline in it names its zone.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type PayoutAccountStep, payoutAccountTexts } from '../../../src/messages/payout-account-letters.ts'

const folder = new URL('../../../src/messages/', import.meta.url)
const sources = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)

test('no sentence is written in two letters', () => {
  const written = new Map<string, string>()
  for (const [name, source] of sources) {
    for (const [, , sentence = ''] of source.matchAll(/(['`])((?:(?!\1|\$\{).){25,})\1/g)) {
      if (!/^[\p{L}¿].* .* [^{}]*$/u.test(sentence) || /[{}=;]/.test(sentence)) continue
      assert.equal(written.get(sentence), undefined, `${name} and ${written.get(sentence)}: ${sentence}`)
      written.set(sentence, name)
    }
  }
  assert.ok(written.size > 50, String(written.size))
})

test('a deadline in a letter names its zone', () => {
  for (const [name, source] of sources) assert.doesNotMatch(source, /\bdeadlineText\b/, name)
})

test('the letters about the account of payouts name whose payouts they are, the account, and what to do', () => {
  const facts = { clabe: '…2345', operator: 'ana@example.mx', when: 'hoy', code: 'ABC' }
  for (const step of ['requested', 'confirmed', 'changed', 'cancelled', 'guessed'] satisfies PayoutAccountStep[]) {
    for (const [affiliate, es, en] of [
      ['', 'tus liquidaciones', 'your payouts'],
      ['luz', 'las liquidaciones del afiliado luz', 'the payouts of the affiliate luz'],
    ] as const) {
      const [title = ['', ''], ...paragraphs] = payoutAccountTexts(step, { affiliate, ...facts })
      assert.ok(title[0].includes(es) && title[1].includes(en), title.join())
      for (const at of [0, 1] as const)
        assert.ok(
          paragraphs.some((text) => text[at].includes('…2345')),
          step,
        )
    }
  }
})
