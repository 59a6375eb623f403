// Finds the source files and lines of a stack of the bundled program.
import { readFileSync } from 'node:fs'

/** Places in files that have a source map beside them become places in their sources; all others stay as they are. */
export function sourceStack(stack: string): string {
  return stack.replace(/(file:\/\/[^\s()]+?\.js):(\d+):(\d+)/g, (place, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.(Number(line), Number(column))
    return origin === undefined ? place : `${new URL(origin.source, file).href}:${origin.line}:${origin.column}`
  })
}

/** Where a place of the bundle comes from. Lines and columns are counted from 1. */
type FindOrigin = (line: number, column: number) => { source: string; line: number; column: number } | undefined

/**
 * Read at the first error of a file. Node's `--enable-source-maps` reads them when each file is loaded, which made a start a fifth slower;
 * its `SourceMap` makes an object of each of some 800,000 places, which stops the service for 200 ms and takes 100 MiB.
 */
const maps = new Map<string, FindOrigin | undefined>()

function mapOf(file: string): FindOrigin | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file))
  return maps.get(file)
}

function readMap(file: string): FindOrigin | undefined {
  try {
    return finderIn(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')) as SourceMap)
  } catch {
    return undefined
  }
}

interface SourceMap {
  sources: string[]
  /** A line of the bundle ends with `;` and a place with `,`. A place is four differences to the one before it, in base 64. */
  mappings: Pick<string, 'length' | 'charCodeAt'>
}

/** How far the places are read. All is counted from 0; the source is that of the place which was read last. */
interface Reading {
  /** The next character. */
  at: number
  line: number
  column: number
  /** Whether the line ended with the last place. */
  isLineOver: boolean
  isMapped: boolean
  from: [source: number, line: number, column: number]
}

/** A search begins at one of these. A minified bundle has lines of a megabyte: an error would stop the service while one is read. */
const STOP_EVERY = 2_048

/** Keeps a reading each `every` characters, so that only the few places before the one asked for are read. */
export function finderIn({ sources, mappings }: SourceMap, every = STOP_EVERY): FindOrigin {
  const stops: Reading[] = []
  const first: Reading = { at: 0, line: 0, column: 0, isLineOver: false, isMapped: false, from: [0, 0, 0] }
  for (const [reading, last] = [copyOf(first), { at: -every }]; reading.at < mappings.length; ) {
    if (reading.at >= last.at + every) {
      stops.push(copyOf(reading))
      last.at = reading.at
    }
    readPlace(mappings, reading)
  }
  return (line, column) => {
    const reading = copyOf(stops[lastBefore(stops, line - 1, column)] ?? first)
    let found: ReturnType<FindOrigin>
    for (;;) {
      if (reading.line >= line || (reading.line === line - 1 && reading.column >= column)) return found
      if (reading.line === line - 1) {
        const [source, from, at] = reading.from
        found = reading.isMapped ? { source: sources[source] ?? '', line: from + 1, column: at + 1 } : undefined
      }
      if (reading.at >= mappings.length) return found
      readPlace(mappings, reading)
    }
  }
}

const copyOf = (reading: Reading): Reading => ({ ...reading, from: [...reading.from] })

/** The last stop that is before a place of the bundle: all stops behind it are not. */
function lastBefore(stops: Reading[], line: number, column: number): number {
  let [low, high] = [0, stops.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const stop = stops[middle]
    if (stop && (stop.line < line || (stop.line === line && stop.column < column))) low = middle
    else high = middle
  }
  return low
}

const DIGITS = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((one, at) => [one.charCodeAt(0), at]),
)
const DIGIT = Int8Array.from({ length: 128 }, (_, code) => DIGITS.get(code) ?? 0)
const [COMMA, SEMICOLON] = [44, 59]
/** A digit with this bit is followed by another one of its number, of which it has the lower five bits. */
const GOES_ON = 32

/** Reads one place, which is nothing in an empty line, and what ends it. */
function readPlace(mappings: SourceMap['mappings'], reading: Reading): void {
  if (reading.isLineOver) {
    reading.line += 1
    reading.column = 0
    reading.isLineOver = false
    reading.isMapped = false
  }
  let [field, number, shift] = [0, 0, 0]
  for (;;) {
    const code = reading.at < mappings.length ? mappings.charCodeAt(reading.at) : SEMICOLON
    reading.at += 1
    if (code === COMMA || code === SEMICOLON) {
      if (field > 0) reading.isMapped = field > 1
      reading.isLineOver = code === SEMICOLON
      return
    }
    const digit = DIGIT[code] ?? 0
    number |= (digit & (GOES_ON - 1)) << shift
    shift += 5
    if (digit & GOES_ON) continue
    const difference = number & 1 ? -(number >> 1) : number >> 1
    if (field === 0) reading.column += difference
    else if (field < 4) reading.from[field - 1] = (reading.from[field - 1] ?? 0) + difference
    ;[number, shift] = [0, 0]
    field += 1
  }
}
