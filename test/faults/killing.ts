// How a process kills itself at a step: it counts steps while a file arms it, and writes them into the books of its network, beside what that does.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { Service } from '../../src/service.ts'
import type { Store } from '../../src/store/store.ts'
import type { Write } from '../../src/store/write.ts'

/** A line of the books: what was done to this process, or what the network did. */
export interface Line {
  what: string
  step?: string
}

interface Killing<Entry extends Line> {
  write(entry: Entry): void
  read(): Entry[]
  /** Something is about to happen, or has happened. */
  step(name: string): void
  /** Before and after each batch that is about something is a step. `subjectOf` answers undefined for a batch that is about nothing of it. */
  watch(store: Store, subjectOf: (writes: Write[]) => string | undefined): void
}

/** The files of the books, and the one that says at which step to die. */
export const BOOKS = process.env.BOOKS ?? ''
const armed = process.env.ARMED ?? ''

export function killing<Entry extends Line>(): Killing<Entry> {
  const write = (entry: Line) => appendFileSync(BOOKS, `${JSON.stringify(entry)}\n`)
  let steps = 0
  const step = (name: string) => {
    const kills = armedAt()
    if (kills === undefined) return
    steps += 1
    write({ what: 'step', step: name })
    const hit = [name, steps].find((one) => kills.includes(one))
    if (hit === undefined) return
    const left = kills.filter((one) => one !== hit)
    if (left.length === 0) rmSync(armed)
    else writeFileSync(armed, JSON.stringify(left))
    write({ what: 'killed', step: name })
    process.kill(process.pid, 'SIGKILL')
  }
  return {
    write,
    read: () => linesOf<Entry>(BOOKS),
    step,
    watch: (store, subjectOf) => {
      const { commit } = store
      store.commit = async (writes) => {
        const subject = subjectOf(writes)
        if (subject !== undefined) step(`before ${subject}`)
        await commit(writes)
        if (subject !== undefined) step(`after ${subject}`)
      }
    },
  }
}

export function linesOf<Entry>(path: string): Entry[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry)
}

/** Whether a batch holds a write of a kind about a table: `insert refunds`. */
export function holds(writes: Write[], name: string): boolean {
  return writes.some((one) => 'table' in one && `${one.kind} ${one.table}` === name)
}

/** The steps to die at, by name or number; undefined while the process is not armed, and nothing is counted. */
function armedAt(): (string | number)[] | undefined {
  try {
    return JSON.parse(readFileSync(armed, 'utf8')) as (string | number)[]
  } catch {
    return undefined
  }
}

/** Listens and says where. The compiled code is kept for the processes that follow this one once it is killed. */
export async function listen(service: Service): Promise<void> {
  process.stdout.write(`${await service.listen()}\n`)
  flushCompileCache()
}
