// The files that the guides tell their reader to create, in an empty folder outside the project, and `cobro` run from there.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { NODE_COMPILE_CACHE, PATH, PROGRAM, type Ran, runCobro } from './programs.ts'

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'cobro-outside-'))
}

/** Writes every file of a guide unchanged; answers their names. */
export function followGuide(name: string, folder: string): string[] {
  const guide = readFileSync(new URL(`../../../docs/guides/${name}`, import.meta.url), 'utf8')
  const files = [...guide.matchAll(/<!-- file: (\S+) -->\n```\w+\n([\s\S]*?)```/g)]
  for (const [, file = '', text = ''] of files) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return files.map(([, file = '']) => file)
}

/** Runs a command from a folder, with only these variables in the environment. */
export function cobroIn(folder: string, args: string[], environment: Record<string, string> = {}): Promise<Ran> {
  return runCobro(args, { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info', ...environment }, { cwd: folder })
}

export interface Serving {
  url: string
  /** Its log so far. */
  log(): string
  stop(): Promise<void>
}

/** A service that was started from a folder and has printed its address. */
export async function serveIn(folder: string, environment: Record<string, string>): Promise<Serving> {
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', ...environment }
  const child = spawn(process.execPath, [PROGRAM], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      const address = /^Cobro serves on (\S+)$/.exec(line)?.[1]
      if (address) resolve(address)
    })
  }
  const ended = new Promise<void>((done) => {
    child.on('close', () => {
      reject(new Error(lines.join('\n')))
      done()
    })
  })
  const url = await promise
  return {
    url,
    log: () => lines.join('\n'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
