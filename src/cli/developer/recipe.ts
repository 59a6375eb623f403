// A recipe of an event: its fields, and the API calls that cause the event.
import type { Invocation } from './command.ts'

export interface Recipe {
  /** The fields of `--with`, with their defaults. */
  fields: Record<string, string>
  /** Causes the event; answers its operation, if it has one. */
  make(kitchen: Kitchen): Promise<{ operation?: string }>
}

export type Kitchen = Pick<Invocation, 'cobro' | 'output' | 'signal'> & { fields: Record<string, string> }
