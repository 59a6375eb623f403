// What a recipe of an event is: what it takes, and how it makes the event happen through the API.
import type { Invocation } from './command.ts'

export interface Recipe {
  /** What `--with` may say, and what it is otherwise. */
  fields: Record<string, string>
  /** Makes it happen; answers the operation it is about, if it is about one. */
  make(kitchen: Kitchen): Promise<{ operation?: string }>
}

export type Kitchen = Pick<Invocation, 'cobro' | 'output' | 'signal'> & { fields: Record<string, string> }
