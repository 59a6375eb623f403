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
  mappings: string
}

/** How far the places are read: the next character, and the source, line and column of the place before it, counted from 0. */
type Reached = [at: number, source: number, line: number, column: number]

/** Keeps the beginnings of lines, so that only the line of a place is read. */
export function finderIn({ sources, mappings }: SourceMap): FindOrigin {
  const lines: Reached[] = []
  for (let reached: Reached = [0, 0, 0, 0]; reached[0] < mappings.length; ) {
    lines.push([...reached])
    readLine(mappings, reached, () => {})
  }
  return (line, column) => {
    const begin = lines[line - 1]
    if (begin === undefined) return undefined
    let found: ReturnType<FindOrigin>
    readLine(mappings, [...begin], (at, [, source, line, from], isMapped) => {
      if (at >= column) return
      found = isMapped ? { source: sources[source] ?? '', line: line + 1, column: from + 1 } : undefined
    })
    return found
  }
}

const DIGITS = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((one, at) => [one.charCodeAt(0), at]),
)
const DIGIT = Int8Array.from({ length: 128 }, (_, code) => DIGITS.get(code) ?? 0)
const [COMMA, SEMICOLON] = [44, 59]
/** A digit with this bit is followed by another one of its number, of which it has the lower five bits. */
const GOES_ON = 32

/** Moves behind the line. `see` gets the column of each of its places in the bundle, and where it comes from. */
function readLine(
  mappings: string,
  reached: Reached,
  see: (column: number, from: Readonly<Reached>, isMapped: boolean) => void,
): void {
  let [column, field, number, shift] = [0, 0, 0, 0]
  for (;;) {
    const code = reached[0] < mappings.length ? mappings.charCodeAt(reached[0]) : SEMICOLON
    reached[0] += 1
    if (code === COMMA || code === SEMICOLON) {
      if (field > 0) see(column, reached, field > 1)
      if (code === SEMICOLON) return
      field = 0
      continue
    }
    const digit = DIGIT[code] ?? 0
    number |= (digit & (GOES_ON - 1)) << shift
    shift += 5
    if (digit & GOES_ON) continue
    const difference = number & 1 ? -(number >> 1) : number >> 1
    if (field === 0) column += difference
    else if (field < 4) reached[field as 1 | 2 | 3] += difference
    ;[number, shift] = [0, 0]
    field += 1
  }
}
