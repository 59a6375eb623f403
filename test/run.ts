// Runs the tests: node's test runner over the files named, or over all, with one PostgreSQL for those that need it. Some stories are
// then run once more through a pooler in transaction mode, where the machine has one.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import chromium from '@sparticuz/chromium'
import { writeGroups } from './support/harness/groups.ts'
import { MIGRATED_FILES, makeMigratedFiles } from './support/harness/migrated-file.ts'
import { startPooler } from './support/harness/pooler.ts'
import { shareServers } from './support/harness/postgres-server.ts'
import { quickFolder } from './support/harness/quick-folder.ts'
import { LENDER, lendHosts } from './support/harness/twin-hosts.ts'

/** The tests that run through the pooler: every way to read and write, one after another and many at once. */
const POOLED = [
  'stories/vouchers/voucher',
  'stories/cards/card-payment',
  'stories/finding/operations-list',
  'stories/events/webhook',
  'faults/altered-tables',
]

/** Files at once. More than two processors, because tests that kill and restart processes, and browsers, wait more than they work. */
const LANES = 5

const wanted = process.argv.slice(2)
// A folder stands for the tests in it.
const named = wanted.map((path) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? `${path}/**/*.test.ts` : path,
)
const files = globSync(named.length > 0 ? named : ['test/**/*.test.ts'], { exclude: ['**/node_modules/**'] }).sort()
if (files.length === 0) {
  process.stderr.write('no test files were found\n')
  process.exit(1)
}
// A run repeats its seeds by default; `random` draws new ones, and prints them.
if (process.env.COBRO_TEST_SEED === 'random') {
  process.env.COBRO_TEST_SEED = String(Date.now() % 2 ** 31)
  process.stdout.write(`COBRO_TEST_SEED=${process.env.COBRO_TEST_SEED}\n`)
}
const folder = quickFolder()
if (folder !== undefined) process.env.TMPDIR = folder
// Unpacked once, before two files do it at the same time.
if (files.some((path) => path.startsWith('test/browser/'))) await chromium.executablePath()
// The tests, the program and what else the tests start are bundled once for all processes: a process would spend more time on
// loading a thousand sources than on most of its tests. What is compiled of the bundle is kept.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/cobro-tests')
mkdirSync('dist', { recursive: true })
const made = mkdtempSync(join('dist', 'tests-'))
const groups = groupsOf('all', files)
const pooled = groupsOf(
  'pooled',
  POOLED.map((name) => `test/${name}.test.ts`),
)
const programs = [
  ...globSync('test/faults/*-child.ts'),
  ...['command-host', 'twin-host'].map((name) => `test/support/harness/${name}.ts`),
]
// What a start has made is made anew only where it is older than its sources.
for (const name of ['console', 'docs'])
  if (existsSync(join('dist', name)))
    cpSync(join('dist', name), join(made, name), { recursive: true, preserveTimestamps: true })
execFileSync(process.execPath, ['scripts/bundle.js', made, ...programs, ...groups, ...pooled])
process.env[MIGRATED_FILES] = await makeMigratedFiles(resolve(made))
process.env.COBRO_TEST_DESCRIPTIONS = resolve(made)
process.env.COBRO_TEST_PROGRAM = join(made, 'main.js')
const postgres = await shareServers()
const hosts = await lendHosts()
process.env[LENDER] = hosts.url
const alone = process.env.COBRO_TEST_POOLER !== undefined
// Those through a pooler run beside the others: after them they would leave a processor without work. What they print comes last.
const [first, beside] = await Promise.all([
  alone ? runPooled(groups) : run(groups, {}, 'inherit'),
  wanted.length === 0 ? runPooled(pooled) : { code: 0, printed: '' },
])
process.stdout.write(first.printed + beside.printed)
const status = first.code || beside.code
hosts.stop()
await postgres.stop()
rmSync(made, { recursive: true })
if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
process.exit(status)

/** The modules of the files' groups. */
function groupsOf(name: string, paths: string[]): string[] {
  const folder = join(made, name)
  mkdirSync(folder)
  return writeGroups(paths, folder)
}

interface Ran {
  /** The exit code of node's test runner. */
  code: number
  /** What it printed, unless it printed at once. */
  printed: string
}

/** The same through a pooler in transaction mode. Without one on the machine it says so. */
async function runPooled(modules: string[]): Promise<Ran> {
  const pooler = await startPooler(await postgres.urlOf('quick'))
  if (pooler === undefined) {
    const printed =
      '\nNOT RUN: the stories through a pooler in transaction mode. There is no pgbouncer on this machine.\n'
    return { code: 0, printed }
  }
  const env = { COBRO_TEST_ENGINE: 'postgres', COBRO_TEST_TWINS: 'no', COBRO_TEST_POSTGRES: pooler.url }
  const { code, printed } = await run(modules, env, 'pipe')
  await pooler.stop()
  return { code, printed: `\nStories again, through PgBouncer in transaction mode:\n${printed}` }
}

/** Runs them with node's test runner, which ends a process that hangs and counts it as failed. */
async function run(modules: string[], env: Record<string, string>, output: 'inherit' | 'pipe'): Promise<Ran> {
  const reporter = process.env.CI ? ['--test-reporter=spec'] : []
  const bundled = modules.map((path) => join(made, basename(path).replace(/mjs$/, 'js')))
  const args = ['--test', `--test-concurrency=${LANES}`, '--test-timeout=600000', ...reporter, ...bundled]
  const runner = spawn(process.execPath, args, {
    stdio: ['inherit', output, output],
    env: {
      ...process.env,
      COBRO_TEST_POSTGRES: postgres.url,
      ...env,
    },
  })
  let printed = ''
  for (const stream of [runner.stdout, runner.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const [code] = await once(runner, 'close')
  return { code: code ?? 1, printed }
}
