// The at-rest key is read from a setting or a file, and the file is made once, for its owner only.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { loadOrCreateKeyFile, parseKey } from '../../../src/vault/at-rest-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'cobro-key-'))
after(() => rmSync(folder, { recursive: true }))

describe('a key as a setting', () => {
  const key = randomBytes(32)
  it('reads hex and base64', () => {
    assert.deepEqual(parseKey(key.toString('hex')), key)
    assert.deepEqual(parseKey(key.toString('hex').toUpperCase()), key)
    assert.deepEqual(parseKey(key.toString('base64')), key)
    assert.deepEqual(parseKey(`${key.toString('base64url')}\n`), key)
  })

  it('refuses anything else with the remedy, and does not repeat it', () => {
    for (const text of [
      '',
      'hunter2',
      key.toString('hex').slice(1),
      `${key.toString('hex')}0`,
      randomBytes(33).toString('base64'),
    ]) {
      assert.throws(
        () => parseKey(text),
        (error: Error) => /openssl rand -hex 32/.test(error.message) && (text === '' || !error.message.includes(text)),
      )
    }
  })
})

describe('the key file', () => {
  it('is created at the first start, for the owner only, and read afterwards', () => {
    const path = join(folder, 'data', 'at-rest.key')
    const key = loadOrCreateKeyFile(path)
    assert.equal(key.length, 32)
    assert.equal(readFileSync(path, 'utf8'), `${key.toString('hex')}\n`)
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.deepEqual(loadOrCreateKeyFile(path), key)
    assert.deepEqual(readdirSync(join(folder, 'data')), ['at-rest.key'])
  })

  it('is one key for processes that start at once', async () => {
    const path = join(folder, 'race', 'at-rest.key')
    const module = new URL('../../../src/vault/at-rest-key.ts', import.meta.url).href
    const script = `import(${JSON.stringify(module)}).then((m) => process.stdout.write(m.loadOrCreateKeyFile(${JSON.stringify(path)}).toString('hex')))`
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, ['-e', script])),
    )
    assert.equal(new Set(runs.map((run) => run.stdout)).size, 1)
    assert.deepEqual(readdirSync(join(folder, 'race')), ['at-rest.key'])
  })

  it('is refused when others may read it', () => {
    const path = join(folder, 'open.key')
    loadOrCreateKeyFile(path)
    chmodSync(path, 0o640)
    if (process.platform === 'win32') assert.equal(loadOrCreateKeyFile(path).length, 32)
    else assert.throws(() => loadOrCreateKeyFile(path), /chmod 600/)
  })

  it('is not called broken when it cannot be read: the sentence names the reason', () => {
    const path = join(folder, 'unreadable.key')
    mkdirSync(path, { mode: 0o700 })
    assert.throws(() => loadOrCreateKeyFile(path), /cannot be read \(EISDIR\): look at its owner/)
  })

  it('is never overwritten when it holds no key', () => {
    const path = join(folder, 'broken.key')
    writeFileSync(path, 'not a key', { mode: 0o600 })
    assert.throws(() => loadOrCreateKeyFile(path), /restore it from a backup/)
    assert.equal(readFileSync(path, 'utf8'), 'not a key')
  })
})
