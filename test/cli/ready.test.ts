// What an npm script needs is installed without a word on the standard output: that belongs to the command.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('a fresh clone installs, and only the command prints', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-fresh-'))
  for (const name of ['scripts', 'bin']) mkdirSync(join(folder, name))
  copyFileSync(fileURLToPath(new URL('../../scripts/ready.js', import.meta.url)), join(folder, 'scripts/ready.js'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "added 150 packages: $*"\n', { mode: 0o755 })
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/ready.js')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  })
  assert.equal(status, 0, stderr)
  assert.match(stderr, /^Installing what the service needs \(once\) \.\.\.\nadded 150 packages: ci --omit=dev /)
  assert.equal(stdout, '')
})
