// The programs that tests start: Cobro's own, and those of other languages, which a machine may lack.
import { existsSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'

/** The program that runs as Cobro: the bundle, as `npm start` runs it, once the test run has made one; until then the sources. */
export const PROGRAM = process.env.COBRO_TEST_PROGRAM ?? 'src/main.ts'

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
