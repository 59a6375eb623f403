// `cobro logs [FILE]`: the requests in a log of the service, a line each; the reasons of refusals, and entries of background work.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readableLine } from '../terminal/readable-log.ts'
import { shownJson } from '../terminal/shown-text.ts'
import { NothingRead } from './command.ts'

interface LogOptions {
  /** Only refused and failed requests. */
  failed: boolean
  follow: boolean
  account: string | undefined
  asJson: boolean
}

const LOOK_MS = 300

/** Throws `NothingRead` when there is no such file. */
export async function logsCommand(file: string | undefined, options: LogOptions): Promise<void> {
  if (file === undefined) return readLines(process.stdin, options)
  if (!existsSync(file)) throw new NothingRead(`There is no log ${file}: name a file, or pipe a log to cobro logs.`)
  if (statSync(file).isDirectory()) throw new NothingRead(`${file} is a folder: name a file in it.`)
  let read = 0
  for (;;) {
    const { size } = statSync(file)
    // The file was truncated or replaced.
    if (size < read) read = 0
    if (size > read) {
      // Up to the end of the last whole line.
      const whole = await endOfLines(file, read, size)
      if (whole > read || !options.follow)
        await readLines(createReadStream(file, { start: read, end: (options.follow ? whole : size) - 1 }), options)
      read = options.follow ? whole : size
    }
    if (!options.follow) return
    await sleep(LOOK_MS)
  }
}

/** The place after the last line feed from `start` on; `start` when there is none. */
async function endOfLines(file: string, start: number, size: number): Promise<number> {
  let at = start
  let place = start
  for await (const chunk of createReadStream(file, { start, end: size - 1 })) {
    const last = (chunk as Buffer).lastIndexOf(10)
    if (last >= 0) place = at + last + 1
    at += (chunk as Buffer).length
  }
  return place
}

async function readLines(input: NodeJS.ReadableStream, options: LogOptions): Promise<void> {
  const colour = process.stdout.isTTY && process.stdout.hasColors()
  for await (const line of createInterface({ input })) {
    if (line.trim() === '' || !isAskedFor(line, options)) continue
    process.stdout.write(`${options.asJson ? shownJson(line) : readableLine(line, colour)}\n`)
  }
}

function isAskedFor(line: string, { failed, account, asJson }: LogOptions): boolean {
  try {
    const entry = JSON.parse(line) as { level?: number; status?: number; account?: string }
    const isBad = (entry.status ?? 0) >= 400 || (entry.level ?? 0) >= 40
    return (!failed || isBad) && (account === undefined || entry.account === account)
  } catch {
    // A banner, or another program's line.
    return !failed && account === undefined && !asJson
  }
}
