// Formats an error for the log: its stack names the source files and lines, also for the bundled program.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { pino } from 'pino'

/** Pino's form of an error, for its option `serializers`. */
export function loggedError(error: unknown): unknown {
  const shown = pino.stdSerializers.err(error as Error)
  return shown instanceof Object && typeof shown.stack === 'string'
    ? { ...shown, stack: sourceStack(shown.stack) }
    : shown
}

/** Places in files that have a source map beside them become places in their sources; all others stay as they are. */
export function sourceStack(stack: string): string {
  return stack.replace(/(file:\/\/[^\s()]+?\.js):(\d+):(\d+)/g, (place, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return place
    return `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

/**
 * Read at the first error of a file. Node's `--enable-source-maps` reads them when each file is loaded, which made a start
 * a fifth slower.
 */
const maps = new Map<string, SourceMap | undefined>()

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file))
  return maps.get(file)
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')))
  } catch {
    return undefined
  }
}
