// A machine whose clock shows a time before this program was made gets a sentence with the remedy, and no database.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCobro } from '../support/harness/programs.ts'

test('a clock before this program was made is named, and nothing is made', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-early-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const settingsOf = (ms: number) => ({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    NODE_OPTIONS: `--import data:text/javascript,Date.now=()=>(${ms})`,
  })
  for (const ms of [Date.UTC(1965, 5, 1), 5_000]) {
    const { code, error } = await runCobro([], settingsOf(ms), { isApart: true })
    assert.equal(code, 2, error)
    assert.ok(error.includes(`The clock of this machine shows ${new Date(ms).toISOString()}`), error)
    assert.match(error, /set it \(NTP\), and try again/)
  }
  const spanish = await runCobro(['migrate', '--lang', 'es'], settingsOf(5_000), { isApart: true })
  assert.match(spanish.error, /ponlo en hora \(NTP\)/)
  assert.ok(!existsSync(join(folder, 'data')))
  assert.equal((await runCobro(['--version'], settingsOf(5_000), { isApart: true })).code, 0)
})
