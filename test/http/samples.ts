// Starts a sample of docs/samples as a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATH, programPath } from '../support/harness/programs.ts'
import { SECRET } from './fake-service.ts'

const START_LIMIT_MS = 60_000

/** `file`: below docs/samples. `cobroUrl`: where it reports to. */
export async function startSample(file: 'gateway.ts' | 'gateway.py', cobroUrl = '') {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-sample-'))
  const program = file.endsWith('.ts') ? process.execPath : (programPath('python3') ?? 'python3')
  const child = spawn(program, [`docs/samples/${file}`], {
    env: {
      PATH,
      GATEWAY_SECRET: SECRET,
      PORT: '0',
      DATABASE: join(folder, 'gateway.db'),
      COBRO_URL: cobroUrl,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file} did not start`)), START_LIMIT_MS)
    child.stdout.on('data', (chunk) => {
      const found = /http:\/\/\S+/.exec(String(chunk))
      if (!found) return
      clearTimeout(timer)
      resolve(found[0])
    })
    child.once('exit', () => reject(new Error(`${file} ended`)))
  })
  return {
    url,
    close: async () => {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
