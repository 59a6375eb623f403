// What a second person approves is told in words: every change of the table has a title, and every form of a rule of risk a sentence.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocked, limited, periods } from '../../../../src/cards/risk/rules.ts'
import { changeWords, routeOfChange } from '../../../../src/console/approvals/change-words.ts'
import { powerChanges } from '../../../../src/console/approvals/power-changes.ts'
import { type RiskRule, readPathOf, riskRuleText } from '../../../../web/src/approval/change-words.ts'

test('every change that two people make has words, and none has words for nothing', () => {
  const routes = powerChanges.filter(({ mends }) => mends === undefined).map(({ method, url }) => `${method} ${url}`)
  assert.deepEqual(Object.keys(changeWords).sort(), routes.sort())
  for (const { title, effect } of Object.values(changeWords))
    for (const [es, en] of effect === undefined ? [title] : [title, effect]) assert.ok(es && en)
})

test('a call has the words of its route, and is about what its path names', () => {
  assert.equal(routeOfChange('POST', '/v1/webhook/whk_1/pause'), 'POST /v1/webhook/:id/pause')
  assert.equal(routeOfChange('DELETE', '/v1/webhook/whk_1'), 'DELETE /v1/webhook/:id')
  assert.equal(routeOfChange('PUT', '/v1/webhook/whk_1/faults'), undefined)
  assert.equal(readPathOf('/v1/webhook/whk_1/pause'), '/v1/webhook/whk_1')
  assert.equal(readPathOf('/v1/risk/rules'), '/v1/risk/rules')
})

test('every rule of risk is a sentence in both languages', () => {
  const rules: RiskRule[] = [
    ...blocked.map((of) => ({ kind: 'block', of, value: 'MX' })),
    ...limited.flatMap((of) => periods.map((per) => ({ kind: 'limit', of, per, payments: 3 }))),
    { kind: 'country-mismatch' },
  ]
  for (const language of [0, 1]) {
    const say = (words: readonly [string, string], values: Record<string, string | number> = {}) =>
      (words[language] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
    const texts = rules.map((rule) => riskRuleText(rule, say, (pesos) => `$${pesos}`))
    assert.equal(new Set(texts).size, rules.length)
    for (const text of texts)
      assert.match(text, /^(Bloquea|Blocks|A lo más 3 pagos por|At most 3 payments per|El país|The payer) ?/)
    const both = { kind: 'limit', of: 'card', per: 'hour', payments: 1, amount: '500.00' }
    assert.equal(
      riskRuleText(both, say, (pesos) => `$${pesos}`),
      ['A lo más un pago y $500.00 por tarjeta en una hora', 'At most one payment and $500.00 per card in an hour'][
        language
      ],
    )
  }
})
