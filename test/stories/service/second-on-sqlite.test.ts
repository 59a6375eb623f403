// A second process on the file of a SQLite database says that it is not alone: it shares payments and clock with the first.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { createService } from '../../../src/service.ts'
import { eventually } from '../../support/fixtures/receiver.ts'

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
