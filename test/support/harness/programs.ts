// The programs that tests start: Cobro's own, and those of other languages, which a machine may lack.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import type { Wanted } from './command-host.ts'

/** The program that runs as Cobro: the bundle, as `npm start` runs it, once the test run has made one; until then the sources. */
export const PROGRAM = resolve(process.env.COBRO_TEST_PROGRAM ?? 'src/main.ts')

/** What a process needs of this one's environment, beside its own settings. */
export const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

export interface Ran {
  code: number
  out: string
  error: string
}

/**
 * Runs a command of Cobro until it ends, with these settings and no others: the first of each kind in a process of its own, as people do, and the
 * following ones in one process for all, unless `isApart`. `cwd`: the folder to run it in.
 */
export async function runCobro(
  words: string[],
  settings: Record<string, string>,
  { cwd, timeout = 120_000, isApart = false }: { cwd?: string; timeout?: number; isApart?: boolean } = {},
): Promise<Ran> {
  const env = { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'silent', ...settings }
  const kind = words.slice(0, 2).filter((word) => /^[a-z][a-z-]*$/.test(word))
  if (!isApart && seen.has(kind.join(' '))) return runInHost({ words, env, cwd })
  if (kind.length > 0 && kind[0] !== 'serve') seen.add(kind.join(' '))
  return new Promise((done) => {
    execFile(process.execPath, [PROGRAM, ...words], { cwd, env, timeout }, (failed, out, error) =>
      done({ code: failed ? Number(failed.code) : 0, out, error }),
    )
  })
}

/** The kinds of commands that this process has run. */
const seen = new Set<string>()

let host: ChildProcess | undefined
let turn: Promise<unknown> = Promise.resolve()

/** One after another. A command that ends its host fails its test. */
function runInHost(wanted: Wanted): Promise<Ran> {
  const ran = turn.then(async () => {
    host ??= fork(joined('test/support/harness/command-host.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const asked = host
    asked.ref()
    asked.channel?.ref()
    const answered = new AbortController()
    const { signal } = answered
    try {
      asked.send(wanted)
      const [answer] = await Promise.race([
        once(asked, 'message', { signal }),
        once(asked, 'exit', { signal }).then(([code, name]): never => {
          host = undefined
          throw new Error(`cobro ${wanted.words.join(' ')} ended its host with ${code ?? name}`)
        }),
      ])
      return answer as Ran
    } finally {
      answered.abort()
      // This process waits for it only while it owes an answer.
      asked.unref()
      asked.channel?.unref()
    }
  })
  turn = ran.catch(() => {})
  return ran
}

/** The path of a program; undefined where the machine lacks it. `beside`: folders that PATH may lack. */
export function programPath(name: string, ...beside: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...beside]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Registers a test that needs programs of other languages. A machine that lacks one passes it, and the run names it as not run. */
export function testWith(programs: string[], title: string, story: () => Promise<void>): void {
  const absent = programs.filter((name) => programPath(name) === undefined)
  if (absent.length === 0) test(title, story)
  else process.stdout.write(`\nNOT RUN: "${title}". There is no ${absent.join(' and no ')} on this machine.\n`)
}

/** A program of the tests as the test run has bundled it; until then its source. */
export function joined(path: string): string {
  const { COBRO_TEST_PROGRAM: program } = process.env
  if (program === undefined || !path.endsWith('.ts')) return path
  const beside = join(dirname(program), basename(path).replace(/\.ts$/, '.js'))
  return existsSync(beside) ? beside : path
}
