// What an npm script needs is installed once, and without a word on the standard output: that belongs to the command.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A fresh clone, and the environment in which `npm` is this script. */
function freshClone(npm: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-fresh-'))
  for (const name of ['scripts', 'bin']) mkdirSync(join(folder, name))
  copyFileSync(fileURLToPath(new URL('../../scripts/ready.js', import.meta.url)), join(folder, 'scripts/ready.js'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
  return { folder, script: join(folder, 'scripts/ready.js'), options: { encoding: 'utf8', env } as const }
}

test('a fresh clone installs, and only the command prints', () => {
  const { script, options } = freshClone('echo "added 150 packages: $*"')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], options)
  assert.equal(status, 0, stderr)
  assert.match(stderr, /^Installing what the service needs \(once\) \.\.\.\nadded 150 packages: ci --omit=dev /)
  assert.equal(stdout, '')
})

test('of many commands at once in a fresh clone one installs and the others wait; one that was killed holds up none', async () => {
  const { folder, script, options } = freshClone(
    'echo begin >>npm.txt; sleep 1; mkdir -p node_modules; echo "{\\"packages\\": {}}" >node_modules/.package-lock.json; echo end >>npm.txt',
  )
  const killed = spawnSync(process.execPath, ['-e', '0'])
  for (let round = 0; round < 4; round += 1) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    rmSync(join(folder, 'npm.txt'), { force: true })
    writeFileSync(join(folder, `.installing-${killed.pid}`), '')
    await Promise.all(Array.from({ length: 12 }, () => promisify(execFile)(process.execPath, [script], options)))
    assert.equal(readFileSync(join(folder, 'npm.txt'), 'utf8'), 'begin\nend\n')
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('.installing')),
      [],
    )
  }
})
