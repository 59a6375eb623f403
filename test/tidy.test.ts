// Keeps true what a reader relies on: which room may use which, where a few things have their one home, and that the
// documents say what the code is. Each failure names the place to go.
import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { documents, withTables } from '../scripts/readme.ts'
import { manual } from '../src/cli/manual.ts'
import { settings } from '../src/config/settings.ts'
import { isReported, portField, type Rail, railNames, railPorts, rails, voucherRails } from '../src/core/rail.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sources = globSync('src/**/*.ts', { cwd: root }).sort()

/** The floors of the house, from the roof down. A room uses rooms of lower floors only. docs/ARCHITECTURE.md draws it. */
const floors = [
  ['main'],
  ['cli'],
  ['service'],
  ['worker', 'simulator', 'demo', 'event-bodies', 'documents', 'console'],
  ['webhooks', 'messages', 'exports', 'payouts', 'refunds', 'invoices', 'plans', 'notices', 'reconciliation'],
  ['pages', 'vouchers', 'cards', 'disputes'],
  ['risk'],
  ['operations', 'customers'],
  ['transfers', 'finding'],
  ['events', 'profile', 'ledger', 'fees', 'vault', 'connectors'],
  ['accounts'],
  ['trail'],
  ['api'],
  ['store'],
  ['config'],
  ['core'],
]

const roomOf = (path: string): string => path.split('/')[1]?.replace(/\.ts$/, '') ?? ''
const floorOf = (room: string): number => floors.findIndex((rooms) => rooms.includes(room))

function importsOf(path: string): string[] {
  const text = read(path)
  const found = text.matchAll(/^\s*(?:import|export)\b[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm)
  return [...found].map((match) => relative(root, resolve(root, dirname(path), match[1] ?? match[2] ?? '')))
}

test('every room stands on a floor', () => {
  for (const path of sources) {
    assert.notEqual(floorOf(roomOf(path)), -1, `${path}: put the room on a floor here and in docs/ARCHITECTURE.md`)
  }
  for (const room of floors.flat()) {
    assert.ok(
      existsSync(join(root, 'src', room)) || existsSync(join(root, 'src', `${room}.ts`)),
      `the floor plan names src/${room}, which is not there`,
    )
  }
})

test('arrows run down only', () => {
  const wrong: string[] = []
  for (const path of sources) {
    for (const target of importsOf(path)) {
      if (!target.startsWith('src/')) continue
      const [from, to] = [roomOf(path), roomOf(target)]
      if (from !== to && floorOf(from) >= floorOf(to)) wrong.push(`${path} uses ${target}`)
    }
  }
  assert.deepEqual(wrong, [], 'move the thing down, or hand it in from service/')
})

test('no file goes round in a circle, not even with types', () => {
  const all = [...sources, ...globSync('{web,client}/src/**/*.{ts,tsx}', { cwd: root })]
  const edges = new Map(all.map((path) => [path, importsOf(path)]))
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): void => {
    assert.ok(!trail.includes(path), `a circle: ${[...trail, path].join(' -> ')}`)
    if (done.has(path)) return
    for (const target of edges.get(path) ?? []) if (edges.has(target)) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of all) visit(path, [])
})

test('every file opens with a sentence of purpose', () => {
  for (const path of [...sources, ...globSync('{test,bench,client/src}/**/*.ts', { cwd: root })]) {
    if (path.endsWith('.test.ts') || path.includes('node_modules')) continue
    assert.match(read(path), /^(#!.*\n)?(\/\/ |\/\*\*? ?)\S/, `${path}: say in its first line what the file is for`)
  }
})

/** Longer than a reader takes in at once. Each exception says why it is clearer whole. */
const MOST_LINES = 300
const LONGER = new Map([['client/src/types.ts', 'made from the description of the service']])

test('no file is longer than a reader takes in', () => {
  const all = globSync('{src,web/src,client/src,bench}/**/*.{ts,tsx}', { cwd: root })
  for (const path of all) {
    if (path.includes('node_modules') || LONGER.has(path)) continue
    const lines = read(path).split('\n').length - 1
    assert.ok(lines <= MOST_LINES, `${path} has ${lines} lines: what second thing does it do? Give that a file`)
  }
  for (const path of LONGER.keys()) assert.ok(all.includes(path), `${path} is an exception and not there`)
})

test('a few words have one home', () => {
  const homes: [word: RegExp, home: RegExp, instead: string][] = [
    [/\bprocess\.env\b/, /^src\/config\.ts$/, 'read settings in config.ts'],
    [/\bDate\.now\(\)|\bnew Date\(\)/, /^src\/core\/clock\.ts$/, 'ask the clock'],
    [/\bconsole\./, /^$/, 'use the log, or process.stdout in the command line'],
    [/\bselectAll\(|\breturningAll\(|\breturning \*|\bselect \*/, /^$/, 'name the columns: store/columns.ts'],
    [/\bbeginTransaction\b|\.transaction\(\)/, /^src\/store\//, 'write one batch with Store.commit'],
  ]
  for (const path of sources) {
    const code = read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    for (const [word, home, instead] of homes) {
      if (!home.test(path)) assert.doesNotMatch(code, word, `${path}: ${instead}`)
    }
  }
})

test('only operations/record writes operations', () => {
  for (const path of sources) {
    if (path === 'src/operations/record.ts') continue
    const code = read(path)
    assert.doesNotMatch(
      code,
      /(insert|update)\(\s*'operations'|updateTable\('operations'\)|insertInto\('operations'\)/,
      path,
    )
  }
})

test('the audit trail is only ever added to, in one place', () => {
  for (const path of sources) {
    const code = read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    if (path !== 'src/trail/record.ts') {
      assert.doesNotMatch(code, /insert(Into)?\(\s*'audit_trail'|insert into audit_trail/i, `${path}: use trailWrite`)
    }
    assert.doesNotMatch(
      code,
      /(update|add|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*'audit_trail'|(update|delete from|drop table|truncate|alter table)\s+"?audit_trail/i,
      `${path}: a record of the audit trail stays as it was written`,
    )
  }
})

test('the tables of the README and of docs/ are made from the code', () => {
  for (const path of documents) {
    assert.equal(withTables(read(path)), read(path), `${path}: write the tables anew: npm run readme`)
  }
})

test('every link between the documents leads somewhere', () => {
  for (const path of [...documents, 'CHANGELOG.md', 'CONTRIBUTING.md', 'client/README.md', 'client/README.es.md']) {
    for (const [, target = ''] of read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(root, dirname(path), target)), `${path} links to ${target}, which is not there`)
    }
  }
})

test('the tree in ARCHITECTURE.md is the folders', () => {
  const tree = /```text\nsrc\/\n([\s\S]*?)```/.exec(read('docs/ARCHITECTURE.md'))?.[1] ?? ''
  const drawn = [...tree.matchAll(/^ {2}([a-z-]+)(?:\/|\.ts)/gm)].map((match) => match[1])
  const there = readdirSync(join(root, 'src')).map((name) => name.replace(/\.ts$/, ''))
  assert.deepEqual([...drawn].sort(), there.sort())
})

test('the floors in ARCHITECTURE.md are the floors that are checked', () => {
  const drawn = [...read('docs/ARCHITECTURE.md').matchAll(/^\| \d+ \| ([a-z, -]+) \|/gm)]
  assert.deepEqual(
    drawn.map((match) => (match[1] ?? '').split(', ')),
    floors,
  )
})

test('nothing names a machine, a registry or a place outside the project', () => {
  const text = globSync('{src,test,bench,client,docs,scripts}/**/*.{ts,js,md,json,yml,html,css}', { cwd: root })
  const files = [
    ...text,
    'README.md',
    'README.es.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'package.json',
    'package-lock.json',
    '.ci/run',
  ]
  const outside = new RegExp(['/wo' + 'rk/', '\\.\\./shar' + 'ed', 'registry\\.n' + 'pmjs', '/ro' + 'ot/'].join('|'))
  for (const path of files) {
    if (path.includes('node_modules') || !statSync(join(root, path)).isFile()) continue
    assert.doesNotMatch(read(path), outside, path)
  }
})

test('no test is skipped and none is marked as still to do', () => {
  for (const path of globSync('test/**/*.ts', { cwd: root })) {
    if (path === 'test/tidy.test.ts') continue
    assert.doesNotMatch(
      read(path),
      /\b(t|test|it|describe)\.(skip|only|todo)\b|^\s*\{? ?(skip|todo|only):|\{ ?(skip|todo|only):/m,
      path,
    )
  }
})

/** What a document and its Spanish text share to the letter, by kind. */
const SHARED = [
  ['headings', /^#+ /gm],
  ['commands and code', /^```[\s\S]*?^```$/gm],
  ['marks', /<!-- [^,]*?(?=(?:, in Spanish)? -->)/g],
  ['figures and letters of tables', /\| [YPN](?: \| [YPN])+ \|/g],
  ['columns of tables', /^\|(?: ?---[ |]+)+.*$/gm],
  ['names in rows of tables', /(?<=^\|.*)`[^`]+`/gm],
  ['steps', /^(?:\*\*)?\d+\./gm],
  ['items', /^\* /gm],
] as const

/** Where the links of a document lead: without places inside a page, and without a language. */
function linksOf(path: string): string[] {
  return [...read(path).matchAll(/\]\(([^)#]+)|<(http[^>]+)>/g)]
    .map(([, target = '', address]) => address ?? (/^https?:/.test(target) ? target : join(dirname(path), target)))
    .map((target) => target.replace('docs/guides/es/', 'docs/guides/').replace('.es.md', '.md'))
}

const inSpanish = [
  'README.es.md',
  'client/README.es.md',
  ...globSync(['docs/*.es.md', 'docs/guides/es/*.md'], { cwd: root }).sort(),
]

for (const path of inSpanish) {
  const english = path.replace('.es.md', '.md').replace('guides/es/', 'guides/')
  test(`${path} is ${english} in Spanish: the same headings, commands, tables and links`, () => {
    for (const [what, pattern] of SHARED) {
      const of = (text: string) => [...text.matchAll(pattern)].map(([found]) => found)
      // A sentence of a table may name things in another order.
      const order = (found: string[]) => (what === 'names in rows of tables' ? found.sort() : found)
      assert.deepEqual(order(of(read(path))), order(of(read(english))), `${what} differ`)
    }
    const rows = (text: string) => [...text.matchAll(/^\|/gm)].length
    assert.equal(rows(read(path)), rows(read(english)), 'a table has more rows')
    const wanted = english === 'README.md' ? linksOf(english).filter((one) => one !== 'README.md') : linksOf(english)
    const there = linksOf(path).filter((one) => english !== 'README.md' || one !== 'README.md')
    assert.deepEqual(there.sort(), wanted.sort(), 'links differ')
  })
}

/** What only those read who work on the program itself. Everything else in docs/ and docs/guides/ is there in both languages. */
const ENGLISH_ALONE = ['docs/ARCHITECTURE.md', 'docs/schema.md', 'docs/performance.md', 'docs/performance-figures.md']

test('every page for those who use or run the service is there in Spanish, and leads from one to the next in Spanish', () => {
  const english = globSync(['README.md', 'client/README.md', 'docs/*.md', 'docs/guides/*.md'], { cwd: root }).filter(
    (path) => !path.endsWith('.es.md') && !ENGLISH_ALONE.includes(path),
  )
  assert.ok(english.length > 25)
  const wanted = english.map((path) =>
    path.startsWith('docs/guides/') ? path.replace('guides/', 'guides/es/') : path.replace('.md', '.es.md'),
  )
  assert.deepEqual([...inSpanish].sort(), wanted.sort(), 'write the Spanish text beside the English one')
  for (const path of inSpanish) {
    for (const [, target = ''] of read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
      const to = join(dirname(path), target)
      const spanish = [to.replace(/\.md$/, '.es.md'), to.replace('docs/guides/', 'docs/guides/es/')]
      const leads = path !== 'README.es.md' || to !== 'README.md'
      if (leads)
        assert.ok(
          !inSpanish.some((one) => one !== to && spanish.includes(one)),
          `${path} links to the English text of ${to}`,
        )
    }
  }
})

test('the glossary names the same words in both languages, and says in each what they are', () => {
  const rows = (path: string) =>
    [...read(path).matchAll(/^\| (?!---)(.+) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '))
  const [english, spanish] = [rows('docs/glossary.md'), rows('docs/glossary.es.md')]
  assert.deepEqual(
    spanish.map((row) => row.slice(0, 3)),
    english.map((row) => row.slice(0, 3)),
  )
  for (const [at, row] of spanish.entries()) {
    assert.equal(row.length, 4, row.join(' | '))
    assert.notEqual(row[3], english[at]?.[3], `${row[0]}: say in Spanish what it is`)
  }
})

test('each setting and each command says in Spanish what it is, with the same names and figures', () => {
  const names = (text: string) => [...text.matchAll(/`[^`]+`|\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name).sort()
  const texts = [
    ...Object.entries(settings).map(([name, { en, es }]) => ({ name, en, es })),
    ...Object.entries(manual).map(([name, { summary, es }]) => ({ name, en: summary, es })),
  ]
  for (const { name, en, es } of texts) {
    assert.ok(es.length > 1 && (es !== en || names(en).length > 3), `${name}: say it in Spanish`)
    assert.deepEqual(names(es), names(en), `${name}: the names differ`)
    const figures = (text: string) => [...text.matchAll(/\d[\d.,]*/g)].map(([figure]) => figure.replace(/[.,]$/, ''))
    assert.deepEqual(figures(es).sort(), figures(en).sort(), `${name}: the figures differ`)
  }
})

test('the console has words and colours for every way of paying', () => {
  const css = read('web/src/console.css')
  for (const rail of railNames) {
    const colours = css.match(new RegExp(`--rail-${rail}: #`, 'g')) ?? []
    assert.equal(
      colours.length,
      2,
      `web/src/console.css: --rail-${rail} has one colour for the day and one for the night`,
    )
    assert.ok(css.includes(`.legend .${rail}-rail i {`), `web/src/console.css: the legend has no colour for ${rail}`)
    assert.ok(read('web/src/parts/words.tsx').includes(rails[rail].receivable), `web/src/parts/words.tsx: accounts`)
  }
  for (const port of railPorts)
    assert.match(
      read('web/src/pages/service.tsx'),
      new RegExp(`^  ${portField(port)}: \\[`, 'm'),
      'ports of service.tsx',
    )
})

const reportedRails = railNames.filter(isReported)

/** The words for each way of paying, in either language. */
const wordsFor = {
  card: /\b(cards?|tarjetas?|POS)\b/i,
  store: /\b(stores?|tiendas?|cash|efectivo|OXX)\b/i,
  spei: /\b(SPEI|SPE)\b/i,
} satisfies Record<Rail, RegExp>

/** The lines that list ways of paying, each by other words that it has. */
const listed: [path: string, words: string, all: readonly Rail[]][] = [
  ['README.md', '**An open payment service for Mexico**', railNames],
  ['README.es.md', '**Un servicio de pagos abierto para México**', railNames],
  ['package.json', '"description"', railNames],
  ['docs/ARCHITECTURE.md', '  vouchers/ ', voucherRails],
  ['docs/glossary.md', '| rail |', railNames],
  ['docs/glossary.es.md', '| rail |', railNames],
  ['docs/glossary.md', '| voucher |', voucherRails],
  ['docs/glossary.es.md', '| voucher |', voucherRails],
  ['docs/guides/reconciliation.md', '| `extra` |', reportedRails],
  ['docs/guides/es/reconciliation.md', '| `extra` |', reportedRails],
  ['src/api/openapi.ts', 'One HTTP/JSON API for payments', railNames],
  ['src/api/openapi.ts', "['Payments'", railNames],
  ['src/cli/manual-accounts.ts', 'set what an account pays', railNames],
  ['src/cli/manual-accounts.ts', 'fija lo que paga una cuenta', railNames],
  ['src/demo/texts.ts', 'con una sola API', railNames],
  ['src/demo/texts.ts', 'behind one HTTP/JSON API', railNames],
  ['src/demo/texts.ts', 'como lo haría tu cliente', railNames],
  ['src/demo/texts.ts', 'as your customer would', railNames],
  ['src/documents/reference-texts.ts', 'Una API HTTP/JSON', railNames],
  ['src/documents/reference-texts.ts', 'One HTTP/JSON API', railNames],
  ['src/vouchers/routes.ts', 'with the limits of each', voucherRails],
  ['client/src/calls/payments.ts', 'with their limits', voucherRails],
]

test('a sentence that lists the ways of paying has all of them', () => {
  for (const [path, words, all] of listed) {
    const line = read(path)
      .split('\n')
      .find((one) => one.includes(words))
    assert.ok(line !== undefined, `${path} has no line with ${words}: correct the list of test/tidy.test.ts`)
    for (const rail of all) assert.match(line, wordsFor[rail], `${path}: ${words} does not say ${rail}`)
  }
})
