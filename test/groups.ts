// Test files that one process runs one after another: a short file spends most of its time loading and warming up shared code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Folders whose files share only code, and the number of their files that a process runs. */
const TOGETHER: Record<string, number> = { stories: 8, unit: 16, contract: 8 }

/** Long files: each has a process of its own, so that the others need not wait for it. */
const LONG = /\/(bad-input|forged-money|fuzz|month-of-a-shop|random-histories|year-of-faults)\.test\.ts$/

export interface Groups {
  /** The files for the test runner: the ones that run alone, and one for each group. */
  paths: string[]
  remove(): void
}

/** Puts files into groups. A failure names its own file, its title and its engine as before. */
export function grouped(files: string[]): Groups {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-groups-'))
  const alone = files.filter((path) => sizeOf(path) === 1)
  const paths = Object.entries(TOGETHER).flatMap(([name, size]) => {
    const members = files.filter((path) => sizeOf(path) > 1 && roomOf(path) === name)
    return Array.from({ length: Math.ceil(members.length / size) }, (_, index) => {
      const those = members.slice(index * size, (index + 1) * size)
      if (those.length === 1) return those[0] ?? ''
      const path = join(folder, `${name}-${index + 1}.test.mjs`)
      writeFileSync(path, importing(those))
      return path
    })
  })
  return { paths: [...alone, ...paths], remove: () => rmSync(folder, { recursive: true }) }
}

function sizeOf(path: string): number {
  return LONG.test(path) ? 1 : (TOGETHER[roomOf(path)] ?? 1)
}

/** `stories` of `test/stories/x.test.ts`, `unit` of `test/unit/core/x.test.ts`. */
function roomOf(path: string): string {
  return dirname(path).split('/')[1] ?? ''
}

function importing(files: string[]): string {
  return files.map((path) => `import ${JSON.stringify(pathToFileURL(resolve(path)).href)}\n`).join('')
}
