// What every command for integrators gets, and how it ends.
import type { Cobro } from '../../client/src/client.ts'
import type { Output } from './output.ts'

/** What a script sees when a command has ended. */
export const EXIT = {
  done: 0,
  /** The service or the receiver said no. */
  refused: 1,
  /** The command was not understood. */
  usage: 2,
  /** No service answered. */
  unreachable: 3,
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]

export interface Invocation {
  /** What stands after the command's name, without options. */
  positionals: string[]
  /** Options by name. `with` may be given several times. */
  options: CommandOptions
  /** The service that the command talks to. */
  cobro: Cobro
  output: Output
  /** Ends when the person has had enough: Ctrl-C. */
  signal: AbortSignal
}

export interface CommandOptions {
  forwardTo: string | undefined
  secret: string | undefined
  cursor: string | undefined
  from: string | undefined
  events: string[]
  with: Record<string, string>
}

export interface Command {
  /** One line after the name, for the usage text. */
  synopsis: string
  summary: string
  /** What else it takes, a line each. */
  options?: string[]
  run(invocation: Invocation): Promise<Exit>
}

/** The command was not understood; the message says what it wants. */
export class UsageError extends Error {}

/** A command found nothing to read, which must not pass for success. The message says where it looked. */
export class NothingRead extends Error {}

/** A command ran, and its answer is no. */
export class Refused extends Error {}

export function wanted(text: string | undefined, what: string): string {
  if (text === undefined || text === '') throw new UsageError(`${what} is missing`)
  return text
}
