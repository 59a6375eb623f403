// A log that nobody reads delays no request, and a service whose log is not read stops when it is asked to.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { joined, NODE_COMPILE_CACHE, PATH, PROGRAM } from '../support/harness/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'cobro-log-'))
after(() => rmSync(folder, { recursive: true }))

/** More than a pipe holds. */
const REQUESTS = 2_500

const settings = { PATH, NODE_COMPILE_CACHE, PORT: '0', LOG_LEVEL: 'info', RSA_THREADS: '1' }

test('nobody reads the pipe of the log: requests are answered all the same, and a stop ends the process', async (t) => {
  const child = spawn(process.execPath, [joined(PROGRAM)], {
    env: { ...settings, DATA_DIR: mkdtempSync(join(folder, 'pipe-')) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  while (!output.includes('Credential')) output += String((await once(child.stdout, 'data'))[0])
  child.stdout.pause()
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? ''
  for (let sent = 0; sent < REQUESTS; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${address}/v1/operations`)))
    for (const answer of answers) {
      await answer.arrayBuffer()
      assert.equal(answer.status, 401)
    }
  }
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  assert.deepEqual(await gone, [0, null])
})

test('a log in a file has every line when the process has ended', async (t) => {
  const file = join(folder, 'log')
  const data = mkdtempSync(join(folder, 'file-'))
  const child = spawn(process.execPath, [joined(PROGRAM)], {
    env: { ...settings, DATA_DIR: data },
    stdio: ['ignore', openSync(file, 'a'), 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const address = async () => {
    for (;;) {
      const found = /Cobro sandbox +(http:\/\/127\.0\.0\.1:\d+)/.exec(readFileSync(file, 'utf8'))?.[1]
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const base = await address()
  for (let nth = 0; nth < 20; nth += 1) await (await fetch(`${base}/healthz`)).arrayBuffer()
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  assert.deepEqual(await gone, [0, null])
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"route":"/healthz"'))
  assert.equal(lines.length, 20)
  for (const line of lines) JSON.parse(line)
})
