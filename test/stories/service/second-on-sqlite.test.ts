// A second process on the file of a SQLite database says that it is not alone: it shares payments and clock with the first. Under another name of the file it
// would write over the first one's payments, and is refused.
import assert from 'node:assert/strict'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { createService } from '../../../src/service.ts'
import { NoDatabase } from '../../../src/store/no-database.ts'
import { isMountedIn } from '../../../src/store/sqlite/one-name.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { runCobro } from '../../support/harness/programs.ts'

const SAID = /another process serves this SQLite database/

test('a second process on a SQLite database warns of the first, which does not warn', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-second-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const serve = async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const service = await createService(readConfig({ PORT: '0', DATA_DIR: folder, RSA_BITS: '2048' }), { log })
    t.after(() => service.close())
    await service.listen()
    const isKnown = async () => {
      const rows = await service.store.db.selectFrom('processes').select('id').execute()
      return rows.length
    }
    return { lines, isKnown }
  }
  const first = await serve()
  await eventually(async () => (await first.isKnown()) === 1)
  const second = await serve()
  await eventually(async () => (await second.isKnown()) === 2)
  assert.match(second.lines.join(''), SAID)
  assert.doesNotMatch(first.lines.join(''), SAID)
})

test('a process under another name of a database that is served is refused, and nothing is changed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-named-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const configOf = (name: string) =>
    readConfig({ PORT: '0', DATA_DIR: join(folder, name), AT_REST_KEY: 'ab'.repeat(32), RSA_BITS: '2048' })
  const first = await createService(configOf('first'), { log: pino({ level: 'silent' }) })
  t.after(() => first.close())
  for (const name of ['linked', 'symbolic']) mkdirSync(join(folder, name))
  symlinkSync(join(folder, 'first', 'cobro.db'), join(folder, 'symbolic', 'cobro.db'))
  const symbolic = await createService(configOf('symbolic'), { log: pino({ level: 'silent' }) })
  await symbolic.close()

  linkSync(join(folder, 'first', 'cobro.db'), join(folder, 'linked', 'cobro.db'))
  await assert.rejects(createService(configOf('linked'), { log: pino({ level: 'silent' }) }), (error) => {
    assert.ok(error instanceof NoDatabase)
    return /another name \(a hard link\).*remove the other name/.test(error.message)
  })
  const { code, error } = await runCobro(['status'], { DATA_DIR: join(folder, 'linked') })
  assert.equal(code, 2)
  assert.match(error, /another name \(a hard link\)/)
})

test('a file that is mounted by itself is found among the mounts of Linux', () => {
  const mounts = [
    '36 25 8:1 / / rw - ext4 /dev/sda rw',
    '41 36 8:1 /a /srv/my\\040data/cobro.db rw - ext4 /dev/sda rw',
  ].join('\n')
  assert.ok(isMountedIn(mounts, '/srv/my data/cobro.db'))
  assert.ok(!isMountedIn(mounts, '/srv/my data'))
})
