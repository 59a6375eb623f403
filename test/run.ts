// Runs the tests: node's test runner over the files named, or over all, with one PostgreSQL for those that need it. Some stories are
// then told once more through a pooler in transaction mode, where the machine has one.
import { execFileSync, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import chromium from '@sparticuz/chromium'
import { grouped } from './groups.ts'
import { MIGRATED_FILES, makeMigratedFiles } from './migrated-file.ts'
import { startPooler } from './pooler.ts'
import { openPostgresDesk } from './postgres-server.ts'
import { quickFolder } from './quick-folder.ts'

/** The tests that run through the pooler: every way to read and write, one after another and many at once. */
const POOLED = [
  'stories/voucher',
  'stories/card-payment',
  'stories/operations-list',
  'stories/webhook',
  'faults/altered-tables',
]

/** Files at once. More than two processors, because tests that kill and restart processes, and browsers, wait more than they work. */
const LANES = 3

const wanted = process.argv.slice(2)
const files = globSync(wanted.length > 0 ? wanted : ['test/**/*.test.ts'], { exclude: ['**/node_modules/**'] }).sort()
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
// Code is compiled once for all processes, and the programs that tests start are bundled once.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/cobro-tests'
const made = mkdtempSync(join('node_modules', '.bundle-'))
execFileSync(process.execPath, ['scripts/bundle.js', made, ...globSync('test/faults/*-child.ts')])
process.env[MIGRATED_FILES] = await makeMigratedFiles(resolve(made))
const desk = await openPostgresDesk()
const alone = process.env.COBRO_TEST_POOLER !== undefined
let status = alone ? await runPooled(files) : await run(files, {})
if (wanted.length === 0) status ||= await runPooled(POOLED.map((name) => `test/${name}.test.ts`))
await desk.stop()
rmSync(made, { recursive: true })
if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
process.exit(status)

/** The same through a pooler in transaction mode. Without one on the machine it says so. */
async function runPooled(paths: string[]): Promise<number> {
  const pooler = await startPooler(await desk.urlOf('quick'))
  if (pooler === undefined) {
    process.stdout.write(
      '\nNOT RUN: the stories through a pooler in transaction mode. There is no pgbouncer on this machine.\n',
    )
    return 0
  }
  process.stdout.write('\nStories again, through PgBouncer in transaction mode:\n')
  const code = await run(paths, {
    COBRO_TEST_ENGINE: 'postgres',
    COBRO_TEST_TWINS: 'no',
    COBRO_TEST_POSTGRES: pooler.url,
  })
  await pooler.stop()
  return code
}

/** Answers the exit code of node's test runner. A process that hangs is ended and counts as failed. */
async function run(paths: string[], env: Record<string, string>): Promise<number> {
  const reporter = process.env.CI ? ['--test-reporter=spec'] : []
  const groups = grouped(paths)
  const args = ['--test', `--test-concurrency=${LANES}`, '--test-timeout=600000', ...reporter, ...groups.paths]
  const runner = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      COBRO_TEST_POSTGRES: desk.url,
      COBRO_TEST_PROGRAM: join(made, 'main.js'),
      ...env,
    },
  })
  const code = await new Promise<number>((resolve) => runner.on('exit', (code) => resolve(code ?? 1)))
  groups.remove()
  return code
}
