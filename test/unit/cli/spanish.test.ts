// What the commands say in Spanish: every rule of an audit, and every fault of a key has words.
import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { findings } from '../../../src/audit/findings.ts'
import { reportText } from '../../../src/audit/report-text.ts'
import { same } from '../../../src/core/language/bilingual.ts'
import { errorText } from '../../../src/core/language/bilingual-error.ts'
import { phraseBook } from '../../../src/core/language/phrases.ts'
import { audited, counted } from '../../../src/service/audit.ts'
import { existingAtRestKeys } from '../../../src/vault/at-rest-key.ts'

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url))
const ENGLISH =
  /\b(the|of|an|that|is|was|were|none|nobody|not|and|or|for|with|at|on|under|what|it|its|be|been|than|never|look|make|database|transfer|payout|paid|posted)\b/i

test('why sealed data is not opened is in Spanish, with the file and the remedy', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cobro-key-'))
  const file = join(dataDir, 'at-rest.key')
  const fault = (atRestKey = '') => {
    try {
      existingAtRestKeys({ atRestKey, atRestKeysPrevious: [], dataDir })
    } catch (error) {
      return { english: (error as Error).message, spanish: errorText(error, 'es') }
    }
    return assert.fail('a key was made')
  }
  const answer = [fault()]
  writeFileSync(file, 'no key', { mode: 0o600 })
  answer.push(fault())
  chmodSync(file, 0o644)
  answer.push(fault())
  rmSync(file)
  mkdirSync(file, { mode: 0o700 })
  answer.push(fault())
  for (const { english, spanish } of answer) {
    assert.ok(english.includes(file), english)
    assert.match(spanish, /llave de reposo/)
    assert.ok(spanish.includes(file))
  }
  assert.match(fault('short').spanish, /^Una llave de reposo tiene 32 bytes.*openssl rand -hex 32/)
  rmSync(dataDir, { recursive: true })
})

test('an audit is in Spanish: each rule with its meaning, what was read, and the verdict', () => {
  const invariants = audited.flatMap((room) => room.invariants)
  const balances = invariants.find(({ name }) => name === 'balances') ?? assert.fail('no such invariant')
  const found = findings(invariants)
  found.add(balances, { id: 'payable:merchant 2026-11-26', expected: same('1.00'), found: ['nada', 'none'] })
  const counts = Object.fromEntries(counted.map(({ name }, at) => [name, at]))
  const text = reportText({ ...found.verdict('es'), counts }, counted, { language: 'es' })
  for (const { name, meaning } of invariants) {
    assert.ok(text.includes(`${name} `), name)
    assert.ok(text.includes(meaning[0]), name)
    assert.ok(!text.includes(meaning[1]), name)
  }
  assert.match(text, /es +nada/)
  assert.doesNotMatch(text, /\d [a-z]+[A-Z]|faults|expected|Read/)
  assert.ok(reportText({ ...found.verdict('en'), counts }, counted).includes(balances.meaning[1]))
})

test('no invariant and no count has a name twice, and no word of Spanish is English', () => {
  for (const named of [audited.flatMap((room) => room.invariants), counted])
    assert.equal(new Set(named.map(({ name }) => name)).size, named.length)
  const pair = /\[\s*'((?:[^'\\]|\\.)*)',\s*'((?:[^'\\]|\\.)*)',?\s*\]/g
  let pairs = 0
  for (const file of globSync(
    '{*/**/audit{,-*}.ts,*/**/audit/*.ts,*/**/{sealed-faults,verify-books,transfer-causes}.ts}',
    {
      cwd: SOURCE,
    },
  )) {
    for (const [, spanish = '', english = ''] of readFileSync(join(SOURCE, file), 'utf8').matchAll(pair)) {
      if (!/[a-z] |^(none|nobody|nothing|never)/.test(english)) continue
      pairs += 1
      assert.doesNotMatch(spanish, ENGLISH, `${file}: ${english}`)
      assert.equal(spanish.split('{}').length, english.split('{}').length, `${file}: ${english}`)
    }
  }
  assert.ok(pairs > 100, `${pairs} pairs`)
})

test('a phrase keeps its values, and a text that fits none stays as it is', () => {
  const translated = phraseBook([
    ['{} of {}', '{} de {}'],
    ['none', 'nada'],
  ])
  assert.equal(translated('none of none'), 'nada de nada')
  const word = fc.stringMatching(/^[A-Z0-9.$]{1,12}$/)
  fc.assert(fc.property(word, word, (one, other) => translated(`${one} of ${other}`) === `${one} de ${other}`))
  fc.assert(fc.property(word, (text) => translated(text) === text))
})
