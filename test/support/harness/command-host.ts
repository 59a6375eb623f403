// A process that runs commands of Cobro one after another for a test process, each as if it had begun anew: a new process would spend more time on
// loading code than on the command.
import { runProgram } from '../../../src/cli/program.ts'
import type { Ran } from './programs.ts'

export interface Wanted {
  words: string[]
  env: Record<string, string>
  cwd?: string | undefined
}

const home = process.cwd()
let turn: Promise<unknown> = Promise.resolve()

process.on('message', (wanted: Wanted) => {
  turn = turn.then(async () => process.send?.(await ran(wanted)))
})
process.on('disconnect', () => process.exit(0))

/** Where a command ends its process. */
class Ended extends Error {}

async function ran({ words, env, cwd = home }: Wanted): Promise<Ran> {
  const { env: envBefore, exit } = process
  const texts = { stdout: '', stderr: '' }
  const restored = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name]
    process[name].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      texts[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      const done = rest.find((one) => typeof one === 'function')
      if (done !== undefined) process.nextTick(done as () => void)
      return true
    }) as typeof write
    return () => {
      process[name].write = write
    }
  })
  process.env = { ...env }
  process.exitCode = undefined
  process.exit = ((code) => {
    process.exitCode = code ?? process.exitCode
    throw new Ended()
  }) as typeof exit
  process.chdir(cwd)
  try {
    await runProgram(words)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  } finally {
    for (const restore of restored) restore()
    process.env = envBefore
    process.exit = exit
    process.chdir(home)
  }
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return { code, out: texts.stdout, error: texts.stderr }
}
