// Keeps true what a reader relies on: which room may use which, where a few things have their one home, and that the
// documents say what the code is. Each failure names the place to go.
import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { documents, withTables } from '../scripts/readme.ts'
import { manual } from '../src/cli/manual/commands.ts'
import { settings } from '../src/config/settings.ts'
import { railNames, rails } from '../src/core/rail.ts'
import { portField, railPorts } from '../src/core/rail-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sources = globSync('src/**/*.ts', { cwd: root }).sort()

/**
 * The rooms of all floors that docs/ARCHITECTURE.md draws, from the roof down, and from left to right: a room imports only what comes after it.
 */
const floors = [...read('docs/ARCHITECTURE.md').matchAll(/^\| (\d+) \| ([a-z, -]+) \|$/gm)]
const order = floors.flatMap(([, , rooms = '']) => rooms.split(', '))

/** Rooms that every other stands on: `service/process.ts` brings what they do. */
const WITHOUT_ROOM_FILE = ['api', 'store', 'core']
/** What rooms define as data, for floors beneath them too: `src/ROOM/tables.ts` stands where `src/tables.ts` does, which is all of them. */
const DEFINED =
  /^src\/(?:[\w-]+\/)+(tables|trail-actions|failures|event-types|code-words|reasons|directory-kinds|config)\.ts$/
const roomOf = (path: string): string => DEFINED.exec(path)?.[1] ?? path.split('/')[1]?.replace(/\.ts$/, '') ?? ''
const placeOf = (room: string): number => order.indexOf(room)

function importsOf(path: string): string[] {
  const text = read(path)
  const found = text.matchAll(/^\s*(?:import|export)\b[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm)
  return [...found].map((match) => relative(root, resolve(root, dirname(path), match[1] ?? match[2] ?? '')))
}

test('every room stands on a floor', () => {
  assert.deepEqual(
    floors.map(([, number]) => Number(number)),
    [7, 6, 5, 4, 3, 2, 1, 0],
  )
  for (const path of sources) {
    assert.notEqual(placeOf(roomOf(path)), -1, `${path}: put the room on a floor of docs/ARCHITECTURE.md`)
  }
  for (const room of order) {
    assert.ok(
      existsSync(join(root, 'src', room)) || existsSync(join(root, 'src', `${room}.ts`)),
      `the floor plan names src/${room}, which is not there`,
    )
  }
})

test('a room with endpoints or background work has a room.ts, which only the service imports, or the room that it is part of', () => {
  for (const path of sources) {
    const brings = /export (?:async )?function \w+(?:Routes|Task)\(/.test(read(path))
    const room = roomOf(path)
    if (brings && !WITHOUT_ROOM_FILE.includes(room))
      assert.ok(
        existsSync(join(root, dirname(path), 'room.ts')) || existsSync(join(root, 'src', room, 'room.ts')),
        `${path}: the room.ts of its folder, or of src/${room}, brings it`,
      )
    for (const target of importsOf(path))
      if (target.endsWith('/room.ts') && target !== 'src/api/room.ts')
        assert.ok(
          room === 'service' || path === join(dirname(dirname(target)), 'room.ts'),
          `${path} imports ${target}: rooms get each other's verbs from service/rooms.ts`,
        )
  }
})

test('arrows run down, or to the right, only', () => {
  const wrong: string[] = []
  for (const path of sources) {
    for (const target of importsOf(path)) {
      if (!target.startsWith('src/')) continue
      const [from, to] = [roomOf(path), roomOf(target)]
      if (from !== to && placeOf(from) >= placeOf(to)) wrong.push(`${path} uses ${target}`)
    }
  }
  assert.deepEqual(wrong, [], 'move the thing down, or hand it in from service/')
})

/** What rooms register of themselves, which `src/` lists for all of them. */
const LISTS = order.filter((room) => existsSync(join(root, 'src', `${room}.ts`)))

test('production loads nothing of the sandbox', () => {
  const part = /^src\/sandbox\//
  for (const path of sources) {
    if (part.test(path)) continue
    const loaded = [...read(path).matchAll(/^\s*import\b(?! type)[^'"]*?from\s+'(\.[^']+)'/gm)].map(([, target = '']) =>
      relative(root, resolve(root, dirname(path), target)),
    )
    for (const target of loaded)
      if (part.test(target) && !LISTS.some((list) => path === `src/${list}.ts`))
        assert.fail(`${path} imports ${target}: service/rooms.ts imports it where the service is a sandbox`)
  }
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
const MAX_LINES = 300
const LONGER = new Map([
  ['client/src/types.ts', 'made from the description of the service'],
  ['web/src/wire.ts', 'made from the schemas of the console’s calls'],
])

test('no file is longer than a reader takes in', () => {
  const all = globSync('{src,web/src,client/src,bench}/**/*.{ts,tsx}', { cwd: root })
  for (const path of all) {
    if (path.includes('node_modules') || LONGER.has(path)) continue
    const lines = read(path).split('\n').length - 1
    assert.ok(lines <= MAX_LINES, `${path} has ${lines} lines: what second thing does it do? Give that a file`)
  }
  for (const path of LONGER.keys()) assert.ok(all.includes(path), `${path} is an exception and not there`)
})

test('what a room declares is listed', () => {
  const lists = [
    ['audit', 'src/service/audit.ts'],
    ['held', 'src/service/open-items.ts'],
    ['events', 'src/service/event-bodies.ts'],
    ['failures', 'src/failures.ts'],
    ['event-types', 'src/event-types.ts'],
    ['directory-kinds', 'src/directory-kinds.ts'],
    ['tables', 'src/tables.ts'],
    ['trail-actions', 'src/trail-actions.ts'],
    ['config', 'src/config.ts'],
  ] as const
  for (const [name, list] of lists) {
    const listed = importsOf(list)
    for (const path of globSync(`src/*/**/${name}.ts`, { cwd: root }))
      if (path !== list) assert.ok(listed.includes(path), `${path}: ${list} lists it`)
  }
})

test('what a file brings to the service is brought by a room, and a connector runs the contract suite', () => {
  const imported = new Set(sources.flatMap((path) => importsOf(path)))
  for (const path of sources)
    if (/export (?:async )?function \w+(?:Routes|Task)\(/.test(read(path)))
      assert.ok(imported.has(path), `${path}: a room.ts brings its endpoints and background work`)
  for (const folder of readdirSync(join(root, 'src/connectors'), { withFileTypes: true })) {
    if (!folder.isDirectory() || ['contract', 'recordings', 'sandbox'].includes(folder.name)) continue
    const suite = `test/contract/${folder.name}.test.ts`
    assert.ok(existsSync(join(root, suite)), `${suite} runs the duties of each port that ${folder.name} serves`)
  }
})

test('a few words have one home', () => {
  const homes: [word: RegExp, home: RegExp, instead: string][] = [
    // The samples are texts: programs that a reader runs.
    [/\bprocess\.env\b/, /^src\/(config\.ts$|documents\/samples\/)/, 'read settings in config.ts'],
    [/\bDate\.now\(\)|\bnew Date\(\)/, /^src\/core\/clock\.ts$/, 'ask the clock'],
    [/\bconsole\./, /^src\/documents\/samples\//, 'use the log, or process.stdout in the command line'],
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

test('the log is only ever added to: events in one place, and the audit trail in one', () => {
  const writers = ['src/events/append.ts', 'src/accounts/trail/record.ts']
  for (const path of sources) {
    const code = read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    if (!writers.includes(path)) {
      assert.doesNotMatch(
        code,
        /insert(Into|Only)?\(\s*'events'|insert into "?events\b/i,
        `${path}: use trailWrite, or an event of events/append`,
      )
    }
    // `store/log/mend` renumbers the places of a database that was copied.
    if (path === 'src/store/log/mend.ts') continue
    assert.doesNotMatch(
      code,
      /(update|add|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*'events'|(update|delete from|drop table|truncate|alter table)\s+"?events\b/i,
      `${path}: a row of the log stays as it was written`,
    )
  }
})

test('the tables of the README and of docs/ are made from the code', () => {
  for (const path of documents) {
    assert.equal(withTables(read(path)), read(path), `${path}: write the tables anew: npm run readme`)
  }
})

test('docs/schema.md calls an instant an instant', () => {
  assert.doesNotMatch(read('docs/schema.md'), /`created_at` \| number/)
  assert.match(read('docs/schema.md'), /`created_at` \| instant \|/)
})

test('every link between the documents leads somewhere', () => {
  for (const path of [...documents, 'CHANGELOG.md', 'CONTRIBUTING.md', 'client/README.md', 'client/README.es.md']) {
    for (const [, target = ''] of read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(root, dirname(path), target)), `${path} links to ${target}, which is not there`)
    }
  }
})

test('decisions are numbered without gaps, and each has its number in its title', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name))
  for (const [at, name] of files.sort().entries()) {
    assert.equal(Number(name.slice(0, 4)), at + 1, name)
    assert.ok(read(`docs/decisions/${name}`).startsWith(`# ${at + 1}. `), name)
  }
})

test('every file that a document names is there', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? one.name : [],
  )
  const path = new RegExp(
    `\`((?:(?:src|test|web|bench|scripts)/)?(?:${[...folders, 'stories', 'src'].join('|')})/[a-z0-9/-]+(?:\\.[a-z]+)?)\``,
    'g',
  )
  const isThere = (name: string) =>
    ['', 'src/', 'web/', 'test/', 'client/'].some((folder) =>
      ['', '.ts', '.test.ts', '.tsx'].some((end) => existsSync(join(root, `${folder}${name}${end}`))),
    )
  for (const document of [...documents, 'CONTRIBUTING.md'])
    for (const [, name = ''] of read(document).matchAll(path)) assert.ok(isThere(name), `${document} names ${name}`)
})

test('the tree in ARCHITECTURE.md is the folders', () => {
  const tree = /```text\nsrc\/\n([\s\S]*?)```/.exec(read('docs/ARCHITECTURE.md'))?.[1] ?? ''
  const drawn = [...tree.matchAll(/^ {2}([a-z-]+)(?:\/|\.ts)/gm)].map((match) => match[1])
  const there = readdirSync(join(root, 'src')).map((name) => name.replace(/\.ts$/, ''))
  assert.deepEqual([...drawn].sort(), there.sort())
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
      /\b(t|test|it|describe)\.(skip|only|todo)\b|^\s*\{? ?(skip|todo|only): (?!fc\.)|\{ ?(skip|todo|only):/m,
      path,
    )
  }
})

const CODE = /^```[\s\S]*?^```$/gm
/** A comment of a shell, JavaScript, PHP, Ruby or Python: the end of a line. */
const COMMENT = /(^|[^\S\n])(#|\/\/) \S.*$/gm
const withoutCode = (text: string) => text.replace(CODE, '')

const inSpanish = [
  'README.es.md',
  'client/README.es.md',
  ...globSync(['docs/*.es.md', 'docs/guides/es/*.md'], { cwd: root }).sort(),
]

for (const path of inSpanish) {
  const english = path.replace('.es.md', '.md').replace('guides/es/', 'guides/')
  test(`${path} has the headings of ${english}, and its commands`, () => {
    const levels = (text: string) => [...withoutCode(text).matchAll(/^#+ /gm)].map(([mark]) => mark)
    assert.deepEqual(levels(read(path)), levels(read(english)), 'headings')
    // Stories run the commands of the English text; comments are in the language of their page.
    const blocks = (text: string) => [...text.matchAll(CODE)].map(([block]) => block)
    const commands = (text: string) => blocks(text).map((block) => block.replace(COMMENT, '$1$2'))
    assert.deepEqual(commands(read(path)), commands(read(english)), 'commands')
    for (const [comment] of blocks(read(path)).join('\n').matchAll(COMMENT))
      assert.doesNotMatch(comment, /\b(the|of|or|and|with|these|makes)\b/i, `${path}: say it in Spanish`)
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

test('the glossary has the same words in both languages', () => {
  const rows = (path: string) =>
    [...read(path).matchAll(/^\| (?!---)(.+) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '))
  const [english, spanish] = [rows('docs/glossary.md'), rows('docs/glossary.es.md')]
  assert.deepEqual(
    spanish.map((row) => row.slice(0, 3)),
    english.map((row) => row.slice(0, 3)),
  )
})

test('the description of a setting or a command names settings that exist', () => {
  const texts = [...Object.entries(settings), ...Object.entries(manual)].map(([name, one]) => ({
    name,
    text: 'en' in one ? `${one.en} ${one.es}` : `${one.summary} ${one.es}`,
  }))
  for (const { name, text } of texts) {
    for (const [named] of text.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g))
      assert.ok(Object.hasOwn(settings, named), `${name}: ${named}`)
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
    assert.ok(read('src/ledger/code-words.ts').includes(rails[rail].receivable), `src/ledger/code-words.ts: accounts`)
  }
  for (const port of railPorts)
    assert.match(
      read('web/src/pages/service.tsx'),
      new RegExp(`^  ${portField(port)}: \\[`, 'm'),
      'ports of service.tsx',
    )
})

test('what runs before or right after the first install reads no TypeScript: the Node is the machine’s', () => {
  for (const path of ['scripts/ready.js', 'scripts/bundle.js', 'scripts/bundle-console.js'])
    assert.doesNotMatch(read(path), /^(?:import|export)\b.*\.ts'|\bimport\('[^']*\.ts'/m, path)
})
