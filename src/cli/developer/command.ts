// The context of every command for integrators, and its exit codes.
import type { Cobro } from '../../../client/src/client.ts'
import type { Output } from './output.ts'

/** The exit code of a command, for scripts. */
export const EXIT = {
  done: 0,
  /** The service or the receiver refused. */
  refused: 1,
  /** The command was not understood. */
  usage: 2,
  /** No service answered. */
  unreachable: 3,
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]

export interface Invocation {
  /** The words after the command's name, without options. */
  positionals: string[]
  /** Options by name. `with` may be given several times. */
  options: CommandOptions
  /** The service that the command talks to. */
  cobro: Cobro
  output: Output
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
}

export interface CommandOptions {
  forwardTo: string | undefined
  secret: string | undefined
  cursor: string | undefined
  from: string | undefined
  days: string | undefined
  events: string[]
  with: Record<string, string>
}

export interface Command {
  /** One line after the name, for the usage text. */
  synopsis: string
  summary: string
  /** Its other options, a line each. */
  options?: string[]
  run(invocation: Invocation): Promise<Exit>
}

/** The command was not understood; the message says what it needs. */
export class UsageError extends Error {}

/** A command found nothing to read, which must not pass for success. The message names the place. */
export class NothingRead extends Error {}

/** A command ran, and its result is negative. */
export class Refused extends Error {}

export function wanted(text: string | undefined, what: string): string {
  if (text === undefined || text === '') throw new UsageError(`${what} is missing`)
  return text
}
