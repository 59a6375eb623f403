// A command whose output nobody reads, or that a full disk does not take, ends without a stack trace.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { NODE_COMPILE_CACHE, PATH, PROGRAM } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

/** A database for those that read one, and a log. */
async function ground() {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-output-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const world = await openWorld('sqlite', { DATABASE_URL: url })
  await world.merchant()
  await world.close()
  const log = join(folder, 'log')
  writeFileSync(log, `${JSON.stringify({ level: 30, time: '2026-11-27T10:00:00.000Z', msg: 'request' })}\n`)
  const commands = [['help'], ['completion', 'bash'], ['logs', log], ['status'], ['accounts'], ['trail'], ['keys']]
  const start = (words: string[], output: 'pipe' | number) =>
    spawn(process.execPath, [PROGRAM, ...words], {
      env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'silent', DATABASE_URL: url, DATA_DIR: folder },
      stdio: ['ignore', output, 'pipe'],
    })
  return { commands, start, close: () => rmSync(folder, { recursive: true }) }
}

test('a command whose reader has gone ends without a word, as one that a shell ends for it', async (t) => {
  const { commands, start, close } = await ground()
  t.after(close)
  for (const words of commands) {
    const child = start(words, 'pipe')
    child.stdout?.destroy()
    const [error, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')])
    assert.doesNotMatch(error, /EPIPE|node:|^ +at /m, `${words.join(' ')}: ${error}`)
    assert.equal(code, 141, words.join(' '))
  }
})

test('a command whose output no disk takes says so', async (t) => {
  // Only Linux has a disk that is always full.
  if (!existsSync('/dev/full')) return
  const { commands, start, close } = await ground()
  t.after(close)
  const full = openSync('/dev/full', 'w')
  t.after(() => closeSync(full))
  for (const words of commands) {
    const child = start(words, full)
    const [error, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')])
    assert.equal(code, 2, words.join(' '))
    assert.match(error, /^The output could not be written: .*ENOSPC.*$/m, words.join(' '))
  }
})
