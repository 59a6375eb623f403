// The log of the process: one JSON object a line, written asynchronously to standard output in one bounded buffer, so that a reader that
// does not read costs neither memory nor time.
import { fstatSync, write, writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { loggedError } from '../api/faults/logged-error.ts'
import { type BoundedLines, boundedLines } from '../core/bounded-lines.ts'

const STANDARD_OUTPUT = 1
/** How long lines are collected before they are written together. */
const DELAY_MS = 5
/** Some 15,000 requests. */
const MAX_CHARACTERS = 4 * 1024 * 1024
const LAST_WAIT_MS = 2_000
const WARN = 40

/** A log and what becomes of its lines. */
export interface ProcessLog {
  log: Logger
  /** Lines since the start that were dropped, because the reader did not take them. */
  dropped(): number
  /** Resolves when the lines so far were taken, or after two seconds. */
  flushed(): Promise<void>
}

let lines: BoundedLines | undefined

export function processLog(level: string): ProcessLog {
  lines ??= linesToStandardOutput()
  const { write: take, dropped, flushed } = lines
  return { log: logTo({ write: take }, level), dropped, flushed: () => flushed(LAST_WAIT_MS) }
}

export function logTo(place: DestinationStream, level: string): Logger {
  const serializers = { err: loggedError }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, place)
}

function linesToStandardOutput(): BoundedLines {
  const made = boundedLines(isFile() ? toFile : toStream(), {
    delayMs: DELAY_MS,
    most: MAX_CHARACTERS,
    droppedLine: (count) =>
      `{"level":${WARN}${pino.stdTimeFunctions.isoTime()},"lines":${count},"msg":"lines of this log were dropped, because they were not read in time"}\n`,
  })
  process.once('exit', made.end)
  return made
}

function isFile(): boolean {
  try {
    return fstatSync(STANDARD_OUTPUT).isFile()
  } catch {
    return false
  }
}

/** Node writes to a pipe as far as it has room, and the rest when it has room again; to a file of its own it would write on the event loop. */
function toStream() {
  // Its reader may end before the service: the lines then count as dropped.
  process.stdout.on('error', () => {})
  return {
    write: (text: string, done: (error?: Error | null) => void) => void process.stdout.write(text, done),
    writeAtEnd: (text: string) => void process.stdout.write(text),
  }
}

const toFile = {
  write(text: string, done: (error?: Error | null) => void): void {
    writeAll(Buffer.from(text), done)
  },
  writeAtEnd(text: string): void {
    try {
      writeSync(STANDARD_OUTPUT, text)
    } catch {
      // A full disk does not keep the process from ending.
    }
  },
}

function writeAll(bytes: Buffer, done: (error?: Error | null) => void): void {
  write(STANDARD_OUTPUT, bytes, (error, written) => {
    if (error || written === bytes.length) done(error)
    else writeAll(bytes.subarray(written), done)
  })
}
