// Formats an error for the log: its stack names the source files and lines, also for the bundled program.
import { pino } from 'pino'
import { sourceStack } from './source-stack.ts'

/** Pino's form of an error, for its option `serializers`. */
export function loggedError(error: unknown): unknown {
  const shown = pino.stdSerializers.err(error as Error)
  return shown instanceof Object && typeof shown.stack === 'string'
    ? { ...shown, stack: sourceStack(shown.stack) }
    : shown
}
