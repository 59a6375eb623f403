// Runs the tests: starts one PostgreSQL for all of them, then node's test runner over the files named, or over all.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { startPostgres } from './engines.ts'

const wanted = process.argv.slice(2)
const files = globSync(wanted.length > 0 ? wanted : ['test/**/*.test.ts']).sort()
if (files.length === 0) {
  process.stderr.write('no test files were found\n')
  process.exit(1)
}
const server = await startPostgres()
const runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=2', ...(process.env.CI ? ['--test-reporter=spec'] : []), ...files],
  { stdio: 'inherit', env: { ...process.env, COBRO_TEST_POSTGRES: server.url } },
)
const status = await new Promise<number>((resolve) => runner.on('exit', (code) => resolve(code ?? 1)))
await server.stop()
process.exit(status)
