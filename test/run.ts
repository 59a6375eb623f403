// Runs the tests: starts one PostgreSQL for all of them, then node's test runner over the files named, or over all. All
// stories are then held once more against two services that share one PostgreSQL, asked in turn.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { startPostgres } from './engines.ts'

/** Stories that cannot be told of two services at once, and why. */
const toldOfOne = {
  'bad-input': 'compares whole tables around each request, which the other one’s background work may touch',
  'every-centavo': 'looks into the clock of one process',
  'hands-free': 'a changed payer rule is known to another process after a second',
  'key-rotation': 'plays the other processes itself',
  'sandbox-clock': 'looks into the clock of one process',
  'voucher-paid': 'the simulated bank remembers in memory which transfer it did not answer',
} satisfies Record<string, string>

const wanted = process.argv.slice(2)
const files = globSync(wanted.length > 0 ? wanted : ['test/**/*.test.ts'], { exclude: ['**/node_modules/**'] }).sort()
if (files.length === 0) {
  process.stderr.write('no test files were found\n')
  process.exit(1)
}
const server = await startPostgres()
let status = await run(files, {})
if (wanted.length === 0) {
  const alone = Object.keys(toldOfOne).map((name) => `test/stories/${name}.test.ts`)
  const twice = files.filter((path) => path.startsWith('test/stories/') && !alone.includes(path))
  process.stdout.write('\nThe stories again, told of two services on one PostgreSQL in turn:\n')
  status ||= await run(twice, { COBRO_TEST_ENGINE: 'postgres', COBRO_TEST_TWINS: 'yes' })
}
await server.stop()
process.exit(status)

/** Answers the exit code of node's test runner. A file that hangs is ended and counts as failed. */
function run(paths: string[], env: Record<string, string>): Promise<number> {
  const reporter = process.env.CI ? ['--test-reporter=spec'] : []
  const args = ['--test', '--test-concurrency=2', '--test-timeout=300000', ...reporter, ...paths]
  const runner = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, COBRO_TEST_POSTGRES: server.url, ...env },
  })
  return new Promise((resolve) => runner.on('exit', (code) => resolve(code ?? 1)))
}
