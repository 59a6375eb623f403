// Test files that one process runs one after another: a short file spends most of its time loading and warming up shared code.
import { writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Folders whose files share only code, or a browser, and the number of their files that a process runs. */
const TOGETHER: Record<string, number> = {
  stories: 16,
  unit: 42,
  contract: 8,
  client: 8,
  clients: 8,
  cli: 5,
  browser: 4,
}

/** About how many seconds a file of a folder takes. */
const SECONDS: Record<string, number> = { browser: 22, cli: 8, faults: 20, stories: 10, unit: 3 }
const SECONDS_OF_OTHERS = 5
/** The same of long files, of the longest of them, and of those that kill at each step. */
const SECONDS_OF_LONG = 80
const SECONDS_OF_LONGEST = 200
const SECONDS_OF_CRASHES = 50

/** Long files: each has a process of its own, so that the others need not wait for it. */
const LONG =
  /\/(bad-input|columns-tampered|forged-money|fuzz|month-of-a-shop|random-histories|rows-tampered|year-of-faults)\.test\.ts$/

const LONGEST = /\/(bad-input|rows-tampered|year-of-faults)\.test\.ts$/

/** Folders whose tests wait more than they work: for browsers, and for processes that they start and kill. */
const WAITING = ['browser', 'cli', 'faults']

/** What test files need first, in this order: the first must be there before `node:test` is. Programs and threads that they start need none of it. */
const FIRST = ['quick-promises', 'source-places', 'same-seed', 'no-hour-ends']

/**
 * Puts files into groups and writes a module for each into `folder`; answers the modules in the order in which to run them. A failure
 * names its own file, its title and its engine as before.
 */
export function writeGroups(files: string[], folder: string): string[] {
  const write = ({ name, members }: Group, index: number): string => {
    // The test runner takes files in the order of their names.
    const path = join(folder, `${basename(folder)}-${String(index).padStart(3, '0')}-${name}.test.mjs`)
    const all = join(folder, `${name}.mjs`)
    writeFileSync(all, members.map((one) => `import ${pathOf(one)}\n`).join(''))
    const first = FIRST.map((one) => `await import(${pathOf(join(import.meta.dirname, `${one}.ts`))})\n`)
    writeFileSync(path, `${first.join('')}await import(${pathOf(all)})\n`)
    return path
  }
  const together = Object.entries(TOGETHER).flatMap(([name, size]) => {
    const members = files.filter((path) => sizeOf(path) > 1 && roomOf(path) === name)
    return Array.from({ length: Math.ceil(members.length / size) }, (_, index) => ({
      name: `${name}-${index + 1}`,
      members: members.slice(index * size, (index + 1) * size),
      waits: WAITING.includes(name),
    }))
  })
  const alone = files
    .filter((path) => sizeOf(path) === 1)
    .map((path) => ({
      name: path.replace(/\.test\.ts$/, '').replaceAll('/', '-'),
      members: [path],
      waits: WAITING.includes(roomOf(path)),
    }))
  // The longest first: at the end, a long group would leave the processors of the others without work.
  const longestFirst = [...together, ...alone].sort((one, other) => secondsOf(other) - secondsOf(one))
  return spread(longestFirst).map(write)
}

interface Group {
  name: string
  members: string[]
  waits: boolean
}

/** The groups that wait, evenly among those that work: so the processors always have work. */
function spread(groups: Group[]): Group[] {
  const placed = [true, false].flatMap((waits) => {
    const some = groups.filter((group) => group.waits === waits)
    const all = some.reduce((sum, group) => sum + secondsOf(group), 0)
    let before = 0
    return some.map((group) => {
      const at = (before + secondsOf(group) / 2) / all
      before += secondsOf(group)
      return { group, at }
    })
  })
  return placed.sort((one, other) => one.at - other.at).map(({ group }) => group)
}

function secondsOf({ members }: Group): number {
  return members.reduce((sum, path) => sum + secondsOfFile(path), 0)
}

function secondsOfFile(path: string): number {
  if (LONGEST.test(path)) return SECONDS_OF_LONGEST
  if (LONG.test(path)) return SECONDS_OF_LONG
  return path.includes('-crash.') ? SECONDS_OF_CRASHES : (SECONDS[roomOf(path)] ?? SECONDS_OF_OTHERS)
}

function sizeOf(path: string): number {
  return LONG.test(path) ? 1 : (TOGETHER[roomOf(path)] ?? 1)
}

/** `stories` of `test/stories/x.test.ts`, `unit` of `test/unit/core/x.test.ts`. */
function roomOf(path: string): string {
  return dirname(path).split('/')[1] ?? ''
}

function pathOf(path: string): string {
  return JSON.stringify(resolve(path))
}
