// What the commands say in Spanish: every reason why something waits, and every check of a receiver, has words.
import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { findings } from '../../../src/audit/findings.ts'
import { reportText } from '../../../src/audit/report-text.ts'
import { doctorText, doctorTexts } from '../../../src/cli/doctor-command.ts'
import { faultText } from '../../../src/cli/spanish-faults.ts'
import { same } from '../../../src/core/bilingual.ts'
import { phraseBook } from '../../../src/core/phrases.ts'
import { becauseIn } from '../../../src/ledger/because.ts'
import { audited, counted } from '../../../src/service/audit.ts'
import { existingAtRestKeys } from '../../../src/vault/at-rest-key.ts'
import { matchReasons } from '../../../src/vouchers/notification.ts'

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url))
const ENGLISH =
  /\b(the|of|an|that|is|was|were|none|nobody|not|and|or|for|with|at|on|under|what|it|its|be|been|than|never|look|make|database|transfer|payout|paid|posted)\b/i

test('every reason of suspense has Spanish words', () => {
  for (const text of Object.keys(matchReasons)) {
    assert.notEqual(becauseIn(text, 'es'), text)
    assert.equal(becauseIn(text, 'en'), text)
  }
})

test('sentences with values keep their values', () => {
  for (const [english, spanish] of [
    ['of 2026-11-26', 'del 2026-11-26'],
    ['charge of 01a2 not undone after 3 advices: gone', 'el cobro 01a2 no se deshizo tras 3 avisos: gone'],
    ['charge of 01a2 not undone after 3 advices', 'el cobro 01a2 no se deshizo tras 3 avisos'],
    ['of 2026-11-26, by north', 'del 2026-11-26, de north'],
    ['report of stp abono: no JSON', 'reporte de stp abono: no JSON'],
    ['report of stp abono (2 times): no JSON', 'reporte de stp abono (2 veces): no JSON'],
    [
      'report of north /disputes: it contradicts what is on record of the dispute',
      'reporte de north /disputes: contradice lo que se registró de la aclaración',
    ],
    ['it contradicts what is on record of the charge', 'contradice lo que se registró del cobro'],
    [
      'report of north /charges (3 times): the network was asked for no such charge',
      'reporte de north /charges (3 veces): a la red no se le pidió el cobro que reporta',
    ],
    [
      'report of stp /statement: the statement is refused: statement-cut',
      'reporte de stp /statement: se rechaza el estado de cuenta: statement-cut',
    ],
    [
      'evidence must be handed in by 2026-12-01T05:59:59.000Z: late',
      'las pruebas deben entregarse a más tardar 2026-12-01T05:59:59.000Z: la red dice: «late»',
    ],
    ['search 01a2 failed each time: Error: mal', 'search 01a2 falló cada vez: Error: mal'],
    ['stp does not say whether the card got its refund: asked once', 'stp no responde: se le preguntó una vez'],
    ['stp does not say whether it was made: asked 12 times', 'stp no responde: se le preguntó 12 veces'],
    ['payment ab-1 of stp on 2026-11-26: extra', 'pago ab-1 de stp del 2026-11-26: de más'],
    ['payment ab-1 of stp on 2026-11-26: other amount', 'pago ab-1 de stp del 2026-11-26: otro monto'],
    [
      'return ab-1 of stp on 2026-11-26: other amount day',
      'transferencia que volvió ab-1 de stp del 2026-11-26: otro monto y otro día',
    ],
    ['rejected: closed account', 'rechazada: la red dice: «closed account»'],
    ['what nobody has written yet', 'what nobody has written yet'],
  ] as const) {
    assert.equal(becauseIn(english, 'es'), spanish)
    assert.equal(becauseIn(english, 'en'), english)
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
  rmSync(file)
  mkdirSync(file, { mode: 0o700 })
  answer.push(fault())
  for (const english of answer) {
    assert.ok(english.includes(file), english)
    assert.match(becauseIn(english, 'es'), /llave de reposo/)
    assert.ok(becauseIn(english, 'es').includes(file))
  }
  assert.match(becauseIn(fault('short'), 'es'), /^Una llave de reposo tiene 32 bytes.*openssl rand -hex 32/)
  rmSync(dataDir, { recursive: true })
})

test('an audit is in Spanish: each rule with its meaning, what was read, and the verdict', () => {
  const invariants = audited.flatMap((room) => room.invariants)
  const balances = invariants.find(({ name }) => name === 'balances') ?? assert.fail('no such invariant')
  const found = findings(invariants)
  found.add(balances, { id: 'payable:merchant 2026-11-26', expected: same('1.00'), found: ['nada', 'none'] })
  const counts = Object.fromEntries(counted.map(({ name }, at) => [name, at]))
  const text = reportText({ ...found.verdict('es'), counts }, counted, 'es')
  for (const { name, meaning } of invariants) {
    assert.ok(text.includes(`${name} `), name)
    assert.ok(text.includes(meaning[0]), name)
    assert.ok(!text.includes(meaning[1]), name)
  }
  assert.match(text, /es +nada/)
  assert.doesNotMatch(text, /\d [a-z]+[A-Z]|faults|expected|Read/)
  assert.ok(reportText({ ...found.verdict('en'), counts }, counted, 'en').includes(balances.meaning[1]))
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

test('what a receiver answered is in Spanish, and no text of the checks is left over', () => {
  const source = readFileSync(new URL('../../../src/cli/doctor.ts', import.meta.url), 'utf8')
  for (const text of doctorTexts.filter((one) => !/^\d/.test(one))) assert.ok(source.includes(text), text)
  assert.equal(doctorText('answered 200 in 5 ms', 'es'), 'respondió 200 en 5 ms')
  assert.equal(doctorText('no answer in 9 ms', 'es'), 'sin respuesta en 9 ms')
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
