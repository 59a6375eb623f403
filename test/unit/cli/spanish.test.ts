// What the commands say in Spanish: every reason why something waits, and every check of a receiver, has words.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { becauseText } from '../../../src/cli/because.ts'
import { doctorText, doctorTexts } from '../../../src/cli/doctor-words.ts'
import { faultText } from '../../../src/cli/spanish-faults.ts'
import { phraseBook } from '../../../src/core/phrases.ts'
import type { Counts } from '../../../src/ledger/audit-scope.ts'
import { reportText } from '../../../src/ledger/audit-text.ts'
import { findings, invariants } from '../../../src/ledger/findings.ts'
import { spanishFinding } from '../../../src/ledger/spanish-findings.ts'
import { faults } from '../../../src/ledger/transfer-causes.ts'
import { existingAtRestKeys } from '../../../src/vault/at-rest-key.ts'
import { matchReasons } from '../../../src/vouchers/notification.ts'

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url))
const LEDGER = join(SOURCE, 'ledger')
/** Files of the audit that say nothing of a fault. */
const UNTRANSLATED = new Set(['audit-text.ts', 'audit-routes.ts'])
const ENGLISH =
  /\b(the|of|an|that|is|was|were|none|nobody|not|and|or|for|with|at|on|under|what|it|its|be|been|than|never|look|make|database|transfer|payout|paid|posted)\b/i

/** Whether a text is a sentence or a part of one, and not a name of the program. */
function isSpoken(text: string): boolean {
  return (
    /[a-z] |^(none|nobody|something|never|another)$/.test(text) &&
    !/[=<>()]|^\s|^[a-z_]+$/.test(text.replace(/\(X1\)/g, ''))
  )
}

test('every reason of suspense and every fault of a transfer has Spanish words', () => {
  for (const text of [...Object.keys(matchReasons), ...Object.values(faults)]) {
    assert.notEqual(becauseText(text, 'es'), text)
    assert.equal(becauseText(text, 'en'), text)
  }
})

test('sentences with values keep their values', () => {
  for (const [english, spanish] of [
    ['of 2026-11-26', 'del 2026-11-26'],
    ['charge of 01a2 not undone after 3 advices: gone', 'el cobro 01a2 no se deshizo tras 3 avisos: gone'],
    ['charge of 01a2 not undone after 3 advices', 'el cobro 01a2 no se deshizo tras 3 avisos'],
    ['report of stp abono (2 times): no JSON', 'reporte de stp abono (2 veces): no JSON'],
    [
      'evidence must be handed in by 2026-12-01T05:59:59.000Z: late',
      'las pruebas deben entregarse a más tardar 2026-12-01T05:59:59.000Z: late',
    ],
    ['search 01a2 failed each time: Error: mal', 'search 01a2 falló cada vez: Error: mal'],
    ['stp does not say whether the card got its refund: asked once', 'stp no responde: se le preguntó una vez'],
    ['stp does not say whether it was made: asked 12 times', 'stp no responde: se le preguntó 12 veces'],
    ['payment ab-1 of stp on 2026-11-26: extra', 'payment ab-1 de stp del 2026-11-26: de más'],
    ['payment ab-1 of stp on 2026-11-26: other amount', 'payment ab-1 de stp del 2026-11-26: no coincide amount'],
    ['rejected: closed account', 'rechazada: closed account'],
    ['what nobody has written yet', 'what nobody has written yet'],
  ] as const) {
    assert.equal(becauseText(english, 'es'), spanish)
    assert.equal(becauseText(english, 'en'), english)
  }
})

test('why sealed data is not opened is in Spanish, with the file and the remedy', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cobro-key-'))
  const file = join(dataDir, 'at-rest.key')
  const fault = (atRestKey = '') => {
    try {
      existingAtRestKeys({ atRestKey, atRestKeysPrevious: [], dataDir })
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  const answer = [fault()]
  writeFileSync(file, 'no key', { mode: 0o600 })
  answer.push(fault())
  chmodSync(file, 0o644)
  answer.push(fault())
  for (const english of answer) {
    assert.ok(english.includes(file), english)
    assert.match(becauseText(english, 'es'), /llave de reposo/)
    assert.ok(becauseText(english, 'es').includes(file))
  }
  assert.match(becauseText(fault('short'), 'es'), /^Una llave de reposo tiene 32 bytes.*openssl rand -hex 32/)
  rmSync(dataDir, { recursive: true })
})

test('an audit is in Spanish: each rule with its meaning, what was read, and the verdict', () => {
  const found = findings()
  found.add('balances', { id: 'payable:merchant 2026-11-26', expected: '1.00', found: '2.00' })
  const counts = { operations: 2, statementLines: 3, openDisputes: 4 } as Counts
  const text = reportText({ ...found.verdict(), counts }, 'es')
  for (const [name, english] of Object.entries(invariants)) {
    assert.ok(text.includes(`${name} `), name)
    assert.ok(!text.includes(english), english)
  }
  assert.doesNotMatch(text, /\d [a-z]+[A-Z]|faults|expected|Read/)
  assert.ok(reportText({ ...found.verdict(), counts }, 'en').includes(invariants.balances))
})

test('what a receiver answered is in Spanish, and no text of the checks is left over', () => {
  const source = readFileSync(new URL('../../../src/cli/doctor.ts', import.meta.url), 'utf8')
  for (const text of doctorTexts.filter((one) => !/^\d/.test(one))) assert.ok(source.includes(text), text)
  assert.equal(doctorText('answered 200 in 5 ms', 'es'), 'respondió 200 en 5 ms')
  assert.equal(doctorText('no answer in 9 ms', 'es'), 'sin respuesta en 9 ms')
})

test('every text of an audit about a fault has Spanish words, and no English word is left in it', () => {
  const texts = new Set<string>()
  for (const file of readdirSync(LEDGER)) {
    if (!/^(audit-.*|verify-books|transfer-causes)\.ts$/.test(file) || UNTRANSLATED.has(file)) continue
    for (const line of readFileSync(join(LEDGER, file), 'utf8').split('\n')) {
      if (/^\s*(import|\/\/|\*|\/\*)|sql`|where\(|select\(/.test(line)) continue
      if (!/expected|found|shown|said|says|wanted|parts =|because =|\?\? '|: '|return |&& /.test(line)) continue
      for (const [, quoted, built] of line.matchAll(/'((?:[^'\\]|\\.)*)'|`([^`]*)`/g)) {
        const text = (quoted ?? built ?? '').replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'X1')
        if (isSpoken(text)) texts.add(text)
      }
    }
  }
  assert.ok(texts.size > 60, `${texts.size} texts`)
  const left = [...texts].filter((text) => ENGLISH.test(spanishFinding(text)))
  assert.deepEqual(left, [])
})

test('why a command could not open its database is in Spanish, with its values', () => {
  for (const file of ['existing', 'migrations', 'migrate', 'others-file', 'postgres-encoding', 'rights']) {
    const source = readFileSync(join(SOURCE, `store/${file}.ts`), 'utf8')
    for (const [, quoted, built] of source.matchAll(/NoDatabase\(\s*(?:'([^']*)'|`((?:[^`$]|\$\{[^}]*\})*)`)/g)) {
      const text = (quoted ?? built ?? '').replace(/\$\{[^}]*\}/g, 'X1')
      // A statement to type stays as it is.
      const translated = faultText(text, 'es').replace(/create database NAME .* template0|create role/, '')
      assert.doesNotMatch(translated, ENGLISH, text)
      assert.equal(faultText(text, 'en'), text)
      assert.equal(faultText(text, 'es').split('X1').length, text.split('X1').length, text)
    }
  }
  const faults = readFileSync(join(SOURCE, 'cli/start-fault.ts'), 'utf8')
  for (const [, text = ''] of faults.matchAll(/'([^'\n]*\.)'/g))
    assert.doesNotMatch(faultText(text.replace(/\{\w+\}/g, 'X1').replace(/key\.$/, 'key. (X1)'), 'es'), ENGLISH, text)
  const missing = join(tmpdir(), 'no-such-cobro.db')
  assert.equal(
    faultText(
      `There is no database at ${missing}: look at DATABASE_URL and DATA_DIR, or make one with cobro migrate.`,
      'es',
    ),
    `No hay una base de datos en ${missing}: mira DATABASE_URL y DATA_DIR, o haz una con cobro migrate.`,
  )
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
